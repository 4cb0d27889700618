uint64 big = 0xFFFFFFFFFFFFFFFF; int64 neg = -1; 
void main() { print("" + big + " " + neg); print("" + uint64(neg) + " " + int(big) + " " + double(big)); print("" + (neg >> 60) + " " + (neg >>> 60) + " " + (big >> 4)); print("" + (1.0f / 3.0f) + " " + (1.0 / 3.0) + " " + float(0.1)); int64 m = 1; for (int i = 0; i < 40; i++) m *= 2; print("" + m); uint8 c = 'A'[0]; print("" + c); }
// oracle: agrees
/* expect
18446744073709551615 -1
18446744073709551615 -1 1.84467e+19
15 -1 1152921504606846975
0.333333 0.333333 0.1
1099511627776
65
finished
*/
