void f(const string &in a) { a = "s"; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
