class X { X() {} X(int a) {} } class Y : X { Y() { super(1); } }
// oracle: agrees
/* expect
no-entry
*/
