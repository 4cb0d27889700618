int g = nope;
// oracle: agrees
