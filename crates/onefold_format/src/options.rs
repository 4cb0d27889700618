//! What callers choose: limits, modes, and how handles are named.

use onefold_diag::Diagnostics;
use onefold_reflect::{AnyHandle, MemberMask, TypeRef};

use crate::kept::Kept;
use crate::upgrade::Upgrades;

/// How much input is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes.
    pub bytes: usize,
    /// Deepest nesting.
    pub depth: usize,
    /// Most values, keys not counted.
    pub count: usize,
    /// Most messages kept; one more says how many were left out.
    pub messages: usize,
}

impl Limits {
    /// 256 MiB, 128 levels, 16 million values, 1,000 messages.
    pub const DEFAULT: Self = Self { bytes: 256 << 20, depth: 128, count: 16 << 20, messages: 1000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What happens when something is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is applied when anything is wrong.
    #[default]
    Strict,
    /// What is right is applied; what is not is kept verbatim and reported as a warning.
    Lenient,
}

/// Which members are written.
#[derive(Clone, Copy, Debug, Default)]
pub enum Which<'a> {
    /// All saved ones.
    #[default]
    All,
    /// Those that were set by somebody or differ from the default; the mask is that of the value itself.
    Changed(Option<&'a MemberMask>),
}

/// How plain values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Typed JSON values with shortest exact numbers.
    #[default]
    Typed,
    /// SETech's texts: six decimals, `True`, `{ 1.000000 , 0.930000 }`, aliases of enum values. Floats lose digits.
    Text,
}

/// How a value is written.
#[derive(Clone, Copy)]
pub struct WriteOptions<'a> {
    /// Which members.
    pub which: Which<'a>,
    /// How plain values look.
    pub form: Form,
    /// With line ends and indentation.
    pub pretty: bool,
    /// Names of handles.
    pub handles: &'a dyn HandleCodec,
    /// What an earlier read kept, to be written back.
    pub kept: Option<&'a Kept>,
}

impl Default for WriteOptions<'_> {
    fn default() -> Self {
        Self { which: Which::All, form: Form::Typed, pretty: false, handles: &TableHandles, kept: None }
    }
}

impl<'a> WriteOptions<'a> {
    /// All members, compact.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With line ends and indentation.
    #[must_use]
    pub fn pretty(self) -> Self {
        Self { pretty: true, ..self }
    }

    /// Members that are set or differ from the default only.
    #[must_use]
    pub fn changed(self, mask: Option<&'a MemberMask>) -> Self {
        Self { which: Which::Changed(mask), ..self }
    }

    /// In SETech's text form.
    #[must_use]
    pub fn text_form(self) -> Self {
        Self { form: Form::Text, ..self }
    }

    /// With what an earlier read kept.
    #[must_use]
    pub fn kept(self, kept: &'a Kept) -> Self {
        Self { kept: Some(kept), ..self }
    }

    /// With names for handles.
    #[must_use]
    pub fn handles(self, handles: &'a dyn HandleCodec) -> Self {
        Self { handles, ..self }
    }
}

/// How a value is read.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// What happens when something is wrong.
    pub mode: Mode,
    /// Name of the input in messages.
    pub file: &'a str,
    /// Objects behind names.
    pub handles: &'a dyn HandleCodec,
    /// How much input is accepted.
    pub limits: Limits,
    /// Steps that bring old input up to date.
    pub upgrades: Option<&'a Upgrades>,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self { mode: Mode::Strict, file: "", handles: &TableHandles, limits: Limits::DEFAULT, upgrades: None }
    }
}

impl<'a> ReadOptions<'a> {
    /// All or nothing.
    #[must_use]
    pub fn strict() -> Self {
        Self::default()
    }

    /// Applies what is right and keeps the rest.
    #[must_use]
    pub fn lenient() -> Self {
        Self { mode: Mode::Lenient, ..Self::default() }
    }

    /// Names the input in messages.
    #[must_use]
    pub fn file(self, file: &'a str) -> Self {
        Self { file, ..self }
    }

    /// With objects behind names.
    #[must_use]
    pub fn handles(self, handles: &'a dyn HandleCodec) -> Self {
        Self { handles, ..self }
    }

    /// With other limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With steps that bring old input up to date.
    #[must_use]
    pub fn upgrades(self, upgrades: &'a Upgrades) -> Self {
        Self { upgrades: Some(upgrades), ..self }
    }
}

/// The name of an object in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// Its stable id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
}

impl Reference {
    /// What to call it in messages: the name, else the id.
    #[must_use]
    pub fn text(&self) -> &str {
        self.name.as_deref().or(self.id.as_deref()).unwrap_or("")
    }
}

/// What a reference turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// That object.
    To(AnyHandle),
    /// Not known yet: the handle becomes null, and the report lists the reference with its path.
    Later,
    /// No such object.
    Unknown,
}

/// Between handles and the names that files hold.
pub trait HandleCodec {
    /// The name of an object; none writes null. Never asked for the null handle.
    fn name(&self, handle: AnyHandle) -> Option<Reference>;
    /// The object of a name; `class` is the type the handle is declared for.
    fn resolve(&self, reference: &Reference, class: TypeRef<'_>) -> Resolved;
}

/// Names handles by their place in the object table (`e3.1`): good inside one table only, as in a snapshot.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableHandles;

impl HandleCodec for TableHandles {
    fn name(&self, handle: AnyHandle) -> Option<Reference> {
        let id = if handle.is_world() {
            format!("e{}.{}", handle.index(), handle.generation())
        } else {
            return None;
        };
        Some(Reference { id: Some(id), name: None })
    }

    fn resolve(&self, reference: &Reference, _class: TypeRef<'_>) -> Resolved {
        let parse = |text: &str| {
            let (index, generation) = text.strip_prefix('e')?.split_once('.')?;
            Some(AnyHandle::world(generation.parse().ok()?, index.parse().ok()?))
        };
        let text = reference.id.as_deref().or(reference.name.as_deref()).unwrap_or("");
        parse(text).map_or(Resolved::Unknown, Resolved::To)
    }
}

/// A reference that could not be resolved while reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingReference {
    /// Path of the handle in the value.
    pub path: String,
    /// What the file names.
    pub reference: Reference,
}

/// What came of a read.
#[derive(Clone, Debug, Default)]
pub struct ReadReport {
    /// Everything wrong; errors in strict mode, warnings for what was kept in lenient mode.
    pub diagnostics: Diagnostics,
    /// True when the input, or in lenient mode what was right of it, is in the value now.
    pub applied: bool,
    /// Members of the value that were set, where the value is a struct.
    pub set: MemberMask,
    /// What could not be understood, verbatim, to be written back.
    pub kept: Kept,
    /// References to be resolved when everything has loaded.
    pub pending: Vec<PendingReference>,
}
