class X { private void p() {} void q() { p(); } } class Y : X { void r() { p(); } }
// oracle: agrees
