// level: 2.35
//=== 1
void f() { function(a,) {}; }
//=== 2
void f() { x = function() { }
}
