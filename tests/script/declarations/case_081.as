class Outer { int v = 1; int f(int v) { return v + this.v; } } void main() { Outer o; print("" + o.f(10)); }
// oracle: agrees
/* expect
11
finished
*/
