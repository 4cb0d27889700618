int depth(int n) { try { if (n == 0) throw("deep"); return depth(n - 1); } catch { print("c" + n); throw("re"); } return 0; } 
void main() { try { depth(2); } catch { print(getExceptionInfo()); } }
// oracle: agrees
/* expect
c0
c1
c2
re
finished
*/
