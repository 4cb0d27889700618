enum E { A, B = 5, C }
int fib(int n) { return n < 2 ? n : fib(n-1) + fib(n-2); }
int add(int a, int b = 10, int c = 100) { return a + b + c; }
int g1 = 5; float g2 = 2.5f; const double PI = 3.14159; string gs = "hello";
int main() {
  print("fib " + fib(15));
  int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; s += i; }
  print("" + s); int k = 0; while (k < 5) ++k; do { k--; } while (k > 2); print("" + k);
  switch (k) { case 1: print("one"); break; case 2: print("two"); case 3: print("three"); break; default: print("d"); }
  print("" + add(1) + " " + add(1, 2) + " " + add(1, c: 3)); print("" + A + B + E::C);
  print("" + (5 / 2) + (-5 / 2) + (-5 % 3) + (-7 >> 1) + (-7 >>> 1) + (1 << 33));
  print("" + 5 / 2.0 + " " + 1.0f / 3 + " " + 2 ** 10 + " " + 2.0 ** 0.5);
  uint8 b = 250; b += 10; print("" + b); int8 c = -128; c--; print("" + c);
  print("" + (g1 + g2) + PI + gs); gs += " world" + 1; print(gs); g1 *= 3; print("" + g1);
  bool t = true; print("" + (t && !false) + (t ^^ true) + (t || false));
  print("" + (1.5 > 1 ? "y" : "n")); int64 big = 1; big <<= 40; print("" + big); uint u = 0; u--; print("" + u);
  print("" + int(3.99) + int(-3.99) + uint(7.5f)); print("" + (~5) + (5 & 3) + (5 | 3) + (5 ^ 3));
  int x = 5; print("" + (x++ + ++x)); float f = 1e20f; print("" + f); print("" + 0.1f + " " + 1e-7 + " " + 100000.0 + " " + 1234567.0);
  return 42;
}
// oracle: agrees
/* expect
fib 610
25
2
two
three
111 103 14
056
2-2-22147483644-42
2.5 0.333333 1024 1.41421
4
127
7.53.14159hello
hello world1
15
truefalsetrue
y
1099511627776
4294967295
3-37
4294967290176
12
1e+20
0.1 1e-07 100000 1.23457e+06
finished 42
*/
