class X { int opAdd(int a) { return a + 1; } int opAdd_r(int a) { return a + 2; } int opSub(X@ o) { return 5; } } void main() { X x; print("" + (x + 1) + (1 + x) + (x - x)); }
// oracle: agrees
/* expect
235
finished
*/
