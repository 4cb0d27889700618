int main() { return -5; }
// oracle: agrees
/* expect
finished -5
*/
