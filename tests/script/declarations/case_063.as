class A {} class B : A {} class C : B {} void f(A@ a) { print("A"); } void f(B@ b) { print("B"); } void main() { C c; f(c); f(A()); f(null); }
// oracle: agrees
/* expect
error 1
compile-failed
*/
