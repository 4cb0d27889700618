void f(int a, float b) { print("if"); } void f(float a, int b) { print("fi"); } void main() { f(1, 1); }
// oracle: agrees
/* expect
error 1
compile-failed
*/
