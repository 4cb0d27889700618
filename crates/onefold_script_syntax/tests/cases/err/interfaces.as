// level: 2.35
//=== 1
interface I { void f() { } }
//=== 1
interface I { int x; }
//=== 1
interface I { I@ f(); } interface I2 { private void f(); }
//=== 1
interface I { void f() }
//=== 1
interface I { f(); }
//=== 1
interface I : { }
//=== 1
interface 1 { }
