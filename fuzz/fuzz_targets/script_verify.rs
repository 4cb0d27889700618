//! Programs with changed instructions, slots and tables: the verifier refuses them, or they run without harm.
//!
//! The first byte of the input chooses a program, the others say what is changed in it.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use onefold_script::{BuildOptions, build_text};
use onefold_script_bytecode::{FuncId, Program, Ret, SlotKind, Storage, TypeId};
use onefold_script_vm::{Image, Limits, Vm};

const SCRIPTS: [&str; 6] = [
    include_str!("../programs/classes.as"),
    include_str!("../programs/library.as"),
    include_str!("../programs/functions.as"),
    include_str!("../programs/exceptions.as"),
    include_str!("../programs/references.as"),
    include_str!("../programs/interfaces.as"),
];

static PROGRAMS: LazyLock<Vec<Program>> = LazyLock::new(|| {
    let build = |text| build_text("fuzz.as", text, &BuildOptions::default()).expect("it is right").program().clone();
    SCRIPTS.into_iter().map(build).collect()
});

fn kind(byte: u8) -> SlotKind {
    let ty = TypeId(u32::from(byte) / 8);
    [
        SlotKind::Scalar,
        SlotKind::Str,
        SlotKind::Handle(ty),
        SlotKind::PlaceScalar(1),
        SlotKind::PlaceStr,
        SlotKind::PlaceHandle(ty),
        SlotKind::RefOwner(Storage::Str),
        SlotKind::Handle(TypeId::ANY),
    ][byte as usize % 8]
}

fn change(program: &mut Program, what: &[u8]) {
    let Ok([func, how, at, rest @ ..]) = <[u8; 12]>::try_from(what) else { return };
    let count = program.functions.len();
    let function = &mut program.functions[func as usize % count];
    let value = u64::from_le_bytes([rest[0], rest[1], rest[2], rest[3], rest[4], rest[5], rest[6], rest[7]]);
    let len = function.code.len().max(1);
    match how % 8 {
        0 => function.code.get_mut(at as usize % len).into_iter().for_each(|word| *word = value),
        // One byte of a word: an operand, or the operation itself.
        1..=4 => {
            let shift = u32::from(rest[8] % 8) * 8;
            let word = function.code.get_mut(at as usize % len);
            word.into_iter().for_each(|word| *word = *word & !(0xff << shift) | u64::from(rest[0]) << shift);
        }
        5 => {
            let slots = function.slots.len().max(1);
            function.slots.get_mut(at as usize % slots).into_iter().for_each(|slot| *slot = kind(rest[0]));
        }
        6 => function.code.swap(at as usize % len, rest[0] as usize % len),
        _ => match rest[1] % 3 {
            0 => function.signature.ret = if rest[0] % 2 == 0 { Ret::Void } else { Ret::Scalar(1) },
            1 => function.handlers.clear(),
            _ => drop(function.code.pop()),
        },
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&which, changes)) = input.split_first() else { return };
    let mut program = PROGRAMS[which as usize % PROGRAMS.len()].clone();
    for what in changes.chunks_exact(12).take(8) {
        change(&mut program, what);
    }
    let Ok(verified) = program.verify() else { return };
    let Ok(image) = Image::link(&verified) else { return };
    let limits = Limits { fuel: 20_000, memory: 4 << 20, stack: 64 << 10, millis: None };
    let Ok(mut vm) = Vm::new(image, limits) else { return };
    vm.set_output(|_| {});
    if vm.init().is_ok() {
        let main = verified.program().functions.iter().position(|function| function.name == "main");
        if let Some(main) = main.filter(|&main| verified.program().functions[main].signature.params.is_empty()) {
            let _ = vm.call(FuncId(main as u32), &[]);
        }
    }
    vm.shut_down();
});
