void fill(int &out a, string &out b, const string &in c) { a = 5; b = c + "w"; }
int main() {
    int a;
    string b = "q";
    fill(a, b, "w");
    double d = a / 2.0;
    uint8 u = uint8(300);
    int64 l = 1;
    l <<= 40;
    return a + int(b.length()) + int(d) + u + int(l >> 38);
}
