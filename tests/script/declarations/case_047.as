class X { private void p() {} void q() { p(); } } class Y : X { void r() { p(); } }
// oracle: agrees
/* expect
error 1
compile-failed
*/
