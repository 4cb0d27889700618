int &bad() { int x; return x; } void main() {}
// oracle: agrees
/* expect
error 1
compile-failed
*/
