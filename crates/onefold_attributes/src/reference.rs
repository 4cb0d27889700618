//! The vocabulary as documentation.

use std::fmt::Write as _;

use crate::context::ValueKind;
use crate::target::{Kinds, Places};
use crate::vocabulary::{ArgCount, ArgForm, ArgSpec, AttributeSpec, VOCABULARY};

/// The reference of all attributes in Markdown, one heading each, in the order of the vocabulary.
#[must_use]
pub fn reference() -> String {
    let mut out = String::from(
        "# Attributes\n\n\
         Rust writes them in `#[reflect(…)]`, a script in `[…]` before the declaration, a C++ header in `[[…]]`.\n\
         Names are also accepted in other spellings of case and underscores (`ReadOnly` for `read_only`).\n",
    );
    for spec in VOCABULARY {
        push_spec(&mut out, spec);
    }
    out
}

/// How an attribute is written: `range(low..=high, soft = low..=high, step = number)`.
#[must_use]
pub fn grammar_of(spec: &AttributeSpec) -> String {
    match spec.args {
        [] => spec.name.to_owned(),
        [one] if one.count == ArgCount::One => format!("{} = {}", spec.name, form(one)),
        [one] if one.count == ArgCount::Maybe => format!("{0} | {0} = {1}", spec.name, form(one)),
        [one] if one.count == ArgCount::Any => format!("{0} | {0}({1}, …)", spec.name, form(one)),
        args => {
            let bare = args.iter().all(|arg| matches!(arg.count, ArgCount::Maybe | ArgCount::Keyed));
            let args: Vec<String> = args.iter().map(argument).collect();
            let called = format!("{}({})", spec.name, args.join(", "));
            if bare { format!("{} | {called}", spec.name) } else { called }
        }
    }
}

fn argument(arg: &ArgSpec) -> String {
    match arg.count {
        ArgCount::One => form(arg),
        ArgCount::Maybe => format!("[{}]", form(arg)),
        ArgCount::Keyed => format!("[{} = {}]", arg.key, form(arg)),
        ArgCount::Some | ArgCount::Any => format!("{}, …", form(arg)),
    }
}

fn form(arg: &ArgSpec) -> String {
    match arg.form {
        ArgForm::Text => "\"text\"".into(),
        ArgForm::Path => "path".into(),
        ArgForm::Int => "integer".into(),
        ArgForm::Number => "number".into(),
        ArgForm::Range => "low..=high".into(),
        ArgForm::Words(words) => words.join("/"),
        ArgForm::Condition => "\"condition\"".into(),
        ArgForm::Literal => "literal".into(),
        ArgForm::Entry => "\"label\" or \"label = integer\"".into(),
        ArgForm::Pair => "key = \"text\"".into(),
    }
}

fn push_spec(out: &mut String, spec: &AttributeSpec) {
    // `color` and `base` mean one thing on a type and another on a member.
    let twin = VOCABULARY.iter().filter(|other| other.name == spec.name).count() > 1;
    let on = if twin { format!(" (on {})", places(spec.places)) } else { String::new() };
    let _ = writeln!(out, "\n## `{}`{on}\n\n{}\n", spec.name, spec.doc);
    let _ = writeln!(out, "- Form: `{}`", grammar_of(spec));
    let _ = writeln!(out, "- Example: `{}`", spec.example);
    let _ = writeln!(out, "- Stands on: {}", places(spec.places));
    if spec.kinds != Kinds::ANY {
        let kinds: Vec<_> = spec.kinds.names().collect();
        let _ = writeln!(out, "- Fits: {}", kinds.join(", "));
    }
    if !spec.aliases.is_empty() {
        let names: Vec<_> = spec.aliases.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(out, "- Also written: {}", names.join(", "));
    }
    if spec.repeats {
        let _ = writeln!(out, "- May be given several times.");
    }
}

fn places(places: Places) -> String {
    let names: Vec<_> =
        places.names().map(|name| if name == "accessor" { "computed member" } else { name }).collect();
    names.join(", ")
}

impl ValueKind {
    /// The attributes that speak of a value of this kind, for completion in an editor.
    pub fn attributes(self) -> impl Iterator<Item = &'static AttributeSpec> {
        let kinds = crate::target::kinds_of(self).unwrap_or(Kinds::ANY);
        VOCABULARY.iter().filter(move |spec| {
            spec.places.meets(Places::VALUES) && spec.kinds.meets(kinds) && spec.kinds != Kinds::ANY
        })
    }
}

#[cfg(test)]
mod tests;
