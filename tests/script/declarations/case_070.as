void main(int a) { }
// oracle: agrees
/* expect
no-entry
*/
