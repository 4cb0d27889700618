//! Bodies of every kind of code: functions, constructors, factories, initialisers, lambdas.

use onefold_diag::Span;
use onefold_script_bytecode::FuncId;
use onefold_script_syntax::ast;

use super::Checker;
use crate::diagnostics;
use crate::hir::{Arg, Body, Callee, Expr, ExprKind, Local, LocalKind, Stmt, StmtKind};
use crate::model::{Func, FuncKind, Job, Mode};
use crate::types::{Base, Ty};
use crate::unit::Unit;

impl Unit<'_> {
    /// Makes all code, also that which comes up on the way.
    pub fn run_jobs(&mut self) {
        for global in 0..self.globals.len() as u32 {
            self.ready_global(global);
        }
        let mut at = 0;
        while at < self.jobs.len() {
            let job = std::mem::replace(&mut self.jobs[at], Job::None);
            if !matches!(job, Job::None) {
                self.run_job(FuncId(at as u32), job);
            }
            at += 1;
        }
    }

    fn run_job(&mut self, code: FuncId, job: Job) {
        let func_id = self.code_funcs[code.index()];
        let func = self.funcs[func_id as usize].clone();
        let class = func.owner.and_then(|owner| Ty::of(owner).obj());
        let mut checker = Checker::new(self, func.space, class);
        let body = match job {
            Job::Function(block) => checker.function(&func, block),
            Job::Ctor(block) => checker.constructor(&func, block),
            Job::Destructor(block) => checker.destructor(&func, block),
            Job::Factory(class) => checker.factory(class),
            Job::Assign(class) => checker.assigner(&func, class),
            Job::Lambda(lambda) => {
                let block = checker.tree()[lambda].body;
                checker.function(&func, block)
            }
            Job::None => return,
        };
        self.codes[code.index()] = Some(crate::lower::lower(self, &func, body));
    }

    /// Checks the initialiser of a global, those it needs first.
    pub fn ready_global(&mut self, global: u32) {
        let info = self.globals[global as usize].clone();
        if info.stage > 0 {
            return;
        }
        self.globals[global as usize].stage = 1;
        let mut func = Func::new(&info.name, FuncKind::Script(FuncId(0)), Ty::VOID);
        func.space = info.space;
        let func_id = self.add_func(func.clone());
        let mut checker = Checker::new(self, info.space, None);
        let value = checker.global_value(&info);
        let ty = checker.unit.globals[global as usize].ty;
        let span = value.span;
        if let (Some(bits), true) = (value.constant(), ty.is_const) {
            checker.unit.globals[global as usize].constant = Some(bits);
        }
        let place = Expr::new(ExprKind::Global(info.id), ty.plain(), info.span);
        let store =
            Expr::new(ExprKind::Assign { place: place.boxed(), value: value.boxed() }, ty.plain(), span);
        let stmt = Stmt { kind: StmtKind::Expr(store), span: info.span };
        let body = checker.finish(vec![stmt], Some(info.span));
        self.globals[global as usize].stage = 2;
        if ty.is_error() {
            return;
        }
        let code = self.new_code(func_id, Job::None);
        self.funcs[func_id as usize].kind = FuncKind::Script(code);
        func.kind = FuncKind::Script(code);
        self.codes[code.index()] = Some(crate::lower::lower(self, &func, body));
        self.init.push(code);
    }

    /// The value of an enumerator's expression.
    pub fn enum_constant(&mut self, expr: ast::Id<ast::Expr>, space: u32) -> Option<i64> {
        let mut checker = Checker::new(self, space, None);
        checker.is_constant = true;
        let value = checker.expr(expr);
        let span = value.span;
        if value.is_error() {
            return None;
        }
        let value = if value.ty.base.is_integer() || matches!(value.ty.base, Base::Enum(_)) {
            value.int()
        } else {
            None
        };
        if value.is_none() {
            checker.report(diagnostics::constant(
                span,
                "the value of an enumerator has to be a constant integer",
            ));
        }
        value
    }
}

impl Checker<'_, '_> {
    fn global_value(&mut self, info: &crate::model::GlobalInfo) -> Expr {
        let mut ty = info.ty;
        if info.is_auto {
            let ast::Init::Value(value) = info.init else {
                self.report(diagnostics::declaration(info.span, "`auto` needs an initial value"));
                return Expr::error(info.span);
            };
            let value = self.expr(value);
            let value = self.read(value);
            ty = self.auto_type(info.type_node, &value);
            self.unit.globals[info.id.index()].ty = ty;
            return self.owned(value, ty);
        }
        self.initial(info.init, &mut ty, info.span)
    }

    /// Enters the object and the parameters of a function as variables.
    pub fn enter_params(&mut self, func: &Func) {
        let mut slot = 0u16;
        if let Some(owner) = func.owner {
            let (_, count) = self.unit.slots(Ty::handle(owner));
            let ty = Ty { is_const: func.is_const, ..Ty::handle(owner) };
            self.locals.push(Local {
                name: "this".to_owned(),
                ty,
                kind: LocalKind::Param(slot),
                is_changed: false,
            });
            self.this = Some(0);
            self.is_this_const = func.is_const;
            slot += count;
        }
        for param in &func.params {
            let kinds = self.unit.param_slots(param, false);
            let is_place = kinds.first().is_some_and(|kind| kind.is_place());
            let kind = if is_place { LocalKind::Place(slot) } else { LocalKind::Param(slot) };
            slot += kinds.len() as u16;
            let ty = match param.mode {
                Mode::In | Mode::Value | Mode::Out | Mode::InOut => param.ty,
            };
            self.locals.push(Local { name: param.name.clone(), ty, kind, is_changed: false });
            if !param.name.is_empty() {
                let id = self.locals.len() as u32 - 1;
                if let Some(scope) = self.scopes.last_mut()
                    && scope.insert(param.name.clone(), id).is_some()
                {
                    let message = diagnostics::duplicate(func.span.unwrap_or_default(), &param.name);
                    self.report(message);
                }
            }
        }
        (self.ret, self.is_ret_ref, self.name) = (func.ret, func.is_ref, func.shown.clone());
    }

    fn function(&mut self, func: &Func, block: ast::Block) -> Body {
        self.enter_params(func);
        let stmts = self.block_stmts(block);
        if !func.ret.is_void() && !func.ret.is_error() && Self::falls_through(&stmts) {
            self.report(diagnostics::missing_return(func.span.unwrap_or(block.span), &func.name));
        }
        self.finish(stmts, Some(block.span))
    }

    fn constructor(&mut self, func: &Func, block: Option<ast::Block>) -> Body {
        self.enter_params(func);
        self.is_ctor = true;
        let span = block.map_or(func.span.unwrap_or_default(), |block| block.span);
        let Some(class) = self.class else { return Body::default() };
        let Some(info) = self.unit.types[class as usize].class() else { return Body::default() };
        let (base, fields) = (info.base, info.fields[info.inherited..].to_vec());
        let mut stmts = Vec::new();
        for field in &fields {
            // Initialisers see the members of the class, but not the parameters of the constructor.
            let scopes = std::mem::take(&mut self.scopes);
            self.scopes.push(rustc_hash::FxHashMap::default());
            let stmt = self.field_init(field);
            self.scopes = scopes;
            let Some(stmt) = stmt else { continue };
            let has_init = !matches!(field.init, ast::Init::None);
            if has_init { self.after_super.push(stmt) } else { stmts.push(stmt) }
        }
        let calls_super = block.is_some_and(|block| self.mentions_super(block));
        if let Some(base) = base.filter(|_| !calls_super) {
            stmts.extend(self.super_call(base, Vec::new(), span));
        }
        if base.is_none() || !calls_super {
            stmts.append(&mut self.after_super);
        }
        if let Some(block) = block {
            stmts.extend(self.block_stmts(block));
        }
        self.finish(stmts, Some(span))
    }

    fn field_init(&mut self, field: &crate::model::FieldInfo) -> Option<Stmt> {
        let this = self.this_value(field.span)?;
        let storage = self.unit.storage(field.ty);
        let place = Expr::new(
            ExprKind::Field { object: this.boxed(), offset: field.offset, storage },
            field.ty.plain(),
            field.span,
        );
        let mut ty = field.ty;
        if matches!(field.init, ast::Init::None) && !self.unit.is_by_value_object(ty) {
            return None;
        }
        let value = self.initial(field.init, &mut ty, field.span);
        let kind = ExprKind::Assign { place: place.boxed(), value: value.boxed() };
        Some(Stmt { kind: StmtKind::Expr(Expr::new(kind, ty.plain(), field.span)), span: field.span })
    }

    /// Whether the statements call `super(...)`, by the text of their names.
    fn mentions_super(&self, block: ast::Block) -> bool {
        let tree = self.tree();
        tree.all::<ast::Expr>().any(|(_, expr)| match expr.kind {
            ast::ExprKind::Call { path, .. } => {
                let is_within = expr.span.file == block.span.file
                    && expr.span.start >= block.span.start
                    && expr.span.end <= block.span.end;
                is_within && tree[tree[path].scope].is_empty() && tree.name(tree[path].name) == "super"
            }
            _ => false,
        })
    }

    /// The call of a constructor of the base on this object.
    pub fn super_call(&mut self, base: u32, args: Vec<crate::overload::CallArg>, span: Span) -> Vec<Stmt> {
        let ctors = self.unit.types[base as usize].members.ctors.clone();
        let name = self.unit.types[base as usize].name.clone();
        let Some(ctor) = self.choose(&name, &ctors, &args, None, span) else { return Vec::new() };
        let mut fitted = vec![];
        let Some(this) = self.this_value(span) else { return Vec::new() };
        fitted.push(Arg::Value(Expr { ty: Ty::handle(Base::Obj(base)), ..this }));
        fitted.extend(self.fit_args(ctor, args, span));
        let FuncKind::Script(code) = self.unit.funcs[ctor as usize].kind else { return Vec::new() };
        let call = Expr::new(ExprKind::Call { callee: Callee::Func(code), args: fitted }, Ty::VOID, span);
        vec![Stmt { kind: StmtKind::Expr(call), span }]
    }

    fn destructor(&mut self, func: &Func, block: Option<ast::Block>) -> Body {
        self.enter_params(func);
        let span = block.map_or(func.span.unwrap_or_default(), |block| block.span);
        let mut stmts = block.map_or(Vec::new(), |block| self.block_stmts(block));
        let base = self.class.and_then(|class| self.unit.types[class as usize].class()?.base);
        let dtor = base.and_then(|base| Some((base, self.unit.types[base as usize].class()?.dtor?)));
        if let (Some((base, code)), Some(this)) = (dtor, self.this_value(span)) {
            let this = Expr { ty: Ty::handle(Base::Obj(base)), ..this };
            let kind = ExprKind::Call { callee: Callee::Func(code), args: vec![Arg::Value(this)] };
            stmts.push(Stmt { kind: StmtKind::Expr(Expr::new(kind, Ty::VOID, span)), span });
        }
        self.finish(stmts, Some(span))
    }

    fn factory(&mut self, class: u32) -> Body {
        let span = self.unit.types[class as usize].class().map_or(Span::default(), |class| class.span);
        let value = self.default_value(Ty::of(Base::Obj(class)), span);
        self.finish(vec![Stmt { kind: StmtKind::Return(Some(value)), span }], Some(span))
    }

    /// Member by member, or the class's own `opAssign`.
    fn assigner(&mut self, func: &Func, class: u32) -> Body {
        self.enter_params(func);
        let Some(info) = self.unit.types[class as usize].class().cloned() else { return Body::default() };
        let span = info.span;
        let Some(this) = self.this_value(span) else { return Body::default() };
        let other = self.local(1, span);
        if let Some(own) = self.own_assign(class) {
            let args = self.fit_args(own, vec![crate::overload::CallArg::of(other)], span);
            let call = self.call_func(own, Some(this), args, span);
            return self.finish(vec![Stmt { kind: StmtKind::Expr(call), span }], Some(span));
        }
        let mut stmts = Vec::new();
        if let Some(base) = info.base
            && let Some(code) = self.unit.types[base as usize].class().and_then(|base| base.assign)
        {
            let as_base =
                |value: &Expr| Arg::Value(Expr { ty: Ty::handle(Base::Obj(base)), ..value.clone() });
            let kind =
                ExprKind::Call { callee: Callee::Func(code), args: vec![as_base(&this), as_base(&other)] };
            stmts.push(Stmt { kind: StmtKind::Expr(Expr::new(kind, Ty::VOID, span)), span });
        }
        for field in &info.fields[info.inherited..] {
            let storage = self.unit.storage(field.ty);
            let member = |object: &Expr| {
                let kind = ExprKind::Field { object: object.clone().boxed(), offset: field.offset, storage };
                Expr::new(kind, field.ty.plain(), span)
            };
            let (to, from) = (member(&this), member(&other));
            if self.unit.is_by_value_object(field.ty) && !self.can_assign(field.ty) {
                continue;
            }
            let store =
                if field.ty.is_handle { self.assign_handle(to, from) } else { self.assign_value(to, from) };
            stmts.push(Stmt { kind: StmtKind::Expr(store), span });
        }
        self.finish(stmts, Some(span))
    }

    /// The `opAssign` of a class that takes one of its own.
    pub fn own_assign(&self, class: u32) -> Option<u32> {
        self.unit.methods(Base::Obj(class), "opAssign").into_iter().find(|&func| {
            let func = &self.unit.funcs[func as usize];
            func.params.len() == 1 && func.params[0].ty.base == Base::Obj(class)
        })
    }

    /// The code of a lambda with the signature of a funcdef.
    pub fn lambda_code(&mut self, id: ast::Id<ast::Lambda>, funcdef: u32) -> FuncId {
        let crate::model::TypeKind::Funcdef(target) = self.unit.types[funcdef as usize].kind else {
            return FuncId(0);
        };
        let mut func = self.unit.funcs[target as usize].clone();
        let tree = self.tree();
        for (param, written) in func.params.iter_mut().zip(&tree[tree[id].params]) {
            param.name = written.name.map_or(String::new(), |name| tree.name(name).to_owned());
            param.default = None;
        }
        (func.name, func.shown) = ("<lambda>".to_owned(), "<lambda>".to_owned());
        func.owner = None;
        func.space = self.space;
        func.span = Some(tree[id].span);
        let at = self.unit.funcs.len() as u32;
        let code = self.unit.new_code(at, Job::Lambda(id));
        func.kind = FuncKind::Script(code);
        self.unit.add_func(func);
        code
    }
}
