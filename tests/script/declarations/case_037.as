class X { int get_opIndex(string s) const property { return 3; } void set_opIndex(string s, int v) property { print(s + v); } } void main() { X x; print("" + x["a"]); x["b"] = 4; }
// oracle: agrees
/* expect
3
b4
finished
*/
