//! Expressions, types and paths.

use super::decide::{After, Before, Layout};
use crate::ast::{
    Arg, Expr, ExprKind, Id, InitItem, InitList, List, Path, ScopeSegment, Type, TypeBase, TypeSuffix,
};
use crate::token::TokenKind;

impl Layout<'_> {
    pub(super) fn expr(&mut self, id: Id<Expr>) {
        let tree = self.tree;
        match tree[id].kind {
            ExprKind::Error | ExprKind::Literal(_) | ExprKind::Void => {}
            ExprKind::Name(path) => self.path(&tree[path]),
            ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::Unary { op_span, operand, .. } => {
                let op = self.first(op_span);
                self.after(op, if self.kind(op).is_word() { After::Space } else { After::Tight });
                self.expr(operand);
            }
            ExprKind::Postfix { op_span, operand, .. } => {
                let op = self.first(op_span);
                self.before(op, Before::Tight);
                self.expr(operand);
            }
            ExprKind::Binary { op_span, left, right, .. } => {
                self.around(op_span);
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Assign { op_span, target, value, .. } => {
                self.around(op_span);
                self.expr(target);
                self.expr(value);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.around_next(self.last(tree[condition].span) + 1, TokenKind::Question);
                self.around_next(self.last(tree[then].span) + 1, TokenKind::Colon);
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Call { path, args } => {
                self.path(&tree[path]);
                self.call_args(self.last(tree[path].span), args);
            }
            ExprKind::CallValue { callee, args } => {
                self.expr(callee);
                self.call_args(self.last(tree[callee].span), args);
            }
            ExprKind::MethodCall { object, types, args, name } => {
                self.expr(object);
                self.types(types);
                let before_args =
                    tree[types].last().map_or(self.last(name.span), |ty| self.last(ty.span) + 1);
                self.call_args(before_args, args);
            }
            ExprKind::Member { object, .. } => self.expr(object),
            ExprKind::Index { object, args } => {
                self.expr(object);
                let open = self.last(tree[object].span) + 1;
                self.before(open, Before::TightOrBreak);
                self.args(args);
            }
            ExprKind::Construct { ty, args } => {
                self.type_id(ty);
                self.call_args(self.last(tree[ty].span), args);
            }
            ExprKind::Cast { ty, value } => {
                self.angles(&[tree[ty]]);
                self.type_id(ty);
                let open = self.last(tree[ty].span) + 2;
                self.before(open, Before::Tight);
                self.expr(value);
            }
            ExprKind::Lambda(lambda) => {
                self.params(tree[lambda].params);
                self.body(tree[lambda].body);
            }
            ExprKind::InitList(list) => self.init_list(list),
            ExprKind::TypedList { ty, list } => {
                self.type_id(ty);
                self.around_next(self.last(tree[ty].span), TokenKind::Eq);
                self.init_list(list);
            }
        }
    }

    /// Arguments whose `(` follows a token.
    fn call_args(&mut self, before: usize, args: List<Arg>) {
        self.before(before + 1, Before::Tight);
        self.args(args);
    }

    pub(super) fn args(&mut self, args: List<Arg>) {
        let tree = self.tree;
        for arg in &tree[args] {
            if let Some(name) = arg.name {
                let colon = self.last(name.span) + 1;
                self.before(colon, Before::Tight);
                self.after(colon, After::Space);
            }
            self.expr(arg.value);
        }
    }

    pub(super) fn init_list(&mut self, list: InitList) {
        let tree = self.tree;
        let open = self.first(list.span);
        self.after(open, After::Tight);
        for item in &tree[list.items] {
            match *item {
                InitItem::Empty { .. } => {}
                InitItem::Value(value) => self.expr(value),
                InitItem::List(inner) => self.init_list(inner),
            }
        }
        let close = self.last(list.span);
        if self.kind(close - 1) != TokenKind::Comma {
            self.before(close, Before::TightOrBreak);
        }
    }

    pub(super) fn type_id(&mut self, id: Id<Type>) {
        self.ty(&self.tree[id]);
    }

    fn ty(&mut self, ty: &Type) {
        let tree = self.tree;
        if let TypeBase::Named(path) = ty.base {
            self.path(&tree[path]);
        }
        for suffix in &tree[ty.suffixes] {
            let (TypeSuffix::Array { span } | TypeSuffix::Handle { span, .. }) = *suffix;
            let first = self.first(span);
            self.before(first, Before::Tight);
            if let TypeSuffix::Array { .. } = suffix {
                self.before(first + 1, Before::Tight);
            }
        }
    }

    pub(super) fn path(&mut self, path: &Path) {
        let tree = self.tree;
        for ScopeSegment { args, .. } in &tree[path.scope] {
            self.types(*args);
        }
        self.types(path.args);
    }

    fn types(&mut self, types: List<Type>) {
        let tree = self.tree;
        self.angles(&tree[types]);
        for ty in &tree[types] {
            self.ty(ty);
        }
    }

    /// The `<` and `>` around types.
    fn angles(&mut self, types: &[Type]) {
        let (Some(first), Some(last)) = (types.first(), types.last()) else { return };
        let open = self.first(first.span).saturating_sub(1);
        let close = self.last(last.span) + 1;
        self.before(open, Before::Tight);
        self.after(open, After::Tight);
        self.before(close, Before::Tight);
    }
}
