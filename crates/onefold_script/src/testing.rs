//! Running the test functions of a script.

use onefold_script_bytecode::{FuncId, Ret};
use onefold_script_vm::Clock;

use crate::build::Script;
use crate::run::{RunLimits, machine};

/// How the name of a test function starts.
const PREFIX: &str = "Test_";

/// What became of a test function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestReport {
    /// Its name.
    pub name: String,
    /// Why it failed; none when it did not.
    pub failure: Option<String>,
}

/// Names of the test functions of a script: those called `Test_…` that take nothing, in the order of their declaration.
pub fn test_functions(script: &Script) -> impl Iterator<Item = (FuncId, &str)> {
    script.program().functions.iter().enumerate().filter_map(|(at, function)| {
        let bare = function.name.rsplit("::").next().unwrap_or(&function.name);
        let is_test = bare.starts_with(PREFIX) && function.signature.params.is_empty();
        is_test.then_some((FuncId(at as u32), function.name.as_str()))
    })
}

/// Runs one test function in a machine of its own, so that no test sees what another left. A test fails by an exception
/// or by returning `false`.
pub fn run_test(
    script: &Script,
    function: FuncId,
    limits: &RunLimits,
    clock: Option<Box<dyn Clock>>,
    print: impl FnMut(&[u8]) + 'static,
) -> TestReport {
    let program = script.program();
    let Some(found) = program.functions.get(function.index()) else {
        return TestReport { name: String::new(), failure: Some("there is no such function".to_owned()) };
    };
    let failure = match machine(script, limits, clock) {
        Err(fault) => Some(fault.message().to_owned()),
        Ok(mut vm) => {
            vm.set_output(print);
            let ended = vm.init().and_then(|()| vm.call(function, &[]));
            let returns_bool = found.decl.starts_with("bool ") && found.signature.ret == Ret::Scalar(1);
            let failure = match ended {
                Err(exception) => Some(exception.to_string()),
                Ok(value) if returns_bool && value.to_i32() & 1 == 0 => Some("returned false".to_owned()),
                Ok(_) => None,
            };
            vm.shut_down();
            failure
        }
    };
    TestReport { name: found.name.clone(), failure }
}
