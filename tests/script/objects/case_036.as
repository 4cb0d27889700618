void main() { datetime a(2024, 2, 28), b(2024, 3, 1); print("" + (b - a) + " " + (a < b)); a += 86400; print("" + a.day); a.setDate(2023, 1, 5); print("" + a.year + a.month); }
// oracle: agrees
/* expect
172800 true
29
20231
finished
*/
