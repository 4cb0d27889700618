//! Writing JSON.

use onefold_reflect::{LanesRef, TypedRef, VariantInfo, View};

use crate::json::cursor::SPECIAL;
use crate::number::special;
use crate::options::{Form, HandleCodec, Reference, WriteOptions};
use crate::text_value;
use crate::walk::{Sink, Walk};

/// Writes any described value as JSON.
///
/// Members come base first in declaration order, map entries and set values sorted; numbers are the shortest text that
/// reads back exactly, `NaN`, `inf` and `-inf` are texts.
#[must_use]
pub fn write_json(value: TypedRef<'_>, options: &WriteOptions<'_>) -> String {
    let mut out = Vec::new();
    write_json_to(value, options, &mut out);
    into_text(out)
}

/// Writes any described value as JSON behind what is in `out`.
pub fn write_json_to(value: TypedRef<'_>, options: &WriteOptions<'_>, out: &mut Vec<u8>) {
    let sink = JsonSink::new(std::mem::take(out), options.form, options.pretty);
    let mut walk = Walk::new(sink, options);
    walk.root(value);
    *out = walk.sink.out;
}

/// All of a value in its shortest form: what values are compared and sorted by.
pub(crate) fn compact(value: TypedRef<'_>, handles: &dyn HandleCodec) -> String {
    let options = WriteOptions::new().handles(handles);
    let mut walk = Walk::new(JsonSink::new(Vec::new(), Form::Typed, false), &options);
    walk.value(value);
    into_text(walk.sink.out)
}

pub(crate) fn into_text(out: Vec<u8>) -> String {
    // Only texts and ASCII are ever put there.
    String::from_utf8(out).unwrap_or_else(|err| String::from_utf8_lossy(err.as_bytes()).into_owned())
}

/// Puts JSON into a buffer.
pub(crate) struct JsonSink {
    pub(crate) out: Vec<u8>,
    form: Form,
    pretty: bool,
    indent: usize,
    /// How many flat lists are open: inside one there are no line ends.
    flat: usize,
    first: bool,
}

impl JsonSink {
    pub(crate) fn new(out: Vec<u8>, form: Form, pretty: bool) -> Self {
        Self { out, form, pretty, indent: 0, flat: 0, first: true }
    }

    /// The same with plain values in another form.
    pub(crate) fn with_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    fn line(&mut self) {
        const SPACES: [u8; 64] = [b' '; 64];
        self.out.push(b'\n');
        let mut left = self.indent * 2;
        while left > 0 {
            let some = left.min(SPACES.len());
            self.out.extend_from_slice(&SPACES[..some]);
            left -= some;
        }
    }

    #[inline]
    fn separate(&mut self) {
        let first = std::mem::replace(&mut self.first, false);
        if !first {
            self.out.push(b',');
        }
        if self.pretty {
            if self.flat == 0 {
                self.line();
            } else if !first {
                self.out.push(b' ');
            }
        }
    }

    /// Opens a bracket; inside a flat one everything stands on one line.
    fn open(&mut self, byte: u8, flat: bool) {
        self.out.push(byte);
        self.first = true;
        if flat || self.flat > 0 {
            self.flat += 1;
        } else {
            self.indent += 1;
        }
    }

    fn close(&mut self, byte: u8) {
        if self.flat > 0 {
            self.flat -= 1;
        } else {
            self.indent -= 1;
            if self.pretty && !self.first {
                self.line();
            }
        }
        self.first = false;
        self.out.push(byte);
    }
}

/// Appends a number in serde_json's spelling: shortest exact floats. Writing into memory cannot fail.
macro_rules! number {
    ($out:expr, $value:expr) => {
        drop(serde_json::to_writer(&mut $out, &$value))
    };
}

/// True when one of eight bytes cannot stand in a string as it is.
#[inline]
fn any_escaped(eight: [u8; 8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let word = u64::from_le_bytes(eight);
    let has_zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
    control | has_zero(word ^ (ONES * 0x22)) | has_zero(word ^ (ONES * 0x5c)) != 0
}

/// True when a string holds nothing to escape. Most are short, so that they are looked at eight bytes at a time.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    let (eights, rest) = bytes.as_chunks::<8>();
    if eights.iter().any(|eight| any_escaped(*eight)) {
        return false;
    }
    match bytes.last_chunk::<8>() {
        Some(last) => !any_escaped(*last),
        None => !rest.iter().any(|&byte| SPECIAL[byte as usize]),
    }
}

/// Appends a string with quotes and escapes.
#[inline]
pub(crate) fn quote(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    out.reserve(bytes.len() + 3);
    out.push(b'"');
    if is_plain(bytes) {
        out.extend_from_slice(bytes);
    } else {
        escape(out, bytes);
    }
    out.push(b'"');
}

#[cold]
fn escape(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut from = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if !SPECIAL[byte as usize] {
            continue;
        }
        out.extend_from_slice(&bytes[from..at]);
        from = at + 1;
        let short = match byte {
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            8 => b'b',
            12 => b'f',
            b'"' | b'\\' => byte,
            _ => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                out.extend_from_slice(b"\\u00");
                out.push(HEX[(byte >> 4) as usize]);
                out.push(HEX[(byte & 15) as usize]);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', short]);
    }
    out.extend_from_slice(&bytes[from..]);
}

impl Sink for JsonSink {
    fn null(&mut self) {
        self.out.extend_from_slice(b"null");
    }

    fn bool(&mut self, value: bool) {
        match self.form {
            Form::Typed => self.out.extend_from_slice(if value { b"true" } else { b"false" }),
            Form::Text => quote(&mut self.out, text_value::bool_text(value)),
        }
    }

    fn int(&mut self, value: i64) {
        match self.form {
            Form::Typed => number!(self.out, value),
            Form::Text => quote(&mut self.out, &value.to_string()),
        }
    }

    fn uint(&mut self, value: u64) {
        match self.form {
            Form::Typed => number!(self.out, value),
            Form::Text => quote(&mut self.out, &value.to_string()),
        }
    }

    fn f32(&mut self, value: f32) {
        match self.form {
            Form::Typed if value.is_finite() => number!(self.out, value),
            Form::Typed => quote(&mut self.out, special(value.into())),
            Form::Text => quote(&mut self.out, &text_value::float_text(value.into())),
        }
    }

    fn f64(&mut self, value: f64) {
        match self.form {
            Form::Typed if value.is_finite() => number!(self.out, value),
            Form::Typed => quote(&mut self.out, special(value)),
            Form::Text => quote(&mut self.out, &text_value::float_text(value)),
        }
    }

    fn text(&mut self, value: &str) {
        quote(&mut self.out, value);
    }

    fn lanes(&mut self, lanes: LanesRef<'_>) {
        if self.form == Form::Text {
            let mut text = String::new();
            text_value::write_lanes(lanes, &mut text);
            return quote(&mut self.out, &text);
        }
        let between: &[u8] = if self.pretty { b", " } else { b"," };
        self.out.push(b'[');
        if let Some(floats) = lanes.as_f32() {
            for (at, &value) in floats.iter().enumerate() {
                if at > 0 {
                    self.out.extend_from_slice(between);
                }
                self.f32(value);
            }
        } else {
            for lane in 0..lanes.len() {
                if lane > 0 {
                    self.out.extend_from_slice(between);
                }
                match lanes.get(lane) {
                    View::F32(value) => self.f32(value),
                    View::F64(value) => self.f64(value),
                    View::Int(value) => self.int(value),
                    View::UInt(value) => self.uint(value),
                    _ => self.null(),
                }
            }
        }
        self.out.push(b']');
    }

    fn variant(&mut self, variant: &VariantInfo<'_>) {
        let name = match self.form {
            Form::Typed => variant.name,
            Form::Text => variant.aliases.first().unwrap_or(&variant.name),
        };
        quote(&mut self.out, name);
    }

    fn reference(&mut self, reference: &Reference) {
        if self.form == Form::Text {
            return quote(&mut self.out, reference.text());
        }
        self.open(b'{', true);
        for (key, value) in [("id", &reference.id), ("name", &reference.name)] {
            if let Some(value) = value {
                self.key(key);
                quote(&mut self.out, value);
            }
        }
        self.close(b'}');
    }

    fn begin_list(&mut self, _len: usize, flat: bool) {
        self.open(b'[', flat);
    }

    fn item(&mut self) {
        self.separate();
    }

    fn end_list(&mut self) {
        self.close(b']');
    }

    fn begin_object(&mut self) {
        self.open(b'{', false);
    }

    #[inline]
    fn key(&mut self, name: &str) {
        self.separate();
        quote(&mut self.out, name);
        self.out.extend_from_slice(if self.pretty { b": " } else { b":" });
    }

    #[inline]
    fn member_key(&mut self, _name: impl FnOnce() -> String, quoted: &[u8]) {
        self.separate();
        self.out.extend_from_slice(quoted);
        if self.pretty {
            self.out.push(b' ');
        }
    }

    fn end_object(&mut self) {
        self.close(b'}');
    }

    fn number_text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn kept(&mut self, json: &str) {
        self.out.extend_from_slice(json.as_bytes());
    }
}
