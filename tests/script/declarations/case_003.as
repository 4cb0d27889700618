class X { void f() final {} } class Y : X { void f() {} }
// oracle: agrees
/* expect
error 1
compile-failed
*/
