class Tree { Tree@[] kids; string n; Tree(string s) { n = s; } Tree@ add(string s) { Tree t(s); kids.insertLast(t); return t; } int count() { int c = 1; for (uint i = 0; i < kids.length(); i++) c += kids[i].count(); return c; } } 
void main() { Tree r("r"); r.add("a").add("b"); r.add("c"); print("" + r.count()); }
// oracle: agrees
/* expect
4
finished
*/
