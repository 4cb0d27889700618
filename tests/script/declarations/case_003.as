class X { void f() final {} } class Y : X { void f() {} }
// oracle: agrees
