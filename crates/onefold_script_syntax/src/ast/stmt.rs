//! Statements.

use onefold_diag::Span;

use super::{Expr, Id, List, Name, Type, Using, Variables};

/// A statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// From its first to its last token, the `;` included.
    pub span: Span,
    /// Which statement.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// A syntax error stands here.
    Error,
    /// `;`
    Empty,
    /// `{ … }`
    Block(Block),
    /// `int a = 1, b;`
    Variables(Id<Variables>),
    /// `f();`
    Expr(Id<Expr>),
    /// `if (condition) then else otherwise`
    If {
        /// The condition.
        condition: Id<Expr>,
        /// Run when it holds.
        then: Id<Stmt>,
        /// Run when it does not.
        otherwise: Option<Id<Stmt>>,
    },
    /// `switch (value) { cases }`
    Switch {
        /// The value compared.
        value: Id<Expr>,
        /// The cases in order.
        cases: List<Case>,
    },
    /// `while (condition) body`
    While {
        /// Tested before each round.
        condition: Id<Expr>,
        /// Run each round.
        body: Id<Stmt>,
    },
    /// `do body while (condition);`
    DoWhile {
        /// Run each round.
        body: Id<Stmt>,
        /// Tested after each round.
        condition: Id<Expr>,
    },
    /// `for (init; condition; steps) body`
    For {
        /// Run once.
        init: ForInit,
        /// Tested before each round; always true when left out.
        condition: Option<Id<Expr>>,
        /// Evaluated after each round, in order.
        steps: List<Id<Expr>>,
        /// Run each round.
        body: Id<Stmt>,
    },
    /// `foreach (T v, K k : range) body`
    ForEach {
        /// The variables, at least one.
        variables: List<ForEachVariable>,
        /// What is walked through.
        range: Id<Expr>,
        /// Run for each element.
        body: Id<Stmt>,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return value;`
    Return {
        /// The value returned.
        value: Option<Id<Expr>>,
    },
    /// `try { } catch { }`
    Try {
        /// What may raise an exception.
        body: Block,
        /// Run after an exception.
        handler: Block,
    },
    /// `using namespace a::b;`
    Using(Id<Using>),
}

/// Statements in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// From brace to brace.
    pub span: Span,
    /// The statements.
    pub stmts: List<Stmt>,
}

/// What a `for` runs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForInit {
    /// Nothing.
    Empty,
    /// A declaration.
    Variables(Id<Variables>),
    /// An expression.
    Expr(Id<Expr>),
}

/// One `case` or `default` with its statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// From the label to the last statement.
    pub span: Span,
    /// What it is chosen by.
    pub label: CaseLabel,
    /// The label from its keyword to the `:`.
    pub label_span: Span,
    /// The statements up to the next label.
    pub stmts: List<Stmt>,
}

/// What a case is chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseLabel {
    /// `case value:`
    Value(Id<Expr>),
    /// `default:`
    Default,
}

/// One variable of a `foreach`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForEachVariable {
    /// Type and name.
    pub span: Span,
    /// Its type.
    pub ty: Id<Type>,
    /// Its name.
    pub name: Name,
}
