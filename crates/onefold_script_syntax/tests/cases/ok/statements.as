void main() {
    ;
    {}
    { { int a; } }
    int a = 1, b, c(2);
    const Obj@ h = null;
    ns::T t;
    if (a) b;
    if (a) { b; } else { c; }
    if (a) b; else if (c) d; else if (e) f; else g;
    if (a) if (b) c; else d;
    while (a) b;
    while (true) { break; continue; }
    do a; while (b);
    do { a; } while (b && c);
    for (;;) {}
    for (int i = 0, j = 1; i < 3; i++, --j) {}
    for (i = 0; ; ) break;
    for (a = 1; b; c, d, e) ;
    for (const T@ x = y; x !is null; @x = x.next) {}
    switch (a) { case 1: case 2: f(); break; case E::A: { int x; } return; default: g(); }
    switch (a) { default: }
    switch (a) { case -1: case 1 + 2: case A ? 1 : 2: }
    return;
}
