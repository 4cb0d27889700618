void f(int a) { print("i"); } void f(uint a) { print("u"); } void f(int64 a) { print("l"); } void main() { f(1); f(1u); }
// oracle: agrees
/* expect
error 1
compile-failed
*/
