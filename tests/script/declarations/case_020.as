int f() { }
// oracle: agrees
