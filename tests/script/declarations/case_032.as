int a = b; int b = 3; void main() { print("" + a + b); }
// oracle: agrees
/* expect
33
finished
*/
