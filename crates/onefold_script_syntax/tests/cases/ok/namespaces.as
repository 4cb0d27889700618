namespace A {
    int x;
    namespace B { void f() { ::g(); A::B::f(); } }
    class C {}
    [meta] enum E { V }
}
namespace A::B::C { int y = A::x; ; }
namespace Empty {}
int z = A::B::C::y + ::A::x;
A::C@ c = A::C();
