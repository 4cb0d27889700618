interface I { void f(); } class X : I { }
// oracle: agrees
