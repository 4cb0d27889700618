//! The example of the design, as it stands there.

use glam::{Vec2, Vec3};
use onefold_reflect::{Cx, Handle, Reflect, RegistryBuilder, TypeFlags, Value, reflect};

/// Anything that stands in a scene.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object, icon = "cube")]
pub struct SceneEntity {
    /// What people call it.
    pub name: String,
}

/// How a light shines.
#[derive(Reflect, Default, Clone, Copy, Debug, PartialEq)]
pub enum LightType {
    /// As the sun.
    #[default]
    Directional,
    Point,
    Spot,
}

/// A light: directional, point or spot.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(base = SceneEntity, was("SELightEntity"), icon = "bulb", color = "#ffd27f")]
pub struct LightEntity {
    #[reflect(base)]
    entity: SceneEntity,
    /// Type of light.
    #[reflect(alias("m_LightType"))]
    pub light_type: LightType,
    /// Light color.
    #[reflect(color, group = "Emission", alias("m_Color"))]
    pub color: Vec3,
    /// Light intensity multiplier.
    #[reflect(range(0.0..=100.0), group = "Emission", alias("m_Intensity"))]
    pub intensity: f32,
    /// Falloff radius for point and spot lights.
    #[reflect(range(0.0..), unit = "m", alias("m_Radius"), show_if = "light_type != Directional")]
    pub radius: f32,
    /// Pitch and yaw.
    #[reflect(unit = "deg", alias("m_AnglesDegrees"))]
    pub angles_degrees: Vec2,
    /// Spot light casts a shadow when true.
    #[reflect(alias("m_bCastsShadow"))]
    pub casts_shadow: bool,
}

#[reflect(rename_all = "PascalCase")]
impl LightEntity {
    /// Switches the light on or off.
    #[reflect(button = "Toggle")]
    pub fn toggle(&mut self) {
        self.intensity = if self.intensity > 0.0 { 0.0 } else { 1.0 };
    }
    /// Sets the strength for `seconds`.
    pub fn dim(&mut self, seconds: f32, #[reflect(default = 1.0)] strength: f32) {
        self.intensity = seconds * strength;
    }
    /// Called when something touches the light; a script class may override it.
    #[reflect(overridable)]
    pub fn on_touched(this: Handle<Self>, cx: &mut Cx, by: Handle<SceneEntity>) {
        let name = cx.get(by).map(|by| by.name.clone()).unwrap_or_default();
        if let Ok(light) = cx.get_mut(this) {
            light.entity.name = format!("touched by {name}");
        }
    }
}

#[test]
fn the_example_describes_itself() {
    let registry = RegistryBuilder::new().register::<LightEntity>().resolve().unwrap();
    let entry = registry.find("SELightEntity").unwrap();
    assert_eq!(entry.name(), "onefold_reflect::LightEntity");
    assert!(entry.flags().has(TypeFlags::OBJECT));
    let names: Vec<&str> = entry.members().iter().map(|member| member.name()).collect();
    let want = ["name", "light_type", "color", "intensity", "radius", "angles_degrees", "casts_shadow"];
    assert_eq!(names, want);
    assert_eq!(entry.info().doc, "A light: directional, point or spot.");
    assert_eq!(entry.icon(&registry), Some("bulb"));
    let methods: Vec<&str> = entry.method_names().collect();
    assert_eq!(methods, ["Toggle", "Dim", "OnTouched"]);
}

#[test]
fn the_example_can_be_called() {
    let registry = RegistryBuilder::new().register::<LightEntity>().resolve().unwrap();
    let mut cx = Cx::new(registry);
    let light = cx.insert(LightEntity::default()).unwrap();
    cx.invoke(light.any(), "Toggle", &[]).unwrap();
    assert_eq!(cx.get(light).unwrap().intensity, 1.0);
    cx.invoke(light.any(), "Dim", &[3.into()]).unwrap();
    assert_eq!(cx.get(light).unwrap().intensity, 3.0);
    cx.invoke(light.any(), "Dim", &[3.into(), 0.5.into()]).unwrap();
    assert_eq!(cx.get(light).unwrap().intensity, 1.5);
    let by = cx.insert(SceneEntity { name: "Ann".into() }).unwrap();
    cx.invoke(light.any(), "OnTouched", &[Value::Handle(by.any())]).unwrap();
    assert_eq!(cx.get(light).unwrap().entity.name, "touched by Ann");
    LightEntity::on_touched(light, &mut cx, Handle::NULL).unwrap();
    assert_eq!(cx.get(light).unwrap().entity.name, "touched by ");
}
