funcdef bool P(int); array<int> filter(array<int>@ a, P@ p) { array<int> r; for (uint i = 0; i < a.length(); i++) if (p(a[i])) r.insertLast(a[i]); return r; } 
void main() { array<int> a = {1,2,3,4}; array<int> b = filter(a, function(x) { return x % 2 == 0; }); print("" + b.length() + b[1]); }
// oracle: agrees
/* expect
24
finished
*/
