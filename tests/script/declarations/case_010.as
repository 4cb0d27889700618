int g = nope;
// oracle: agrees
/* expect
error 1
compile-failed
*/
