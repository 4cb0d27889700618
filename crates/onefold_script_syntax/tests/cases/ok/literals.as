void main() {
    0; 1; 007; 2147483647; 2147483648; 4294967295; 9223372036854775807; 9223372036854775808; 18446744073709551615;
    0x0; 0xFF; 0XfF; 0xFFFFFFFF; 0x100000000; 0xFFFFFFFFFFFFFFFF; 0b101; 0B11; 0o17; 0O7; 0d12; 0D99;
    1.0; .5; 5.; 1e3; 1E-3; 1e+3; 1.5e10; 1.f; 1.5f; .5F; 1e3f; 1.0e-2F; 16777217.0f;
    true; false; null;
    "a"; 'a'; ""; ''; "a'b"; 'a"b'; """heredoc "quoted" \n""";
    "\0\n\r\t\\\"\'"; "\x41\x4z\xg\X41"; "\u00e9\U0001F600"; "é€😀";
    "a" "b" 'c' """d"""; "a" /* between */
        "b" // and again
        "c";
    """
    first line goes
    last line too
    """;
    """ nothing goes
    """;
}
