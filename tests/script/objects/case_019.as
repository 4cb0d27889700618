class A { int x = 1; A() { x = 2; init(); } void init() { x *= 10; } } class B : A { int y = x; B() { super(); y += 1; } void init() { x += 5; } } 
void main() { B b; print("" + b.x + b.y); }
// oracle: agrees
/* expect
78
finished
*/
