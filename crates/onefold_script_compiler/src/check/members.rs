//! Members: fields, properties, indices.

use onefold_diag::Span;
use onefold_script_bytecode::HostKind;
use onefold_script_syntax::ast;

use super::Checker;
use crate::diagnostics;
use crate::hir::{Arg, Expr, ExprKind, Property};
use crate::model::TypeKind;
use crate::overload::CallArg;
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    pub fn member(&mut self, object: Expr, name: ast::Name, span: Span) -> Expr {
        let object = self.read(object);
        let text = self.text(name);
        if object.is_error() || text.is_empty() {
            return Expr::error(span);
        }
        let ty = object.ty;
        match self.find_member(object.clone(), &text, span) {
            Some(member) => member,
            None => {
                let methods = self.unit.methods(ty.base, &text);
                if !methods.is_empty() {
                    return Expr::new(
                        ExprKind::FuncSet(methods, Some(object.boxed())),
                        Ty::of(Base::FuncSet),
                        span,
                    );
                }
                self.report_no_member(ty, &text, name.span);
                Expr::error(span)
            }
        }
    }

    pub fn report_no_member(&mut self, ty: Ty, name: &str, span: Span) {
        let mut known: Vec<String> = Vec::new();
        if let Some(members) = self.unit.members(ty.base) {
            known.extend(members.methods.keys().map(|name| name.to_string()));
            known.extend(members.properties.keys().map(|name| name.to_string()));
        }
        if let Some(info) = ty.obj().and_then(|id| self.unit.types[id as usize].class()) {
            known.extend(info.fields.iter().map(|field| field.name.clone()));
        }
        known.sort_unstable();
        let shown = self.unit.type_name(ty);
        self.report(diagnostics::no_member(span, &shown, name, known.iter().map(String::as_str)));
    }

    /// A field or property of an object.
    pub fn find_member(&mut self, object: Expr, name: &str, span: Span) -> Option<Expr> {
        let is_const = object.ty.is_const;
        if let Some(info) = object.ty.obj().and_then(|id| self.unit.types[id as usize].class())
            && let Some(field) = info.fields.iter().find(|field| field.name == name)
        {
            let field = field.clone();
            self.check_visible(field.access, field.owner, name, span);
            let mut ty = field.ty;
            if is_const {
                if ty.is_handle { ty.is_handle_const = true } else { ty.is_const = true }
            }
            let storage = self.unit.storage(field.ty);
            let kind = ExprKind::Field { object: object.boxed(), offset: field.offset, storage };
            return Some(Expr::new(kind, ty, span));
        }
        let property =
            self.unit.members(object.ty.base).and_then(|members| members.properties.get(name).cloned());
        if let Some(property) = property {
            let storage = self.unit.storage(property.ty);
            let mut ty = property.ty;
            if is_const || property.is_read_only {
                ty = ty.constant();
            }
            if let Base::Value(_) = object.ty.base {
                let kind = ExprKind::Part { value: object.boxed(), at: property.offset, storage };
                return Some(Expr::new(kind, ty, span));
            }
            // Named by the class of the object at hand: linking finds inherited members, too.
            let owner = match object.ty.obj().map(|id| &self.unit.types[id as usize].kind) {
                Some(TypeKind::Host { link, .. }) => link.clone(),
                _ => property.owner.clone(),
            };
            let item = self.unit.host_id(&owner, &property.link, HostKind::Member(storage));
            return Some(Expr::new(ExprKind::HostMember { object: object.boxed(), item }, ty, span));
        }
        let getters = self.unit.methods(object.ty.base, &format!("get_{name}"));
        let setters = self.unit.methods(object.ty.base, &format!("set_{name}"));
        self.property_of(name, &getters, &setters, Some(object), Vec::new(), span)
    }

    /// A pair of accessors, if any of the functions is one.
    pub fn property_of(
        &mut self,
        name: &str,
        getters: &[u32],
        setters: &[u32],
        object: Option<Expr>,
        args: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let is_const = object.as_ref().is_some_and(|object| object.ty.is_const);
        let funcs = &self.unit.funcs;
        let usable = |func: &&u32, params: usize| {
            let func = &funcs[**func as usize];
            func.is_property && func.params.len() == params
        };
        let getter = getters
            .iter()
            .filter(|func| usable(func, args.len()))
            .min_by_key(|func| funcs[**func as usize].is_const != is_const)
            .copied();
        let setter = setters.iter().find(|func| usable(func, args.len() + 1)).copied();
        let indexed = |list: &[u32], least: usize| {
            list.iter()
                .any(|&func| funcs[func as usize].is_property && funcs[func as usize].params.len() == least)
        };
        if getter.is_none() && setter.is_none() {
            if args.is_empty() && (indexed(getters, 1) || indexed(setters, 2)) {
                let property = Property { object, args, getter: None, setter: None, name: name.to_owned() };
                return Some(Expr::new(ExprKind::Property(Box::new(property)), Ty::of(Base::FuncSet), span));
            }
            return None;
        }
        let ty = match (getter, setter) {
            (Some(getter), _) => funcs[getter as usize].ret,
            (None, Some(setter)) => {
                funcs[setter as usize].params.last().map_or(Ty::ERROR, |param| param.ty.plain())
            }
            (None, None) => Ty::ERROR,
        };
        let ty = Ty { is_handle_const: false, is_const: ty.is_const && ty.is_handle, ..ty };
        let property = Property { object, args, getter, setter, name: name.to_owned() };
        Some(Expr::new(ExprKind::Property(Box::new(property)), ty, span))
    }

    pub fn read_property(&mut self, property: Property, span: Span) -> Expr {
        let Some(getter) = property.getter else {
            let text = format!("`{}` can only be written", property.name);
            self.report(diagnostics::statement(span, text));
            return Expr::error(span);
        };
        let info = &self.unit.funcs[getter as usize];
        if property.object.as_ref().is_some_and(|object| object.ty.is_const) && !info.is_const {
            self.report(diagnostics::read_only(span));
            return Expr::error(span);
        }
        self.check_access(getter, span);
        let args = property.args.into_iter().map(CallArg::of).collect();
        let args = self.fit_args(getter, args, span);
        self.call_func(getter, property.object, args, span)
    }

    pub fn write_property(&mut self, property: Property, value: Expr, span: Span) -> Expr {
        let Some(setter) = property.setter else {
            // A getter that gives a reference or handle can be assigned through.
            if let Some(getter) = property.getter {
                let info = &self.unit.funcs[getter as usize];
                if info.is_ref || info.ret.is_handle {
                    let target = self.read_property(property, span);
                    return self.assign_value(target, value);
                }
            }
            let text = format!("`{}` can only be read", property.name);
            self.report(diagnostics::statement(span, text));
            return Expr::error(span);
        };
        if property.object.as_ref().is_some_and(|object| object.ty.is_const)
            && !self.unit.funcs[setter as usize].is_const
        {
            self.report(diagnostics::read_only(span));
            return Expr::error(span);
        }
        self.check_access(setter, span);
        let mut args: Vec<CallArg> = property.args.into_iter().map(CallArg::of).collect();
        args.push(CallArg::of(value));
        if self.choose(&property.name, &[setter], &args, None, span).is_none() {
            return Expr::error(span);
        }
        let args: Vec<Arg> = self.fit_args(setter, args, span);
        self.call_func(setter, property.object, args, span)
    }

    pub fn index(&mut self, object: ast::Id<ast::Expr>, args: ast::List<ast::Arg>, span: Span) -> Expr {
        let object = self.expr(object);
        let args = self.args(args);
        if let ExprKind::Property(property) = &object.kind
            && property.getter.is_none()
            && property.setter.is_none()
        {
            return self.indexed_property((**property).clone(), args, span);
        }
        let object = self.read(object);
        if object.is_error() {
            return object;
        }
        let methods = self.unit.methods(object.ty.base, "opIndex");
        if !methods.is_empty() {
            let Some(func) = self.choose("opIndex", &methods, &args, Some(object.ty), span) else {
                return Expr::error(span);
            };
            let args = self.fit_args(func, args, span);
            return self.call_func(func, Some(object), args, span);
        }
        let getters = self.unit.methods(object.ty.base, "get_opIndex");
        let setters = self.unit.methods(object.ty.base, "set_opIndex");
        let values: Vec<Expr> = args.into_iter().map(|arg| self.read(arg.expr)).collect();
        let ty = object.ty;
        match self.property_of("opIndex", &getters, &setters, Some(object), values, span) {
            Some(found) => found,
            None => {
                let name = self.unit.type_name(ty);
                self.report(diagnostics::no_unary(span, "[]", &name));
                Expr::error(span)
            }
        }
    }

    fn indexed_property(&mut self, property: Property, args: Vec<CallArg>, span: Span) -> Expr {
        let values: Vec<Expr> = args.into_iter().map(|arg| self.read(arg.expr)).collect();
        let list = |checker: &Self, prefix: &str| {
            let name = format!("{prefix}{}", property.name);
            match &property.object {
                Some(object) => checker.unit.methods(object.ty.base, &name),
                None => checker
                    .unit
                    .find(&name, checker.space, &checker.using, |entry| {
                        (!entry.funcs.is_empty()).then(|| entry.funcs.clone())
                    })
                    .unwrap_or_default(),
            }
        };
        let (getters, setters) = (list(self, "get_"), list(self, "set_"));
        match self.property_of(&property.name, &getters, &setters, property.object.clone(), values, span) {
            Some(found) => found,
            None => {
                self.report(diagnostics::no_unary(span, "[]", &property.name));
                Expr::error(span)
            }
        }
    }
}
