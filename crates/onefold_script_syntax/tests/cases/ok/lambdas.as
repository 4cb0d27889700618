void main() {
    F@ f = function() {};
    f = function(a) { return a; };
    f = function(a, b) { return a + b; };
    f = function(int a, const string &in b, Obj@ c) { int x = a; return x; };
    f = function(int &out a, Obj &inout b) { };
    list.sort(function(a, b) { return a < b; });
    f(function(a) { return g(function(b) { return a + b; }); }, 1);
    function(a) { }(1);
    @f = @function(int) { return 0; };
}
