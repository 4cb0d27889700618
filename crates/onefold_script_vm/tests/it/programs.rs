//! Every file of `programs/`: a program in text form with directives in `;>` lines.
//!
//! `;> fuel N`, `;> memory BYTES` and `;> stack BYTES` set limits for what follows.
//! `;> call NAME ARGS => RESULT` calls a function: RESULT is `void`, a number (compared as i32), `f32 X`,
//! `f64 X`, `text "..."`, `null`, or `fault TEXT at FUNC:LINE`.
//! `;> live N` compares the number of objects after a full collection.

use std::path::Path;

use onefold_script_bytecode::{FuncId, Program, Ret};
use onefold_script_vm::{Image, Limits, Value, Vm};

#[test]
fn programs_do_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs");
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        check(&name, &text, &mut wrong);
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 5);
}

fn check(name: &str, text: &str, wrong: &mut Vec<String>) {
    let program = Program::parse(text).unwrap_or_else(|err| panic!("{name}: {err}"));
    let printed = program.to_string();
    assert_eq!(Program::parse(&printed).as_ref(), Ok(&program), "{name} does not survive printing");
    let verified = program.verify().unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
    let image = Image::link(&verified).unwrap_or_else(|err| panic!("{name}: {err}"));
    let mut limits = Limits { fuel: 10_000_000, memory: 64 << 20, stack: 1 << 20, millis: None };
    let mut vm = Vm::new(image.clone(), limits).unwrap();
    vm.init().unwrap();
    let directives = text.lines().filter_map(|line| line.strip_prefix(";> "));
    let mut checked = 0;
    for directive in directives {
        let (word, rest) = directive.split_once(' ').unwrap();
        match word {
            "fuel" => limits.fuel = rest.parse().unwrap(),
            "memory" => limits.memory = rest.parse().unwrap(),
            "stack" => limits.stack = rest.parse().unwrap(),
            "live" => {
                vm.collect();
                if vm.live_objects() != rest.parse::<usize>().unwrap() {
                    wrong.push(format!("{name}: {directive}: {}", vm.live_objects()));
                }
                continue;
            }
            "call" => {
                let (call, expected) = rest.split_once(" => ").unwrap();
                let found = outcome(&mut vm, verified.program(), call);
                if found != expected {
                    wrong.push(format!("{name}: {directive}: {found}"));
                }
                checked += 1;
                continue;
            }
            _ => panic!("{name}: what is {directive}?"),
        }
        vm = Vm::new(image.clone(), limits).unwrap();
    }
    assert!(checked > 0, "{name} checks nothing");
    vm.shut_down();
    if (vm.live_objects(), vm.memory_used()) != (0, 0) {
        wrong.push(format!("{name}: {} objects and {} bytes leak", vm.live_objects(), vm.memory_used()));
    }
}

fn outcome(vm: &mut Vm, program: &Program, call: &str) -> String {
    let mut words = call.split(' ');
    let name = words.next().unwrap();
    let index = program.functions.iter().position(|function| function.name == name).unwrap();
    let args: Vec<Value> = words.map(argument).collect();
    match vm.call(FuncId(index as u32), &args) {
        Err(exception) => format!("fault {exception}"),
        Ok(Value::Void) => "void".to_owned(),
        Ok(Value::Text(bytes)) => format!("text {:?}", String::from_utf8_lossy(&bytes)),
        Ok(Value::Object(object)) => if object.is_null() { "null" } else { "object" }.to_owned(),
        Ok(Value::Slots(slots)) => format!("{slots:?}"),
        Ok(Value::Scalar(bits)) => match program.functions[index].decl.split(' ').next() {
            Some("float") => format!("f32 {}", f32::from_bits(bits as u32)),
            Some("double") => format!("f64 {}", f64::from_bits(bits)),
            Some("int64") => format!("{}", bits as i64),
            Some("uint") => format!("{}", bits as u32),
            Some("uint64") => format!("{bits}"),
            _ => {
                assert_eq!(program.functions[index].signature.ret, Ret::Scalar(1));
                format!("{}", bits as i32)
            }
        },
    }
}

fn argument(word: &str) -> Value {
    match (word.strip_suffix('f'), word.contains('.')) {
        (Some(float), true) => float.parse::<f32>().unwrap().into(),
        (None, true) => word.parse::<f64>().unwrap().into(),
        _ => match word.parse::<i64>() {
            Ok(number) => match i32::try_from(number) {
                Ok(number) => number.into(),
                Err(_) => number.into(),
            },
            Err(_) => word.trim_matches('"').into(),
        },
    }
}
