funcdef int F(int);
int twice(int a) { return a * 2; }
class C { int k = 2; int m(int a) { return a * k; } }
int main() {
    F@ f = twice;
    C c;
    F@ g = F(c.m);
    F@ h = function(a) { return a + 1; };
    return f(1) + g(2) + h(3);
}
