void f(int &out a) { a = 3; } void main() { const int x = 1; f(x); }
// oracle: agrees
/* expect
error 1
compile-failed
*/
