//! Canonical names: rename rules, labels, validity and clashes.

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

/// The words of an identifier as written: parted at every mark, before a capital that follows a small letter or a
/// digit, and before the last capital of a run that a small letter follows (`HTTPServer` is `HTTP`, `Server`).
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
        let after_small = before.is_some_and(|b| b.is_lowercase() || b.is_numeric());
        let ends_run =
            before.is_some_and(char::is_uppercase) && chars.get(at + 1).is_some_and(|n| n.is_lowercase());
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
