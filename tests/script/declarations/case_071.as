int x; void main() { x = 3; print("" + ::x); int x = 4; print("" + x + ::x); }
// oracle: agrees
/* expect
3
43
finished
*/
