//=== -
void f() { Foo@ a = new Foo(); }
//=== -
public class A {}
//=== -
class A {
    public int a;
    static int b;
    virtual void c() {}
    A operator+(A b) {}
}
//=== -
struct A { int x; }
struct B : A { int y }
//=== -
void f() { let a = 1; var b = 2; unsigned int c; }
//=== -
fn main() -> int {}
let x = 3;
//=== -
void f() {
    if (a) {}
    elif (b) {}
    a->b();
    print(“hello”);
    int größe = 3 – 2;
}
//=== -
template<T> class A {}
