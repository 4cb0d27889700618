interface I { int id(); }
class A : I {
    int id() { return 1; }
    A@ opAssign(const A &in o) { return this; }
    int opIndex(int i) { return i; }
}
int main() {
    I@ i = A();
    A@ a = cast<A>(i);
    weakref<A> w(a);
    A b;
    b = a;
    grid<int> g(2, 2);
    g[1, 1] = 4;
    any x;
    x.store(5);
    int64 y;
    x.retrieve(y);
    return i.id() + a[3] + g[1, 1] + int(y) + (w.get() is a ? 1 : 0);
}
