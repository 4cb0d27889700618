namespace A { class C { int v = 3; } C@ mk() { return C(); } } void main() { A::C c; print("" + c.v + A::mk().v); C d; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
