[factory func = CreateOgre]
class COgre {
    [editable]
    vector3 myPosition;
    [editable] [range [10, 100]]
    private int myStrength;
    [a] COgre() {}
    [b] void f() {}
    [c] int p { get { return 1; } }
    [d] funcdef void G();
}
[factory]
COgre @CreateOgre() { return @COgre(); }
[x][y]int z;
[enumeration] enum E { [first] A, [second, "]"] B = 1, C }
[] interface I { [m] void f(); }
[f] funcdef void F();
[t] typedef int T;
