//! Members computed by methods.

use onefold_reflect::{MethodFlags, Place, Reflect, Value, reflect};

use crate::{island, registry};

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object)]
pub struct Sound {
    pub loudness: f32,
    pub bands: Vec<f32>,
}

#[reflect(rename_all = "PascalCase")]
impl Sound {
    /// In percent.
    #[reflect(get, range(0.0..=100.0), unit = "%", alias("m_Volume"))]
    pub fn volume(&self) -> f32 {
        self.loudness * 100.0
    }

    #[reflect(set)]
    pub fn set_volume(&mut self, percent: f32) {
        self.loudness = percent / 100.0;
    }

    #[reflect(get = "band")]
    pub fn band_at(&self, index: u32) -> f32 {
        self.bands.get(index as usize).copied().unwrap_or_default()
    }

    #[reflect(set = "band")]
    pub fn put_band(&mut self, index: u32, value: f32) {
        let index = index as usize;
        if self.bands.len() <= index {
            self.bands.resize(index + 1, 0.0);
        }
        self.bands[index] = value;
    }

    #[reflect(get)]
    pub fn get_name(&self) -> &str {
        "beep"
    }
}

#[test]
fn computed_members_follow_the_fields_in_the_walk() {
    let registry = registry::<Sound>();
    let entry = registry.entry_of::<Sound>().unwrap();
    let names: Vec<&str> = entry.members().iter().map(|member| member.name()).collect();
    assert_eq!(names, ["loudness", "bands", "volume", "band", "name"]);
    let volume = entry.member("m_Volume").unwrap();
    assert_eq!((volume.name(), volume.info().doc, volume.attrs().unit), ("volume", "In percent.", Some("%")));
    assert_eq!(volume.attrs().range.unwrap().max, 100.0);
    assert_eq!(registry.entry(entry.member("name").unwrap().ty()).name(), "String");
    let Place::Computed { get: Some(get), set: Some(set), index: None } = volume.place() else { panic!() };
    let names = [get, set].map(|at| entry.methods()[*at as usize].name());
    assert_eq!(names, ["get_volume", "set_volume"]);
    assert!(entry.methods()[*get as usize].info().flags.has(MethodFlags::ACCESSOR));
    let Place::Computed { index: Some(index), .. } = entry.member("band").unwrap().place() else { panic!() };
    assert_eq!(registry.entry(*index).name(), "u32");
    let Place::Computed { set: None, .. } = entry.member("name").unwrap().place() else { panic!() };
}

#[test]
fn accessors_are_called_as_any_method() {
    let mut cx = island::<Sound>();
    let sound = cx.insert(Sound::default()).unwrap();
    cx.invoke(sound.any(), "set_volume", &[50.into()]).unwrap();
    assert_eq!(cx.get(sound).unwrap().loudness, 0.5);
    assert_eq!(cx.invoke(sound.any(), "get_volume", &[]), Ok(50f32.into()));
    cx.invoke(sound.any(), "set_band", &[2.into(), 0.5.into()]).unwrap();
    assert_eq!(cx.invoke(sound.any(), "get_band", &[2.into()]), Ok(0.5f32.into()));
    assert_eq!(cx.invoke(sound.any(), "get_name", &[]), Ok(Value::Text("beep".into())));
}
