class A { int x; void m() const {} void n() {} private int p; protected int q; A() {} A(int v) { x = v; } } class B : A { } interface I { void q(); } funcdef void F(); int f(int a) { return a; } void g() {} enum E { P, Q } abstract class Ab {}
void main() {
const A a; a.n();
}
// oracle: agrees
/* expect
error 3
compile-failed
*/
