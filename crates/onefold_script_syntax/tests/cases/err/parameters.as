// level: 2.35
//=== 1
int f( { }
//=== 1
void f(int a, ) { }
//=== 1
void f(int a int b) { }
//=== 1
void f(int & const a) {}
//=== 1
void f(int a[]) {}
//=== 1
void f(int[] a, array<int>@ b, ?&in c) {}
//=== 1
void f(out int a) {}
//=== 1
void f(int out a) {}
//=== 1
void f(int &in &out a) {}
//=== 1
void f(int...) {}
