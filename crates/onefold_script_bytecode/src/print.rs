//! The text form of programs: what `disasm` shows and [`Program::parse`](crate::Program::parse) reads.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use crate::kind::{Ret, Signature, SlotKind, Storage};
use crate::op::{Instr, Operand};
use crate::program::{Class, Function, HostKind, Program, TypeDef, TypeId, TypeKind};

impl fmt::Display for Program {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "program {}", Quoted(self.name.as_bytes()))?;
        for file in &self.files {
            writeln!(out, "file {}", Quoted(file.as_bytes()))?;
        }
        for text in &self.strings {
            writeln!(out, "string {}", Quoted(text))?;
        }
        for (index, def) in self.types.iter().enumerate() {
            writeln!(out, "; type {index}")?;
            type_text(out, def)?;
        }
        for global in &self.globals {
            let (name, type_name) = (Quoted(global.name.as_bytes()), Quoted(global.type_name.as_bytes()));
            writeln!(out, "global {name} {type_name} {} {}", global.kind, global.slots)?;
        }
        for import in &self.std {
            let owner = import.owner.map_or(String::new(), |ty| format!("owner {} ", ty.0));
            writeln!(out, "stdfn {} {owner}{}", import.id, import.signature)?;
        }
        for import in &self.host {
            let (owner, name) = (Quoted(import.owner.as_bytes()), Quoted(import.name.as_bytes()));
            match &import.kind {
                HostKind::Function(signature) => writeln!(out, "hostfn {owner} {name} {signature}")?,
                HostKind::Member(storage) => writeln!(out, "hostmember {owner} {name} {storage}")?,
                HostKind::Global(ty) => writeln!(out, "hostglobal {owner} {name} {}", ty.0)?,
            }
        }
        for import in &self.imports {
            let (module, decl) = (Quoted(import.module.as_bytes()), Quoted(import.decl.as_bytes()));
            writeln!(out, "import {module} {decl} {}", import.signature)?;
        }
        for func in &self.init {
            writeln!(out, "init {}", func.0)?;
        }
        for (index, function) in self.functions.iter().enumerate() {
            writeln!(out, "; function {index}")?;
            write!(out, "{function}")?;
        }
        Ok(())
    }
}

fn type_text(out: &mut fmt::Formatter<'_>, def: &TypeDef) -> fmt::Result {
    let name = Quoted(def.name.as_bytes());
    match &def.kind {
        TypeKind::Class(class) => {
            writeln!(out, "class {name} {}", class.size)?;
            class_text(out, class)
        }
        TypeKind::Interface(interface) => {
            writeln!(out, "interface {name}")?;
            for base in &interface.bases {
                writeln!(out, "  base {}", base.0)?;
            }
            for (method, signature) in &interface.methods {
                writeln!(out, "  method {} {signature}", Quoted(method.as_bytes()))?;
            }
            Ok(())
        }
        TypeKind::Array(storage) => writeln!(out, "array {name} {storage}"),
        TypeKind::Funcdef(signature) => writeln!(out, "funcdef {name} {signature}"),
        TypeKind::Std { name: std, args } => {
            write!(out, "std {name} {}", Quoted(std.as_bytes()))?;
            args.iter().try_for_each(|storage| write!(out, " {storage}"))?;
            writeln!(out)
        }
        TypeKind::Host { name: host, base } => {
            writeln!(out, "hosttype {name} {}", Quoted(host.as_bytes()))?;
            base.map_or(Ok(()), |base| writeln!(out, "  base {}", base.0))
        }
    }
}

fn class_text(out: &mut fmt::Formatter<'_>, class: &Class) -> fmt::Result {
    let ids = [
        ("base", class.base.map(|id| id.0)),
        ("host", class.host_base.map(|id| id.0)),
        ("destructor", class.destructor.map(|id| id.0)),
        ("factory", class.factory.map(|id| id.0)),
        ("assign", class.assign.map(|id| id.0)),
        ("equals", class.equals.map(|id| id.0)),
        ("compare", class.compare.map(|id| id.0)),
    ];
    for (word, id) in ids {
        if let Some(id) = id {
            writeln!(out, "  {word} {id}")?;
        }
    }
    for field in &class.fields {
        let (name, type_name) = (Quoted(field.name.as_bytes()), Quoted(field.type_name.as_bytes()));
        writeln!(out, "  field {name} {type_name} {} {}", field.storage, field.offset)?;
    }
    for func in &class.vtable {
        writeln!(out, "  virtual {}", func.0)?;
    }
    for (interface, funcs) in &class.interfaces {
        write!(out, "  implements {}", interface.0)?;
        funcs.iter().try_for_each(|func| write!(out, " {}", func.0))?;
        writeln!(out)?;
    }
    Ok(())
}

impl fmt::Display for Function {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, decl) = (Quoted(self.name.as_bytes()), Quoted(self.decl.as_bytes()));
        writeln!(out, "func {name} {decl} {}", self.signature)?;
        let own = self.slots.get(self.signature.params.len()..).unwrap_or_default();
        if !own.is_empty() {
            write!(out, "  slots")?;
            own.iter().try_for_each(|kind| write!(out, " {kind}"))?;
            writeln!(out)?;
        }
        for table in &self.switches {
            write!(out, "  switch {}", table.low)?;
            table.targets.iter().try_for_each(|target| write!(out, " L{target}"))?;
            writeln!(out, " else L{}", table.default)?;
        }
        for handler in &self.handlers {
            writeln!(out, "  try L{} L{} L{}", handler.start, handler.end, handler.target)?;
        }
        for variable in &self.variables {
            let (name, type_name) = (Quoted(variable.name.as_bytes()), Quoted(variable.type_name.as_bytes()));
            writeln!(
                out,
                "  var {name} {type_name} {} L{} L{}",
                variable.slot, variable.start, variable.end
            )?;
        }
        self.code_text(out)
    }
}

impl Function {
    fn code_text(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = self.labels();
        let (mut pc, mut line) = (0, 0);
        while pc < self.code.len() {
            if labels.contains(&(pc as u32)) {
                writeln!(out, "L{pc}:")?;
            }
            while let Some(entry) = self.lines.get(line).filter(|entry| entry.pc as usize <= pc) {
                writeln!(out, "  line {} {} {}", entry.file, entry.line, entry.column)?;
                line += 1;
            }
            match Instr::decode(&self.code[pc..]) {
                Ok((instr, words)) => {
                    instr_text(out, &instr, pc)?;
                    pc += words;
                }
                Err(err) => {
                    writeln!(out, "  ; word {pc} is no instruction: {err:?}")?;
                    pc += 1;
                }
            }
        }
        if labels.contains(&(pc as u32)) {
            writeln!(out, "L{pc}:")?;
        }
        Ok(())
    }

    /// Words something jumps to or names.
    fn labels(&self) -> BTreeSet<u32> {
        let mut labels = BTreeSet::new();
        for handler in &self.handlers {
            labels.extend([handler.start, handler.end, handler.target]);
        }
        for table in &self.switches {
            labels.extend(table.targets.iter().chain([&table.default]));
        }
        for variable in &self.variables {
            labels.extend([variable.start, variable.end]);
        }
        let mut pc = 0;
        while let Some(Ok((instr, words))) = self.code.get(pc..).map(Instr::decode) {
            if instr.op.operands().last().is_some_and(|operand| operand.is_jump()) {
                let target = pc as i64 + instr.values[instr.values.len() - 1];
                labels.extend(u32::try_from(target));
            }
            pc += words;
        }
        labels
    }
}

fn instr_text(out: &mut fmt::Formatter<'_>, instr: &Instr, pc: usize) -> fmt::Result {
    write!(out, "  {}", instr.op.name())?;
    let mut before = " ";
    for (&operand, &value) in instr.op.operands().iter().zip(&instr.values) {
        match operand {
            Operand::Funcdef => continue,
            Operand::Result if value == i64::from(u16::MAX) => write!(out, "{before}_")?,
            operand if operand.is_slot() => write!(out, "{before}%{value}")?,
            operand if operand.is_jump() => write!(out, "{before}L{}", pc as i64 + value)?,
            _ => write!(out, "{before}{value}")?,
        }
        before = ", ";
    }
    if instr.op.is_call() {
        write!(out, "{before}(")?;
        for (index, arg) in instr.args.iter().enumerate() {
            write!(out, "{}%{arg}", if index == 0 { "" } else { ", " })?;
        }
        write!(out, ")")?;
    }
    writeln!(out)
}

impl fmt::Display for Signature {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('(')?;
        for (index, kind) in self.params.iter().enumerate() {
            write!(out, "{}{kind}", if index == 0 { "" } else { " " })?;
        }
        write!(out, ") {}", self.ret)
    }
}

impl fmt::Display for Ret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ret::Void => out.write_str("void"),
            Ret::Scalar(1) => out.write_char('s'),
            Ret::Scalar(count) => write!(out, "s{count}"),
            Ret::Str => out.write_char('t'),
            Ret::Handle(ty) => write!(out, "h{}", Id(*ty)),
            Ret::Ref(storage) => write!(out, "r:{storage}"),
        }
    }
}

impl fmt::Display for SlotKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlotKind::Scalar => out.write_char('s'),
            SlotKind::Str => out.write_char('t'),
            SlotKind::Handle(ty) => write!(out, "h{}", Id(*ty)),
            SlotKind::PlaceScalar(count) => write!(out, "ps{count}"),
            SlotKind::PlaceStr => out.write_str("pt"),
            SlotKind::PlaceHandle(ty) => write!(out, "ph{}", Id(*ty)),
            SlotKind::RefOwner(storage) => write!(out, "r:{storage}"),
            SlotKind::RefOffset => out.write_char('o'),
        }
    }
}

impl fmt::Display for Storage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Storage::Bool => out.write_str("bool"),
            Storage::I8 => out.write_str("i8"),
            Storage::U8 => out.write_str("u8"),
            Storage::I16 => out.write_str("i16"),
            Storage::U16 => out.write_str("u16"),
            Storage::I32 => out.write_str("i32"),
            Storage::U32 => out.write_str("u32"),
            Storage::F32 => out.write_str("f32"),
            Storage::I64 => out.write_str("i64"),
            Storage::U64 => out.write_str("u64"),
            Storage::F64 => out.write_str("f64"),
            Storage::Str => out.write_str("t"),
            Storage::Handle(ty) => write!(out, "h{}", Id(*ty)),
            Storage::Object(ty) => write!(out, "v{}", Id(*ty)),
            Storage::Bytes(size) => write!(out, "b{size}"),
        }
    }
}

/// A type id, `*` for any.
struct Id(TypeId);

impl fmt::Display for Id {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == TypeId::ANY { out.write_char('*') } else { write!(out, "{}", self.0.0) }
    }
}

/// Bytes as a quoted text.
struct Quoted<'a>(&'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('"')?;
        for &byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(out, "\\{}", byte as char)?,
                b'\n' => out.write_str("\\n")?,
                b' '..=b'~' => out.write_char(byte as char)?,
                _ => write!(out, "\\x{byte:02x}")?,
            }
        }
        out.write_char('"')
    }
}
