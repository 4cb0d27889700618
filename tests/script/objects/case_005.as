void main() { dictionary d; d.set("a", 1); d["b"] = 2.5; d["s"] = "str"; array<string>@ k = d.getKeys(); k.sortAsc(); print(join(k, ",")); int64 i; d.get("a", i); double f; d.get("b", f); print("" + i + f); print("" + double(d["b"]) + string(d["s"])); d.delete("a"); print("" + d.exists("a")); d.deleteAll(); print("" + d.isEmpty()); }
// oracle: agrees
/* expect
a,b,s
12.5
2.5str
false
true
finished
*/
