final class X {} class Y : X {}
// oracle: agrees
/* expect
error 1
compile-failed
*/
