void main() {
    -a; +a; !a; not a; ~a; ++a; --a; @a;
    - -a; -+~!not --a; @@a; -a++; !a.b; -a[1]++; @a.b(c)[d];
    a++; a--; a++ ++; a.b++;
    a - -b; a - --b; a-- - --b; a+++b; a + + +b;
    !is_ready; !isFoo; a !is null; a !is b;
    not a and not b or not c;
    -1; -1.5f; - 0xFF;
}
