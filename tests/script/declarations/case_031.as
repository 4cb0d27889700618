void f(string a) { a += "x"; print(a); } void main() { string x = "1"; f(x); print(x); }
// oracle: agrees
/* expect
1x
1
finished
*/
