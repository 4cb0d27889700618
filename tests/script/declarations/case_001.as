class X { X(int a) {} } class Y : X { } void main() { Y y; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
