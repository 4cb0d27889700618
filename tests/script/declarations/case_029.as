void f(const int a) { a = 3; }
// oracle: agrees
