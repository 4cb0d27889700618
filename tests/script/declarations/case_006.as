class X : Nope {}
// oracle: agrees
