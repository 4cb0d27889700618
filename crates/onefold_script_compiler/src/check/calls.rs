//! Calls of functions, methods and values.

use onefold_diag::Span;
use onefold_script_bytecode::TypeId;
use onefold_script_std::{RetKind, Role, StdFn};
use onefold_script_syntax::ast;

use super::Checker;
use crate::diagnostics;
use crate::hir::{Arg, Callee, CmpOp, Expr, ExprKind};
use crate::model::{FuncKind, TypeEntry, TypeKind};
use crate::overload::CallArg;
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    /// Checks arguments; names of functions and lists stay open until a parameter is known.
    pub fn args(&mut self, list: ast::List<ast::Arg>) -> Vec<CallArg> {
        let mut args = Vec::new();
        let mut has_name = false;
        for arg in self.tree()[list].iter().copied() {
            let name = arg.name.map(|name| self.text(name));
            if has_name && name.is_none() {
                let text = "an argument without a name cannot follow one with a name";
                self.report(diagnostics::statement(arg.span, text));
            }
            has_name |= name.is_some();
            let expr = self.expr(arg.value);
            // A property is read unless a parameter may want to write it.
            args.push(CallArg { name, expr });
        }
        args
    }

    pub fn call(&mut self, path: &ast::Path, args: ast::List<ast::Arg>, span: Span) -> Expr {
        let name = self.text(path.name);
        let args = self.args(args);
        if name.is_empty() {
            return Expr::error(span);
        }
        let is_plain = path.scope.is_empty() && !path.is_absolute;
        if is_plain && path.args.is_empty() {
            if let Some(local) = self.find_local(&name) {
                let callee = self.local(local, path.span);
                return self.call_value(callee, args, span);
            }
            if let Some(this) = self.this_value(span) {
                let methods = self.unit.methods(this.ty.base, &name);
                if !methods.is_empty() {
                    return self.call_methods(this, &name, &methods, args, false, span);
                }
                if let Some(member) = self.find_member(this, &name, path.span) {
                    return self.call_value(member, args, span);
                }
            }
        }
        if let Some(done) = self.base_call(path, &name, &args, span) {
            return done;
        }
        if !path.args.is_empty() || self.names_type_first(path, &name) {
            let ty = self.unit.resolve_path(path, self.space, self.class);
            return self.construct(ty, args, span);
        }
        let funcs = self.find_funcs(path, &name);
        if !funcs.is_empty() {
            let Some(func) = self.choose(&name, &funcs, &args, None, span) else { return Expr::error(span) };
            let args = self.fit_args(func, args, span);
            return self.call_func(func, None, args, span);
        }
        if self.unit.find_type_entry(path, &name, self.space).is_some() {
            let ty = self.unit.resolve_path(path, self.space, self.class);
            return self.construct(ty, args, span);
        }
        let callee = self.called_name(path, &name);
        match callee {
            Some(callee) => self.call_value(callee, args, span),
            None => Expr::error(span),
        }
    }

    /// Whether the nearest meaning of a name is a type rather than a function.
    fn names_type_first(&self, path: &ast::Path, name: &str) -> bool {
        if !path.scope.is_empty() || path.is_absolute {
            return false;
        }
        let nearest = self.unit.find(name, self.space, &self.using, |entry| {
            if !entry.funcs.is_empty() {
                Some(false)
            } else if entry.ty.is_some() {
                Some(true)
            } else {
                None
            }
        });
        nearest == Some(true)
    }

    fn called_name(&mut self, path: &ast::Path, name: &str) -> Option<Expr> {
        let is_known = self.unit.find(name, self.space, &self.using, |entry| entry.global).is_some()
            || !path.scope.is_empty()
            || self.unit.find(name, self.space, &self.using, |entry| entry.host).is_some();
        if is_known && path.scope.is_empty() {
            let global = self.unit.find(name, self.space, &self.using, |entry| entry.global);
            if let Some(global) = global {
                self.unit.ready_global(global);
                let info = &self.unit.globals[global as usize];
                return Some(Expr::new(ExprKind::Global(info.id), info.ty, path.span));
            }
        }
        let known =
            self.unit.visible_names(self.space, |entry| !entry.funcs.is_empty() || entry.ty.is_some());
        let message =
            diagnostics::unknown_name(path.name.span, "function", name, known.iter().map(String::as_str));
        self.report(message);
        None
    }

    /// The functions a path names.
    fn find_funcs(&self, path: &ast::Path, name: &str) -> Vec<u32> {
        let pick = |entry: &crate::model::Entry| (!entry.funcs.is_empty()).then(|| entry.funcs.clone());
        let scope = self.unit.scope_names(path);
        if scope.is_empty() && !path.is_absolute {
            return self.unit.find(name, self.space, &self.using, pick).unwrap_or_default();
        }
        let mut from = Some(if path.is_absolute { 0 } else { self.space });
        while let Some(at) = from {
            let space = self.unit.find_space(&scope, path.is_absolute, at);
            if let Some(found) = space.and_then(|space| self.unit.entry(space, name)).and_then(pick) {
                return found;
            }
            from = self.unit.spaces[at as usize].parent;
        }
        Vec::new()
    }

    /// `Base::method(args)`
    fn base_call(&mut self, path: &ast::Path, name: &str, args: &[CallArg], span: Span) -> Option<Expr> {
        let scope = self.unit.scope_names(path);
        let (last, before) = scope.split_last()?;
        let this = self.this_value(span)?;
        let class = self.class?;
        let base = if last == "Super" || last == "super" {
            self.unit.types[class as usize].class()?.base?
        } else {
            let space = self.unit.find_space(before, path.is_absolute, self.space)?;
            match self.unit.find(last, space, &self.using, |entry| entry.ty)? {
                TypeEntry::Type(Base::Obj(id)) if self.unit.is_a(class, id) => id,
                _ => return None,
            }
        };
        let methods = self.unit.methods(Base::Obj(base), name);
        if methods.is_empty() {
            return None;
        }
        let this = Expr { ty: Ty { base: Base::Obj(base), ..this.ty }, ..this };
        Some(self.call_methods(this, name, &methods, args.to_vec(), true, span))
    }

    pub fn method_call(
        &mut self,
        object: ast::Id<ast::Expr>,
        name: ast::Name,
        args: ast::List<ast::Arg>,
        span: Span,
    ) -> Expr {
        let object = self.value(object);
        let args = self.args(args);
        let text = self.text(name);
        if object.is_error() || text.is_empty() {
            return Expr::error(span);
        }
        let methods = self.unit.methods(object.ty.base, &text);
        if !methods.is_empty() {
            return self.call_methods(object, &text, &methods, args, false, span);
        }
        let object_ty = object.ty;
        if let Some(member) = self.find_member(object, &text, name.span) {
            return self.call_value(member, args, span);
        }
        self.report_no_member(object_ty, &text, name.span);
        Expr::error(span)
    }

    fn call_methods(
        &mut self,
        object: Expr,
        name: &str,
        methods: &[u32],
        args: Vec<CallArg>,
        is_direct: bool,
        span: Span,
    ) -> Expr {
        let Some(func) = self.choose(name, methods, &args, Some(object.ty), span) else {
            return Expr::error(span);
        };
        self.check_access(func, span);
        let args = self.fit_args(func, args, span);
        if is_direct {
            return self.call_direct(func, object, args, span);
        }
        self.call_func(func, Some(object), args, span)
    }

    /// Reports a member that may not be used here.
    pub fn check_access(&mut self, func: u32, span: Span) {
        let info = &self.unit.funcs[func as usize];
        let (access, name) = (info.access, info.name.clone());
        if let Some(owner) = info.owner.and_then(|owner| Ty::of(owner).obj()) {
            self.check_visible(access, owner, &name, span);
        }
    }

    pub fn check_visible(&mut self, access: crate::model::Access, owner: u32, name: &str, span: Span) {
        use crate::model::Access;
        let is_ok = match access {
            Access::Public => true,
            Access::Private => self.class == Some(owner),
            Access::Protected => self.class.is_some_and(|class| self.unit.is_a(class, owner)),
        };
        if !is_ok {
            let word = if access == Access::Private { "private" } else { "protected" };
            self.report(diagnostics::hidden(span, word, name));
        }
    }

    /// A call of a value: a funcdef handle, a set of functions or an object with `opCall`.
    pub fn call_value(&mut self, callee: Expr, args: Vec<CallArg>, span: Span) -> Expr {
        if let ExprKind::FuncSet(funcs, object) = callee.kind {
            let name =
                funcs.first().map_or(String::new(), |&func| self.unit.funcs[func as usize].name.clone());
            let object_ty = object.as_ref().map(|object| object.ty);
            let Some(func) = self.choose(&name, &funcs, &args, object_ty, span) else {
                return Expr::error(span);
            };
            let args = self.fit_args(func, args, span);
            return self.call_func(func, object.map(|object| *object), args, span);
        }
        let callee = self.read(callee);
        if callee.is_error() {
            return callee;
        }
        if let Base::Obj(id) = callee.ty.base
            && let TypeKind::Funcdef(func) = self.unit.types[id as usize].kind
        {
            if self.choose(&self.unit.types[id as usize].name.clone(), &[func], &args, None, span).is_none() {
                return Expr::error(span);
            }
            let mut all = vec![Arg::Value(callee)];
            all.extend(self.fit_args(func, args, span));
            return self.finish_call(func, Callee::Handle, all, span);
        }
        let methods = self.unit.methods(callee.ty.base, "opCall");
        if methods.is_empty() {
            let name = self.unit.type_name(callee.ty);
            self.report(diagnostics::not_callable(span, &name));
            return Expr::error(span);
        }
        self.call_methods(callee, "opCall", &methods, args, false, span)
    }

    /// A method called without look-up.
    pub fn call_direct(&mut self, func: u32, object: Expr, args: Vec<Arg>, span: Span) -> Expr {
        let FuncKind::Script(code) = self.unit.funcs[func as usize].kind else {
            return self.call_func(func, Some(object), args, span);
        };
        let mut all = vec![Arg::Value(object)];
        all.extend(args);
        self.finish_call(func, Callee::Method(code), all, span)
    }

    /// A call of a chosen function with fitted arguments.
    pub fn call_func(&mut self, func: u32, object: Option<Expr>, args: Vec<Arg>, span: Span) -> Expr {
        let object = object.map(|object| self.read(object));
        let info_slot = info_slot(&self.unit.funcs[func as usize]);
        let kind = self.unit.funcs[func as usize].kind.clone();
        let callee = match kind {
            FuncKind::Std(std) => return self.call_std(func, std, object, args, span),
            FuncKind::Pack => return self.pack(func, args, span),
            FuncKind::Script(code) => match (&object, info_slot) {
                (Some(_), Some(slot)) => Callee::Virtual(slot),
                (Some(_), None) => Callee::Method(code),
                _ => Callee::Func(code),
            },
            FuncKind::Interface(ty, method) => Callee::Interface(ty, method),
            FuncKind::Host(..) => {
                let object = object.as_ref().map(|object| object.ty.base);
                Callee::Host(self.unit.host_function(func, object))
            }
            FuncKind::Import(import) => Callee::Import(import),
            FuncKind::Funcdef => return Expr::error(span),
        };
        let mut all = Vec::with_capacity(args.len() + 1);
        if let Some(object) = object
            && self.unit.funcs[func as usize].owner.is_some()
        {
            all.push(Arg::Value(object));
        }
        all.extend(args);
        self.finish_call(func, callee, all, span)
    }

    fn finish_call(&mut self, func: u32, callee: Callee, args: Vec<Arg>, span: Span) -> Expr {
        let info = &self.unit.funcs[func as usize];
        let ret = info.ret;
        let is_ref = info.is_ref;
        if !self.unit.gives_ref(&self.unit.funcs[func as usize]) {
            let call = Expr::new(ExprKind::Call { callee, args }, ret, span);
            return if is_ref { call } else { Expr { is_fresh: true, ..call } };
        }
        let storage = self.unit.storage(ret);
        let call = Expr::new(ExprKind::Call { callee, args }, ret, span);
        Expr::new(ExprKind::Deref(call.boxed(), storage), ret, span)
    }

    fn call_std(
        &mut self,
        func: u32,
        std: &'static StdFn,
        object: Option<Expr>,
        args: Vec<Arg>,
        span: Span,
    ) -> Expr {
        if std.lowering == onefold_script_std::Lowering::Inline {
            return self.inline_std(func, std, object, args, span);
        }
        let info = self.unit.funcs[func as usize].clone();
        let mut signature = self.unit.std_signature(&info, std);
        if info.is_variadic {
            signature.params.truncate(signature.params.len() - 1);
            let boxes = args.len() + 1 - info.params.len();
            let kind = self.unit.slots(Ty::of(Base::Any)).0;
            signature.params.extend(std::iter::repeat_n(kind, boxes));
        }
        let owner = match (info.owner.or(Some(info.ret.base)), std.owner.is_empty()) {
            (Some(Base::Obj(id)), false) => Some(TypeId(id)),
            _ => None,
        };
        let callee = self.unit.std_id(std.id, signature, owner);
        if std.role == Role::Mutator {
            let Some(place) = object else { return Expr::error(span) };
            if !self.check_place(&place) {
                return Expr::error(span);
            }
            self.mark_changed(&place);
            let out = std.params.last() == Some(&onefold_script_std::Kind::Place);
            let ty = if out { info.ret } else { place.ty.plain() };
            return Expr::new(ExprKind::Mutate { place: place.boxed(), callee, args, out }, ty, span);
        }
        let mut all = Vec::with_capacity(args.len() + 1);
        let mut held = None;
        if let Some(object) = object.filter(|_| info.owner.is_some()) {
            let gives_object = std.ret == RetKind::Void && !info.ret.is_void();
            if gives_object {
                let ty = Ty::handle(object.ty.base);
                let local = self.temp(ty);
                all.push(Arg::Value(Expr::new(ExprKind::Local(local), ty, span)));
                held = Some((local, object));
            } else {
                all.push(Arg::Value(object));
            }
        }
        all.extend(args);
        let callee = Callee::Std(callee);
        let Some((local, object)) = held else {
            return Expr {
                is_fresh: !info.is_ref,
                ..Expr::new(ExprKind::Call { callee, args: all }, info.ret, span)
            };
        };
        let ty = Ty::of(object.ty.base);
        let call = Expr::new(ExprKind::Call { callee, args: all }, Ty::VOID, span);
        let result = Expr::new(ExprKind::Local(local), ty, span);
        let body = Expr::new(ExprKind::Then(call.boxed(), result.boxed()), ty, span);
        Expr::new(ExprKind::Let { local, value: object.boxed(), body: body.boxed() }, ty, span)
    }

    /// Library functions that are instructions of their own.
    fn inline_std(
        &mut self,
        func: u32,
        std: &'static StdFn,
        object: Option<Expr>,
        args: Vec<Arg>,
        span: Span,
    ) -> Expr {
        let ret = self.unit.funcs[func as usize].ret;
        let mut values = args.into_iter().map(|arg| match arg {
            Arg::Value(value) => value,
            _ => Expr::error(span),
        });
        let first = values.next().unwrap_or_else(|| Expr::error(span));
        let Some(object) = object else {
            return match std.id {
                650 => Expr::new(ExprKind::Throw(first.boxed()), Ty::VOID, span),
                _ => Expr::error(span),
            };
        };
        let text = Ty::TEXT;
        match std.id {
            3 | 6 | 10 | 14 | 18 | 22 | 603 => self.assign_value(object, first),
            404 | 405 | 424 | 425 | 444 | 445 => self.assign_handle(object, first),
            4 | 7 | 11 | 15 | 19 | 23 => {
                if !self.check_place(&object) {
                    return Expr::error(span);
                }
                self.mark_changed(&object);
                let value = self.printable(first);
                Expr::new(ExprKind::AppendText { place: object.boxed(), value: value.boxed() }, text, span)
            }
            5 | 8 | 12 | 16 | 20 | 24 => {
                let value = self.printable(first);
                Expr::fresh(ExprKind::Concat(object.boxed(), value.boxed()), text, span)
            }
            9 | 13 | 17 | 21 | 25 => {
                let value = self.printable(first);
                Expr::fresh(ExprKind::Concat(value.boxed(), object.boxed()), text, span)
            }
            26 => {
                let kind =
                    ExprKind::CompareText { op: CmpOp::Eq, left: object.boxed(), right: first.boxed() };
                Expr::new(kind, Ty::BOOL, span)
            }
            27 => Expr::new(ExprKind::OrderText(object.boxed(), first.boxed()), Ty::INT, span),
            28 => Expr::new(ExprKind::TextLen(object.boxed()), Ty::UINT, span),
            29 | 30 => {
                let ty = Ty { is_const: object.ty.is_const, ..Ty::of(Base::U8) };
                Expr::new(ExprKind::TextByte { text: object.boxed(), index: first.boxed() }, ty, span)
            }
            104 | 105 => {
                let storage = self.unit.storage(ret);
                let ty = self.element_type(&object, ret);
                Expr::new(ExprKind::Elem { array: object.boxed(), index: first.boxed(), storage }, ty, span)
            }
            106 => Expr::new(ExprKind::ArrayLen(object.boxed()), Ty::UINT, span),
            446 | 447 => Expr::new(
                ExprKind::Same { left: object.boxed(), right: first.boxed(), is_negated: false },
                Ty::BOOL,
                span,
            ),
            554 | 555 => {
                let second = values.next().unwrap_or_else(|| Expr::error(span));
                self.grid_element(object, first, second, ret, span)
            }
            _ => Expr::error(span),
        }
    }

    /// The element type without the mark of a constant handle that only library parameters carry.
    fn element_type(&self, object: &Expr, ret: Ty) -> Ty {
        let mut ty = ret;
        if ty.is_handle {
            ty.is_handle_const = object.ty.is_const;
        } else {
            ty.is_const = object.ty.is_const;
        }
        ty
    }

    fn grid_element(&mut self, grid: Expr, x: Expr, y: Expr, ret: Ty, span: Span) -> Expr {
        let Base::Obj(id) = grid.ty.base else { return Expr::error(span) };
        let TypeKind::Std { args, .. } = self.unit.types[id as usize].kind.clone() else {
            return Expr::error(span);
        };
        let cells = self.unit.array_of(args[0], span);
        let grid_ty = Ty::handle(grid.ty.base);
        let local = self.temp(grid_ty);
        let held = || Arg::Value(Expr::new(ExprKind::Local(local), grid_ty, span));
        let get = self.unit.hidden(559, &[grid_ty], Some(cells), Some(id));
        let index = self.unit.hidden(560, &[grid_ty, Ty::UINT, Ty::UINT], Some(Ty::UINT), Some(id));
        let array = Expr::new(ExprKind::Call { callee: Callee::Std(get), args: vec![held()] }, cells, span);
        let args = vec![held(), Arg::Value(x), Arg::Value(y)];
        let index = Expr::new(ExprKind::Call { callee: Callee::Std(index), args }, Ty::UINT, span);
        let storage = self.unit.storage(args_ty(ret));
        let ty = self.element_type(&grid, ret);
        let array = Expr::new(ExprKind::Let { local, value: grid.boxed(), body: array.boxed() }, cells, span);
        Expr::new(ExprKind::Elem { array: array.boxed(), index: index.boxed(), storage }, ty, span)
    }
}

fn args_ty(ty: Ty) -> Ty {
    ty.plain()
}

fn info_slot(info: &crate::model::Func) -> Option<u32> {
    info.slot.filter(|_| info.access != crate::model::Access::Private)
}
