//! Conditions over sibling members, as `show_if` and `enable_if` hold them.

/// What a member can be compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FieldKind {
    /// A switch.
    Bool,
    /// An integer or a float.
    Number,
    /// A text.
    Text,
    /// An enum, with the names of its values and their aliases.
    Enum(Vec<String>),
    /// A reference that may be null.
    Handle,
    /// Nothing that a condition can read.
    Other,
    /// Cannot be told yet: nothing is refused for its kind.
    #[default]
    Unknown,
}
