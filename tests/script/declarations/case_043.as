class X { int opPreInc() { return 1; } int opPostInc() { return 2; } int opPreDec() { return 3; } int opPostDec() { return 4; } } void main() { X x; print("" + ++x + x++ + --x + x--); }
// oracle: agrees
/* expect
1234
finished
*/
