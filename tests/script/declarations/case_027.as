void f(string &inout a) { a = "s"; }
// oracle: agrees
