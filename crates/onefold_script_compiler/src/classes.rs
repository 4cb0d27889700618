//! Classes and interfaces: bases, members, overriding, layout.

use onefold_diag::Span;
use onefold_script_bytecode::FuncId;
use onefold_script_syntax::ast::{self, FunctionKind, MemberKind};

use crate::diagnostics;
use crate::model::{FieldInfo, Func, FuncKind, Job, Mode, Param, TypeEntry, TypeKind};
use crate::types::{Base, Ty};
use crate::unit::Unit;

/// Deepest chain of bases.
const DEEPEST: u32 = 200;

impl Unit<'_> {
    /// Collects the methods of an interface, those of its bases first.
    pub fn ready_interface(&mut self, id: u32, depth: u32) {
        let TypeKind::Interface(info) = &mut self.types[id as usize].kind else { return };
        if info.is_ready {
            return;
        }
        info.is_ready = true;
        let (Some(decl), space) = (info.decl, info.space) else { return };
        let node = self.tree[decl];
        let (mut bases, mut methods) = (Vec::new(), Vec::new());
        for path in self.tree[node.bases].iter().copied() {
            match self.base_entry(&path, space) {
                Some(TypeEntry::Type(Base::Obj(base)))
                    if matches!(self.types[base as usize].kind, TypeKind::Interface(_))
                        && base != id
                        && depth < DEEPEST =>
                {
                    self.ready_interface(base, depth + 1);
                    if let TypeKind::Interface(found) = &self.types[base as usize].kind {
                        if found.bases.contains(&id) {
                            continue;
                        }
                        bases.push(base);
                        bases.extend(found.bases.iter().copied());
                        for &method in &found.methods {
                            if !methods.contains(&method) {
                                methods.push(method);
                            }
                        }
                    }
                }
                Some(_) => {
                    let text = "an interface can only derive from interfaces";
                    self.report(diagnostics::declaration(path.span, text));
                }
                None => {}
            }
        }
        bases.sort_unstable();
        bases.dedup();
        let members = node.members.map_or(Vec::new(), |members| self.tree[members].to_vec());
        for member in members {
            let mut found = Vec::new();
            match member.kind {
                MemberKind::Function(function) => {
                    let signature = self.tree[function].signature;
                    found.push(self.func_of_signature(
                        &signature,
                        FuncKind::Interface(id, 0),
                        space,
                        Some(id),
                    ));
                }
                MemberKind::VirtualProperty(property) => {
                    let property = self.tree[property];
                    for accessor in &self.tree[property.accessors] {
                        found.push(self.accessor(&property, accessor, space, Some(id)).0);
                    }
                }
                _ => {}
            }
            for mut func in found {
                func.kind = FuncKind::Interface(id, methods.len() as u32);
                methods.push(self.add_func(func));
            }
        }
        for &method in &methods {
            self.add_method(Base::Obj(id), method);
        }
        if let TypeKind::Interface(info) = &mut self.types[id as usize].kind {
            (info.bases, info.methods) = (bases, methods);
        }
    }

    fn base_entry(&mut self, path: &ast::Path, space: u32) -> Option<TypeEntry> {
        let name = self.tree.name(path.name).to_owned();
        let found = self.find_type_entry(path, &name, space);
        if found.is_none() && !name.is_empty() {
            let known = self.visible_names(space, |entry| entry.ty.is_some());
            let message = diagnostics::unknown_name(
                path.name.span,
                "class or interface",
                &name,
                known.iter().map(String::as_str),
            );
            self.report(message);
        }
        found
    }

    /// Gives a class its members, after those of its base.
    pub fn lay_out(&mut self, id: u32, depth: u32) {
        let Some(class) = self.class_mut(id) else { return };
        if class.stage > 0 {
            return;
        }
        class.stage = 1;
        let (Some(decl), space, span) = (class.decl, class.space, class.span) else { return };
        let node = self.tree[decl];
        self.read_bases(id, node.bases, space, depth, true);
        if let Some(base) = self.types[id as usize].class().and_then(|class| class.base) {
            self.inherit(id, base);
        }
        let mut own = Vec::new();
        let members = node.members.map_or(Vec::new(), |members| self.tree[members].to_vec());
        for member in members {
            self.declare_member(id, member, space, &mut own, false);
        }
        let mut at = 0;
        while let Some(mixin) =
            self.types[id as usize].class().and_then(|class| class.mixins.get(at).copied())
        {
            at += 1;
            let node = self.tree[mixin];
            for member in node.members.map_or(Vec::new(), |members| self.tree[members].to_vec()) {
                self.declare_member(id, member, space, &mut own, true);
            }
        }
        self.finish_class(id, &node, span);
    }

    pub fn class_mut(&mut self, id: u32) -> Option<&mut crate::model::ClassInfo> {
        match &mut self.types[id as usize].kind {
            TypeKind::Class(class) => Some(class),
            _ => None,
        }
    }

    fn read_bases(&mut self, id: u32, bases: ast::List<ast::Path>, space: u32, depth: u32, can_derive: bool) {
        for path in self.tree[bases].iter().copied() {
            match self.base_entry(&path, space) {
                Some(TypeEntry::Mixin(mixin, _)) => {
                    let Some(class) = self.class_mut(id) else { return };
                    if !class.mixins.contains(&mixin) {
                        class.mixins.push(mixin);
                        self.read_bases(id, self.tree[mixin].bases, space, depth + 1, false);
                    }
                }
                Some(TypeEntry::Type(Base::Obj(base))) => {
                    self.read_base(id, base, path.span, depth, can_derive)
                }
                Some(_) => {
                    self.report(diagnostics::declaration(path.span, "nothing can derive from this type"))
                }
                None => {}
            }
        }
    }

    fn read_base(&mut self, id: u32, base: u32, span: Span, depth: u32, can_derive: bool) {
        match &self.types[base as usize].kind {
            TypeKind::Interface(info) => {
                let mut all = info.bases.clone();
                all.push(base);
                if let Some(class) = self.class_mut(id) {
                    for interface in all {
                        if !class.interfaces.contains(&interface) {
                            class.interfaces.push(interface);
                        }
                    }
                }
            }
            TypeKind::Class(info) if can_derive => {
                let is_final = info.is_final;
                let has_one = self.types[id as usize].class().is_some_and(|class| class.base.is_some());
                let problem = if is_final {
                    Some("the base class is final")
                } else if has_one {
                    Some("a class has one base class only")
                } else if base == id || info.stage == 1 || depth > DEEPEST {
                    Some("a class cannot derive from itself")
                } else {
                    None
                };
                if let Some(problem) = problem {
                    return self.report(diagnostics::declaration(span, problem));
                }
                self.lay_out(base, depth + 1);
                if let Some(class) = self.class_mut(id) {
                    class.base = Some(base);
                }
            }
            _ => self.report(diagnostics::declaration(span, "nothing can derive from this type")),
        }
    }

    fn inherit(&mut self, id: u32, base: u32) {
        let info = &self.types[base as usize];
        let Some(from) = info.class().cloned() else { return };
        let methods = info.members.methods.clone();
        let nested = info.nested.clone();
        self.types[id as usize].members.methods = methods;
        for (name, ty) in nested {
            self.types[id as usize].nested.entry(name).or_insert(ty);
        }
        let Some(class) = self.class_mut(id) else { return };
        class.inherited = from.fields.len();
        class.fields = from.fields;
        class.vtable = from.vtable;
        class.dtor = from.dtor;
        for interface in from.interfaces {
            if !class.interfaces.contains(&interface) {
                class.interfaces.push(interface);
            }
        }
        class.layout =
            onefold_script_bytecode::Class::derived(onefold_script_bytecode::TypeId(base), &from.layout);
    }

    fn declare_member(
        &mut self,
        id: u32,
        member: ast::Member,
        space: u32,
        own: &mut Vec<u32>,
        is_mixin: bool,
    ) {
        let access = Self::access_of(member.modifiers);
        match member.kind {
            MemberKind::Function(function) => {
                let node = self.tree[function];
                let kind = FuncKind::Script(FuncId(0));
                let mut func = self.func_of_signature(&node.signature, kind, space, Some(id));
                func.access = access;
                let span = node.signature.name.span;
                match node.kind {
                    FunctionKind::Function => self.add_class_method(id, func, node.body, span, own, is_mixin),
                    FunctionKind::Constructor => self.add_ctor(id, func, &node, is_mixin),
                    FunctionKind::Destructor => {
                        func.shown = format!("{}::~{}", self.types[id as usize].name, func.name);
                        let at = self.funcs.len() as u32;
                        let code = self.new_code(at, Job::Destructor(node.body));
                        func.kind = FuncKind::Script(code);
                        self.add_func(func);
                        if let Some(class) = self.class_mut(id) {
                            class.dtor = Some(code);
                        }
                    }
                }
            }
            MemberKind::Variables(variables) => self.add_fields(id, variables, access, space, is_mixin),
            MemberKind::VirtualProperty(property) => {
                let node = self.tree[property];
                for accessor in self.tree[node.accessors].iter().copied() {
                    let (mut func, span) = self.accessor(&node, &accessor, space, Some(id));
                    func.access = access;
                    self.add_class_method(id, func, accessor.body, span, own, is_mixin);
                }
            }
            MemberKind::Funcdef(_) => {}
        }
    }

    fn add_ctor(&mut self, id: u32, mut func: Func, node: &ast::Function, is_mixin: bool) {
        let info = &self.types[id as usize];
        let short = info.name.rsplit("::").next().unwrap_or("").to_owned();
        let span = node.signature.name.span;
        if is_mixin {
            return self.report(diagnostics::declaration(span, "a mixin cannot have constructors"));
        }
        if func.name != short {
            let text = format!("`{}` has no return type", func.name);
            return self.report(diagnostics::declaration(span, text));
        }
        let known = info.members.ctors.clone();
        if known.iter().any(|&known| self.funcs[known as usize].same_params(&func)) {
            self.report(diagnostics::duplicate(span, &short));
        }
        if func.is_deleted {
            return;
        }
        let at = self.funcs.len() as u32;
        let code = self.new_code(at, Job::Ctor(node.body));
        func.kind = FuncKind::Script(code);
        self.add_func(func);
        self.types[id as usize].members.ctors.push(at);
    }

    fn add_class_method(
        &mut self,
        id: u32,
        mut func: Func,
        body: Option<ast::Block>,
        span: Span,
        own: &mut Vec<u32>,
        is_mixin: bool,
    ) {
        let name = func.name.clone();
        let is_same = |known: &Func| known.same_params(&func) && known.is_const == func.is_const;
        if own
            .iter()
            .any(|&known| self.funcs[known as usize].name == name && is_same(&self.funcs[known as usize]))
        {
            if !is_mixin {
                self.report(diagnostics::duplicate(span, &name));
            }
            return;
        }
        let inherited = self.methods(Base::Obj(id), &name);
        let overridden = inherited.iter().position(|&known| is_same(&self.funcs[known as usize]));
        if func.is_deleted {
            return;
        }
        if body.is_none() {
            self.report(diagnostics::declaration(span, format!("`{name}` has no body")));
        }
        let at = self.funcs.len() as u32;
        let job = body.map_or(Job::None, Job::Function);
        let code = self.new_code(at, job);
        func.kind = FuncKind::Script(code);
        if let Some(known) = overridden.map(|at| inherited[at]) {
            let base = &self.funcs[known as usize];
            func.slot = base.slot;
            if base.is_final {
                self.report(diagnostics::declaration(span, format!("`{name}` is final in the base class")));
            }
            let base = &self.funcs[known as usize];
            if base.ret != func.ret || base.is_ref != func.is_ref {
                self.report(diagnostics::declaration(
                    span,
                    format!("`{name}` returns another type in the base class"),
                ));
                func.slot = None;
            }
        } else if func.is_override {
            self.report(diagnostics::declaration(span, format!("`{name}` overrides nothing")));
        }
        let next = self.types[id as usize].class().map_or(0, |class| class.vtable.len() as u32);
        let slot = func.slot.unwrap_or(next);
        func.slot = Some(slot);
        self.add_func(func);
        own.push(at);
        if let Some(class) = self.class_mut(id) {
            if slot == next {
                class.vtable.push(at);
            } else {
                class.vtable[slot as usize] = at;
            }
        }
        let list = self.types[id as usize].members.methods.entry(name.into_boxed_str()).or_default();
        match overridden {
            Some(place) => list[place] = at,
            None => list.push(at),
        }
    }

    fn add_fields(
        &mut self,
        id: u32,
        variables: ast::Id<ast::Variables>,
        access: crate::model::Access,
        space: u32,
        is_mixin: bool,
    ) {
        let node = self.tree[variables];
        let span = self.tree[node.ty].span;
        let ty = self.resolve(node.ty, space, Some(id)).unwrap_or_else(|| {
            self.report(diagnostics::bad_type(span, "`auto` cannot be the type of a member"));
            Ty::ERROR
        });
        if ty.is_void() {
            return self.report(diagnostics::bad_type(span, "a member cannot be `void`"));
        }
        self.check_value_type(ty, span, false, false);
        let storage = self.storage(ty);
        let type_name = self.type_name(ty);
        for declarator in self.tree[node.declarators].iter().copied() {
            let name = self.tree.name(declarator.name).to_owned();
            let Some(class) = self.class_mut(id) else { return };
            if class.fields.iter().any(|field| field.name == name) {
                if !is_mixin {
                    self.report(diagnostics::duplicate(declarator.name.span, &name));
                }
                continue;
            }
            let offset = class.layout.add_field(&name, &type_name, storage);
            class.fields.push(FieldInfo {
                name,
                ty,
                offset,
                access,
                owner: id,
                init: declarator.init,
                span: declarator.name.span,
            });
        }
    }

    /// The functions every class has: default constructor, factory, assignment.
    fn finish_class(&mut self, id: u32, node: &ast::Class, span: Span) {
        let short = self.tree.name(node.name).to_owned();
        let shown = format!("{}::{short}", self.types[id as usize].name);
        if self.types[id as usize].members.ctors.is_empty() {
            let at = self.funcs.len() as u32;
            let code = self.new_code(at, Job::Ctor(None));
            let mut func = Func::new(&short, FuncKind::Script(code), Ty::VOID);
            (func.shown, func.owner, func.span) = (shown.clone(), Some(Base::Obj(id)), Some(span));
            func.space = self.types[id as usize].class().map_or(0, |class| class.space);
            self.add_func(func);
            self.types[id as usize].members.ctors.push(at);
        }
        let ctors = self.types[id as usize].members.ctors.clone();
        let has_default = ctors.iter().any(|&ctor| self.funcs[ctor as usize].required() == 0);
        let is_abstract = self.types[id as usize].class().is_some_and(|class| class.is_abstract);
        if has_default && !is_abstract {
            let at = self.funcs.len() as u32;
            let code = self.new_code(at, Job::Factory(id));
            let mut func = Func::new(&short, FuncKind::Script(code), Ty::handle(Base::Obj(id)));
            func.shown = shown.clone();
            self.add_func(func);
            if let Some(class) = self.class_mut(id) {
                class.factory = Some(code);
            }
        }
        let at = self.funcs.len() as u32;
        let code = self.new_code(at, Job::Assign(id));
        let mut func = Func::new("opAssign", FuncKind::Script(code), Ty::VOID);
        func.shown = format!("{}::opAssign", self.types[id as usize].name);
        func.owner = Some(Base::Obj(id));
        let ty = Ty { is_const: true, ..Ty::of(Base::Obj(id)) };
        func.params.push(Param { ty, mode: Mode::In, name: "other".to_owned(), default: None });
        self.add_func(func);
        if let Some(class) = self.class_mut(id) {
            class.assign = Some(code);
            class.stage = 2;
        }
    }

    /// Reports interface methods a class does not have.
    pub fn check_interfaces(&mut self, id: u32) {
        let Some(class) = self.types[id as usize].class() else { return };
        let (interfaces, span) = (class.interfaces.clone(), class.span);
        for interface in interfaces {
            let TypeKind::Interface(info) = &self.types[interface as usize].kind else { continue };
            for method in info.methods.clone() {
                if self.implementation(id, method).is_none() {
                    let text = format!("`{}` is missing", self.func_name(method));
                    self.report(diagnostics::declaration(span, text));
                }
            }
        }
    }

    /// The method of a class that stands for a method of an interface.
    pub fn implementation(&self, class: u32, method: u32) -> Option<u32> {
        let wanted = &self.funcs[method as usize];

        self.methods(Base::Obj(class), &wanted.name).into_iter().find(|&own| {
            let own = &self.funcs[own as usize];
            own.same_params(wanted)
                && own.is_const == wanted.is_const
                && own.ret == wanted.ret
                && own.is_ref == wanted.is_ref
        })
    }
}
