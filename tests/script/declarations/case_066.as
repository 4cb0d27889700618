void r(int n) { r(n + 1); } void main() { print("x"); } int main2() { return 1; }
// oracle: agrees
/* expect
x
finished
*/
