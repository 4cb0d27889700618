//! The tables of one build: types, functions, globals, namespaces.

use onefold_diag::Span;
use onefold_script_bytecode::{FuncId, GlobalId, ImportId};
use onefold_script_std::{Repr, StdFn};
use onefold_script_syntax::ast;
use rustc_hash::FxHashMap;

use crate::types::{Base, Ty};

/// Who may use a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Access {
    #[default]
    Public,
    Protected,
    Private,
}

/// How a parameter is passed.
pub(crate) use onefold_script_syntax::ast::RefMode as Mode;

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub ty: Ty,
    pub mode: Mode,
    pub name: String,
    pub default: Option<ast::Id<ast::Expr>>,
}

/// A function of any origin.
#[derive(Clone, Debug)]
pub(crate) struct Func {
    pub name: String,
    /// As exceptions show it.
    pub shown: String,
    pub owner: Option<Base>,
    pub space: u32,
    pub params: Vec<Param>,
    pub ret: Ty,
    pub is_ref: bool,
    pub is_const: bool,
    pub is_property: bool,
    pub is_explicit: bool,
    pub is_final: bool,
    pub is_override: bool,
    pub is_variadic: bool,
    pub is_deleted: bool,
    pub access: Access,
    pub kind: FuncKind,
    /// Slot in the vtable of its class.
    pub slot: Option<u32>,
    pub span: Option<Span>,
    /// Declared by the library or the host.
    pub is_library: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum FuncKind {
    Script(FuncId),
    Interface(u32, u32),
    Std(&'static StdFn),
    /// Owner and name of the host item.
    Host(String, String),
    Import(ImportId),
    Funcdef,
    /// Built of the members of a value in order.
    Pack,
}

/// Methods by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    pub methods: FxHashMap<Box<str>, Vec<u32>>,
    pub ctors: Vec<u32>,
    pub properties: FxHashMap<Box<str>, HostProperty>,
}

#[derive(Clone, Debug)]
pub(crate) struct HostProperty {
    pub ty: Ty,
    pub link: String,
    pub owner: String,
    pub is_read_only: bool,
    pub offset: u16,
}

#[derive(Clone, Debug)]
pub(crate) struct TypeInfo {
    pub name: String,
    pub kind: TypeKind,
    pub members: Members,
    /// Types nested in it: funcdefs.
    pub nested: FxHashMap<Box<str>, u32>,
}

#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    Class(Box<ClassInfo>),
    Interface(InterfaceInfo),
    Array(Ty),
    /// Its function.
    Funcdef(u32),
    Std {
        name: &'static str,
        args: Vec<Ty>,
        repr: Repr,
    },
    Host {
        link: String,
        base: Option<u32>,
    },
}

#[derive(Clone, Debug, Default)]
pub(crate) struct InterfaceInfo {
    pub decl: Option<ast::Id<ast::Interface>>,
    pub space: u32,
    pub bases: Vec<u32>,
    pub methods: Vec<u32>,
    pub is_ready: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ClassInfo {
    pub decl: Option<ast::Id<ast::Class>>,
    pub space: u32,
    pub span: Span,
    pub base: Option<u32>,
    pub interfaces: Vec<u32>,
    pub is_abstract: bool,
    pub is_final: bool,
    pub fields: Vec<FieldInfo>,
    pub vtable: Vec<u32>,
    pub dtor: Option<FuncId>,
    pub factory: Option<FuncId>,
    pub assign: Option<FuncId>,
    pub layout: onefold_script_bytecode::Class,
    /// Number of fields of the bases.
    pub inherited: usize,
    pub stage: u8,
    /// Mixins taken in.
    pub mixins: Vec<ast::Id<ast::Class>>,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldInfo {
    pub name: String,
    pub ty: Ty,
    pub offset: u32,
    pub access: Access,
    pub owner: u32,
    pub init: ast::Init,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct EnumInfo {
    pub name: String,
    pub values: Vec<(String, i64)>,
    pub underlying: Base,
}

#[derive(Clone, Debug)]
pub(crate) struct ValueInfo {
    pub name: String,
    pub bytes: u16,
    pub members: Members,
}

#[derive(Clone, Debug)]
pub(crate) struct GlobalInfo {
    pub name: String,
    pub ty: Ty,
    pub space: u32,
    pub init: ast::Init,
    pub span: Span,
    pub id: GlobalId,
    /// 0 not started, 1 under way, 2 done.
    pub stage: u8,
    /// Value where it is a constant known at compile time.
    pub constant: Option<u64>,
    pub is_auto: bool,
    pub type_node: ast::Id<ast::Type>,
}

/// What a name of a namespace means.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    pub ty: Option<TypeEntry>,
    pub funcs: Vec<u32>,
    pub global: Option<u32>,
    pub host: Option<u32>,
    pub enum_values: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeEntry {
    Type(Base),
    /// A template of the library by its place in the list of types.
    Template(usize),
    Mixin(ast::Id<ast::Class>, u32),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Space {
    /// Qualified name, empty for the global one.
    pub name: String,
    pub parent: Option<u32>,
    pub children: FxHashMap<Box<str>, u32>,
    pub entries: FxHashMap<Box<str>, Entry>,
    pub using: Vec<u32>,
}

/// Code that is to be made.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// A function, method or accessor with its statements.
    Function(ast::Block),
    /// A constructor, perhaps without statements.
    Ctor(Option<ast::Block>),
    Destructor(Option<ast::Block>),
    Factory(u32),
    Assign(u32),
    Lambda(ast::Id<ast::Lambda>),
    /// Done or never made.
    None,
}

impl Func {
    pub fn new(name: &str, kind: FuncKind, ret: Ty) -> Func {
        Func {
            name: name.to_owned(),
            shown: name.to_owned(),
            owner: None,
            space: 0,
            params: Vec::new(),
            ret,
            is_ref: false,
            is_const: false,
            is_property: false,
            is_explicit: false,
            is_final: false,
            is_override: false,
            is_variadic: false,
            is_deleted: false,
            access: Access::Public,
            kind,
            slot: None,
            span: None,
            is_library: false,
        }
    }

    /// Parameters that have to be given.
    pub fn required(&self) -> usize {
        self.params.iter().take_while(|param| param.default.is_none()).count()
    }

    pub fn same_params(&self, other: &Func) -> bool {
        self.params.len() == other.params.len()
            && self.params.iter().zip(&other.params).all(|(a, b)| a.ty == b.ty && a.mode == b.mode)
    }
}

impl TypeInfo {
    pub fn new(name: &str, kind: TypeKind) -> TypeInfo {
        TypeInfo { name: name.to_owned(), kind, members: Members::default(), nested: FxHashMap::default() }
    }

    pub fn class(&self) -> Option<&ClassInfo> {
        match &self.kind {
            TypeKind::Class(class) => Some(class),
            _ => None,
        }
    }
}
