class A { int x; void m() const {} void n() {} private int p; protected int q; A() {} A(int v) { x = v; } } class B : A { } interface I { void q(); } funcdef void F(); int f(int a) { return a; } void g() {} enum E { P, Q } abstract class Ab {}
void main() {
print("" + closeTo(1.0f, 1.0f) + pow(2, 3) + floor(2.5f) + abs(-3));
}
// oracle: agrees
/* expect
true823
finished
*/
