class X { void f() {} void f() {} }
// oracle: agrees
/* expect
error 1
compile-failed
*/
