class X { funcdef int F(int); F@ f; int call(int a) { return f(a); } } int dbl(int a) { return a * 2; } void main() { X x; @x.f = dbl; print("" + x.call(4)); X::F@ q = dbl; print("" + q(1)); }
// oracle: agrees
/* expect
8
2
finished
*/
