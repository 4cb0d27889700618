int p { get { return 1; } set { x = value; } }
int q { set { x = value; } get { return x; } }
const Obj@ r { get { return o; } }
int& s { get { return x; } }
array<int>@ t { get { return null; } }
int get, set;
void set(int get) { get = set; }
