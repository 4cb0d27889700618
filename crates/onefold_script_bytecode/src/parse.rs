//! Reads the text form of programs back: for tests, tools and corpus files.
//!
//! Beyond what the printer writes, a type may be named `:Name` wherever its number stands and a
//! function `@name`, labels may have any name, and a branch to a label behind may be written in its
//! forward form.

use rustc_hash::FxHashMap;

use crate::builder::{FunctionBuilder, Label, Slot};
use crate::kind::{Ret, Signature, SlotKind, Storage};
use crate::op::{Op, Operand};
use crate::program::{
    Class, Field, FuncId, Global, HostImport, HostKind, Import, Interface, Program, StdImport, TypeDef,
    TypeId, TypeKind,
};

/// Where a text stops being a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line from 1.
    pub line: usize,
    /// What is wrong.
    pub text: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "line {}: {}", self.line, self.text)
    }
}

impl std::error::Error for ParseError {}

type Parsed<T> = Result<T, String>;

impl Program {
    /// Reads the text form.
    ///
    /// # Errors
    /// At the first line that is not understood.
    pub fn parse(text: &str) -> Result<Program, ParseError> {
        let mut parser = Parser::default();
        parser.scan(text);
        for (index, line) in text.lines().enumerate() {
            let tokens = tokens(line).and_then(|tokens| parser.line(&tokens));
            tokens.map_err(|text| ParseError { line: index + 1, text })?;
        }
        let end = text.lines().count();
        parser.finish_function().map_err(|text| ParseError { line: end, text })?;
        Ok(parser.program)
    }
}

#[derive(Default)]
struct Parser {
    program: Program,
    types: FxHashMap<String, u32>,
    functions: FxHashMap<String, u32>,
    open: Option<Open>,
}

/// The function being read.
struct Open {
    builder: FunctionBuilder,
    labels: FxHashMap<String, Label>,
    variables: Vec<(String, String, u16, Label, Label)>,
}

impl Open {
    fn label(&mut self, name: &str) -> Label {
        *self.labels.entry(name.to_owned()).or_insert_with(|| self.builder.label())
    }
}

impl Parser {
    /// Numbers the types and functions, so that they can be named before they stand.
    fn scan(&mut self, text: &str) {
        for line in text.lines() {
            let Ok(tokens) = tokens(line) else { continue };
            let (Some(word), Some(name)) = (tokens.first(), tokens.get(1)) else { continue };
            let (map, next) = match word.as_str() {
                "class" | "interface" | "array" | "funcdef" | "std" | "hosttype" => {
                    let next = self.types.len() as u32;
                    (&mut self.types, next)
                }
                "func" => {
                    let next = self.functions.len() as u32;
                    (&mut self.functions, next)
                }
                _ => continue,
            };
            // A name that stands twice keeps its number for the first; later ones only by number.
            let name = name.trim_start_matches('"').to_owned();
            let key = if map.contains_key(&name) { format!("{name}#{next}") } else { name };
            map.insert(key, next);
        }
    }

    fn line(&mut self, tokens: &[String]) -> Parsed<()> {
        let Some(word) = tokens.first() else { return Ok(()) };
        let rest = &tokens[1..];
        match word.as_str() {
            "program" => self.program.name = text(rest, 0)?,
            "file" => self.program.files.push(text(rest, 0)?),
            "string" => self.program.strings.push(bytes(rest, 0)?),
            "class" | "interface" | "array" | "funcdef" | "std" | "hosttype" => self.type_line(word, rest)?,
            "field" | "virtual" | "implements" | "base" | "host" | "destructor" | "factory" | "assign"
            | "equals" | "compare" | "method" => self.member_line(word, rest)?,
            "global" => {
                let (name, type_name) = (text(rest, 0)?, text(rest, 1)?);
                let (kind, slots) = (self.kind(at(rest, 2)?)?, number(at(rest, 3)?)?);
                self.program.globals.push(Global { name, type_name, kind, slots });
            }
            "stdfn" | "hostfn" | "hostmember" | "hostglobal" | "import" => self.import_line(word, rest)?,
            "init" => {
                let func = self.func(at(rest, 0)?)?;
                self.program.init.push(func);
            }
            "func" => {
                self.finish_function()?;
                let (signature, _) = self.signature(&rest[2.min(rest.len())..])?;
                let mut builder = FunctionBuilder::new(&text(rest, 0)?, signature);
                builder.declare(&text(rest, 1)?);
                let (labels, variables) = (FxHashMap::default(), Vec::new());
                self.open = Some(Open { builder, labels, variables });
            }
            _ => {
                let mut open = self.open.take().ok_or("this belongs in a function")?;
                let done = self.code_line(&mut open, word, rest);
                self.open = Some(open);
                done?;
            }
        }
        Ok(())
    }

    fn type_line(&mut self, word: &str, rest: &[String]) -> Parsed<()> {
        let kind = match word {
            "class" => TypeKind::Class(Class { size: number(at(rest, 1)?)?, ..Class::default() }),
            "interface" => TypeKind::Interface(Interface::default()),
            "array" => TypeKind::Array(self.storage(at(rest, 1)?)?),
            "funcdef" => TypeKind::Funcdef(self.signature(&rest[1..])?.0),
            "std" => {
                let args = rest[2.min(rest.len())..]
                    .iter()
                    .map(|token| self.storage(token))
                    .collect::<Parsed<_>>()?;
                TypeKind::Std { name: text(rest, 1)?, args }
            }
            _ => TypeKind::Host { name: text(rest, 1)?, base: None },
        };
        self.program.types.push(TypeDef { name: text(rest, 0)?, kind });
        Ok(())
    }

    fn member_line(&mut self, word: &str, rest: &[String]) -> Parsed<()> {
        let first = at(rest, 0)?;
        let mut def = self.program.types.pop().ok_or("this belongs in a type")?;
        match (&mut def.kind, word) {
            (TypeKind::Interface(interface), "base") => interface.bases.push(self.ty(first)?),
            (TypeKind::Interface(interface), "method") => {
                interface.methods.push((text(rest, 0)?, self.signature(&rest[1..])?.0));
            }
            (TypeKind::Host { base, .. }, "base") => *base = Some(self.ty(first)?),
            (TypeKind::Class(class), "base") => class.base = Some(self.ty(first)?),
            (TypeKind::Class(class), "host") => class.host_base = Some(self.ty(first)?),
            (TypeKind::Class(class), "destructor") => class.destructor = Some(self.func(first)?),
            (TypeKind::Class(class), "factory") => class.factory = Some(self.func(first)?),
            (TypeKind::Class(class), "assign") => class.assign = Some(self.func(first)?),
            (TypeKind::Class(class), "equals") => class.equals = Some(self.func(first)?),
            (TypeKind::Class(class), "compare") => class.compare = Some(self.func(first)?),
            (TypeKind::Class(class), "virtual") => class.vtable.push(self.func(first)?),
            (TypeKind::Class(class), "implements") => {
                let funcs = rest[1..].iter().map(|token| self.func(token)).collect::<Parsed<_>>()?;
                class.interfaces.push((self.ty(first)?, funcs));
            }
            (TypeKind::Class(class), "field") => {
                let (name, type_name) = (text(rest, 0)?, text(rest, 1)?);
                let (storage, offset) = (self.storage(at(rest, 2)?)?, number(at(rest, 3)?)?);
                class.fields.push(Field { name, type_name, storage, offset });
            }
            _ => return Err(format!("`{word}` does not belong in this type")),
        }
        self.program.types.push(def);
        Ok(())
    }

    fn import_line(&mut self, word: &str, rest: &[String]) -> Parsed<()> {
        let signature = |at: usize| self.signature(rest.get(at..).unwrap_or_default()).map(|found| found.0);
        if word == "stdfn" {
            let owned = rest.get(1).is_some_and(|word| word == "owner");
            let owner = if owned { Some(self.ty(at(rest, 2)?)?) } else { None };
            let import = StdImport {
                id: number(at(rest, 0)?)?,
                signature: signature(if owned { 3 } else { 1 })?,
                owner,
            };
            self.program.std.push(import);
            return Ok(());
        }
        let (first, second) = (text(rest, 0)?, text(rest, 1)?);
        let kind = match word {
            "import" => {
                let import = Import { module: first, decl: second, signature: signature(2)? };
                self.program.imports.push(import);
                return Ok(());
            }
            "hostfn" => HostKind::Function(signature(2)?),
            "hostmember" => HostKind::Member(self.storage(at(rest, 2)?)?),
            _ => HostKind::Global(self.ty(at(rest, 2)?)?),
        };
        self.program.host.push(HostImport { owner: first, name: second, kind });
        Ok(())
    }

    fn code_line(&self, open: &mut Open, word: &str, rest: &[String]) -> Parsed<()> {
        if let Some(label) = word.strip_suffix(':') {
            let label = open.label(label);
            open.builder.bind(label);
            return Ok(());
        }
        match word {
            "slots" => {
                for token in rest {
                    open.builder.slot(self.kind(token)?);
                }
            }
            "line" => open.builder.line(number(at(rest, 0)?)?, number(at(rest, 1)?)?, number(at(rest, 2)?)?),
            "try" => {
                let [start, end, target] =
                    [0, 1, 2].map(|index| at(rest, index).map(|name| open.label(name)));
                open.builder.handler(start?, end?, target?);
            }
            "switch" if rest.contains(&"else".to_owned()) => {
                let labels: Vec<Label> =
                    rest[1..].iter().filter(|name| *name != "else").map(|name| open.label(name)).collect();
                let (default, targets) = labels.split_last().ok_or("a switch needs a default")?;
                open.builder.switch_table(number(at(rest, 0)?)?, targets, *default);
            }
            "var" => {
                let (start, end) = (open.label(at(rest, 3)?), open.label(at(rest, 4)?));
                open.variables.push((text(rest, 0)?, text(rest, 1)?, number(at(rest, 2)?)?, start, end));
            }
            _ => self.instr_line(open, word, rest)?,
        }
        Ok(())
    }

    fn instr_line(&self, open: &mut Open, word: &str, rest: &[String]) -> Parsed<()> {
        let op =
            Op::ALL.iter().copied().find(|op| op.name() == word).ok_or_else(|| format!("no `{word}`"))?;
        let mut tokens = rest.iter().filter(|token| !matches!(token.as_str(), "(" | ")"));
        let mut values = Vec::new();
        for &operand in op.operands() {
            if operand == Operand::Args {
                break;
            }
            if operand == Operand::Funcdef {
                values.push(0);
                continue;
            }
            let token = tokens.next().ok_or("an operand is missing")?;
            values.push(match operand {
                Operand::Result if token == "_" => i64::from(u16::MAX),
                operand if operand.is_slot() => i64::from(slot(token)?.0),
                operand if operand.is_jump() => i64::from(open.label(token).raw_index()),
                Operand::TypeId => i64::from(self.ty(token)?.0),
                Operand::FuncId => i64::from(self.func(token)?.0),
                Operand::Imm64 if token.contains('.') => {
                    token.parse::<f64>().map_err(|_| format!("`{token}` is no number"))?.to_bits() as i64
                }
                Operand::Imm32 if token.contains('.') => {
                    i64::from(token.parse::<f32>().map_err(|_| format!("`{token}` is no number"))?.to_bits())
                }
                _ => number(token)?,
            });
        }
        let args = if op.is_call() {
            tokens.by_ref().map(|token| slot(token)).collect::<Parsed<Vec<_>>>()?
        } else {
            Vec::new()
        };
        if tokens.next().is_some() {
            return Err(format!("`{word}` has too many operands"));
        }
        open.builder.emit(op, &values, &args);
        Ok(())
    }

    fn finish_function(&mut self) -> Parsed<()> {
        let Some(open) = self.open.take() else { return Ok(()) };
        let Open { mut builder, variables, .. } = open;
        for (name, type_name, slot, start, end) in variables {
            builder.variable_between(&name, &type_name, Slot(slot), start, end);
        }
        self.program.functions.push(builder.finish().map_err(|err| err.to_string())?);
        Ok(())
    }

    /// A signature at the start of `tokens`, with the number of tokens it takes.
    fn signature(&self, tokens: &[String]) -> Parsed<(Signature, usize)> {
        let end = tokens.iter().position(|token| token == ")").ok_or("a signature is missing")?;
        if tokens[0] != "(" {
            return Err("a signature is missing".to_owned());
        }
        let params = tokens[1..end].iter().map(|token| self.kind(token)).collect::<Parsed<_>>()?;
        let ret = self.ret(at(tokens, end + 1)?)?;
        Ok((Signature { params, ret }, end + 2))
    }

    fn ret(&self, token: &str) -> Parsed<Ret> {
        Ok(match token {
            "void" => Ret::Void,
            "s" => Ret::Scalar(1),
            _ if token.starts_with('s') => Ret::Scalar(number(&token[1..])?),
            _ => match self.kind(token)? {
                SlotKind::Str => Ret::Str,
                SlotKind::Handle(ty) => Ret::Handle(ty),
                SlotKind::RefOwner(storage) => Ret::Ref(storage),
                _ => return Err(format!("`{token}` is no result")),
            },
        })
    }

    fn kind(&self, token: &str) -> Parsed<SlotKind> {
        Ok(match token {
            "s" => SlotKind::Scalar,
            "t" => SlotKind::Str,
            "pt" => SlotKind::PlaceStr,
            "o" => SlotKind::RefOffset,
            _ => {
                if let Some(storage) = token.strip_prefix("r:") {
                    SlotKind::RefOwner(self.storage(storage)?)
                } else if let Some(count) = token.strip_prefix("ps") {
                    SlotKind::PlaceScalar(number(count)?)
                } else if let Some(ty) = token.strip_prefix("ph") {
                    SlotKind::PlaceHandle(self.ty(ty)?)
                } else if let Some(ty) = token.strip_prefix('h') {
                    SlotKind::Handle(self.ty(ty)?)
                } else {
                    return Err(format!("`{token}` is no kind of slot"));
                }
            }
        })
    }

    fn storage(&self, token: &str) -> Parsed<Storage> {
        Ok(match token {
            "bool" => Storage::Bool,
            "i8" => Storage::I8,
            "u8" => Storage::U8,
            "i16" => Storage::I16,
            "u16" => Storage::U16,
            "i32" => Storage::I32,
            "u32" => Storage::U32,
            "f32" => Storage::F32,
            "i64" => Storage::I64,
            "u64" => Storage::U64,
            "f64" => Storage::F64,
            "t" => Storage::Str,
            _ => {
                if let Some(ty) = token.strip_prefix('h') {
                    Storage::Handle(self.ty(ty)?)
                } else if let Some(ty) = token.strip_prefix('v') {
                    Storage::Object(self.ty(ty)?)
                } else if let Some(size) = token.strip_prefix('b') {
                    Storage::Bytes(number(size)?)
                } else {
                    return Err(format!("`{token}` is no storage"));
                }
            }
        })
    }

    fn ty(&self, token: &str) -> Parsed<TypeId> {
        match token.strip_prefix(':') {
            _ if token == "*" => Ok(TypeId::ANY),
            Some(name) => {
                self.types.get(name).map(|&id| TypeId(id)).ok_or_else(|| format!("no type `{name}`"))
            }
            None => number(token).map(TypeId),
        }
    }

    fn func(&self, token: &str) -> Parsed<FuncId> {
        match token.strip_prefix('@') {
            Some(name) => {
                self.functions.get(name).map(|&id| FuncId(id)).ok_or_else(|| format!("no function `{name}`"))
            }
            None => number(token).map(FuncId),
        }
    }
}

fn at(tokens: &[String], index: usize) -> Parsed<&str> {
    tokens.get(index).map(String::as_str).ok_or_else(|| "the line ends too early".to_owned())
}

fn slot(token: &str) -> Parsed<Slot> {
    let digits = token.strip_prefix('%').ok_or_else(|| format!("`{token}` is no slot"))?;
    number(digits).map(Slot)
}

fn number<T: std::str::FromStr>(token: &str) -> Parsed<T> {
    token.parse().map_err(|_| format!("`{token}` is no fitting number"))
}

fn text(tokens: &[String], index: usize) -> Parsed<String> {
    String::from_utf8(bytes(tokens, index)?).map_err(|_| "a name is not UTF-8".to_owned())
}

/// A quoted token, which `tokens` marks by leaving the opening quote and latin-1 bytes as characters.
fn bytes(tokens: &[String], index: usize) -> Parsed<Vec<u8>> {
    let token = at(tokens, index)?;
    let inner = token.strip_prefix('"').ok_or_else(|| format!("`{token}` is not quoted"))?;
    Ok(inner.chars().map(|c| c as u8).collect())
}

/// Words, quoted texts and brackets of a line; `,` separates and `;` starts a comment.
fn tokens(line: &str) -> Parsed<Vec<String>> {
    let mut found = Vec::new();
    let mut chars = line.bytes().peekable();
    while let Some(byte) = chars.next() {
        match byte {
            b' ' | b'\t' | b',' | b'\r' => {}
            b';' => break,
            b'(' | b')' => found.push((byte as char).to_string()),
            b'"' => {
                let mut token = String::from('"');
                loop {
                    match chars.next().ok_or("a quote is not closed")? {
                        b'"' => break,
                        b'\\' => token.push(escape(&mut chars)? as char),
                        byte => token.push(byte as char),
                    }
                }
                found.push(token);
            }
            _ => {
                let mut token = String::from(byte as char);
                while let Some(&next) = chars.peek() {
                    if matches!(next, b' ' | b'\t' | b',' | b'(' | b')' | b';' | b'\r') {
                        break;
                    }
                    token.push(next as char);
                    chars.next();
                }
                found.push(token);
            }
        }
    }
    Ok(found)
}

fn escape(chars: &mut impl Iterator<Item = u8>) -> Parsed<u8> {
    Ok(match chars.next().ok_or("a quote is not closed")? {
        b'n' => b'\n',
        b'x' => {
            let digits: String = chars.take(2).map(char::from).collect();
            u8::from_str_radix(&digits, 16).map_err(|_| format!("`\\x{digits}` is no byte"))?
        }
        byte => byte,
    })
}
