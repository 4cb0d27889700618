//! The typed tree between checking and lowering.

use onefold_diag::Span;
use onefold_script_bytecode::{FuncId, GlobalId, HostId, ImportId, StdId, Storage, StrId};

use crate::types::{Base, Ty};

/// A typed expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
    /// `@x` was written.
    pub is_handle_of: bool,
    /// An own temporary that may be taken over instead of copied.
    pub is_fresh: bool,
}

pub(crate) type Boxed = Box<Expr>;
pub(crate) type LocalId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Sar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Error,
    /// A constant number as a slot holds it.
    Bits(u64),
    Text(StrId),
    Null,
    /// A name of functions, with the object of methods.
    FuncSet(Vec<u32>, Option<Boxed>),
    Lambda(onefold_script_syntax::ast::Id<onefold_script_syntax::ast::Lambda>),
    List(onefold_script_syntax::ast::InitList),
    /// `void` as an argument.
    VoidArg,
    // Places.
    Local(LocalId),
    Global(GlobalId),
    Field {
        object: Boxed,
        offset: u32,
        storage: Storage,
    },
    Elem {
        array: Boxed,
        index: Boxed,
        storage: Storage,
    },
    TextByte {
        text: Boxed,
        index: Boxed,
    },
    /// What a reference leads to.
    Deref(Boxed, Storage),
    HostMember {
        object: Boxed,
        item: HostId,
    },
    /// `n` scalar slots from slot `at` of a value.
    Part {
        value: Boxed,
        at: u16,
        storage: Storage,
    },
    Property(Box<Property>),
    /// `c ? a : b` of places.
    HostGlobal(HostId),
    // Values.
    Neg(Boxed),
    Complement(Boxed),
    Not(Boxed),
    Binary {
        op: BinOp,
        left: Boxed,
        right: Boxed,
    },
    Compare {
        op: CmpOp,
        left: Boxed,
        right: Boxed,
    },
    CompareText {
        op: CmpOp,
        left: Boxed,
        right: Boxed,
    },
    Same {
        left: Boxed,
        right: Boxed,
        is_negated: bool,
    },
    And(Boxed, Boxed),
    Or(Boxed, Boxed),
    Conditional(Boxed, Boxed, Boxed),
    /// Number to number.
    Convert(Boxed),
    /// The object of a handle that must not be null.
    NotNull(Boxed),
    /// The handle as another handle type, upwards or unchecked.
    Upcast(Boxed),
    /// The handle as a type known at run time only.
    Downcast(Boxed),
    /// Counts a place up or down.
    Step {
        place: Boxed,
        by: i8,
        is_post: bool,
    },
    /// Stores; the value is that of the place.
    Assign {
        place: Boxed,
        value: Boxed,
    },
    /// `place op= value` of numbers.
    AssignOp {
        op: BinOp,
        place: Boxed,
        value: Boxed,
        common: Base,
    },
    /// `text + value`, the value a string, number or bool.
    Concat(Boxed, Boxed),
    /// `place += value` of strings.
    AppendText {
        place: Boxed,
        value: Boxed,
    },
    Call {
        callee: Callee,
        args: Vec<Arg>,
    },
    /// A native that gives the new value of a place.
    Mutate {
        place: Boxed,
        callee: StdId,
        args: Vec<Arg>,
        out: bool,
    },
    /// A new script object by a constructor.
    New {
        class: u32,
        ctor: FuncId,
        args: Vec<Arg>,
    },
    ArrayList {
        items: Vec<Expr>,
        storage: Storage,
    },
    FuncHandle(FuncId),
    Delegate {
        object: Boxed,
        func: FuncId,
        slot: Option<u32>,
    },
    /// A boxed value for a `?&in`.
    Wrap {
        value: Boxed,
        code: u32,
    },
    /// Evaluates the first (into its local) and gives the second.
    Let {
        local: LocalId,
        value: Boxed,
        body: Boxed,
    },
    /// Evaluates the first for its effects and gives the second.
    Then(Boxed, Boxed),
    /// Order of two strings as a number.
    OrderText(Boxed, Boxed),
    ArrayLen(Boxed),
    TextLen(Boxed),
    /// Several slots of a value from scalars.
    Pack(Vec<Expr>),
    Throw(Boxed),
    /// A reference to a place, for a function that returns one.
    RefOf(Boxed, Storage),
}

/// A pair of accessors used like a variable.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub object: Option<Expr>,
    pub args: Vec<Expr>,
    pub getter: Option<u32>,
    pub setter: Option<u32>,
    pub name: String,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Callee {
    Func(FuncId),
    /// A method called without look-up.
    Method(FuncId),
    Virtual(u32),
    Interface(u32, u32),
    Handle,
    Import(ImportId),
    Std(StdId),
    Host(HostId),
}

#[derive(Clone, Debug)]
pub(crate) enum Arg {
    /// Passed as it is.
    Value(Expr),
    /// A temporary whose place is passed and whose value is then assigned.
    Out { temp: LocalId, ty: Ty, assign: Option<Boxed>, init: Option<Boxed> },
    /// A box whose content is taken out and assigned.
    OutBox { temp: LocalId, code: u32, assign: Option<Boxed> },
    /// An object made for an `&out`, passed by handle, then assigned.
    OutObject { temp: LocalId, init: Boxed, assign: Option<Boxed> },
}

#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub name: String,
    pub ty: Ty,
    pub kind: LocalKind,
    /// A parameter that is assigned to and so needs a slot of its own.
    pub is_changed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LocalKind {
    Var,
    /// Parameter at a slot.
    Param(u16),
    /// Parameter that is a place.
    Place(u16),
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Block(Vec<Stmt>),
    /// Starts a variable; none means the empty value.
    Declare(LocalId, Option<Expr>),
    Expr(Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    /// Init, condition, steps, body and the variables of the init.
    For(Vec<Stmt>, Option<Expr>, Vec<Expr>, Box<Stmt>),
    /// Value, cases with their value (none is the default) and statements.
    Switch(Expr, Vec<(Option<i64>, Vec<Stmt>)>),
    Break,
    Continue,
    Return(Option<Expr>),
    Try(Box<Stmt>, Box<Stmt>),
}

/// A checked function body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub locals: Vec<Local>,
    pub stmts: Vec<Stmt>,
    pub span: Option<Span>,
    pub end: Option<Span>,
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind, ty, span, is_handle_of: false, is_fresh: false }
    }

    pub fn fresh(kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind, ty, span, is_handle_of: false, is_fresh: true }
    }

    pub fn error(span: Span) -> Expr {
        Expr::new(ExprKind::Error, Ty::ERROR, span)
    }

    pub fn bits(bits: u64, ty: Ty, span: Span) -> Expr {
        Expr::new(ExprKind::Bits(bits), ty, span)
    }

    pub fn boxed(self) -> Boxed {
        Box::new(self)
    }

    pub fn is_error(&self) -> bool {
        self.ty.is_error()
    }

    pub fn constant(&self) -> Option<u64> {
        match self.kind {
            ExprKind::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether it names storage that can be written (const aside).
    pub fn is_place(&self) -> bool {
        match &self.kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Field { .. }
            | ExprKind::Elem { .. }
            | ExprKind::TextByte { .. }
            | ExprKind::Deref(..)
            | ExprKind::HostMember { .. }
            | ExprKind::Property(_) => true,
            ExprKind::Part { value, .. } => value.is_place(),
            ExprKind::Conditional(_, a, b) => {
                a.is_place()
                    && b.is_place()
                    && !matches!(a.kind, ExprKind::Property(_))
                    && a.ty.plain() == b.ty.plain()
            }
            ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::AppendText { .. } => true,
            ExprKind::Then(_, last) => last.is_place(),
            ExprKind::Let { body, .. } => body.is_place(),
            _ => false,
        }
    }

    /// The value as a signed number of its type.
    pub fn int(&self) -> Option<i64> {
        let bits = self.constant()?;
        Some(match self.ty.base {
            Base::I8 | Base::I16 | Base::I32 | Base::Enum(_) => i64::from(bits as i32),
            Base::U8 | Base::U16 | Base::U32 | Base::Bool => i64::from(bits as u32),
            Base::I64 | Base::U64 => bits as i64,
            _ => return None,
        })
    }
}
