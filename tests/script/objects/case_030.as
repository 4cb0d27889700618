void main() { const int[] c = {1, 2}; print("" + c[0]); const string s = "x"; print(s + s.length()); int[]@ h; @h = c; }
// oracle: agrees
/* expect
error 1
compile-failed
*/
