enum Fl { A = 1, B = 2, C = A | B, D = 1 << 4 } void f(Fl x) { print("" + x); } 
void main() { f(C); f(Fl(4)); Fl z = Fl(A | D); print("" + z); int[] arr(D); print("" + arr.length()); if (z & A != 0) print("no"); }
// oracle: agrees
/* expect
3
4
17
16
no
finished
*/
