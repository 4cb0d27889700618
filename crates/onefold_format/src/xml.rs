//! XML: the same content as JSON, in elements.
//!
//! A member is an element of its name, or `<entry name="…">` where that is no name of XML; an item of a list is an
//! `<item>`. Plain values are texts, vectors stand in braces; `is="null"`, `is="list"` and the like say what the element
//! alone would not. A text with characters that XML cannot hold is `coded="json"`, with the escapes of JSON.

mod read;
mod write;

pub use read::{parse_xml_document, read_xml};
pub(crate) use write::XmlSink;
pub use write::{write_xml, xml_text};

/// Name of the elements of a list.
const ITEM: &str = "item";
/// Name of the elements whose own name is in the attribute `name`.
const ENTRY: &str = "entry";

/// True for a name that can be that of an element.
fn is_name(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts
        && name != ENTRY
        && !name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("xml"))
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

/// True for a character that an XML 1.0 document can hold, with an escape if need be.
fn is_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}
