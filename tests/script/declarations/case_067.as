int main() { return -5; }
// oracle: agrees
