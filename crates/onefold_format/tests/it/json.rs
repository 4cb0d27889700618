//! JSON: shapes, partial edits, aliases, text values, and everything wrong at once.

use onefold_format::{ReadOptions, WriteOptions, read_json, write_json};
use onefold_reflect::{TypedMut, TypedRef};

use crate::registry;
use crate::types::{LightEntity, LightType};

#[test]
fn the_members_of_a_setech_light_load_verbatim() {
    let registry = registry::<LightEntity>();
    let mut light = LightEntity::default();
    let text = r#"{
"m_LightType": "Directional",
"m_Color": "{ 1.000000 , 0.930000 , 0.800000 }",
"m_Intensity": "0.800000",
"m_AnglesDegrees": "{ -130.000000 , -50.000000 }",
"m_bCastsShadow": "True"
}"#;
    let report = read_json(TypedMut::of(&registry, &mut light).unwrap(), text, &ReadOptions::strict());
    assert!(report.diagnostics.is_empty(), "{}", report.diagnostics);
    let want = LightEntity {
        light_type: LightType::Directional,
        color: glam::Vec3::new(1.0, 0.93, 0.8),
        intensity: 0.8,
        angles_degrees: glam::Vec2::new(-130.0, -50.0),
        casts_shadow: true,
        ..LightEntity::default()
    };
    assert_eq!(light, want);
    assert_eq!(report.set.iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let typed = TypedRef::of(&registry, &light).unwrap();
    expect_test::expect![[r#"
        {
          "title": "",
          "light_type": "Directional",
          "color": [1.0, 0.93, 0.8],
          "intensity": 0.8,
          "angles_degrees": [-130.0, -50.0],
          "casts_shadow": true
        }"#]]
    .assert_eq(&write_json(typed, &WriteOptions::new().pretty()));
}
