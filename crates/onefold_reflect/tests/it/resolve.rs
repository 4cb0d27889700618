//! What is wrong with a set of descriptions, said all at once; and that their order does not matter.

use std::sync::Arc;

use onefold_reflect::{
    Access, BaseInfo, MemberInfo, OwnedInfo, Reflect, Registry, RegistryBuilder, Shape, StructInfo, TypeInfo,
    TypeLink, TypeName, ValueOps,
};
use onefold_testkit::Random;

use crate::codes;
use crate::inherit::{Thing, Truck, Vehicle};
use crate::kinds::{Everything, Node};

fn class<'n>(
    name: &'n str,
    base: Option<&'n str>,
    members: &[MemberInfo<'n>],
    aliases: &[&'n str],
) -> Arc<OwnedInfo> {
    // The arena copies what the description names, so it may outlive `name`.
    let made = OwnedInfo::placed(|arena| {
        let text = |text: &str| -> &_ { arena.alloc_str(text) };
        let link = |link: TypeLink<'_>| match link {
            TypeLink::Named(name) => TypeLink::Named(arena.alloc_str(name)),
            TypeLink::Static(info) => TypeLink::Static(info),
        };
        let members = arena.alloc_slice_fill_iter(members.iter().map(|member| MemberInfo {
            access: match member.access {
                Access::Computed { .. } => Access::Computed { get: Some("get_it"), set: None, index: None },
                _ => Access::Placed,
            },
            ..MemberInfo::placed(arena.alloc_str(member.name), link(member.link))
        }));
        let base = base.map(|base| BaseInfo { link: TypeLink::Named(arena.alloc_str(base)), offset: 0 });
        let aliases = arena.alloc_slice_fill_iter(aliases.iter().map(|alias| text(alias)));
        let shape = Shape::Struct(StructInfo { base, ..StructInfo::new(members) });
        TypeInfo::new(TypeName::new("script", text(name)), shape, ValueOps::BY_MEMBERS).aliases(aliases)
    });
    made.unwrap()
}

fn member(name: &'static str, ty: &'static str) -> MemberInfo<'static> {
    MemberInfo::placed(name, TypeLink::Named(ty))
}

fn errors(classes: Vec<Arc<OwnedInfo>>) -> Vec<(&'static str, String)> {
    let builder = classes.into_iter().fold(RegistryBuilder::new().register::<Thing>(), RegistryBuilder::with);
    let errors = builder.resolve().unwrap_err();
    errors.iter().map(|one| (one.code.0, one.message.clone())).collect()
}

#[test]
fn every_missing_type_is_named_with_the_nearest() {
    let classes = vec![
        class("A", None, &[member("x", "script::Bb"), member("y", "NoSuch")], &[]),
        class("B", Some("script::Missing"), &[], &[]),
    ];
    let builder = classes.into_iter().fold(RegistryBuilder::new(), RegistryBuilder::with);
    let errors = builder.resolve().unwrap_err();
    assert_eq!(codes(&errors), ["type_missing"; 3]);
    let first = errors.iter().next().unwrap();
    assert!(
        first.message.contains("script::A.x") && first.message.contains("script::Bb"),
        "{}",
        first.message
    );
    assert_eq!(first.suggestions.first().map(String::as_str), Some("script::B"));
}

#[test]
fn twice_described_clashing_and_circular_types_are_refused() {
    let twice = errors(vec![class("A", None, &[], &[]), class("A", None, &[], &[])]);
    assert_eq!(twice, [("type_twice", "two types are described under the name `script::A`".into())]);
    let clash = errors(vec![class("A", Some("onefold_reflect::Thing"), &[member("name", "i32")], &[])]);
    assert_eq!(clash, [("name_clash", "`script::A` has two items called `name`".into())]);
    let cycle =
        errors(vec![class("A", Some("script::B"), &[], &[]), class("B", Some("script::A"), &[], &[])]);
    assert!(cycle.iter().all(|(code, _)| *code == "type_cycle") && !cycle.is_empty(), "{cycle:?}");
    let inside = errors(vec![class("A", None, &[member("a", "script::A")], &[])]);
    assert_eq!(inside[0].0, "type_cycle");
    let alias = errors(vec![class("A", None, &[], &["Old"]), class("B", None, &[], &["Old"])]);
    assert_eq!(alias[0].0, "name_clash");
    let computed = MemberInfo {
        access: Access::Computed { get: Some("get_it"), set: None, index: None },
        ..member("it", "i32")
    };
    let unbound = errors(vec![class("A", None, &[computed], &[])]);
    assert_eq!(unbound[0].0, "description_invalid");
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(space = "clash", name = "Same")]
pub struct One(pub i32);

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(space = "clash", name = "Another")]
pub struct Two(pub i32);

#[test]
fn a_rust_type_and_a_class_of_one_name_are_refused() {
    let same = OwnedInfo::placed(|_| {
        let shape = Shape::Struct(StructInfo::new(&[]));
        TypeInfo::new(TypeName::new("clash", "Same"), shape, ValueOps::BY_MEMBERS)
    });
    let same = same.unwrap();
    let errors = RegistryBuilder::new().register::<One>().register::<Two>().with(same).resolve().unwrap_err();
    assert_eq!(codes(&errors), ["type_twice"]);
}

fn fingerprint(registry: &Registry) -> Vec<(u32, String, u64)> {
    registry.types().map(|e| (e.index().0, e.name().to_owned(), e.description_hash())).collect()
}

#[test]
fn any_order_of_registration_gives_the_same_registry() {
    type Add = fn(RegistryBuilder) -> RegistryBuilder;
    let mut adds: Vec<Add> = vec![
        |b| b.register::<Truck>(),
        |b| b.register::<Everything>(),
        |b| b.register::<Vehicle>(),
        |b| b.register::<Node>(),
        |b| b.with(class("A", Some("onefold_reflect::Truck"), &[member("x", "script::B")], &[])),
        |b| b.with(class("B", None, &[member("y", "i32")], &[])),
    ];
    let build = |adds: &[Add]| adds.iter().fold(RegistryBuilder::new(), |b, add| add(b)).resolve().unwrap();
    let want = fingerprint(&build(&adds));
    let mut random = Random::new(1);
    for _ in 0..20 {
        random.shuffle(&mut adds);
        assert_eq!(fingerprint(&build(&adds)), want);
    }
}

#[test]
fn revisions_keep_indices_and_refuse_dangling_types() {
    let first = RegistryBuilder::new()
        .register::<Thing>()
        .with(class("B", None, &[member("y", "i32")], &[]))
        .resolve()
        .unwrap();
    let a = class("A", Some("onefold_reflect::Thing"), &[member("x", "script::B")], &[]);
    let second = first.revised(vec![a], &[]).unwrap();
    assert_eq!((first.revision() + 1, first.find("A").is_err()), (second.revision(), true));
    for entry in first.types() {
        assert_eq!(second.entry(entry.index()).name(), entry.name());
    }
    let b = second.find("B").unwrap().key();
    assert_eq!(codes(&second.revised(Vec::new(), &[b]).unwrap_err()), ["type_missing"]);
    let a = second.find("A").unwrap().key();
    let third = second.revised(Vec::new(), &[a, b]).unwrap();
    assert!(third.find("A").is_err() && third.find("B").is_err() && third.find("Thing").is_ok());
    let changed = second.revised(vec![class("A", None, &[member("z", "i32")], &[])], &[]).unwrap();
    let (old, new) = (second.find("A").unwrap(), changed.find("A").unwrap());
    assert_ne!((old.index(), old.description_hash()), (new.index(), new.description_hash()));
}
