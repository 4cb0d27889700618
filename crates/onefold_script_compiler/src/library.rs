//! The declarations of the library and the host: parsed once per build, turned into tables.

use std::fmt::Write;

use onefold_diag::{FileId, Span};
use onefold_script_bytecode::{HostKind, Ret, Signature, SlotKind, TypeId};
use onefold_script_std::{Kind, Repr, RetKind, Role, StdFn, TYPES};
use onefold_script_syntax::ast::{self, ItemKind, MemberKind, Tree};

use crate::host::{HostSymbols, HostTypeKind};
use crate::model::{
    EnumInfo, Func, FuncKind, HostProperty, Members, Mode, Param, TypeEntry, TypeInfo, TypeKind, ValueInfo,
};
use crate::types::{Base, Ty};
use crate::unit::Unit;

/// The parsed declarations, each with where it comes from.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub tree: Tree,
    /// Per type of the library its functions.
    pub std: Vec<Vec<(ast::Id<ast::Function>, &'static StdFn)>>,
    pub std_globals: Vec<(ast::Id<ast::Function>, &'static StdFn)>,
    /// Per host type its constructors and methods in order.
    pub host: Vec<Vec<ast::Id<ast::Function>>>,
    /// Per host type the types of its members.
    pub members: Vec<Vec<ast::Id<ast::Type>>>,
    pub host_functions: Vec<ast::Id<ast::Function>>,
}

/// Whether scripts can call the function as it is declared.
fn is_declared(function: &StdFn) -> bool {
    let is_grid_constructor = function.owner == "grid" && function.role == Role::Constructor;
    !matches!(function.role, Role::List | Role::Hidden) && !is_grid_constructor
}

impl Library {
    /// Parses the declarations; one that cannot be parsed is left out.
    pub fn parse(host: &HostSymbols) -> Library {
        let mut text = String::new();
        for ty in TYPES {
            let _ = writeln!(text, "class {} {{", ty.name);
            for function in onefold_script_std::functions_of(ty.name).filter(|function| is_declared(function))
            {
                let _ = writeln!(text, "{};", function.decl);
            }
            text.push_str("}\n");
        }
        for ty in &host.types {
            let _ = writeln!(text, "class {} {{", ty.name);
            for function in ty.constructors.iter().chain(&ty.methods) {
                let _ = writeln!(text, "{};", function.decl);
            }
            for member in &ty.members {
                let _ = writeln!(text, "{} {};", member.ty, member.name);
            }
            text.push_str("}\n");
        }
        let globals = onefold_script_std::functions_of("").filter(|function| is_declared(function));
        let globals: Vec<&StdFn> = globals.collect();
        for function in &globals {
            let _ = writeln!(text, "{};", function.decl);
        }
        for function in &host.functions {
            let _ = writeln!(text, "{};", function.decl);
        }
        let options = onefold_script_syntax::Options { declarations_only: true, ..Default::default() };
        let tree = onefold_script_syntax::parse(&text, FileId(u32::MAX), &options).tree;
        let mut library = Library { tree, ..Library::default() };
        library.sort_items(host, &globals);
        library
    }

    fn sort_items(&mut self, host: &HostSymbols, globals: &[&'static StdFn]) {
        let Some(section) = self.tree.sections.first() else { return };
        let items = self.tree[section.items].to_vec();
        let mut classes = Vec::new();
        let mut functions = Vec::new();
        for item in items {
            match item.kind {
                ItemKind::Class(class) => classes.push(self.tree[class].members),
                ItemKind::Function(function) => functions.push(function),
                _ => {}
            }
        }
        let members = |at: usize| -> Vec<ast::Member> {
            let list = classes.get(at).copied().flatten();
            list.map_or_else(Vec::new, |list| self.tree[list].to_vec())
        };
        let functions_at = |at: usize| -> Vec<ast::Id<ast::Function>> {
            let found = members(at).into_iter().filter_map(|member| match member.kind {
                MemberKind::Function(function) => Some(function),
                _ => None,
            });
            found.collect()
        };
        let (mut std, mut own, mut types) = (Vec::new(), Vec::new(), Vec::new());
        for (at, ty) in TYPES.iter().enumerate() {
            let declared = onefold_script_std::functions_of(ty.name).filter(|function| is_declared(function));
            std.push(functions_at(at).into_iter().zip(declared).collect());
        }
        for at in TYPES.len()..TYPES.len() + host.types.len() {
            own.push(functions_at(at));
            let found = members(at).into_iter().filter_map(|member| match member.kind {
                MemberKind::Variables(variables) => Some(self.tree[variables].ty),
                _ => None,
            });
            types.push(found.collect());
        }
        self.std_globals = functions.iter().copied().zip(globals.iter().copied()).collect();
        self.host_functions = functions.into_iter().skip(globals.len()).collect();
        (self.std, self.host, self.members) = (std, own, types);
    }
}

impl<'a> Unit<'a> {
    /// Enters the types and functions of the library and the host.
    pub fn install_library(&mut self) {
        let library = self.library;
        let user = std::mem::replace(&mut self.tree, &library.tree);
        for (index, ty) in TYPES.iter().enumerate() {
            self.install_type(index, ty.name, ty.args, ty.repr);
        }
        self.install_coroutine();
        for (index, ty) in TYPES.iter().enumerate().filter(|(_, ty)| ty.args == 0) {
            let entry = self.entry(0, ty.name).and_then(|entry| entry.ty);
            if let Some(TypeEntry::Type(base)) = entry {
                self.install_functions(index, base);
            }
        }
        self.install_host_types();
        for &(id, function) in &library.std_globals {
            if function.since <= self.options.level {
                let func = self.library_func(id, FuncKind::Std(function), None);
                let name = func.name.clone();
                let func = self.add_func(func);
                self.entry_mut(0, &name).funcs.push(func);
            }
        }
        self.install_host_functions();
        self.tree = user;
    }

    fn install_type(&mut self, index: usize, name: &'static str, args: usize, repr: Repr) {
        if args > 0 {
            self.entry_mut(0, name).ty = Some(TypeEntry::Template(index));
            return;
        }
        let base = match repr {
            Repr::Text => Base::Text,
            Repr::Any => Base::Ref,
            Repr::Scalar => {
                self.values.push(ValueInfo { name: name.to_owned(), bytes: 8, members: Members::default() });
                Base::Value(self.values.len() as u32 - 1)
            }
            _ => {
                self.types.push(TypeInfo::new(name, TypeKind::Std { name, args: Vec::new(), repr }));
                Base::Obj(self.types.len() as u32 - 1)
            }
        };
        match (name, base) {
            ("dictionary", Base::Obj(id)) => self.known.dictionary = id,
            ("dictionaryValue", Base::Obj(id)) => self.known.dictionary_value = id,
            ("any", Base::Obj(id)) => self.known.any = id,
            ("complex", Base::Value(id)) => self.known.complex = id,
            ("datetime", Base::Value(id)) => self.known.datetime = id,
            _ => {}
        }
        self.entry_mut(0, name).ty = Some(TypeEntry::Type(base));
    }

    fn install_coroutine(&mut self) {
        let mut func = Func::new("coroutine", FuncKind::Funcdef, Ty::VOID);
        let ty = Ty::handle(Base::Obj(self.known.dictionary));
        func.params.push(Param { ty, mode: Mode::Value, name: String::new(), default: None });
        let func = self.add_func(func);
        self.types.push(TypeInfo::new("coroutine", TypeKind::Funcdef(func)));
        let id = self.types.len() as u32 - 1;
        self.known.coroutine = id;
        self.entry_mut(0, "coroutine").ty = Some(TypeEntry::Type(Base::Obj(id)));
    }

    /// Enters the functions of a type of the library.
    fn install_functions(&mut self, index: usize, base: Base) {
        let library = self.library;
        for &(id, function) in library.std.get(index).map_or(&[][..], Vec::as_slice) {
            if function.since > self.options.level {
                continue;
            }
            let func = self.library_func(id, FuncKind::Std(function), Some(base));
            let is_ctor = function.role == Role::Constructor;
            let mut func = func;
            func.is_explicit =
                is_ctor && matches!(function.owner, "array" | "any" | "weakref" | "const_weakref");
            let func = self.add_func(func);
            if is_ctor {
                if let Some(members) = self.members_mut(base) {
                    members.ctors.push(func);
                }
            } else {
                self.add_method(base, func);
            }
        }
    }

    fn library_func(&mut self, id: ast::Id<ast::Function>, kind: FuncKind, owner: Option<Base>) -> Func {
        let mut func = self.func_of_signature(&self.tree[id].signature.clone(), kind, 0, None);
        func.is_library = true;
        func.owner = owner;
        if self.tree[id].signature.return_type.is_none() {
            func.ret = owner.map_or(Ty::VOID, Ty::of);
            func.owner = None;
        }
        for param in &mut func.params {
            if matches!(param.ty.base, Base::Obj(id) if matches!(self.types[id as usize].kind, TypeKind::Funcdef(_)))
            {
                param.ty.is_handle = true;
            }
        }
        func
    }

    fn install_host_types(&mut self) {
        let (host, library) = (self.host, self.library);
        for ty in &host.types {
            let base = match ty.kind {
                HostTypeKind::Value { bytes } => {
                    self.values.push(ValueInfo { name: ty.name.clone(), bytes, members: Members::default() });
                    Base::Value(self.values.len() as u32 - 1)
                }
                HostTypeKind::Object => {
                    let base = ty.base.as_ref().and_then(|name| self.entry(0, name)?.ty);
                    let base = match base {
                        Some(TypeEntry::Type(Base::Obj(id))) => Some(id),
                        _ => None,
                    };
                    let kind = TypeKind::Host { link: ty.link.clone(), base };
                    self.types.push(TypeInfo::new(&ty.name, kind));
                    Base::Obj(self.types.len() as u32 - 1)
                }
            };
            for name in std::iter::once(&ty.name).chain(&ty.aliases) {
                self.entry_mut(0, name).ty = Some(TypeEntry::Type(base));
            }
        }
        for listed in &host.enums {
            let values =
                listed.values.iter().map(|(name, value)| (name.clone(), i64::from(*value))).collect();
            let id = self.enums.len() as u32;
            self.enums.push(EnumInfo { name: listed.name.clone(), values, underlying: Base::I32 });
            self.entry_mut(0, &listed.name).ty = Some(TypeEntry::Type(Base::Enum(id)));
            for (at, (name, _)) in listed.values.iter().enumerate() {
                self.entry_mut(0, name).enum_values.push((id, at as u32));
            }
        }
        for (at, ty) in host.types.iter().enumerate() {
            let Some(TypeEntry::Type(base)) = self.entry(0, &ty.name).and_then(|entry| entry.ty) else {
                continue;
            };
            if let Base::Obj(id) = base
                && let TypeKind::Host { base: Some(parent), .. } = self.types[id as usize].kind
            {
                self.types[id as usize].members = self.types[parent as usize].members.clone();
            }
            let listed =
                ty.constructors.iter().map(|f| (f, true)).chain(ty.methods.iter().map(|f| (f, false)));
            for (&id, (function, is_ctor)) in library.host[at].iter().zip(listed) {
                let kind = FuncKind::Host(ty.link.clone(), function.link.clone());
                let func = self.library_func(id, kind, Some(base));
                let func = self.add_func(func);
                if is_ctor {
                    if let Some(members) = self.members_mut(base) {
                        members.ctors.push(func);
                    }
                } else {
                    self.add_own_method(base, func);
                }
            }
            for (&node, member) in library.members[at].iter().zip(&ty.members) {
                let resolved = self.resolve(node, 0, None).unwrap_or(Ty::ERROR);
                let property = HostProperty {
                    ty: resolved,
                    link: member.link.clone(),
                    owner: ty.link.clone(),
                    is_read_only: member.is_read_only,
                    offset: member.offset,
                };
                if let Some(members) = self.members_mut(base) {
                    members.properties.insert(member.name.as_str().into(), property);
                }
            }
            self.add_pack(base, ty);
        }
    }

    /// Adds a method, in place of an inherited one of the same parameters.
    fn add_own_method(&mut self, base: Base, func: u32) {
        let name = self.funcs[func as usize].name.clone();
        let known = self.methods(base, &name);
        let same = known
            .iter()
            .position(|&known| self.funcs[known as usize].same_params(&self.funcs[func as usize]));
        match (same, self.members_mut(base)) {
            (Some(at), Some(members)) => {
                if let Some(list) = members.methods.get_mut(name.as_str()) {
                    list[at] = func;
                }
            }
            _ => self.add_method(base, func),
        }
    }

    /// A value type without constructors of the host is made of its members, in order.
    fn add_pack(&mut self, base: Base, ty: &crate::host::HostType) {
        let Base::Value(id) = base else { return };
        let members = &self.values[id as usize].members;
        if !members.ctors.is_empty() || ty.members.is_empty() {
            return;
        }
        let mut func = Func::new(&ty.name, FuncKind::Pack, Ty::of(base));
        for member in &ty.members {
            let ty = members.properties.get(member.name.as_str()).map_or(Ty::ERROR, |property| property.ty);
            func.params.push(Param { ty, mode: Mode::Value, name: member.name.clone(), default: None });
        }
        func.is_library = true;
        let func = self.add_func(func);
        self.values[id as usize].members.ctors.push(func);
    }

    fn install_host_functions(&mut self) {
        let (host, library) = (self.host, self.library);
        for (&id, function) in library.host_functions.iter().zip(&host.functions) {
            let func = self.library_func(id, FuncKind::Host(String::new(), function.link.clone()), None);
            let name = func.name.clone();
            let func = self.add_func(func);
            self.entry_mut(0, &name).funcs.push(func);
        }
        for (at, global) in host.globals.iter().enumerate() {
            self.entry_mut(0, &global.name).host = Some(at as u32);
        }
    }

    /// The instance of a template with those arguments.
    pub fn instantiate(&mut self, index: usize, args: Vec<Ty>, span: Span) -> Ty {
        let ty = &TYPES[index];
        let arg = args[0];
        if arg.is_error() {
            return arg;
        }
        let is_ok = match ty.name {
            "weakref" | "const_weakref" => matches!(arg.base, Base::Obj(_)) && !arg.is_handle,
            _ => !arg.is_void() && arg.base != Base::Any && (arg.is_handle || !arg.is_const),
        };
        if !is_ok {
            let text = format!("`{}` cannot hold `{}`", ty.name, self.type_name(arg));
            self.report(crate::diagnostics::bad_type(span, text));
            return Ty::ERROR;
        }
        if let Some(&id) = self.instances.get(&(index, args.clone())) {
            return Ty::of(Base::Obj(id));
        }
        if self.instances.len() > 10_000 {
            self.report(crate::diagnostics::too_deep(span));
            return Ty::ERROR;
        }
        let name = format!("{}<{}>", ty.name, self.type_name(arg));
        let kind = match ty.repr {
            Repr::Array => TypeKind::Array(arg),
            repr => TypeKind::Std { name: ty.name, args: args.clone(), repr },
        };
        self.types.push(TypeInfo::new(&name, kind));
        let id = self.types.len() as u32 - 1;
        self.instances.insert((index, args), id);
        if ty.repr == Repr::Array {
            self.add_less(id, arg);
        }
        let tree = std::mem::replace(&mut self.tree, &self.library.tree);
        let template = self.template.replace(arg);
        let owner = self.template_owner.replace(id);
        self.install_functions(index, Base::Obj(id));
        (self.tree, self.template, self.template_owner) = (tree, template, owner);
        Ty::of(Base::Obj(id))
    }

    /// `bool array<T>::less(const T&in, const T&in)`
    fn add_less(&mut self, array: u32, arg: Ty) {
        let mut func = Func::new("less", FuncKind::Funcdef, Ty::BOOL);
        let param = Param { ty: arg.constant(), mode: Mode::In, name: String::new(), default: None };
        func.params = vec![param.clone(), param];
        let func = self.add_func(func);
        self.types.push(TypeInfo::new("less", TypeKind::Funcdef(func)));
        let less = self.types.len() as u32 - 1;
        self.types[array as usize].nested.insert("less".into(), less);
    }

    /// Slots of a library function as the VM wants them.
    pub fn std_signature(&self, func: &Func, std: &StdFn) -> Signature {
        let mut params = Vec::new();
        if let Some(owner) = func.owner {
            params.push(self.slots(Ty::handle(owner)).0);
        }
        for param in &func.params {
            params.extend(self.param_slots(param, true));
        }
        let value = match (std.role, func.owner) {
            (Role::Mutator, Some(owner)) => Ty::of(owner),
            _ => func.ret,
        };
        let ret = match std.ret {
            RetKind::Void => Ret::Void,
            RetKind::One(Kind::Any) => Ret::Handle(TypeId::ANY),
            RetKind::One(_) => self.ret(value),
        };
        if std.role == Role::Mutator && std.params.last() == Some(&Kind::Place) {
            params.push(SlotKind::PlaceScalar(1));
        }
        Signature { params, ret }
    }

    /// The import of a hidden library function.
    pub fn hidden(
        &mut self,
        id: u32,
        params: &[Ty],
        ret: Option<Ty>,
        owner: Option<u32>,
    ) -> onefold_script_bytecode::StdId {
        let params: Vec<SlotKind> = params
            .iter()
            .flat_map(|&ty| {
                let (kind, count) = self.slots(ty);
                std::iter::repeat_n(kind, usize::from(count))
            })
            .collect();
        let ret = ret.map_or(Ret::Void, |ty| self.ret(ty));
        self.std_id(id, Signature { params, ret }, owner.map(TypeId))
    }

    /// The import behind a host function.
    ///
    /// A method is named by the class of the object at hand, for a program does not know what host classes derive
    /// from; linking finds inherited methods, too.
    pub fn host_function(&mut self, func: u32, object: Option<Base>) -> onefold_script_bytecode::HostId {
        let mut info = self.funcs[func as usize].clone();
        let (mut owner, name) = match &info.kind {
            FuncKind::Host(owner, name) => (owner.clone(), name.clone()),
            _ => (String::new(), String::new()),
        };
        if let (Some(Base::Obj(id)), Some(_)) = (object, info.owner)
            && let TypeKind::Host { link, .. } = &self.types[id as usize].kind
        {
            owner.clone_from(link);
            info.owner = object;
        }
        let signature = self.signature(&info);
        self.host_id(&owner, &name, HostKind::Function(signature))
    }
}
