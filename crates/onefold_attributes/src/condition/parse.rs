//! The parser of conditions.

use onefold_diag::{Diagnostic, Diagnostics, FileId, Span};

use super::{CompareOp, Condition, Literal, Operand, Word};
use crate::diagnostics::condition_syntax;
use crate::scan::{Number, Scanner};

/// Longest condition, in bytes.
const LENGTH_LIMIT: usize = 4096;

/// Deepest nesting of parentheses and `!`.
const DEPTH_LIMIT: usize = 32;

pub fn parse(text: &str) -> Result<Condition, Diagnostics> {
    if text.len() > LENGTH_LIMIT {
        let message = format!("a condition has at most {LENGTH_LIMIT} bytes");
        return Err(condition_syntax(message, span(0, 0)).into());
    }
    let mut parser = Parser { scan: Scanner::new(text), depth: 0 };
    let condition = parser.any()?;
    parser.scan.skip_blank();
    if parser.scan.rest().is_empty() {
        return Ok(condition);
    }
    Err(parser.wrong("expected `&&`, `||` or the end").into())
}

fn span(start: usize, end: usize) -> Span {
    Span::new(FileId(0), start as u32, end as u32)
}

struct Parser<'t> {
    scan: Scanner<'t>,
    depth: usize,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Condition, Diagnostic> {
        let mut parts = vec![self.all()?];
        while self.scan.eat("||") {
            parts.push(self.all()?);
        }
        Ok(one_or(parts, Condition::Any))
    }

    fn all(&mut self) -> Result<Condition, Diagnostic> {
        let mut parts = vec![self.term()?];
        while self.scan.eat("&&") {
            parts.push(self.term()?);
        }
        Ok(one_or(parts, Condition::All))
    }

    fn term(&mut self) -> Result<Condition, Diagnostic> {
        self.scan.skip_blank();
        let start = self.scan.at();
        if self.depth >= DEPTH_LIMIT {
            return Err(condition_syntax(format!("nested deeper than {DEPTH_LIMIT}"), span(start, start)));
        }
        self.depth += 1;
        let term = if self.scan.eat("!") {
            Condition::Not(Box::new(self.term()?))
        } else if self.scan.eat("(") {
            let inner = self.any()?;
            if !self.scan.eat(")") {
                return Err(self.wrong("expected `)`").note_at(span(start, start + 1), "it is opened here"));
            }
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(term)
    }

    fn test(&mut self) -> Result<Condition, Diagnostic> {
        let start = self.scan.at();
        let first = self.operand("expected a member")?;
        let Literal::Word(text) = first.value else {
            let message = "the member stands on the left, the value on the right";
            return Err(condition_syntax(message, span(start, self.scan.at())));
        };
        if text.contains("::") {
            return Err(condition_syntax(format!("`{text}` is not the name of a member"), first.span));
        }
        let word = Word { text, span: first.span };
        match self.op()? {
            None => Ok(Condition::Flag(word)),
            Some(op) => Ok(Condition::Compare(word, op, self.operand("expected a value")?)),
        }
    }

    fn op(&mut self) -> Result<Option<CompareOp>, Diagnostic> {
        const OPS: [CompareOp; 6] = [
            CompareOp::Equal,
            CompareOp::NotEqual,
            CompareOp::LessEqual,
            CompareOp::GreaterEqual,
            CompareOp::Less,
            CompareOp::Greater,
        ];
        if let Some(op) = OPS.into_iter().find(|op| self.scan.eat(op.text())) {
            return Ok(Some(op));
        }
        if self.scan.peek('=') {
            let at = self.scan.at();
            return Err(condition_syntax("`=` does not compare; write `==`", span(at, at + 1)));
        }
        Ok(None)
    }

    fn operand(&mut self, expected: &str) -> Result<Operand, Diagnostic> {
        self.scan.skip_blank();
        let start = self.scan.at();
        let value = if let Some(text) = self.scan.text() {
            Literal::Text(text.map_err(|fault| condition_syntax(fault, span(start, self.scan.at())))?)
        } else if let Some(number) = self.scan.number() {
            match number.map_err(|fault| condition_syntax(fault, span(start, self.scan.at())))? {
                Number::Int(value) => Literal::Int(value),
                Number::Float(value) => Literal::Float(value),
            }
        } else if let Some(word) = self.scan.path() {
            match word {
                "true" => Literal::Bool(true),
                "false" => Literal::Bool(false),
                "null" => Literal::Null,
                _ => Literal::Word(word.to_owned()),
            }
        } else {
            return Err(self.wrong(expected));
        };
        Ok(Operand { value, span: span(start, self.scan.at()) })
    }

    /// An error at the next character, which it names.
    fn wrong(&mut self, expected: &str) -> Diagnostic {
        self.scan.skip_blank();
        let start = self.scan.at();
        let (found, width) = match self.scan.rest().chars().next() {
            Some(c) => (format!("found `{c}`"), c.len_utf8()),
            None => ("the condition ends".to_owned(), 0),
        };
        condition_syntax(
            format!("{expected}, but {found} at character {}", self.scan.column()),
            span(start, start + width),
        )
    }
}

fn one_or(mut parts: Vec<Condition>, many: fn(Vec<Condition>) -> Condition) -> Condition {
    match parts.len() {
        1 => parts.remove(0),
        _ => many(parts),
    }
}
