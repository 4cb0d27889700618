class X { int v; X(int a) { v = a; } int opCmp(const X &in o) const { return v - o.v; } bool opEquals(const X &in o) const { return v == o.v; } } void main() { X a(1), b(2); print("" + (a < b) + (a == b) + (a != b) + (b >= a)); array<X@> l = {b, a}; l.sortAsc(); print("" + l[0].v); }
// oracle: agrees
/* expect
truefalsetruetrue
1
finished
*/
