class X { int a = 1; int b = a + 1; int c; X() { c = b * 2; } } void main() { X x; print("" + x.a + x.b + x.c); }
// oracle: agrees
/* expect
124
finished
*/
