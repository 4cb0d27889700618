//! Making objects and values: constructors, initial values, copies, conversions that are asked for, boxes.

use onefold_diag::Span;
use onefold_script_std::{Repr, box_fns};
use onefold_script_syntax::ast;

use super::Checker;
use crate::diagnostics;
use crate::hir::{Arg, Callee, Expr, ExprKind};
use crate::model::{FuncKind, TypeKind};
use crate::overload::CallArg;
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    /// `T(args)`
    pub fn construct(&mut self, ty: Ty, args: Vec<CallArg>, span: Span) -> Expr {
        if ty.is_error() || args.iter().any(|arg| arg.expr.is_error()) {
            return Expr::error(span);
        }
        if ty.is_primitive() || ty.is_handle && ty.base != Base::Ref {
            return self.explicit(ty, args, span);
        }
        if let Base::Obj(id) = ty.base
            && matches!(self.unit.types[id as usize].kind, TypeKind::Funcdef(_))
        {
            return match <[CallArg; 1]>::try_from(args) {
                Ok([arg]) => self.convert(arg.expr, Ty::handle(ty.base)),
                Err(_) => Expr::error(span),
            };
        }
        if ty.base == Base::Ref {
            return match <[CallArg; 1]>::try_from(args) {
                Ok([arg]) => self.convert(arg.expr, ty),
                Err(_) => Expr::new(ExprKind::Null, ty, span),
            };
        }
        self.construct_object(ty.plain(), args, span)
    }

    fn construct_object(&mut self, ty: Ty, args: Vec<CallArg>, span: Span) -> Expr {
        let name = self.unit.type_name(ty);
        if let Base::Obj(id) = ty.base {
            let is_bad = match &self.unit.types[id as usize].kind {
                TypeKind::Class(class) => class.is_abstract,
                TypeKind::Interface(_) | TypeKind::Host { .. } => true,
                _ => false,
            };
            if is_bad {
                self.report(diagnostics::bad_type(span, format!("`{name}` cannot be made")));
                return Expr::error(span);
            }
            if let TypeKind::Std { name: "grid", .. } = self.unit.types[id as usize].kind {
                return self.new_grid(ty, args, span);
            }
        }
        if ty.base == Base::Text && args.len() <= 1 {
            return match args.into_iter().next() {
                None => self.default_value(ty, span),
                Some(arg) => {
                    let value = self.read(arg.expr);
                    if let Some(func) = self.conversion_method(&value, ty, true) {
                        return self.call_func(func, Some(value), Vec::new(), span);
                    }
                    match self.convert_any(&value, "opConv", ty, span) {
                        Some(done) => done,
                        None => self.convert(value, ty),
                    }
                }
            };
        }
        if let [arg] = &args[..]
            && let Some(func) = self.conversion_method(&arg.expr, ty, true)
            && self.unit.funcs[func as usize].ret.base == ty.base
        {
            let object = args.into_iter().next().map(|arg| arg.expr);
            return self.call_func(func, object, Vec::new(), span);
        }
        let ctors = self.unit.members(ty.base).map_or(Vec::new(), |members| members.ctors.clone());
        if let [arg] = &args[..]
            && self.rank(&ctors, &args, None).is_empty()
            && arg.expr.ty.base == ty.base
            && (matches!(ty.base, Base::Value(_)) || self.unit.options.level >= 237)
        {
            let expr = arg.expr.clone();
            return self.owned(expr, ty);
        }
        if args.is_empty() && matches!(ty.base, Base::Value(_)) && self.rank(&ctors, &args, None).is_empty() {
            return self.default_value(ty, span);
        }
        let Some(ctor) = self.choose(&name, &ctors, &args, None, span) else { return Expr::error(span) };
        let args = self.fit_args(ctor, args, span);
        self.construct_with(ctor, ty, args, span)
    }

    /// A new object by a chosen constructor.
    pub fn construct_with(&mut self, ctor: u32, ty: Ty, args: Vec<Arg>, span: Span) -> Expr {
        let info = self.unit.funcs[ctor as usize].clone();
        match (&info.kind, ty.base) {
            (FuncKind::Script(code), Base::Obj(class)) => {
                Expr::fresh(ExprKind::New { class, ctor: *code, args }, ty, span)
            }
            (FuncKind::Std(std), _) => {
                if std.lowering == onefold_script_std::Lowering::Inline {
                    return match args.into_iter().next() {
                        Some(Arg::Value(value)) => value,
                        _ => self.default_value(ty, span),
                    };
                }
                let signature = self.unit.std_signature(&info, std);
                let owner = match ty.base {
                    Base::Obj(id) => Some(onefold_script_bytecode::TypeId(id)),
                    _ => None,
                };
                let callee = Callee::Std(self.unit.std_id(std.id, signature, owner));
                Expr::fresh(ExprKind::Call { callee, args }, ty, span)
            }
            (FuncKind::Host(..), _) => {
                let callee = Callee::Host(self.unit.host_function(ctor, None));
                Expr::fresh(ExprKind::Call { callee, args }, ty, span)
            }
            (FuncKind::Pack, _) => self.pack(ctor, args, span),
            _ => Expr::error(span),
        }
    }

    /// A value made of its members.
    pub fn pack(&mut self, func: u32, args: Vec<Arg>, span: Span) -> Expr {
        let ret = self.unit.funcs[func as usize].ret;
        let values = args
            .into_iter()
            .filter_map(|arg| match arg {
                Arg::Value(value) => Some(value),
                _ => None,
            })
            .collect();
        Expr::fresh(ExprKind::Pack(values), ret, span)
    }

    fn new_grid(&mut self, ty: Ty, args: Vec<CallArg>, span: Span) -> Expr {
        let Base::Obj(id) = ty.base else { return Expr::error(span) };
        let TypeKind::Std { args: types, .. } = self.unit.types[id as usize].kind.clone() else {
            return Expr::error(span);
        };
        let element = types[0];
        let cells = self.unit.array_of(element, span);
        let mut all = vec![self.default_value(cells, span)];
        let mut kinds = vec![cells];
        let count = args.len();
        if !matches!(count, 0 | 2 | 3) {
            self.report(diagnostics::no_match(span, "grid", "", Vec::new()));
            return Expr::error(span);
        }
        for (at, arg) in args.into_iter().enumerate() {
            let wanted = if at < 2 { Ty::UINT } else { element };
            kinds.push(wanted);
            let value = self.convert(arg.expr, wanted);
            all.push(value);
        }
        let number = match count {
            0 => 550,
            2 => 551,
            _ => 552,
        };
        let callee = Callee::Std(self.unit.hidden(number, &kinds, Some(ty), Some(id)));
        Expr::fresh(ExprKind::Call { callee, args: all.into_iter().map(Arg::Value).collect() }, ty, span)
    }

    /// The default value of a type.
    pub fn default_value(&mut self, ty: Ty, span: Span) -> Expr {
        match ty.base {
            Base::Text => {
                let id = self.unit.str_id(b"");
                Expr::fresh(ExprKind::Text(id), Ty::TEXT, span)
            }
            Base::Obj(id) if !ty.is_handle => {
                if !matches!(self.unit.types[id as usize].kind, TypeKind::Interface(_) | TypeKind::Funcdef(_))
                {
                    if matches!(self.unit.types[id as usize].kind, TypeKind::Std { repr: Repr::Shared, .. }) {
                        return Expr::fresh(ExprKind::Null, ty.plain(), span);
                    }
                    return self.construct_object(ty.plain(), Vec::new(), span);
                }
                let name = self.unit.type_name(ty);
                self.report(diagnostics::bad_type(span, format!("`{name}` has no default value")));
                Expr::error(span)
            }
            Base::Obj(_) | Base::Ref => Expr::new(ExprKind::Null, ty.plain(), span),
            Base::Value(_) => {
                let ctors = self.unit.members(ty.base).map_or(Vec::new(), |members| members.ctors.clone());
                match self.rank(&ctors, &[], None).first() {
                    Some(&ctor) => {
                        let args = self.fit_args(ctor, Vec::new(), span);
                        self.construct_with(ctor, ty.plain(), args, span)
                    }
                    None => Expr::fresh(ExprKind::Pack(Vec::new()), ty.plain(), span),
                }
            }
            Base::Error => Expr::error(span),
            _ => Expr::bits(0, ty.plain(), span),
        }
    }

    /// The first value of a variable.
    pub fn initial(&mut self, init: ast::Init, ty: &mut Ty, span: Span) -> Expr {
        match init {
            ast::Init::None => self.default_value(*ty, span),
            ast::Init::Value(value) => {
                let value = self.expr(value);
                let value = self.read(value);
                self.initialised(value, *ty)
            }
            ast::Init::List(list) => {
                if self.takes_list(&list, *ty) {
                    return self.list_value(list, ty.plain());
                }
                if !ty.is_error() {
                    let name = self.unit.type_name(*ty);
                    self.report(diagnostics::bad_type(
                        list.span,
                        format!("`{name}` cannot be made of a list"),
                    ));
                }
                Expr::error(span)
            }
            ast::Init::Args(args) => {
                let args = self.args(args);
                self.construct(*ty, args, span)
            }
        }
    }

    /// `T v = value`: converted, or made by default and then assigned.
    fn initialised(&mut self, value: Expr, ty: Ty) -> Expr {
        let span = value.span;
        if value.is_error() || ty.is_error() {
            return Expr::error(span);
        }
        if ty.base == Base::Text && value.ty.is_primitive() {
            let temp = self.temp(ty.plain());
            let place = Expr::new(ExprKind::Local(temp), ty.plain(), span);
            let Expr { kind: ExprKind::Assign { value, .. }, .. } = self.assign_value(place, value) else {
                return Expr::error(span);
            };
            return *value;
        }
        let is_object = self.unit.is_by_value_object(ty) || matches!(ty.base, Base::Obj(_)) && !ty.is_handle;
        if is_object && self.cost(&value, Ty { is_const: true, ..ty }).is_none() && !value.ty.is_void() {
            let object = self.default_value(ty, span);
            if object.is_error() {
                return object;
            }
            let temp = self.temp(Ty::handle(ty.base));
            let place = Expr::new(ExprKind::Local(temp), ty.plain(), span);
            let assigned = if value.is_handle_of || value.ty.is_handle {
                self.assign_handle_or_value(place.clone(), value)
            } else {
                self.assign_value(place.clone(), value)
            };
            let body = Expr::new(ExprKind::Then(assigned.boxed(), place.boxed()), ty.plain(), span);
            let kind = ExprKind::Let { local: temp, value: object.boxed(), body: body.boxed() };
            return Expr::fresh(kind, ty.plain(), span);
        }
        self.owned(value, ty)
    }

    fn assign_handle_or_value(&mut self, place: Expr, value: Expr) -> Expr {
        let is_weak = self.unit.methods(place.ty.base, "opHndlAssign").is_empty();
        if is_weak { self.assign_value(place, value) } else { self.assign_handle(place, value) }
    }

    /// A value that belongs to nobody else: objects by value are copied unless they are temporaries.
    pub fn owned(&mut self, value: Expr, ty: Ty) -> Expr {
        if value.is_error() || ty.is_error() {
            return Expr::error(value.span);
        }
        if !self.unit.is_by_value_object(ty) {
            return self.convert(value, ty.plain_target());
        }
        let value = self.convert(value, Ty { is_const: true, ..ty });
        if value.is_fresh || value.is_error() {
            return Expr { ty: ty.plain(), ..value };
        }
        let span = value.span;
        // A class with a constructor that takes one of its own is copied by it.
        if let Base::Obj(id) = ty.base {
            let ctors = self.unit.types[id as usize].members.ctors.clone();
            let is_copy = |func: &crate::model::Func| {
                func.required() <= 1 && func.params.first().is_some_and(|param| param.ty.base == ty.base)
            };
            if matches!(self.unit.types[id as usize].kind, TypeKind::Class(_))
                && let Some(ctor) = ctors.into_iter().find(|&ctor| is_copy(&self.unit.funcs[ctor as usize]))
            {
                let args = self.fit_args(ctor, vec![CallArg::of(value)], span);
                return self.construct_with(ctor, ty.plain(), args, span);
            }
            if let TypeKind::Class(class) = &self.unit.types[id as usize].kind
                && class.factory.is_none()
            {
                let name = self.unit.type_name(ty.plain());
                self.report(diagnostics::bad_type(
                    span,
                    format!("`{name}` cannot be copied: it has no default constructor"),
                ));
                return Expr::error(span);
            }
        }
        let ty = ty.plain();
        let made = self.default_value(ty, span);
        if made.is_error() {
            return made;
        }
        // The source is looked at first, so that a null handle is noticed before anything is made.
        let source = self.temp(Ty::handle(ty.base));
        let from = Expr::new(ExprKind::Local(source), ty, span);
        let copied = self.copy_into(Expr { is_fresh: false, ..made }, from, span);
        Expr::fresh(ExprKind::Let { local: source, value: value.boxed(), body: copied.boxed() }, ty, span)
    }

    /// `int(x)`, `T@(x)`
    fn explicit(&mut self, ty: Ty, args: Vec<CallArg>, span: Span) -> Expr {
        let mut args = args.into_iter();
        let (Some(arg), None) = (args.next(), args.next()) else {
            let name = self.unit.type_name(ty);
            self.report(diagnostics::no_match(span, &name, "", Vec::new()));
            return Expr::error(span);
        };
        let value = self.read(arg.expr);
        let (from, to) = (value.ty.base, ty.base);
        let is_number = |base: Base| base.is_number() || matches!(base, Base::Enum(_));
        if is_number(from) && is_number(to) {
            if let Some(bits) = value.constant() {
                return Expr::bits(super::fold::convert(bits, from, to), Ty { is_const: true, ..ty }, span);
            }
            return self.to_number(value, to);
        }
        if ty.is_primitive() && value.ty.base.is_object() {
            if let Some(func) = self.conversion_method(&value, ty, true) {
                let made = self.call_func(func, Some(value), Vec::new(), span);
                return self.to_number(made, to);
            }
            if let Some(done) = self.convert_any(&value, "opConv", ty, span) {
                return done;
            }
        }
        if ty.is_handle {
            return self.convert(value, ty);
        }
        Expr { span, ..self.convert(value, ty) }
    }

    /// A conversion by `void opConv(?&out)` and the like.
    fn convert_any(&mut self, value: &Expr, method: &str, ty: Ty, span: Span) -> Option<Expr> {
        let func = self.unit.methods(value.ty.base, method).into_iter().find(|&func| {
            let params = &self.unit.funcs[func as usize].params;
            params.len() == 1 && params[0].ty.base == Base::Any
        })?;
        let local = self.temp(ty.plain());
        let place = Expr::new(ExprKind::Local(local), ty.plain(), span);
        let args = self.fit_args(
            func,
            vec![CallArg::of(Expr { is_handle_of: ty.is_handle, ..place.clone() })],
            span,
        );
        let call = self.call_func(func, Some(value.clone()), args, span);
        let body = Expr::new(ExprKind::Then(call.boxed(), place.boxed()), ty.plain(), span);
        let empty = if ty.is_handle {
            Expr::new(ExprKind::Null, ty.plain(), span)
        } else {
            self.default_value(ty, span)
        };
        Some(Expr::fresh(ExprKind::Let { local, value: empty.boxed(), body: body.boxed() }, ty.plain(), span))
    }

    /// `cast<T>(x)`
    pub fn cast(&mut self, ty: Ty, value: Expr, span: Span) -> Expr {
        if value.is_error() || ty.is_error() {
            return Expr::error(span);
        }
        let to = Ty { is_handle: true, ..ty };
        let Base::Obj(target) = ty.base else {
            let name = self.unit.type_name(ty);
            self.report(diagnostics::bad_type(
                span,
                format!("`{name}` is no type that handles can be cast to"),
            ));
            return Expr::error(span);
        };
        match value.ty.base {
            Base::Null => return Expr::new(ExprKind::Null, to, span),
            Base::Ref => return Expr::new(ExprKind::Downcast(value.boxed()), to, span),
            Base::Obj(from) => {
                if value.ty.is_const && !to.is_const {
                    let (a, b) = (self.unit.type_name(value.ty), self.unit.type_name(to));
                    self.report(diagnostics::no_conversion(span, &a, &b));
                    return Expr::error(span);
                }
                if let Some(func) = self.conversion_method(&value, to, true).filter(|_| from != target) {
                    let made = self.call_func(func, Some(value), Vec::new(), span);
                    return self.convert(made, to);
                }
                let is_up = self.unit.is_a(from, target);
                let is_castable = |id: u32| {
                    matches!(
                        self.unit.types[id as usize].kind,
                        TypeKind::Class(_) | TypeKind::Interface(_) | TypeKind::Host { .. }
                    )
                };
                if is_up || is_castable(from) && is_castable(target) {
                    let is_host = matches!(self.unit.types[from as usize].kind, TypeKind::Host { .. });
                    let kind = if is_up && !is_host {
                        ExprKind::Upcast(value.boxed())
                    } else {
                        ExprKind::Downcast(value.boxed())
                    };
                    return Expr::new(kind, to, span);
                }
                if let Some(done) = self.convert_any(&value, "opCast", to, span) {
                    return done;
                }
            }
            _ => {}
        }
        let (a, b) = (self.unit.type_name(value.ty), self.unit.type_name(to));
        self.report(diagnostics::no_conversion(span, &a, &b));
        Expr::error(span)
    }

    /// The type code of a boxed value.
    pub fn box_code(&self, ty: Ty) -> u32 {
        use box_fns::code;
        match ty.base {
            Base::Bool => code::BOOL,
            Base::I8 => code::INT8,
            Base::I16 => code::INT16,
            Base::I32 | Base::Enum(_) => code::INT32,
            Base::I64 => code::INT64,
            Base::U8 => code::UINT8,
            Base::U16 => code::UINT16,
            Base::U32 => code::UINT32,
            Base::U64 => code::UINT64,
            Base::F32 => code::FLOAT,
            Base::F64 => code::DOUBLE,
            Base::Text => code::STRING,
            Base::Value(id) if id == self.unit.known.complex => code::COMPLEX,
            Base::Value(_) => code::DATETIME,
            Base::Obj(id) if ty.is_handle => code::HANDLE + id,
            Base::Obj(id) => code::OBJECT + id,
            Base::Ref | Base::Null => code::HANDLE,
            _ => code::VOID,
        }
    }

    /// A value as an argument for `?&in`.
    pub fn wrap(&mut self, value: Expr) -> Expr {
        let value = self.read(value);
        let span = value.span;
        if let ExprKind::List(_) = value.kind {
            self.report(diagnostics::bad_type(span, "a list needs a type here"));
            return Expr::error(span);
        }
        let boxed = Ty::handle(Base::Obj(self.unit.known.dictionary_value));
        if value.ty.base == boxed.base {
            return Expr { ty: boxed, ..value };
        }
        let mut ty = value.ty;
        if value.is_handle_of {
            ty.is_handle = true;
        }
        let code = self.box_code(ty);
        Expr::fresh(ExprKind::Wrap { value: value.boxed(), code }, boxed, span)
    }

    /// The content of a box that is known to hold a type.
    pub fn unwrap(&mut self, boxed: Expr, ty: Ty) -> Expr {
        let span = boxed.span;
        let box_ty = boxed.ty;
        let (number, ret) = match self.unit.slots(ty).0 {
            onefold_script_bytecode::SlotKind::Str => (box_fns::TAKE_TEXT, Ty::TEXT),
            onefold_script_bytecode::SlotKind::Handle(_) => (box_fns::TAKE_HANDLE, Ty::handle(Base::Ref)),
            _ => (box_fns::TAKE_BITS, ty),
        };
        let callee = Callee::Std(self.unit.hidden(number, &[box_ty], Some(ret), None));
        let call = Expr::new(ExprKind::Call { callee, args: vec![Arg::Value(boxed)] }, ret, span);
        if let Base::Obj(_) = ty.base {
            return Expr::new(ExprKind::Downcast(call.boxed()), Ty { is_const: false, ..ty }, span);
        }
        call
    }
}

impl Ty {
    /// Without marks that belong to the variable rather than the value.
    pub(crate) fn plain_target(self) -> Ty {
        Ty { is_handle_const: false, is_const: self.is_const && self.is_handle, ..self }
    }
}
