void main() { array<int> a = {1,2,3}; array<int> b; b = a; b.insertAt(1, 9); b.removeAt(0); print("" + b.length() + b[0] + a.length()); b.resize(5); print("" + b[4]); a.removeRange(0, 2); print("" + a[0]); print("" + a.isEmpty()); a.insertAt(0, b); print("" + a.length()); }
// oracle: agrees
/* expect
393
0
3
false
6
finished
*/
