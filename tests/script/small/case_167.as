class A { int x; void m() const {} void n() {} private int p; protected int q; A() {} A(int v) { x = v; } } class B : A { } interface I { void q(); } funcdef void F(); int f(int a) { return a; } void g() {} enum E { P, Q } abstract class Ab {}
void main() {
array<array<A>> a; a.resize(2); a[0].resize(1); a[0][0].x = 3; print("" + a[0][0].x);
}
// oracle: agrees
/* expect
3
finished
*/
