interface I {}
interface J : I, ns::K {
    void f();
    int g(int a, const string &in b) const;
    I@ h();
    int& i();
    int p { get; set; }
    int q { get const; set const; }
    string r { get const; }
}
shared interface S { void f(); }
external shared interface X;
