funcdef void F(int &out); void g(int &out a) { a = 9; } void main() { F@ f = g; int x; f(x); print("" + x); }
// oracle: agrees
/* expect
9
finished
*/
