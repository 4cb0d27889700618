class P { int x = 3; P@ next; string s = "a"; ~P() { print(s); } int f(int a) { return a + x; } }
class Q : P { int f(int a) override { return a * x; } }
int main() { P@ p = Q(); @p.next = P(); int n = 0; for (int i = 0; i < 9; i++) n += p.f(i) + p.next.f(i); return n; }
