void main() { complex a(1, 2), b(3, 4); complex c = a + b; print("" + c.r + c.i + (a == b) + (a * b).r); c += a; c.r = 9; print("" + c.r + c.i + c.abs()); }
// oracle: agrees
/* expect
46false-5
9812.0416
finished
*/
