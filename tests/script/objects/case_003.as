void f(array<string> &in a) { a.insertLast("z"); } 
void main() { array<string> s = {"a"}; f(s); print("" + s.length()); }
// oracle: agrees
/* expect
1
finished
*/
