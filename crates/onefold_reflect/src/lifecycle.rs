//! Lifecycle functions: found once per type, by name.

/// Functions the world calls on objects that have them, base before derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lifecycle {
    /// `on_init()`: after everything has loaded.
    Init,
    /// `on_update(seconds)`: every frame.
    Update,
    /// `on_fixed_update(seconds)`: every fixed step.
    FixedUpdate,
    /// `on_late_update(seconds)`: after all updates.
    LateUpdate,
    /// `on_destroy()`: before the object goes.
    Destroy,
    /// `on_changed(member)`: once per edit.
    Changed,
}

impl Lifecycle {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Init, Self::Update, Self::FixedUpdate, Self::LateUpdate, Self::Destroy, Self::Changed];

    /// The name in Rust.
    #[must_use]
    pub const fn rust_name(self) -> &'static str {
        match self {
            Self::Init => "on_init",
            Self::Update => "on_update",
            Self::FixedUpdate => "on_fixed_update",
            Self::LateUpdate => "on_late_update",
            Self::Destroy => "on_destroy",
            Self::Changed => "on_changed",
        }
    }

    /// The canonical name, as scripts know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Init => "OnInit",
            Self::Update => "OnUpdate",
            Self::FixedUpdate => "OnFixedUpdate",
            Self::LateUpdate => "OnLateUpdate",
            Self::Destroy => "OnDestroy",
            Self::Changed => "OnChanged",
        }
    }

    /// The function of a method's canonical or Rust name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name || one.rust_name() == name)
    }
}

/// Which lifecycle functions a type has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LifecycleMask(u8);

impl LifecycleMask {
    /// Adds one.
    pub fn add(&mut self, one: Lifecycle) {
        self.0 |= 1 << one as u8;
    }

    /// True when the type has it.
    #[must_use]
    pub const fn has(self, one: Lifecycle) -> bool {
        self.0 >> one as u8 & 1 == 1
    }

    /// True when the type has none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
