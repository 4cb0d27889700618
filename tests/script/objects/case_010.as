funcdef void CB(); class Btn { CB@ cb; void press() { if (cb !is null) cb(); } } class App { int n; void hit() { n++; } } 
void main() { App a; Btn b; @b.cb = CB(a.hit); b.press(); b.press(); print("" + a.n); @b.cb = null; b.press(); }
// oracle: agrees
/* expect
2
finished
*/
