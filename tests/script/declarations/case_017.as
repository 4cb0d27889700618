interface I { void f(); } class X : I { void f() {} } void main() { I@ i = X(); i.f(); }
// oracle: agrees
/* expect
finished
*/
