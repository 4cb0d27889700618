void out2(int &out a, int &out b) { a = 1; b = 2; } class H { int p; int[] arr = {0, 0}; } 
void main() { H h; out2(h.p, h.arr[1]); print("" + h.p + h.arr[1]); out2(void, h.p); print("" + h.p); }
// oracle: agrees
/* expect
12
2
finished
*/
