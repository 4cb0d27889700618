interface I { int p { get; set; } } class X : I { int p { get { return 1; } set {} } } void main() { I@ i = X(); print("" + i.p); }
// oracle: agrees
/* expect
1
finished
*/
