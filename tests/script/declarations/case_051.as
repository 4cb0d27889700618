mixin class M { int a = 1; void f() { print("M" + a + b); } } class X : M { int b = 2; } void main() { X x; x.f(); }
// oracle: agrees
/* expect
M12
finished
*/
