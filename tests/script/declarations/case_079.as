[meta] void main() { print("m"); }
// oracle: agrees
/* expect
m
finished
*/
