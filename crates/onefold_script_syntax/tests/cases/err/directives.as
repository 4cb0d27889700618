//=== -
#include nothing
int a;
//=== -
#if A
int b
//=== -
void f() {
#else
}
//=== -
#error this cannot be
//=== -
#ifvers 3
int a;
//=== -
int a; #if B
