funcdef int F(int); class X { int k; X(int i) { k = i; } int m(int a) { return a + k; } F@ get() { return F(this.m); } } void main() { F@ f = X(5).get(); print("" + f(3)); }
// oracle: agrees
/* expect
8
finished
*/
