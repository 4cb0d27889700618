int f(int a) { if (a > 0) return 1; else return 2; } void main() { print("" + f(1)); }
// oracle: agrees
/* expect
1
finished
*/
