int g = 3; int &rg() { return g; } void main() { rg() = 8; rg() += 2; print("" + g); }
// oracle: agrees
/* expect
10
finished
*/
