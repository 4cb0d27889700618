//! Written types to types.

use onefold_diag::Span;
use onefold_script_std::Repr;
use onefold_script_syntax::ast::{self, TypeBase, TypeSuffix};

use crate::diagnostics;
use crate::model::{TypeEntry, TypeKind};
use crate::types::{Base, Ty};
use crate::unit::Unit;

impl Unit<'_> {
    /// The type a written type means; `class` is the class whose nested types are visible. None for `auto`.
    pub fn resolve(&mut self, id: ast::Id<ast::Type>, space: u32, class: Option<u32>) -> Option<Ty> {
        self.resolve_node(self.tree[id], space, class)
    }

    pub fn resolve_node(&mut self, node: ast::Type, space: u32, class: Option<u32>) -> Option<Ty> {
        let mut ty = match node.base {
            TypeBase::Error => Ty::ERROR,
            TypeBase::Auto => return None,
            TypeBase::Any => Ty::of(Base::Any),
            TypeBase::Primitive(primitive) => Ty::of(Base::of_primitive(primitive)),
            TypeBase::Named(path) => self.resolve_path(&self.tree[path], space, class),
        };
        let suffixes = self.tree[node.suffixes].to_vec();
        if node.is_const && !suffixes.iter().any(|suffix| matches!(suffix, TypeSuffix::Array { .. })) {
            if ty.is_handle && ty.base != Base::Ref {
                ty.is_handle_const = true;
            } else {
                ty.is_const = true;
            }
        }
        for (at, suffix) in suffixes.iter().enumerate() {
            match suffix {
                TypeSuffix::Array { .. } => {
                    ty = if ty.is_error() { ty } else { self.array_of(ty, node.span) };
                    let is_last =
                        !suffixes[at + 1..].iter().any(|suffix| matches!(suffix, TypeSuffix::Array { .. }));
                    ty.is_const = node.is_const && is_last;
                }
                TypeSuffix::Handle { is_const, span } => ty = self.handle_to(ty, *is_const, *span),
            }
        }
        Some(ty)
    }

    /// `ty@`
    pub fn handle_to(&mut self, ty: Ty, is_const: bool, span: Span) -> Ty {
        if ty.is_error() {
            return ty;
        }
        if !self.has_handles(ty.base) {
            let name = self.type_name(ty);
            self.report(diagnostics::bad_type(span, format!("there are no handles to `{name}`")));
            return Ty::ERROR;
        }
        Ty { is_handle: true, is_handle_const: is_const, ..ty }
    }

    /// Whether `T@` is allowed.
    pub fn has_handles(&self, base: Base) -> bool {
        match base {
            Base::Obj(id) => match &self.types[id as usize].kind {
                TypeKind::Std { repr, .. } => *repr == Repr::Object,
                _ => true,
            },
            Base::Ref | Base::Error => true,
            _ => false,
        }
    }

    /// `array<ty>`
    pub fn array_of(&mut self, ty: Ty, span: Span) -> Ty {
        let index = onefold_script_std::TYPES.iter().position(|known| known.name == "array").unwrap_or(0);
        self.instantiate(index, vec![ty], span)
    }

    pub fn resolve_path(&mut self, path: &ast::Path, space: u32, class: Option<u32>) -> Ty {
        let name = self.tree.name(path.name).to_owned();
        if name.is_empty() {
            return Ty::ERROR;
        }
        if self.template.is_some() && path.scope.is_empty() {
            if name == "T"
                && let Some(ty) = self.template
            {
                return ty;
            }
            if let Some(owner) = self.template_owner
                && let Some(&nested) = self.types[owner as usize].nested.get(name.as_str())
            {
                return Ty::handle(Base::Obj(nested));
            }
        }
        let args: Vec<Ty> = self.tree[path.args]
            .iter()
            .copied()
            .map(|arg| {
                self.resolve_node(arg, space, class).unwrap_or_else(|| {
                    self.report(diagnostics::bad_type(arg.span, "`auto` cannot be a template argument"));
                    Ty::ERROR
                })
            })
            .collect();
        if args.iter().any(|ty| ty.is_error()) {
            return Ty::ERROR;
        }
        if let Some(found) = self.nested_type(path, &name, space, class) {
            return found;
        }
        match self.find_type_entry(path, &name, space) {
            Some(TypeEntry::Type(base)) if args.is_empty() => {
                if base == Base::Ref {
                    Ty::handle(base)
                } else {
                    Ty::of(base)
                }
            }
            Some(TypeEntry::Type(_)) => {
                self.report(diagnostics::bad_type(
                    path.span,
                    format!("`{name}` takes no template arguments"),
                ));
                Ty::ERROR
            }
            Some(TypeEntry::Template(index)) if args.len() == onefold_script_std::TYPES[index].args => {
                self.instantiate(index, args, path.span)
            }
            Some(TypeEntry::Template(_)) => {
                let text = format!("`{name}` needs a type in angle brackets");
                self.report(diagnostics::bad_type(path.span, text));
                Ty::ERROR
            }
            Some(TypeEntry::Mixin(..)) => {
                let text = format!("`{name}` is a mixin and no type of its own");
                self.report(diagnostics::bad_type(path.span, text));
                Ty::ERROR
            }
            None => {
                let known = self.visible_names(space, |entry| entry.ty.is_some());
                let known =
                    known.iter().map(String::as_str).chain(["int", "float", "double", "bool", "uint"]);
                let message = diagnostics::unknown_name(path.name.span, "type", &name, known);
                self.report(message);
                Ty::ERROR
            }
        }
    }

    /// What a path names as a type, without reporting.
    pub fn find_type_entry(&self, path: &ast::Path, name: &str, space: u32) -> Option<TypeEntry> {
        let scope = self.scope_names(path);
        if scope.is_empty() && !path.is_absolute {
            return self.find(name, space, &[], |entry| entry.ty);
        }
        let mut from = Some(if path.is_absolute { 0 } else { space });
        while let Some(at) = from {
            let found = self.find_space(&scope, path.is_absolute, at);
            if let Some(entry) = found.and_then(|found| self.entry(found, name)).and_then(|entry| entry.ty) {
                return Some(entry);
            }
            from = self.spaces[at as usize].parent;
        }
        None
    }

    /// A funcdef nested in a class: `C::F`, or `F` within `C`.
    fn nested_type(&mut self, path: &ast::Path, name: &str, space: u32, class: Option<u32>) -> Option<Ty> {
        let mut owner = class;
        if let Some((last, before)) = self.tree[path.scope].to_vec().split_last() {
            let outer: Vec<String> =
                before.iter().map(|segment| self.tree.name(segment.name).to_owned()).collect();
            let at = self.find_space(&outer, path.is_absolute, space)?;
            let own = self.tree.name(last.name).to_owned();
            let args = self.tree[last.args].to_vec();
            owner = match self.find(&own, at, &[], |entry| entry.ty)? {
                TypeEntry::Type(Base::Obj(id)) => Some(id),
                TypeEntry::Template(index) if args.len() == 1 => {
                    let arg = self.resolve_node(args[0], space, class)?;
                    self.instantiate(index, vec![arg], path.span).obj()
                }
                _ => None,
            };
        }
        let mut at = owner;
        for _ in 0..64 {
            let id = at?;
            if let Some(&nested) = self.types[id as usize].nested.get(name) {
                return Some(Ty::of(Base::Obj(nested)));
            }
            at = self.types[id as usize].class().and_then(|class| class.base);
        }
        None
    }
}
