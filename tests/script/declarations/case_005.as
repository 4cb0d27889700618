class X : X {}
// oracle: agrees
