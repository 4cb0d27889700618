interface I { void f(); } class X : I { }
// oracle: agrees
/* expect
error 1
compile-failed
*/
