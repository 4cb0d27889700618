[meta] void main() { print("m"); }
// oracle: agrees
