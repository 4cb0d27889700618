//! The table over a Rust type and a class made at run time.

use onefold_reflect::{
    MemberInfo, OwnedInfo, Reflect, RegistryBuilder, Shape, StructInfo, TypeFlags, TypeInfo, TypeLink, TypeName, ValueOps,
};

use crate::*;

#[test]
fn members_of_a_run_time_class_are_symbols_like_any_other() {
    let torch = OwnedInfo::new(|arena| {
        let members = arena.alloc_slice_copy(&[
            MemberInfo::placed("flicker", <f32 as Reflect>::LINK),
            MemberInfo::placed("at", TypeLink::Named("Vec3")),
        ]);
        let shape = Shape::Struct(StructInfo::new(members));
        TypeInfo::new(TypeName::new("script", "Torch"), shape, ValueOps::BY_MEMBERS).flags(TypeFlags::OBJECT)
    });
    let registry = RegistryBuilder::new().register::<glam::Vec3>().with(torch).resolve().unwrap();
    let api = Api::new(registry);
    let names: Vec<&str> = api.symbols().iter().map(Symbol::name).collect();
    for name in ["Torch", "Torch::get_flicker", "Torch::set_flicker", "Torch::get_at"] {
        assert!(names.contains(&name), "{name} is missing from {names:?}");
        assert_eq!(api.find(name).unwrap().name(), name);
    }
    assert_eq!(api.find("Torch::get_flicker").unwrap().kind(), SymbolKind::Getter);
    let wrong = api.find("Torch::get_flick").unwrap_err();
    assert_eq!((wrong.code, wrong.suggestions[0].as_str()), (SYMBOL_UNKNOWN, "Torch::get_flicker"));
}
