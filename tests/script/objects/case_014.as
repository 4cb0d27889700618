bool y() { print("y"); return true; } bool n() { print("n"); return false; } 
void main() { if (n() && y()) {} if (y() || n()) {} bool r = n() ^^ y(); print("" + r); }
// oracle: agrees
/* expect
n
y
n
y
true
finished
*/
