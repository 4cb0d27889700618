interface IA { void a(); } interface IB : IA { void b(); } mixin class MI : IB { void a() { print("a"); } void b() { print("b"); } } class UI : MI {} 
void main() { IB@ i = UI(); i.a(); IA@ j = i; j.a(); i.b(); }
// oracle: agrees
/* expect
a
a
b
finished
*/
