int &bad() { int x; return x; } void main() {}
// oracle: agrees
