class A { int x; void m() const {} void n() {} private int p; protected int q; A() {} A(int v) { x = v; } } class B : A { } interface I { void q(); } funcdef void F(); int f(int a) { return a; } void g() {} enum E { P, Q } abstract class Ab {}
void main() {
int8 a = 127; a++; print("" + a); uint16 b = 0; b--; print("" + b);
}
// oracle: agrees
/* expect
-128
65535
finished
*/
