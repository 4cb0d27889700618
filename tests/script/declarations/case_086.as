enum Color { R, G = 5, B } void main() { Color c = G; switch (c) { case R: print("r"); break; case Color::G: print("g"); break; } print("" + (c == G) + (c > R) + int(B)); int i = c; c = Color(0); print("" + i + c); }
// oracle: agrees
/* expect
g
truetrue6
50
finished
*/
