//! Script classes that give entities their behaviour.

use std::collections::HashMap;

use onefold_diag::{Code, Diagnostic, Diagnostics, EntityRef, Place, Severity, Source};
use onefold_reflect::{AnyHandle, Cx, Lifecycle, TypedRef, Value as Dynamic, View};
use onefold_script::{BindReport, build_hosted, find_function, find_method};
use onefold_script_bytecode::{FuncId, Program};
use onefold_script_vm::{Exception, HostGlobals, Image, Limits, Object, Scripts, Value, Vm};
use std::fmt::Write as _;
use std::sync::Arc;
use onefold_world::World;

/// The class a behaviour names is not in its script.
const CLASS_MISSING: Code = Code("script_class_missing");
/// The class has no constructor that takes its owner.
const SIGNATURE: Code = Code("script_signature");
/// A script ended with an exception.
const EXCEPTION: Code = Code("script_exception");

/// A behaviour that throws so often in a row is switched off.
const FAULTS_IN_A_ROW: u32 = 3;

/// Instructions a single call of a behaviour may take.
const FUEL: i64 = 5_000_000;
/// Bytes the scripts of one world may hold.
const MEMORY: usize = 256 << 20;

/// What a behaviour did since play started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BehaviourReport {
    /// Path of the entity.
    pub entity: String,
    /// The script class.
    pub class: String,
    /// Calls of its lifecycle functions.
    pub calls: u64,
    /// Calls that ended with an exception.
    pub exceptions: u64,
    /// False once it was switched off.
    pub enabled: bool,
}

struct Behaviour {
    owner: AnyHandle,
    path: String,
    class: String,
    object: Object,
    functions: HashMap<&'static str, FuncId>,
    calls: u64,
    exceptions: u64,
    in_a_row: u32,
    enabled: bool,
}

/// The behaviours of one play world.
#[derive(Default)]
pub(crate) struct Behaviours {
    list: Vec<Behaviour>,
    scripts: Option<Scripts>,
    unread: Vec<Diagnostic>,
}

/// What an entity says of its script.
struct Wanted {
    owner: AnyHandle,
    owner_class: String,
    entity: Option<EntityRef>,
    source: Source,
    class: String,
}

impl Behaviours {
    /// Compiles the scripts that entities name, makes their objects and binds them to their owners. What is wrong with
    /// one script keeps that one out; the rest of the scene stands.
    pub(crate) fn start(cx: &mut Cx, bind: &BindReport, globals: &HashMap<String, AnyHandle>) -> Self {
        let mut this = Self::default();
        let mut sources: Vec<Source> = Vec::new();
        let mut wanted = Vec::new();
        let registry = cx.registry().clone();
        for mut one in wanted_scripts(cx, &mut this.unread) {
            // Each text is tried alone first, so that a wrong one keeps only itself out.
            let checked = build_hosted(std::slice::from_ref(&one.source), "", &bind.symbols, &registry)
                .and_then(|image| class_of(image.program(), &one).map_err(Diagnostics::from))
                .and_then(|class| {
                    one.class = class;
                    let glue = glue(0, &one);
                    build_hosted(std::slice::from_ref(&one.source), &glue, &bind.symbols, &registry)
                });
            match checked {
                Ok(_) => {
                    if sources.iter().all(|have| have.text() != one.source.text()) {
                        sources.push(one.source.clone());
                    }
                    wanted.push(one);
                }
                Err(errors) => this.report(errors, one.entity.as_ref()),
            }
        }
        if wanted.is_empty() {
            return this;
        }
        let glue: String = wanted.iter().enumerate().map(|(at, one)| glue(at, one)).collect();
        let linked = build_hosted(&sources, &glue, &bind.symbols, &registry).and_then(|image| machine(&image));
        match linked {
            Ok(vm) => this.bind(cx, vm, wanted, globals),
            Err(errors) => this.report(errors, None),
        }
        this
    }

    fn report(&mut self, errors: Diagnostics, entity: Option<&EntityRef>) {
        self.unread.extend(errors.into_iter().map(|mut one| {
            one.place.entity = one.place.entity.take().or_else(|| entity.cloned());
            one
        }));
    }

    fn bind(&mut self, cx: &mut Cx, vm: Vm, wanted: Vec<Wanted>, globals: &HashMap<String, AnyHandle>) {
        let program = vm.image().program().clone();
        let scripts = Scripts::new(vm);
        let mut host_globals = HostGlobals::new();
        for (name, &handle) in globals {
            host_globals.set(name, handle);
        }
        cx.set_service(Box::new(host_globals));
        cx.set_service(Box::new(scripts.clone()));
        if let Err(exception) = scripts.init(cx) {
            self.unread.push(exception_error(&exception, None));
        }
        for (at, one) in wanted.into_iter().enumerate() {
            match make(cx, &scripts, &program, at, &one) {
                Ok(behaviour) => self.list.push(behaviour),
                Err(wrong) => self.report(wrong.into(), one.entity.as_ref()),
            }
        }
        self.scripts = Some(scripts);
    }

    /// Calls a lifecycle function of every behaviour that has it, in scene order.
    pub(crate) fn call(&mut self, cx: &mut Cx, which: Lifecycle, seconds: Option<f32>) -> Vec<Diagnostic> {
        let mut reports = std::mem::take(&mut self.unread);
        let Some(scripts) = self.scripts.clone() else { return reports };
        for behaviour in self.list.iter_mut().filter(|behaviour| behaviour.enabled) {
            let Some(&function) = behaviour.functions.get(which.name()) else { continue };
            if !cx.objects().is_alive(behaviour.owner) {
                behaviour.enabled = false;
                continue;
            }
            let mut args = vec![Value::Object(behaviour.object.clone())];
            args.extend(seconds.map(Value::from));
            behaviour.calls += 1;
            match scripts.call(cx, function, &args) {
                Ok(_) => behaviour.in_a_row = 0,
                Err(exception) => {
                    behaviour.exceptions += 1;
                    behaviour.in_a_row += 1;
                    let entity = World::of(cx).entity_ref(behaviour.owner);
                    reports.push(exception_error(&exception, entity.clone()));
                    if behaviour.in_a_row >= FAULTS_IN_A_ROW {
                        behaviour.enabled = false;
                        let text = format!("`{}` threw {FAULTS_IN_A_ROW} times in a row and is switched off", behaviour.class);
                        let place = Place { entity, ..Place::default() };
                        reports.push(Diagnostic::new(Severity::Warning, EXCEPTION, text).at(place));
                    }
                }
            }
        }
        reports
    }

    /// What each behaviour did.
    pub(crate) fn reports(&self) -> Vec<BehaviourReport> {
        let report = |one: &Behaviour| BehaviourReport {
            entity: one.path.clone(),
            class: one.class.clone(),
            calls: one.calls,
            exceptions: one.exceptions,
            enabled: one.enabled,
        };
        self.list.iter().map(report).collect()
    }
}

/// Script text that makes the object of a behaviour with its owner: the compiler checks that the class has such a
/// constructor, and converts the handle to the class it asks for.
fn glue(at: usize, one: &Wanted) -> String {
    let mut text = String::new();
    let (class, owner) = (&one.class, &one.owner_class);
    let _ = writeln!(text, "{class}@ {}({owner}@ owner) {{ return {class}(owner); }}", maker(at));
    text
}

fn maker(at: usize) -> String {
    format!("__make_behaviour_{at}")
}

fn machine(image: &Arc<Image>) -> Result<Vm, Diagnostics> {
    let limits = Limits { fuel: FUEL, memory: MEMORY, ..Limits::default() };
    Vm::new(image.clone(), limits).map_err(|why| {
        Diagnostics::from(Diagnostic::error(Code("script_link"), format!("the script cannot start: {}", why.message())))
    })
}

/// The scripts that enabled entities name, in scene order.
fn wanted_scripts(cx: &Cx, unread: &mut Vec<Diagnostic>) -> Vec<Wanted> {
    let registry = cx.registry();
    let mut wanted = Vec::new();
    for handle in World::of(cx).in_order() {
        let Some(object) = cx.objects().typed(registry, handle) else { continue };
        if !matches!(object.get("script_enabled").map(TypedRef::view), Some(View::Bool(true))) {
            continue;
        }
        let text = |name: &str| match object.get(name).map(TypedRef::to_value) {
            Some(Dynamic::Text(text)) => text,
            _ => String::new(),
        };
        let (source, file, class) = (text("script_source"), text("script_file"), text("script_class"));
        let entity = World::of(cx).entity_ref(handle);
        if !file.is_empty() {
            let why = if source.is_empty() {
                "a script file needs a project to find it in"
            } else {
                "both a script file and a script text are set; keep one"
            };
            unread.push(Diagnostic::error(SIGNATURE, why).at(Place { entity, ..Place::path("script_file") }));
            continue;
        }
        if source.is_empty() {
            continue;
        }
        let path = World::of(cx).path(handle).unwrap_or_default();
        let owner_class = object.ty().entry().bare_name().to_owned();
        let source = Source::new(format!("{path}.as"), source);
        wanted.push(Wanted { owner: handle, owner_class, entity, source, class });
    }
    wanted
}

fn exception_error(exception: &Exception, entity: Option<EntityRef>) -> Diagnostic {
    Diagnostic::error(EXCEPTION, exception.to_string()).at(Place { entity, ..Place::default() })
}

/// Makes the object of a behaviour with its owner, and finds its lifecycle functions.
fn make(cx: &mut Cx, scripts: &Scripts, program: &Program, at: usize, wanted: &Wanted) -> Result<Behaviour, Diagnostic> {
    let class = wanted.class.clone();
    let nothing = || Diagnostic::error(SIGNATURE, format!("the constructor of `{class}` gave nothing"));
    let constructor = find_function(program, &maker(at)).ok_or_else(nothing)?;
    let object = match scripts.call(cx, constructor, &[Value::from(wanted.owner)]) {
        Ok(Value::Object(object)) if !object.is_null() => object,
        Ok(_) => return Err(nothing()),
        Err(exception) => return Err(exception_error(&exception, wanted.entity.clone())),
    };
    let functions = Lifecycle::ALL
        .into_iter()
        .filter_map(|which| Some((which.name(), find_method(program, &class, which.name(), params_of(which))?)))
        .collect();
    Ok(Behaviour {
        owner: wanted.owner,
        path: World::of(cx).path(wanted.owner).unwrap_or_default(),
        class,
        object,
        functions,
        calls: 0,
        exceptions: 0,
        in_a_row: 0,
        enabled: true,
    })
}

/// How many parameters a lifecycle function has in scripts.
fn params_of(which: Lifecycle) -> usize {
    match which {
        Lifecycle::Init | Lifecycle::Destroy => 0,
        Lifecycle::Update | Lifecycle::FixedUpdate | Lifecycle::LateUpdate | Lifecycle::Changed => 1,
    }
}

/// The class a behaviour names; the only class of its script when it names none.
fn class_of(program: &Program, wanted: &Wanted) -> Result<String, Diagnostic> {
    let classes: Vec<&str> = onefold_script::classes(program).collect();
    if classes.contains(&wanted.class.as_str()) {
        return Ok(wanted.class.clone());
    }
    match classes.as_slice() {
        [one] if wanted.class.is_empty() => Ok((*one).to_owned()),
        _ => {
            let text = format!("there is no script class `{}`", wanted.class);
            Err(Diagnostic::error(CLASS_MISSING, text).suggest(onefold_diag::nearest(&wanted.class, classes)))
        }
    }
}
