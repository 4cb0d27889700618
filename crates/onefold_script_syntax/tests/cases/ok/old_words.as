// level: 2.35
int foreach, using = 1;
using foreach2;
void delete() { foreach(using); foreach = using; using(foreach); }
class C { foreach using() { return foreach; } }
