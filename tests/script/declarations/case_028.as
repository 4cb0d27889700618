void f(const string &in a) { a = "s"; }
// oracle: agrees
