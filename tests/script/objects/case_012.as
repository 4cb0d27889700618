int c = 0; int next() { return ++c; } 
void main() { print("" + next() + next()); int[] a = {next(), next()}; print("" + a[0] + a[1]); } 
// oracle: agrees
/* expect
12
34
finished
*/
