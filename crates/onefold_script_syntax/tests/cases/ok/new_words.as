using namespace A;
using namespace B::C;
enum Small : uint8 { A, B = 2 }
enum Signed : int16 { C = -1 }
class K {
    K(const K &in other) delete;
    K@ opAssign(const K &in other) delete;
}
void main() {
    using namespace D::E;
    foreach (int v : list) print(v);
    foreach (auto v, auto k : dict) { print(k); }
    foreach (const Foo@ v : a ? b : c) {}
    f(function(, int, a) {});
    int million = 1'000'000, mask = 0xFF'FF, bits = 0b1010'0101; double d = 1'000.5'5e1'0;
    min<int>(1, 2);
}
