//! One build: its tables and the order of its steps.

use onefold_diag::{Diagnostic, Diagnostics, SourceMap, Span};
use onefold_script_bytecode::{
    FuncId, Function, HostId, HostImport, HostKind, Import, Program, Signature, StdId, StdImport, StrId,
    TypeId,
};
use onefold_script_syntax::ast::Tree;
use rustc_hash::FxHashMap;

use crate::host::HostSymbols;
use crate::library::Library;
use crate::model::{EnumInfo, Func, GlobalInfo, Job, Members, Space, TypeInfo, ValueInfo};
use crate::types::{Base, Ty};

/// What a host chooses about a build.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the module.
    pub module: String,
    /// The version of the language as 100 × major + minor.
    pub level: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options { module: "script".to_owned(), level: 239 }
    }
}

/// What came of a build.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The program, unless there are errors.
    pub program: Option<Program>,
    /// All messages of the compiler, by place.
    pub diagnostics: Diagnostics,
}

/// Compiles the parsed files of one build.
#[must_use]
pub fn compile(tree: &Tree, sources: &SourceMap, host: &HostSymbols, options: &Options) -> Compiled {
    let library = Library::parse(host);
    let mut unit = Unit::new(tree, &library, sources, host, options);
    unit.install_library();
    unit.declare_all();
    unit.run_jobs();
    let program = unit.assemble();
    let mut messages: Vec<Diagnostic> = std::mem::take(&mut unit.diagnostics).into_iter().collect();
    messages
        .sort_by_key(|message| message.place.span.map_or((u32::MAX, 0), |span| (span.file.0, span.start)));
    messages.dedup();
    let mut diagnostics = Diagnostics::new();
    diagnostics.extend(messages);
    let program = program.filter(|_| !diagnostics.has_errors());
    Compiled { program, diagnostics }
}

/// Everything known while a build runs.
pub(crate) struct Unit<'a> {
    pub tree: &'a Tree,
    pub user_tree: &'a Tree,
    pub library: &'a Library,
    pub sources: &'a SourceMap,
    pub host: &'a HostSymbols,
    pub options: &'a Options,
    pub types: Vec<TypeInfo>,
    pub enums: Vec<EnumInfo>,
    pub values: Vec<ValueInfo>,
    pub funcs: Vec<Func>,
    pub globals: Vec<GlobalInfo>,
    pub spaces: Vec<Space>,
    pub text: Members,
    pub any_ref: Members,
    pub instances: FxHashMap<(usize, Vec<Ty>), u32>,
    /// What `T` means in the library declaration being read.
    pub template: Option<Ty>,
    /// The template instance being filled.
    pub template_owner: Option<u32>,
    pub jobs: Vec<Job>,
    pub codes: Vec<Option<Function>>,
    /// Function of the table behind each code, for its signature.
    pub code_funcs: Vec<u32>,
    pub init: Vec<FuncId>,
    pub strings: Vec<Vec<u8>>,
    pub string_ids: FxHashMap<Vec<u8>, StrId>,
    pub std: Vec<StdImport>,
    pub std_ids: FxHashMap<(u32, Signature, Option<TypeId>), StdId>,
    pub host_items: Vec<HostImport>,
    pub imports: Vec<Import>,
    pub diagnostics: Diagnostics,
    /// Types of the library that the compiler itself needs.
    pub known: Known,
}

/// Types of the library by their place in the table of types.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    pub dictionary: u32,
    pub dictionary_value: u32,
    pub any: u32,
    pub coroutine: u32,
    pub complex: u32,
    pub datetime: u32,
}

impl<'a> Unit<'a> {
    fn new(
        tree: &'a Tree,
        library: &'a Library,
        sources: &'a SourceMap,
        host: &'a HostSymbols,
        options: &'a Options,
    ) -> Unit<'a> {
        Unit {
            tree,
            user_tree: tree,
            library,
            sources,
            host,
            options,
            types: Vec::new(),
            enums: Vec::new(),
            values: Vec::new(),
            funcs: Vec::new(),
            globals: Vec::new(),
            spaces: vec![Space::default()],
            text: Members::default(),
            any_ref: Members::default(),
            instances: FxHashMap::default(),
            template: None,
            template_owner: None,
            jobs: Vec::new(),
            codes: Vec::new(),
            code_funcs: Vec::new(),
            init: Vec::new(),
            strings: Vec::new(),
            string_ids: FxHashMap::default(),
            std: Vec::new(),
            std_ids: FxHashMap::default(),
            host_items: Vec::new(),
            imports: Vec::new(),
            diagnostics: Diagnostics::new(),
            known: Known::default(),
        }
    }

    pub fn report(&mut self, message: Diagnostic) {
        self.diagnostics.push(message);
    }

    pub fn str_id(&mut self, bytes: &[u8]) -> StrId {
        if let Some(&id) = self.string_ids.get(bytes) {
            return id;
        }
        let id = StrId(self.strings.len() as u32);
        self.strings.push(bytes.to_vec());
        self.string_ids.insert(bytes.to_vec(), id);
        id
    }

    pub fn std_id(&mut self, id: u32, signature: Signature, owner: Option<TypeId>) -> StdId {
        let next = StdId(self.std.len() as u32);
        let key = (id, signature.clone(), owner);
        let found = *self.std_ids.entry(key).or_insert(next);
        if found == next {
            self.std.push(StdImport { id, signature, owner });
        }
        found
    }

    pub fn host_id(&mut self, owner: &str, name: &str, kind: HostKind) -> HostId {
        let item = HostImport { owner: owner.to_owned(), name: name.to_owned(), kind };
        let at = self.host_items.iter().position(|known| *known == item).unwrap_or_else(|| {
            self.host_items.push(item);
            self.host_items.len() - 1
        });
        HostId(at as u32)
    }

    /// A new place for code of a function that is made later.
    pub fn new_code(&mut self, func: u32, job: Job) -> FuncId {
        self.jobs.push(job);
        self.codes.push(None);
        self.code_funcs.push(func);
        FuncId(self.codes.len() as u32 - 1)
    }

    /// Line and column of a place.
    pub fn place(&self, span: Span) -> (u16, u32, u16) {
        let at = self.sources.get(span.file).map(|source| source.line_col(span.start));
        at.map_or((0, 0, 0), |at| {
            (span.file.0.min(u32::from(u16::MAX)) as u16, at.line, at.column.min(u32::from(u16::MAX)) as u16)
        })
    }

    /// How messages name a type.
    pub fn type_name(&self, ty: Ty) -> String {
        let base = match ty.base {
            Base::Error => "?".to_owned(),
            Base::Enum(id) => self.enums[id as usize].name.clone(),
            Base::Value(id) => self.values[id as usize].name.clone(),
            Base::Obj(id) => self.types[id as usize].name.clone(),
            other => other.name().to_owned(),
        };
        let mut name = if ty.is_const { format!("const {base}") } else { base };
        if ty.is_handle && ty.base != Base::Ref {
            name.push('@');
        }
        if ty.is_handle_const {
            name.push_str(" const");
        }
        name
    }

    /// How messages show a function.
    pub fn func_name(&self, id: u32) -> String {
        self.func_decl(&self.funcs[id as usize])
    }

    /// The declaration of a function.
    pub fn func_decl(&self, func: &Func) -> String {
        let params: Vec<String> = func
            .params
            .iter()
            .map(|param| {
                let mode = match param.mode {
                    crate::model::Mode::Value => "",
                    crate::model::Mode::In => "&in",
                    crate::model::Mode::Out => "&out",
                    crate::model::Mode::InOut => "&inout",
                };
                let name = if param.name.is_empty() { String::new() } else { format!(" {}", param.name) };
                format!("{}{mode}{name}", self.type_name(param.ty))
            })
            .collect();
        let dots = if func.is_variadic { ", ..." } else { "" };
        let tail = if func.is_const { " const" } else { "" };
        let and = if func.is_ref { "&" } else { "" };
        format!("{}{and} {}({}{dots}){tail}", self.type_name(func.ret), func.shown, params.join(", "))
    }

    pub fn members(&self, base: Base) -> Option<&Members> {
        Some(match base {
            Base::Text => &self.text,
            Base::Ref => &self.any_ref,
            Base::Value(id) => &self.values[id as usize].members,
            Base::Obj(id) => &self.types[id as usize].members,
            _ => return None,
        })
    }

    pub fn members_mut(&mut self, base: Base) -> Option<&mut Members> {
        Some(match base {
            Base::Text => &mut self.text,
            Base::Ref => &mut self.any_ref,
            Base::Value(id) => &mut self.values[id as usize].members,
            Base::Obj(id) => &mut self.types[id as usize].members,
            _ => return None,
        })
    }

    pub fn methods(&self, base: Base, name: &str) -> Vec<u32> {
        self.members(base).and_then(|members| members.methods.get(name)).cloned().unwrap_or_default()
    }

    pub fn add_method(&mut self, base: Base, func: u32) {
        let name = self.funcs[func as usize].name.clone();
        if let Some(members) = self.members_mut(base) {
            members.methods.entry(name.into_boxed_str()).or_default().push(func);
        }
    }

    pub fn add_func(&mut self, func: Func) -> u32 {
        self.funcs.push(func);
        self.funcs.len() as u32 - 1
    }
}
