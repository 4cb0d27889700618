//! The operators with their ranks.

use onefold_diag::Span;

use super::Parser;
use crate::ast::{AssignOp, BinaryOp, Expr, Id, UnaryOp};
use crate::token::TokenKind::*;

/// An operator before an operand, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Prefix {
    pub op: UnaryOp,
    pub span: Span,
}

/// An operator with its left side, before its right side is read.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    pub op: BinaryOp,
    pub op_span: Span,
    pub left: Id<Expr>,
    /// First byte of the left side.
    pub start: u32,
}

/// The lowest rank of a binary operator.
pub(super) const LOWEST: u8 = 1;

/// How tightly a binary operator binds; those of one rank are read from left to right, `**` as well.
pub(super) const fn rank(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => LOWEST,
        BinaryOp::And => 2,
        BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Is | BinaryOp::IsNot | BinaryOp::Xor => 3,
        BinaryOp::Less | BinaryOp::LessOrEqual | BinaryOp::Greater | BinaryOp::GreaterOrEqual => 4,
        BinaryOp::BitOr => 5,
        BinaryOp::BitXor => 6,
        BinaryOp::BitAnd => 7,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightArithmetic => 8,
        BinaryOp::Add | BinaryOp::Subtract => 9,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => 10,
        BinaryOp::Power => 11,
    }
}

impl Parser<'_> {
    /// The binary operator at the current token, and of how many tokens it is made.
    pub(super) fn peek_binary(&self) -> Option<(BinaryOp, usize)> {
        let op = match self.kind() {
            Plus => BinaryOp::Add,
            Minus => BinaryOp::Subtract,
            Star => BinaryOp::Multiply,
            Slash => BinaryOp::Divide,
            Percent => BinaryOp::Remainder,
            StarStar => BinaryOp::Power,
            Amp => BinaryOp::BitAnd,
            Pipe => BinaryOp::BitOr,
            Caret => BinaryOp::BitXor,
            LessLess => BinaryOp::ShiftLeft,
            EqEq => BinaryOp::Equal,
            BangEq => BinaryOp::NotEqual,
            Less => BinaryOp::Less,
            LessEq => BinaryOp::LessOrEqual,
            Greater => return self.peek_greater(),
            Is => BinaryOp::Is,
            BangIs => BinaryOp::IsNot,
            AmpAmp | And => BinaryOp::And,
            PipePipe | Or => BinaryOp::Or,
            CaretCaret | Xor => BinaryOp::Xor,
            _ => return None,
        };
        Some((op, 1))
    }

    /// The operators that start with `>`, whose tokens touch each other; none for those that assign.
    fn peek_greater(&self) -> Option<(BinaryOp, usize)> {
        match self.touching_greater() {
            (1, false) => Some((BinaryOp::Greater, 1)),
            (1, true) => Some((BinaryOp::GreaterOrEqual, 2)),
            (2, false) => Some((BinaryOp::ShiftRight, 2)),
            (3, false) => Some((BinaryOp::ShiftRightArithmetic, 3)),
            _ => None,
        }
    }

    /// How many `>`, at most three, stand side by side, and whether a `=` follows them.
    fn touching_greater(&self) -> (usize, bool) {
        let touches = |count: usize| {
            let next = self.tokens.get(self.at + count);
            next.filter(|next| next.start == self.tokens[self.at + count - 1].end).map(|next| next.kind)
        };
        let mut count = 1;
        while count < 3 && touches(count) == Some(Greater) {
            count += 1;
        }
        (count, touches(count) == Some(Eq))
    }

    /// The assignment operator at the current token, and of how many tokens it is made.
    pub(super) fn peek_assign(&self) -> Option<(AssignOp, usize)> {
        let op = match self.kind() {
            Eq => AssignOp::Assign,
            PlusEq => AssignOp::Add,
            MinusEq => AssignOp::Subtract,
            StarEq => AssignOp::Multiply,
            SlashEq => AssignOp::Divide,
            PercentEq => AssignOp::Remainder,
            StarStarEq => AssignOp::Power,
            AmpEq => AssignOp::BitAnd,
            PipeEq => AssignOp::BitOr,
            CaretEq => AssignOp::BitXor,
            LessLessEq => AssignOp::ShiftLeft,
            Greater => {
                return match self.touching_greater() {
                    (2, true) => Some((AssignOp::ShiftRight, 3)),
                    (3, true) => Some((AssignOp::ShiftRightArithmetic, 4)),
                    _ => None,
                };
            }
            _ => return None,
        };
        Some((op, 1))
    }

    pub(super) fn peek_prefix(&self) -> Option<UnaryOp> {
        Some(match self.kind() {
            Minus => UnaryOp::Negate,
            Plus => UnaryOp::Plus,
            Bang | Not => UnaryOp::Not,
            Tilde => UnaryOp::Complement,
            PlusPlus => UnaryOp::Increment,
            MinusMinus => UnaryOp::Decrement,
            At => UnaryOp::HandleOf,
            _ => return None,
        })
    }

    /// Takes an operator of so many tokens.
    pub(super) fn bump_operator(&mut self, count: usize) -> Span {
        let start = self.start();
        for _ in 0..count {
            self.bump();
        }
        self.span_from(start)
    }
}
