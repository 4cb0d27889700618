void f(int &inout a) { a = 3; }
// oracle: agrees
