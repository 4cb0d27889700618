//! The root class of everything that stands in a scene.

use glam::{Quat, Vec3};
use onefold_reflect::{AssetPath, Reflect};

/// Anything that stands in a scene: a place, a name, tags, and a script.
#[derive(Clone, Debug, PartialEq, Reflect)]
#[reflect(object, was("SESceneEntity"), icon = "cube")]
pub struct SceneEntity {
    /// Name of the entity; the scene file's own `name` is where it is set.
    #[reflect(read_only, label = "Name")]
    pub name: String,
    /// Position relative to the parent.
    #[reflect(unit = "m", group = "Transform")]
    pub position: Vec3,
    /// Rotation relative to the parent.
    #[reflect(group = "Transform")]
    pub rotation: Quat,
    /// Scale relative to the parent.
    #[reflect(group = "Transform")]
    pub scale: Vec3,
    /// Whether the entity takes part in the world.
    pub enabled: bool,
    /// Words to find the entity by.
    pub tags: Vec<String>,
    /// Script file with the class of the behaviour.
    #[reflect(group = "Script", asset("as"), alias("m_strScriptFile"))]
    pub script_file: AssetPath,
    /// Class of the behaviour; the only class of the script when empty.
    #[reflect(group = "Script", alias("m_strScriptClass"))]
    pub script_class: String,
    /// Script text of the behaviour, instead of a file.
    #[reflect(group = "Script", code, alias("m_strScriptSource"))]
    pub script_source: String,
    /// Whether the behaviour runs.
    #[reflect(group = "Script", alias("m_bScriptEnabled"))]
    pub script_enabled: bool,
}

impl Default for SceneEntity {
    fn default() -> Self {
        Self {
            name: String::new(),
            position: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            scale: Vec3::ONE,
            enabled: true,
            tags: Vec::new(),
            script_file: AssetPath::default(),
            script_class: String::new(),
            script_source: String::new(),
            script_enabled: true,
        }
    }
}
