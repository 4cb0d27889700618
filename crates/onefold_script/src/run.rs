//! Running a script's `main` and saying how it ended.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use onefold_script_bytecode::{FuncId, Ret};
use onefold_script_vm::{Clock, Exception, Fault, Limits, Outcome, Value, Vm};

use crate::build::Script;

/// Budgets of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// Calls and loop iterations; spent, the run ends with an exception, or as a time-out where there is no clock.
    pub fuel: i64,
    /// Bytes of script objects.
    pub memory: usize,
    /// Bytes of stack.
    pub stack: usize,
    /// Milliseconds by the clock of [`run_with`]; spent, the run ends as a time-out.
    pub millis: Option<u64>,
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        let limits = Limits::default();
        RunLimits { fuel: 2_000_000_000, memory: limits.memory, stack: limits.stack, millis: None }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// `main` returned; the text is that of its value, empty for none.
    Finished(String),
    /// An exception left it.
    Exception(String),
    /// There is no `main()`.
    NoEntry,
    /// A budget of time ran out.
    Timeout,
}

/// How a run ended, as the command reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How it ended.
    pub ending: Ending,
}

impl Report {
    /// The last line on standard output.
    #[must_use]
    pub fn last_line(&self) -> String {
        match &self.ending {
            Ending::Finished(value) if value.is_empty() => "finished".to_owned(),
            Ending::Finished(value) => format!("finished {value}"),
            Ending::Exception(text) => format!("exception: {text}"),
            Ending::NoEntry => "no-entry".to_owned(),
            Ending::Timeout => "timeout".to_owned(),
        }
    }

    /// The exit code of the command.
    #[must_use]
    pub fn exit_code(&self) -> i32 {
        match self.ending {
            Ending::Finished(_) | Ending::NoEntry => 0,
            Ending::Exception(_) => 2,
            Ending::Timeout => 3,
        }
    }
}

/// Runs the initialisers and `main`; every printed line goes to `print`, once the run is over.
pub fn run_main(script: &Script, limits: &RunLimits, print: &mut dyn FnMut(&[u8])) -> Report {
    let lines: Rc<RefCell<Vec<Vec<u8>>>> = Rc::default();
    let sink = Rc::clone(&lines);
    let report = run_with(script, limits, None, move |line| sink.borrow_mut().push(line.to_vec()));
    for line in &*lines.borrow() {
        print(line);
    }
    report
}

/// Runs the initialisers and `main` with a clock; every printed line goes to `print` at once.
pub fn run_with(
    script: &Script,
    limits: &RunLimits,
    clock: Option<Box<dyn Clock>>,
    mut print: impl FnMut(&[u8]) + 'static,
) -> Report {
    let program = script.program();
    let has_clock = clock.is_some();
    let mut vm = match machine(script, limits, clock) {
        Ok(vm) => vm,
        Err(fault) => return Report { ending: Ending::Exception(fault.message().to_owned()) },
    };
    let is_over = Rc::new(Cell::new(false));
    let ended = Rc::clone(&is_over);
    vm.set_output(move |line| {
        if !ended.get() {
            print(line);
        }
    });
    let started = vm.init();
    let main = program
        .functions
        .iter()
        .position(|function| function.name == "main" && function.signature.params.is_empty());
    let ending = match (started, main) {
        (Err(exception), _) => ending_of(&exception, has_clock),
        (Ok(()), None) => Ending::NoEntry,
        (Ok(()), Some(main)) => {
            let function = &program.functions[main];
            run(&mut vm, FuncId(main as u32), function.signature.ret, &function.decl, has_clock)
        }
    };
    // What destructors of globals print comes after the last line, where nobody reads it.
    is_over.set(true);
    vm.shut_down();
    Report { ending }
}

pub(crate) fn machine(
    script: &Script,
    limits: &RunLimits,
    clock: Option<Box<dyn Clock>>,
) -> Result<Vm, Fault> {
    let RunLimits { fuel, memory, stack, millis } = *limits;
    let mut vm = Vm::new(script.image().clone(), Limits { fuel, memory, stack, millis })?;
    if let Some(clock) = clock {
        vm.set_clock(clock);
    }
    Ok(vm)
}

fn run(vm: &mut Vm, main: FuncId, ret: Ret, decl: &str, has_clock: bool) -> Ending {
    let mut context = vm.context(main, &[]);
    loop {
        match vm.resume(&mut context) {
            Outcome::Finished(value) => return Ending::Finished(shown(&value, ret, decl)),
            Outcome::Suspended => {}
            Outcome::Exception(exception) => return ending_of(&exception, has_clock),
        }
    }
}

/// The value of `main` as text; its type is the first word of the declaration.
fn shown(value: &Value, ret: Ret, decl: &str) -> String {
    let ty = decl.split(' ').find(|word| *word != "const").unwrap_or("");
    match (value, ret) {
        (Value::Scalar(bits), Ret::Scalar(1)) => match ty {
            "bool" => (*bits != 0).to_string(),
            "float" => real(f64::from(f32::from_bits(*bits as u32))),
            "double" => real(value.to_f64()),
            "int64" => (*bits as i64).to_string(),
            "uint64" => bits.to_string(),
            "uint" | "uint8" | "uint16" => (*bits as u32).to_string(),
            _ => value.to_i32().to_string(),
        },
        (Value::Text(_), _) => value.to_text(),
        _ => String::new(),
    }
}

fn ending_of(exception: &Exception, has_clock: bool) -> Ending {
    match exception.fault {
        Fault::OutOfTime => Ending::Timeout,
        // Without a clock the count of instructions is the only measure of time.
        Fault::OutOfFuel if !has_clock => Ending::Timeout,
        _ => Ending::Exception(exception.to_string()),
    }
}

/// A number with six digits, as `%g` writes it in the range most values are in.
fn real(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}").to_lowercase();
    }
    let exponent = value.abs().log10().floor() as i32;
    if !(-4..6).contains(&exponent) {
        let text = format!("{value:.5e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        let power: i32 = power.parse().unwrap_or(0);
        let sign = if power < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", power.abs());
    }
    let text = format!("{value:.*}", (5 - exponent).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
