class X { X@ opCast() { return null; } string opImplConv() const { return "s"; } } void main() { X x; string s = x; print(s); }
// oracle: agrees
/* expect
s
finished
*/
