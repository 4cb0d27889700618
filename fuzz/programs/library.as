int main() {
    array<int> a = {3, 1, 2};
    a.sortAsc();
    int n = 0;
    for (uint i = 0; i < a.length(); i++) n += a[i];
    array<string> t = {"x", "y"};
    t.insertLast("z");
    dictionary d;
    d["k"] = 5;
    int v;
    d.get("k", v);
    return n + v + int(t.length());
}
