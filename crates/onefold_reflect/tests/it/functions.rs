//! Free functions, linked without a list.

use glam::Vec3;
use onefold_reflect::{Cx, Handle, Receiver, Registry, reflect};

use crate::inherit::Thing;

/// Straight-line distance.
#[reflect(alias("dist"))]
pub fn distance_between(a: Vec3, #[reflect(default = [0.0, 0.0, 0.0])] b: Vec3) -> f32 {
    a.distance(b)
}

#[reflect(overload_of = "distance_between")]
fn distance_of_numbers(a: f64, b: f64) -> f64 {
    (a - b).abs()
}

/// Counts the things of an island.
#[reflect(name = "CountThings")]
pub fn count_things(cx: &mut Cx, except: Handle<Thing>) -> Result<u32, String> {
    let objects = cx.objects().iter().filter(|(handle, _)| *handle != except.any());
    let count = objects.count() as u32;
    if count == 0 { Err("there are none".into()) } else { Ok(count) }
}

#[test]
fn functions_are_linked_and_called() {
    let mut cx = Cx::new(Registry::linked().unwrap());
    assert_eq!(cx.invoke_static("distance_between", &[3.0.into(), 5.0.into()]), Ok(2.0.into()));
    let place = || onefold_reflect::Value::List(vec![0.into(), 3.into(), 4.into()]);
    assert_eq!(cx.invoke_static("distance_between", &[place()]), Ok(5f32.into()));
    assert_eq!(cx.invoke_static("dist", &[place(), place()]), Ok(0f32.into()));
    let thing = cx.insert(Thing::default()).unwrap();
    let error = cx.invoke_static("CountThings", &[thing.any().into()]).unwrap_err();
    assert_eq!(error.iter().next().unwrap().message, "there are none");
    cx.insert(Thing::default()).unwrap();
    assert_eq!(cx.invoke_static("CountThings", &[thing.any().into()]), Ok(1.into()));
    let registry = cx.registry().clone();
    let function = registry.functions_named("CountThings").next().unwrap();
    assert_eq!(
        (function.receiver(), function.info().doc),
        (Receiver::WorldStatic, "Counts the things of an island.")
    );
    assert_eq!(distance_of_numbers(1.0, 2.0), 1.0);
}

#[test]
fn every_linked_type_is_found_by_name() {
    let registry = Registry::linked().unwrap();
    for name in ["onefold_reflect::LightEntity", "Everything", "Effect", "Truck", "Counter", "Holder"] {
        assert!(registry.find(name).is_ok(), "{name}");
    }
}
