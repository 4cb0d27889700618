string t(string s) { print(s); return s; } void f(string a, string b) { print(a + b); } 
void main() { f(t("1"), t("2")); string x = t("a") + t("b"); }
// oracle: agrees
/* expect
2
1
12
a
b
finished
*/
