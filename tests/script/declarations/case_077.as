shared interface SI {} shared enum SE { Z } shared funcdef void SF(); void main() {}
// oracle: agrees
/* expect
finished
*/
