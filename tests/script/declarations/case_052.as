mixin class M { void f() { print("M"); } } class X : M { void f() { print("X"); } } void main() { X x; x.f(); M m; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
