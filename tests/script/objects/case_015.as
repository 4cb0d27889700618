void main() { for (int i = 0; i < 3; i++) { switch (i) { case 0: continue; case 1: break; default: print("d" + i); } print("e" + i); } int i = 0; while (true) { if (++i > 3) break; if (i == 2) continue; print("" + i); } do print("once"); while (false); }
// oracle: agrees
/* expect
e1
d2
e2
1
3
once
finished
*/
