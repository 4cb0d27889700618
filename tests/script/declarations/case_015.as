class X { void f() override {} }
// oracle: agrees
