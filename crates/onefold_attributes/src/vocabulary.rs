//! The attributes there are: one table, from which checks, messages and documentation read.

use crate::target::{Kinds, Places};

/// One attribute of the vocabulary.
#[derive(Debug)]
pub struct AttributeSpec {
    /// Its name.
    pub name: &'static str,
    /// Other spellings that are accepted.
    pub aliases: &'static [&'static str],
    /// Its arguments; empty for a flag.
    pub args: &'static [ArgSpec],
    /// Where it may stand.
    pub places: Places,
    /// Kinds of value it fits; everything where it does not speak of a value.
    pub kinds: Kinds,
    /// It may stand several times on one item.
    pub repeats: bool,
    /// What it does, one sentence.
    pub doc: &'static str,
    /// How it is written.
    pub example: &'static str,
    pub(crate) id: Id,
}

/// One argument of an attribute.
#[derive(Debug)]
pub struct ArgSpec {
    /// Its key; an argument without a key is taken by position.
    pub key: &'static str,
    /// What it looks like.
    pub form: ArgForm,
    /// How often, and whether the key must be written.
    pub count: ArgCount,
}

/// What an argument looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgForm {
    /// Quoted text, or a bare word.
    Text,
    /// The name of a type or function.
    Path,
    /// An integer.
    Int,
    /// A number.
    Number,
    /// `low..=high` or `low..`; as the first argument also `low, high`.
    Range,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A condition over sibling members.
    Condition,
    /// A number, text, bool, name, or list of those.
    Literal,
    /// A label, as text with or without `= number`, or as key of a number.
    Entry,
    /// Any key with a text, number or bool.
    Pair,
}

/// How often an argument is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgCount {
    /// Once.
    One,
    /// Once or not at all.
    Maybe,
    /// Once or not at all, always with its key.
    Keyed,
    /// At least once.
    Some,
    /// Any number of times.
    Any,
}

/// Which attribute a row is: what the checker dispatches on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    Name,
    Space,
    RenameAll,
    Label,
    Alias,
    Hidden,
    Skip,
    Meta,
    Since,
    Until,
    Deprecated,
    VariantOf,
    Feature,
    Crate,
    BaseType,
    Object,
    Abstract,
    FactoryPath,
    Global,
    Icon,
    TypeColor,
    Base,
    Group,
    Subgroup,
    Order,
    Range,
    Unit,
    Color,
    Multiline,
    Code,
    Asset,
    Options,
    ReadOnly,
    InspectorReadOnly,
    Transient,
    ShowIf,
    EnableIf,
    Default,
    Button,
    Overridable,
    OverloadOf,
    Get,
    Set,
    Index,
    Reflect,
}

const fn arg(key: &'static str, form: ArgForm, count: ArgCount) -> ArgSpec {
    ArgSpec { key, form, count }
}

const fn row(
    id: Id,
    name: &'static str,
    args: &'static [ArgSpec],
    places: Places,
    doc: &'static str,
    example: &'static str,
) -> AttributeSpec {
    AttributeSpec { name, aliases: &[], args, places, kinds: Kinds::ANY, repeats: false, doc, example, id }
}

impl AttributeSpec {
    const fn kinds(self, kinds: Kinds) -> Self {
        Self { kinds, ..self }
    }

    const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    const fn repeats(self) -> Self {
        Self { repeats: true, ..self }
    }
}

const CASES: &[&str] = &[
    "snake_case",
    "camelCase",
    "PascalCase",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "lowercase",
    "UPPERCASE",
];
const TEXT: &[ArgSpec] = &[arg("text", ArgForm::Text, ArgCount::One)];
const MAYBE_TEXT: &[ArgSpec] = &[arg("text", ArgForm::Text, ArgCount::Maybe)];
const PATH: &[ArgSpec] = &[arg("path", ArgForm::Path, ArgCount::One)];
const CONDITION: &[ArgSpec] = &[arg("condition", ArgForm::Condition, ArgCount::One)];
const LIST: &[ArgSpec] = &[arg("entry", ArgForm::Entry, ArgCount::Some)];

/// All attributes, in the order of the documentation.
pub const VOCABULARY: &[AttributeSpec] = &[
    row(
        Id::Name,
        "name",
        TEXT,
        Places::NAMED.or(Places::PARAM),
        "The canonical name in files, scripts, commands and plugins, in place of the identifier.",
        r#"name = "Dim""#,
    ),
    row(
        Id::Space,
        "space",
        TEXT,
        Places::TYPES.or(Places::IMPL).or(Places::FUNCTION),
        "The namespace of the full name, in place of the crate's name.",
        r#"space = "engine""#,
    )
    .aliases(&["namespace"]),
    row(
        Id::RenameAll,
        "rename_all",
        &[arg("case", ArgForm::Words(CASES), ArgCount::One)],
        Places::TYPES.or(Places::IMPL).or(Places::VARIANT),
        "The case that the canonical names of all members, variants, methods or fields get.",
        r#"rename_all = "PascalCase""#,
    ),
    row(
        Id::Label,
        "label",
        TEXT,
        Places::NAMED.or(Places::PARAM),
        "The name for eyes only; without it the words of the identifier.",
        r#"label = "Casts shadow""#,
    )
    .aliases(&["Name", "display_name"]),
    row(
        Id::Alias,
        "alias",
        &[arg("name", ArgForm::Text, ArgCount::Some)],
        Places::NAMED,
        "Other or former names, accepted wherever the name is read and never written.",
        r#"alias("m_Intensity")"#,
    )
    .aliases(&["was"])
    .repeats(),
    row(
        Id::Hidden,
        "hidden",
        &[],
        Places::TYPES.or(Places::MEMBERS).or(Places::CALLS),
        "Not listed for people; still saved, loaded and reached by name.",
        "hidden",
    ),
    row(Id::Skip, "skip", &[], Places::MEMBER.or(Places::CALLS), "Not described at all.", "skip"),
    row(
        Id::Meta,
        "meta",
        &[arg("key", ArgForm::Pair, ArgCount::Some)],
        Places::TYPES.or(Places::VALUES).or(Places::CALLS),
        "Further data for tools of your own, as key and text.",
        r#"meta(gizmo = "cone")"#,
    )
    .repeats(),
    row(
        Id::Since,
        "since",
        TEXT,
        Places::NAMED,
        "The first API version that has the item.",
        r#"since = "3.5.0""#,
    ),
    row(
        Id::Until,
        "until",
        TEXT,
        Places::NAMED,
        "The last API version that has the item.",
        r#"until = "3.6.0""#,
    ),
    row(
        Id::Deprecated,
        "deprecated",
        &[arg("note", ArgForm::Text, ArgCount::Maybe), arg("replacement", ArgForm::Text, ArgCount::Keyed)],
        Places::NAMED,
        "Why not to use the item any more, and what to use instead.",
        r#"deprecated(note = "too slow", replacement = "Dim")"#,
    ),
    row(
        Id::VariantOf,
        "variant_of",
        TEXT,
        Places::NAMED,
        "The item this one stands for in other API versions; needs `since`, `until` or `feature`.",
        r#"variant_of = "Align", since = "3.5.0""#,
    ),
    row(
        Id::Feature,
        "feature",
        TEXT,
        Places::NAMED,
        "A switch that must be on for the item to be there, or off with `!` before it.",
        r#"feature = "STRICT""#,
    ),
    row(
        Id::BaseType,
        "base",
        PATH,
        Places::TYPE,
        "The base class; the member that holds it is marked `base` too.",
        "base = SceneEntity",
    ),
    row(
        Id::Object,
        "object",
        &[],
        Places::TYPE,
        "Lives in a world and is passed as a handle only; a type with a base is one anyway.",
        "object",
    ),
    row(Id::Abstract, "abstract", &[], Places::TYPE, "Cannot be created, only derived from.", "abstract"),
    row(
        Id::FactoryPath,
        "factory",
        PATH,
        Places::TYPE,
        "The function that makes a fresh value, in place of `Default`.",
        "factory = Self::fresh",
    ),
    row(
        Id::Global,
        "global",
        TEXT,
        Places::TYPE,
        "The name of the one object of this type that the host makes.",
        r#"global("gInput")"#,
    ),
    row(
        Id::Icon,
        "icon",
        TEXT,
        Places::TYPES,
        "The icon in lists, inherited by derived types.",
        r#"icon = "bulb""#,
    ),
    row(
        Id::TypeColor,
        "color",
        TEXT,
        Places::TYPES,
        "The color in lists, inherited by derived types: a name or `#rrggbb`.",
        r##"color = "#ffd27f""##,
    ),
    row(
        Id::Crate,
        "crate",
        PATH,
        Places::TYPES.or(Places::IMPL).or(Places::FUNCTION),
        "Where generated code finds the reflection crate.",
        "crate = engine::reflect",
    ),
    row(Id::Base, "base", &[], Places::MEMBER, "This member is the embedded base class.", "base"),
    row(Id::Group, "group", TEXT, Places::MEMBERS, "The header it stands under.", r#"group = "Emission""#)
        .aliases(&["Category"]),
    row(
        Id::Subgroup,
        "subgroup",
        TEXT,
        Places::MEMBERS,
        "The header inside the group; needs `group`.",
        r#"group = "Emission", subgroup = "Color""#,
    ),
    row(
        Id::Order,
        "order",
        &[arg("place", ArgForm::Int, ArgCount::One)],
        Places::MEMBERS,
        "The place among its siblings in a panel, 0 where not given; equal places keep the order of declaration.",
        "order = -1",
    ),
    row(
        Id::Range,
        "range",
        &[
            arg("limits", ArgForm::Range, ArgCount::One),
            arg("soft", ArgForm::Range, ArgCount::Keyed),
            arg("step", ArgForm::Number, ArgCount::Keyed),
        ],
        Places::VALUES,
        "Least and greatest value, open ends allowed; `soft` is what a slider spans, `step` how it moves.",
        "range(0.0..=100.0, soft = 0..=10, step = 0.5)",
    )
    .kinds(Kinds::NUMBERS),
    row(
        Id::Unit,
        "unit",
        TEXT,
        Places::VALUES,
        "The unit shown behind the number, and accepted where it is typed.",
        r#"unit = "m/s""#,
    )
    .aliases(&["Units"])
    .kinds(Kinds::NUMBERS),
    row(
        Id::Color,
        "color",
        &[arg("kind", ArgForm::Words(&["rgb", "rgba", "hdr"]), ArgCount::Any)],
        Places::VALUES,
        "The floats are a color: `rgba` has an alpha channel, `hdr` may go beyond 1.",
        "color(rgba, hdr)",
    )
    .kinds(Kinds::COLORS),
    row(Id::Multiline, "multiline", &[], Places::VALUES, "Text of several lines.", "multiline")
        .kinds(Kinds::TEXT),
    row(
        Id::Code,
        "code",
        &[arg("language", ArgForm::Text, ArgCount::Maybe)],
        Places::VALUES,
        "Text in a programming language.",
        r#"code = "angelscript""#,
    )
    .kinds(Kinds::TEXT),
    row(
        Id::Asset,
        "asset",
        &[arg("kind", ArgForm::Text, ArgCount::Any)],
        Places::VALUES,
        "The text is the path of an asset, of one of these kinds where any are given.",
        r#"asset("texture")"#,
    )
    .kinds(Kinds::TEXT.or(Kinds::ASSET)),
    row(
        Id::Options,
        "options",
        LIST,
        Places::VALUES,
        "Names for the values of an integer: all implicit from zero, or all `Label = number`.",
        r#"options("Low = 3", "High = 10")"#,
    )
    .kinds(Kinds::INT)
    .aliases(&["Enum"]),
    row(Id::ReadOnly, "read_only", &[], Places::MEMBERS, "Neither edited nor saved.", "read_only"),
    row(
        Id::InspectorReadOnly,
        "inspector_read_only",
        &[],
        Places::MEMBERS,
        "Saved, but not edited in a panel.",
        "inspector_read_only",
    )
    .aliases(&["InspectorNoModify"]),
    row(Id::Transient, "transient", &[], Places::MEMBERS, "Edited, but not saved.", "transient"),
    row(
        Id::ShowIf,
        "show_if",
        CONDITION,
        Places::MEMBERS,
        "Shown only while the condition over sibling members holds.",
        r#"show_if = "light_type != Directional""#,
    ),
    row(
        Id::EnableIf,
        "enable_if",
        CONDITION,
        Places::MEMBERS,
        "Edited only while the condition over sibling members holds.",
        r#"enable_if = "radius > 0.5 && !casts_shadow""#,
    )
    .aliases(&["EditCondition"]),
    row(
        Id::Default,
        "default",
        &[arg("value", ArgForm::Literal, ArgCount::One)],
        Places::MEMBER.or(Places::PARAM),
        "The value of an argument that is left out, or of a fresh member.",
        "default = 1.0",
    ),
    row(
        Id::Button,
        "button",
        MAYBE_TEXT,
        Places::METHOD,
        "A button that calls the method, which takes nothing and gives nothing.",
        r#"button = "Toggle""#,
    )
    .aliases(&["CallInEditor"]),
    row(
        Id::Overridable,
        "overridable",
        &[],
        Places::METHOD,
        "A derived class may replace the method; callers reach the replacement.",
        "overridable",
    ),
    row(
        Id::OverloadOf,
        "overload_of",
        TEXT,
        Places::CALLS,
        "The canonical name this one is an overload of.",
        r#"overload_of = "Dim""#,
    ),
    row(
        Id::Get,
        "get",
        MAYBE_TEXT,
        Places::METHOD,
        "The method reads a computed member: the one given, or the one its name says without `get_`.",
        r#"get = "angle""#,
    ),
    row(
        Id::Index,
        "index",
        &[],
        Places::METHOD,
        "The computed member is indexed: the first parameter of its `get` or `set` is the index.",
        r#"get = "weights", index"#,
    ),
    row(
        Id::Set,
        "set",
        MAYBE_TEXT,
        Places::METHOD,
        "The method writes a computed member: the one given, or the one its name says without `set_`.",
        r#"set = "angle""#,
    ),
    row(
        Id::Reflect,
        "reflect",
        &[],
        Places::NAMED.or(Places::IMPL),
        "Marks the item as described, in languages where that has to be said.",
        "reflect",
    )
    .aliases(&["ToastNode"]),
];

/// The names an attribute may be written by at one of `places`.
pub(crate) fn names_at(places: Places) -> impl Iterator<Item = &'static str> {
    VOCABULARY.iter().filter(move |spec| spec.places.meets(places)).map(|spec| spec.name)
}

/// Rows of a name as written: exact names first, then exact aliases, then either without case and underscores.
pub(crate) fn rows_named(name: &str) -> Vec<&'static AttributeSpec> {
    let flat = flat(name);
    let by = |matches: &dyn Fn(&AttributeSpec) -> bool| -> Vec<&'static AttributeSpec> {
        VOCABULARY.iter().filter(|spec| matches(spec)).collect()
    };
    let exact = by(&|spec| spec.name == name);
    if !exact.is_empty() {
        return exact;
    }
    let alias = by(&|spec| spec.aliases.contains(&name));
    if !alias.is_empty() {
        return alias;
    }
    by(&|spec| flat == self::flat(spec.name) || spec.aliases.iter().any(|alias| self::flat(alias) == flat))
}

/// The row of a name as written, at a place; none when there is no such attribute there.
#[must_use]
pub fn spec_of(name: &str, places: Places) -> Option<&'static AttributeSpec> {
    rows_named(name).into_iter().find(|spec| spec.places.meets(places))
}

/// The name of the row of an id.
pub(crate) fn name_of(id: Id) -> &'static str {
    VOCABULARY.iter().find(|spec| spec.id == id).map_or("", |spec| spec.name)
}

fn flat(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}
