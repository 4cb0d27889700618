void main() {
    bool a; int8 b; int16 c; int d; int32 e; int64 f; uint8 g; uint16 h; uint i; uint32 j; uint64 k; float l; double m;
    const int n = 1;
    Foo o; Foo@ p; const Foo@ q; Foo@ const r; const Foo@ const s; Foo@@ t;
    int[] u; int[][] v; Foo@[] w; Foo[]@ x; const Foo@[]@ const y;
    array<int> z; array<const Foo@> aa; array<array<array<int>>> bb; map<string, array<int>@> cc;
    ns::Foo dd; ::Foo ee; a::b::c ff; ::a::b@ gg; a<int>::b hh; ns::a<b::c<d>>::e@[] ii;
    auto jj = 1; auto@ kk = ll; const auto mm = 1; const auto@ nn = oo;
}
