//! Single inheritance by an embedded base.

use onefold_reflect::{
    AnyHandle, Cx, Handle, OwnedValue, Reflect, RegistryBuilder, TypeFlags, TypedRef, reflect,
};

use crate::registry;

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object, icon = "cube", color = "#808080")]
pub struct Thing {
    pub name: String,
    pub id: u64,
}

#[reflect]
impl Thing {
    pub fn rename(&mut self, name: &str) {
        self.name = name.to_owned();
    }
    #[reflect(overridable)]
    pub fn describe(this: Handle<Self>, cx: &mut Cx) -> String {
        cx.get(this).map(|thing| format!("thing {}", thing.name)).unwrap_or_default()
    }
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(base = Thing, icon = "car")]
pub struct Vehicle {
    pub small: u8,
    #[reflect(base)]
    thing: Thing,
    pub speed: f64,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(base = crate::inherit::Vehicle)]
pub struct Truck {
    pub load: Vec<String>,
    #[reflect(base)]
    vehicle: Vehicle,
}

#[reflect]
impl Truck {
    #[reflect(overridable)]
    pub fn describe(this: Handle<Self>, cx: &mut Cx) -> String {
        let base = Thing::describe_base(this.any().typed(), cx);
        let load = cx.get(this).map_or(0, |truck| truck.load.len());
        format!("{base} with {load} things on it")
    }
}

/// A plain value as base: no object.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Plain {
    pub a: i32,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(base = Plain)]
pub struct Wider {
    #[reflect(base)]
    plain: Plain,
    pub b: i32,
}

#[test]
fn the_walk_is_base_first_and_finds_every_member() {
    let registry = registry::<Truck>();
    let entry = registry.entry_of::<Truck>().unwrap();
    let names: Vec<&str> = entry.members().iter().map(|member| member.name()).collect();
    assert_eq!(names, ["name", "id", "small", "speed", "load"]);
    let truck = Truck {
        load: vec!["stone".into()],
        vehicle: Vehicle { small: 3, thing: Thing { name: "T".into(), id: 7 }, speed: 2.5 },
    };
    let typed = TypedRef::of(&registry, &truck).unwrap();
    assert_eq!(typed.get("id").unwrap().downcast::<u64>(), Some(&7));
    assert_eq!(typed.get("small").unwrap().downcast::<u8>(), Some(&3));
    assert_eq!(typed.get("speed").unwrap().downcast::<f64>(), Some(&2.5));
}

#[test]
fn classes_convert_up_and_down() {
    let registry = registry::<Truck>();
    let (thing, vehicle) = (registry.index_of::<Thing>().unwrap(), registry.index_of::<Vehicle>().unwrap());
    let entry = registry.entry_of::<Truck>().unwrap();
    assert!(entry.is_a(thing) && entry.is_a(vehicle) && entry.is_a(entry.index()));
    assert!(!registry.entry(thing).is_a(entry.index()));
    assert_eq!(entry.base().unwrap().index, vehicle);
    let truck = Truck { vehicle: Vehicle { speed: 4.0, ..Vehicle::default() }, ..Truck::default() };
    let typed = TypedRef::of(&registry, &truck).unwrap();
    assert_eq!(typed.downcast::<Vehicle>(), Some(&truck.vehicle));
    assert_eq!(typed.upcast(thing).unwrap().downcast::<Thing>(), Some(&truck.vehicle.thing));
    assert!(typed.upcast(thing).unwrap().downcast::<Truck>().is_none());
}

#[test]
fn flags_icon_and_color_are_inherited() {
    let registry = registry::<Truck>();
    let truck = registry.entry_of::<Truck>().unwrap();
    assert!(truck.flags().has(TypeFlags::OBJECT));
    // Generated code asks the constant, before any registry is there.
    assert!(Truck::INFO.flags.has(TypeFlags::OBJECT) && !Wider::INFO.flags.has(TypeFlags::OBJECT));
    assert_eq!((truck.icon(&registry), truck.color(&registry)), (Some("car"), Some("#808080")));
}

#[test]
fn methods_of_the_base_work_on_derived_objects() {
    let mut cx = Cx::new(registry::<Truck>());
    let truck = cx.insert(Truck::default()).unwrap();
    cx.invoke(truck.any(), "rename", &["Big".into()]).unwrap();
    assert_eq!(cx.get(truck).unwrap().vehicle.thing.name, "Big");
    assert_eq!(cx.get::<Thing>(truck.any().typed()).unwrap().name, "Big");
}

#[test]
fn an_overridable_reaches_the_most_derived_body() {
    let mut cx = Cx::new(registry::<Truck>());
    let mut truck = Truck { load: vec!["stone".into()], ..Truck::default() };
    truck.vehicle.thing.name = "Big".into();
    let truck = cx.insert(truck).unwrap();
    let plain = cx.insert(Thing { name: "rock".into(), id: 1 }).unwrap();
    let thing: Handle<Thing> = truck.any().typed();
    assert_eq!(Thing::describe(thing, &mut cx).unwrap(), "thing Big with 1 things on it");
    assert_eq!(Thing::describe_base(thing, &mut cx), "thing Big");
    assert_eq!(Thing::describe(plain, &mut cx).unwrap(), "thing rock");
    assert_eq!(cx.invoke(truck.any(), "describe", &[]).unwrap(), "thing Big with 1 things on it".into());
    let wrong = Truck::describe(plain.any().typed(), &mut cx).unwrap_err();
    assert_eq!(wrong.0.code.0, "ref_type");
    let null = Thing::describe(AnyHandle::NULL.typed(), &mut cx).unwrap_err();
    assert_eq!(null.0.code.0, "entity_stale");
}

#[test]
fn a_class_with_a_base_of_plain_data_is_plain_data() {
    let registry = RegistryBuilder::new().register::<Wider>().resolve().unwrap();
    let mut value = OwnedValue::new(&registry, Wider { plain: Plain { a: 1 }, b: 2 }).unwrap();
    value.as_mut().get("a").unwrap().set(&5.into()).unwrap();
    assert_eq!(value.as_ref().downcast::<Wider>(), Some(&Wider { plain: Plain { a: 5 }, b: 2 }));
}
