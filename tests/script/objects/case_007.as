void main() { any a; a.store(3.5); double d; print("" + a.retrieve(d) + d); any b("x"); string s; b.retrieve(s); print(s); any c = b; c.retrieve(s); }
// oracle: agrees
/* expect
true3.5
x
finished
*/
