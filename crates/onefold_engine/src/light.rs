//! Lights.

use glam::{Vec2, Vec3};
use onefold_reflect::{CallError, Cx, Handle, Reflect, reflect};
use onefold_world::SceneEntity;

/// What shape a light's rays have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum LightType {
    /// Parallel rays, as from the sun.
    #[default]
    Directional,
    /// From a point in all directions.
    Point,
    /// From a point in a cone.
    Spot,
}

/// A light: directional, point or spot.
#[derive(Clone, Debug, PartialEq, Reflect)]
#[reflect(base = SceneEntity, was("SELightEntity"), icon = "bulb", color = "#ffd27f")]
pub struct LightEntity {
    /// What every entity has.
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
    /// Intensity while switched off, to come back to.
    #[reflect(hidden)]
    intensity_when_on: f32,
    /// Strength and remaining seconds of a running change.
    #[reflect(hidden)]
    dimming: Option<(f32, f32)>,
}

impl Default for LightEntity {
    fn default() -> Self {
        Self {
            entity: SceneEntity::default(),
            light_type: LightType::default(),
            color: Vec3::ONE,
            intensity: 1.0,
            radius: 10.0,
            angles_degrees: Vec2::ZERO,
            casts_shadow: false,
            intensity_when_on: 1.0,
            dimming: None,
        }
    }
}

#[reflect(rename_all = "PascalCase")]
impl LightEntity {
    /// Switches the light on or off.
    #[reflect(button = "Toggle")]
    pub fn toggle(&mut self) {
        if self.intensity > 0.0 {
            self.intensity_when_on = self.intensity;
            self.intensity = 0.0;
        } else {
            self.intensity = self.intensity_when_on;
        }
    }

    /// Sets the strength for `seconds`.
    pub fn dim(&mut self, seconds: f32, #[reflect(default = 1.0)] strength: f32) {
        if self.dimming.is_none() {
            self.intensity_when_on = self.intensity;
        }
        self.intensity = strength;
        self.dimming = Some((strength, seconds));
    }

    /// Called when something touches the light; a script class may override it.
    #[reflect(overridable)]
    pub fn on_touched(this: Handle<Self>, cx: &mut Cx, by: Handle<SceneEntity>) -> Result<(), CallError> {
        cx.get(by)?;
        cx.get_mut(this)?.toggle();
        Ok(())
    }

    /// Ends a running change of strength.
    pub fn on_fixed_update(&mut self, seconds: f32) {
        if let Some((strength, left)) = self.dimming {
            let left = left - seconds;
            self.dimming = (left > 0.0).then_some((strength, left));
            if left <= 0.0 {
                self.intensity = self.intensity_when_on;
            }
        }
    }
}
