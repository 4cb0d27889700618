shared class S { int a = 4; } void main() { S s; print("" + s.a); }
// oracle: agrees
/* expect
4
finished
*/
