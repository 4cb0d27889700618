//! Declarations.

use std::fmt::Write as _;

use super::Dump;
use crate::ast::{
    Accessor, AccessorKind, Class, Declarator, Enum, Function, FunctionAttributes, FunctionKind, Id, Import,
    Init, Interface, Item, ItemKind, List, Member, MemberKind, Metadata, Modifiers, Name, Param, Path,
    RefMode, Signature, Variables, VirtualProperty,
};

impl Dump<'_> {
    pub(super) fn item(&mut self, item: &Item) {
        let tree = self.tree;
        match item.kind {
            ItemKind::Function(id) => self.function(&tree[id], item.metadata, item.modifiers),
            ItemKind::Variables(id) => self.variables_line(id, item.metadata, item.modifiers),
            ItemKind::VirtualProperty(id) => self.property(&tree[id], item.metadata, item.modifiers),
            ItemKind::Class(id) => self.class(&tree[id], item),
            ItemKind::Interface(id) => self.interface(&tree[id], item),
            ItemKind::Enum(id) => self.enumeration(&tree[id], item),
            ItemKind::Typedef(id) => {
                self.open_line("typedef ");
                self.before(item.metadata, item.modifiers);
                self.name(tree[id].name);
                self.text(" ");
                self.ty(&tree[tree[id].ty]);
                self.close();
            }
            ItemKind::Funcdef(id) => self.funcdef(&tree[id].signature, item.metadata, item.modifiers),
            ItemKind::Namespace(id) => {
                self.open_line("namespace ");
                self.names(tree[id].path);
                for item in &tree[tree[id].items] {
                    self.item(item);
                }
                self.close();
            }
            ItemKind::Using(id) => self.using(tree[id].path),
            ItemKind::Import(id) => self.import(&tree[id]),
        }
    }

    fn member(&mut self, member: &Member) {
        let tree = self.tree;
        match member.kind {
            MemberKind::Function(id) => self.function(&tree[id], member.metadata, member.modifiers),
            MemberKind::Variables(id) => self.variables_line(id, member.metadata, member.modifiers),
            MemberKind::VirtualProperty(id) => self.property(&tree[id], member.metadata, member.modifiers),
            MemberKind::Funcdef(id) => self.funcdef(&tree[id].signature, member.metadata, member.modifiers),
        }
    }

    /// The number of metadata blocks and the modifiers, each followed by a blank.
    fn before(&mut self, metadata: List<Metadata>, modifiers: Modifiers) {
        if !metadata.is_empty() {
            let _ = write!(self.out, "[{}] ", metadata.len());
        }
        for (is_set, word) in [
            (modifiers.is_shared, "shared "),
            (modifiers.is_external, "external "),
            (modifiers.is_abstract, "abstract "),
            (modifiers.is_final, "final "),
            (modifiers.is_private, "private "),
            (modifiers.is_protected, "protected "),
        ] {
            self.text(if is_set { word } else { "" });
        }
    }

    pub(super) fn using(&mut self, path: List<Name>) {
        self.open_line("using ");
        self.names(path);
        self.close();
    }

    fn names(&mut self, path: List<Name>) {
        for (at, name) in self.tree[path].iter().enumerate() {
            self.text(if at > 0 { "::" } else { "" });
            self.name(*name);
        }
    }

    fn import(&mut self, import: &Import) {
        self.open_line("import ");
        self.signature(&import.signature);
        let _ = write!(self.out, " from \"{}\"", self.tree.string(import.module).escape_ascii());
        self.close();
    }

    fn funcdef(&mut self, signature: &Signature, metadata: List<Metadata>, modifiers: Modifiers) {
        self.open_line("funcdef ");
        self.before(metadata, modifiers);
        self.signature(signature);
        self.close();
    }

    fn class(&mut self, class: &Class, item: &Item) {
        self.open_line(if class.is_mixin { "mixin " } else { "class " });
        self.before(item.metadata, item.modifiers);
        self.name(class.name);
        self.type_body(class.bases, class.members);
    }

    fn interface(&mut self, interface: &Interface, item: &Item) {
        self.open_line("interface ");
        self.before(item.metadata, item.modifiers);
        self.name(interface.name);
        self.type_body(interface.bases, interface.members);
    }

    fn type_body(&mut self, bases: List<Path>, members: Option<List<Member>>) {
        for base in &self.tree[bases] {
            self.text(" : ");
            self.path(base);
        }
        match members {
            Some(members) => {
                for member in &self.tree[members] {
                    self.member(member);
                }
            }
            None => self.text(" ;"),
        }
        self.close();
    }

    fn enumeration(&mut self, enumeration: &Enum, item: &Item) {
        self.open_line("enum ");
        self.before(item.metadata, item.modifiers);
        self.name(enumeration.name);
        if let Some(ty) = enumeration.underlying {
            self.text(" : ");
            self.ty(&self.tree[ty]);
        }
        let Some(values) = enumeration.values else {
            self.text(" ;");
            return self.close();
        };
        for value in &self.tree[values] {
            self.text(" (");
            self.before(value.metadata, Modifiers::default());
            self.name(value.name);
            if let Some(value) = value.value {
                self.text(" ");
                self.expr(value);
            }
            self.text(")");
        }
        self.close();
    }

    fn function(&mut self, function: &Function, metadata: List<Metadata>, modifiers: Modifiers) {
        self.open_line(match function.kind {
            FunctionKind::Function => "function ",
            FunctionKind::Constructor => "constructor ",
            FunctionKind::Destructor => "destructor ",
        });
        self.before(metadata, modifiers);
        self.signature(&function.signature);
        match function.body {
            Some(body) => self.stmts(body.stmts),
            None => self.text(" ;"),
        }
        self.close();
    }

    fn signature(&mut self, signature: &Signature) {
        self.name(signature.name);
        if let Some(ty) = signature.return_type {
            self.text(" (returns ");
            self.ty(&self.tree[ty]);
            self.text(if signature.returns_ref { "&)" } else { ")" });
        }
        self.params(signature.params);
        self.flags(&[(signature.is_variadic, "..."), (signature.is_const, "const")]);
        self.attributes(signature.attributes);
    }

    fn attributes(&mut self, attributes: FunctionAttributes) {
        self.flags(&[
            (attributes.is_override, "override"),
            (attributes.is_final, "final"),
            (attributes.is_explicit, "explicit"),
            (attributes.is_property, "property"),
            (attributes.is_delete, "delete"),
        ]);
    }

    pub(super) fn params(&mut self, params: List<Param>) {
        for param in &self.tree[params] {
            self.text(" (param");
            if let Some(ty) = param.ty {
                self.text(" ");
                self.ty(&self.tree[ty]);
            }
            self.text(match param.mode {
                RefMode::Value => "",
                RefMode::In => "&in",
                RefMode::Out => "&out",
                RefMode::InOut => "&inout",
            });
            if let Some(name) = param.name {
                self.text(" ");
                self.name(name);
            }
            if let Some(default) = param.default {
                self.text(" = ");
                self.expr(default);
            }
            self.text(")");
        }
    }

    fn property(&mut self, property: &VirtualProperty, metadata: List<Metadata>, modifiers: Modifiers) {
        self.open_line("property ");
        self.before(metadata, modifiers);
        self.ty(&self.tree[property.ty]);
        self.text(if property.is_ref { "& " } else { " " });
        self.name(property.name);
        for accessor in &self.tree[property.accessors] {
            self.accessor(accessor);
        }
        self.close();
    }

    fn accessor(&mut self, accessor: &Accessor) {
        self.open_line(match accessor.kind {
            AccessorKind::Get => "get",
            AccessorKind::Set => "set",
        });
        self.flags(&[(accessor.is_const, "const")]);
        self.attributes(accessor.attributes);
        match accessor.body {
            Some(body) => self.stmts(body.stmts),
            None => self.text(" ;"),
        }
        self.close();
    }

    fn variables_line(&mut self, id: Id<Variables>, metadata: List<Metadata>, modifiers: Modifiers) {
        self.open_line("variables ");
        self.before(metadata, modifiers);
        self.variables(id);
        self.close();
    }

    /// The type, then each variable with its initialiser.
    pub(super) fn variables(&mut self, id: Id<Variables>) {
        let variables = &self.tree[id];
        self.ty(&self.tree[variables.ty]);
        for declarator in &self.tree[variables.declarators] {
            self.declarator(declarator);
        }
    }

    fn declarator(&mut self, declarator: &Declarator) {
        self.text(" (");
        self.name(declarator.name);
        match declarator.init {
            Init::None => {}
            Init::Value(value) => {
                self.text(" = ");
                self.expr(value);
            }
            Init::List(list) => {
                self.text(" = ");
                self.init_list(list);
            }
            Init::Args(args) => {
                self.text(" (args");
                self.args(args);
                self.text(")");
            }
        }
        self.text(")");
    }
}
