void f(string &inout a) { a = "s"; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
