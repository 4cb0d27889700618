//! The tree as text, for tests and for people who look for a mistake in it.

mod expr;
mod item;
mod stmt;

use std::fmt::Write as _;

use crate::ast::{Name, Tree};

/// Writes the whole tree as nested lists, without places: two texts that mean the same give the same dump.
///
/// ```
/// use onefold_script_syntax::{Options, dump, parse};
///
/// let parsed = parse("int f(int a) { return a * 2 + 1; }", Default::default(), &Options::default());
/// assert_eq!(
///     dump(&parsed.tree),
///     "(function f (returns int) (param int a)\n  (return (+ (* a 2) 1)))\n"
/// );
/// ```
#[must_use]
pub fn dump(tree: &Tree) -> String {
    let mut dump = Dump { tree, out: String::new(), indent: 0 };
    for section in &tree.sections {
        for item in &tree[section.items] {
            dump.item(item);
        }
    }
    if dump.out.starts_with('\n') {
        dump.out.remove(0);
    }
    dump.out.push_str(if dump.out.is_empty() { "" } else { "\n" });
    dump.out
}

struct Dump<'a> {
    tree: &'a Tree,
    out: String,
    indent: usize,
}

impl Dump<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, name: Name) {
        let text = self.tree.name(name);
        self.out.push_str(if text.is_empty() { "<missing>" } else { text });
    }

    /// Starts a list on a line of its own.
    fn open_line(&mut self, what: &str) {
        let _ = write!(self.out, "\n{:1$}({what}", "", self.indent * 2);
        self.indent += 1;
    }

    /// Ends the list that the last [`Dump::open_line`] started.
    fn close(&mut self) {
        self.out.push(')');
        self.indent -= 1;
    }

    /// Writes the words whose flags are set.
    fn flags(&mut self, flags: &[(bool, &str)]) {
        for (_, word) in flags.iter().filter(|(is_set, _)| *is_set) {
            let _ = write!(self.out, " {word}");
        }
    }
}
