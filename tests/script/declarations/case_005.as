class X : X {}
// oracle: agrees
/* expect
error 1
compile-failed
*/
