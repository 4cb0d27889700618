class X : Nope {}
// oracle: agrees
/* expect
error 1
compile-failed
*/
