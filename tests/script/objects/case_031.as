void main() { int x = 3; x = x > 2 ? x < 5 ? 1 : 2 : 3; print("" + x); int y = 5, z; z = y = 2; print("" + y + z); x += y -= 1; print("" + x + y); print("" + (x = 7)); }
// oracle: agrees
/* expect
1
22
21
7
finished
*/
