//! Attributes as a neutral tree, before they are checked.

/// Names a place in the front end's own terms: an index into its list of spans. Diagnostics carry it back as
/// `span.start` of file 0.
pub type SpanId = u32;

/// One attribute, `name` or `name = value` or `name(args)`.
#[derive(Clone, Debug, PartialEq)]
pub struct AttrItem {
    /// Its name as written.
    pub name: String,
    /// Its arguments; `name = value` is one argument without a key.
    pub args: Vec<AttrArg>,
    /// Where it stands.
    pub span: SpanId,
}

impl AttrItem {
    /// An attribute without arguments.
    #[must_use]
    pub fn flag(name: impl Into<String>, span: SpanId) -> Self {
        Self { name: name.into(), args: Vec::new(), span }
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
    /// Anything else, as source text: a default that is an expression.
    Expr(String),
}
