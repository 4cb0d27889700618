void f(int a = 3, int b) {}
// oracle: agrees
