//! The program container: what a compiler hands to the virtual machine.

use crate::kind::{Ret, Signature, SlotKind, Storage};

macro_rules! ids {
    ($( $(#[$doc:meta])* $name:ident; )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )* };
}

ids! {
    /// Index into [`Program::types`].
    TypeId;
    /// Index into [`Program::functions`].
    FuncId;
    /// Index into [`Program::globals`].
    GlobalId;
    /// Index into [`Program::strings`].
    StrId;
    /// Index into [`Program::std`].
    StdId;
    /// Index into [`Program::host`].
    HostId;
    /// Index into [`Program::imports`].
    ImportId;
}

impl TypeId {
    /// The type every handle is of.
    pub const ANY: TypeId = TypeId(u32::MAX);
}

/// Everything one build made; immutable, free of counted values, symbolic about host items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Name of the module.
    pub name: String,
    /// Source files, which line entries name by index.
    pub files: Vec<String>,
    /// Classes, interfaces, arrays, funcdefs, library and host types.
    pub types: Vec<TypeDef>,
    /// Script functions.
    pub functions: Vec<Function>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions that initialise globals, in the order they run.
    pub init: Vec<FuncId>,
    /// String constants; bytes, for escapes may make any.
    pub strings: Vec<Vec<u8>>,
    /// Library functions the code calls.
    pub std: Vec<StdImport>,
    /// Host items the code uses.
    pub host: Vec<HostImport>,
    /// Functions imported from other modules.
    pub imports: Vec<Import>,
}

/// A type that handles point to.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Qualified name, as messages show it.
    pub name: String,
    /// What it is.
    pub kind: TypeKind,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A script class.
    Class(Class),
    /// An interface.
    Interface(Interface),
    /// `array<T>`, T in that storage.
    Array(Storage),
    /// A function type; its signature has no object.
    Funcdef(Signature),
    /// A library type with its template arguments, known to the VM by name.
    Std {
        /// Name of the library type: `dictionary`, `grid`, `weakref`, …
        name: String,
        /// Storage of the template arguments.
        args: Vec<Storage>,
    },
    /// A host class, reached by world handles.
    Host {
        /// Symbolic name in the registry.
        name: String,
        /// The host class it derives from, so that its handles pass for that class's; linking checks it.
        base: Option<TypeId>,
    },
}

/// A script class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// The class it derives from; its fields and vtable come first.
    pub base: Option<TypeId>,
    /// The host class whose native part precedes the fields.
    pub host_base: Option<TypeId>,
    /// All fields, the base's first, in offset order.
    pub fields: Vec<Field>,
    /// Bytes the fields take.
    pub size: u32,
    /// Functions by vtable slot.
    pub vtable: Vec<FuncId>,
    /// Every interface it implements (also by inheritance), with its functions by method index.
    pub interfaces: Vec<(TypeId, Vec<FuncId>)>,
    /// Destructor: takes the object, gives nothing; it has to call the base's.
    pub destructor: Option<FuncId>,
    /// Makes a default-constructed object: no parameters, gives a handle.
    pub factory: Option<FuncId>,
    /// Assigns the second object to the first, member by member or by `opAssign`.
    pub assign: Option<FuncId>,
    /// Compares by `opEquals(other)` giving bool, for library functions such as `find`.
    pub equals: Option<FuncId>,
    /// Orders by `opCmp(other)` giving int, for library functions such as `sortAsc`.
    pub compare: Option<FuncId>,
}

/// A field of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Name in the source.
    pub name: String,
    /// Type in the source, for debuggers and descriptions.
    pub type_name: String,
    /// How it is stored.
    pub storage: Storage,
    /// Offset in bytes from the first field of the object.
    pub offset: u32,
}

impl Class {
    /// Appends a field at the next offset of its alignment and gives that offset.
    pub fn add_field(&mut self, name: &str, type_name: &str, storage: Storage) -> u32 {
        let offset = self.size.next_multiple_of(storage.align());
        self.size = offset + storage.size();
        let (name, type_name) = (name.to_owned(), type_name.to_owned());
        self.fields.push(Field { name, type_name, storage, offset });
        offset
    }

    /// A class that starts with the fields, vtable and interfaces of `base`.
    pub fn derived(base_id: TypeId, base: &Class) -> Class {
        Class { base: Some(base_id), destructor: base.destructor, factory: None, ..base.clone() }
    }
}

/// An interface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interface {
    /// Interfaces it derives from.
    pub bases: Vec<TypeId>,
    /// Its methods, inherited ones included; each signature starts with a handle of this interface.
    pub methods: Vec<(String, Signature)>,
}

/// A script function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// Name as exceptions show it: `main`, `Class::method`, `<lambda>`.
    pub name: String,
    /// Whole declaration, as tools show it.
    pub decl: String,
    /// What it takes and gives.
    pub signature: Signature,
    /// One kind per slot of the frame; the parameters come first.
    pub slots: Vec<SlotKind>,
    /// The instructions.
    pub code: Vec<u64>,
    /// Source places by ascending word; an entry holds up to the next.
    pub lines: Vec<Line>,
    /// `try` ranges, innermost first.
    pub handlers: Vec<Handler>,
    /// Tables of `switch` instructions.
    pub switches: Vec<SwitchTable>,
    /// Variables for debuggers.
    pub variables: Vec<Variable>,
}

impl Default for Signature {
    fn default() -> Self {
        Signature { params: Vec::new(), ret: Ret::Void }
    }
}

/// A source place of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// First word it holds for.
    pub pc: u32,
    /// Index into [`Program::files`].
    pub file: u16,
    /// Column, from 1.
    pub column: u16,
    /// Line, from 1.
    pub line: u32,
}

/// A `try` range: an exception between `start` and `end` goes on at `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First word covered.
    pub start: u32,
    /// First word no longer covered.
    pub end: u32,
    /// Word of the `catch` block.
    pub target: u32,
}

/// A jump table of an i32.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwitchTable {
    /// Value of the first entry.
    pub low: i32,
    /// Words to go on at, one per value from `low` on.
    pub targets: Vec<u32>,
    /// Word to go on at for all other values.
    pub default: u32,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name in the source.
    pub name: String,
    /// Type in the source.
    pub type_name: String,
    /// Its first slot.
    pub slot: u16,
    /// First word it lives at.
    pub start: u32,
    /// First word it no longer lives at.
    pub end: u32,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Qualified name.
    pub name: String,
    /// Type in the source.
    pub type_name: String,
    /// Kind of its slots: `Scalar`, `Str` or `Handle`.
    pub kind: SlotKind,
    /// Number of slots, more than 1 for values only.
    pub slots: u16,
}

/// A library function as the code uses it; the VM checks it against the library when linking.
#[derive(Clone, Debug, PartialEq)]
pub struct StdImport {
    /// Number in the library's table.
    pub id: u32,
    /// Kinds with all template arguments put in.
    pub signature: Signature,
    /// The type the function belongs to or makes, where it has one.
    pub owner: Option<TypeId>,
}

/// A host item the code uses, by name; linking finds it in a registry.
#[derive(Clone, Debug, PartialEq)]
pub struct HostImport {
    /// Name of the owning type, empty for global items.
    pub owner: String,
    /// Canonical name of the item, `^N` for overloads.
    pub name: String,
    /// What the item has to be.
    pub kind: HostKind,
}

/// What a host item is.
#[derive(Clone, Debug, PartialEq)]
pub enum HostKind {
    /// A function or method with that signature (a method's first parameter is the object).
    Function(Signature),
    /// A member of an object.
    Member(Storage),
    /// A global object of that host type.
    Global(TypeId),
}

/// A function imported from another module.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// Module it comes from.
    pub module: String,
    /// Declaration that must match.
    pub decl: String,
    /// Kinds.
    pub signature: Signature,
}

impl Program {
    /// Most types one type can be taken for.
    pub(crate) const MOST_ANCESTORS: usize = 1024;

    /// The type itself and every type its handles can be taken for, sorted.
    pub fn ancestors(&self, ty: TypeId) -> Vec<TypeId> {
        let mut found = Vec::new();
        let mut open = vec![ty];
        while let Some(ty) = open.pop().filter(|_| found.len() <= Self::MOST_ANCESTORS) {
            let Some(def) = self.types.get(ty.index()) else { continue };
            if found.contains(&ty) {
                continue;
            }
            found.push(ty);
            match &def.kind {
                TypeKind::Class(class) => {
                    open.extend(class.base);
                    open.extend(class.host_base);
                    open.extend(class.interfaces.iter().map(|entry| entry.0));
                }
                TypeKind::Interface(interface) => open.extend(&interface.bases),
                TypeKind::Host { base, .. } => open.extend(base),
                _ => {}
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether a handle of type `from` may stand in a slot of type `to`.
    pub fn is_a(&self, from: TypeId, to: TypeId) -> bool {
        from == to
            || to == TypeId::ANY
            || (from != TypeId::ANY && self.ancestors(from).binary_search(&to).is_ok())
    }
}
