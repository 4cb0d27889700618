//! Whether a blank stands between two tokens that nothing was decided about.

use crate::token::TokenKind::{self, *};

/// True when a blank stands between the tokens.
pub(super) const fn is_spaced(left: TokenKind, right: TokenKind) -> bool {
    match (left, right) {
        (Semicolon, Semicolon | CloseParen) => false,
        (Comma, Comma) => true,
        (Comma, CloseBrace) => false,
        (_, Comma | Semicolon | CloseParen | CloseBracket) => false,
        (OpenParen | OpenBracket | Dot | ColonColon, _) => false,
        // `1 .x` without the blank would start with the number `1.`.
        (Integer | Bits | Float | Double, Dot) => true,
        (_, Dot) => false,
        (Identifier | Greater, ColonColon) => false,
        (
            If | For | Foreach | While | Switch | Return | Case | And | Or | Xor | Not | Is | Catch | Else,
            OpenParen,
        ) => true,
        (_, OpenParen) => matches!(left, Comma | Semicolon | OpenBrace | CloseBrace | Colon | Question | Eq),
        (Identifier | CloseParen | CloseBracket, OpenBracket) => false,
        _ => true,
    }
}

/// True when the tokens, written side by side, would be read as something else.
pub(super) const fn would_join(left: TokenKind, right: TokenKind) -> bool {
    matches!((left, right), (Plus | PlusPlus, Plus | PlusPlus) | (Minus | MinusMinus, Minus | MinusMinus))
}
