class V { int[] d; V() { d.resize(3); } int opIndex(uint i) const { return d[i]; } int &opIndex(uint i) { return d[i]; } } 
void main() { V v; v[1] = 5; v[1] += 2; v[1]++; print("" + v[1]); const V@ c = v; print("" + c[1]); }
// oracle: agrees
/* expect
8
8
finished
*/
