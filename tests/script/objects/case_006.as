class K { int v = 3; } 
void main() { dictionary d; K k; @d["h"] = k; K@ r = cast<K>(d["h"]); r.v = 9; print("" + k.v); d["o"] = k; K o; d.get("o", o); print("" + o.v); }
// oracle: agrees
/* expect
9
9
finished
*/
