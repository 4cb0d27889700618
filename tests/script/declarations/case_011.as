int g = "x";
// oracle: agrees
