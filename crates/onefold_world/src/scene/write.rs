//! From entities to text.

use onefold_format::{CookedWriter, DocumentWriter, Node, WriteOptions};
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
    scene(Writer::new(cx, false, DocumentWriter::xml("scene", true)))
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
    let mut out = Writer::new(cx, false, DocumentWriter::json(false));
    out.entity(handle);
    Some(out.document.finish())
}

/// All entities, as the JSON text of a scene file's list.
#[must_use]
pub fn entities_text(cx: &Cx) -> String {
    let mut out = Writer::new(cx, false, DocumentWriter::json(false));
    out.list(out.world.roots(), &out.world.kept);
    out.document.finish()
}

pub(super) fn scene_text(cx: &Cx, all: bool, pretty: bool) -> String {
    scene(Writer::new(cx, all, DocumentWriter::json(pretty)))
}

fn scene(mut out: Writer<'_>) -> String {
    let world = out.world;
    out.document.begin_object();
    if world.version != 0 {
        out.document.key("version");
        out.document.int(world.version.into());
    }
    out.document.key("world");
    match &world.settings {
        Some(settings) => out.document.node(settings),
        None => out.document.node(&Node::new(onefold_format::NodeKind::Object(Vec::new()))),
    }
    out.document.key("entities");
    out.list(world.roots(), &world.kept);
    out.keys(&world.kept);
    out.document.end_object();
    out.document.finish()
}

struct Writer<'c> {
    cx: &'c Cx,
    world: &'c World,
    all: bool,
    document: DocumentWriter,
}

impl<'c> Writer<'c> {
    fn new(cx: &'c Cx, all: bool, document: DocumentWriter) -> Self {
        Self { cx, world: World::of(cx), all, document }
    }

    fn keys(&mut self, kept: &KeptNodes) {
        for entry in &kept.keys {
            self.document.key(&entry.name);
            self.document.node(&entry.value);
        }
    }

    fn list(&mut self, handles: &[AnyHandle], kept: &KeptNodes) {
        self.document.begin_list();
        let mut kept = kept.entities.iter().peekable();
        for (at, &handle) in handles.iter().enumerate() {
            while let Some((_, node)) = kept.next_if(|(before, _)| *before <= at) {
                self.document.item();
                self.document.node(node);
            }
            self.document.item();
            self.entity(handle);
        }
        for (_, node) in kept {
            self.document.item();
            self.document.node(node);
        }
        self.document.end_list();
    }

    fn text(&mut self, key: &str, text: &str) {
        self.document.key(key);
        self.document.text(text);
    }

    fn entity(&mut self, handle: AnyHandle) {
        let Some(record) = self.world.record(handle) else { return };
        self.document.begin_object();
        self.text("type", record.entry.bare_name());
        self.text("name", &record.name);
        self.text("id", &record.id.to_string());
        let registry = self.cx.registry();
        if let Some(object) = self.cx.objects().typed(registry, handle) {
            let handles = EntityHandles::new(self.world);
            let options = WriteOptions::new().kept(&record.kept).handles(&handles);
            self.document.key("members");
            match self.all {
                true => self.document.value(object, &options),
                false => self.document.members(object, self.cx.objects().mask(handle), &options),
            }
        }
        if !record.children.is_empty() || !record.kept_nodes.entities.is_empty() {
            self.document.key("children");
            self.list(&record.children, &record.kept_nodes);
        }
        self.keys(&record.kept_nodes);
        self.document.end_object();
    }
}
