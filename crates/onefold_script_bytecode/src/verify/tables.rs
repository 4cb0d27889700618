//! Checks of everything but code: types, globals, imports, entry points.

use super::Verifier;
use crate::kind::{Ret, Signature, SlotKind, Storage};
use crate::program::{Class, FuncId, HostKind, Program, TypeId, TypeKind};

impl Verifier<'_> {
    pub(super) fn tables(&mut self) {
        let program = self.program;
        for index in 0..program.types.len() {
            if let Some(flaw) = self.type_flaw(TypeId(index as u32)) {
                let name = &program.types[index].name;
                self.report(None, None, format!("type {index} `{name}` {flaw}"));
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            if let Some(flaw) = self.signature_flaw(&function.signature) {
                self.report(Some(FuncId(index as u32)), None, flaw.to_owned());
            }
        }
        for global in &program.globals {
            let sound = match global.kind {
                SlotKind::Scalar => (1..=8).contains(&global.slots),
                SlotKind::Str => global.slots == 1,
                SlotKind::Handle(ty) => global.slots == 1 && self.type_exists(ty),
                _ => false,
            };
            if !sound {
                self.report(None, None, format!("global `{}` has an impossible kind", global.name));
            }
        }
        for &func in &program.init {
            if !self
                .has_signature(func, |signature| signature.params.is_empty() && signature.ret == Ret::Void)
            {
                self.report(None, None, format!("function {} cannot initialise globals", func.0));
            }
        }
        self.imports();
    }

    fn imports(&mut self) {
        let program = self.program;
        for (index, import) in program.std.iter().enumerate() {
            let owner = import.owner.is_none_or(|ty| ty.index() < program.types.len());
            let flaw = self.signature_flaw(&import.signature).or((!owner).then_some("belongs to no type"));
            if let Some(flaw) = flaw {
                self.report(None, None, format!("library function {index} {flaw}"));
            }
        }
        for import in &program.host {
            let flaw = match &import.kind {
                HostKind::Function(signature) => self.signature_flaw(signature),
                HostKind::Member(storage) => {
                    (!self.storage_is_sound(*storage)).then_some("has an impossible storage")
                }
                HostKind::Global(ty) => {
                    let host = matches!(self.kind(*ty), Some(TypeKind::Host { .. }));
                    (!host).then_some("is of no host type")
                }
            };
            if let Some(flaw) = flaw {
                self.report(None, None, format!("host item `{}::{}` {flaw}", import.owner, import.name));
            }
        }
        for import in &program.imports {
            if let Some(flaw) = self.signature_flaw(&import.signature) {
                self.report(None, None, format!("import `{}` {flaw}", import.decl));
            }
        }
    }

    fn has_signature(&self, func: FuncId, test: impl Fn(&Signature) -> bool) -> bool {
        self.program.functions.get(func.index()).is_some_and(|function| test(&function.signature))
    }

    fn type_flaw(&self, ty: TypeId) -> Option<String> {
        if self.ancestors[ty.index()].len() > Program::MOST_ANCESTORS {
            return Some("has too many ancestors".to_owned());
        }
        match &self.program.types[ty.index()].kind {
            TypeKind::Class(class) => self.class_flaw(ty, class),
            TypeKind::Interface(interface) => {
                let bases = interface
                    .bases
                    .iter()
                    .all(|base| matches!(self.kind(*base), Some(TypeKind::Interface(_))));
                let cycle = interface.bases.iter().any(|&base| self.is_a(base, ty));
                if !bases || cycle || interface.methods.len() > 0xfff || ty.0 >= 1 << 20 {
                    return Some(
                        "derives from what is no interface, from itself, or is too large".to_owned(),
                    );
                }
                interface.methods.iter().find_map(|(name, signature)| {
                    let flaw = self.signature_flaw(signature).map(str::to_owned);
                    let object = !self.takes_object(signature, ty);
                    flaw.or_else(|| object.then(|| format!("has method `{name}` that does not take it")))
                })
            }
            TypeKind::Array(storage) => {
                (!self.storage_is_sound(*storage)).then(|| "has elements of an impossible storage".to_owned())
            }
            TypeKind::Funcdef(signature) => self.signature_flaw(signature).map(str::to_owned),
            TypeKind::Std { args, .. } => {
                let sound = args.iter().all(|&storage| self.storage_is_sound(storage));
                (!sound).then(|| "has arguments of an impossible storage".to_owned())
            }
            TypeKind::Host { base, .. } => {
                let is_host = |base: TypeId| matches!(self.kind(base), Some(TypeKind::Host { .. }));
                let sound = base.is_none_or(|base| is_host(base) && !self.is_a(base, ty));
                (!sound).then(|| "derives from what is no host class, or from itself".to_owned())
            }
        }
    }

    fn class_flaw(&self, ty: TypeId, class: &Class) -> Option<String> {
        let base = match class.base.map(|base| (base, self.kind(base))) {
            None => None,
            Some((base, Some(TypeKind::Class(found)))) if !self.is_a(base, ty) => Some(found),
            Some(_) => return Some("has a base that is no class or derives from it".to_owned()),
        };
        if class.host_base.is_some_and(|host| !matches!(self.kind(host), Some(TypeKind::Host { .. }))) {
            return Some("has a host base that is no host type".to_owned());
        }
        if let Some(flaw) = self.fields_flaw(class, base) {
            return Some(flaw);
        }
        for (slot, &func) in class.vtable.iter().enumerate() {
            let fits = |signature: &Signature| {
                let inherited = base.and_then(|base| base.vtable.get(slot));
                let same = inherited.is_none_or(|&inherited| {
                    self.has_signature(inherited, |expected| self.overrides(signature, expected))
                });
                same && self.takes_object(signature, ty)
            };
            if !self.has_signature(func, fits) {
                return Some(format!("has a misfit in vtable slot {slot}"));
            }
        }
        if base
            .is_some_and(|base| base.vtable.len() > class.vtable.len() || base.host_base != class.host_base)
        {
            return Some("lacks what its base has".to_owned());
        }
        self.interfaces_flaw(ty, class).or_else(|| self.behaviour_flaw(ty, class))
    }

    fn fields_flaw(&self, class: &Class, base: Option<&Class>) -> Option<String> {
        if let Some(base) = base {
            let starts = class.fields.get(..base.fields.len()).is_some_and(|own| {
                own.iter().zip(&base.fields).all(|(a, b)| (a.offset, a.storage) == (b.offset, b.storage))
            });
            if !starts {
                return Some("does not start with the fields of its base".to_owned());
            }
        }
        let mut end = 0;
        for field in &class.fields {
            let sound = self.storage_is_sound(field.storage)
                && field.offset >= end
                && field.offset.is_multiple_of(field.storage.align())
                && field.offset <= u32::from(u16::MAX);
            if !sound {
                return Some(format!("has a misplaced field `{}`", field.name));
            }
            end = field.offset + field.storage.size();
        }
        (class.size < end || class.size > 1 << 20).then(|| "has a wrong size".to_owned())
    }

    fn interfaces_flaw(&self, ty: TypeId, class: &Class) -> Option<String> {
        for (interface_id, funcs) in &class.interfaces {
            let Some(TypeKind::Interface(interface)) = self.kind(*interface_id) else {
                return Some("implements what is no interface".to_owned());
            };
            let fits = interface.methods.iter().zip(funcs).all(|((_, expected), &func)| {
                self.has_signature(func, |own| self.overrides(own, expected) && self.takes_object(own, ty))
            });
            if interface.methods.len() != funcs.len() || !fits {
                return Some(format!("does not implement `{}`", self.name(*interface_id)));
            }
        }
        None
    }

    fn behaviour_flaw(&self, ty: TypeId, class: &Class) -> Option<String> {
        let takes = |func: Option<FuncId>, params: usize, ret: Ret| {
            func.is_none_or(|func| {
                self.has_signature(func, |signature| {
                    let objects =
                        signature.params.iter().all(|&kind| self.passes(SlotKind::Handle(ty), kind));
                    objects && signature.params.len() == params && signature.ret == ret
                })
            })
        };
        let factory = class.factory.is_none_or(|func| {
            self.has_signature(func, |signature| {
                signature.params.is_empty()
                    && matches!(signature.ret, Ret::Handle(made) if self.is_a(made, ty))
            })
        });
        let sound = takes(class.destructor, 1, Ret::Void)
            && takes(class.assign, 2, Ret::Void)
            && takes(class.equals, 2, Ret::Scalar(1))
            && takes(class.compare, 2, Ret::Scalar(1))
            && factory;
        (!sound).then(|| "has a behaviour of a wrong signature".to_owned())
    }

    /// A field of a class whose objects lie on the script heap.
    pub(super) fn field(&self, ty: TypeId, offset: u32) -> Option<Storage> {
        let TypeKind::Class(class) = self.kind(ty)? else { return None };
        if class.host_base.is_some() {
            return None;
        }
        let index = class.fields.binary_search_by_key(&offset, |field| field.offset).ok()?;
        Some(class.fields[index].storage)
    }
}
