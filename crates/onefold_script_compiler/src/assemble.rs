//! Puts the tables of a program together.

use onefold_script_bytecode::{self as bytecode, Program, TypeDef, TypeId};

use crate::model::{FuncKind, TypeKind};
use crate::types::{Base, Ty};
use crate::unit::Unit;

impl Unit<'_> {
    /// The program; none where something is missing because of errors.
    pub fn assemble(&mut self) -> Option<Program> {
        if self.diagnostics.has_errors() {
            return None;
        }
        let mut program = Program { name: self.options.module.clone(), ..Program::default() };
        program.files = self.sources.iter().map(|(_, source)| source.name().to_owned()).collect();
        for id in 0..self.types.len() as u32 {
            let kind = self.type_def(id)?;
            program.types.push(TypeDef { name: self.types[id as usize].name.clone(), kind });
        }
        for (at, code) in std::mem::take(&mut self.codes).into_iter().enumerate() {
            // A function that never got code is external; it does nothing but fault.
            program.functions.push(match code {
                Some(code) => code,
                None => self.missing_code(at),
            });
        }
        for global in &self.globals {
            let (kind, slots) = self.slots(global.ty);
            let (name, type_name) = (global.name.clone(), self.type_name(global.ty));
            program.globals.push(bytecode::Global { name, type_name, kind, slots });
        }
        program.init = std::mem::take(&mut self.init);
        program.strings = std::mem::take(&mut self.strings);
        program.std = std::mem::take(&mut self.std);
        program.host = std::mem::take(&mut self.host_items);
        program.imports = std::mem::take(&mut self.imports);
        Some(program)
    }

    fn missing_code(&self, at: usize) -> bytecode::Function {
        let func = &self.funcs[self.code_funcs[at] as usize];
        let mut builder = bytecode::FunctionBuilder::new(&func.shown, self.signature(func));
        builder.fault(5);
        builder.finish().unwrap_or_default()
    }

    fn type_def(&self, id: u32) -> Option<bytecode::TypeKind> {
        Some(match &self.types[id as usize].kind {
            TypeKind::Class(class) => {
                let mut layout = class.layout.clone();
                layout.vtable = class.vtable.iter().filter_map(|&func| self.code_of(func)).collect();
                layout.base = class.base.map(TypeId);
                layout.destructor = class.dtor;
                layout.factory = class.factory;
                layout.assign = class.assign;
                layout.equals = self.comparer(id, "opEquals", Base::Bool);
                layout.compare = self.comparer(id, "opCmp", Base::I32);
                layout.interfaces = class
                    .interfaces
                    .iter()
                    .map(|&interface| {
                        let TypeKind::Interface(info) = &self.types[interface as usize].kind else {
                            return (TypeId(interface), Vec::new());
                        };
                        let funcs = info.methods.iter().filter_map(|&method| self.implementation(id, method));
                        (TypeId(interface), funcs.filter_map(|func| self.code_of(func)).collect())
                    })
                    .collect();
                bytecode::TypeKind::Class(layout)
            }
            TypeKind::Interface(info) => {
                let methods = info.methods.iter().map(|&method| {
                    let func = &self.funcs[method as usize];
                    let mut signature = self.signature(func);
                    if let Some(first) = signature.params.first_mut() {
                        *first = bytecode::SlotKind::Handle(TypeId(id));
                    }
                    (func.name.clone(), signature)
                });
                bytecode::TypeKind::Interface(bytecode::Interface {
                    bases: info.bases.iter().copied().map(TypeId).collect(),
                    methods: methods.collect(),
                })
            }
            TypeKind::Array(element) => bytecode::TypeKind::Array(self.storage(*element)),
            TypeKind::Funcdef(func) => {
                bytecode::TypeKind::Funcdef(self.signature(&self.funcs[*func as usize]))
            }
            TypeKind::Std { name, args, .. } => bytecode::TypeKind::Std {
                name: (*name).to_owned(),
                args: args.iter().map(|&arg| self.storage(arg)).collect(),
            },
            TypeKind::Host { link, base } => {
                bytecode::TypeKind::Host { name: link.clone(), base: base.map(TypeId) }
            }
        })
    }

    fn code_of(&self, func: u32) -> Option<bytecode::FuncId> {
        match self.funcs[func as usize].kind {
            FuncKind::Script(code) => Some(code),
            _ => None,
        }
    }

    /// The method the library compares objects of a class with.
    fn comparer(&self, class: u32, name: &str, ret: Base) -> Option<bytecode::FuncId> {
        let found = self.methods(Base::Obj(class), name).into_iter().find(|&func| {
            let func = &self.funcs[func as usize];
            let takes = matches!(&func.params[..], [param] if param.ty.base == Base::Obj(class) && !self.passes_object(param));
            takes && func.ret == Ty::of(ret) && !func.is_ref
        });
        found.and_then(|func| self.code_of(func))
    }
}
