array<int> mk() { array<int> a = {1, 2}; return a; } void main() { print("" + mk()[1] + mk().length()); }
// oracle: agrees
/* expect
22
finished
*/
