class Empty {}
class Forward : Base, ns::Iface {}
shared abstract class A : B, C, D {
    int field;
    private int hidden = 3, other;
    protected array<int> list = {1, 2};
    Obj made(1, 2);
    A() {}
    A(int x) explicit { super(x); }
    private A(string s) {}
    ~A() {}
    void method() { this.field = 1; }
    int getter() const { return field; }
    void over() override {}
    void last() final {}
    int both(int a = 1) const override final { return a; }
    int prop { get const { return field; } set { field = value; } }
    int& ref_prop { get { return field; } }
    private int read_only { get { return 1; } }
    int get_x() const property { return 1; }
    A@ opAssign(const A &in other) { return this; }
    funcdef void Callback(int);
    ;
};
final class Closed {}
external shared class Elsewhere;
shared external class Elsewhere2;
mixin class M : I { void f() {} int a = 1; }
mixin shared class N {}
class shared {}
class Uses { shared s; final f; shared@ make() { return null; } abstract a() { return 1; } }
