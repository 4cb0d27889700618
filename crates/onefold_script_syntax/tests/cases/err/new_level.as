//=== -
using A;
//=== -
using namespace;
//=== -
void f() { using namespace A }
//=== -
void f() { foreach (a : b) {} }
//=== -
void f() { foreach (int a, b : c) {} }
//=== -
void f() { foreach (int a in b) {} }
//=== -
void f() { foreach int a : b {} }
//=== -
void f() { foreach (int a : b; c) {} }
//=== -
enum E : { A }
//=== -
class C { C(int) delete }
//=== -
int a = 1''000;
//=== -
int a = 1000';
//=== -
int foreach = 1;
//=== -
class using {}
