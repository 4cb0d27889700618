//! Collects declarations: first the names of types, then everything that uses types.

use onefold_diag::Span;
use onefold_script_bytecode::{GlobalId, Import, ImportId};
use onefold_script_syntax::ast::{self, ItemKind, MemberKind};

use crate::diagnostics;
use crate::model::{
    Access, ClassInfo, EnumInfo, Func, FuncKind, GlobalInfo, InterfaceInfo, Job, Mode, Param, TypeEntry,
    TypeInfo, TypeKind,
};
use crate::types::{Base, Ty};
use crate::unit::Unit;

/// What is left to do once all names of types are known.
#[derive(Default)]
struct Pending {
    classes: Vec<u32>,
    interfaces: Vec<u32>,
    funcdefs: Vec<(u32, ast::Id<ast::Funcdef>, u32, Option<u32>)>,
    enums: Vec<(u32, ast::Id<ast::Enum>, u32)>,
    others: Vec<(ast::Item, u32)>,
}

impl Unit<'_> {
    /// Enters all declarations of the user's files.
    pub fn declare_all(&mut self) {
        let mut pending = Pending::default();
        for section in &self.tree.sections {
            self.declare_items(section.items, 0, &mut pending);
        }
        for (func, id, space, class) in std::mem::take(&mut pending.funcdefs) {
            let signature = self.tree[id].signature;
            let made = self.func_of_signature(&signature, FuncKind::Funcdef, space, class);
            self.funcs[func as usize] = made;
        }
        for &id in &pending.interfaces {
            self.ready_interface(id, 0);
        }
        for &id in &pending.classes {
            self.lay_out(id, 0);
        }
        for (item, space) in std::mem::take(&mut pending.others) {
            self.declare_other(item, space);
        }
        for (id, decl, space) in pending.enums {
            self.enum_values(id, decl, space);
        }
        for &id in &pending.classes {
            self.check_interfaces(id);
        }
    }

    fn declare_items(&mut self, items: ast::List<ast::Item>, space: u32, pending: &mut Pending) {
        for item in self.tree[items].iter().copied() {
            match item.kind {
                ItemKind::Namespace(id) => {
                    let node = self.tree[id];
                    let mut inner = space;
                    for name in self.tree[node.path].iter().copied() {
                        inner = self.space(inner, self.tree.name(name));
                    }
                    self.declare_items(node.items, inner, pending);
                }
                ItemKind::Class(id) => self.declare_class(id, item, space, pending),
                ItemKind::Interface(id) => {
                    let node = self.tree[id];
                    if node.members.is_none() {
                        self.missing_definition(node.name, item.modifiers);
                    }
                    let name = self.qualified(space, self.tree.name(node.name));
                    let info = InterfaceInfo { decl: Some(id), space, ..InterfaceInfo::default() };
                    self.types.push(TypeInfo::new(&name, TypeKind::Interface(info)));
                    let id = self.types.len() as u32 - 1;
                    self.enter_type(node.name, space, TypeEntry::Type(Base::Obj(id)));
                    pending.interfaces.push(id);
                }
                ItemKind::Enum(id) => {
                    let node = self.tree[id];
                    let name = self.qualified(space, self.tree.name(node.name));
                    let at = self.enums.len() as u32;
                    self.enums.push(EnumInfo { name, values: Vec::new(), underlying: Base::I32 });
                    self.enter_type(node.name, space, TypeEntry::Type(Base::Enum(at)));
                    pending.enums.push((at, id, space));
                    for value in node.values.map_or(&[][..], |values| &self.tree[values]) {
                        let name = self.tree.name(value.name).to_owned();
                        if self.enums[at as usize].values.iter().any(|(known, _)| *known == name) {
                            self.report(diagnostics::duplicate(value.name.span, &name));
                            continue;
                        }
                        let index = self.enums[at as usize].values.len() as u32;
                        self.entry_mut(space, &name).enum_values.push((at, index));
                        self.enums[at as usize].values.push((name, i64::MIN));
                    }
                }
                ItemKind::Typedef(id) => {
                    let node = self.tree[id];
                    if let Some(ty) = self.resolve(node.ty, space, None) {
                        if !ty.is_primitive() && !ty.is_error() {
                            let span = self.tree[node.ty].span;
                            self.report(diagnostics::bad_type(
                                span,
                                "only primitive types can have another name",
                            ));
                        }
                        self.enter_type(node.name, space, TypeEntry::Type(ty.base));
                    }
                }
                ItemKind::Funcdef(id) => {
                    let (func, ty) = self.new_funcdef(id, space);
                    let name = self.tree[id].signature.name;
                    self.enter_type(name, space, TypeEntry::Type(Base::Obj(ty)));
                    pending.funcdefs.push((func, id, space, None));
                }
                _ => pending.others.push((item, space)),
            }
        }
    }

    fn new_funcdef(&mut self, id: ast::Id<ast::Funcdef>, space: u32) -> (u32, u32) {
        let name = self.tree.name(self.tree[id].signature.name).to_owned();
        let func = self.add_func(Func::new(&name, FuncKind::Funcdef, Ty::VOID));
        let name = self.qualified(space, &name);
        self.types.push(TypeInfo::new(&name, TypeKind::Funcdef(func)));
        (func, self.types.len() as u32 - 1)
    }

    fn declare_class(&mut self, id: ast::Id<ast::Class>, item: ast::Item, space: u32, pending: &mut Pending) {
        let node = self.tree[id];
        if node.members.is_none() {
            self.missing_definition(node.name, item.modifiers);
        }
        if node.is_mixin {
            self.enter_type(node.name, space, TypeEntry::Mixin(id, space));
            return;
        }
        let name = self.qualified(space, self.tree.name(node.name));
        let info = ClassInfo {
            decl: Some(id),
            space,
            span: node.name.span,
            is_abstract: item.modifiers.is_abstract,
            is_final: item.modifiers.is_final,
            ..ClassInfo::default()
        };
        self.types.push(TypeInfo::new(&name, TypeKind::Class(Box::new(info))));
        let ty = self.types.len() as u32 - 1;
        self.enter_type(node.name, space, TypeEntry::Type(Base::Obj(ty)));
        pending.classes.push(ty);
        for member in node.members.map_or(&[][..], |members| &self.tree[members]) {
            if let MemberKind::Funcdef(id) = member.kind {
                let (func, nested) = self.new_funcdef(id, space);
                let name = self.tree.name(self.tree[id].signature.name);
                self.types[ty as usize].nested.insert(name.into(), nested);
                pending.funcdefs.push((func, id, space, Some(ty)));
            }
        }
    }

    fn missing_definition(&mut self, name: ast::Name, modifiers: ast::Modifiers) {
        if !modifiers.is_external {
            let text = format!("`{}` has no definition", self.tree.name(name));
            self.report(diagnostics::declaration(name.span, text));
        }
    }

    fn enter_type(&mut self, name: ast::Name, space: u32, entry: TypeEntry) {
        let text = self.tree.name(name).to_owned();
        if text.is_empty() {
            return;
        }
        let known = self.entry_mut(space, &text);
        if known.ty.is_some() {
            self.report(diagnostics::duplicate(name.span, &text));
        } else {
            known.ty = Some(entry);
        }
    }

    /// A function as its written signature says.
    pub fn func_of_signature(
        &mut self,
        signature: &ast::Signature,
        kind: FuncKind,
        space: u32,
        class: Option<u32>,
    ) -> Func {
        let name = self.tree.name(signature.name).to_owned();
        let ret = signature.return_type.and_then(|ty| {
            let resolved = self.resolve(ty, space, class);
            if resolved.is_none() {
                let span = self.tree[ty].span;
                self.report(diagnostics::bad_type(span, "`auto` cannot be a return type"));
                return Some(Ty::ERROR);
            }
            resolved
        });
        let mut func = Func::new(&name, kind, ret.unwrap_or(Ty::VOID));
        func.space = space;
        func.shown = match class {
            Some(class) => format!("{}::{name}", self.types[class as usize].name),
            None => name,
        };
        func.owner = class.map(Base::Obj).filter(|_| !matches!(func.kind, FuncKind::Funcdef));
        func.is_ref = signature.returns_ref;
        func.is_const = signature.is_const;
        func.is_property = signature.attributes.is_property;
        func.is_explicit = signature.attributes.is_explicit;
        func.is_final = signature.attributes.is_final;
        func.is_override = signature.attributes.is_override;
        func.is_deleted = signature.attributes.is_delete;
        func.is_variadic = signature.is_variadic;
        func.span = Some(signature.name.span);
        let is_library = std::ptr::eq(self.tree, &self.library.tree);
        self.check_value_type(func.ret, signature.span, true, is_library);
        let mut has_default = false;
        for param in self.tree[signature.params].iter().copied() {
            let Some(node) = param.ty else { continue };
            let span = self.tree[node].span;
            let ty = self.resolve(node, space, class).unwrap_or_else(|| {
                self.report(diagnostics::bad_type(span, "`auto` cannot be the type of a parameter"));
                Ty::ERROR
            });
            if ty.is_void() {
                self.report(diagnostics::bad_type(span, "a parameter cannot be `void`"));
            }
            self.check_value_type(ty, span, false, is_library);
            let is_plain = !self.has_handles(ty.base) || ty.is_handle && ty.base != Base::Ref;
            if param.mode == Mode::InOut && !is_library && !ty.is_error() && is_plain {
                self.report(diagnostics::bad_type(span, "only object types with handles can be `&inout`"));
            }
            has_default |= param.default.is_some();
            if has_default && param.default.is_none() {
                let text = "every parameter after one with a default needs a default";
                self.report(diagnostics::declaration(param.span, text));
            }
            let name = param.name.map_or(String::new(), |name| self.tree.name(name).to_owned());
            func.params.push(Param { ty, mode: param.mode, name, default: param.default });
        }
        func
    }

    /// Reports types that cannot be variables: interfaces, funcdefs and abstract classes by value.
    pub fn check_value_type(&mut self, ty: Ty, span: Span, is_result: bool, is_library: bool) {
        let Some(id) = ty.obj().filter(|_| !ty.is_handle && !is_library) else { return };
        let _ = is_result;
        if matches!(self.types[id as usize].kind, TypeKind::Interface(_) | TypeKind::Funcdef(_)) {
            let text = format!("`{}` can only be used by handle", self.type_name(ty.plain()));
            self.report(diagnostics::bad_type(span, text));
        }
    }

    fn declare_other(&mut self, item: ast::Item, space: u32) {
        match item.kind {
            ItemKind::Function(id) => {
                let node = self.tree[id];
                if node.kind != ast::FunctionKind::Function {
                    let text = format!("`{}` has no return type", self.tree.name(node.signature.name));
                    return self.report(diagnostics::declaration(node.signature.span, text));
                }
                let code = FuncKind::Script(onefold_script_bytecode::FuncId(self.codes.len() as u32));
                let func = self.func_of_signature(&node.signature, code, space, None);
                let is_external = item.modifiers.is_external;
                self.add_script_function(func, node.body, node.signature.name.span, space, is_external);
            }
            ItemKind::VirtualProperty(id) => {
                let node = self.tree[id];
                for accessor in self.tree[node.accessors].iter().copied() {
                    let (func, span) = self.accessor(&node, &accessor, space, None);
                    self.add_script_function(func, accessor.body, span, space, false);
                }
            }
            ItemKind::Variables(id) => self.declare_globals(id, space),
            ItemKind::Import(id) => {
                let node = self.tree[id];
                let kind = FuncKind::Import(ImportId(self.imports.len() as u32));
                let func = self.func_of_signature(&node.signature, kind, space, None);
                let signature = self.signature(&func);
                let module = String::from_utf8_lossy(self.tree.string(node.module)).into_owned();
                let name = func.name.clone();
                let func = self.add_func(func);
                let decl = self.func_name(func);
                self.imports.push(Import { module, decl, signature });
                self.entry_mut(space, &name).funcs.push(func);
            }
            ItemKind::Using(id) => {
                let node = self.tree[id];
                let path: Vec<String> =
                    self.tree[node.path].iter().map(|name| self.tree.name(*name).to_owned()).collect();
                match self.find_space(&path, false, space) {
                    Some(used) => self.spaces[space as usize].using.push(used),
                    None => {
                        self.report(diagnostics::unknown_name(node.span, "namespace", &path.join("::"), []))
                    }
                }
            }
            _ => {}
        }
    }

    fn add_script_function(
        &mut self,
        mut func: Func,
        body: Option<ast::Block>,
        span: Span,
        space: u32,
        is_external: bool,
    ) {
        let name = func.name.clone();
        let known = self.entry(space, &name).map_or(Vec::new(), |entry| entry.funcs.clone());
        if known.iter().any(|&known| self.funcs[known as usize].same_params(&func)) {
            self.report(diagnostics::duplicate(span, &name));
        }
        if self.entry(space, &name).is_some_and(|entry| entry.global.is_some()) {
            self.report(diagnostics::duplicate(span, &name));
        }
        let id = self.funcs.len() as u32;
        let job = body.map_or(Job::None, Job::Function);
        if body.is_none() && !is_external {
            self.report(diagnostics::declaration(span, format!("`{name}` has no body")));
        }
        let code = self.new_code(id, job);
        func.kind = FuncKind::Script(code);
        self.add_func(func);
        self.entry_mut(space, &name).funcs.push(id);
    }

    /// The function behind `get` or `set` of a block property.
    pub fn accessor(
        &mut self,
        node: &ast::VirtualProperty,
        accessor: &ast::Accessor,
        space: u32,
        class: Option<u32>,
    ) -> (Func, Span) {
        let ty = self.resolve(node.ty, space, class).unwrap_or(Ty::ERROR);
        let is_get = accessor.kind == ast::AccessorKind::Get;
        let name = format!("{}{}", if is_get { "get_" } else { "set_" }, self.tree.name(node.name));
        let kind = FuncKind::Script(onefold_script_bytecode::FuncId(0));
        let mut func = Func::new(&name, kind, if is_get { ty } else { Ty::VOID });
        if !is_get {
            func.params.push(Param { ty, mode: Mode::Value, name: "value".to_owned(), default: None });
        }
        func.shown = match class {
            Some(class) => format!("{}::{name}", self.types[class as usize].name),
            None => name,
        };
        func.owner = class.map(Base::Obj);
        func.space = space;
        func.is_ref = is_get && node.is_ref;
        func.is_property = true;
        func.is_const = accessor.is_const;
        func.is_final = accessor.attributes.is_final;
        func.is_override = accessor.attributes.is_override;
        func.span = Some(accessor.word);
        (func, accessor.word)
    }

    fn declare_globals(&mut self, id: ast::Id<ast::Variables>, space: u32) {
        let node = self.tree[id];
        let span = self.tree[node.ty].span;
        let resolved = self.resolve(node.ty, space, None);
        let is_auto = resolved.is_none();
        let ty = resolved.unwrap_or(Ty::ERROR);
        if ty.is_void() {
            self.report(diagnostics::bad_type(span, "a variable cannot be `void`"));
        }
        self.check_value_type(ty, span, false, false);
        for declarator in self.tree[node.declarators].iter().copied() {
            let name = self.tree.name(declarator.name).to_owned();
            let at = self.globals.len() as u32;
            let qualified = self.qualified(space, &name);
            self.globals.push(GlobalInfo {
                name: qualified,
                ty: if ty.is_void() { Ty::ERROR } else { ty },
                space,
                init: declarator.init,
                span: declarator.name.span,
                id: GlobalId(at),
                stage: 0,
                constant: None,
                is_auto,
                type_node: node.ty,
            });
            let entry = self.entry_mut(space, &name);
            if entry.global.is_some() || !entry.funcs.is_empty() || entry.ty.is_some() {
                self.report(diagnostics::duplicate(declarator.name.span, &name));
            }
            self.entry_mut(space, &name).global.get_or_insert(at);
        }
    }

    fn enum_values(&mut self, id: u32, decl: ast::Id<ast::Enum>, space: u32) {
        let node = self.tree[decl];
        if let Some(ty) = node.underlying {
            let ty = self.resolve(ty, space, None).unwrap_or(Ty::ERROR);
            self.enums[id as usize].underlying = if ty.base.is_integer() { ty.base } else { Base::I32 };
        }
        let values = node.values.map_or(Vec::new(), |values| self.tree[values].to_vec());
        let mut next = 0i64;
        for value in values {
            if let Some(expr) = value.value {
                next = self.enum_constant(expr, space).unwrap_or(next);
            }
            let name = self.tree.name(value.name);
            if let Some(known) = self.enums[id as usize].values.iter_mut().find(|(known, _)| known == name) {
                known.1 = next;
            }
            next = i64::from((next as i32).wrapping_add(1));
        }
    }

    /// Methods, properties and modifiers of a member that say who may use it.
    pub fn access_of(modifiers: ast::Modifiers) -> Access {
        match (modifiers.is_private, modifiers.is_protected) {
            (true, _) => Access::Private,
            (_, true) => Access::Protected,
            _ => Access::Public,
        }
    }
}
