enum E { A = 3, B } void main() { print("" + B); }
// oracle: agrees
/* expect
4
finished
*/
