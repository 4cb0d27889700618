class X { int v; X &f() { v++; return this; } int &r() { return v; } } void main() { X x; x.f().f(); x.r() = 50; print("" + x.v); x.r()++; print("" + x.v); }
// oracle: agrees
/* expect
50
51
finished
*/
