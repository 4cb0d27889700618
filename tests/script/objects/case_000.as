class X { int v; } void f(X x) { x.v = 9; } void g(X@ x) { x.v = 8; } void h(const X &in x) { print("" + x.v); } void k(X &in x) { x.v = 7; } 
void main() { X x; f(x); print("" + x.v); k(x); print("" + x.v); g(x); h(x); }
// oracle: agrees
/* expect
0
0
8
finished
*/
