//! Tokens.

use crate::options::Level;

/// A token: its kind and its bytes in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which token.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// First byte after it.
    pub end: u32,
}

macro_rules! tokens {
    (
        special { $($special:ident = $special_text:literal,)* }
        marks { $($mark:ident = $mark_text:literal,)* }
        words { $($word:ident = $word_text:literal,)* }
    ) => {
        /// The kinds of tokens. `>` is always a token of its own, so that `>>` may close two
        /// template lists; the parser joins touching ones to operators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum TokenKind {
            $(#[doc = $special_text] $special,)*
            $(#[doc = concat!("`", $mark_text, "`")] $mark,)*
            $(#[doc = concat!("`", $word_text, "`")] $word,)*
        }

        impl TokenKind {
            /// What people call the token, marks and words in backquotes.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$special => $special_text,)*
                    $(Self::$mark => concat!("`", $mark_text, "`"),)*
                    $(Self::$word => concat!("`", $word_text, "`"),)*
                }
            }

            /// True for a reserved word.
            #[must_use]
            pub const fn is_word(self) -> bool {
                matches!(self, $(Self::$word)|*)
            }

            /// All reserved words with their text.
            pub(crate) const WORDS: &[(Self, &str)] = &[$((Self::$word, $word_text),)*];
        }
    };
}

tokens! {
    special {
        End = "end of file",
        Unknown = "unknown character",
        Identifier = "identifier",
        Integer = "number",
        Bits = "number with a radix",
        Float = "`float` number",
        Double = "`double` number",
        String = "string",
        Heredoc = "heredoc string",
    }
    marks {
        Plus = "+",
        Minus = "-",
        Star = "*",
        Slash = "/",
        Percent = "%",
        StarStar = "**",
        Dot = ".",
        Ellipsis = "...",
        PlusEq = "+=",
        MinusEq = "-=",
        StarEq = "*=",
        SlashEq = "/=",
        PercentEq = "%=",
        StarStarEq = "**=",
        Pipe = "|",
        PipeEq = "|=",
        Tilde = "~",
        Caret = "^",
        CaretEq = "^=",
        CaretCaret = "^^",
        Amp = "&",
        AmpEq = "&=",
        AmpAmp = "&&",
        PipePipe = "||",
        Eq = "=",
        EqEq = "==",
        Bang = "!",
        BangEq = "!=",
        BangIs = "!is",
        Less = "<",
        LessEq = "<=",
        LessLess = "<<",
        LessLessEq = "<<=",
        Greater = ">",
        PlusPlus = "++",
        MinusMinus = "--",
        At = "@",
        Question = "?",
        Colon = ":",
        ColonColon = "::",
        Semicolon = ";",
        Comma = ",",
        OpenParen = "(",
        CloseParen = ")",
        OpenBrace = "{",
        CloseBrace = "}",
        OpenBracket = "[",
        CloseBracket = "]",
    }
    words {
        And = "and",
        Auto = "auto",
        Bool = "bool",
        Break = "break",
        Case = "case",
        Cast = "cast",
        Catch = "catch",
        Class = "class",
        Const = "const",
        Continue = "continue",
        Default = "default",
        Do = "do",
        DoubleType = "double",
        Else = "else",
        Enum = "enum",
        False = "false",
        FloatType = "float",
        For = "for",
        Foreach = "foreach",
        Funcdef = "funcdef",
        If = "if",
        Import = "import",
        In = "in",
        Inout = "inout",
        Int = "int",
        Int8 = "int8",
        Int16 = "int16",
        Int32 = "int32",
        Int64 = "int64",
        Interface = "interface",
        Is = "is",
        Mixin = "mixin",
        Namespace = "namespace",
        Not = "not",
        Null = "null",
        Or = "or",
        Out = "out",
        Private = "private",
        Protected = "protected",
        Return = "return",
        Switch = "switch",
        True = "true",
        Try = "try",
        Typedef = "typedef",
        Uint = "uint",
        Uint8 = "uint8",
        Uint16 = "uint16",
        Uint32 = "uint32",
        Uint64 = "uint64",
        Using = "using",
        Void = "void",
        While = "while",
        Xor = "xor",
    }
}

impl TokenKind {
    /// The kind of a word: reserved at that level, or an identifier.
    #[must_use]
    pub fn of_text(text: &[u8], level: Level) -> Self {
        if !(SHORTEST..=LONGEST).contains(&text.len()) {
            return Self::Identifier;
        }
        match Self::WORDS.get(usize::from(WORD_TABLE[word_hash(text)])) {
            Some((kind, word)) if word.as_bytes() == text && level.reserves(*kind) => *kind,
            _ => Self::Identifier,
        }
    }
}

/// Length of `do` and its like.
const SHORTEST: usize = 2;
/// Length of `interface`, `namespace` and `protected`.
const LONGEST: usize = 9;
/// Marks a slot of [`WORD_TABLE`] that no reserved word takes.
const NO_WORD: u8 = u8::MAX;

/// The reserved words by hash: indices into [`TokenKind::WORDS`].
const WORD_TABLE: [u8; 256] = {
    let mut table = [NO_WORD; 256];
    let mut at = 0;
    while at < TokenKind::WORDS.len() {
        let slot = word_hash(TokenKind::WORDS[at].1.as_bytes());
        assert!(table[slot] == NO_WORD, "two reserved words share a hash: choose other factors");
        table[slot] = at as u8;
        at += 1;
    }
    table
};

/// Different for all reserved words.
const fn word_hash(text: &[u8]) -> usize {
    (text[0] as usize + text[1] as usize * 17 + text[text.len() - 1] as usize * 27 + text.len()) & 0xFF
}
