int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); } void main() { print("" + fact(10)); }
// oracle: agrees
/* expect
3628800
finished
*/
