int shared, external, abstract, final, get, set, from, property, override, explicit, function, super2, delete;
int this, super;
shared abstract;
final external = final();
abstract shared() { return shared; }
void f(int get, int set, shared final) { get = set; function = 1; function(get); from.import_; }
class get { get set; set get() { return get; } }
