// level: 2.35
//=== 1
enum E { A, B C }
//=== 1
enum { A }
//=== 1
enum E { A = }
//=== 1
enum E : uint8 { A }
void main(){}
//=== 1
enum E { A = 1 B }
//=== 1
enum E { A, , B }
//=== 1
enum E { , A }
//=== 1
enum E { 1 }
//=== 1
enum E { A;  B }
//=== 1
enum E
