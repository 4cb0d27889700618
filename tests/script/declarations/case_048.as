class X { protected void p() { print("p"); } } class Y : X { void r() { p(); } } void main() { Y y; y.r(); }
// oracle: agrees
/* expect
p
finished
*/
