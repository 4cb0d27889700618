void boom(int a) { if (a == 2) throw("two"); }
int main() {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        try { boom(i); n += i; } catch { n += 100; }
    }
    switch (n) { case 1: return 1; case 104: return n; default: return 0; }
    return 0;
}
