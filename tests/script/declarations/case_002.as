class X { X(int a) {} } class Y : X { Y() { } }
// oracle: agrees
