//! Expressions: literals, names, and the way to everything else.

use onefold_diag::Span;
use onefold_script_syntax::ast::{self, Literal, Number};

use super::{Checker, DEEPEST};
use crate::diagnostics;
use crate::hir::{Expr, ExprKind, LocalKind};
use crate::model::TypeEntry;
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    /// Checks an expression; properties and functions are left unread.
    pub fn expr(&mut self, id: ast::Id<ast::Expr>) -> Expr {
        let span = self.tree()[id].span;
        if self.depth > DEEPEST {
            self.report(diagnostics::too_deep(span));
            return Expr::error(span);
        }
        self.depth += 1;
        let value = self.expr_inner(id);
        self.depth -= 1;
        value
    }

    /// An expression whose value is wanted.
    pub fn value(&mut self, id: ast::Id<ast::Expr>) -> Expr {
        let value = self.expr(id);
        self.read(value)
    }

    fn expr_inner(&mut self, id: ast::Id<ast::Expr>) -> Expr {
        let node = self.tree()[id];
        let span = node.span;
        match node.kind {
            ast::ExprKind::Error => {
                // The parser has said what is wrong.
                Expr::error(span)
            }
            ast::ExprKind::Literal(literal) => self.literal(literal, span),
            ast::ExprKind::Void => Expr::new(ExprKind::VoidArg, Ty::VOID, span),
            ast::ExprKind::Name(path) => self.name(&self.tree()[path], span),
            ast::ExprKind::Paren(inner) => self.expr(inner),
            ast::ExprKind::Unary { op, operand, .. } => self.unary(op, operand, span),
            ast::ExprKind::Postfix { op, operand, .. } => self.postfix(op, operand, span),
            ast::ExprKind::Binary { op, left, right, op_span } => self.binary(op, left, right, op_span, span),
            ast::ExprKind::Assign { op, target, value, op_span } => {
                self.assign(op, target, value, op_span, span)
            }
            ast::ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then, otherwise, span)
            }
            ast::ExprKind::Call { path, args } => self.call(&self.tree()[path], args, span),
            ast::ExprKind::CallValue { callee, args } => {
                let callee = self.expr(callee);
                let args = self.args(args);
                self.call_value(callee, args, span)
            }
            ast::ExprKind::MethodCall { object, name, args, .. } => {
                self.method_call(object, name, args, span)
            }
            ast::ExprKind::Member { object, name } => {
                let object = self.expr(object);
                self.member(object, name, span)
            }
            ast::ExprKind::Index { object, args } => self.index(object, args, span),
            ast::ExprKind::Construct { ty, args } => {
                let args = self.args(args);
                match self.unit.resolve(ty, self.space, self.class) {
                    Some(ty) => self.construct(ty, args, span),
                    None => Expr::error(span),
                }
            }
            ast::ExprKind::Cast { ty, value } => {
                let value = self.value(value);
                match self.unit.resolve(ty, self.space, self.class) {
                    Some(ty) => self.cast(ty, value, span),
                    None => Expr::error(span),
                }
            }
            ast::ExprKind::Lambda(lambda) => Expr::new(ExprKind::Lambda(lambda), Ty::of(Base::Lambda), span),
            ast::ExprKind::InitList(list) => Expr::new(ExprKind::List(list), Ty::of(Base::List), span),
            ast::ExprKind::TypedList { ty, list } => match self.unit.resolve(ty, self.space, self.class) {
                Some(ty) => self.typed_list(ty, list, span),
                None => Expr::error(span),
            },
        }
    }

    pub fn typed_list(&mut self, ty: Ty, list: ast::InitList, span: Span) -> Expr {
        if !self.takes_list(&list, ty) {
            if !ty.is_error() {
                let name = self.unit.type_name(ty);
                self.report(diagnostics::bad_type(span, format!("`{name}` cannot be made of a list")));
            }
            return Expr::error(span);
        }
        self.list_value(list, ty.plain())
    }

    fn literal(&mut self, literal: Literal, span: Span) -> Expr {
        let constant = |base, bits| Expr::bits(bits, Ty { is_const: true, ..Ty::of(base) }, span);
        match literal {
            Literal::Null => Expr::new(ExprKind::Null, Ty::handle(Base::Null), span),
            Literal::Bool(value) => constant(Base::Bool, u64::from(value)),
            Literal::Number(Number::Int(value)) => constant(Base::I32, u64::from(value as u32)),
            Literal::Number(Number::Uint(value)) => constant(Base::U32, u64::from(value)),
            Literal::Number(Number::Int64(value)) => constant(Base::I64, value as u64),
            Literal::Number(Number::Uint64(value)) => constant(Base::U64, value),
            Literal::Number(Number::Float(value)) => constant(Base::F32, u64::from(value.to_bits())),
            Literal::Number(Number::Double(value)) => constant(Base::F64, value.to_bits()),
            Literal::String { value, .. } => {
                let tree = self.tree();
                let id = self.unit.str_id(tree.string(value));
                Expr::new(ExprKind::Text(id), Ty { is_const: true, ..Ty::TEXT }, span)
            }
        }
    }

    /// A variable, property, function or enum value.
    fn name(&mut self, path: &ast::Path, span: Span) -> Expr {
        let name = self.text(path.name);
        if name.is_empty() {
            return Expr::error(span);
        }
        if path.scope.is_empty() && !path.is_absolute {
            if let Some(local) = self.find_local(&name) {
                return self.local(local, span);
            }
            if let Some(this) = self.this_value(span) {
                if name == "this" {
                    return this;
                }
                if let Some(member) = self.find_member(this, &name, span) {
                    return member;
                }
            }
        }
        if let Some(found) = self.global_name(path, &name, span) {
            return found;
        }
        let known = self.known_names();
        let message = diagnostics::unknown_name(span, "variable", &name, known.iter().map(String::as_str));
        self.report(message);
        Expr::error(span)
    }

    pub fn known_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect();
        if let Some(class) = self.class
            && let Some(info) = self.unit.types[class as usize].class()
        {
            names.extend(info.fields.iter().map(|field| field.name.clone()));
        }
        names.extend(self.unit.visible_names(self.space, |entry| {
            entry.global.is_some()
                || !entry.funcs.is_empty()
                || !entry.enum_values.is_empty()
                || entry.host.is_some()
        }));
        names.sort_unstable();
        names
    }

    fn global_name(&mut self, path: &ast::Path, name: &str, span: Span) -> Option<Expr> {
        let scope = self.unit.scope_names(path);
        if let Some((last, before)) = scope.split_last()
            && let Some(value) = self.enum_value(last, before, path.is_absolute, name, span)
        {
            return Some(value);
        }
        let is_plain = scope.is_empty() && !path.is_absolute;
        let mut from = Some(self.space);
        if path.is_absolute {
            from = Some(0);
        }
        let using = self.using.clone();
        while let Some(at) = from {
            let space = if is_plain { Some(at) } else { self.unit.find_space(&scope, path.is_absolute, at) };
            if let Some(space) = space {
                if let Some(found) = self.in_space(space, name, span) {
                    return Some(found);
                }
                let mut used = self.unit.spaces[space as usize].using.clone();
                if is_plain && at == self.space {
                    used.extend(&using);
                }
                for space in used {
                    if let Some(found) = self.in_space(space, name, span) {
                        return Some(found);
                    }
                }
            }
            if path.is_absolute {
                return None;
            }
            from = self.unit.spaces[at as usize].parent;
        }
        None
    }

    fn enum_value(
        &mut self,
        last: &str,
        before: &[String],
        is_absolute: bool,
        name: &str,
        span: Span,
    ) -> Option<Expr> {
        let space = self.unit.find_space(before, is_absolute, self.space)?;
        let entry = self.unit.find(last, space, &self.using, |entry| entry.ty)?;
        let TypeEntry::Type(Base::Enum(id)) = entry else { return None };
        let value = self.unit.enums[id as usize].values.iter().find(|(known, _)| known == name)?.1;
        Some(self.enum_const(id, value, span))
    }

    fn enum_const(&mut self, id: u32, value: i64, span: Span) -> Expr {
        let value = if value == i64::MIN { 0 } else { value };
        let ty = Ty { is_const: true, ..Ty::of(Base::Enum(id)) };
        Expr::bits(u64::from(value as i32 as u32), ty, span)
    }

    /// What a name means in exactly that namespace.
    fn in_space(&mut self, space: u32, name: &str, span: Span) -> Option<Expr> {
        let entry = self.unit.entry(space, name).cloned().unwrap_or_default();
        if let Some(global) = entry.global {
            return Some(self.global(global, span));
        }
        if let Some(host) = entry.host {
            return Some(self.host_global(host, span));
        }
        if let [(id, at), rest @ ..] = &entry.enum_values[..] {
            if !rest.is_empty() {
                self.report(diagnostics::bad_type(
                    span,
                    format!("several enumerations have a value `{name}`"),
                ));
                return Some(Expr::error(span));
            }
            let value = self.unit.enums[*id as usize].values[*at as usize].1;
            return Some(self.enum_const(*id, value, span));
        }
        if !entry.funcs.is_empty() {
            return Some(Expr::new(ExprKind::FuncSet(entry.funcs, None), Ty::of(Base::FuncSet), span));
        }
        let accessor = |prefix: &str| {
            let funcs = self.unit.entry(space, &format!("{prefix}{name}")).map(|entry| entry.funcs.clone());
            funcs.unwrap_or_default()
        };
        let (getters, setters) = (accessor("get_"), accessor("set_"));
        self.property_of(name, &getters, &setters, None, Vec::new(), span)
    }

    fn global(&mut self, global: u32, span: Span) -> Expr {
        self.used_globals.push(global);
        if self.unit.globals[global as usize].stage == 0 {
            self.unit.ready_global(global);
        }
        let info = &self.unit.globals[global as usize];
        if let Some(bits) = info.constant {
            return Expr::bits(bits, info.ty, span);
        }
        if self.is_constant {
            self.report(diagnostics::constant(span, "only constants can be used here"));
            return Expr::error(span);
        }
        Expr::new(ExprKind::Global(info.id), info.ty, span)
    }

    fn host_global(&mut self, host: u32, span: Span) -> Expr {
        let listed = self.unit.host.globals[host as usize].clone();
        let base = match self.unit.entry(0, &listed.ty).and_then(|entry| entry.ty) {
            Some(TypeEntry::Type(base @ Base::Obj(_))) => base,
            _ => return Expr::error(span),
        };
        let id = base_id(base);
        let kind = onefold_script_bytecode::HostKind::Global(onefold_script_bytecode::TypeId(id));
        let item = self.unit.host_id("", &listed.link, kind);
        Expr::new(ExprKind::HostGlobal(item), Ty { is_handle_const: true, ..Ty::handle(base) }, span)
    }

    /// The value of a property; anything else stays as it is.
    pub fn read(&mut self, value: Expr) -> Expr {
        match value.kind {
            ExprKind::Property(property) => self.read_property(*property, value.span),
            ExprKind::Local(id) => {
                if self.unset.remove(&id) {
                    let text = format!("`{}` has no value yet", self.locals[id as usize].name);
                    self.report(diagnostics::warning(value.span, text));
                }
                value
            }
            _ => value,
        }
    }

    /// The type an `auto` variable gets.
    pub fn auto_type(&mut self, node: ast::Id<ast::Type>, value: &Expr) -> Ty {
        let node = self.tree()[node];
        let mut ty = value.ty.plain();
        if matches!(ty.base, Base::Null | Base::FuncSet | Base::Lambda | Base::List | Base::Void) {
            self.report(diagnostics::bad_type(
                value.span,
                "this says nothing about the type of an `auto` variable",
            ));
            return Ty::ERROR;
        }
        let has_at = !node.suffixes.is_empty();
        if let Base::Obj(_) = ty.base
            && self.unit.has_handles(ty.base)
            && !matches!(ty.base, Base::Obj(id) if matches!(self.unit.types[id as usize].kind, crate::model::TypeKind::Std { repr: onefold_script_std::Repr::Boxed, .. }))
        {
            ty.is_const = value.ty.is_const;
            ty.is_handle = true;
        } else if has_at && !ty.is_handle && !ty.is_error() {
            let name = self.unit.type_name(ty);
            self.report(diagnostics::bad_type(node.span, format!("there are no handles to `{name}`")));
        }
        if node.is_const {
            if ty.is_handle && !has_at { ty.is_handle_const = true } else { ty.is_const = true }
        }
        ty
    }

    /// Marks a parameter as one that needs a slot of its own, for it is changed.
    pub fn mark_changed(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Local(id) => {
                self.unset.remove(id);
                let local = &mut self.locals[*id as usize];
                if matches!(local.kind, LocalKind::Param(_)) {
                    local.is_changed = true;
                }
            }
            ExprKind::Conditional(_, a, b) => {
                self.mark_changed(a);
                self.mark_changed(b);
            }
            ExprKind::Part { value, .. } => self.mark_changed(value),
            ExprKind::TextByte { text, .. } => self.mark_changed(text),
            ExprKind::Assign { place, .. }
            | ExprKind::AssignOp { place, .. }
            | ExprKind::AppendText { place, .. } => {
                self.mark_changed(place);
            }
            ExprKind::Step { place, .. } => self.mark_changed(place),
            _ => {}
        }
    }
}

pub(super) fn base_id(base: Base) -> u32 {
    match base {
        Base::Obj(id) => id,
        _ => 0,
    }
}
