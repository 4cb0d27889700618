//! Binding everything a registry describes to scripts: one walk over the api's table, no call per class.

use std::collections::HashMap;

use onefold_api::{Api, Item, Symbol, SymbolKind};
use onefold_reflect::{
    Member, MemberFlags, Method, ParamMode, Pass, Place, Registry, Scalar, Shape, TypeEntry, TypeFlags,
    TypeIndex,
};
use onefold_script_compiler::{
    HostEnum, HostFunction, HostGlobal, HostMember, HostSymbols, HostType, HostTypeKind,
};

/// An item that scripts cannot see, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Canonical name of the item.
    pub symbol: String,
    /// Why.
    pub reason: String,
}

/// What was bound to scripts and what was not: together, everything that is described.
#[derive(Clone, Debug, Default)]
pub struct BindReport {
    /// What scripts see.
    pub symbols: HostSymbols,
    /// How many symbols there are.
    pub described: usize,
    /// Canonical names of the items that scripts see.
    pub bound: Vec<String>,
    /// Items that scripts do not see.
    pub skipped: Vec<Skipped>,
}

impl BindReport {
    /// True when every described item is either bound or skipped with a reason.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.bound.len() + self.skipped.len() == self.described
    }
}

/// Walks the table: types, members and methods, globals.
#[must_use]
pub fn bind_all(api: &Api) -> BindReport {
    let mut binder = Binder {
        registry: api.registry(),
        report: BindReport { described: api.symbols().len(), ..BindReport::default() },
        types: HashMap::new(),
    };
    for symbol in api.symbols() {
        if let (SymbolKind::Type, Item::Type(index)) = (symbol.kind(), symbol.item()) {
            binder.add_type(symbol, *index);
        }
    }
    for symbol in api.symbols() {
        let done = match symbol.item() {
            Item::Member(owner, at) => binder.add_member(symbol, *owner, *at as usize),
            Item::Method(Some(owner), method) => binder.add_method(symbol, *owner, method),
            Item::Method(None, function) => binder.add_function(function),
            Item::Type(index) if symbol.kind() == SymbolKind::Global => binder.add_global(symbol, *index),
            Item::Type(_) => continue,
        };
        binder.note(symbol, done);
    }
    binder.finish()
}

struct Binder<'r> {
    registry: &'r Registry,
    report: BindReport,
    types: HashMap<TypeIndex, HostType>,
}

type Done = Result<(), String>;

impl Binder<'_> {
    fn note(&mut self, symbol: &Symbol, done: Done) {
        match done {
            Ok(()) => self.report.bound.push(symbol.name().to_owned()),
            Err(reason) => self.report.skipped.push(Skipped { symbol: symbol.name().to_owned(), reason }),
        }
    }

    fn add_type(&mut self, symbol: &Symbol, index: TypeIndex) {
        let entry = self.registry.entry(index);
        let name = entry.bare_name().to_owned();
        let aliases = entry.info().aliases.iter().map(|alias| (*alias).to_owned()).collect();
        let link = entry.name().to_owned();
        let base = entry.base().map(|base| self.registry.entry(base.index).bare_name().to_owned());
        let done = match entry.shape() {
            _ if entry.flags().has(TypeFlags::OBJECT) => {
                let ty =
                    HostType { name, aliases, link, kind: HostTypeKind::Object, base, ..HostType::default() };
                self.types.insert(index, ty);
                Ok(())
            }
            Shape::Lanes(lanes) if matches!(entry.pass(), Pass::Inline(_)) => {
                let kind = HostTypeKind::Value { bytes: entry.layout().size() as u16 };
                let member = |(at, name): (usize, &&str)| HostMember {
                    name: (*name).to_owned(),
                    ty: scalar_name(lanes.scalar).unwrap_or("float").to_owned(),
                    link: (*name).to_owned(),
                    is_read_only: false,
                    offset: (at * lanes.scalar.size()) as u16,
                };
                let members = lanes.names.iter().enumerate().map(member).collect();
                self.types
                    .insert(index, HostType { name, aliases, link, kind, members, ..HostType::default() });
                Ok(())
            }
            Shape::Enum(info) if entry.pass() == Pass::Enum => {
                let fits = info.variants.iter().all(|variant| i32::try_from(variant.value).is_ok());
                let values = info.variants.iter().map(|v| (v.name.to_owned(), v.value as i32)).collect();
                if fits {
                    self.report.symbols.enums.push(HostEnum { name, values });
                    Ok(())
                } else {
                    Err("an enum value does not fit 32 bits".to_owned())
                }
            }
            _ => self.type_name(entry).map(drop),
        };
        self.note(symbol, done);
    }

    /// A type as scripts write it.
    fn type_name(&self, entry: &TypeEntry) -> Result<String, String> {
        let bare = entry.bare_name();
        match entry.shape() {
            _ if entry.flags().has(TypeFlags::OBJECT) => {
                Err(format!("objects such as {bare} pass as handles only"))
            }
            Shape::Scalar(scalar) => {
                scalar_name(*scalar).map(str::to_owned).ok_or_else(|| "scripts have no char type".to_owned())
            }
            Shape::Text => Ok("string".to_owned()),
            Shape::Lanes(_) if matches!(entry.pass(), Pass::Inline(_)) => Ok(bare.to_owned()),
            Shape::Enum(_) if entry.pass() == Pass::Enum => Ok(bare.to_owned()),
            Shape::Handle(_) => {
                let target = self.registry.entry(entry.args()[0]);
                Ok(format!("{}@", target.bare_name()))
            }
            _ => Err(format!("values of type {bare} are not bound yet")),
        }
    }

    fn add_member(&mut self, symbol: &Symbol, owner: TypeIndex, at: usize) -> Done {
        let entry = self.registry.entry(owner);
        let member = &entry.members()[at];
        if !entry.flags().has(TypeFlags::OBJECT) {
            return Err("members of plain structs are not bound yet".to_owned());
        }
        if matches!(member.place(), Place::Computed { .. }) {
            return Err("computed members are not bound yet".to_owned());
        }
        let ty = self.type_name(self.registry.entry(member.ty()))?;
        // Reading and writing are two symbols of one property; an inherited one comes with the base.
        if symbol.kind() == SymbolKind::Getter && member.owner() == owner {
            let is_read_only = member.attrs().flags.has(MemberFlags::READ_ONLY);
            self.push_members(owner, member, &ty, is_read_only);
        }
        Ok(())
    }

    fn push_members(&mut self, owner: TypeIndex, member: &Member, ty: &str, is_read_only: bool) {
        let Some(host) = self.types.get_mut(&owner) else { return };
        let info = member.info();
        for name in std::iter::once(&info.name).chain(info.aliases) {
            host.members.push(HostMember {
                name: (*name).to_owned(),
                ty: ty.to_owned(),
                link: info.name.to_owned(),
                is_read_only,
                offset: 0,
            });
        }
    }

    fn add_method(&mut self, symbol: &Symbol, owner: TypeIndex, method: &Method) -> Done {
        if symbol.kind() == SymbolKind::Static {
            return Err("static methods are not bound yet".to_owned());
        }
        let entry = self.registry.entry(owner);
        if !entry.flags().has(TypeFlags::OBJECT) {
            return Err("methods of plain structs are not bound yet".to_owned());
        }
        let functions = self.declare(method)?;
        if method.owner() == Some(owner)
            && let Some(host) = self.types.get_mut(&owner)
        {
            host.methods.extend(functions);
        }
        Ok(())
    }

    fn add_function(&mut self, function: &Method) -> Done {
        let functions = self.declare(function)?;
        self.report.symbols.functions.extend(functions);
        Ok(())
    }

    fn add_global(&mut self, symbol: &Symbol, index: TypeIndex) -> Done {
        let entry = self.registry.entry(index);
        if !entry.flags().has(TypeFlags::OBJECT) {
            return Err("a global is an object".to_owned());
        }
        let name = symbol.name().to_owned();
        let ty = entry.bare_name().to_owned();
        self.report.symbols.globals.push(HostGlobal { link: name.clone(), name, ty });
        Ok(())
    }

    /// A method as scripts declare it, under its name and its aliases.
    fn declare(&self, method: &Method) -> Result<Vec<HostFunction>, String> {
        let info = method.info();
        let mut params = Vec::new();
        for (param, described) in method.params().iter().zip(info.params) {
            let ty = self
                .type_name(self.registry.entry(param.ty()))
                .map_err(|why| format!("parameter `{}`: {why}", described.name))?;
            let default =
                described.default.map(|text| format!(" = {}", script_default(text))).unwrap_or_default();
            params.push(match described.mode {
                ParamMode::In => format!("{ty} {}{default}", described.name),
                ParamMode::InOut => return Err(format!("parameter `{}` is written back", described.name)),
            });
        }
        let ret = match method.ret() {
            Some((ty, _)) => {
                self.type_name(self.registry.entry(ty)).map_err(|why| format!("result: {why}"))?
            }
            None => "void".to_owned(),
        };
        let is_const = if info.receiver == onefold_reflect::Receiver::Leaf { " const" } else { "" };
        let declare = |name: &str| HostFunction {
            decl: format!("{ret} {name}({}){is_const}", params.join(", ")),
            link: format!("{}^{}", info.name, params.len()),
            is_overridable: info.flags.has(onefold_reflect::MethodFlags::OVERRIDABLE),
        };
        Ok(std::iter::once(&info.name).chain(info.aliases).map(|name| declare(name)).collect())
    }

    fn finish(mut self) -> BindReport {
        let mut types: Vec<(usize, TypeIndex, HostType)> = self
            .types
            .into_iter()
            .map(|(index, ty)| (self.registry.entry(index).ancestors().len(), index, ty))
            .collect();
        // Bases come before what derives from them.
        types.sort_by_key(|(depth, index, _)| (*depth, *index));
        self.report.symbols.types = types.into_iter().map(|(_, _, ty)| ty).collect();
        self.report
    }
}

/// A number type as scripts write it.
fn scalar_name(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::Bool => "bool",
        Scalar::I8 => "int8",
        Scalar::I16 => "int16",
        Scalar::I32 => "int",
        Scalar::I64 => "int64",
        Scalar::U8 => "uint8",
        Scalar::U16 => "uint16",
        Scalar::U32 => "uint",
        Scalar::U64 => "uint64",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::Char => return None,
    })
}

/// A default as scripts write it: Rust's suffixes and digit separators are not theirs.
fn script_default(text: &str) -> String {
    let number = text.replace('_', "");
    let plain = number.trim_end_matches("f32").trim_end_matches("f64");
    if plain.parse::<f64>().is_ok() { plain.to_owned() } else { text.to_owned() }
}
