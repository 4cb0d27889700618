// level: 2.35
//=== 1
x
//=== 1
typedef foo bar;
//=== 1
typedef int;
//=== 2
typedef float bar
void main() {}
//=== 2
funcdef void F(int)
void main() {}
//=== 1
namespace { }
//=== 1
namespace A { int x;
//=== 1
import void f() from foo;
//=== 2
import void f() from "foo"
void main(){}
//=== 1
import void f();
//=== 1
mixin int x;
//=== 1
shared mixin class O {}
void main() {}
//=== 1
shared int x;
//=== 1
abstract void f() {}
//=== 1
private int x; protected void f() {}
void main() {}
//=== 1
const int@ a; int&in b;
void main(){}
//=== 1
funcdef int F(int); void main(){ F@ f = function { return 1; };}
//=== -
array<int> a = {1,2
;
void main() {}
//=== 1
namespace A { void f() { } 
//=== 1
namespace A:: { }
//=== 1
namespace A::B int x;
//=== 1
typedef int int8;
//=== 1
funcdef F();
//=== 1
funcdef void F;
//=== 1
funcdef void (int);
//=== 1
import f() from "x";
//=== 1
void f(
//=== 1
void f
//=== 1
void
//=== 1
int
//=== 1
}
//=== 1
{ }
//=== 1
( )
//=== 1
123
//=== 1
"abc"
//=== 1
foo();
//=== 1
foo bar baz;
//=== 1
int 3;
//=== 1
int x y;
//=== 1
int x = 3 int y;
//=== 1
@
//=== 1
template<class T> void f() {}
//=== 1
public class A { }
//=== 1
shared namespace X {}
//=== 1
shared typedef int x;
//=== 1
final int f() {}
