//! What a host chooses about the language.

use crate::token::TokenKind;

/// A version of the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// As the reference library 2.35.1 has it.
    V235,
    /// All that versions up to 2.39 added: `foreach`, `using namespace`, template functions, `delete`,
    /// nameless lambda parameters, typed enumerations, digit separators.
    #[default]
    V239,
}

impl Level {
    /// Whether a word that some level reserves is reserved at this one.
    #[must_use]
    pub const fn reserves(self, word: TokenKind) -> bool {
        match self {
            Self::V235 => !matches!(word, TokenKind::Foreach | TokenKind::Using),
            Self::V239 => true,
        }
    }
}

/// The four parts of a tool's version, as `#ifver` compares it; missing parts are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolVersion(pub [u32; 4]);

impl ToolVersion {
    /// Reads `X.Y.Z` or `X.Y.Z.W`; fewer parts are allowed, other text is not.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = [0; 4];
        for (at, part) in text.split('.').enumerate() {
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            *parts.get_mut(at)? = part.parse().ok().filter(|_| is_number)?;
        }
        Some(Self(parts))
    }
}

/// What a host chooses about the language; the default is the newest level with nothing defined.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The version of the language.
    pub level: Level,
    /// The words that `#if` and `#ifdef` find defined; scripts may add more with `#define`.
    pub defined: Vec<String>,
    /// What `#ifver` and `#ifnver` compare with.
    pub version: ToolVersion,
    /// Whether the text only declares what a host offers: functions need no body, and the type `?` and the parameter
    /// `...` are allowed.
    pub declarations_only: bool,
    /// Whether a `"…"` or `'…'` string may go over several lines.
    pub multiline_strings: bool,
    /// The names of the host's template types and functions, where it knows them.
    ///
    /// They decide what `a < b, c > (d)` means in an expression. Without them, whatever could be a call with template
    /// arguments is one, which is wrong only for two comparisons written as neighbouring arguments.
    pub templates: Option<Vec<String>>,
}
