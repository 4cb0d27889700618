int sq(int x) { return x * x; } double sq(double x) { return x * x + 0.5; } 
void main() { print("" + sq(3) + " " + sq(3.0) + " " + sq(uint8(3))); float f = 2; print("" + sq(f)); }
// oracle: agrees
/* expect
9 9.5 9
4.5
finished
*/
