enum Color { Red, Green = 3, Blue = Green << 1 | 1, Last = ns::Other::Value, }
enum Empty {}
shared enum S { A }
external shared enum X;
enum Negative { A = -1, B = ~0, C = A == B ? 1 : 2 }
typedef int handle_t;
typedef uint64 big;
typedef double real;
funcdef void F();
funcdef int& G(const string &in, int &out a = 0);
funcdef array<int>@ H(array<int>@);
shared funcdef bool Less(const Obj &in, const Obj &in);
import void f() from "module";
import int& g(int a, const string &in b) from 'other';
import int h() property from "m";
