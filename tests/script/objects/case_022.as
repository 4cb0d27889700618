class S { int opCall(int a) { return a * 2; } int opCall(int a, int b) { return a * b; } } 
void main() { S s; print("" + s(4) + s(3, 5)); }
// oracle: agrees
/* expect
815
finished
*/
