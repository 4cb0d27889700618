//! Canonical names: rename rules, labels, validity and clashes.

use std::collections::HashMap;

use onefold_diag::Diagnostics;

use crate::attrs::Spanned;
use crate::diagnostics;
use crate::tree::SpanId;

/// A way to write the words of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Case {
    /// `snake_case`
    Snake,
    /// `camelCase`
    Camel,
    /// `PascalCase`
    Pascal,
    /// `SCREAMING_SNAKE_CASE`
    ScreamingSnake,
    /// `kebab-case`
    Kebab,
    /// `lowercase`
    Lower,
    /// `UPPERCASE`
    Upper,
}

impl Case {
    /// Every case by the name it is written with.
    pub const ALL: [(&'static str, Self); 7] = [
        ("snake_case", Self::Snake),
        ("camelCase", Self::Camel),
        ("PascalCase", Self::Pascal),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
    ];

    /// The case with that name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, case)| *case)
    }

    /// An identifier in this case.
    #[must_use]
    pub fn apply(self, ident: &str) -> String {
        let words = words(ident);
        let lower = || words.iter().map(|word| word.to_lowercase()).collect::<Vec<_>>();
        match self {
            Self::Snake => lower().join("_"),
            Self::ScreamingSnake => lower().join("_").to_uppercase(),
            Self::Kebab => lower().join("-"),
            Self::Lower => lower().concat(),
            Self::Upper => lower().concat().to_uppercase(),
            Self::Pascal => lower().iter().map(|word| capital(word)).collect(),
            Self::Camel => lower()
                .iter()
                .enumerate()
                .map(|(at, word)| if at == 0 { word.clone() } else { capital(word) })
                .collect(),
        }
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The words of an identifier as written: parted at every mark, before a capital that follows a small letter, and
/// before the capital that a small letter follows after a digit or a run of capitals (`HTTPServer` is `HTTP`, `Server`;
/// `Vector2D` is one word).
#[must_use]
pub fn words(ident: &str) -> Vec<String> {
    let chars: Vec<char> = ident.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            fresh = true;
            continue;
        }
        let before = at.checked_sub(1).map(|at| chars[at]);
        let after_small = before.is_some_and(char::is_lowercase);
        let before_small = chars.get(at + 1).is_some_and(|next| next.is_lowercase());
        let ends_run = before.is_some_and(|b| b.is_uppercase() || b.is_numeric()) && before_small;
        if fresh || (c.is_uppercase() && (after_small || ends_run)) {
            words.push(String::new());
        }
        fresh = false;
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words
}

/// The label of an item that has none of its own: its words, the first with a capital (`casts_shadow` is
/// `Casts shadow`). Words in capitals stay as they are.
#[must_use]
pub fn label_of(ident: &str) -> String {
    let mut label = String::new();
    for (at, word) in words(ident).iter().enumerate() {
        let shouted = word.chars().count() > 1 && !word.chars().any(char::is_lowercase);
        let plain = if shouted { word.clone() } else { word.to_lowercase() };
        if at == 0 {
            label.push_str(&capital(&plain));
        } else {
            label.push(' ');
            label.push_str(&plain);
        }
    }
    label
}

/// Longest name, in bytes.
pub const NAME_LIMIT: usize = 128;

/// Says why a text cannot be a canonical name; none when it can.
///
/// A name is a letter or `_`, then letters, digits, `_`, and `-` between two of those.
#[must_use]
pub fn name_fault(name: &str) -> Option<&'static str> {
    let mut chars = name.chars();
    let Some(first) = chars.next() else { return Some("it is empty") };
    if name.len() > NAME_LIMIT {
        return Some("it is longer than 128 bytes");
    }
    if !(first.is_alphabetic() || first == '_') {
        return Some("it does not start with a letter or `_`");
    }
    if !chars.all(|c| c.is_alphanumeric() || c == '_' || c == '-') {
        return Some("it has other characters than letters, digits, `_` and `-`");
    }
    (name.ends_with('-') || name.contains("--")).then_some("`-` stands between letters or digits only")
}

/// Says why a text cannot be another name of an item; none when it can. Beside names, names joined by `::` or by
/// single spaces are possible: a type that moved, a value that was known by its label.
#[must_use]
pub fn alias_fault(alias: &str) -> Option<&'static str> {
    if alias.len() > NAME_LIMIT {
        return Some("it is longer than 128 bytes");
    }
    let word_fault = |word: &str| {
        let fault = name_fault(word);
        fault.filter(|_| word.is_empty() || !word.chars().all(char::is_alphanumeric))
    };
    let mut parts = alias.split("::").flat_map(|part| {
        let mut words = part.split(' ');
        let first = words.next().and_then(name_fault);
        std::iter::once(first).chain(words.map(word_fault)).collect::<Vec<_>>()
    });
    parts.find_map(|fault| fault)
}

/// An item with all the names it is read by.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// What it is, in a word: `member`, `method`, `variant`.
    pub what: &'a str,
    /// Its canonical name.
    pub name: &'a str,
    /// Its other names.
    pub aliases: &'a [Spanned<String>],
    /// Where it stands.
    pub span: SpanId,
    /// It shares its canonical name with others of its kind: an overload, or a variant by version.
    pub shares: bool,
}

/// The clashes between the items of one scope: each name means one item. An error names both.
#[must_use]
pub fn check_clashes(scope: &[Named<'_>]) -> Diagnostics {
    let mut found = Diagnostics::new();
    let mut taken: HashMap<&str, (&Named<'_>, SpanId)> = HashMap::new();
    for item in scope {
        match taken.get(item.name) {
            Some((other, _)) if other.name == item.name && (item.shares || other.shares) => {}
            Some(&(other, at)) => found.push(diagnostics::name_clash(item.name, item, item.span, other, at)),
            None => drop(taken.insert(item.name, (item, item.span))),
        }
    }
    for item in scope {
        for alias in item.aliases {
            match taken.get(alias.value.as_str()) {
                Some(&(other, _)) if std::ptr::eq(other, item) => {
                    found.push(diagnostics::alias_repeated(&alias.value, alias.span));
                }
                Some((other, _)) if item.shares && other.name == item.name => {}
                Some(&(other, at)) => {
                    found.push(diagnostics::name_clash(&alias.value, item, alias.span, other, at))
                }
                None => drop(taken.insert(&alias.value, (item, alias.span))),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
