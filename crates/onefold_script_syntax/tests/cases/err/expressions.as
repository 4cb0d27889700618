// level: 2.35
//=== 1
void f() { x = 1 +; }
//=== 1
void f() { x = (1 + 2; }
//=== 1
void f() { a.b.; }
//=== 1
void f() { a[]; a[1; }
//=== 1
void f() { f(1,); }
//=== 1
void f() { f(1 2); }
//=== 1
void f() {
//=== 1
void f() { {
//=== 1
void f() { } }
//=== 1
void f() foo {}
//=== 1
void main(){ void f() {} }
//=== 1
void main(){ class X {} }
//=== 1
void main(){ import; }
//=== 1
void main(){ cast<int>(3); cast<int(3); }
//=== 1
void main(){ foo(a; }
//=== 1
void main(){ x.; y; }
//=== 1
void main(){ @a = @b; @@a; !@a; a@; }
//=== 1
void main(){ a.1; }
//=== 1
void main(){ array<array<int>>=1; }
//=== 5
void main()
{
  foo(1,
    2
  bar();
}
//=== 1
void f() { string s = "a" + ; s = + "b"; s = "c" "d"; s = "a" b; }
//=== 1
void f() { x: y(); }
//=== 1
void f() { a ? b; }
//=== 1
void f() { a ? b : ; }
//=== 1
void f() { a ? : c; }
//=== 1
void f() { a->b(); }
//=== 1
void f() { (a; }
//=== 1
void f() { a); }
//=== 1
void f() { a]; }
//=== 1
void f() { [a]; }
//=== 1
void f() { a b c; }
//=== 1
void f() { a, b; }
//=== 1
void f() { a = b, c; }
//=== 1
void f() { "abc }
//=== 1
void f() { a not b; }
//=== 1
void f() { a ++ b; }
//=== 1
void f() { a -- -- b; }
//=== 1
void f() { a * * b; }
//=== 1
void f() { a ** b; a & b; a && b; a &&& b; }
//=== 1
void f() { a ! b; }
//=== 1
void f() { a = = b; }
//=== 1
void f() { cast(a); }
//=== 1
void f() { cast<>(a); }
//=== 1
void f() { a(b: 1, c: 2); a(b: ); }
//=== 1
void f() { a + {1}; {1} + a; }
//=== 1
void f() { a({1,2}.b); }
//=== 1
void f() { a::; }
//=== 1
void f() { ::; }
//=== 1
void f() { a<b c; }
//=== 1
void f() { a< > c; }
