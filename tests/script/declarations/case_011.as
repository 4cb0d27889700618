int g = "x";
// oracle: agrees
/* expect
error 1
compile-failed
*/
