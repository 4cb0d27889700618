const int a = 5; int[] arr = {a, a + 1}; void main() { print("" + arr[1]); }
// oracle: agrees
/* expect
6
finished
*/
