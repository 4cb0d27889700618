// level: 2.35
//=== 1
void f() { int x = ; }
//=== 2
int x
void f() { }
//=== 1
void f() const {}
void main(){}
//=== 1
void main(){ int x = 5 y = 6; }
//=== 1
void main(){ int a[3]; }
//=== 1
void main(){ int f() {} }
//=== 1
void main(){ const int x = 1; const y = 2; }
//=== 1
void main(){ int x = 3 3; }
//=== 1
void main(){ int; }
//=== 1
void main(){ int a b; }
//=== 1
void main(){ int a,; }
//=== 1
void main(){ int a(; }
//=== 1
void main(){ int a = {1,; }
//=== 1
void main(){ int a = {1 2}; }
//=== 1
void main(){ int a = 5; a = a > > 1; }
//=== 1
void main(){ int a = 5; a = a >>>> 1; }
//=== 2
void main() { int a = 1 +
 2 * ; }
//=== -
void main()
{
  array<int> a = {1, 2;
  foo();
}
//=== 4
void f()
{
  int a = 3;
  a + = 3;
  a =+ 3;
  a ==;
}
//=== 1
int a = ;
void main() {}
//=== 2
int a = 3 +
;
void main() {}
//=== 1
int p { get }
//=== 1
void f() { int a = 1, int b = 2; }
//=== 1
void f() { Foo[] a; Foo[]@ b; Foo a[]; }
//=== 1
void f() { Foo[3] a; }
//=== 1
void f() { int[3] a; }
//=== 1
void f() { auto; const; }
//=== 1
void f() { const int; }
//=== 1
void f() { int a = int; }
//=== 1
void f() { int a = int(3) + float(4; }
