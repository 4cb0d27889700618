void main() {
    a = 2 ** 3 ** 4;
    a = -2 ** 2;
    a = 1 + 2 * 3 - 4 / 5 % 6;
    a = 1 - 2 - 3;
    a = 1 << 2 + 3 >> 4 >>> 5;
    a = 1 | 2 ^ 3 & 4 << 5;
    a = b & 3 == 3;
    a = b < c == d > e;
    a = b == c != d is e !is f ^^ g xor h;
    a = b && c || d and e or f;
    a = b || c && d == e | f;
    a = b = c = d;
    a += b -= c *= d /= e %= f **= g;
    a &= b |= c ^= d <<= e >>= f >>>= g;
    a = b ? c : d;
    a = b ? c : d ? e : f;
    a = b ? c ? d : e : f;
    b ? c : d = e;
    (b ? c : d) = e;
    a = b ? c = d : e = f;
    a = b >= c;
}
