class X { int a; float a; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
