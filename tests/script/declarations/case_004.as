final class X {} class Y : X {}
// oracle: agrees
