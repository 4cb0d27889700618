class X { int a; float a; }
// oracle: agrees
