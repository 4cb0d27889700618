class V { float x, y; V() {} V(float a, float b) { x = a; y = b; } V opAdd(const V &in o) const { return V(x + o.x, y + o.y); }
 V opMul(float s) const { return V(x * s, y * s); } V opMul_r(float s) const { return V(x * s, y * s); } V opNeg() const { return V(-x, -y); }
 bool opEquals(const V &in o) const { return x == o.x && y == o.y; } int opCmp(const V &in o) const { return x < o.x ? -1 : x > o.x ? 1 : 0; }
 V &opAddAssign(const V &in o) { x += o.x; y += o.y; return this; } float opIndex(int i) const { return i == 0 ? x : y; } V& opAssign(const V &in o) { x = o.x; y = o.y; return this; }
 float opCall(float k) { return x * k; } float len { get const { return x + y; } set { x = value; y = 0; } } string str() const { return "(" + x + "," + y + ")"; } int opConv() const { return int(x); } }
class Arr { array<int> d = {1,2,3}; int &opIndex(int i) { return d[i]; } int get_at(int i) const property { return d[i]; } void set_at(int i, int v) property { d[i] = v; } }
int gp { get { return 11; } set { print("set " + value); } }
void outs(int &out a, string &out s, const V &in v, V &out w) { a = 7; s = "out"; w = V(v.y, v.x); }
void main() {
  V a(1,2), b(3,4); V c = a + b * 2 ; print(c.str()); print((2 * a).str() + (-a).str()); print("" + (a == b) + (a != b) + (a < b) + (a >= b));
  a += b; print(a.str()); print("" + a[0] + a[1] + a(10)); print("" + a.len); a.len = 9; print(a.str()); print("" + int(a));
  Arr r; r[1] = 20; r[2] += 5; print("" + r[1] + " " + r[2]); print("" + r.at[0]); r.at[0] = 8; print("" + r.at[0]);
  print("" + gp); gp = 4; int i; string s; V w; outs(i, s, b, w); print("" + i + s + w.str());
  array<int> x = {5,3,9}; x.insertLast(1); x.sortAsc(); string o; for (uint k = 0; k < x.length(); k++) o += x[k] + ","; print(o);
  int[] y(3, 4); y[0] = 1; print("" + y.length() + y[0] + y[2]); array<array<int>> z = {{1,2},{3}}; print("" + z[0][1] + z[1].length()); 
  string[] ss = {"b", "a"}; ss.sortAsc(); print(join(ss, "-")); print("" + x.find(9)); array<V> vs(2); vs[1] = V(5,6); print(vs[1].str()); vs[0].x = 3; print(vs[0].str());
  array<V@> hs; hs.insertLast(a); @hs[0] = b; print(hs[0].str()); x[10] = 3;
}
// oracle: agrees
/* expect
(7,10)
(2,4)(-1,-2)
falsetruetruefalse
(4,6)
4640
10
(9,0)
9
20 8
1
8
11
set 4
7out(4,3)
1,3,5,9,
314
21
a-b
3
(5,6)
(3,0)
(3,4)
exception: Index out of bounds at main:17
*/
