class M { int v; M(int a = 0) { v = a; } M opAdd(const M &in o) const { return M(v + o.v); } M opSub_r(int a) const { return M(a - v); } M& opMulAssign(int k) { v *= k; return this; } bool opEquals(int k) const { return v == k; } M opNeg() const { return M(-v); } M opShl(int k) const { return M(v << k); } int opMod(int k) const { return v % k; } M opPow(int k) const { return M(v ** k); } } 
void main() { M a(3); M b(4); M@ c = a + b; print("" + c.v); print("" + (10 - a).v); a *= 5; print("" + a.v + (a == 15) + (a != 15) + (-a).v + (a << 1).v + a % 4 + (b ** 2).v); }
// oracle: agrees
/* expect
7
7
15truefalse-1530316
finished
*/
