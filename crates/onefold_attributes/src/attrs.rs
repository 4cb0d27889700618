//! The typed results of the checks: what the attributes of one item say, owned and without syntax.

use crate::names::Case;
use crate::tree::{AttrValue, SpanId};

/// A value with the place it was written at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: SpanId,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub const fn new(value: T, span: SpanId) -> Self {
        Self { value, span }
    }
}

/// From which API version to which an item is there; versions are names that the host orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Availability {
    /// First version that has it.
    pub since: Option<Spanned<String>>,
    /// Last version that has it.
    pub until: Option<Spanned<String>>,
    /// Why not to use it any more; empty for `deprecated` without a note.
    pub deprecated: Option<String>,
    /// What to use instead.
    pub replacement: Option<String>,
    /// The item this is a variant of.
    pub variant_of: Option<Spanned<String>>,
    /// Switch that must be on.
    pub feature: Option<String>,
}

/// Attributes of a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypeAttrs {
    /// Canonical name, where it is not the identifier.
    pub name: Option<Spanned<String>>,
    /// Namespace, where it is not the crate.
    pub space: Option<Spanned<String>>,
    /// Rule that turns the identifiers of members or variants into names.
    pub rename_all: Option<Case>,
    /// Name for eyes only.
    pub label: Option<String>,
    /// Other names it is read by, from `alias` and `was`.
    pub aliases: Vec<Spanned<String>>,
    /// The base class as written.
    pub base: Option<Spanned<String>>,
    /// Lives in a table and is passed as a handle; also true for every type with a base.
    pub object: bool,
    /// Cannot be created, only derived from.
    pub is_abstract: bool,
    /// Not offered for creation.
    pub hidden: bool,
    /// Path of the function that makes one, where it is not the default.
    pub factory: Option<Spanned<String>>,
    /// Name of the global object of this type that the host creates.
    pub global: Option<Spanned<String>>,
    /// Icon, inherited by derived types.
    pub icon: Option<String>,
    /// Color, inherited by derived types: `#rgb`, `#rrggbb`, `#rrggbbaa` or a word.
    pub color: Option<String>,
    /// Path of the reflection crate in generated code.
    pub crate_path: Option<Spanned<String>>,
    /// From which API version to which it is there.
    pub availability: Availability,
    /// Further metadata as key and value.
    pub meta: Vec<(String, String)>,
}

/// Attributes of a block of methods.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImplAttrs {
    /// Rule that turns the identifiers of methods into names.
    pub rename_all: Option<Case>,
    /// Namespace of free functions, where it is not the crate.
    pub space: Option<Spanned<String>>,
    /// Path of the reflection crate in generated code.
    pub crate_path: Option<Spanned<String>>,
}

/// Limits of a number; infinite where open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeAttr {
    /// Least allowed.
    pub min: f64,
    /// Greatest allowed.
    pub max: f64,
    /// Least on a slider; `min` where nothing else is said.
    pub soft_min: f64,
    /// Greatest on a slider; `max` where nothing else is said.
    pub soft_max: f64,
    /// Step of a slider; 0 for none.
    pub step: f64,
}

/// What the numbers of a color mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorKind {
    /// Red, green, blue from 0 to 1.
    Rgb,
    /// The same with alpha.
    Rgba,
    /// Light that may go beyond 1.
    Hdr,
}

/// A default.
#[derive(Clone, Debug, PartialEq)]
pub struct DefaultAttr {
    /// As a literal: texts in quotation marks, lists in brackets, enum values by name.
    pub text: String,
    /// As written.
    pub value: AttrValue,
    /// Where it stands.
    pub span: SpanId,
}

/// Attributes of a member, and of a parameter, of which only some can be set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemberAttrs {
    /// Canonical name, where it is not the identifier.
    pub name: Option<Spanned<String>>,
    /// Name for eyes only.
    pub label: Option<String>,
    /// Other names it is read by, from `alias` and `was`.
    pub aliases: Vec<Spanned<String>>,
    /// Header it stands under.
    pub group: Option<String>,
    /// Header inside the group.
    pub subgroup: Option<String>,
    /// Limits.
    pub range: Option<RangeAttr>,
    /// Unit of the number.
    pub unit: Option<String>,
    /// It is a color.
    pub color: Option<ColorKind>,
    /// Text of several lines.
    pub multiline: bool,
    /// Text in a programming language, which `meta` names as `code` where it is given.
    pub code: bool,
    /// It names an asset of one of these kinds. For any kind an asset path has no kinds, and a text has the kind `any`.
    pub asset: Option<Vec<String>>,
    /// Neither edited nor saved.
    pub read_only: bool,
    /// Saved, but not edited in a panel.
    pub inspector_read_only: bool,
    /// Saved, but not shown.
    pub hidden: bool,
    /// Not saved.
    pub transient: bool,
    /// Shown only while this condition over sibling members holds; its grammar is checked.
    pub show_if: Option<Spanned<String>>,
    /// Edited only while this condition over sibling members holds; its grammar is checked.
    pub enable_if: Option<Spanned<String>>,
    /// Names for the values of an integer.
    pub options: Vec<(String, i64)>,
    /// Why the options are invalid: readers fall back to the number. Never set for Rust, where that is an error.
    pub options_fault: Option<String>,
    /// Default, where it differs from what the type's constructor sets.
    pub default: Option<DefaultAttr>,
    /// Place among its siblings in a panel.
    pub order: i32,
    /// The field is not described.
    pub skip: bool,
    /// The field is the base.
    pub base: bool,
    /// From which API version to which it is there.
    pub availability: Availability,
    /// Further metadata as key and value.
    pub meta: Vec<(String, String)>,
}

/// Attributes of a parameter: `name`, `label`, `default`, `range`, `unit`, `color`, `multiline`, `code`, `asset`,
/// `options` and `meta` may be set.
pub type ParamAttrs = MemberAttrs;

/// A method that backs a computed member.
#[derive(Clone, Debug, PartialEq)]
pub struct Accessor {
    /// It writes; otherwise it reads.
    pub writes: bool,
    /// Name of the member: as given, or the method's without `get_` or `set_`.
    pub member: Spanned<String>,
    /// Its first parameter is an index.
    pub indexed: bool,
    /// Attributes of the member. Label, aliases, availability and metadata of an accessor are the member's.
    pub attrs: MemberAttrs,
}

/// Attributes of a method or function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MethodAttrs {
    /// Canonical name, where it is not the identifier.
    pub name: Option<Spanned<String>>,
    /// Name for eyes only; of a button, what stands on it.
    pub label: Option<String>,
    /// Other names it is called by, from `alias` and `was`.
    pub aliases: Vec<Spanned<String>>,
    /// Shown as a button. False for an invalid one, which is kept in `meta` as `button` and `button_fault`.
    pub button: bool,
    /// A derived class may replace it.
    pub overridable: bool,
    /// Not listed for people.
    pub hidden: bool,
    /// It is not described.
    pub skip: bool,
    /// It backs a computed member.
    pub accessor: Option<Box<Accessor>>,
    /// The method whose canonical name it shares.
    pub overload_of: Option<Spanned<String>>,
    /// Namespace of a free function, where it is not the crate.
    pub space: Option<Spanned<String>>,
    /// Path of the reflection crate in generated code.
    pub crate_path: Option<Spanned<String>>,
    /// From which API version to which it is there.
    pub availability: Availability,
    /// Further metadata as key and value.
    pub meta: Vec<(String, String)>,
}

/// Attributes of a variant of an enum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantAttrs {
    /// Canonical name, where it is not the identifier.
    pub name: Option<Spanned<String>>,
    /// Name for eyes only.
    pub label: Option<String>,
    /// Other names it is read by, from `alias` and `was`.
    pub aliases: Vec<Spanned<String>>,
    /// Rule that turns the identifiers of its fields into names.
    pub rename_all: Option<Case>,
    /// From which API version to which it is there.
    pub availability: Availability,
}
