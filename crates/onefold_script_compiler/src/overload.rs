//! Choosing among functions of one name, and fitting arguments to the chosen one.

use onefold_diag::Span;

use crate::check::Checker;
use crate::diagnostics;
use crate::hir::{Arg, Expr, ExprKind, LocalKind};
use crate::model::{Mode, Param};
use crate::types::{Base, Ty};

/// An argument as written, checked but not yet converted.
#[derive(Clone, Debug)]
pub(crate) struct CallArg {
    pub name: Option<String>,
    pub expr: Expr,
}

impl CallArg {
    pub fn of(expr: Expr) -> CallArg {
        CallArg { name: None, expr }
    }
}

impl Checker<'_, '_> {
    /// The parameter each argument is for, or none when they do not fit.
    fn assign_params(&self, func: u32, args: &[CallArg]) -> Option<Vec<usize>> {
        let info = &self.unit.funcs[func as usize];
        let count = info.params.len() - usize::from(info.is_variadic);
        let mut taken = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let place = match &arg.name {
                Some(name) => info.params.iter().position(|param| param.name == *name)?,
                None if at < count => at,
                None if info.is_variadic => count,
                None => return None,
            };
            if taken.contains(&place) && place < count {
                return None;
            }
            taken.push(place);
        }
        let is_full = (0..count).all(|place| taken.contains(&place) || info.params[place].default.is_some());
        is_full.then_some(taken)
    }

    fn arg_cost(&mut self, arg: &Expr, param: &Param, is_library: bool) -> Option<u32> {
        if arg.is_error() {
            return Some(0);
        }
        if matches!(arg.kind, ExprKind::VoidArg) {
            return (param.mode == Mode::Out).then_some(0);
        }
        match param.mode {
            Mode::Out => {
                if param.ty.base == Base::Any {
                    return arg.is_place().then_some(crate::conversions::cost::VARIABLE);
                }
                if !arg.is_place() && !arg.ty.is_handle || arg.ty.base == Base::List {
                    return None;
                }
                let probe = Expr::new(ExprKind::Error, param.ty.plain(), arg.span);
                self.cost(&probe, arg.ty.plain())
            }
            Mode::InOut => {
                let is_number = param.ty.is_primitive() && !is_library;
                if is_number && (arg.ty.plain() != param.ty.plain() || !arg.is_place()) {
                    return None;
                }
                if arg.ty.is_const && !param.ty.is_const && arg.ty.base != Base::Null {
                    return None;
                }
                self.cost(arg, param.ty)
            }
            _ => self.cost(arg, param.ty),
        }
    }

    fn total_cost(&mut self, func: u32, args: &[CallArg]) -> Option<u32> {
        let taken = self.assign_params(func, args)?;
        let params = self.unit.funcs[func as usize].params.clone();
        let is_library = self.unit.funcs[func as usize].is_library;
        let mut total = 0;
        for (arg, place) in args.iter().zip(taken) {
            total += self.arg_cost(&arg.expr, &params[place.min(params.len() - 1)], is_library)?;
        }
        Some(total)
    }

    /// The best candidates with their cost.
    pub fn rank(&mut self, funcs: &[u32], args: &[CallArg], object: Option<Ty>) -> Vec<u32> {
        let mut best = u32::MAX;
        let mut found = Vec::new();
        for &func in funcs {
            let info = &self.unit.funcs[func as usize];
            if object.is_some_and(|ty| ty.is_const) && !info.is_const && info.owner.is_some() {
                continue;
            }
            let Some(cost) = self.total_cost(func, args) else { continue };
            if cost < best {
                (best, found) = (cost, vec![func]);
            } else if cost == best {
                found.push(func);
            }
        }
        if found.len() > 1 && object.is_some_and(|ty| !ty.is_const) {
            let mutable: Vec<u32> =
                found.iter().copied().filter(|&func| !self.unit.funcs[func as usize].is_const).collect();
            if !mutable.is_empty() {
                found = mutable;
            }
        }
        found
    }

    /// The one function that takes the arguments, or a message.
    pub fn choose(
        &mut self,
        name: &str,
        funcs: &[u32],
        args: &[CallArg],
        object: Option<Ty>,
        span: Span,
    ) -> Option<u32> {
        let found = self.rank(funcs, args, object);
        if found.len() == 1 {
            return Some(found[0]);
        }
        if args.iter().any(|arg| arg.expr.is_error()) {
            return None;
        }
        let shown: Vec<String> = args.iter().map(|arg| self.unit.type_name(arg.expr.ty)).collect();
        let shown = shown.join(", ");
        let listed = if found.is_empty() { funcs } else { &found };
        let candidates = listed.iter().map(|&func| self.unit.func_name(func)).collect();
        let message = if found.is_empty() {
            diagnostics::no_match(span, name, &shown, candidates)
        } else {
            diagnostics::ambiguous(span, name, &shown, candidates)
        };
        self.report(message);
        None
    }

    /// Arguments in the order of the parameters, converted, defaults filled in.
    pub fn fit_args(&mut self, func: u32, args: Vec<CallArg>, span: Span) -> Vec<Arg> {
        let Some(taken) = self.assign_params(func, &args) else { return Vec::new() };
        let info = self.unit.funcs[func as usize].clone();
        let count = info.params.len() - usize::from(info.is_variadic);
        let mut given: Vec<Option<Expr>> = (0..count).map(|_| None).collect();
        let mut rest = Vec::new();
        for (arg, place) in args.into_iter().zip(taken) {
            if place < count { given[place] = Some(arg.expr) } else { rest.push(arg.expr) }
        }
        let mut fitted = Vec::with_capacity(count + rest.len());
        for (place, arg) in given.into_iter().enumerate() {
            let param = &info.params[place];
            let arg = match (arg, param.default) {
                (Some(arg), _) => arg,
                (None, Some(_)) if param.mode == Mode::Out => Expr::new(ExprKind::VoidArg, Ty::VOID, span),
                (None, Some(default)) => self.default_arg(func, default, span),
                (None, None) => Expr::error(span),
            };
            fitted.push(self.fit_arg(arg, param, info.is_library));
        }
        if let Some(param) = info.params.last().filter(|_| info.is_variadic) {
            for arg in rest {
                fitted.push(self.fit_arg(arg, param, info.is_library));
            }
        }
        fitted
    }

    /// A default argument, checked where the function was declared.
    fn default_arg(
        &mut self,
        func: u32,
        default: onefold_script_syntax::ast::Id<onefold_script_syntax::ast::Expr>,
        span: Span,
    ) -> Expr {
        let info = &self.unit.funcs[func as usize];
        let tree = if info.is_library { &self.unit.library.tree } else { self.unit.user_tree };
        let (space, owner) = (info.space, info.owner);
        let old_tree = std::mem::replace(&mut self.unit.tree, tree);
        let old_space = std::mem::replace(&mut self.space, space);
        let class = owner.and_then(|owner| Ty::of(owner).obj());
        let old_class = std::mem::replace(&mut self.class, class);
        let hidden = std::mem::take(&mut self.scopes);
        let this = self.this.take();
        self.scopes.push(rustc_hash::FxHashMap::default());
        let value = self.expr(default);
        (self.scopes, self.class, self.space, self.unit.tree) = (hidden, old_class, old_space, old_tree);
        self.this = this;
        Expr { span, ..value }
    }

    /// One argument for one parameter.
    pub fn fit_arg(&mut self, arg: Expr, param: &Param, is_library: bool) -> Arg {
        let span = arg.span;
        if matches!(arg.kind, ExprKind::VoidArg) && param.mode != Mode::Out {
            self.report(diagnostics::bad_type(
                span,
                "`void` is only for parameters that give something back",
            ));
            return Arg::Value(Expr::error(span));
        }
        match param.mode {
            Mode::Value => Arg::Value(self.owned(arg, param.ty)),
            Mode::In => {
                let is_copied = !param.ty.is_const && !is_library && self.unit.is_by_value_object(param.ty);
                if is_copied {
                    Arg::Value(self.owned(arg, param.ty))
                } else {
                    Arg::Value(self.convert(arg, param.ty))
                }
            }
            Mode::InOut if self.unit.passes_object(param) || is_library => {
                Arg::Value(self.convert(arg, param.ty))
            }
            Mode::InOut => self.inout_arg(arg, param.ty),
            Mode::Out => self.out_arg(arg, param),
        }
    }

    fn inout_arg(&mut self, arg: Expr, ty: Ty) -> Arg {
        let temp = self.temp(ty.plain());
        let init = self.convert(arg.clone(), ty.plain());
        let back = Expr::new(ExprKind::Local(temp), ty.plain(), arg.span);
        let assign = (arg.is_place() && !arg.ty.is_read_only()).then(|| self.assign_value(arg, back).boxed());
        Arg::Out { temp, ty: ty.plain(), assign, init: Some(init.boxed()) }
    }

    fn out_arg(&mut self, arg: Expr, param: &Param) -> Arg {
        let span = arg.span;
        let target = if matches!(arg.kind, ExprKind::VoidArg) { None } else { Some(arg) };
        if let Some(target) = &target
            && target.ty.is_read_only()
            && !target.ty.is_error()
        {
            self.report(diagnostics::read_only(span));
        }
        if param.ty.base == Base::Any {
            return self.out_box(target, span);
        }
        let ty = param.ty.plain();
        let temp = self.temp(ty);
        let value = Expr::new(ExprKind::Local(temp), ty, span);
        let value = Expr { is_fresh: true, ..value };
        let by_handle = target.as_ref().is_some_and(|target| target.is_handle_of) || ty.is_handle;
        let assign = target.map(|target| {
            let made = if by_handle && target.ty.is_handle {
                self.assign_handle(target, value)
            } else {
                self.assign_value(target, value)
            };
            made.boxed()
        });
        if self.unit.passes_object(param) {
            let init = self.default_value(ty, span).boxed();
            return Arg::OutObject { temp, init, assign };
        }
        let init = matches!(ty.base, Base::Obj(_)).then(|| self.default_value(ty, span).boxed());
        Arg::Out { temp, ty, assign, init: init.filter(|init| !matches!(init.kind, ExprKind::Null)) }
    }

    fn out_box(&mut self, target: Option<Expr>, span: Span) -> Arg {
        let ty = Ty::handle(Base::Obj(self.unit.known.dictionary_value));
        let temp = self.temp(ty);
        let Some(target) = target else { return Arg::OutBox { temp, code: 0, assign: None } };
        let wanted = target.ty.plain();
        let code = self.box_code(wanted);
        let content = self.unwrap(Expr::new(ExprKind::Local(temp), ty, span), wanted);
        let content = Expr { is_fresh: true, ..content };
        let made = if wanted.is_handle {
            self.assign_handle(target, content)
        } else {
            self.assign_value(target, content)
        };
        Arg::OutBox { temp, code, assign: Some(made.boxed()) }
    }

    /// A temporary variable.
    pub fn temp(&mut self, ty: Ty) -> crate::hir::LocalId {
        self.locals.push(crate::hir::Local {
            name: String::new(),
            ty,
            kind: LocalKind::Var,
            is_changed: false,
        });
        self.locals.len() as u32 - 1
    }
}
