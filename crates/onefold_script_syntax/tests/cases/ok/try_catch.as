void main() {
    try { throw("x"); } catch { print(getExceptionInfo()); }
    try { try {} catch {} } catch { return; }
    try { int a = 0; 1 / a; }
    catch
    { }
}
