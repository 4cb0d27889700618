int get_p() { return 3; } void main() { print("" + p); }
// oracle: agrees
/* expect
error 1
compile-failed
*/
