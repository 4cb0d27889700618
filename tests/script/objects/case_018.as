class D { string n; D(string s) { n = s; } ~D() { print("~" + n); } } D@ mk(string s) { return D(s); } 
void main() { mk("tmp"); { D d("block"); D@ e = mk("h"); @e = null; print("x"); } D l("last"); array<D@> a = {mk("in")}; a.resize(0); print("end"); }
// oracle: agrees
/* expect
~tmp
~h
x
~block
~in
end
~last
finished
*/
