//! Initialisation lists.

use onefold_diag::Span;
use onefold_script_syntax::ast::{self, InitItem};

use super::Checker;
use crate::diagnostics;
use crate::hir::{Arg, Callee, Expr, ExprKind};
use crate::model::TypeKind;
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    /// Whether a type can be made of that list.
    pub fn takes_list(&self, list: &ast::InitList, ty: Ty) -> bool {
        let _ = list;
        match ty.base {
            Base::Obj(id) => match self.unit.types[id as usize].kind {
                TypeKind::Array(_) => true,
                TypeKind::Std { name, .. } => matches!(name, "dictionary" | "grid"),
                _ => false,
            },
            Base::Value(_) => ty.base == Base::Value(self.unit.known.complex),
            _ => false,
        }
    }

    /// The object or value a list makes.
    pub fn list_value(&mut self, list: ast::InitList, ty: Ty) -> Expr {
        let span = list.span;
        let made = match ty.base {
            Base::Obj(id) => match self.unit.types[id as usize].kind.clone() {
                TypeKind::Array(element) => self.array_list(list, element, ty),
                TypeKind::Std { name: "dictionary", .. } => self.dictionary_list(list, ty),
                TypeKind::Std { name: "grid", args, .. } => self.grid_list(list, id, args[0], ty),
                _ => Expr::error(span),
            },
            Base::Value(_) => self.value_list(list, ty),
            _ => Expr::error(span),
        };
        if made.is_error() { made } else { Expr { ty: Ty { is_const: false, ..ty }, ..made } }
    }

    fn items(&self, list: ast::InitList) -> Vec<InitItem> {
        self.tree()[list.items].to_vec()
    }

    /// One element of a list as a value of a type.
    fn item(&mut self, item: InitItem, ty: Ty, span: Span) -> Expr {
        match item {
            InitItem::Empty { .. } => self.default_value(ty, span),
            InitItem::Value(value) => {
                let value = self.expr(value);
                let value = self.read(value);
                self.owned(value, ty)
            }
            InitItem::List(list) => {
                if self.takes_list(&list, ty) {
                    return self.list_value(list, ty);
                }
                let name = self.unit.type_name(ty);
                self.report(diagnostics::bad_type(list.span, format!("`{name}` cannot be made of a list")));
                Expr::error(list.span)
            }
        }
    }

    fn array_list(&mut self, list: ast::InitList, element: Ty, ty: Ty) -> Expr {
        let mut items = Vec::new();
        for item in self.items(list) {
            items.push(self.item(item, element, list.span));
        }
        let storage = self.unit.storage(element);
        Expr::fresh(ExprKind::ArrayList { items, storage }, Ty::of(ty.base), list.span)
    }

    fn dictionary_list(&mut self, list: ast::InitList, ty: Ty) -> Expr {
        let span = list.span;
        let made = Ty::of(ty.base);
        let local = self.temp(Ty::handle(ty.base));
        let held = Expr::new(ExprKind::Local(local), made, span);
        let mut body = held.clone();
        let Base::Obj(id) = ty.base else { return Expr::error(span) };
        let any = Ty::of(Base::Any);
        let mut calls = Vec::new();
        for item in self.items(list) {
            let pair = match item {
                InitItem::List(pair) => self.items(pair),
                InitItem::Empty { .. } => continue,
                InitItem::Value(_) => Vec::new(),
            };
            let [InitItem::Value(key), value] = pair[..] else {
                self.report(diagnostics::bad_type(span, "a dictionary is made of pairs `{key, value}`"));
                return Expr::error(span);
            };
            let key = self.value(key);
            let key = self.convert(key, Ty::TEXT);
            let value = match value {
                InitItem::Value(value) => {
                    let value = self.value(value);
                    self.wrap(value)
                }
                _ => {
                    self.report(diagnostics::bad_type(span, "a list needs a type here"));
                    return Expr::error(span);
                }
            };
            let callee = Callee::Std(self.unit.hidden(203, &[made, Ty::TEXT, any], None, Some(id)));
            let args = vec![Arg::Value(held.clone()), Arg::Value(key), Arg::Value(value)];
            calls.push(Expr::new(ExprKind::Call { callee, args }, Ty::VOID, span));
        }
        for call in calls.into_iter().rev() {
            body = Expr::new(ExprKind::Then(call.boxed(), body.boxed()), made, span);
        }
        let empty = self.default_value(made, span);
        Expr::fresh(ExprKind::Let { local, value: empty.boxed(), body: body.boxed() }, made, span)
    }

    fn grid_list(&mut self, list: ast::InitList, id: u32, element: Ty, ty: Ty) -> Expr {
        let span = list.span;
        let cells = self.unit.array_of(element, span);
        let rows = self.items(list);
        let mut items = Vec::new();
        let mut width = None;
        for row in &rows {
            let InitItem::List(row) = row else {
                self.report(diagnostics::bad_type(span, "a grid is made of rows in braces"));
                return Expr::error(span);
            };
            let row = self.items(*row);
            if width.is_some_and(|width| width != row.len()) {
                self.report(diagnostics::bad_type(span, "all rows of a grid have to be of one length"));
                return Expr::error(span);
            }
            width = Some(row.len());
            for item in row {
                items.push(self.item(item, element, span));
            }
        }
        let storage = self.unit.storage(element);
        let array = Expr::fresh(ExprKind::ArrayList { items, storage }, cells, span);
        let number = |value: usize| Expr::bits(value as u64, Ty::UINT, span);
        let made = Ty::of(ty.base);
        let make = self.unit.hidden(551, &[cells, Ty::UINT, Ty::UINT], Some(made), Some(id));
        let args =
            vec![Arg::Value(array), Arg::Value(number(width.unwrap_or(0))), Arg::Value(number(rows.len()))];
        Expr::fresh(ExprKind::Call { callee: Callee::Std(make), args }, made, span)
    }

    fn value_list(&mut self, list: ast::InitList, ty: Ty) -> Expr {
        let span = list.span;
        let mut args = Vec::new();
        for item in self.items(list) {
            let value = self.item(item, Ty::of(Base::F32), span);
            args.push(crate::overload::CallArg::of(value));
        }
        self.construct(ty, args, span)
    }
}
