void main() { string s = "hello world"; print("" + s.findFirst("o") + s.findLast("o") + s.findFirst("o", 5)); s.insert(5, ","); print(s); s.erase(5, 1); print(s); s.resize(3); print(s + s.isEmpty()); print(s.substr(1, 1)); array<string>@ p = "a,b".split(","); print(p[1]); print("" + parseFloat("2.5") + parseInt("ff", 16)); uint c; parseInt("12x", 10, c); print("" + c); }
// oracle: agrees
/* expect
477
hello, world
hello world
helfalse
e
b
2.5255
2
finished
*/
