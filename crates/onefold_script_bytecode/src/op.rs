//! Opcodes, operand kinds, and how an instruction is packed into words.

use smallvec::SmallVec;

/// What one operand of an instruction is, how wide it is, and what the verifier asks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A scalar slot that is written.
    DefScalar,
    /// A scalar slot that is read.
    UseScalar,
    /// A string slot that is written; what it held is released.
    DefStr,
    /// A string slot that is read.
    UseStr,
    /// A string slot that is changed in place.
    MutStr,
    /// An own string slot whose text is moved out.
    TakeStr,
    /// A handle slot that is written; what it held is released.
    DefHandle,
    /// A handle slot that is read.
    UseHandle,
    /// An own handle slot whose object is moved out.
    TakeHandle,
    /// A place slot that is written.
    DefPlace,
    /// A place slot that is read.
    UsePlace,
    /// The first of two reference slots that are written.
    DefRef,
    /// The first of two reference slots that are read.
    UseRef,
    /// The first of two own reference slots that are moved out.
    TakeRef,
    /// A slot of any kind that can be addressed.
    AnySlot,
    /// The slot (or first slot) a call writes its result to.
    Result,
    /// A signed 16-bit number.
    Imm16,
    /// A 16-bit number above 0.
    Divisor,
    /// An unsigned 16-bit number.
    Count,
    /// The tag of a [`Storage`](crate::Storage).
    Storage,
    /// A byte offset of a field.
    Field,
    /// A forward jump of up to 32767 words.
    Forward16,
    /// A backward jump of up to 32768 words.
    Back16,
    /// A forward jump.
    Forward32,
    /// A backward jump.
    Back32,
    /// A signed or unsigned 32-bit number.
    Imm32,
    /// The index of a switch table of the function.
    Switch,
    /// The index of a string constant.
    StrId,
    /// The index of a type.
    TypeId,
    /// The index of a function.
    FuncId,
    /// The index of a global.
    Global,
    /// A slot of the vtable of the first argument's class.
    Virtual,
    /// A method of the first argument's interface.
    Method,
    /// Unused; a funcdef call has no target beside its first argument.
    Funcdef,
    /// The index of an imported function.
    Import,
    /// The index of a standard library function in [`Program::std`](crate::Program::std).
    StdId,
    /// The index of a host item in [`Program::host`](crate::Program::host).
    HostId,
    /// A 64-bit number.
    Imm64,
    /// The argument slots of a call.
    Args,
}

impl Operand {
    /// Width in units of 16 bits; 0 for [`Operand::Args`].
    pub const fn units(self) -> usize {
        match self {
            Operand::Forward32
            | Operand::Back32
            | Operand::Imm32
            | Operand::Switch
            | Operand::StrId
            | Operand::TypeId
            | Operand::FuncId
            | Operand::Global
            | Operand::Virtual
            | Operand::Method
            | Operand::Funcdef
            | Operand::Import
            | Operand::StdId
            | Operand::HostId => 2,
            Operand::Imm64 => 4,
            Operand::Args => 0,
            _ => 1,
        }
    }

    /// Whether the operand names a slot of the frame.
    pub const fn is_slot(self) -> bool {
        (self as u8) <= Operand::Result as u8
    }

    /// Whether the operand is a jump distance.
    pub const fn is_jump(self) -> bool {
        matches!(self, Operand::Forward16 | Operand::Back16 | Operand::Forward32 | Operand::Back32)
    }

    const fn is_signed(self) -> bool {
        self.is_jump() || matches!(self, Operand::Imm16 | Operand::Imm32)
    }
}

macro_rules! define_ops {
    ($( $op:ident $method:ident ( $($name:ident : $kind:ident),* ) $doc:literal; )*) => {
        /// Every instruction of the bytecode, in table order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum Op {
            $( #[doc = concat!("`", $doc, "`")] $op, )*
        }

        impl Op {
            /// Every opcode, so that `ALL[op as usize] == op`.
            pub const ALL: &'static [Op] = &[$(Op::$op),*];

            /// The mnemonic, which is also the name of the builder's method.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$op => stringify!($method),)* }
            }

            /// The operands in packing order.
            pub const fn operands(self) -> &'static [Operand] {
                match self { $(Op::$op => &[$(Operand::$kind),*],)* }
            }

            /// The meaning, as the table has it.
            pub const fn meaning(self) -> &'static str {
                match self { $(Op::$op => $doc,)* }
            }
        }
    };
}

crate::with_instructions!(define_ops);

/// One instruction taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instr {
    /// Which instruction it is.
    pub op: Op,
    /// The operands but for the arguments, in table order.
    pub values: SmallVec<[i64; 4]>,
    /// The argument slots of a call.
    pub args: SmallVec<[u16; 6]>,
}

/// Why words could not be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The opcode is not in the table.
    UnknownOp(u16),
    /// The code ends within the instruction.
    Cut(Op),
    /// Unused bits are not zero.
    Padding(Op),
}

impl Op {
    /// The opcode with that number.
    pub fn from_u16(number: u16) -> Option<Op> {
        Op::ALL.get(usize::from(number)).copied()
    }

    /// Whether the last operand is an argument list.
    pub const fn is_call(self) -> bool {
        matches!(self.operands(), [.., Operand::Args])
    }

    /// Whether the branch spends fuel and goes backward.
    pub fn is_back(self) -> bool {
        self.operands().iter().any(|operand| matches!(operand, Operand::Back16 | Operand::Back32))
    }

    /// Whether control never goes on to the next instruction.
    pub fn is_end(self) -> bool {
        matches!(
            self,
            Op::Jump
                | Op::Loop
                | Op::Switch
                | Op::RetVoid
                | Op::Ret
                | Op::RetN
                | Op::CleanRetVoid
                | Op::CleanRet
                | Op::CleanRetN
                | Op::RetStr
                | Op::RetHandle
                | Op::RetRef
                | Op::Throw
                | Op::Fault
        )
    }

    /// The backward twin of a forward branch.
    pub fn loop_twin(self) -> Option<Op> {
        let distance = Op::Loop as u16 - Op::Jump as u16;
        let forward = (Op::Jump as u16..Op::Loop as u16).contains(&(self as u16));
        if forward { Op::from_u16(self as u16 + distance) } else { None }
    }

    /// Position of every operand in 16-bit units from the start of the instruction, the opcode
    /// being unit 0; each operand is aligned to its width.
    ///
    /// A call is packed by hand: result in unit 1, number of arguments in unit 2, first argument in
    /// unit 3, target in units 4 and 5, the other arguments from unit 6 on.
    pub fn layout(self) -> &'static [usize] {
        let layout = &LAYOUTS[self as usize];
        &layout.places[..layout.len]
    }

    /// Number of words of an instruction without arguments, or of a call with `args` arguments.
    pub fn words(self, args: usize) -> usize {
        if self.is_call() {
            return 2 + args.saturating_sub(3).div_ceil(4);
        }
        LAYOUTS[self as usize].words
    }
}

/// Where the operands of an instruction stand.
#[derive(Clone, Copy)]
struct Layout {
    places: [usize; MOST_OPERANDS],
    len: usize,
    words: usize,
}

/// Most operands an instruction has.
const MOST_OPERANDS: usize = 6;

/// Worked out once, for every instruction is packed and taken apart several times.
static LAYOUTS: [Layout; Op::ALL.len()] = {
    let mut all = [Layout { places: [0; MOST_OPERANDS], len: 0, words: 1 }; Op::ALL.len()];
    let mut op = 0;
    while op < all.len() {
        all[op] = lay_out(Op::ALL[op]);
        op += 1;
    }
    all
};

const fn lay_out(op: Op) -> Layout {
    if op.is_call() {
        return Layout { places: [1, 4, 6, 0, 0, 0], len: 3, words: 2 };
    }
    let operands = op.operands();
    let mut layout = Layout { places: [0; MOST_OPERANDS], len: operands.len(), words: 1 };
    let (mut at, mut index) = (1_usize, 0);
    while index < operands.len() {
        let units = operands[index].units();
        at = at.next_multiple_of(units);
        layout.places[index] = at;
        at += units;
        index += 1;
    }
    layout.words = at.div_ceil(4);
    layout
}

impl Instr {
    /// Packs the instruction at the end of `code`.
    pub fn encode(&self, code: &mut Vec<u64>) {
        let start = code.len();
        code.resize(start + self.op.words(self.args.len()), 0);
        let words = &mut code[start..];
        let mut put = |at: usize, units: usize, value: i64| {
            let mask = if units == 4 { u64::MAX } else { (1 << (units * 16)) - 1 };
            words[at / 4] |= (value as u64 & mask) << (at % 4 * 16);
        };
        put(0, 1, i64::from(self.op as u16));
        let layout = self.op.layout();
        for ((operand, &at), &value) in self.op.operands().iter().zip(layout).zip(&self.values) {
            put(at, operand.units(), value);
        }
        if self.op.is_call() {
            put(2, 1, self.args.len() as i64);
            for (index, &arg) in self.args.iter().enumerate() {
                put(if index == 0 { 3 } else { 5 + index }, 1, i64::from(arg));
            }
        }
    }

    /// Takes the instruction at the start of `words` apart; gives it with its number of words.
    ///
    /// # Errors
    /// When the opcode is unknown, the code is cut short or unused bits are set.
    pub fn decode(words: &[u64]) -> Result<(Instr, usize), DecodeError> {
        let first = words.first().copied().unwrap_or(u64::MAX);
        let op = Op::from_u16(first as u16).ok_or(DecodeError::UnknownOp(first as u16))?;
        let number = if op.is_call() { (first >> 32) as u16 as usize } else { 0 };
        let count = op.words(number);
        let words = words.get(..count).ok_or(DecodeError::Cut(op))?;
        let get = |at: usize| (words[at / 4] >> (at % 4 * 16)) as u16;
        let mut instr = Instr { op, values: SmallVec::new(), args: SmallVec::new() };
        for (operand, &at) in op.operands().iter().zip(op.layout()) {
            let low = i64::from(get(at));
            match operand.units() {
                0 => {}
                1 if operand.is_signed() => instr.values.push(i64::from(low as i16)),
                1 => instr.values.push(low),
                2 => {
                    let wide = (words[at / 4] >> (at % 4 * 16)) as u32;
                    let signed = operand.is_signed();
                    instr.values.push(if signed { i64::from(wide as i32) } else { i64::from(wide) });
                }
                _ => instr.values.push(words[at / 4] as i64),
            }
        }
        instr.args = (0..number).map(|index| get(if index == 0 { 3 } else { 5 + index })).collect();
        let mut again = Vec::with_capacity(count);
        instr.encode(&mut again);
        if again == words { Ok((instr, count)) } else { Err(DecodeError::Padding(op)) }
    }
}
