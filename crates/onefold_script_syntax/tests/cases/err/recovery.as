//=== -
class A {
    int a
    int b = ;
    void f( {}
    void g() {
        int x = 1
        if (x == ) { }
        for (int i = 0; i < 3 i++) { g(; }
        return x +;
    }
    int c;
}
void h() { A a; a.; a.b(; foo }
int d
int e = 3;
//=== -
void f() {
    if (a) {
        b();
//=== -
void f() {
    a(1, 2;
    b[3;
    int c = {1, 2;
    (d;
    while (e { f(); }
    g();
}
//=== -
namespace N {
    enum E { A, B
    class C { int x; }
//=== -
void f() {
    switch (a) {
        b();
        case 1 c();
        default: int d;
        case 2: break; e();
    }
}
