mixin class Cnt { int c; void inc() { c++; upd(); } } class W : Cnt { void upd() { print("w" + c); } } class Z : Cnt { int c = 5; void upd() { print("z" + c); } } 
void main() { W w; w.inc(); Z z; z.inc(); }
// oracle: agrees
/* expect
w1
z6
finished
*/
