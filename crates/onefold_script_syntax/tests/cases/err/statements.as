// level: 2.35
//=== 1
void f() { if x { } }
//=== 1
void f() { if (x { } }
//=== 1
void f() { for (int i=0; i<3) {} }
//=== 1
void f() { for (i=0; i<3; i++, j++ {} }
//=== 1
void f() { while () {} }
//=== 1
void f() { do { } while (true) }
//=== 1
void f() { try { } }
//=== 2
void main(){ int x = 5 
 int y = 6; foo(; return }
//=== 1
void main(){ for (int i = 0; i < 3; i++;) {} }
//=== 1
void main(){ for (int i = 0, i < 3, i++) {} }
//=== 1
void main(){ do int x = 3; while (false); }
//=== 1
void main(){ if (true) int b; else a = 1; while (true) int c; }
//=== 1
void main(){ if (true) else a = 1; }
//=== 1
void main(){ else { } }
//=== 1
void main(){ catch { } }
//=== 1
void main(){ break 1; return; continue; }
//=== 1
void main(){ int if = 3; }
//=== 1
void main(){ return 1 2; }
//=== 1
void main(){ x = function(a) { return 1 }; int y = ; }
//=== 1
void main() { for (;;;) {} }
//=== 1
void main() { try { int a; } catch { print("x"); } try {} catch (e) {} }
//=== 1
void main() { try print(""); catch {} }
//=== 1
int f(int a, int b = 3) { return a*10 + b; } void main(){ print(""+f(a: 1, 2)); }
//=== 4
void main()
{
  int x = 3
  x = 4;
  if (x == 3
  {
  }
}
//=== 7
void main()
{
  if (x) {
    foo();

}
void g() {}
//=== 1
int p { get { return 1; } 
//=== 1
int p { const get { return 1; } }
//=== 1
int p { get const { return 1; } }
//=== 1
void f() { while true { } }
//=== 1
void f() { while (true) }
//=== 1
void f() { for int i = 0; i < 3; i++ { } }
//=== 1
void f() { for () {} }
//=== 1
void f() { for (;) {} }
//=== 1
void f() { for (a; b; c) }
//=== 1
void f() { do { } }
//=== 1
void f() { do { } while; }
//=== 1
void f() { do { } while (); }
//=== 1
void f() { if () {} }
//=== 1
void f() { if (a) { } else }
//=== 1
void f() { if (a) b else c; }
//=== 1
void f() { return return; }
//=== 1
if (x) { }
//=== 1
void f() { {1,2}; a({1,2}); a({}); return {1}; }
