//! From entities to text.

use onefold_format::{
    CookedWriter, JsonWriter, Node, ReadOptions, WriteOptions, parse_json_document, xml_text,
};
use onefold_reflect::{AnyHandle, Cx};

use super::KeptNodes;
use crate::handles::EntityHandles;
use crate::world::World;

/// The world as the text of a JSON scene file.
#[must_use]
pub fn save_scene(cx: &Cx) -> String {
    let mut text = scene_text(cx, false, true);
    text.push('\n');
    text
}

/// The world as the text of an XML scene file.
#[must_use]
pub fn save_xml(cx: &Cx) -> String {
    let text = scene_text(cx, false, false);
    let document = parse_json_document(text.as_bytes(), &ReadOptions::lenient());
    document.map(|document| xml_text(&document.root, "scene", true)).unwrap_or_default()
}

/// The world as a cooked scene file.
#[must_use]
pub fn save_cooked(cx: &Cx) -> Vec<u8> {
    let mut writer = CookedWriter::new(World::of(cx).version);
    super::cooked::write(cx, &mut writer);
    writer.finish()
}

/// An entity and what is below it, as the JSON text of a scene file.
#[must_use]
pub fn entity_text(cx: &Cx, handle: AnyHandle) -> Option<String> {
    World::of(cx).record(handle)?;
    let mut out = Writer::new(cx, false, false);
    out.entity(handle);
    Some(out.json.finish())
}

/// All entities, as the JSON text of a scene file's list.
#[must_use]
pub fn entities_text(cx: &Cx) -> String {
    let mut out = Writer::new(cx, false, false);
    out.list(out.world.roots(), &out.world.kept);
    out.json.finish()
}

pub(super) fn scene_text(cx: &Cx, all: bool, pretty: bool) -> String {
    let mut out = Writer::new(cx, all, pretty);
    let world = World::of(cx);
    out.json.begin_object();
    if world.version != 0 {
        out.json.key("version");
        out.json.int(world.version.into());
    }
    out.json.key("world");
    match &world.settings {
        Some(settings) => out.json.node(settings),
        None => out.json.node(&Node::new(onefold_format::NodeKind::Object(Vec::new()))),
    }
    out.json.key("entities");
    out.list(world.roots(), &world.kept);
    out.keys(&world.kept);
    out.json.end_object();
    out.json.finish()
}

struct Writer<'c> {
    cx: &'c Cx,
    world: &'c World,
    all: bool,
    json: JsonWriter,
}

impl<'c> Writer<'c> {
    fn new(cx: &'c Cx, all: bool, pretty: bool) -> Self {
        Self { cx, world: World::of(cx), all, json: JsonWriter::new(pretty) }
    }

    fn keys(&mut self, kept: &KeptNodes) {
        for entry in &kept.keys {
            self.json.key(&entry.name);
            self.json.node(&entry.value);
        }
    }

    fn list(&mut self, handles: &[AnyHandle], kept: &KeptNodes) {
        self.json.begin_list();
        let mut kept = kept.entities.iter().peekable();
        for (at, &handle) in handles.iter().enumerate() {
            while let Some((_, node)) = kept.next_if(|(before, _)| *before <= at) {
                self.json.item();
                self.json.node(node);
            }
            self.json.item();
            self.entity(handle);
        }
        for (_, node) in kept {
            self.json.item();
            self.json.node(node);
        }
        self.json.end_list();
    }

    fn text(&mut self, key: &str, text: &str) {
        self.json.key(key);
        self.json.text(text);
    }

    fn entity(&mut self, handle: AnyHandle) {
        let Some(record) = self.world.record(handle) else { return };
        self.json.begin_object();
        self.text("type", record.entry.bare_name());
        self.text("name", &record.name);
        self.text("id", &record.id.to_string());
        let registry = self.cx.registry();
        if let Some(object) = self.cx.objects().typed(registry, handle) {
            let handles = EntityHandles::new(self.world);
            let options = WriteOptions::new().kept(&record.kept).handles(&handles);
            self.json.key("members");
            match self.all {
                true => self.json.value(object, &options),
                false => self.json.members(object, self.cx.objects().mask(handle), &options),
            }
        }
        if !record.children.is_empty() || !record.kept_nodes.entities.is_empty() {
            self.json.key("children");
            self.list(&record.children, &record.kept_nodes);
        }
        self.keys(&record.kept_nodes);
        self.json.end_object();
    }
}
