int f(int a, int b) { return a*10+b; }
class C { int v = 3; C() {} C(int x) { v = x; } ~C() { print("d" + v); } }
void g(C &out c) { c.v = 9; }
void main() { int x = 5; print("" + (x + x++)); x = 5; print("" + (x + (x = 3)));
 { C a(1); C b = a; b.v = 2; C@ h = C(7); }
 C(8); print("after"); 
 string s = 1; print(s); string t = 1.5f; print(t);
 C q; g(q); print("" + q.v);
 array<C> arr(2); arr[0].v = 4; arr[0] = C(6); print("" + arr[0].v);
}
// oracle: agrees
/* expect
11
6
d7
d2
d1
d8
after
1
1.5
d9
9
d6
6
d3
d6
d9
finished
*/
