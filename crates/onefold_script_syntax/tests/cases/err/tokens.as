// level: 2.35
//=== 2
const int8 a = 1; 
int main() { int x = 1'000; return 0; }
//=== 1
void main(){ print("abc
def"); }
//=== 1
void main(){ print("abc
//=== 2
void main(){ /* 
a
//=== 2
void main(){ print("""abc
 def
//=== 1
void main(){ # print(1); }
//=== 1
void main(){ int é=1; $ a; }
//=== 1
void main(){ double a = 1.5.2; }
//=== 1
void main(){ int a = 0b12; int b = 0xfg; int c = 0o9; }
//=== 1
void main(){ uint64 a = 0xFFFFFFFFFFFFFFFFF; int b = 99999999999999999999; }
//=== 1
void f() { 'abc" }
//=== 1
void f() { """abc" }
//=== 1
void main() { int a = 08; int b = 0xG; }
//=== 1
void main() { print(f"x"); }
