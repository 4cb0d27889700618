class X { void f() {} void f() {} }
// oracle: agrees
