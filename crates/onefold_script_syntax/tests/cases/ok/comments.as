// First.
/* Second. */ int a; // Third.
/** Doc of b. */
int b;
/* one */ /* two */ void /* three */ f /* four */ ( /* five */ int /* six */ a /* seven */ ) /* eight */ { /* nine */ }
void g() {
    // Only a comment.
}
/* not /* nested */
int c; // end of file
