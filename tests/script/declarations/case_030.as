void f(int a) { a = 3; print("" + a); } void main() { int x = 1; f(x); print("" + x); }
// oracle: agrees
/* expect
3
1
finished
*/
