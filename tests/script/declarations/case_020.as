int f() { }
// oracle: agrees
/* expect
error 1
compile-failed
*/
