void f(const int a) { a = 3; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
