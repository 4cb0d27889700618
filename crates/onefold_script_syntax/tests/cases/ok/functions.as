void main() {}
int add(int a, int b) { return a + b; }
void none(void) {}
void modes(int a, const int b, int &in c, int &out d, Obj &inout e, Obj & f, const string &in g = "x") {}
void unnamed(int, float, const string &in, int &out) {}
void defaults(int a = 1 + 2, array<int>@ b = null, int c = f(1, 2), int &out d = void) {}
Obj@ handle(const Obj@ a, Obj@ const b, const Obj@ const c) { return null; }
const Obj& by_ref() { return global; }
int& ref_to_int() { return x; }
array<array<int>>@ nested(array<Obj@>@ a) { return null; }
int[]@ short_form(int[] a, int[][]& b) { return null; }
int get_size() property { return 1; }
void set_size(int value) property {}
shared void everywhere() {}
external shared void elsewhere();
shared int shared_value(shared_thing@ shared) { return 0; }
auto inferred() { return 1; }
::Absolute from_root(::A::B c) { return c; }
