class E { E@ o; void f() { o.g(); } void g() { array<int> a; a[1] = 2; } } 
void main() { E e; E q; @e.o = q; try { e.f(); } catch { print(getExceptionInfo()); } e.f(); print("never"); }
// oracle: agrees
/* expect
Index out of bounds
exception: Index out of bounds at E::g:1
*/
