class P { private int a_; int a { get const { return a_; } set { a_ = value; } } P@ nx; P@ n { get { return nx; } set { @nx = value; } } } 
void main() { P p, q; p.a = 3; @p.n = q; p.n.a = 7; print("" + p.a + q.a); p.a++; }
// oracle: agrees
/* expect
error 2
compile-failed
*/
