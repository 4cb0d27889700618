class T { int a; T() { this.a = 3; } int get() { return this.a; } } void main() { T t; print("" + t.get()); }
// oracle: agrees
/* expect
3
finished
*/
