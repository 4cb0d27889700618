//! Checks of one function: slots, instructions, jumps, tables.

use rustc_hash::FxHashSet;

use super::Verifier;
use crate::kind::{Ret, Signature, SlotKind, Storage};
use crate::op::{Instr, Op, Operand};
use crate::program::{FuncId, Function, Global, HostKind, TypeId, TypeKind};

/// What is wrong with an instruction.
type Flaw = String;

/// One function under examination.
struct Frame<'a> {
    function: &'a Function,
    /// Slots whose address is taken.
    placed: FxHashSet<u16>,
    /// Slots passed as arguments.
    passed: FxHashSet<u16>,
}

impl Verifier<'_> {
    pub(super) fn function(&mut self, id: FuncId) {
        let function = &self.program.functions[id.index()];
        if let Some(flaw) = self.slots_flaw(function) {
            return self.report(Some(id), None, flaw.to_owned());
        }
        let mut frame = Frame { function, placed: FxHashSet::default(), passed: FxHashSet::default() };
        let mut starts = vec![false; function.code.len() + 1];
        let mut jumps = Vec::new();
        let (mut pc, mut last) = (0, None);
        while pc < function.code.len() {
            let (instr, words) = match Instr::decode(&function.code[pc..]) {
                Ok(found) => found,
                Err(err) => {
                    return self.report(Some(id), Some(pc as u32), format!("no instruction: {err:?}"));
                }
            };
            starts[pc] = true;
            if let Err(flaw) = self.instruction(&mut frame, &instr) {
                self.report(Some(id), Some(pc as u32), format!("{}: {flaw}", instr.op.name()));
            }
            if instr.op.operands().last().is_some_and(|operand| operand.is_jump()) {
                let distance = instr.values[instr.values.len() - 1];
                if (distance <= 0) != instr.op.is_back() {
                    self.report(Some(id), Some(pc as u32), "jump in the wrong direction".to_owned());
                }
                jumps.push((pc as u32, pc as i64 + distance));
            }
            last = Some(instr.op);
            pc += words;
        }
        starts[function.code.len()] = false;
        if !last.is_some_and(Op::is_end) {
            self.report(Some(id), None, "the code can run past its end".to_owned());
        }
        for (pc, target) in jumps {
            if !usize::try_from(target).is_ok_and(|at| starts.get(at) == Some(&true)) {
                self.report(Some(id), Some(pc), "the jump hits no instruction".to_owned());
            }
        }
        if let Some(flaw) = tables_flaw(function, &starts) {
            self.report(Some(id), None, flaw.to_owned());
        }
        if let Some(slot) = frame.placed.intersection(&frame.passed).next() {
            self.report(Some(id), None, format!("slot {slot} is both placed and passed"));
        }
    }

    fn slots_flaw(&self, function: &Function) -> Option<&'static str> {
        let (slots, params) = (&function.slots, &function.signature.params);
        if slots.len() > 32767 {
            return Some("the frame is too large");
        }
        if slots.get(..params.len()) != Some(params) {
            return Some("the frame does not start with the parameters");
        }
        for (index, &kind) in slots.iter().enumerate() {
            let paired = match kind {
                SlotKind::RefOwner(_) => slots.get(index + 1) == Some(&SlotKind::RefOffset),
                SlotKind::RefOffset => index > 0 && matches!(slots[index - 1], SlotKind::RefOwner(_)),
                _ => true,
            };
            if !paired || !self.slot_is_sound(kind) {
                return Some("a slot has an impossible kind");
            }
        }
        None
    }

    fn instruction(&self, frame: &mut Frame<'_>, instr: &Instr) -> Result<(), Flaw> {
        for (&operand, &value) in instr.op.operands().iter().zip(&instr.values) {
            self.operand(frame, operand, value)?;
        }
        let counted = instr.args.iter().filter(|&&slot| frame.counted(slot)).copied().collect::<Vec<_>>();
        frame.passed.extend(counted);
        self.meaning(frame, instr)
    }

    /// What an operand needs whatever the instruction is.
    fn operand(&self, frame: &Frame<'_>, operand: Operand, value: i64) -> Result<(), Flaw> {
        let program = self.program;
        let below = |len: usize, what: &str| match (value as u64) < len as u64 {
            true => Ok(()),
            false => Err(format!("there is no {what} {value}")),
        };
        match operand {
            Operand::StrId => below(program.strings.len(), "string"),
            Operand::TypeId => below(program.types.len(), "type"),
            Operand::FuncId => below(program.functions.len(), "function"),
            Operand::Global => below(program.globals.len(), "global"),
            Operand::Import => below(program.imports.len(), "import"),
            Operand::StdId => below(program.std.len(), "library function"),
            Operand::HostId => below(program.host.len(), "host item"),
            Operand::Switch => below(frame.function.switches.len(), "switch table"),
            Operand::Divisor if value as i16 <= 0 => Err("the divisor is not above 0".to_owned()),
            Operand::Result => Ok(()),
            operand if operand.is_slot() => {
                let slot = value as u16;
                let kind = frame.kind(slot)?;
                let fits = match operand {
                    Operand::DefScalar | Operand::UseScalar => kind == SlotKind::Scalar,
                    Operand::DefStr | Operand::UseStr | Operand::MutStr | Operand::TakeStr => {
                        kind == SlotKind::Str
                    }
                    Operand::DefHandle | Operand::UseHandle | Operand::TakeHandle => {
                        matches!(kind, SlotKind::Handle(_))
                    }
                    Operand::DefPlace | Operand::UsePlace => kind.is_place(),
                    Operand::DefRef | Operand::UseRef | Operand::TakeRef => {
                        matches!(kind, SlotKind::RefOwner(_))
                    }
                    _ => true,
                };
                let written = matches!(
                    operand,
                    Operand::DefStr
                        | Operand::MutStr
                        | Operand::TakeStr
                        | Operand::DefHandle
                        | Operand::TakeHandle
                        | Operand::DefRef
                        | Operand::TakeRef
                );
                if !fits {
                    Err(format!("slot {slot} is {kind:?}, not fit for {operand:?}"))
                } else if written && frame.is_param(slot) {
                    Err(format!("slot {slot} is a borrowed parameter"))
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    /// What an instruction needs beyond the kinds of its operands.
    #[expect(clippy::too_many_lines, reason = "one flat table of instruction rules")]
    fn meaning(&self, frame: &mut Frame<'_>, instr: &Instr) -> Result<(), Flaw> {
        let at = |index: usize| instr.values[index];
        let slot = |index: usize| instr.values[index] as u16;
        let handle = |index: usize| frame.handle(slot(index));
        match instr.op {
            Op::MoveN => {
                frame.scalars(slot(0), at(2))?;
                frame.scalars(slot(1), at(2))
            }
            Op::MoveHandle | Op::TakeHandle => self.assign(handle(1), handle(0)),
            Op::GetI8 | Op::GetU8 | Op::GetI16 | Op::GetU16 | Op::Get32 | Op::Get64 => {
                want(self.field_at(handle(1), at(2))?, load_width(instr.op))
            }
            Op::GetStr => want(self.field_at(handle(1), at(2))?, &[Storage::Str]),
            Op::GetHandle => self.assign(self.field_handle(handle(1), at(2))?, handle(0)),
            Op::GetN => {
                frame.bytes(slot(0), self.field_at(handle(1), at(2))?)?;
                want(self.field_at(handle(1), at(2))?, &[Storage::Bytes(slot(3))])
            }
            Op::Set8 | Op::Set16 | Op::Set32 | Op::Set64 => {
                want(self.field_at(handle(0), at(1))?, store_width(instr.op))
            }
            Op::SetStr => want(self.field_at(handle(0), at(1))?, &[Storage::Str]),
            Op::SetHandle => self.assign(handle(2), self.field_handle(handle(0), at(1))?),
            Op::SetN => {
                frame.bytes(slot(2), self.field_at(handle(0), at(1))?)?;
                want(self.field_at(handle(0), at(1))?, &[Storage::Bytes(slot(3))])
            }
            Op::AtI8 | Op::AtU8 | Op::AtI16 | Op::AtU16 | Op::At32 | Op::At64 => {
                want(self.elements(handle(1))?, load_width(instr.op))
            }
            Op::AtStr => want(self.elements(handle(1))?, &[Storage::Str]),
            Op::AtHandle => self.assign(as_handle(self.elements(handle(1))?)?, handle(0)),
            Op::AtN => frame.bytes(slot(0), self.elements(handle(1))?),
            Op::Put8 | Op::Put16 | Op::Put32 | Op::Put64 => {
                want(self.elements(handle(0))?, store_width(instr.op))
            }
            Op::PutStr => want(self.elements(handle(0))?, &[Storage::Str]),
            Op::PutHandle => self.assign(handle(2), as_handle(self.elements(handle(0))?)?),
            Op::PutN => frame.bytes(slot(2), self.elements(handle(0))?),
            Op::ArrayLen => self.elements(handle(1)).map(|_| ()),
            Op::GlobalGet | Op::GlobalSet => self.global(at(1), SlotKind::Scalar, 1).map(|_| ()),
            Op::GlobalGetN | Op::GlobalSetN => {
                frame.scalars(slot(0), at(2))?;
                self.global(at(1), SlotKind::Scalar, slot(2)).map(|_| ())
            }
            Op::GlobalGetStr => self.global(at(1), SlotKind::Str, 1).map(|_| ()),
            Op::GlobalSetStr => self.global(at(1), SlotKind::Str, 1).map(|_| ()),
            Op::GlobalGetHandle => self.assign(self.global_handle(at(1))?, handle(0)),
            Op::GlobalSetHandle => self.assign(handle(0), self.global_handle(at(1))?),
            Op::Place => self.place(frame, slot(0), slot(1)),
            Op::PlaceGet => frame.place_scalar(slot(1), at(2)),
            Op::PlaceSet => frame.place_scalar(slot(0), at(1)),
            Op::PlaceGetStr => frame.place_is(slot(1), SlotKind::PlaceStr),
            Op::PlaceSetStr => frame.place_is(slot(0), SlotKind::PlaceStr),
            Op::PlaceGetHandle => self.assign(frame.place_handle(slot(1))?, handle(0)),
            Op::PlaceSetHandle => self.assign(handle(1), frame.place_handle(slot(0))?),
            Op::RefField => want(self.field_at(handle(1), at(2))?, &[frame.target(slot(0))?]),
            Op::RefAt => want(self.elements(handle(1))?, &[frame.target(slot(0))?]),
            Op::RefGlobal => self.global_target(at(1), frame.target(slot(0))?),
            Op::MoveRef => want(frame.target(slot(1))?, &[frame.target(slot(0))?]),
            Op::RefGet => frame.ref_plain(slot(1), slot(0), slot(2)),
            Op::RefSet => frame.ref_plain(slot(0), slot(1), slot(2)),
            Op::RefGetStr => want(frame.target(slot(1))?, &[Storage::Str]),
            Op::RefSetStr => want(frame.target(slot(0))?, &[Storage::Str]),
            Op::RefGetHandle => self.assign(as_handle(frame.target(slot(1))?)?, handle(0)),
            Op::RefSetHandle => self.assign(handle(1), as_handle(frame.target(slot(0))?)?),
            Op::New => match self.kind(TypeId(at(1) as u32)) {
                Some(TypeKind::Class(class)) if class.host_base.is_none() => {
                    self.assign(TypeId(at(1) as u32), handle(0))
                }
                _ => Err("it is no class of script objects".to_owned()),
            },
            Op::Built => match self.kind(handle(0)) {
                Some(TypeKind::Class(class)) if class.host_base.is_none() => Ok(()),
                _ => Err("it is no class of script objects".to_owned()),
            },
            Op::NewArray => {
                self.elements(TypeId(at(2) as u32))?;
                self.assign(TypeId(at(2) as u32), handle(0))
            }
            Op::Cast => self.assign(TypeId(at(2) as u32), handle(0)),
            Op::NewFunc => {
                let signature = self.funcdef(TypeId(at(1) as u32))?;
                self.assign(TypeId(at(1) as u32), handle(0))?;
                same(&self.program.functions[at(2) as usize].signature, signature)
            }
            Op::NewDelegate => {
                let signature = self.funcdef(TypeId(at(2) as u32))?;
                self.assign(TypeId(at(2) as u32), handle(0))?;
                self.binds(&self.program.functions[at(3) as usize].signature, handle(1), signature)
            }
            Op::NewDelegateVirtual => {
                let signature = self.funcdef(TypeId(at(3) as u32))?;
                self.assign(TypeId(at(3) as u32), handle(0))?;
                self.binds(self.virtual_signature(handle(1), at(2))?, handle(1), signature)
            }
            Op::Call => self.call(frame, instr, &self.program.functions[at(1) as usize].signature, 0, false),
            Op::CallMethod => {
                frame.first_handle(instr)?;
                self.call(frame, instr, &self.program.functions[at(1) as usize].signature, 0, false)
            }
            Op::CallVirtual => {
                let signature = self.virtual_signature(frame.first_handle(instr)?, at(1))?;
                self.call(frame, instr, signature, 0, false)
            }
            Op::CallInterface => {
                let (ty, method) = (TypeId(at(1) as u32 >> 12), at(1) as usize & 0xfff);
                let Some(TypeKind::Interface(interface)) = self.kind(ty) else {
                    return Err("it is no interface".to_owned());
                };
                self.assign(frame.first_handle(instr)?, ty)?;
                let (_, signature) = interface.methods.get(method).ok_or("there is no such method")?;
                self.call(frame, instr, signature, 0, true)
            }
            Op::CallFunc => {
                let signature = self.funcdef(frame.first_handle(instr)?)?;
                self.call(frame, instr, signature, 1, false)
            }
            Op::CallImport => {
                self.call(frame, instr, &self.program.imports[at(1) as usize].signature, 0, false)
            }
            Op::CallStd => self.call(frame, instr, &self.program.std[at(1) as usize].signature, 0, false),
            Op::CallHost => match &self.program.host[at(1) as usize].kind {
                HostKind::Function(signature) => self.call(frame, instr, signature, 0, false),
                _ => Err("the host item is no function".to_owned()),
            },
            Op::RetVoid | Op::CleanRetVoid => frame.returns(instr.op, Ret::Void),
            Op::Ret | Op::CleanRet => frame.returns(instr.op, Ret::Scalar(1)),
            Op::RetN | Op::CleanRetN => {
                frame.scalars(slot(0), at(1))?;
                frame.returns(instr.op, Ret::Scalar(slot(1)))
            }
            Op::RetStr => frame.returns(instr.op, Ret::Str),
            Op::RetHandle => match frame.function.signature.ret {
                Ret::Handle(ty) => self.assign(handle(0), ty),
                _ => Err("the function gives no handle".to_owned()),
            },
            Op::RetRef => frame.returns(instr.op, Ret::Ref(frame.target(slot(0))?)),
            Op::HostGet => frame.plain(slot(0), self.member(handle(1), at(2))?),
            Op::HostGetStr => want(self.member(handle(1), at(2))?, &[Storage::Str]),
            Op::HostGetHandle => self.assign(as_handle(self.member(handle(1), at(2))?)?, handle(0)),
            Op::HostSet => frame.plain(slot(1), self.member(handle(0), at(2))?),
            Op::HostSetStr => want(self.member(handle(0), at(2))?, &[Storage::Str]),
            Op::HostSetHandle => self.assign(handle(1), as_handle(self.member(handle(0), at(2))?)?),
            Op::HostGlobal => match self.program.host[at(1) as usize].kind {
                HostKind::Global(ty) => self.assign(ty, handle(0)),
                _ => Err("the host item is no global object".to_owned()),
            },
            Op::Break | Op::Internal => Err("it is for the virtual machine only".to_owned()),
            _ => Ok(()),
        }
    }

    fn assign(&self, from: TypeId, to: TypeId) -> Result<(), Flaw> {
        match self.is_a(from, to) {
            true => Ok(()),
            false => Err(format!("`{}` is no `{}`", self.name(from), self.name(to))),
        }
    }

    fn field_at(&self, ty: TypeId, offset: i64) -> Result<Storage, Flaw> {
        let found = self.field(ty, offset as u32);
        found.ok_or_else(|| format!("`{}` has no field at {offset}", self.name(ty)))
    }

    fn field_handle(&self, ty: TypeId, offset: i64) -> Result<TypeId, Flaw> {
        as_handle(self.field_at(ty, offset)?)
    }

    fn elements(&self, ty: TypeId) -> Result<Storage, Flaw> {
        match self.kind(ty) {
            Some(TypeKind::Array(storage)) => Ok(*storage),
            _ => Err(format!("`{}` is no array", self.name(ty))),
        }
    }

    fn funcdef(&self, ty: TypeId) -> Result<&Signature, Flaw> {
        match self.kind(ty) {
            Some(TypeKind::Funcdef(signature)) => Ok(signature),
            _ => Err(format!("`{}` is no funcdef", self.name(ty))),
        }
    }

    fn virtual_signature(&self, ty: TypeId, slot: i64) -> Result<&Signature, Flaw> {
        let Some(TypeKind::Class(class)) = self.kind(ty) else {
            return Err(format!("`{}` is no class", self.name(ty)));
        };
        let func =
            class.vtable.get(slot as usize).ok_or_else(|| format!("there is no vtable slot {slot}"))?;
        Ok(&self.program.functions[func.index()].signature)
    }

    fn binds(&self, method: &Signature, object: TypeId, funcdef: &Signature) -> Result<(), Flaw> {
        let fits = method.ret == funcdef.ret
            && method.params.get(1..) == Some(&funcdef.params[..])
            && self.takes_object(method, object);
        if fits { Ok(()) } else { Err("the method does not fit the funcdef".to_owned()) }
    }

    fn global(&self, index: i64, kind: SlotKind, slots: u16) -> Result<&Global, Flaw> {
        let global = &self.program.globals[index as usize];
        if global.kind == kind && global.slots == slots {
            return Ok(global);
        }
        Err(format!("global `{}` is not of that kind", global.name))
    }

    fn global_handle(&self, index: i64) -> Result<TypeId, Flaw> {
        match self.program.globals[index as usize].kind {
            SlotKind::Handle(ty) => Ok(ty),
            _ => Err("the global holds no handle".to_owned()),
        }
    }

    fn global_target(&self, index: i64, target: Storage) -> Result<(), Flaw> {
        let global = &self.program.globals[index as usize];
        let fits = match target {
            Storage::Str | Storage::Handle(_) | Storage::Object(_) => global.kind == target.slot_kind(),
            _ => global.kind == SlotKind::Scalar && global.slots == target.slots(),
        };
        if fits { Ok(()) } else { Err(format!("global `{}` is not of that storage", global.name)) }
    }

    fn place(&self, frame: &mut Frame<'_>, place: u16, slot: u16) -> Result<(), Flaw> {
        let kind = frame.kind(slot)?;
        let fits = match (frame.kind(place)?, kind) {
            (SlotKind::PlaceScalar(count), SlotKind::Scalar) => return frame.scalars(slot, i64::from(count)),
            (SlotKind::PlaceStr, SlotKind::Str) => true,
            (SlotKind::PlaceHandle(to), SlotKind::Handle(from)) => to == from,
            _ => false,
        };
        if !fits || frame.is_param(slot) {
            return Err(format!("slot {slot} cannot be placed as that"));
        }
        frame.placed.insert(slot);
        Ok(())
    }

    fn member(&self, object: TypeId, item: i64) -> Result<Storage, Flaw> {
        let import = &self.program.host[item as usize];
        let HostKind::Member(storage) = import.kind else {
            return Err("the host item is no member".to_owned());
        };
        let owns = self.ancestors.get(object.index()).is_some_and(|ancestors| {
            ancestors.iter().any(|ancestor| match &self.program.types[ancestor.index()].kind {
                TypeKind::Host { name, .. } => *name == import.owner,
                TypeKind::Class(class) => class.host_base.is_some() && self.name(*ancestor) == import.owner,
                _ => false,
            })
        });
        if owns { Ok(storage) } else { Err(format!("`{}` has no such member", self.name(object))) }
    }

    /// Arguments from `skip` on against a signature, the first one aside where `any_object`.
    fn call(
        &self,
        frame: &Frame<'_>,
        instr: &Instr,
        signature: &Signature,
        skip: usize,
        any_object: bool,
    ) -> Result<(), Flaw> {
        let args = instr.args.get(skip..).unwrap_or_default();
        if args.len() != signature.params.len() {
            return Err(format!("{} arguments for {} parameters", args.len(), signature.params.len()));
        }
        for (index, (&arg, &param)) in args.iter().zip(&signature.params).enumerate() {
            let kind = frame.kind(arg)?;
            if !(self.passes(kind, param) || any_object && index == 0) {
                return Err(format!("argument {index} is {kind:?}, not {param:?}"));
            }
        }
        let result = instr.values[0] as u16;
        match signature.ret {
            Ret::Void => Ok(()),
            Ret::Scalar(count) => frame.scalars(result, i64::from(count)),
            _ if frame.is_param(result) => Err("the result goes to a borrowed parameter".to_owned()),
            Ret::Str if frame.kind(result)? == SlotKind::Str => Ok(()),
            Ret::Handle(ty) => match frame.kind(result)? {
                SlotKind::Handle(to) => self.assign(ty, to),
                _ => Err("the result is a handle".to_owned()),
            },
            Ret::Ref(storage) => want(frame.target(result)?, &[storage]),
            Ret::Str => Err("the result is a string".to_owned()),
        }
    }
}

impl Frame<'_> {
    fn kind(&self, slot: u16) -> Result<SlotKind, Flaw> {
        self.function.slots.get(usize::from(slot)).copied().ok_or_else(|| format!("there is no slot {slot}"))
    }

    fn is_param(&self, slot: u16) -> bool {
        usize::from(slot) < self.function.signature.params.len()
    }

    fn counted(&self, slot: u16) -> bool {
        self.kind(slot).is_ok_and(SlotKind::is_counted)
    }

    /// Type of a handle slot; the operand check has seen that it is one.
    fn handle(&self, slot: u16) -> TypeId {
        match self.kind(slot) {
            Ok(SlotKind::Handle(ty)) => ty,
            _ => TypeId::ANY,
        }
    }

    fn first_handle(&self, instr: &Instr) -> Result<TypeId, Flaw> {
        match instr.args.first().map(|&slot| self.kind(slot)) {
            Some(Ok(SlotKind::Handle(ty))) => Ok(ty),
            _ => Err("the first argument is no handle".to_owned()),
        }
    }

    fn scalars(&self, first: u16, count: i64) -> Result<(), Flaw> {
        let range = usize::from(first)..usize::from(first) + count as usize;
        match self.function.slots.get(range) {
            Some(slots) if count > 0 && slots.iter().all(|&kind| kind == SlotKind::Scalar) => Ok(()),
            _ => Err(format!("there are no {count} scalar slots from {first} on")),
        }
    }

    fn bytes(&self, first: u16, storage: Storage) -> Result<(), Flaw> {
        match storage {
            Storage::Bytes(_) => self.scalars(first, i64::from(storage.slots())),
            _ => Err("it holds no value bytes".to_owned()),
        }
    }

    fn plain(&self, first: u16, storage: Storage) -> Result<(), Flaw> {
        match storage.is_plain() {
            true => self.scalars(first, i64::from(storage.slots())),
            false => Err("it is counted".to_owned()),
        }
    }

    fn target(&self, slot: u16) -> Result<Storage, Flaw> {
        match self.kind(slot)? {
            SlotKind::RefOwner(storage) => Ok(storage),
            _ => Err(format!("slot {slot} holds no reference")),
        }
    }

    fn ref_plain(&self, reference: u16, first: u16, tag: u16) -> Result<(), Flaw> {
        let storage = self.target(reference)?;
        if storage.tag() != tag {
            return Err("the storage is not the reference's".to_owned());
        }
        self.plain(first, storage)
    }

    fn place_scalar(&self, slot: u16, index: i64) -> Result<(), Flaw> {
        match self.kind(slot)? {
            SlotKind::PlaceScalar(count) if index < i64::from(count) => Ok(()),
            _ => Err("the place has no such scalar slot".to_owned()),
        }
    }

    fn place_is(&self, slot: u16, kind: SlotKind) -> Result<(), Flaw> {
        if self.kind(slot)? == kind { Ok(()) } else { Err("it is a place of another kind".to_owned()) }
    }

    fn place_handle(&self, slot: u16) -> Result<TypeId, Flaw> {
        match self.kind(slot)? {
            SlotKind::PlaceHandle(ty) => Ok(ty),
            _ => Err("it is a place of another kind".to_owned()),
        }
    }

    fn returns(&self, op: Op, ret: Ret) -> Result<(), Flaw> {
        if self.function.signature.ret != ret {
            return Err("it is not what the function gives".to_owned());
        }
        let params = self.function.signature.params.len();
        let plain = matches!(op, Op::RetVoid | Op::Ret | Op::RetN);
        if plain && self.function.slots[params..].iter().any(|kind| kind.is_counted()) {
            return Err("counted slots need a cleaning return".to_owned());
        }
        Ok(())
    }
}

fn tables_flaw(function: &Function, starts: &[bool]) -> Option<&'static str> {
    let hits = |pc: u32| starts.get(pc as usize) == Some(&true);
    for handler in &function.handlers {
        let end = hits(handler.end) || handler.end as usize == function.code.len();
        if !hits(handler.start) || !end || handler.start >= handler.end || !hits(handler.target) {
            return Some("a try range does not lie on instructions");
        }
    }
    for table in &function.switches {
        if !hits(table.default) || !table.targets.iter().all(|&target| hits(target)) {
            return Some("a switch table leads to no instruction");
        }
    }
    None
}

fn want(found: Storage, wanted: &[Storage]) -> Result<(), Flaw> {
    if wanted.contains(&found) { Ok(()) } else { Err(format!("it holds {found:?}")) }
}

fn as_handle(storage: Storage) -> Result<TypeId, Flaw> {
    match storage {
        Storage::Handle(ty) | Storage::Object(ty) => Ok(ty),
        other => Err(format!("it holds {other:?}")),
    }
}

fn same(function: &Signature, funcdef: &Signature) -> Result<(), Flaw> {
    if function == funcdef { Ok(()) } else { Err("the function does not fit the funcdef".to_owned()) }
}

/// Storages an instruction that loads may find.
fn load_width(op: Op) -> &'static [Storage] {
    match op {
        Op::GetI8 | Op::AtI8 => &[Storage::I8],
        Op::GetU8 | Op::AtU8 => &[Storage::U8, Storage::Bool],
        Op::GetI16 | Op::AtI16 => &[Storage::I16],
        Op::GetU16 | Op::AtU16 => &[Storage::U16],
        Op::Get32 | Op::At32 => &[Storage::I32, Storage::U32, Storage::F32],
        _ => &[Storage::I64, Storage::U64, Storage::F64],
    }
}

/// Storages an instruction that stores may find.
fn store_width(op: Op) -> &'static [Storage] {
    match op {
        Op::Set8 | Op::Put8 => &[Storage::I8, Storage::U8, Storage::Bool],
        Op::Set16 | Op::Put16 => &[Storage::I16, Storage::U16],
        Op::Set32 | Op::Put32 => &[Storage::I32, Storage::U32, Storage::F32],
        _ => &[Storage::I64, Storage::U64, Storage::F64],
    }
}
