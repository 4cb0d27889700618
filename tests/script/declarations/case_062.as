void f(uint a) { print("u"); } void f(float a) { print("f"); } void main() { f(1); f(-1); f(1.0); }
// oracle: agrees
/* expect
warning 1
u
u
f
finished
*/
