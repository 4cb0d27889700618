void main() {
    int(1); float(a + b); bool(); uint8(x)++; double(1) / 2;
    int[](3); int[][](2); int[]@ a = int[](1);
    Foo[](3); ns::Foo[](1);
    array<int>(3); array<array<int>>(2); array<int>[](1); ns::T<int, float@>(1, 2).f();
    array<int> = {1, 2}; array<array<int>>@ b = array<array<int>>={{1}}; int[] = {1};
    x = {1, 2}; x.y = {}; f(array<int> = {1}); f(int[] = {1}, 2);
    cast<Foo>(a); cast<Foo@>(a).b(); cast<const Foo@>(a + b); cast<array<int>@>(a); cast<int>(1.5);
    string s = "" + (array<int> = {1}).length();
    a < b; a < b > c; a < (b); a < b && c > d; f(a < b, c > d); f(a < b, c > -d);
    tmpl<int>(1); ns::tmpl<int, Foo@>(1, 2); obj.tmpl<array<int>>(x); ::tmpl<T>();
    array<int>::less l; array<int>::f();
}
