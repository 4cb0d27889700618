void main(int a) { }
// oracle: agrees
