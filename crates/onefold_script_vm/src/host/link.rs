//! Linking: finds the host items a program names in a registry and compares their types with its kinds.

use std::sync::Arc;

use onefold_diag::{Diagnostic, nearest};
use onefold_reflect::{
    Member, MemberFlags, Method, MethodFlags, ParamMode, Pass, Place, Receiver, Registry, Shape, TypeEntry,
    TypeFlags, TypeIndex,
};
use onefold_script_bytecode::{
    HostImport, HostKind, Instr, Op, Program, Ret, Signature, SlotKind, Storage, TypeId, TypeKind,
};

use super::access::scalar_storage;
use super::call::{MOST, ROOM};
use super::{HostFn, HostLink, HostMember, HostParam, HostTable, How, MemberPlace};
use crate::image::LinkError;

const _: fn() = || {
    fn crosses_threads<T: Send + Sync>() {}
    crosses_threads::<HostTable>();
};

/// Why an item does not fit; the caller puts its name in front.
type Reason = String;

/// Links every host item of a program.
///
/// # Errors
/// Everything that is missing or of another type.
pub(crate) fn link(program: &Program, registry: &Arc<Registry>) -> Result<HostTable, Vec<LinkError>> {
    let mut errors = Vec::new();
    let mut types = Vec::with_capacity(program.types.len());
    for def in &program.types {
        let found = host_class(program, registry, &def.name, &def.kind);
        types.push(found.unwrap_or_else(|why| {
            errors.push(LinkError { text: format!("host type `{}`: {why}", def.name) });
            None
        }));
    }
    let uses = Uses::of(program);
    let mut linker = Linker { program, registry, types: &types, used: Vec::new() };
    let mut links = Vec::with_capacity(program.host.len());
    for (index, import) in program.host.iter().enumerate() {
        let written = uses.written.contains(&index);
        let read = uses.read.contains(&index);
        links.push(linker.import(import, read, written).unwrap_or_else(|why| {
            errors.push(LinkError { text: format!("host {} {why}", describe(import)) });
            HostLink::Unbound
        }));
    }
    let mut used = linker.used;
    used.extend(types.iter().flatten().map(|&index| Arc::clone(registry.entry(index))));
    if errors.is_empty() {
        let registry = Some(Arc::clone(registry));
        Ok(HostTable { registry, links: links.into(), types: types.into(), used })
    } else {
        Err(errors)
    }
}

fn describe(import: &HostImport) -> String {
    let kind = match import.kind {
        HostKind::Function(_) => "function",
        HostKind::Member(_) => "member",
        HostKind::Global(_) => "global",
    };
    let colons = if import.owner.is_empty() { "" } else { "::" };
    format!("{kind} `{}{colons}{}`:", import.owner, import.name)
}

/// The class a type of the program stands for; none for types of the script's own.
fn host_class(
    program: &Program,
    registry: &Registry,
    name: &str,
    kind: &TypeKind,
) -> Result<Option<TypeIndex>, Reason> {
    match kind {
        TypeKind::Host { name, base } => {
            let entry = registry.find(name).map_err(sentence)?;
            if let Some(TypeKind::Host { name: base, .. }) =
                base.map(|base| &program.types[base.index()].kind)
            {
                let wanted = registry.find(base).map_err(sentence)?;
                if !entry.is_a(wanted.index()) {
                    return Err(format!("{} does not derive from {}", entry.bare_name(), wanted.bare_name()));
                }
            }
            if entry.flags().has(TypeFlags::OBJECT) {
                Ok(Some(entry.index()))
            } else {
                Err(format!("{} is a value, which no handle leads to", entry.bare_name()))
            }
        }
        TypeKind::Class(class) if class.host_base.is_some() => {
            Ok(registry.find(name).ok().map(|entry| entry.index()))
        }
        _ => Ok(None),
    }
}

fn sentence(why: Diagnostic) -> Reason {
    with_names(why.message.clone(), &why.suggestions)
}

fn with_names(text: String, names: &[String]) -> Reason {
    if names.is_empty() { text } else { format!("{text}; did you mean `{}`?", names.join("`, `")) }
}

/// Which host members the code reads and writes.
#[derive(Default)]
struct Uses {
    read: Vec<usize>,
    written: Vec<usize>,
}

impl Uses {
    fn of(program: &Program) -> Uses {
        let mut uses = Uses::default();
        for function in &program.functions {
            let mut words = function.code.as_slice();
            while let Ok((instr, count)) = Instr::decode(words) {
                match instr.op {
                    Op::HostGet | Op::HostGetStr | Op::HostGetHandle => {
                        uses.read.push(instr.values[2] as usize);
                    }
                    Op::HostSet | Op::HostSetStr | Op::HostSetHandle => {
                        uses.written.push(instr.values[2] as usize);
                    }
                    _ => {}
                }
                words = &words[count..];
            }
        }
        uses
    }
}

struct Linker<'a> {
    program: &'a Program,
    registry: &'a Arc<Registry>,
    types: &'a [Option<TypeIndex>],
    used: Vec<Arc<TypeEntry>>,
}

impl Linker<'_> {
    fn import(&mut self, import: &HostImport, read: bool, written: bool) -> Result<HostLink, Reason> {
        match &import.kind {
            HostKind::Function(signature) => self.function(import, signature).map(HostLink::Function),
            HostKind::Member(storage) => self.member(import, *storage, read, written).map(HostLink::Member),
            HostKind::Global(ty) => self.global(&import.name, *ty),
        }
    }

    fn class(&self, ty: TypeId) -> Option<&Arc<TypeEntry>> {
        self.types.get(ty.index()).copied().flatten().map(|index| self.registry.entry(index))
    }

    fn global(&self, name: &str, ty: TypeId) -> Result<HostLink, Reason> {
        let named = |entry: &&Arc<TypeEntry>| entry.info().global == Some(name);
        let Some(entry) = self.registry.types().find(named) else {
            let known = self.registry.types().filter_map(|entry| entry.info().global);
            return Err(with_names("there is no such global object".to_owned(), &nearest(name, known)));
        };
        match self.class(ty) {
            Some(class) if entry.is_a(class.index()) => Ok(HostLink::Global(name.into())),
            _ => Err(format!("it is a {}, not a {}", entry.bare_name(), self.type_name(ty))),
        }
    }

    fn type_name(&self, ty: TypeId) -> &str {
        self.program.types.get(ty.index()).map_or("handle of any type", |def| &def.name)
    }

    fn function(&mut self, import: &HostImport, signature: &Signature) -> Result<HostFn, Reason> {
        let (base, wanted) = split(&import.name);
        let (candidates, known): (Vec<Arc<Method>>, Vec<String>) = if import.owner.is_empty() {
            let known = self.registry.functions().iter().map(|function| function.name().to_owned()).collect();
            (self.registry.functions_named(base).cloned().collect(), known)
        } else {
            let entry = Arc::clone(self.registry.find(&import.owner).map_err(sentence)?);
            self.used.push(Arc::clone(&entry));
            let mut found: Vec<_> = entry.overloads(base).cloned().collect();
            if found.is_empty() {
                found.extend(accessor(&entry, base));
            }
            (found, entry.method_names().map(str::to_owned).collect())
        };
        if candidates.is_empty() {
            let what =
                if import.owner.is_empty() { "there is no such function" } else { "there is no such method" };
            return Err(with_names(what.to_owned(), &nearest(base, known.iter().map(String::as_str))));
        }
        let names =
            candidates.iter().map(|method| spelled(self.registry, method)).collect::<Vec<_>>().join(", ");
        let (mut fitting, mut reasons) = (Vec::new(), Vec::new());
        for method in candidates.into_iter().filter(|method| wanted.fits(self.registry, method)) {
            match self.plan(&method, signature) {
                Ok(plan) => fitting.push(plan),
                Err(why) => reasons.push(why),
            }
        }
        // The most derived class's method comes first and hides those of its bases.
        let hides = |rest: &[HostFn], first: &HostFn| {
            rest.iter().all(|other| other.method.owner() != first.method.owner())
        };
        match fitting.as_slice() {
            [] => Err(match reasons.as_slice() {
                [] => format!("there is {names} only"),
                [one] => one.clone(),
                many => format!("no overload fits: {}", many.join("; ")),
            }),
            [first, rest @ ..] if hides(rest, first) => Ok(fitting.swap_remove(0)),
            _ => {
                let names = fitting.iter().map(|plan| spelled(self.registry, &plan.method));
                Err(format!("several overloads fit: {}", names.collect::<Vec<_>>().join(", ")))
            }
        }
    }

    /// Compares a method with the kinds of a call.
    fn plan(&mut self, method: &Arc<Method>, signature: &Signature) -> Result<HostFn, Reason> {
        let mut kinds = Kinds { all: &signature.params, at: 0 };
        let owner = match method.receiver() {
            Receiver::None | Receiver::WorldStatic => None,
            Receiver::Leaf | Receiver::LeafMut | Receiver::World => {
                let owner = method.owner().ok_or("it has a receiver but no class")?;
                let entry = self.registry.entry(owner);
                if !entry.flags().has(TypeFlags::OBJECT) {
                    return Err(format!("methods of values such as {} are not bound", entry.bare_name()));
                }
                self.used.push(Arc::clone(entry));
                match kinds.next() {
                    Some(SlotKind::Handle(ty)) if self.class(ty).is_some_and(|class| class.is_a(owner)) => {}
                    _ => return Err(format!("the first argument is no handle to {}", entry.bare_name())),
                }
                Some(owner)
            }
        };
        let mut params = Vec::with_capacity(method.params().len());
        for (param, info) in method.params().iter().zip(method.param_infos()) {
            let named = |why: Reason| format!("parameter `{}` {why}", info.name);
            let how = self.how(param.ty()).map_err(named)?;
            let is_out = info.mode == ParamMode::InOut;
            let arg = kinds.at;
            self.takes(&how, is_out, &mut kinds).map_err(named)?;
            params.push(HostParam { how, is_out, arg, slot: param.slot() });
        }
        if kinds.next().is_some() {
            return Err(format!("it takes {} parameters, not more", params.len()));
        }
        let ret = method.ret().map(|(ty, _)| self.how(ty)).transpose();
        let ret = ret.map_err(|why| format!("its result {why}"))?;
        self.gives(ret.as_ref(), signature.ret)?;
        let simple = |param: &HostParam| {
            !param.is_out && matches!(param.how, How::Scalar(_) | How::Inline(_) | How::Handle(_))
        };
        let args = signature.params.len();
        if args.max(3) + method.io_slots() > MOST {
            return Err("it takes too much in its arguments".to_owned());
        }
        let is_world = matches!(method.receiver(), Receiver::World | Receiver::WorldStatic);
        let is_overridable = is_world && method.info().flags.has(MethodFlags::OVERRIDABLE);
        let place_in_owner = |owner| {
            let mut methods = self.registry.entry(owner).methods().iter();
            methods.position(|other| Arc::ptr_eq(other, method))
        };
        let plan = HostFn {
            method: Arc::clone(method),
            owner,
            is_world,
            virtual_at: owner.filter(|_| is_overridable).and_then(place_in_owner),
            is_simple: params.iter().all(simple)
                && !params.iter().any(|param| narrowed(&param.how))
                && !matches!(ret, Some(How::Text)),
            texts: params.iter().filter(|param| matches!(param.how, How::Text)).count(),
            ret_slots: ret.as_ref().map_or(0, How::slots),
            result: crate::library::result_kind(signature.ret),
            params: params.into(),
            ret,
            args,
        };
        // The two sides count slots each for itself; a frame is only ever laid when they agree.
        let frame = plan.ret_slots + plan.params.iter().map(|param| param.how.slots()).sum::<usize>();
        let mut next = plan.ret_slots;
        let in_order = plan.params.iter().all(|param| {
            let here = next;
            next += param.how.slots();
            param.slot == here
        });
        if frame != method.io_slots() || !in_order || plan.ret_slots > ROOM {
            return Err("its frame is laid in another way".to_owned());
        }
        Ok(plan)
    }

    /// How values of a type travel.
    fn how(&mut self, ty: TypeIndex) -> Result<How, Reason> {
        let entry = self.registry.entry(ty);
        let unbound =
            |what: &str| Err(format!("is {what} ({}), which scripts do not reach yet", entry.bare_name()));
        match (entry.pass(), entry.shape()) {
            (Pass::Scalar(scalar), _) => Ok(How::Scalar(scalar)),
            (Pass::Enum, Shape::Enum(info)) => {
                if info.variants.iter().any(|variant| i32::try_from(variant.value).is_err()) {
                    return unbound("an enum with values beyond 32 bits");
                }
                Ok(How::Enum(Arc::clone(entry)))
            }
            (Pass::Inline(_), _) => Ok(How::Inline(entry.layout().size())),
            (Pass::Handle, _) => match entry.args() {
                &[target] => {
                    self.used.push(Arc::clone(self.registry.entry(target)));
                    Ok(How::Handle(target))
                }
                _ => unbound("a handle to nothing known"),
            },
            (_, Shape::Text | Shape::Asset) => Ok(How::Text),
            (_, Shape::List(..) | Shape::Array(..)) => unbound("a list"),
            (_, Shape::Set(..)) => unbound("a set"),
            (_, Shape::Map(..)) => unbound("a map"),
            (_, Shape::Option(..)) => unbound("an option"),
            (_, Shape::Enum(_)) => unbound("an enum with data"),
            _ => unbound("a struct by value"),
        }
    }

    /// Takes the kinds of one parameter.
    fn takes(&self, how: &How, is_out: bool, kinds: &mut Kinds<'_>) -> Result<(), Reason> {
        let fits = match (how, is_out) {
            (How::Scalar(_) | How::Enum(_) | How::Inline(_), true) => {
                kinds.next() == Some(SlotKind::PlaceScalar(how.slots() as u16))
            }
            (How::Scalar(_) | How::Enum(_) | How::Inline(_), false) => {
                (0..how.slots()).all(|_| kinds.next() == Some(SlotKind::Scalar))
            }
            (How::Text, true) => kinds.next() == Some(SlotKind::PlaceStr),
            (How::Text, false) => kinds.next() == Some(SlotKind::Str),
            (How::Handle(target), true) => {
                matches!(kinds.next(), Some(SlotKind::PlaceHandle(ty)) if self.is_exactly(ty, *target))
            }
            (How::Handle(target), false) => matches!(
                kinds.next(),
                Some(SlotKind::Handle(ty)) if self.class(ty).is_some_and(|class| class.is_a(*target))
            ),
        };
        if fits { Ok(()) } else { Err(format!("is {}, which the call does not give", self.shown(how))) }
    }

    fn gives(&self, ret: Option<&How>, wanted: Ret) -> Result<(), Reason> {
        let fits = match (ret, wanted) {
            (None, Ret::Void) | (Some(How::Text), Ret::Str) => true,
            (Some(how @ (How::Scalar(_) | How::Enum(_) | How::Inline(_))), Ret::Scalar(count)) => {
                how.slots() == usize::from(count)
            }
            (Some(How::Handle(target)), Ret::Handle(ty)) => {
                let target = self.registry.entry(*target);
                ty == TypeId::ANY || self.class(ty).is_some_and(|class| target.is_a(class.index()))
            }
            _ => false,
        };
        let given = || ret.map_or("nothing".to_owned(), |how| self.shown(how));
        if fits { Ok(()) } else { Err(format!("it gives {}, which the call does not take", given())) }
    }

    fn is_exactly(&self, ty: TypeId, target: TypeIndex) -> bool {
        self.class(ty).is_some_and(|class| class.index() == target)
    }

    fn shown(&self, how: &How) -> String {
        match how {
            How::Scalar(scalar) => scalar.name().to_owned(),
            How::Enum(entry) => format!("an enum ({})", entry.bare_name()),
            How::Inline(size) => format!("{size} value bytes"),
            How::Handle(target) => format!("a handle to {}", self.registry.entry(*target).bare_name()),
            How::Text => "a string".to_owned(),
        }
    }

    fn member(
        &mut self,
        import: &HostImport,
        storage: Storage,
        read: bool,
        written: bool,
    ) -> Result<HostMember, Reason> {
        let owner = Arc::clone(self.registry.find(&import.owner).map_err(sentence)?);
        if !owner.flags().has(TypeFlags::OBJECT) {
            return Err(format!("{} is a value; name its members from the object", owner.bare_name()));
        }
        self.used.push(Arc::clone(&owner));
        let (mut at, mut ty, mut how) = (0, owner.index(), None);
        for (depth, name) in import.name.split('.').enumerate() {
            let entry = Arc::clone(self.registry.entry(ty));
            if how.is_some() {
                return Err(format!("a number has no member `{name}`"));
            }
            if let Shape::Lanes(lanes) = entry.shape() {
                let Some(lane) = lanes.names.iter().position(|lane| *lane == name) else {
                    let names = nearest(name, lanes.names.iter().copied());
                    return Err(with_names(format!("{} has no `{name}`", entry.bare_name()), &names));
                };
                (at, how) = (at + lane * lanes.scalar.size(), Some(How::Scalar(lanes.scalar)));
                continue;
            }
            let member = find_member(&entry, name)?;
            if written && member.attrs().flags.has(MemberFlags::READ_ONLY) {
                return Err(format!("`{name}` is read-only"));
            }
            ty = member.ty();
            match member.place() {
                Place::Offset(offset) => at += offset,
                Place::Computed { get, set, index: None } if depth == 0 && !import.name.contains('.') => {
                    let get = get.filter(|_| read).ok_or(());
                    let set = set.filter(|_| written).ok_or(());
                    return self.computed(&entry, ty, storage, [(get, read), (set, written)]);
                }
                Place::Computed { .. } => {
                    return Err(format!("`{name}` is computed: call its accessors instead"));
                }
            }
        }
        let how = match how {
            Some(how) => how,
            None => self.how(ty).map_err(|why| format!("it {why}"))?,
        };
        self.stores(&how, storage)?;
        Ok(HostMember { owner: owner.index(), how, place: MemberPlace::Offset(at) })
    }

    /// A member behind accessors; each with whether the code needs it.
    fn computed(
        &mut self,
        entry: &Arc<TypeEntry>,
        ty: TypeIndex,
        storage: Storage,
        accessors: [(Result<u32, ()>, bool); 2],
    ) -> Result<HostMember, Reason> {
        let how = self.how(ty).map_err(|why| format!("it {why}"))?;
        self.stores(&how, storage)?;
        let object = self.types.iter().position(|&class| class == Some(entry.index()));
        let object = SlotKind::Handle(TypeId(object.ok_or("its class is no type of the program")? as u32));
        let value = std::iter::repeat_n(storage.slot_kind(), how.slots());
        let ret = match &how {
            How::Text => Ret::Str,
            How::Handle(_) => match storage.slot_kind() {
                SlotKind::Handle(ty) => Ret::Handle(ty),
                _ => Ret::Void,
            },
            how => Ret::Scalar(how.slots() as u16),
        };
        let getter = Signature { params: vec![object], ret };
        let setter = Signature { params: std::iter::once(object).chain(value).collect(), ret: Ret::Void };
        let mut found = [None, None];
        for (at, ((accessor, needed), signature)) in accessors.into_iter().zip([getter, setter]).enumerate() {
            if needed {
                let what = ["it cannot be read", "it cannot be written"][at];
                let method = Arc::clone(&entry.methods()[accessor.map_err(|()| what)? as usize]);
                found[at] = Some(Box::new(self.plan(&method, &signature)?));
            }
        }
        let [get, set] = found;
        Ok(HostMember { owner: entry.index(), how, place: MemberPlace::Computed { get, set } })
    }

    fn stores(&self, how: &How, storage: Storage) -> Result<(), Reason> {
        let fits = match (how, storage) {
            (How::Scalar(scalar), storage) => scalar_storage(*scalar) == storage,
            (How::Enum(_), Storage::I32) | (How::Text, Storage::Str) => true,
            (How::Inline(size), Storage::Bytes(bytes)) => *size == usize::from(bytes),
            (How::Handle(target), Storage::Handle(ty)) => self.is_exactly(ty, *target),
            _ => false,
        };
        let wanted = || match storage {
            Storage::Handle(ty) => format!("a handle to {}", self.type_name(ty)),
            storage => storage.to_string(),
        };
        if fits { Ok(()) } else { Err(format!("it is {}, not {}", self.shown(how), wanted())) }
    }
}

/// Whether an argument has to be made what the callee's type demands.
fn narrowed(how: &How) -> bool {
    matches!(how, How::Enum(_) | How::Text)
}

fn find_member<'e>(entry: &'e TypeEntry, name: &str) -> Result<&'e Member, Reason> {
    entry.member(name).ok_or_else(|| {
        let names = nearest(name, entry.members().iter().map(Member::name));
        with_names(format!("{} has no member `{name}`", entry.bare_name()), &names)
    })
}

/// The accessor `get_m`, `set_m`, `geti_m` or `seti_m` of a computed member `m`.
fn accessor(entry: &TypeEntry, name: &str) -> Option<Arc<Method>> {
    let (prefix, member) = name.split_once('_')?;
    let Place::Computed { get, set, index } = entry.member(member)?.place() else { return None };
    let at = match (prefix, index.is_some()) {
        ("get", false) | ("geti", true) => *get,
        ("set", false) | ("seti", true) => *set,
        _ => None,
    };
    Some(Arc::clone(&entry.methods()[at? as usize]))
}

/// What a name says of the parameters.
enum Wanted<'a> {
    Any,
    Count(usize),
    Types(&'a str),
}

impl Wanted<'_> {
    fn fits(&self, registry: &Registry, method: &Method) -> bool {
        match self {
            Self::Any => true,
            Self::Count(count) => method.params().len() == *count,
            Self::Types(types) => parameter_types(registry, method) == *types,
        }
    }
}

fn split(name: &str) -> (&str, Wanted<'_>) {
    if let Some((base, types)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) {
        return (base, Wanted::Types(types));
    }
    match name.split_once('^') {
        Some((base, count)) => (base, count.parse().map_or(Wanted::Types(count), Wanted::Count)),
        None => (name, Wanted::Any),
    }
}

fn parameter_types(registry: &Registry, method: &Method) -> String {
    let names = method.params().iter().map(|param| registry.entry(param.ty()).bare_name());
    names.collect::<Vec<_>>().join(",")
}

fn spelled(registry: &Registry, method: &Method) -> String {
    format!("{}({})", method.name(), parameter_types(registry, method))
}

/// The name a program calls a method or free function by: `Name^N`, or `Name(T,…)` where several overloads the
/// owner has take N parameters.
#[must_use]
pub fn host_name(registry: &Registry, owner: Option<TypeIndex>, method: &Method) -> String {
    let count = method.params().len();
    let same = |other: &&Arc<Method>| other.params().len() == count;
    let many = match owner {
        Some(owner) => registry.entry(owner).overloads(method.name()).filter(same).count(),
        None => registry.functions_named(method.name()).filter(same).count(),
    };
    if many > 1 { spelled(registry, method) } else { format!("{}^{count}", method.name()) }
}

/// The kinds of a call's arguments, taken one by one.
struct Kinds<'a> {
    all: &'a [SlotKind],
    at: usize,
}

impl Kinds<'_> {
    fn next(&mut self) -> Option<SlotKind> {
        let kind = self.all.get(self.at).copied();
        self.at += 1;
        kind
    }
}
