void f(int &inout a) { a = 3; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
