//! An island with a program on it.

use std::sync::Arc;

use onefold_reflect::{AnyHandle, Cx, Handle, Registry, RegistryBuilder};
use onefold_script_bytecode::{FuncId, Program};
use onefold_script_vm::{Image, Limits, Scripts, Value, Vm};

use crate::world::{Camera, Light, Thing};

pub struct Island {
    pub cx: Cx,
    pub scripts: Scripts,
    pub program: Arc<Program>,
}

pub const TYPES: &str = r#"
program "host"
file "a.as"
string "text"
hosttype "Light" "Light"
hosttype "Thing" "test::Thing"
hosttype "Camera" "Camera"
"#;

pub fn registry() -> Arc<Registry> {
    RegistryBuilder::new().register::<Light>().register::<Camera>().resolve().unwrap()
}

/// A program in text form after the common types.
pub fn program(text: &str) -> onefold_script_bytecode::VerifiedProgram {
    let text = format!("{TYPES}{text}");
    let program = Program::parse(&text).unwrap_or_else(|err| panic!("{err}"));
    program.verify().unwrap_or_else(|errors| panic!("{errors:#?}"))
}

impl Island {
    pub fn new(text: &str) -> Island {
        Island::with(text, &registry(), Limits::default())
    }

    pub fn with(text: &str, registry: &Arc<Registry>, limits: Limits) -> Island {
        let verified = program(text);
        let image = Image::link_host(&verified, registry).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let program = Arc::clone(image.program());
        let scripts = Scripts::new(Vm::new(image, limits).unwrap());
        let mut cx = Cx::new(Arc::clone(registry));
        cx.set_service(Box::new(scripts.clone()));
        Island { cx, scripts, program }
    }

    pub fn light(&mut self) -> Handle<Light> {
        self.cx.insert(Light::default()).unwrap()
    }

    pub fn thing(&mut self, id: i32) -> Handle<Thing> {
        self.cx.insert(Thing { id, ..Thing::default() }).unwrap()
    }

    pub fn get(&self, light: Handle<Light>) -> &Light {
        self.cx.get(light).unwrap()
    }

    pub fn func(&self, name: &str) -> FuncId {
        let found = self.program.functions.iter().position(|function| function.name == name);
        FuncId(found.unwrap_or_else(|| panic!("no {name}")) as u32)
    }

    /// The result, or the exception as text.
    pub fn call(&mut self, name: &str, args: &[Value]) -> Result<Value, String> {
        let func = self.func(name);
        self.scripts.call(&mut self.cx, func, args).map_err(|exception| exception.to_string())
    }

    pub fn int(&mut self, name: &str, args: &[Value]) -> Result<i32, String> {
        self.call(name, args).map(|value| value.to_i32())
    }

    pub fn text(&mut self, name: &str, args: &[Value]) -> Result<String, String> {
        self.call(name, args).map(|value| value.to_text())
    }
}

/// Nothing a script made may be left when its island goes.
impl Drop for Island {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let left = self.scripts.with(|vm| {
                vm.shut_down();
                (vm.live_objects(), vm.memory_used())
            });
            assert_eq!(left, Some((0, 0)), "objects and bytes left");
        }
    }
}

pub fn handle<T>(handle: Handle<T>) -> Value {
    handle.any().into()
}

pub fn world(value: &Value) -> AnyHandle {
    match value {
        Value::Object(object) => object.world().expect("a handle of the host"),
        other => panic!("{other:?} is no handle"),
    }
}

pub fn slots(value: &Value) -> Vec<u64> {
    match value {
        Value::Slots(slots) => slots.clone(),
        other => panic!("{other:?} is no value of several slots"),
    }
}
