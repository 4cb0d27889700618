//! Attributes from their text, as script metadata, plugin descriptions and C++ headers hold them.
//!
//! ```text
//! attributes = [ item { "," item } [ "," ] ]
//! item       = name [ "=" value | "(" [ arg { "," arg } [ "," ] ] ")" ]
//! arg        = [ ( name | text ) "=" ] value
//! value      = text | number | [ number ] "..=" number | number ".." | "true" | "false" | path | "[" values "]"
//!            | any other text up to the next "," or closing bracket
//! ```

use onefold_diag::Diagnostics;

use crate::diagnostics::syntax;
use crate::scan::{Number, Scanner};
use crate::tree::{AttrArg, AttrItem, AttrValue, SpanId};

/// Longest text, in bytes.
const LENGTH_LIMIT: usize = 64 * 1024;

/// Deepest nesting of lists.
const DEPTH_LIMIT: usize = 16;

/// Reads attributes from their text. The span of an item is the byte at which it starts, so that a diagnostic of the
/// checks points into the text as well.
///
/// Items that can be read are returned beside the diagnostics of those that cannot.
#[must_use]
pub fn parse_attributes(text: &str) -> (Vec<AttrItem>, Diagnostics) {
    if text.len() > LENGTH_LIMIT {
        let found = syntax(format!("attributes have at most {LENGTH_LIMIT} bytes"), 0, 0);
        return (Vec::new(), found.into());
    }
    let mut parser = Parser { scan: Scanner::new(text), found: Diagnostics::new(), depth: 0 };
    let mut items = Vec::new();
    loop {
        parser.scan.skip_blank();
        if parser.scan.rest().is_empty() {
            return (items, parser.found);
        }
        match parser.item() {
            Some(item) => items.push(item),
            None => parser.skip_item(),
        }
        if !parser.scan.eat(",") && !parser.scan.rest().is_empty() {
            parser.wrong("expected `,` between attributes");
            parser.skip_item();
            parser.scan.eat(",");
        }
    }
}

struct Parser<'t> {
    scan: Scanner<'t>,
    found: Diagnostics,
    depth: usize,
}

impl Parser<'_> {
    fn item(&mut self) -> Option<AttrItem> {
        let span = self.here();
        let Some(name) = self.scan.path() else {
            self.wrong("expected the name of an attribute");
            return None;
        };
        let mut item = AttrItem::flag(name, span);
        if self.scan.eat("=") {
            item.args.push(self.value_arg()?);
        } else if self.scan.eat("(") {
            while !self.scan.eat(")") {
                item.args.push(self.arg()?);
                if !self.scan.eat(",") && !self.scan.peek(')') {
                    self.wrong("expected `,` or `)`");
                    return None;
                }
            }
        }
        Some(item)
    }

    fn arg(&mut self) -> Option<AttrArg> {
        let span = self.here();
        let first = self.value_arg()?;
        if self.scan.rest().trim_start().starts_with("==") || !self.scan.eat("=") {
            return Some(first);
        }
        let (AttrValue::Word(key) | AttrValue::Text(key)) = first.value else {
            self.found.push(syntax("a key is a name or a text", span, self.scan.at() as u32));
            return None;
        };
        Some(AttrArg { key: Some(key), span, ..self.value_arg()? })
    }

    fn value_arg(&mut self) -> Option<AttrArg> {
        let span = self.here();
        let value = self.value(span)?;
        Some(AttrArg { key: None, value, span })
    }

    fn value(&mut self, span: SpanId) -> Option<AttrValue> {
        let start = self.scan.at();
        let value = match self.scan.rest().chars().next() {
            Some('(' | '{' | '!') => return self.raw(start, span),
            Some('[') => self.list(span)?,
            _ => self.plain(span)?,
        };
        self.scan.skip_blank();
        let rest = self.scan.rest();
        let ends = rest.is_empty() || rest.starts_with([',', ')', ']']);
        if ends || (rest.starts_with('=') && !rest.starts_with("==")) {
            return Some(value);
        }
        self.raw(start, span)
    }

    fn plain(&mut self, span: SpanId) -> Option<AttrValue> {
        if let Some(text) = self.scan.text() {
            return self.or_wrong(text, span).map(AttrValue::Text);
        }
        if self.scan.rest().starts_with("..") {
            return self.range(None, span);
        }
        if let Some(number) = self.scan.number() {
            let number = self.or_wrong(number, span)?;
            if self.scan.rest().trim_start().starts_with("..") {
                return self.range(Some(as_float(&number)), span);
            }
            return Some(match number {
                Number::Int(value) => AttrValue::Int(value),
                Number::Float(value) => AttrValue::Float(value),
            });
        }
        match self.scan.path() {
            Some("true") => Some(AttrValue::Bool(true)),
            Some("false") => Some(AttrValue::Bool(false)),
            Some(word) => Some(AttrValue::Word(word.to_owned())),
            None => {
                self.wrong("expected a value");
                None
            }
        }
    }

    fn range(&mut self, low: Option<f64>, span: SpanId) -> Option<AttrValue> {
        let closed = self.scan.eat("..=");
        if !closed && !self.scan.eat("..") {
            return None;
        }
        self.scan.skip_blank();
        let high = match self.scan.number() {
            Some(number) => Some(as_float(&self.or_wrong(number, span)?)),
            None => None,
        };
        let fault = match (closed, high) {
            (true, None) => "a number is missing behind `..=`",
            (false, Some(_)) => "both ends belong to the range: write `..=`",
            _ => return Some(AttrValue::Range(low, high)),
        };
        self.found.push(syntax(fault, span, self.scan.at() as u32));
        None
    }

    fn list(&mut self, span: SpanId) -> Option<AttrValue> {
        if self.depth == DEPTH_LIMIT {
            self.found.push(syntax(format!("lists are nested deeper than {DEPTH_LIMIT}"), span, span + 1));
            return None;
        }
        self.depth += 1;
        let list = self.list_items();
        self.depth -= 1;
        list.map(AttrValue::List)
    }

    fn list_items(&mut self) -> Option<Vec<AttrValue>> {
        self.scan.eat("[");
        let mut items = Vec::new();
        while !self.scan.eat("]") {
            let span = self.here();
            items.push(self.value(span)?);
            if !self.scan.eat(",") && !self.scan.peek(']') {
                self.wrong("expected `,` or `]`");
                return None;
            }
        }
        Some(items)
    }

    /// Everything up to the next `,` or closing bracket that is not inside of texts and brackets.
    fn raw(&mut self, start: usize, span: SpanId) -> Option<AttrValue> {
        self.scan.back_to(start);
        let mut open = Vec::new();
        loop {
            if let Some(text) = self.scan.text() {
                self.or_wrong(text, span)?;
                continue;
            }
            let next = self.scan.rest().chars().next();
            if open.is_empty() && matches!(next, None | Some(',' | ')' | ']' | '}')) {
                return Some(AttrValue::Expr(self.scan.from(start).trim_end().to_owned()));
            }
            self.scan.bump();
            let fault = match next {
                Some(c @ ('(' | '[' | '{')) => {
                    open.push(c);
                    continue;
                }
                Some(c @ (')' | ']' | '}')) => match open.pop() {
                    Some(opened) if matches!((opened, c), ('(', ')') | ('[', ']') | ('{', '}')) => continue,
                    _ => "the brackets do not match",
                },
                Some(_) => continue,
                None => "a bracket is not closed",
            };
            self.found.push(syntax(fault, span, self.scan.at() as u32));
            return None;
        }
    }

    fn or_wrong<T>(&mut self, read: Result<T, String>, span: SpanId) -> Option<T> {
        let end = self.scan.at() as u32;
        read.map_err(|fault| self.found.push(syntax(fault, span, end))).ok()
    }

    /// Goes to the next `,` outside of texts and brackets, or to the end.
    fn skip_item(&mut self) {
        let mut depth = 0_u32;
        loop {
            if self.scan.text().is_some() {
                continue;
            }
            if depth == 0 && self.scan.rest().starts_with(',') {
                return;
            }
            match self.scan.bump() {
                Some('(' | '[' | '{') => depth += 1,
                Some(')' | ']' | '}') => depth = depth.saturating_sub(1),
                Some(_) => {}
                None => return,
            }
        }
    }

    fn here(&mut self) -> u32 {
        self.scan.skip_blank();
        self.scan.at() as u32
    }

    fn wrong(&mut self, expected: &str) {
        let start = self.here();
        let (found, width) = match self.scan.rest().chars().next() {
            Some(c) => (format!("found `{c}`"), c.len_utf8() as u32),
            None => ("the text ends".to_owned(), 0),
        };
        self.found.push(syntax(format!("{expected}, but {found}"), start, start + width));
    }
}

fn as_float(number: &Number) -> f64 {
    match number {
        Number::Int(value) => *value as f64,
        Number::Float(value) => *value,
    }
}

#[cfg(test)]
mod tests;
