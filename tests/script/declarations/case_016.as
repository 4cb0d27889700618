class X { int f() { return 1; } } class Y : X { float f() { return 1; } }
// oracle: agrees
/* expect
error 1
compile-failed
*/
