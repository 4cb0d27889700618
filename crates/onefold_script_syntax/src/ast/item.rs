//! Declarations.

use onefold_diag::Span;

use super::{Arg, Block, Expr, Id, InitList, List, Name, Path, StringId, Type};

/// A declaration at the top level or in a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// From the first modifier to the closing `;` or `}`, without metadata.
    pub span: Span,
    /// The `[…]` blocks before it.
    pub metadata: List<Metadata>,
    /// The words before it: `shared`, `external`, `abstract`, `final`, `private`, `protected`.
    pub modifiers: Modifiers,
    /// What is declared.
    pub kind: ItemKind,
}

/// The kinds of top-level declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A function.
    Function(Id<Function>),
    /// Global variables.
    Variables(Id<Variables>),
    /// A global virtual property.
    VirtualProperty(Id<VirtualProperty>),
    /// A class or a mixin class.
    Class(Id<Class>),
    /// An interface.
    Interface(Id<Interface>),
    /// An enumeration.
    Enum(Id<Enum>),
    /// Another name for a primitive type.
    Typedef(Id<Typedef>),
    /// A function signature type.
    Funcdef(Id<Funcdef>),
    /// A namespace with its content.
    Namespace(Id<Namespace>),
    /// `using namespace a::b;`
    Using(Id<Using>),
    /// A function taken from another module.
    Import(Id<Import>),
}

/// A declaration in a class or an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// From the first modifier to the closing `;` or `}`, without metadata.
    pub span: Span,
    /// The `[…]` blocks before it.
    pub metadata: List<Metadata>,
    /// The words before it: `private`, `protected` and others that the compiler refuses.
    pub modifiers: Modifiers,
    /// What is declared.
    pub kind: MemberKind,
}

/// The kinds of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// A method, constructor or destructor.
    Function(Id<Function>),
    /// Properties with storage.
    Variables(Id<Variables>),
    /// A property made of accessors.
    VirtualProperty(Id<VirtualProperty>),
    /// A function signature type.
    Funcdef(Id<Funcdef>),
}

/// A `[…]` block before a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// From bracket to bracket.
    pub span: Span,
    /// What is between the brackets, untouched.
    pub text: Span,
}

/// Words before a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// `shared`
    pub is_shared: bool,
    /// `external`
    pub is_external: bool,
    /// `abstract`
    pub is_abstract: bool,
    /// `final`
    pub is_final: bool,
    /// `private`
    pub is_private: bool,
    /// `protected`
    pub is_protected: bool,
}

/// What functions, signature types and imports have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// From the return type to the last attribute.
    pub span: Span,
    /// The type returned; none for constructors and destructors.
    pub return_type: Option<Id<Type>>,
    /// True when a reference is returned (`T& f()`).
    pub returns_ref: bool,
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: List<Param>,
    /// True when the parameter list ends in `...` (host declarations only).
    pub is_variadic: bool,
    /// True for a method that may not change its object.
    pub is_const: bool,
    /// The words after the parameter list.
    pub attributes: FunctionAttributes,
}

/// The words after a parameter list, apart from `const`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    /// `override`
    pub is_override: bool,
    /// `final`
    pub is_final: bool,
    /// `explicit`
    pub is_explicit: bool,
    /// `property`
    pub is_property: bool,
    /// `delete`
    pub is_delete: bool,
}

/// A parameter of a function or lambda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// From the type to the default.
    pub span: Span,
    /// Its type; may be left out in a lambda only.
    pub ty: Option<Id<Type>>,
    /// How it is passed.
    pub mode: RefMode,
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// Its default argument.
    pub default: Option<Id<Expr>>,
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RefMode {
    /// By value.
    #[default]
    Value,
    /// `&in`
    In,
    /// `&out`
    Out,
    /// `&inout` or `&` alone.
    InOut,
}

/// A function, method, constructor or destructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// What it is.
    pub kind: FunctionKind,
    /// Its name, parameters and return type.
    pub signature: Signature,
    /// Its statements; none where it ends in `;`.
    pub body: Option<Block>,
}

/// What a function is, by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// It has a return type.
    Function,
    /// It has none; whether the name is that of the class is not checked here.
    Constructor,
    /// `~C()`
    Destructor,
}

/// Variables of one type declared together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variables {
    /// From the type to the `;`.
    pub span: Span,
    /// Their type.
    pub ty: Id<Type>,
    /// The variables, at least one.
    pub declarators: List<Declarator>,
}

/// One variable of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declarator {
    /// Name and initialiser.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// How it is initialised.
    pub init: Init,
}

/// How a variable is initialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Init {
    /// Not at all, or by default.
    None,
    /// `= value`
    Value(Id<Expr>),
    /// `= {…}`
    List(InitList),
    /// `(args)`
    Args(List<Arg>),
}

/// `T name { get { } set { } }`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualProperty {
    /// From the type to the closing brace.
    pub span: Span,
    /// The type of the property.
    pub ty: Id<Type>,
    /// True when the getter returns a reference.
    pub is_ref: bool,
    /// The name.
    pub name: Name,
    /// The accessors, as many as are written.
    pub accessors: List<Accessor>,
}

/// One accessor of a [`VirtualProperty`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessor {
    /// From `get` or `set` to the `;` or closing brace.
    pub span: Span,
    /// `get` or `set`.
    pub kind: AccessorKind,
    /// Where the word stands.
    pub word: Span,
    /// True when followed by `const`.
    pub is_const: bool,
    /// Further words.
    pub attributes: FunctionAttributes,
    /// Its statements; none where it ends in `;`.
    pub body: Option<Block>,
}

/// What an accessor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessorKind {
    /// `get`
    Get,
    /// `set`; its parameter is called `value`.
    Set,
}

/// A class or a mixin class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// True for a `mixin class`.
    pub is_mixin: bool,
    /// The name.
    pub name: Name,
    /// The base class and interfaces as written.
    pub bases: List<Path>,
    /// The members; none where the declaration ends in `;`.
    pub members: Option<List<Member>>,
}

/// An interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The name.
    pub name: Name,
    /// The interfaces it inherits from.
    pub bases: List<Path>,
    /// The methods and virtual properties; none where the declaration ends in `;`.
    pub members: Option<List<Member>>,
}

/// An enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enum {
    /// The name.
    pub name: Name,
    /// The type of its values, in `enum E : uint8`.
    pub underlying: Option<Id<Type>>,
    /// The values; none where the declaration ends in `;`.
    pub values: Option<List<EnumValue>>,
}

/// One value of an [`Enum`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumValue {
    /// Name and value.
    pub span: Span,
    /// The `[…]` blocks before it.
    pub metadata: List<Metadata>,
    /// The name.
    pub name: Name,
    /// The value, where given.
    pub value: Option<Id<Expr>>,
}

/// `typedef T name;`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typedef {
    /// The type meant.
    pub ty: Id<Type>,
    /// The new name.
    pub name: Name,
}

/// `funcdef T name(params);`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Funcdef {
    /// Name, parameters and return type.
    pub signature: Signature,
}

/// `namespace a::b { }`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Namespace {
    /// The names, outermost first.
    pub path: List<Name>,
    /// The content.
    pub items: List<Item>,
}

/// `using namespace a::b;`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Using {
    /// From `using` to the `;`.
    pub span: Span,
    /// The names, outermost first.
    pub path: List<Name>,
}

/// `import T f() from "module";`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// Name, parameters and return type.
    pub signature: Signature,
    /// The name of the module.
    pub module: StringId,
    /// Where the name of the module stands.
    pub module_span: Span,
}
