class X { X(int a) {} } class Y : X { Y() { } }
// oracle: agrees
/* expect
error 1
compile-failed
*/
