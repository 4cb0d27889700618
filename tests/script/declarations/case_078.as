import void ext() from "m"; void main() { ext(); }
// oracle: agrees
