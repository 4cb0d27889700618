class X { int opConv() const { return 7; } } void main() { X x; int i = x; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
