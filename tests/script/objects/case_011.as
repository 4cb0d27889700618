funcdef int F(int); int a(int x) { return x + 1; } int b(int x) { return x * 2; } 
void main() { array<F@> fs = {a, b}; print("" + fs[0](3) + fs[1](3)); dictionary d; F@ f = fs[0]; print("" + (f is fs[0]) + (f is fs[1])); }
// oracle: agrees
/* expect
46
truefalse
finished
*/
