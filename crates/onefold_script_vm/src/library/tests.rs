//! What holds for every function of the table.

use onefold_script_std::{FUNCTIONS, Lowering};

#[test]
fn every_native_has_a_body_and_no_other() {
    for function in FUNCTIONS {
        let native = function.lowering == Lowering::Native;
        assert_eq!(super::body(function.id).is_some(), native, "{} {}", function.id, function.decl);
    }
}
