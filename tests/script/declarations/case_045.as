class X { ~X() { print("dtor"); } } X@ f() { X x; return x; } void main() { f(); print("end"); X@ y = f(); }
// oracle: agrees
/* expect
dtor
end
dtor
finished
*/
