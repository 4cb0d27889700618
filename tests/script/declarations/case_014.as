void f(int a = 3, int b) {}
// oracle: agrees
/* expect
error 1
compile-failed
*/
