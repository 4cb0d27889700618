void f(int &out a) { a = 3; } void main() { int x; f(x); print("" + x); f(5); }
// oracle: agrees
/* expect
error 1
compile-failed
*/
