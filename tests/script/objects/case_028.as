void opt(int a, string b = "dflt", float c = 1.5f) { print("" + a + b + c); } 
void main() { opt(1); opt(2, "x"); opt(3, c: 2); opt(a: 4, c: 3); }
// oracle: agrees
/* expect
1dflt1.5
2x1.5
3dflt2
4dflt3
finished
*/
