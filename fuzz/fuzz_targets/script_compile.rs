//! Whole scripts compiled at every level, alone and against the classes of a host; nothing may panic, hang or make a
//! program that the verifier refuses.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use onefold_api::Api;
use onefold_diag::Source;
use onefold_reflect::{Reflect, Registry, RegistryBuilder, reflect};
use onefold_script::{BindReport, BuildOptions, bind_all, build_hosted, build_text};
use onefold_script_syntax::Level;

/// A class of the host.
#[derive(Clone, Debug, Default, Reflect)]
#[reflect(object)]
pub struct Lamp {
    /// A number.
    strength: f32,
    /// A list.
    tags: Vec<String>,
    /// A vector.
    place: glam::Vec3,
}

#[reflect(rename_all = "PascalCase")]
impl Lamp {
    /// A method.
    pub fn dim(&mut self, by: f32, #[reflect(default = 1)] times: i32) -> f32 {
        self.strength -= by * times as f32;
        self.strength
    }
}

static HOST: LazyLock<(Arc<Registry>, BindReport)> = LazyLock::new(|| {
    let registry = RegistryBuilder::linked().resolve().expect("the classes fit together");
    let bind = bind_all(&Api::new(registry.clone()));
    (registry, bind)
});

fuzz_target!(|text: &str| {
    for level in [Level::default(), Level::V235] {
        let options = BuildOptions { level, ..BuildOptions::default() };
        if let Err(messages) = build_text("fuzz.as", text, &options) {
            let internal = messages.iter().find(|one| one.code.0 == "script_internal");
            assert!(internal.is_none(), "{internal:?}");
        }
    }
    let (registry, bind) = &*HOST;
    if let Err(messages) = build_hosted(&[Source::new("fuzz.as", text)], "", &bind.symbols, registry) {
        let refused = messages.iter().find(|one| one.code.0 == "script_link");
        assert!(refused.is_none(), "{refused:?}");
    }
});
