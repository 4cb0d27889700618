void f(int a) {} void f(int b) {}
// oracle: agrees
/* expect
error 1
compile-failed
*/
