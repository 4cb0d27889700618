interface A { void f(); } interface B : A { int g() const; }
class Q : B { int z = 1; void f() { z++; } int g() const { return z; } }
abstract class Ab { int x = 1; int calc() { return x; } } final class Fin : Ab { int calc() override { return x + 1; } }
class Prot { protected int p = 5; private int q = 6; int sum() { return p + q; } } class PP : Prot { int pp() { return p; } }
class Ctor { string s; Ctor(int a) { s = "int"; } Ctor(float f) { s = "float"; } Ctor(const string &in t) { s = t; } Ctor(const Ctor &in o) { s = o.s + "copy"; } }
class Dflt { int a; float b; bool c; string d; Q q; Q@ r; array<int> arr; }
int ov(int a) { return 1; } int ov(float a) { return 2; } int ov(double a) { return 3; } int ov(const string &in s) { return 4; } int ov(uint8 a) { return 5; } int ov(int64 a) { return 6; }
void modify(array<int>@ a) { a.insertLast(4); } void byval(array<int> a) { a.insertLast(9); } void iofn(array<int> &inout a) { a.insertLast(7); }
Q@ make() { return Q(); } Q glob; const Q@ cq = glob;
class Link { Link@ next; int id; Link(int i) { id = i; } }
class Prop { private int _v = 3; int v { get const { return _v; } set { _v = value * 2; } } int get_w() const property { return 8; } }
class It { int opForBegin() const { return 0; } bool opForEnd(int i) const { return i >= 3; } int opForNext(int i) const { return i + 1; } int opForValue(int i) const { return i * 10; } }
void main() {
  Q q; B@ b = q; b.f(); print("" + b.g()); A@ a = b; a.f(); print("" + q.z + cast<B>(a).g()); Fin f; Ab@ ab = f; print("" + ab.calc());
  PP pp; print("" + pp.pp() + pp.sum()); Ctor c1(1), c2(1.5f), c3("str"), c4(c3); print(c1.s + c2.s + c3.s + c4.s); Ctor c5 = c2; print(c5.s);
  Dflt d; print("" + d.a + d.b + d.c + d.d + d.q.z + (d.r is null) + d.arr.length()); Dflt e = d; e.q.z = 7; print("" + d.q.z + e.q.z); @d.r = q; print("" + d.r.z);
  print("" + ov(1) + ov(1.0f) + ov(1.0) + ov("s") + ov(uint8(1)) + ov(int64(1)));
  array<int> arr = {1}; modify(arr); byval(arr); iofn(arr); print("" + arr.length()); print("" + make().g()); print("" + cq.g());
  Link@ l = Link(1); @l.next = Link(2); @l.next.next = l; print("" + l.next.next.id);
  Prop p; p.v = 4; print("" + p.v + p.w); p.v += 1; print("" + p.v);
  for (int i = 0, j = 10; i < j; i += 3, j--) print("" + i + " " + j);
  int sum = 0; for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (j == 2) continue; if (i == 3) break; sum += i * j; } } print("" + sum);
  array<string> words = "a b c".split(" "); print("" + words.length() + words[2]); array<array<string>> ws(2, array<string>(2, "x")); print(ws[1][1]);
  array<Q@> qs(2); print("" + (qs[0] is null)); @qs[1] = q; qs[1].z = 50; print("" + q.z); array<Q> qv(2); qv[0] = q; q.z = 1; print("" + qv[0].z);
  int[] nums = {3, 1, 2}; nums.sortDesc(); print("" + nums[0] + nums[1] + nums[2]); nums.sort(function(a, b) { return a < b; }); print("" + nums[0]); nums.reverse(); print("" + nums[0]); print("" + (nums == nums));
  uint u = 3000000000; print("" + u); int64 i64 = 5000000000; print("" + i64); print("" + 0xFF + 0b101 + 1e3 + .5f); print("" + (u > 5) + (1 == 1.0));
  float fl = 7; fl /= 2; print("" + fl); int ii = 7; ii /= 2; ii <<= 3; ii |= 1; ii ^= 0xF; ii %= 10; print("" + ii); double dd = 2; dd **= 3; print("" + dd);
  print(true ? "t" : "f"); print("x" + 'y' + """heredoc"""); print("tab\tq\"uote\\"); bool bb = 1 < 2 && 2 < 3; print("" + bb);
  string s = "abc"; s += 'd'; s = "z" + s; print(s + s.length()); print("" + (s == "zabcd") + (s < "zz") + s.findFirst("b")); string s2 = s; s2 += "!"; print(s + s2);
  print("" + uint8(300) + int8(200) + uint16(70000) + int(3000000000)); print("" + int(true ? 1.9 : 0)); const int K = 4; print("" + K * 2); int n1 = -5; print("" + -n1 + ~n1 + (n1 >>> 1));
  { int shadow = 1; { int shadow2 = 2; print("" + shadow + shadow2); } } if (bb) print("if"); else print("else"); ;
}
// oracle: agrees
/* expect
2
33
2
511
intfloatstrstrcopy
floatcopy
00false1true0
17
3
123456
3
1
1
1
88
18
0 10
3 9
6 8
56
3c
x
true
50
50
321
1
3
true
3000000000
5000000000
255510000.5
truetrue
3.5
2
8
t
xyheredoc
tab	q"uote\
true
zabcd5
truetrue2
zabcdzabcd!
44-564464-1294967296
1
8
54-3
12
if
finished
*/
