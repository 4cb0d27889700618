//! Everything the derive writes, in a module that forbids what it uses inside.
#![forbid(unsafe_code)]
#![deny(missing_docs, unused, clippy::all, clippy::pedantic)]
#![allow(clippy::must_use_candidate, clippy::needless_pass_by_value, reason = "of no interest here")]

use onefold_reflect::{Cx, Handle, Reflect, reflect};

/// A class.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object, factory = Guarded::fresh)]
pub struct Guarded {
    /// A field.
    pub level: Level,
}

/// An enum with data.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub enum Level {
    /// Nothing.
    #[default]
    None,
    /// Something.
    Some(u8),
}

#[reflect]
impl Guarded {
    #[reflect(skip)]
    fn fresh() -> Self {
        Self { level: Level::Some(3) }
    }

    /// Reads.
    #[reflect(get)]
    pub fn number(&self) -> u8 {
        if let Level::Some(number) = self.level { number } else { 0 }
    }

    /// Dispatches.
    #[must_use]
    #[reflect(overridable)]
    pub fn ask(this: Handle<Self>, cx: &mut Cx, mut word: &str, many: &[u8], more: &mut u8) -> u8 {
        *more += 1;
        word = word.trim();
        let len = u8::try_from(word.len() + many.len()).unwrap_or(u8::MAX);
        cx.get(this).map_or(0, Guarded::number) + len
    }
}

/// A function.
#[reflect]
pub fn guarded_function(value: u8) -> u8 {
    value
}

#[test]
fn a_factory_stands_in_for_the_default_and_overridables_write_back() {
    let mut cx = crate::island::<Guarded>();
    let object = cx.create("Guarded").unwrap();
    let mut more = 7;
    assert_eq!(Guarded::ask(object.typed(), &mut cx, " ab ", &[1, 2], &mut more), Ok(7));
    assert_eq!(more, 8);
    assert_eq!(cx.invoke_static("guarded_function", &[1.into()]).map_err(|e| e.len()), Err(1));
}
