//! What has to hold for the table to be usable.

use crate::{FUNCTIONS, Kind, Lowering, Role, TYPES, box_fns, function};

#[test]
fn numbers_ascend() {
    assert!(FUNCTIONS.windows(2).all(|pair| pair[0].id < pair[1].id));
    assert!(TYPES.windows(2).all(|pair| pair[0].name < pair[1].name));
}

#[test]
fn owners_exist_and_methods_take_their_object() {
    for function in FUNCTIONS {
        let owner = TYPES.iter().find(|ty| ty.name == function.owner);
        assert!(owner.is_some() || function.owner.is_empty(), "{}", function.decl);
        if function.lowering == Lowering::Native && matches!(function.role, Role::Method | Role::Mutator) {
            let object = function.params.first();
            assert!(matches!(object, Some(Kind::Owner | Kind::Scalar | Kind::Text)), "{}", function.decl);
        }
    }
}

#[test]
fn boxes_have_their_numbers() {
    let names = [
        (box_fns::SCALAR, "box_scalar"),
        (box_fns::TEXT, "box_text"),
        (box_fns::HANDLE, "box_handle"),
        (box_fns::WANTED, "box_wanted"),
        (box_fns::TAKE_BITS, "box_take_bits"),
        (box_fns::TAKE_TEXT, "box_take_text"),
        (box_fns::TAKE_HANDLE, "box_take_handle"),
    ];
    for (id, name) in names {
        assert!(function(id).is_some_and(|function| function.decl.starts_with(name)), "{name}");
    }
}
