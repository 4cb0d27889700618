// level: 2.35
//=== 1
class C { int x } 
int y;
//=== 1
class { }
//=== 1
class C : { }
//=== 1
class C { void f( { } }
//=== 1
class C { int x; int y
void f() { } 
}
//=== 1
class C { void f() { int a = 1 } }
//=== 1
class A { int p { get { return 1; } set { } foo { } } }
//=== 1
class A { void f() foo {} }
//=== 1
class A { void f() override const {} }
//=== 1
class A { funcdef void F(); shared int x; }
void main(){}
//=== 1
class A { class B { } }
//=== 2
class A {
class B { } }
//=== 1
class A{} void main(){ A a; A@ b; print(""+(b !is null)+(b!is null) + (b ! is null)); }
//=== 1
class A { A(int x) : b(x) {} }
//=== 1
class B { void f() {} } class A : B { } void main() { A a; a.B::f(); }
//=== 1
class A { int& p { get const { return x; } } int x; int[int] y; }
void main(){}
//=== 9
class A
{
  void f()
  {
    if (x) {
  }
  int y;
}
void g() {}
//=== 1
class A { int a = 3 4; }
//=== -
class A { int a = ; void f() { x y z; } }
void main() { a b c; }
//=== 1
class A
//=== 1
class A :
//=== 1
class A : B
//=== 2
class A : B,
{}
//=== 1
class A { private: int x; }
//=== 1
class A { public int x; }
//=== 1
class A { static int x; }
//=== 1
class A { void operator+(int x) {} }
//=== 1
class A { int a; void f() { } 
//=== 2
class A { int a; void f() { }
class B { }
//=== 1
class A { void f(); void g() }
//=== 1
class A { void f() void g() {} }
//=== 1
class A { foo }
//=== 1
class A { foo() }
//=== 1
class A { ~ }
//=== 1
class A { ~foo }
//=== 1
class A { ~foo() }
//=== 1
class A { int }
//=== 1
class A { int x, }
//=== 1
class A { int x, y z; }
//=== 1
class A { const }
//=== 1
class A { private }
