interface I { string n(); } class A : I { string n() { return "A"; } } class B : A { string n() { return "B" + A::n(); } } 
void main() { array<I@> l = {A(), B()}; for (uint i = 0; i < l.length(); i++) print(l[i].n()); I@ i = l[1]; A@ a = cast<A>(i); B@ b = cast<B>(a); print("" + (b !is null)); }
// oracle: agrees
/* expect
A
BA
true
finished
*/
