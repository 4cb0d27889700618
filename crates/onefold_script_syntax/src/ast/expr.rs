//! Expressions.

use onefold_diag::Span;

use super::{Block, Id, List, Name, Param, Path, Type};

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expr {
    /// From its first to its last token.
    pub span: Span,
    /// Which expression.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExprKind {
    /// A syntax error stands here.
    Error,
    /// A number, a string, `true`, `false` or `null`.
    Literal(Literal),
    /// `void` as the argument for an unwanted `&out`.
    Void,
    /// `x`, `a::b`: a variable, property, function or enum value.
    Name(Id<Path>),
    /// `( inner )`
    Paren(Id<Expr>),
    /// An operator before its operand.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Where the operator stands.
        op_span: Span,
        /// What it applies to.
        operand: Id<Expr>,
    },
    /// `x++`, `x--`
    Postfix {
        /// The operator.
        op: PostfixOp,
        /// Where the operator stands.
        op_span: Span,
        /// What it applies to.
        operand: Id<Expr>,
    },
    /// An operator between two operands that only reads them.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Where the operator stands.
        op_span: Span,
        /// The left operand.
        left: Id<Expr>,
        /// The right operand.
        right: Id<Expr>,
    },
    /// `target = value` and the compound forms.
    ///
    /// Where the target is a plain name of a type and the value an [`InitList`](Self::InitList), the meaning is that of
    /// [`TypedList`](Self::TypedList): only the compiler knows the names of types.
    Assign {
        /// The operator.
        op: AssignOp,
        /// Where the operator stands.
        op_span: Span,
        /// What is assigned to.
        target: Id<Expr>,
        /// What is assigned.
        value: Id<Expr>,
    },
    /// `condition ? then : otherwise`
    Conditional {
        /// The condition.
        condition: Id<Expr>,
        /// The value when it holds.
        then: Id<Expr>,
        /// The value when it does not.
        otherwise: Id<Expr>,
    },
    /// `f(args)`, `a::f<T>(args)`, `array<int>(args)`: a call, or a conversion or construction when the path names a
    /// type.
    Call {
        /// What is called.
        path: Id<Path>,
        /// The arguments.
        args: List<Arg>,
    },
    /// `value(args)`: a call of a value that is not a plain name, by handle or `opCall`.
    CallValue {
        /// What is called.
        callee: Id<Expr>,
        /// The arguments.
        args: List<Arg>,
    },
    /// `object.name(args)`, `object.name<T>(args)`
    MethodCall {
        /// The object.
        object: Id<Expr>,
        /// The method.
        name: Name,
        /// Template arguments.
        types: List<Type>,
        /// The arguments.
        args: List<Arg>,
    },
    /// `object.name`
    Member {
        /// The object.
        object: Id<Expr>,
        /// The property.
        name: Name,
    },
    /// `object[args]`
    Index {
        /// The object.
        object: Id<Expr>,
        /// The indices, at least one.
        args: List<Arg>,
    },
    /// `int(x)`, `int[](3)`, `Foo[](3)`: a conversion or construction that is surely one by its form.
    Construct {
        /// The type.
        ty: Id<Type>,
        /// The arguments.
        args: List<Arg>,
    },
    /// `cast<T>(value)`
    Cast {
        /// The type wanted.
        ty: Id<Type>,
        /// What is cast.
        value: Id<Expr>,
    },
    /// `function(a, b) { }`
    Lambda(Id<Lambda>),
    /// `{1, 2}` where the receiver gives the type.
    InitList(InitList),
    /// `T = {1, 2}`
    TypedList {
        /// The type of the new object.
        ty: Id<Type>,
        /// Its content.
        list: InitList,
    },
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// One string or several adjacent ones, joined.
    String {
        /// The joined value.
        value: StringId,
        /// How the first of them is quoted.
        quote: QuoteKind,
    },
}

/// The value of a number with the type the language gives it.
///
/// A decimal number is the first of `int`, `int64`, `uint64` that holds it; a number with a radix
/// prefix is the first of `uint`, `uint64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// `int`
    Int(i32),
    /// `uint`
    Uint(u32),
    /// `int64`
    Int64(i64),
    /// `uint64`
    Uint64(u64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
}

/// The value of a string literal; see [`Tree::string`](super::Tree::string).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StringId(pub(crate) u32);

/// How a string is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuoteKind {
    /// `'…'`, a character where the host says so.
    Single,
    /// `"…"`
    Double,
    /// `"""…"""`
    Heredoc,
}

/// `function(params) body`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lambda {
    /// From the keyword to the closing brace.
    pub span: Span,
    /// Parameters; types and names may both be left out.
    pub params: List<Param>,
    /// The statements.
    pub body: Block,
}

/// An argument of a call or an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Name and value.
    pub span: Span,
    /// The parameter meant, in `name: value`.
    pub name: Option<Name>,
    /// The value.
    pub value: Id<Expr>,
}

/// `{a, , {b}}`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitList {
    /// From brace to brace.
    pub span: Span,
    /// The elements.
    pub items: List<InitItem>,
}

/// An element of an [`InitList`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitItem {
    /// Left out: the element gets its default value.
    Empty {
        /// The place between the commas.
        span: Span,
    },
    /// An expression.
    Value(Id<Expr>),
    /// A nested list.
    List(InitList),
}

macro_rules! operators {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
        }

        impl $name {
            /// How it is written.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

operators! {
    /// Operators before their operand.
    UnaryOp {
        Negate = "-",
        Plus = "+",
        Not = "!",
        Complement = "~",
        Increment = "++",
        Decrement = "--",
        HandleOf = "@",
    }
}

operators! {
    /// Operators after their operand.
    PostfixOp {
        Increment = "++",
        Decrement = "--",
    }
}

operators! {
    /// Operators between operands; `and`, `or`, `xor` are the same as `&&`, `||`, `^^`.
    BinaryOp {
        Add = "+",
        Subtract = "-",
        Multiply = "*",
        Divide = "/",
        Remainder = "%",
        Power = "**",
        BitAnd = "&",
        BitOr = "|",
        BitXor = "^",
        ShiftLeft = "<<",
        ShiftRight = ">>",
        ShiftRightArithmetic = ">>>",
        Equal = "==",
        NotEqual = "!=",
        Less = "<",
        LessOrEqual = "<=",
        Greater = ">",
        GreaterOrEqual = ">=",
        Is = "is",
        IsNot = "!is",
        And = "&&",
        Or = "||",
        Xor = "^^",
    }
}

operators! {
    /// Assignment operators.
    AssignOp {
        Assign = "=",
        Add = "+=",
        Subtract = "-=",
        Multiply = "*=",
        Divide = "/=",
        Remainder = "%=",
        Power = "**=",
        BitAnd = "&=",
        BitOr = "|=",
        BitXor = "^=",
        ShiftLeft = "<<=",
        ShiftRight = ">>=",
        ShiftRightArithmetic = ">>>=",
    }
}
