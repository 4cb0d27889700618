class It { int opForBegin() const { return 0; } bool opForEnd(int i) const { return i >= 3; } int opForNext(int i) const { return i + 1; } int opForValue(int i) const { return i * 10; } }
namespace NN { int q = 3; int f() { return 8; } }
enum TE : uint8 { X = 3, Y }
using namespace NN;
class D2 { int a = 1; D2() { a = 5; } }
void main() {
  array<int> arr = {4, 5, 6}; foreach (int v : arr) print("" + v); foreach (auto v, auto i : arr) { if (i == 1) continue; print("" + i + v); }
  It it; foreach (int v : it) print("" + v); dictionary d = {{"k", 1}}; foreach (auto v, auto k : d) print(k + int(v));
  print("" + q + f()); print("" + TE::Y); D2 x; D2 y(x); print("" + y.a); print(format("{} and {}", 1, "two")); print("" + 1'000);
}
/* expect
4
5
6
04
26
0
10
20
k1
38
4
5
1 and two
1000
finished
*/
