//! The formatter: one layout for all scripts.
//!
//! Four blanks per level, opening braces at the end of their line, one statement per line, at most one empty line
//! between two, one blank around operators. Line breaks inside an expression or a list stay where they are; long
//! lines are not broken. A body of one simple statement that stands on one line may stay there. Comments stay where
//! they are, directives begin their line, and what conditions switch off is not touched.

mod decide;
mod emit;
mod expr;
mod item;
mod spacing;
mod stmt;
#[cfg(test)]
mod tests;

use onefold_diag::{Diagnostics, FileId};

use crate::ast::Tree;
use crate::dump::dump;
use crate::lexer::{Lexed, lex};
use crate::options::Options;
use crate::parse::parse;
use decide::Layout;

/// Lays out a script; a text with errors is returned as it is.
///
/// ```
/// use onefold_script_syntax::format;
///
/// assert_eq!(format("int f(int a){return a*2+1;} // twice"), "int f(int a) { return a * 2 + 1; } // twice\n");
/// ```
#[must_use]
pub fn format(text: &str) -> String {
    try_format(text, &Options::default()).unwrap_or_else(|_| text.to_owned())
}

/// Lays out a script.
///
/// # Errors
/// The messages about a text that has errors: what is not understood is not touched.
pub fn try_format(text: &str, options: &Options) -> Result<String, Diagnostics> {
    let parsed = parse(text, FileId::default(), options);
    let tree = parsed.diagnostics.into_result(parsed.tree)?;
    let lexed = lex(text, FileId::default(), options);
    let new = lay_out(text, &lexed, &tree);
    let after = parse(&new, FileId::default(), options);
    // The meaning comes first: should a rule of the layout ever change it, the text stays as it was.
    Ok(if dump(&after.tree) == dump(&tree) { new } else { text.to_owned() })
}

/// The new text of a script without errors.
fn lay_out(text: &str, lexed: &Lexed, tree: &Tree) -> String {
    let mut layout = Layout::new(text, lexed, tree);
    layout.decide();
    emit::emit(layout)
}
