#if 0
no
#endif
int a;
int b; // c
/* d
 */
void f() {
  """x
  y""";
}
