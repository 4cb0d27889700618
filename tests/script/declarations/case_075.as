string gs = "a"; string &rs() { return gs; } void main() { rs() += "b"; print(gs); }
// oracle: agrees
/* expect
ab
finished
*/
