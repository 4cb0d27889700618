int p { get { return 3; } } void main() { print("" + p); p = 4; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
