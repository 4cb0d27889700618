//! The classes, through their description alone.

use onefold_reflect::{Cx, Value};
use onefold_world::World;

use crate::*;

#[test]
fn a_light_answers_to_the_articles_names() {
    let mut cx = Cx::new(registry().unwrap());
    World::install(&mut cx);
    let sun = World::spawn(&mut cx, "SELightEntity", "Sun", None).unwrap();
    let members = serde_json::json!({
        "m_LightType": "Spot", "m_Color": [1.0, 0.93, 0.8], "m_Intensity": 0.8,
        "m_AnglesDegrees": [-130.0, -50.0], "m_bCastsShadow": true
    });
    onefold_world::write_members(&mut cx, sun, &members).unwrap();
    let light = cx.get(sun.typed::<LightEntity>()).unwrap();
    assert_eq!((light.light_type, light.intensity, light.casts_shadow), (LightType::Spot, 0.8, true));
    cx.invoke(sun, "Toggle", &[]).unwrap();
    assert_eq!(cx.get(sun.typed::<LightEntity>()).unwrap().intensity, 0.0);
    cx.invoke(sun, "OnTouched", &[Value::Handle(sun)]).unwrap();
    assert!((cx.get(sun.typed::<LightEntity>()).unwrap().intensity - 0.8).abs() < 1e-6);
    // `strength` has a default.
    cx.invoke(sun, "Dim", &[Value::F32(2.0)]).unwrap();
    assert_eq!(cx.get(sun.typed::<LightEntity>()).unwrap().intensity, 1.0);
    cx.invoke_chain(sun, "OnFixedUpdate", &[Value::F32(2.5)]).unwrap();
    assert!((cx.get(sun.typed::<LightEntity>()).unwrap().intensity - 0.8).abs() < 1e-6);
}

#[test]
fn a_character_jumps_and_lands() {
    let mut cx = Cx::new(registry().unwrap());
    World::install(&mut cx);
    let player = World::spawn(&mut cx, "CharacterEntity", "Player", None).unwrap();
    cx.invoke(player, "SetMoveInput", &[Value::F32(0.0), Value::F32(6.0)]).unwrap();
    cx.invoke(player, "TriggerJump", &[]).unwrap();
    let mut highest: f32 = 0.0;
    for _ in 0..120 {
        cx.invoke_chain(player, "OnFixedUpdate", &[Value::F32(1.0 / 60.0)]).unwrap();
        let Value::List(at) = position(&cx, player) else { panic!("a position is a list") };
        highest = highest.max(at[1].as_f64().unwrap() as f32);
    }
    // v²/2g = 25 / 19.6 m, less what the fixed step cuts off.
    assert!((1.15..1.3).contains(&highest), "{highest}");
    assert!(cx.get(player.typed::<CharacterEntity>()).unwrap().grounded);
    let Value::List(at) = position(&cx, player) else { panic!("a position is a list") };
    assert!((at[2].as_f64().unwrap() - 12.0).abs() < 1e-3);
}

fn position(cx: &Cx, entity: onefold_reflect::AnyHandle) -> Value {
    let registry = cx.registry();
    cx.objects().typed(registry, entity).unwrap().get("position").unwrap().to_value()
}
