void main() { try { int a = 0; a = 5 / a; } catch { print("c"); } try { try { throw("in"); } catch { throw("out"); } } catch { print(getExceptionInfo()); } }
// oracle: agrees
/* expect
c
out
finished
*/
