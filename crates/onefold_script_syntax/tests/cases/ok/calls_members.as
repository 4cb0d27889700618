void main() {
    f(); f(1); f(1, 2); f(a: 1); f(1, b: 2, c: 3); f(g(h(i())));
    a.b; a.b.c; a.b(); a.b().c(1).d; a.b(1)(2)(3);
    a[1]; a[1][2]; a[1, 2]; a[x: 1, y: 2]; a[1, y: 2]; a()[1].b[2]();
    (a)(b); (a.b)(c); f()();
    ns::f(); ::f(); ::ns::f(1); a::b::c; ::a;
    super(1); super.f(); this.x = 1; this[1]; this();
    f(void); f(a ? b : c, d = e, {1, 2}, {}); f(@a, @b);
    get(); set(1); from; property; function; function(); function(a, b);
    x.function; x.get().set; obj.shared.final;
    f(a: b ? c : d);
}
