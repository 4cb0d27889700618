import void ext() from "m"; void main() { ext(); }
// oracle: agrees
/* expect
exception: Unbound function called at main:1
*/
