class X { X(const string &in a) explicit { } } void f(const X &in x) { } void main() { f("implicit"); }
// oracle: agrees
/* expect
error 1
compile-failed
*/
