//! Characters that walk and jump.

use glam::Vec3;
use onefold_reflect::{Reflect, reflect};
use onefold_world::SceneEntity;

/// Standard gravity (ISO 80000-3).
const GRAVITY: f32 = 9.806_65;

/// A character that walks on the ground and jumps.
#[derive(Clone, Debug, PartialEq, Reflect)]
#[reflect(base = SceneEntity, was("SECharacterSceneEntity"), icon = "person")]
pub struct CharacterEntity {
    /// What every entity has.
    #[reflect(base)]
    entity: SceneEntity,
    /// Greatest walking speed.
    #[reflect(range(0.0..=100.0), unit = "m/s", group = "Movement", alias("m_MaxSpeed"))]
    pub max_speed: f32,
    /// Speed at which a jump leaves the ground.
    #[reflect(range(0.0..=50.0), unit = "m/s", group = "Movement", alias("m_JumpSpeed"))]
    pub jump_speed: f32,
    /// Present velocity.
    #[reflect(unit = "m/s", inspector_read_only, group = "Movement")]
    pub velocity: Vec3,
    /// Whether it stands on the ground.
    #[reflect(inspector_read_only, group = "Movement")]
    pub grounded: bool,
    /// Where it was told to go, in the plane.
    #[reflect(hidden)]
    move_input: glam::Vec2,
    /// Whether it was told to jump.
    #[reflect(hidden)]
    jump_wanted: bool,
}

impl Default for CharacterEntity {
    fn default() -> Self {
        Self {
            entity: SceneEntity::default(),
            max_speed: 30.0,
            jump_speed: 5.0,
            velocity: Vec3::ZERO,
            grounded: true,
            move_input: glam::Vec2::ZERO,
            jump_wanted: false,
        }
    }
}

#[reflect(rename_all = "PascalCase")]
impl CharacterEntity {
    /// Tells the character where to go: velocity along x and z, kept until told otherwise.
    pub fn set_move_input(&mut self, #[reflect(unit = "m/s")] x: f32, #[reflect(unit = "m/s")] z: f32) {
        self.move_input = glam::Vec2::new(x, z);
    }

    /// Makes the character jump at the next step if it stands on the ground.
    pub fn trigger_jump(&mut self) {
        self.jump_wanted = true;
    }

    /// Moves the character: gravity, ground at height zero, speed limit.
    pub fn on_fixed_update(&mut self, seconds: f32) {
        if !self.entity.enabled {
            return;
        }
        let walk = self.move_input.clamp_length_max(self.max_speed);
        self.velocity.x = walk.x;
        self.velocity.z = walk.y;
        if std::mem::take(&mut self.jump_wanted) && self.grounded {
            self.velocity.y = self.jump_speed;
            self.grounded = false;
        }
        if !self.grounded {
            self.velocity.y -= GRAVITY * seconds;
        }
        self.entity.position += self.velocity * seconds;
        if self.entity.position.y <= 0.0 && self.velocity.y <= 0.0 {
            self.entity.position.y = 0.0;
            self.velocity.y = 0.0;
            self.grounded = true;
        }
    }
}
