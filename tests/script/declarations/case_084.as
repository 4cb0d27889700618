string cat(string a, string b = "d") { return a + b; } void main() { print(cat("x") + cat(b: "p", a: "q")); }
// oracle: agrees
/* expect
xdqp
finished
*/
