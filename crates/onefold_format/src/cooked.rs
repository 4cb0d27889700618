//! The cooked binary, extension `.ofb`: compact, little-endian, fixed widths, checked.
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | `OFB` and 0x1a |
//! | 2 | format version, 1 |
//! | 2 | 0 |
//! | 4 | version of the content, the caller's |
//! | 4 | length of the schema |
//! | 8 | XXH64 of all that follows, seeded with the eight bytes before |
//! | … | schema: each type once, by its key (FNV-1a of its name) |
//! | … | body |
//!
//! The schema names every type, member and enum value of the body with its hash, so that the body holds bare values in
//! declaration order, without a byte between them. Where all types are what they were, a file is read straight into
//! place. Where one has changed, its own schema takes the file apart, and members are matched by name as in JSON.

mod decode;
mod hash;
mod read;
mod reader;
mod schema;
mod write;

pub use read::{CookedReader, read_cooked};
pub use write::{CookedWriter, write_cooked};

const MAGIC: [u8; 4] = *b"OFB\x1a";
const VERSION: u16 = 1;
const HEADER: usize = 24;

/// How a struct's members follow.
const WHOLE: u8 = 0;
const SOME: u8 = 1;

/// What a reference holds.
const NO_REFERENCE: u8 = 0;
const HAS_ID: u8 = 1;
const HAS_NAME: u8 = 2;
