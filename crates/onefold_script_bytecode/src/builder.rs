//! Builds one function: a typed method per instruction, labels, slots, constants, tables.

mod peephole;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::kind::{Signature, SlotKind};
use crate::op::{Instr, Op, Operand};
use crate::program::{
    FuncId, Function, GlobalId, Handler, HostId, ImportId, Line, StdId, StrId, SwitchTable, TypeId, Variable,
};

/// A slot of the frame under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u16);

/// The result operand of a call to a void function.
pub const NO_SLOT: Slot = Slot(u16::MAX);

impl Slot {
    /// The slot `n` after this one, for values of several slots.
    #[must_use]
    pub fn nth(self, n: u16) -> Slot {
        Slot(self.0 + n)
    }
}

/// A place in the code, bound before or after it is jumped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(u32);

impl Label {
    /// The number `emit` takes for it.
    pub fn raw_index(self) -> u32 {
        self.0
    }
}

/// A switch table under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Switch(u32);

/// Why a function could not be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A label is jumped to but never bound.
    UnboundLabel(Label),
    /// The frame has more than 32767 slots.
    TooManySlots,
    /// The code has more words than a jump can span.
    TooLong,
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::UnboundLabel(label) => write!(out, "label {} is never bound", label.0),
            BuildError::TooManySlots => out.write_str("the function needs more than 32767 slots"),
            BuildError::TooLong => out.write_str("the function is too long"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds one [`Function`]; every instruction of the table is a method of the same name.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    function: Function,
    code: Vec<Instr>,
    /// Index of the instruction each label is bound to.
    labels: Vec<Option<u32>>,
    lines: Vec<(u32, Line)>,
    handlers: Vec<(Label, Label, Label)>,
    switches: Vec<(i32, Vec<Label>, Label)>,
    variables: Vec<(Variable, u32, u32)>,
    ranged: Vec<(Variable, Label, Label)>,
    free: FxHashMap<SlotKind, Vec<Slot>>,
    constants: FxHashMap<u64, Slot>,
    constant_order: Vec<(u64, Slot)>,
}

impl FunctionBuilder {
    /// Starts a function; its parameters take the first slots.
    pub fn new(name: &str, signature: Signature) -> FunctionBuilder {
        let slots = signature.params.clone();
        let function = Function { name: name.to_owned(), signature, slots, ..Function::default() };
        FunctionBuilder {
            function,
            code: Vec::new(),
            labels: Vec::new(),
            lines: Vec::new(),
            handlers: Vec::new(),
            switches: Vec::new(),
            variables: Vec::new(),
            ranged: Vec::new(),
            free: FxHashMap::default(),
            constants: FxHashMap::default(),
            constant_order: Vec::new(),
        }
    }

    /// Sets the whole declaration, as tools show it.
    pub fn declare(&mut self, decl: &str) {
        self.function.decl = decl.to_owned();
    }

    /// Slot of parameter slot `index`.
    pub fn param(&self, index: u16) -> Slot {
        Slot(index)
    }

    /// A new slot that is never reused.
    pub fn slot(&mut self, kind: SlotKind) -> Slot {
        let slot = Slot(self.function.slots.len().min(usize::from(u16::MAX)) as u16);
        self.function.slots.push(kind);
        slot
    }

    /// A new scalar slot.
    pub fn scalar(&mut self) -> Slot {
        self.slot(SlotKind::Scalar)
    }

    /// `count` new consecutive scalar slots, for a value of several slots.
    pub fn scalars(&mut self, count: u16) -> Slot {
        let first = self.scalar();
        (1..count).for_each(|_| {
            self.scalar();
        });
        first
    }

    /// Two new slots for a reference to a place of that storage; names the first.
    pub fn reference(&mut self, storage: crate::Storage) -> Slot {
        let first = self.slot(SlotKind::RefOwner(storage));
        self.slot(SlotKind::RefOffset);
        first
    }

    /// A slot of that kind, reused from [`FunctionBuilder::free`] where there is one.
    ///
    /// A reused counted slot still holds what it was freed with until it is written or cleared.
    pub fn temp(&mut self, kind: SlotKind) -> Slot {
        match self.free.get_mut(&kind).and_then(Vec::pop) {
            Some(slot) => slot,
            None => self.slot(kind),
        }
    }

    /// Gives a single slot back for reuse by [`FunctionBuilder::temp`].
    pub fn free(&mut self, slot: Slot) {
        let kind = self.kind(slot);
        self.free.entry(kind).or_default().push(slot);
    }

    /// The declared kind of a slot.
    pub fn kind(&self, slot: Slot) -> SlotKind {
        self.function.slots[usize::from(slot.0)]
    }

    /// A scalar slot that holds `bits` throughout the function, loaded once at entry. Never write it.
    pub fn const_slot(&mut self, bits: u64) -> Slot {
        if let Some(&slot) = self.constants.get(&bits) {
            return slot;
        }
        let slot = self.scalar();
        self.constants.insert(bits, slot);
        self.constant_order.push((bits, slot));
        slot
    }

    /// A new label, not bound yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Binds a label to the next instruction.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.code.len() as u32);
    }

    /// A new label bound to the next instruction.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Says which source place the next instructions come from.
    pub fn line(&mut self, file: u16, line: u32, column: u16) {
        let at = self.code.len() as u32;
        let entry = Line { pc: 0, file, column, line };
        match self.lines.last_mut() {
            Some((pc, last)) if *pc == at => *last = entry,
            Some((_, last)) if (last.file, last.line, last.column) == (file, line, column) => {}
            _ => self.lines.push((at, entry)),
        }
    }

    /// Sends exceptions between `start` and `end` to `target`. Add inner ranges before outer ones.
    pub fn handler(&mut self, start: Label, end: Label, target: Label) {
        self.handlers.push((start, end, target));
    }

    /// A switch table: entry i is for the value `low + i`.
    pub fn switch_table(&mut self, low: i32, targets: &[Label], default: Label) -> Switch {
        self.switches.push((low, targets.to_vec(), default));
        Switch(self.switches.len() as u32 - 1)
    }

    /// Names a variable for debuggers, alive from here on; close it with [`FunctionBuilder::end_variable`].
    pub fn variable(&mut self, name: &str, type_name: &str, slot: Slot) -> usize {
        let (name, type_name) = (name.to_owned(), type_name.to_owned());
        let variable = Variable { name, type_name, slot: slot.0, start: 0, end: 0 };
        self.variables.push((variable, self.code.len() as u32, u32::MAX));
        self.variables.len() - 1
    }

    /// Names a variable for debuggers that lives between two labels.
    pub fn variable_between(&mut self, name: &str, type_name: &str, slot: Slot, start: Label, end: Label) {
        let (name, type_name) = (name.to_owned(), type_name.to_owned());
        self.ranged.push((Variable { name, type_name, slot: slot.0, start: 0, end: 0 }, start, end));
    }

    /// Ends a variable's life here.
    pub fn end_variable(&mut self, index: usize) {
        self.variables[index].2 = self.code.len() as u32;
    }

    /// Whether the next instruction could be reached from the one before it.
    pub fn falls_through(&self) -> bool {
        self.code.last().is_none_or(|last| !last.op.is_end())
    }

    /// Number of instructions so far.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// Whether there is no instruction yet.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Appends an instruction by its raw operands; jumps name labels by number.
    pub fn emit(&mut self, op: Op, values: &[i64], args: &[Slot]) {
        let args = args.iter().map(|slot| slot.0).collect();
        self.code.push(Instr { op, values: SmallVec::from_slice(values), args });
    }

    /// Turns labels into distances, picks loop twins and plain returns, and encodes.
    ///
    /// # Errors
    /// When a label in use is unbound or the function is too large.
    pub fn finish(mut self) -> Result<Function, BuildError> {
        if self.function.slots.len() > 32767 {
            return Err(BuildError::TooManySlots);
        }
        self.improve();
        self.load_constants();
        self.pick_returns();
        let long = self.code.iter().map(|instr| instr.op.words(instr.args.len())).sum::<usize>() > 32_000;
        if long {
            self.widen_branches();
        }
        let mut words = Vec::with_capacity(self.code.len() + 1);
        let mut total = 0_u32;
        for instr in &self.code {
            words.push(total);
            total += instr.op.words(instr.args.len()) as u32;
        }
        words.push(total);
        if total > i32::MAX as u32 {
            return Err(BuildError::TooLong);
        }
        self.encode(&words)
    }

    fn load_constants(&mut self) {
        let loads = self.constant_order.iter().map(|&(bits, slot)| {
            let slot = i64::from(slot.0);
            let (op, value) = match u32::try_from(bits) {
                Ok(low) => (Op::Imm32, i64::from(low as i32)),
                Err(_) => (Op::Imm64, bits as i64),
            };
            Instr { op, values: SmallVec::from_slice(&[slot, value]), args: SmallVec::new() }
        });
        let loads: Vec<Instr> = loads.collect();
        let shift = loads.len() as u32;
        self.code.splice(0..0, loads);
        self.shift(|_| shift);
    }

    /// Functions without counted slots return by the plain forms.
    fn pick_returns(&mut self) {
        let params = self.function.signature.params.len();
        let counted = self.function.slots[params..].iter().any(|kind| kind.is_counted());
        for instr in &mut self.code {
            instr.op = match (instr.op, counted) {
                (Op::RetVoid, true) => Op::CleanRetVoid,
                (Op::Ret, true) => Op::CleanRet,
                (Op::RetN, true) => Op::CleanRetN,
                (op, _) => op,
            };
        }
    }

    /// In code too long for 16-bit distances every fused branch hops over a long jump.
    fn widen_branches(&mut self) {
        let mut wide = Vec::with_capacity(self.code.len() * 2);
        let mut moved = Vec::with_capacity(self.code.len() + 1);
        let short = |op: Op| op.operands().last() == Some(&Operand::Forward16);
        for mut instr in std::mem::take(&mut self.code) {
            moved.push(wide.len() as u32);
            if !short(instr.op) {
                wide.push(instr);
                continue;
            }
            let far = *instr.values.last().expect("a branch has a label");
            let (hop, over) = (self.labels.len() as i64, self.labels.len() as i64 + 1);
            let at = wide.len() as u32;
            // Bound in the new numbering; the shift below must not touch them.
            self.labels.extend([Some(at + 2), Some(at + 3)]);
            *instr.values.last_mut().expect("a branch has a label") = hop;
            wide.push(instr);
            let jump =
                |label| Instr { op: Op::Jump, values: SmallVec::from_slice(&[label]), args: SmallVec::new() };
            wide.push(jump(over));
            wide.push(jump(far));
        }
        moved.push(wide.len() as u32);
        let hops = wide.len() - (moved.len() - 1);
        let own = self.labels.len() - hops;
        let added = self.labels.split_off(own);
        self.shift(|at| moved[at as usize] - at);
        self.labels.extend(added);
        self.code = wide;
    }

    /// Moves everything that names an instruction by the distance for its old index.
    fn shift(&mut self, distance: impl Fn(u32) -> u32) {
        self.relocate(|at| at + distance(at));
    }

    /// Gives everything that names an instruction its new index for the old one.
    fn relocate(&mut self, new: impl Fn(u32) -> u32) {
        for at in self.labels.iter_mut().flatten() {
            *at = new(*at);
        }
        for (at, _) in &mut self.lines {
            *at = new(*at);
        }
        for (_, start, end) in &mut self.variables {
            *start = new(*start);
            if *end != u32::MAX {
                *end = new(*end);
            }
        }
    }

    fn encode(self, words: &[u32]) -> Result<Function, BuildError> {
        let FunctionBuilder {
            mut function, code, labels, lines, handlers, switches, variables, ranged, ..
        } = self;
        let find = |label: Label| -> Result<u32, BuildError> {
            let at = labels[label.0 as usize].ok_or(BuildError::UnboundLabel(label))?;
            Ok(words[at as usize])
        };
        for (index, mut instr) in code.into_iter().enumerate() {
            let last = instr.op.operands().last().copied();
            if last.is_some_and(Operand::is_jump) {
                let value = instr.values.last_mut().expect("a branch has a label");
                *value = i64::from(find(Label(*value as u32))?) - i64::from(words[index]);
                if *value <= 0 {
                    instr.op = instr.op.loop_twin().unwrap_or(instr.op);
                }
            }
            instr.encode(&mut function.code);
        }
        for &(at, line) in &lines {
            let entry = Line { pc: words[at as usize], ..line };
            // Where instructions have gone, the last place that names the next one holds.
            match function.lines.last_mut() {
                Some(last) if last.pc == entry.pc => *last = entry,
                _ => function.lines.push(entry),
            }
        }
        for (start, end, target) in handlers {
            let (start, end, target) = (find(start)?, find(end)?, find(target)?);
            function.handlers.push(Handler { start, end, target });
        }
        for (low, targets, default) in switches {
            let targets = targets.into_iter().map(find).collect::<Result<_, _>>()?;
            function.switches.push(SwitchTable { low, targets, default: find(default)? });
        }
        let total = words[words.len() - 1];
        function.variables = variables
            .into_iter()
            .map(|(variable, start, end)| {
                let end = if end == u32::MAX { total } else { words[end as usize] };
                Variable { start: words[start as usize], end, ..variable }
            })
            .collect();
        for (variable, start, end) in ranged {
            function.variables.push(Variable { start: find(start)?, end: find(end)?, ..variable });
        }
        Ok(function)
    }
}

/// What the builder's methods take for an operand.
trait Raw {
    fn raw(self) -> i64;
}

macro_rules! raw {
    ($($type:ty: $value:ident => $raw:expr),* $(,)?) => {
        $(impl Raw for $type { fn raw(self) -> i64 { let $value = self; $raw } })*
    };
}

raw! {
    Slot: slot => i64::from(slot.0),
    Label: label => i64::from(label.0),
    Switch: table => i64::from(table.0),
    i16: value => i64::from(value),
    u16: value => i64::from(value),
    i32: value => i64::from(value),
    u64: value => value as i64,
    StrId: id => i64::from(id.0),
    TypeId: id => i64::from(id.0),
    FuncId: id => i64::from(id.0),
    GlobalId: id => i64::from(id.0),
    ImportId: id => i64::from(id.0),
    StdId: id => i64::from(id.0),
    HostId: id => i64::from(id.0),
    VirtualSlot: slot => i64::from(slot.0),
    MethodIndex: index => i64::from(index.0),
    (): _unit => 0,
}

/// A slot of a vtable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VirtualSlot(pub u32);

/// A method of an interface: the interface's type index above 12 bits of method index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodIndex(pub u32);

impl MethodIndex {
    /// Method `method` of interface type `ty`.
    pub fn new(ty: TypeId, method: u32) -> MethodIndex {
        MethodIndex(ty.0 << 12 | method & 0xfff)
    }
}

macro_rules! operand_type {
    (Imm16) => {
        i16
    };
    (Divisor) => {
        i16
    };
    (Count) => {
        u16
    };
    (Storage) => {
        u16
    };
    (Field) => {
        u16
    };
    (Forward16) => {
        Label
    };
    (Back16) => {
        Label
    };
    (Forward32) => {
        Label
    };
    (Back32) => {
        Label
    };
    (Imm32) => {
        i32
    };
    (Switch) => {
        Switch
    };
    (StrId) => {
        StrId
    };
    (TypeId) => {
        TypeId
    };
    (FuncId) => {
        FuncId
    };
    (Global) => {
        GlobalId
    };
    (Virtual) => {
        VirtualSlot
    };
    (Method) => {
        MethodIndex
    };
    (Funcdef) => {
        ()
    };
    (Import) => {
        ImportId
    };
    (StdId) => {
        StdId
    };
    (HostId) => {
        HostId
    };
    (Imm64) => {
        u64
    };
    ($slot:ident) => {
        Slot
    };
}

macro_rules! define_methods {
    ($( $op:ident $method:ident ( $($name:ident : $kind:ident),* ) $doc:literal; )*) => {
        /// One method per instruction.
        impl FunctionBuilder {
            $( define_methods!(@one $op $method $doc [] $($name: $kind,)*); )*
        }
    };
    (@one $op:ident $method:ident $doc:literal [$($name:ident: $kind:ident,)*] args: Args,) => {
        #[doc = concat!("`", $doc, "`")]
        pub fn $method(&mut self, $($name: operand_type!($kind),)* args: &[Slot]) -> &mut Self {
            self.emit(Op::$op, &[$($name.raw()),*], args);
            self
        }
    };
    (@one $op:ident $method:ident $doc:literal [$($name:ident: $kind:ident,)*]) => {
        #[doc = concat!("`", $doc, "`")]
        pub fn $method(&mut self, $($name: operand_type!($kind)),*) -> &mut Self {
            self.emit(Op::$op, &[$($name.raw()),*], &[]);
            self
        }
    };
    (@one $op:ident $method:ident $doc:literal [$($done:tt)*] $name:ident: $kind:ident, $($rest:tt)*) => {
        define_methods!(@one $op $method $doc [$($done)* $name: $kind,] $($rest)*);
    };
}

crate::with_instructions!(define_methods);
