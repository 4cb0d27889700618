namespace G { int c = 0; void inc() { c++; } namespace H { void inc2() { inc(); G::inc(); c += 10; } } class T { void t() { inc(); } } } 
void main() { G::H::inc2(); G::T t; t.t(); print("" + G::c); }
// oracle: agrees
/* expect
13
finished
*/
