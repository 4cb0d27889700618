class X { int opImplConv() const { return 7; } } void f(int a) { print("" + a); } void main() { X x; f(x); int i = x; print("" + (i + x)); }
// oracle: agrees
/* expect
7
14
finished
*/
