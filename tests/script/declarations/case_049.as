namespace A { int x = 1; namespace B { int y = 2; int f() { return x + y; } } } int x = 5; void main() { print("" + A::x + A::B::y + A::B::f() + ::x); }
// oracle: agrees
/* expect
1235
finished
*/
