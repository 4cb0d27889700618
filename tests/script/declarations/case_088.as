class N { N@ l; N@ r; int v; N(int a) { v = a; } } void ins(N@ n, int v) { if (v < n.v) { if (n.l is null) @n.l = N(v); else ins(n.l, v); } else { if (n.r is null) @n.r = N(v); else ins(n.r, v); } } void walk(N@ n) { if (n is null) return; walk(n.l); print("" + n.v); walk(n.r); } void main() { N r(5); ins(r, 3); ins(r, 8); ins(r, 1); walk(r); }
// oracle: agrees
/* expect
1
3
5
8
finished
*/
