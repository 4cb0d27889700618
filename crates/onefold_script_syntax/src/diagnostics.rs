//! Every message of this crate, one constructor each, and their codes.

use onefold_diag::{Code, Diagnostic, Diagnostics, FileId, Span};

/// Text that is not made of tokens: strange characters, strings and comments without an end, wrong escapes.
pub const SCRIPT_TOKEN: Code = Code("script_token");
/// Tokens in an order that the grammar does not allow.
pub const SCRIPT_SYNTAX: Code = Code("script_syntax");
/// A `#` line that is wrong, or a file that cannot be included.
pub const SCRIPT_DIRECTIVE: Code = Code("script_directive");
/// A number that does not fit its type.
pub const SCRIPT_NUMBER: Code = Code("script_number");
/// A text that exceeds a limit: nesting, number of messages, included files.
pub const SCRIPT_LIMIT: Code = Code("script_limit");

/// Most messages that are kept of one file; whoever reads more would not.
const MOST_PER_FILE: usize = 1000;

/// Collects the messages of one file.
#[derive(Debug)]
pub(crate) struct Report {
    pub file: FileId,
    list: Diagnostics,
}

impl Report {
    pub(crate) fn new(file: FileId) -> Self {
        Self { file, list: Diagnostics::new() }
    }

    pub(crate) fn span(&self, start: u32, end: u32) -> Span {
        Span::new(self.file, start, end)
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < MOST_PER_FILE {
            self.list.push(diagnostic);
        } else if self.list.len() == MOST_PER_FILE {
            let span = diagnostic.place.span.unwrap_or_default();
            self.list.push(too_many_messages(span));
        }
    }

    pub(crate) fn retain(&mut self, keeps: impl FnMut(&Diagnostic) -> bool) {
        let mut list: Vec<Diagnostic> = std::mem::take(&mut self.list).into_iter().collect();
        list.retain(keeps);
        self.list = list.into_iter().collect();
    }

    /// The messages in order of place, errors and warnings mixed as they come in the text.
    pub(crate) fn finish(self) -> Diagnostics {
        let mut list: Vec<Diagnostic> = self.list.into_iter().collect();
        list.sort_by_key(|one| one.place.span.map(|span| span.start));
        list.into_iter().collect()
    }
}

fn token(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(SCRIPT_TOKEN, message).at_span(span)
}

fn escape(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::warning(SCRIPT_TOKEN, message).at_span(span)
}

fn directive(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(SCRIPT_DIRECTIVE, message).at_span(span)
}

fn syntax(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(SCRIPT_SYNTAX, message).at_span(span)
}

fn limit(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(SCRIPT_LIMIT, message).at_span(span)
}

fn too_many_messages(span: Span) -> Diagnostic {
    limit(format!("more than {MOST_PER_FILE} messages for one file; the rest is left out"), span)
}

pub(crate) fn unknown_character(found: char, span: Span) -> Diagnostic {
    let message = token(format!("`{}` has no meaning in a script", found.escape_debug()), span);
    match looks_like(found) {
        Some(meant) => message.note(format!("it looks like `{meant}`")),
        None => message,
    }
}

/// The mark that people mean by a character which word processors and keyboards put in its place.
fn looks_like(found: char) -> Option<&'static str> {
    Some(match found {
        '“' | '”' | '„' | '«' | '»' => "\"",
        '‘' | '’' | '´' | '`' => "'",
        '–' | '—' | '−' => "-",
        '×' => "*",
        '÷' => "/",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '；' => ";",
        '，' => ",",
        '（' => "(",
        '）' => ")",
        '：' => ":",
        _ => return None,
    })
}

pub(crate) fn foreign_letters(span: Span) -> Diagnostic {
    token("a name may hold only the letters a to z and A to Z, digits and `_`", span)
}

pub(crate) fn hash_inside_line(span: Span) -> Diagnostic {
    token("`#` starts a directive only as the first character of a line", span)
}

pub(crate) fn string_without_end(span: Span, quote: char) -> Diagnostic {
    token(format!("the string is not closed; expected `{quote}`"), span)
}

pub(crate) fn string_over_lines(span: Span, quote: char) -> Diagnostic {
    token(format!("the string is not closed on its line; expected `{quote}`"), span)
        .note("use `\\n` for a line break, or `\"\"\"` for a text of several lines")
}

pub(crate) fn heredoc_without_end(end: Span, opening: Span) -> Diagnostic {
    token("the file ends inside a heredoc string; expected `\"\"\"`", end).note_at(opening, "it starts here")
}

pub(crate) fn comment_without_end(opening: Span) -> Diagnostic {
    Diagnostic::warning(SCRIPT_TOKEN, "the comment is not closed; the rest of the file belongs to it")
        .at_span(opening)
}

pub(crate) fn digits_missing(span: Span, radix: u32) -> Diagnostic {
    Diagnostic::warning(SCRIPT_TOKEN, format!("no digit of base {radix} follows; the number is 0"))
        .at_span(span)
}

pub(crate) fn exponent_missing(span: Span) -> Diagnostic {
    Diagnostic::warning(SCRIPT_TOKEN, "no digit follows the `e`; the exponent is 0").at_span(span)
}

pub(crate) fn number_too_large(span: Span) -> Diagnostic {
    Diagnostic::error(SCRIPT_NUMBER, "the number does not fit 64 bits").at_span(span)
}

pub(crate) fn escape_unknown(span: Span) -> Diagnostic {
    escape("unknown escape; it is left out of the string", span)
        .note("known are \\n \\t \\r \\0 \\\\ \\\" \\' \\xFF \\uFFFF \\UFFFFFFFF")
}

pub(crate) fn escape_too_short(span: Span, digits: u32) -> Diagnostic {
    escape(format!("the escape needs {digits} hexadecimal digits; it is left out of the string"), span)
}

pub(crate) fn escape_no_character(span: Span, value: u32) -> Diagnostic {
    escape(format!("U+{value:04X} is no character; it is left out of the string"), span)
}

pub(crate) fn directive_unknown(span: Span, nearest: Vec<String>) -> Diagnostic {
    directive("unknown directive", span).suggest(nearest)
}

pub(crate) fn directive_extra(span: Span) -> Diagnostic {
    directive("the directive ends before this", span)
}

pub(crate) fn directive_needs_name(span: Span, word: &str) -> Diagnostic {
    directive(format!("`#{word}` needs a name"), span)
}

pub(crate) fn directive_needs_version(span: Span, word: &str) -> Diagnostic {
    directive(format!("`#{word}` needs a version such as 3.5.0 or 3.5.0.12"), span)
}

pub(crate) fn include_needs_name(span: Span) -> Diagnostic {
    directive("`#include` needs the name of a file in quotes", span)
}

pub(crate) fn condition_expected(span: Span) -> Diagnostic {
    directive("expected a name, a number, `!` or `(` in the condition", span)
}

pub(crate) fn condition_unclosed(span: Span) -> Diagnostic {
    directive("expected `)` in the condition", span)
}

pub(crate) fn condition_too_deep(span: Span) -> Diagnostic {
    limit("the condition is nested too deeply", span)
}

pub(crate) fn conditional_without_if(span: Span, word: &str) -> Diagnostic {
    directive(format!("`#{word}` without `#if`"), span)
}

pub(crate) fn conditional_after_else(span: Span, word: &str, other: Span) -> Diagnostic {
    directive(format!("`#{word}` after `#else`"), span).note_at(other, "the `#else` is here")
}

pub(crate) fn if_without_endif(span: Span) -> Diagnostic {
    directive("the condition is not closed; expected `#endif`", span)
}

pub(crate) fn error_directive(span: Span, text: &str) -> Diagnostic {
    directive(if text.is_empty() { "`#error`" } else { text }, span)
}

pub(crate) fn include_failed(span: Span, name: &str, why: &str) -> Diagnostic {
    directive(format!("cannot include `{name}`: {why}"), span)
}

pub(crate) fn includes_too_deep(span: Span, most: usize) -> Diagnostic {
    limit(format!("files include each other more than {most} deep"), span)
}

pub(crate) fn includes_too_many(span: Span, most: usize) -> Diagnostic {
    limit(format!("more than {most} files are included"), span)
}

pub(crate) fn nesting_too_deep(span: Span, most: u32) -> Diagnostic {
    limit(format!("nested more than {most} deep"), span)
        .note("the parser stops here so that no script can exhaust the stack")
}

pub(crate) fn expected(span: Span, what: &str, found: &str) -> Diagnostic {
    syntax(format!("expected {what}"), span).got(found)
}

pub(crate) fn expected_name(span: Span, what: &str, found: &str, is_word: bool) -> Diagnostic {
    let message = expected(span, what, found);
    if is_word { message.note("a reserved word cannot be a name") } else { message }
}

pub(crate) fn expected_closing(span: Span, what: &str, mark: &str, found: &str, opening: Span) -> Diagnostic {
    syntax(format!("expected {mark} to close {what}"), span).got(found).note_at(opening, "it is opened here")
}

pub(crate) fn file_ends_inside(span: Span, what: &str, mark: &str, opening: Span) -> Diagnostic {
    syntax(format!("the file ends inside {what}; expected {mark}"), span)
        .note_at(opening, "it is opened here")
}

pub(crate) fn semicolon_missing(span: Span, after: &str, found: &str, before: Span) -> Diagnostic {
    syntax(format!("expected `;` after {after}"), span).got(found).note_at(before, "it belongs here")
}

pub(crate) fn semicolon_missing_after(span: Span, after: &str, found: &str) -> Diagnostic {
    syntax(format!("expected `;` after {after}"), span).got(found)
}

pub(crate) fn unmatched_brace(span: Span) -> Diagnostic {
    syntax("this `}` closes nothing", span)
}

pub(crate) fn modifier_refused(span: Span, word: &str, what: &str) -> Diagnostic {
    syntax(format!("`{word}` cannot stand before {what}"), span)
}

pub(crate) fn modifier_repeated(span: Span, word: &str) -> Diagnostic {
    syntax(format!("`{word}` is written twice"), span)
}

pub(crate) fn body_missing(span: Span, name: &str) -> Diagnostic {
    syntax(format!("the function `{name}` has no body"), span)
        .note("only methods of interfaces and `external shared` functions end in `;`")
}

pub(crate) fn body_refused(span: Span, what: &str) -> Diagnostic {
    syntax(format!("{what} cannot have a body; expected `;`"), span)
}

pub(crate) fn function_in_function(span: Span) -> Diagnostic {
    syntax("a function cannot be declared inside another one", span)
        .note("a lambda can: `F@ f = function(a, b) { … };`")
}

pub(crate) fn type_in_function(span: Span, word: &str) -> Diagnostic {
    syntax(format!("`{word}` cannot be declared inside a function"), span)
}

pub(crate) fn declaration_as_body(span: Span, of: &str) -> Diagnostic {
    syntax(format!("a declaration cannot be the body of {of}"), span).note("put it in braces")
}

pub(crate) fn declaration_in_case(span: Span) -> Diagnostic {
    syntax("variables cannot be declared directly in a `case`", span)
        .note("put the statements of the case in braces")
}

pub(crate) fn statement_after_break(span: Span) -> Diagnostic {
    syntax("expected `case`, `default` or `}` after the `break` of a case", span)
}

pub(crate) fn array_size(span: Span) -> Diagnostic {
    syntax("the brackets of an array belong to its type", span)
        .note("write `int[] a(3);` or `array<int> a(3);` for an array of three elements")
}

pub(crate) fn typedef_of_named(span: Span) -> Diagnostic {
    syntax("`typedef` gives another name to a primitive type only", span)
}

pub(crate) fn word_alone(span: Span, word: &str, needs: &str) -> Diagnostic {
    syntax(format!("`{word}` without {needs}"), span)
}

pub(crate) fn any_type(span: Span) -> Diagnostic {
    syntax("the type `?` can be used by the host only", span)
}

pub(crate) fn needs_newer_level(span: Span, what: &str) -> Diagnostic {
    syntax(format!("{what} needs a newer level of the language than 2.35"), span)
}

pub(crate) fn arrow(span: Span) -> Diagnostic {
    syntax("members are reached with `.`, also through handles", span).got("`->`")
}

pub(crate) fn positional_after_named(span: Span, named: Span) -> Diagnostic {
    syntax("an argument without a name follows one with a name", span)
        .note_at(named, "the first with a name is here")
}

pub(crate) fn catch_variable(span: Span) -> Diagnostic {
    syntax("`catch` takes no variable", span).note("`getExceptionInfo()` tells what was raised")
}

pub(crate) fn return_type_missing(span: Span) -> Diagnostic {
    syntax("a method of an interface needs a return type", span)
}

pub(crate) fn field_in_interface(span: Span) -> Diagnostic {
    syntax("an interface cannot hold a value", span).note("it can hold a property: `int p { get; set; }`")
}

pub(crate) fn accessor_body_missing(span: Span) -> Diagnostic {
    syntax("the accessor has no body", span)
}

pub(crate) fn operator_before_list(span: Span) -> Diagnostic {
    syntax("an operator cannot stand before a list", span)
}

pub(crate) fn attribute_refused(span: Span, word: &str, what: &str) -> Diagnostic {
    syntax(format!("`{word}` cannot follow {what}"), span)
}

pub(crate) fn struct_is_class(span: Span) -> Diagnostic {
    syntax("expected `class`", span).got("`struct`")
}

/// What to write instead of a word that other languages have.
pub(crate) fn foreign_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "new" => "objects are made without `new`: `Foo()`",
        "public" => "members are public unless `private` or `protected` stands before them",
        "static" => "there are no static members; a namespace can hold functions and variables",
        "virtual" => "every method can be overridden unless it is `final`",
        "operator" => "operators are methods with names such as `opAdd`",
        "let" | "var" => "the word for a variable of any type is `auto`",
        "unsigned" => "the unsigned types are `uint8`, `uint16`, `uint` and `uint64`",
        "func" | "fn" | "def" => "a function starts with the type that it returns",
        "elif" | "elseif" | "elsif" => "another condition starts with `else if`",
        "template" => "scripts cannot declare templates",
        _ => return None,
    })
}
