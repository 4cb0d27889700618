int get_p() property { return 3; } void set_p(int v) property { print("s" + v); } void main() { print("" + p); p = 4; p += 2; }
// oracle: agrees
/* expect
3
s4
s5
finished
*/
