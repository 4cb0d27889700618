//! Attributes as a neutral tree, before they are checked.

use std::fmt;

/// Names a place in the front end's own terms: an index into its list of spans. Diagnostics carry it back as
/// `span.start` of file 0; [`locate`](crate::locate) turns it into a place in a file.
pub type SpanId = u32;

/// One attribute, `name` or `name = value` or `name(args)`.
#[derive(Clone, Debug, PartialEq)]
pub struct AttrItem {
    /// Its name as written.
    pub name: String,
    /// Its arguments; `name = value` is one argument without a key.
    pub args: Vec<AttrArg>,
    /// Where its name stands.
    pub span: SpanId,
}

impl AttrItem {
    /// An attribute without arguments.
    #[must_use]
    pub fn flag(name: impl Into<String>, span: SpanId) -> Self {
        Self { name: name.into(), args: Vec::new(), span }
    }

    /// `name = value`, both at one place.
    #[must_use]
    pub fn with(name: impl Into<String>, value: AttrValue, span: SpanId) -> Self {
        Self { name: name.into(), args: vec![AttrArg::plain(value, span)], span }
    }
}

/// One argument, `value` or `key = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct AttrArg {
    /// The key, for `key = value`.
    pub key: Option<String>,
    /// The value.
    pub value: AttrValue,
    /// Where it stands.
    pub span: SpanId,
}

impl AttrArg {
    /// An argument without a key.
    #[must_use]
    pub fn plain(value: AttrValue, span: SpanId) -> Self {
        Self { key: None, value, span }
    }

    /// `key = value`.
    #[must_use]
    pub fn keyed(key: impl Into<String>, value: AttrValue, span: SpanId) -> Self {
        Self { key: Some(key.into()), value, span }
    }
}

/// The value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum AttrValue {
    /// A quoted text.
    Text(String),
    /// An integer, with its sign.
    Int(i64),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A bare word or path (`LightType::Spot`, `SceneEntity`).
    Word(String),
    /// `low..=high` with open ends as none.
    Range(Option<f64>, Option<f64>),
    /// `[a, b, c]`.
    List(Vec<AttrValue>),
    /// Anything else, as source text: a condition, or an expression no attribute takes.
    Expr(String),
}

impl AttrValue {
    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Int(value) => Some(value as f64),
            Self::Float(value) => Some(value),
            _ => None,
        }
    }

    /// What it is, for messages.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Int(_) | Self::Float(_) => "a number",
            Self::Bool(_) => "a bool",
            Self::Word(_) => "a name",
            Self::Range(..) => "a range",
            Self::List(_) => "a list",
            Self::Expr(_) => "an expression",
        }
    }
}

impl fmt::Display for AttrItem {
    /// Writes the attribute as the text grammar reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.args.as_slice() {
            [] => Ok(()),
            [AttrArg { key: None, value, .. }] => write!(f, " = {value}"),
            args => {
                f.write_str("(")?;
                for (at, arg) in args.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    if let Some(key) = &arg.key {
                        write_key(f, key)?;
                    }
                    write!(f, "{}", arg.value)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for AttrValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write_quoted(f, text),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Word(text) | Self::Expr(text) => f.write_str(text),
            Self::Range(low, high) => {
                low.map_or(Ok(()), |low| write!(f, "{low:?}"))?;
                f.write_str("..")?;
                high.map_or(Ok(()), |high| write!(f, "={high:?}"))
            }
            Self::List(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
        }
    }
}

fn write_key(f: &mut fmt::Formatter<'_>, key: &str) -> fmt::Result {
    let plain = key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !matches!(key, "true" | "false");
    if plain {
        f.write_str(key)?
    } else {
        write_quoted(f, key)?
    }
    f.write_str(" = ")
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            '\0' => f.write_str("\\0")?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}
