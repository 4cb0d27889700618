//! Expressions, types and paths.

use std::fmt::Write as _;

use super::Dump;
use crate::ast::{
    Arg, Expr, ExprKind, Id, InitItem, InitList, List, Literal, Number, Path, QuoteKind, ScopeSegment, Type,
    TypeBase, TypeSuffix,
};

impl Dump<'_> {
    pub(super) fn expr(&mut self, id: Id<Expr>) {
        let tree = self.tree;
        match tree[id].kind {
            ExprKind::Error => self.text("<error>"),
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Void => self.text("void"),
            ExprKind::Name(path) => self.path(&tree[path]),
            ExprKind::Paren(inner) => self.list("paren", &[inner], List::EMPTY),
            ExprKind::Unary { op, operand, .. } => self.list(op.text(), &[operand], List::EMPTY),
            ExprKind::Postfix { op, operand, .. } => {
                self.text("(post");
                self.list_rest(op.text(), &[operand], List::EMPTY);
            }
            ExprKind::Binary { op, left, right, .. } => self.list(op.text(), &[left, right], List::EMPTY),
            ExprKind::Assign { op, target, value, .. } => self.list(op.text(), &[target, value], List::EMPTY),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.list("?", &[condition, then, otherwise], List::EMPTY);
            }
            ExprKind::Call { path, args } => {
                self.text("(call ");
                self.path(&tree[path]);
                self.list_rest("", &[], args);
            }
            ExprKind::CallValue { callee, args } => self.list("call-value", &[callee], args),
            ExprKind::MethodCall { object, name, types, args } => {
                self.text("(method ");
                self.expr(object);
                self.text(" ");
                self.name(name);
                self.types(types);
                self.list_rest("", &[], args);
            }
            ExprKind::Member { object, name } => {
                self.text("(. ");
                self.expr(object);
                self.text(" ");
                self.name(name);
                self.text(")");
            }
            ExprKind::Index { object, args } => self.list("index", &[object], args),
            ExprKind::Construct { ty, args } => {
                self.text("(new ");
                self.ty(&tree[ty]);
                self.list_rest("", &[], args);
            }
            ExprKind::Cast { ty, value } => {
                self.text("(cast ");
                self.ty(&tree[ty]);
                self.list_rest("", &[value], List::EMPTY);
            }
            ExprKind::Lambda(lambda) => {
                self.text("(lambda");
                self.params(tree[lambda].params);
                self.indent += 1;
                self.stmts(tree[lambda].body.stmts);
                self.close();
            }
            ExprKind::InitList(list) => self.init_list(list),
            ExprKind::TypedList { ty, list } => {
                self.text("(list ");
                self.ty(&tree[ty]);
                self.text(" ");
                self.init_list(list);
                self.text(")");
            }
        }
    }

    fn list(&mut self, what: &str, exprs: &[Id<Expr>], args: List<Arg>) {
        self.text("(");
        self.list_rest(what, exprs, args);
    }

    /// The rest of a list that was opened.
    fn list_rest(&mut self, what: &str, exprs: &[Id<Expr>], args: List<Arg>) {
        self.text(what);
        for expr in exprs {
            self.text(" ");
            self.expr(*expr);
        }
        self.args(args);
        self.text(")");
    }

    pub(super) fn args(&mut self, args: List<Arg>) {
        for arg in &self.tree[args] {
            self.text(" ");
            if let Some(name) = arg.name {
                self.name(name);
                self.text(": ");
            }
            self.expr(arg.value);
        }
    }

    pub(super) fn init_list(&mut self, list: InitList) {
        self.text("{");
        for (at, item) in self.tree[list.items].iter().enumerate() {
            self.text(if at > 0 { " " } else { "" });
            match *item {
                InitItem::Empty { .. } => self.text("_"),
                InitItem::Value(value) => self.expr(value),
                InitItem::List(inner) => self.init_list(inner),
            }
        }
        self.text("}");
    }

    fn literal(&mut self, literal: Literal) {
        let _ = match literal {
            Literal::Null => write!(self.out, "null"),
            Literal::Bool(value) => write!(self.out, "{value}"),
            Literal::Number(Number::Int(value)) => write!(self.out, "{value}"),
            Literal::Number(Number::Uint(value)) => write!(self.out, "{value}u"),
            Literal::Number(Number::Int64(value)) => write!(self.out, "{value}i64"),
            Literal::Number(Number::Uint64(value)) => write!(self.out, "{value}u64"),
            Literal::Number(Number::Float(value)) => write!(self.out, "{value:?}f"),
            Literal::Number(Number::Double(value)) => write!(self.out, "{value:?}"),
            Literal::String { value, quote } => {
                let mark = match quote {
                    QuoteKind::Single => "'",
                    QuoteKind::Double => "\"",
                    QuoteKind::Heredoc => "\"\"\"",
                };
                write!(self.out, "{mark}{}{mark}", self.tree.string(value).escape_ascii())
            }
        };
    }

    pub(super) fn path(&mut self, path: &Path) {
        self.text(if path.is_absolute { "::" } else { "" });
        for ScopeSegment { name, args } in &self.tree[path.scope] {
            self.name(*name);
            self.types(*args);
            self.text("::");
        }
        self.name(path.name);
        self.types(path.args);
    }

    fn types(&mut self, types: List<Type>) {
        if types.is_empty() {
            return;
        }
        self.text("<");
        for (at, ty) in self.tree[types].iter().enumerate() {
            self.text(if at > 0 { "," } else { "" });
            self.ty(ty);
        }
        self.text(">");
    }

    pub(super) fn ty(&mut self, ty: &Type) {
        self.text(if ty.is_const { "const " } else { "" });
        match ty.base {
            TypeBase::Error => self.text("<error>"),
            TypeBase::Primitive(primitive) => self.text(primitive.name()),
            TypeBase::Auto => self.text("auto"),
            TypeBase::Any => self.text("?"),
            TypeBase::Named(path) => self.path(&self.tree[path]),
        }
        for suffix in &self.tree[ty.suffixes] {
            self.text(match suffix {
                TypeSuffix::Array { .. } => "[]",
                TypeSuffix::Handle { is_const: false, .. } => "@",
                TypeSuffix::Handle { is_const: true, .. } => "@ const",
            });
        }
    }
}
