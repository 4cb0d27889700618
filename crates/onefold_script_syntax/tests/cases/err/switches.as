// level: 2.35
//=== 1
void f() { switch (1) { case 1: int a; } }
//=== 1
void f() { switch (1) { int a; case 1: } }
//=== 1
void main(){ case 1: print("x"); }
//=== 1
void main(){ switch (1) { case 1: break; print("x"); case 2: } }
//=== 1
void f() { switch x { } }
//=== 1
void f() { switch (x) case 1: }
//=== 1
void f() { switch (x) { case: } }
//=== 1
void f() { switch (x) { case 1 } }
//=== 1
void f() { switch (x) { case 1; } }
//=== 1
void f() { switch (x) { default } }
//=== 1
void f() { switch (x) { case 1: case 2: default: } 
