class X { void f() override {} }
// oracle: agrees
/* expect
error 1
compile-failed
*/
