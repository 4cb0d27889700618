void f(int a) {} void f(int b) {}
// oracle: agrees
