//! Names and stable ids of types.

use std::fmt;

use crate::info::{TypeInfo, TypeLink};

/// Stable id of a type: FNV-1a 64 of its full name. The same in every build, whatever order types register in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeKey(pub u64);

impl TypeKey {
    /// The id of a full name.
    #[must_use]
    pub const fn of(full_name: &str) -> Self {
        Self(fnv1a64(full_name.as_bytes()))
    }
}

impl fmt::Debug for TypeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeKey({:016x})", self.0)
    }
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo): offset basis `cbf29ce484222325`, prime `100000001b3`.
#[must_use]
pub const fn fnv1a64(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// The parts of a type's full name.
#[derive(Clone, Copy, Debug)]
pub struct TypeName<'a> {
    /// Crate or chosen namespace; `script::namespace` for script classes; empty for built-in types.
    pub space: &'a str,
    /// The bare name; `[]` for arrays and `()` for tuples.
    pub ident: &'a str,
    /// Type arguments.
    pub args: &'a [TypeLink<'a>],
    /// Length of an array.
    pub len: usize,
}

impl<'a> TypeName<'a> {
    /// A name without arguments.
    #[must_use]
    pub const fn new(space: &'a str, ident: &'a str) -> Self {
        Self { space, ident, args: &[], len: 0 }
    }

    /// The same name with type arguments.
    #[must_use]
    pub const fn with_args(self, args: &'a [TypeLink<'a>]) -> Self {
        Self { args, ..self }
    }

    /// Name of an array of `len` items.
    #[must_use]
    pub const fn array(item: &'a [TypeLink<'a>], len: usize) -> Self {
        Self { space: "", ident: "[]", args: item, len }
    }

    /// The name with its space and the full names of its arguments: what [`TypeKey`] is the hash of.
    #[must_use]
    pub fn full(&self) -> String {
        self.render(true)
    }

    /// The name without its space.
    #[must_use]
    pub fn bare(&self) -> String {
        self.render(false)
    }

    fn render(&self, full: bool) -> String {
        let arg = |link: &TypeLink<'_>| match link {
            TypeLink::Static(info) => info().name.render(full),
            TypeLink::Named(name) if full => (*name).to_owned(),
            TypeLink::Named(name) => name.rsplit("::").next().unwrap_or(name).to_owned(),
        };
        let args: Vec<String> = self.args.iter().map(arg).collect();
        match self.ident {
            "[]" => format!("[{}; {}]", args.join(", "), self.len),
            "()" => format!("({})", args.join(", ")),
            ident => {
                let space =
                    if full && !self.space.is_empty() { format!("{}::", self.space) } else { String::new() };
                if args.is_empty() {
                    format!("{space}{ident}")
                } else {
                    format!("{space}{ident}<{}>", args.join(", "))
                }
            }
        }
    }
}

impl TypeInfo<'_> {
    /// The stable id of this type.
    #[must_use]
    pub fn key(&self) -> TypeKey {
        TypeKey::of(&self.name.full())
    }
}
