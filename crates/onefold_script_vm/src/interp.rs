//! The interpreter: the definition of every instruction.

use onefold_script_bytecode::Op;

use crate::arith;
use crate::debug::{self, Action};
use crate::fault::Exception;
use crate::heap::{ArrayObject, BUILT, FIELDS, FuncObject, Header, Heap, SETTLED, Text};
use crate::host::{self, access, call};
use crate::image::{FnRec, ResultKind};
use crate::native::{Native, Scalar};
use crate::objects::{self, clean, copy_more};
use crate::stack::HEADER;
use crate::state::{DESTROYED, EXIT, Regs, State, clear, write_header};
use crate::unwind;

mod rare;
mod stop;

pub(crate) use stop::Stop;

/// How a run left the interpreter.
pub(crate) enum Exit {
    Finished,
    Suspended,
    Exception(Box<Exception>),
}

/// Runs from `start` until the base frame is reached, an exception leaves it or the run is suspended.
/// Leaves its registers in the state.
///
/// # Safety
/// As for `run_loop`.
pub(crate) unsafe fn run(state: *mut State, start: Regs) -> Exit {
    // SAFETY: by the contract.
    unsafe {
        match (*state).hook.is_some() {
            false => run_loop::<false>(state, start),
            true => run_loop::<true>(state, start),
        }
    }
}

/// The loop of `run`, with or without the hook of a debugger.
///
/// # Safety
/// `start` is of a frame laid by `State::prepare` or of a suspended run, of verified code; the context
/// it belongs to is the running one.
#[expect(clippy::too_many_lines, reason = "one flat dispatch over the instruction table")]
#[rustfmt::skip]
unsafe fn run_loop<const HOOKED: bool>(state: *mut State, start: Regs) -> Exit {
    // SAFETY: verified code touches only its frame, objects its slots hold, and tables its operands index;
    // slot kinds make every counted slot null or live.
    unsafe {
        let Regs { mut ip, mut fp, mut sp } = start;
        let fns: *const FnRec = (*state).fns;
        let mut fuel = (*state).fuel;
        loop {
            let stop = 'run: loop {
                let w = *ip;
                if HOOKED {
                    (*state).regs = Regs { ip, fp, sp };
                    match debug::line(state) {
                        Action::Continue => {}
                        action => break 'run if action == Action::Abort { Stop::Abort } else { Stop::Hold },
                    }
                }

                /// Operands of the first word.
                macro_rules! a { () => { (w >> 16) as u16 as usize }; }
                macro_rules! b { () => { (w >> 32) as u16 as usize }; }
                macro_rules! c { () => { (w >> 48) as usize }; }
                macro_rules! d { () => { (w >> 32) as u32 as usize }; }
                macro_rules! imm { () => { (w as i64 >> 48) }; }
                /// Slots.
                macro_rules! slot { ($i:expr) => { *fp.add($i) }; }
                macro_rules! get { ($t:ty, $i:expr) => { <$t as Scalar>::from_bits(slot!($i)) }; }
                macro_rules! set { ($value:expr) => { slot!(a!()) = Scalar::to_bits($value) }; }
                /// Keeps the ends of arms apart: without it the compiler shares them between arms, at the price
                /// of one more jump per instruction. It is an empty comment to the assembler.
                macro_rules! apart {
                    () => {
                        #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
                        std::arch::asm!(concat!("/* ", line!(), " */"), options(nomem, nostack, preserves_flags))
                    };
                }
                macro_rules! next { () => { next!(1) }; ($n:expr) => {{ ip = ip.add($n); apart!(); }}; }
                macro_rules! stop { ($why:ident) => { break 'run Stop::$why }; }
                /// a = f(b), a = f(b, c), a = f(b, imm)
                macro_rules! un {
                    ($t:ty, |$x:ident| $e:expr) => {{ let $x = get!($t, b!()); set!($e); next!(); }};
                }
                macro_rules! bin {
                    ($t:ty, |$x:ident, $y:ident| $e:expr) => {{
                        let ($x, $y) = (get!($t, b!()), get!($t, c!()));
                        set!($e); next!();
                    }};
                }
                macro_rules! bin_imm {
                    ($t:ty, |$x:ident, $y:ident| $e:expr) => {{
                        let ($x, $y) = (get!($t, b!()), imm!() as $t);
                        set!($e); next!();
                    }};
                }
                /// a = b op c where the operation may fault
                macro_rules! try_bin {
                    ($t:ty, $f:path) => {{
                        match $f(get!($t, b!()), get!($t, c!())) {
                            Ok(value) => { set!(value); next!(); }
                            Err(why) => break 'run why,
                        }
                    }};
                }
                /// Jumps.
                macro_rules! fuel { () => { fuel -= 1; if fuel < 0 { stop!(Fuel) } }; }
                macro_rules! far { () => {{ ip = ip.offset((w as i64 >> 32) as isize); apart!(); }}; }
                macro_rules! near { () => {{ ip = ip.offset((w as i64 >> 48) as isize); apart!(); }}; }
                macro_rules! j {
                    ($t:ty, |$x:ident, $y:ident| $e:expr) => {{
                        let ($x, $y) = (get!($t, a!()), get!($t, b!()));
                        if $e { near!() } else { next!() }
                    }};
                }
                macro_rules! l {
                    ($t:ty, |$x:ident, $y:ident| $e:expr) => {{
                        let ($x, $y) = (get!($t, a!()), get!($t, b!()));
                        if $e { fuel!(); near!() } else { next!() }
                    }};
                }
                macro_rules! ji {
                    ($t:ty, $i:ty, |$x:ident, $y:ident| $e:expr) => {{
                        let ($x, $y) = (get!($t, a!()), (w >> 32) as $i as $t);
                        if $e { near!() } else { next!() }
                    }};
                }
                macro_rules! li {
                    ($t:ty, $i:ty, |$x:ident, $y:ident| $e:expr) => {{
                        let ($x, $y) = (get!($t, a!()), (w >> 32) as $i as $t);
                        if $e { fuel!(); near!() } else { next!() }
                    }};
                }
                macro_rules! j1 {
                    ($x:ident, $e:expr) => {{ let $x = slot!(a!()); if $e { far!() } else { next!() } }};
                }
                macro_rules! l1 {
                    ($x:ident, $e:expr) => {{
                        let $x = slot!(a!());
                        if $e { fuel!(); far!() } else { next!() }
                    }};
                }
                /// Counting. `drop_handle` has to come last: it may leave the loop with `ip` at the next instruction.
                macro_rules! keep {
                    ($h:expr) => { if ($h as i64) > 0 { (*($h as usize as *mut Header)).count += 1 } };
                }
                macro_rules! drop_handle {
                    ($h:expr) => {{
                        let old = $h;
                        if (old as i64) > 0 {
                            let object = old as usize as *mut Header;
                            let count = (*object).count - 1;
                            (*object).count = count;
                            if (count == 0 || (*object).flags & SETTLED == 0) && (*state).heap.lost(object) {
                                stop!(Attention)
                            }
                        }
                    }};
                }
                macro_rules! keep_text {
                    ($s:expr) => { if $s != 0 { (*($s as usize as *mut Text)).count += 1 } };
                }
                macro_rules! drop_text {
                    ($s:expr) => {{
                        let old = $s as usize as *mut Text;
                        if !old.is_null() {
                            (*old).count -= 1;
                            if (*old).count == 0 { (*state).heap.free_text(old) }
                        }
                    }};
                }
                macro_rules! put_text {
                    ($place:expr, $s:expr) => {{
                        let place: *mut u64 = $place;
                        let new: u64 = $s;
                        keep_text!(new);
                        let old = *place;
                        *place = new;
                        drop_text!(old);
                        next!();
                    }};
                }
                macro_rules! put_handle {
                    ($place:expr, $h:expr) => { put_handle!($place, $h, 1) };
                    ($place:expr, $h:expr, $n:expr) => {{
                        let place: *mut u64 = $place;
                        let new: u64 = $h;
                        keep!(new);
                        let old = *place;
                        *place = new;
                        next!($n);
                        drop_handle!(old);
                    }};
                }
                /// Objects.
                macro_rules! object {
                    ($i:expr) => {{
                        let handle = slot!($i);
                        if (handle as i64) <= 0 { stop!(Null) }
                        handle as usize as *mut u8
                    }};
                }
                macro_rules! field {
                    ($t:ty, $obj:expr, $offset:expr) => { object!($obj).add(FIELDS + $offset).cast::<$t>() };
                }
                macro_rules! load {
                    ($t:ty) => {{ let value = *field!($t, b!(), c!()); set!(value); next!(); }};
                }
                macro_rules! store { ($t:ty) => {{ *field!($t, a!(), b!()) = slot!(c!()) as $t; next!(); }}; }
                macro_rules! element {
                    ($t:ty, $arr:expr, $index:expr) => {{
                        let array = object!($arr).cast::<ArrayObject>();
                        let index = slot!($index) as u32;
                        if index >= (*array).len { stop!(Bounds) }
                        (*array).data.cast::<$t>().add(index as usize)
                    }};
                }
                macro_rules! at {
                    ($t:ty) => {{ let value = *element!($t, b!(), c!()); set!(value); next!(); }};
                }
                macro_rules! put { ($t:ty) => {{ *element!($t, a!(), b!()) = slot!(c!()) as $t; next!(); }}; }
                /// An operation that may leave a fault in the state.
                macro_rules! check {
                    ($e:expr) => { check!($e, 1) };
                    ($e:expr, $n:expr) => {
                        match $e {
                            Ok(()) => next!($n),
                            Err(fault) => { (*state).fault = Some(fault); stop!(Native) }
                        }
                    };
                }
                /// Copies the arguments of a call to `$to`; gives the address of the next instruction. Three slots are
                /// copied whatever the count is: the stack has slack behind its limit.
                macro_rules! arguments {
                    ($to:expr, $x:expr) => {{
                        let (to, x): (*mut u64, u64) = ($to, $x);
                        *to = slot!(c!());
                        *to.add(1) = slot!((x >> 32) as u16 as usize);
                        *to.add(2) = slot!((x >> 48) as usize);
                        match b!() {
                            0..=3 => ip.add(2),
                            count => copy_more(ip.add(2), fp, to, count),
                        }
                    }};
                }
                /// Stores the result of a native; with `ip` at the next instruction.
                macro_rules! result {
                    ($kind:expr, $from:expr) => {{
                        let (to, from): (*mut u64, *const u64) = (fp.wrapping_add(a!()), $from);
                        match $kind {
                            ResultKind::Scalar(1) => *to = *from,
                            ResultKind::Void => {}
                            ResultKind::Scalar(count) => std::ptr::copy_nonoverlapping(from, to, usize::from(count)),
                            ResultKind::Text => { let old = std::mem::replace(&mut *to, *from); drop_text!(old) }
                            ResultKind::Handle => { let old = std::mem::replace(&mut *to, *from); drop_handle!(old) }
                            ResultKind::Ref => {
                                *to.add(1) = *from.add(1);
                                let old = std::mem::replace(&mut *to, *from);
                                drop_handle!(old)
                            }
                        }
                    }};
                }
                /// Calls: `$rec` is the callee, the arguments are as the instruction names them.
                macro_rules! enter {
                    ($rec:expr, $x:expr) => {{
                        fuel!();
                        let rec: *const FnRec = $rec;
                        let new = sp.add(HEADER);
                        let end = new.add((*rec).frame as usize);
                        if (*state).bound.limit.wrapping_sub(end as usize) > (*state).bound.span {
                            (*state).need = (*rec).frame as usize;
                            stop!(Room)
                        }
                        let ret = arguments!(new, $x);
                        write_header(new, ret, fp, rec, fp.wrapping_add(a!()));
                        clear(new, rec);
                        fp = new;
                        sp = end;
                        ip = (*rec).code;
                    }};
                }
                macro_rules! leave {
                    () => {{
                        let header = fp.sub(HEADER);
                        sp = header;
                        ip = *header as usize as *const u64;
                        fp = *header.add(1) as usize as *mut u64;
                        *header.add(3) as usize as *mut u64
                    }};
                }
                macro_rules! record { () => { *fp.sub(HEADER - 2) as usize as *const FnRec }; }
                /// Releases what the frame owns; true when destructors wait.
                macro_rules! clean { () => { clean(state, fp, record!()) }; }

                /// Host items: the slot of the one an instruction of two words names, and an operation that may call the
                /// host, with what follows when it went well.
                macro_rules! host_item {
                    () => { (*state).host.as_mut_ptr().add(*ip.add(1) as u32 as usize) };
                }
                macro_rules! host {
                    ($e:expr) => {{
                        (*state).regs = Regs { ip, fp, sp };
                        (*state).fuel = fuel;
                        let result = $e;
                        fuel = (*state).fuel;
                        check!(result, 2);
                        if (*state).wants_attention() { stop!(Attention) }
                    }};
                }

                // SAFETY: the verifier has seen that every opcode is in the table.
                match std::mem::transmute::<u16, Op>(w as u16) {
                    Op::Move => { slot!(a!()) = slot!(b!()); next!() }
                    Op::MoveN => { std::ptr::copy(fp.add(b!()), fp.add(a!()), c!()); next!() }
                    Op::MoveStr => put_text!(fp.add(a!()), slot!(b!())),
                    Op::MoveHandle => put_handle!(fp.add(a!()), slot!(b!())),
                    Op::TakeStr => {
                        let new = std::mem::take(&mut slot!(b!()));
                        let old = std::mem::replace(&mut slot!(a!()), new);
                        drop_text!(old);
                        next!()
                    }
                    Op::TakeHandle => {
                        let new = std::mem::take(&mut slot!(b!()));
                        let old = std::mem::replace(&mut slot!(a!()), new);
                        next!();
                        drop_handle!(old)
                    }
                    Op::ClearStr => { let old = std::mem::take(&mut slot!(a!())); drop_text!(old); next!() }
                    Op::ClearHandle => {
                        let old = std::mem::take(&mut slot!(a!()));
                        next!();
                        drop_handle!(old)
                    }
                    Op::Imm32 => { slot!(a!()) = w >> 32; next!() }
                    Op::Imm64s => { slot!(a!()) = (w as i64 >> 32) as u64; next!() }
                    Op::Imm64 => { slot!(a!()) = *ip.add(1); next!(2) }
                    Op::StrConst => put_text!(fp.add(a!()), *(*state).strings.as_ptr().add(d!())),

                    Op::AddI32 => bin!(u32, |x, y| x.wrapping_add(y)),
                    Op::SubI32 => bin!(u32, |x, y| x.wrapping_sub(y)),
                    Op::MulI32 => bin!(u32, |x, y| x.wrapping_mul(y)),
                    Op::DivI32 => try_bin!(i32, arith::div_i32),
                    Op::DivU32 => try_bin!(u32, arith::div_u32),
                    Op::RemI32 => try_bin!(i32, arith::rem_i32),
                    Op::RemU32 => try_bin!(u32, arith::rem_u32),
                    Op::AddImmI32 => bin_imm!(i32, |x, y| x.wrapping_add(y)),
                    Op::MulImmI32 => bin_imm!(i32, |x, y| x.wrapping_mul(y)),
                    // A divisor is above 0 by verification; `max` tells the compiler so.
                    Op::DivImmI32 => bin_imm!(i32, |x, y| x / y.max(1)),
                    Op::RemImmI32 => bin_imm!(i32, |x, y| x % y.max(1)),
                    Op::RemImmU32 => bin_imm!(u32, |x, y| x % y.max(1)),
                    Op::NegI32 => un!(i32, |x| x.wrapping_neg()),
                    Op::NotI32 => un!(u32, |x| !x),
                    Op::ShlI32 => bin!(u32, |x, y| x.wrapping_shl(y)),
                    Op::SarI32 => bin!(i32, |x, y| x.wrapping_shr(y as u32)),
                    Op::ShrI32 => bin!(u32, |x, y| x.wrapping_shr(y)),
                    Op::ShlImmI32 => bin_imm!(u32, |x, y| x.wrapping_shl(y)),
                    Op::SarImmI32 => bin_imm!(i32, |x, y| x.wrapping_shr(y as u32)),
                    Op::ShrImmI32 => bin_imm!(u32, |x, y| x.wrapping_shr(y)),
                    Op::PowI32 => try_bin!(i32, arith::pow_i32),
                    Op::PowU32 => try_bin!(u32, arith::pow_u32),
                    Op::AddI64 => bin!(u64, |x, y| x.wrapping_add(y)),
                    Op::SubI64 => bin!(u64, |x, y| x.wrapping_sub(y)),
                    Op::MulI64 => bin!(u64, |x, y| x.wrapping_mul(y)),
                    Op::DivI64 => try_bin!(i64, arith::div_i64),
                    Op::DivU64 => try_bin!(u64, arith::div_u64),
                    Op::RemI64 => try_bin!(i64, arith::rem_i64),
                    Op::RemU64 => try_bin!(u64, arith::rem_u64),
                    Op::AddImmI64 => bin_imm!(i64, |x, y| x.wrapping_add(y)),
                    Op::MulImmI64 => bin_imm!(i64, |x, y| x.wrapping_mul(y)),
                    Op::DivImmI64 => bin_imm!(i64, |x, y| x / y.max(1)),
                    Op::RemImmI64 => bin_imm!(i64, |x, y| x % y.max(1)),
                    Op::RemImmU64 => bin_imm!(u64, |x, y| x % y.max(1)),
                    Op::NegI64 => un!(i64, |x| x.wrapping_neg()),
                    Op::NotI64 => un!(u64, |x| !x),
                    Op::ShlI64 => bin!(u64, |x, y| x.wrapping_shl(y as u32)),
                    Op::SarI64 => bin!(i64, |x, y| x.wrapping_shr(y as u32)),
                    Op::ShrI64 => bin!(u64, |x, y| x.wrapping_shr(y as u32)),
                    Op::ShlImmI64 => bin_imm!(u64, |x, y| x.wrapping_shl(y as u32)),
                    Op::SarImmI64 => bin_imm!(i64, |x, y| x.wrapping_shr(y as u32)),
                    Op::ShrImmI64 => bin_imm!(u64, |x, y| x.wrapping_shr(y as u32)),
                    Op::PowI64 => try_bin!(i64, arith::pow_i64),
                    Op::PowU64 => try_bin!(u64, arith::pow_u64),
                    Op::And => bin!(u64, |x, y| x & y),
                    Op::Or => bin!(u64, |x, y| x | y),
                    Op::Xor => bin!(u64, |x, y| x ^ y),
                    Op::AndImm => { slot!(a!()) = slot!(b!()) & (w >> 48); next!() }
                    Op::NotBool => un!(bool, |x| !x),

                    Op::AddF32 => bin!(f32, |x, y| x + y),
                    Op::SubF32 => bin!(f32, |x, y| x - y),
                    Op::MulF32 => bin!(f32, |x, y| x * y),
                    Op::DivF32 => try_bin!(f32, arith::div_f32),
                    Op::RemF32 => try_bin!(f32, arith::rem_f32),
                    Op::PowF32 => try_bin!(f32, arith::pow_f32),
                    Op::NegF32 => un!(f32, |x| -x),
                    Op::SqrtF32 => un!(f32, |x| x.sqrt()),
                    Op::AbsF32 => un!(f32, |x| x.abs()),
                    Op::FloorF32 => un!(f32, |x| x.floor()),
                    Op::CeilF32 => un!(f32, |x| x.ceil()),
                    Op::AddF64 => bin!(f64, |x, y| x + y),
                    Op::SubF64 => bin!(f64, |x, y| x - y),
                    Op::MulF64 => bin!(f64, |x, y| x * y),
                    Op::DivF64 => try_bin!(f64, arith::div_f64),
                    Op::RemF64 => try_bin!(f64, arith::rem_f64),
                    Op::PowF64 => try_bin!(f64, arith::pow_f64),
                    Op::NegF64 => un!(f64, |x| -x),
                    Op::SqrtF64 => un!(f64, |x| x.sqrt()),
                    Op::AbsF64 => un!(f64, |x| x.abs()),
                    Op::FloorF64 => un!(f64, |x| x.floor()),
                    Op::CeilF64 => un!(f64, |x| x.ceil()),
                    Op::PowF64I32 => match arith::pow_f64(get!(f64, b!()), f64::from(get!(i32, c!()))) {
                        Ok(value) => { set!(value); next!() }
                        Err(why) => break 'run why,
                    },

                    Op::SextI8 => un!(i8, |x| x),
                    Op::SextI16 => un!(i16, |x| x),
                    Op::ZextU8 => un!(u8, |x| x),
                    Op::ZextU16 => un!(u16, |x| x),
                    Op::I32ToI64 => un!(i32, |x| i64::from(x)),
                    Op::I64ToI32 => un!(u64, |x| x as u32),
                    Op::I32ToF32 => un!(i32, |x| x as f32),
                    Op::I32ToF64 => un!(i32, |x| f64::from(x)),
                    Op::U32ToF32 => un!(u32, |x| x as f32),
                    Op::U32ToF64 => un!(u32, |x| f64::from(x)),
                    Op::I64ToF32 => un!(i64, |x| x as f32),
                    Op::I64ToF64 => un!(i64, |x| x as f64),
                    Op::U64ToF32 => un!(u64, |x| x as f32),
                    Op::U64ToF64 => un!(u64, |x| x as f64),
                    Op::F32ToF64 => un!(f32, |x| f64::from(x)),
                    Op::F64ToF32 => un!(f64, |x| x as f32),
                    Op::F32ToI32 => un!(f32, |x| arith::to_i32(f64::from(x))),
                    Op::F32ToU32 => un!(f32, |x| arith::to_u32(f64::from(x))),
                    Op::F32ToI64 => un!(f32, |x| arith::to_i64(f64::from(x))),
                    Op::F32ToU64 => un!(f32, |x| arith::to_u64(f64::from(x))),
                    Op::F64ToI32 => un!(f64, |x| arith::to_i32(x)),
                    Op::F64ToU32 => un!(f64, |x| arith::to_u32(x)),
                    Op::F64ToI64 => un!(f64, |x| arith::to_i64(x)),
                    Op::F64ToU64 => un!(f64, |x| arith::to_u64(x)),

                    Op::EqI32 => bin!(u32, |x, y| x == y),
                    Op::NeI32 => bin!(u32, |x, y| x != y),
                    Op::LtI32 => bin!(i32, |x, y| x < y),
                    Op::LeI32 => bin!(i32, |x, y| x <= y),
                    Op::LtU32 => bin!(u32, |x, y| x < y),
                    Op::LeU32 => bin!(u32, |x, y| x <= y),
                    Op::EqI64 => bin!(u64, |x, y| x == y),
                    Op::NeI64 => bin!(u64, |x, y| x != y),
                    Op::LtI64 => bin!(i64, |x, y| x < y),
                    Op::LeI64 => bin!(i64, |x, y| x <= y),
                    Op::LtU64 => bin!(u64, |x, y| x < y),
                    Op::LeU64 => bin!(u64, |x, y| x <= y),
                    Op::EqF32 => bin!(f32, |x, y| x == y),
                    Op::NeF32 => bin!(f32, |x, y| x != y),
                    Op::LtF32 => bin!(f32, |x, y| x < y),
                    Op::LeF32 => bin!(f32, |x, y| x <= y),
                    Op::GtF32 => bin!(f32, |x, y| arith::gt_f32(x, y)),
                    Op::GeF32 => bin!(f32, |x, y| arith::ge_f32(x, y)),
                    Op::EqF64 => bin!(f64, |x, y| x == y),
                    Op::NeF64 => bin!(f64, |x, y| x != y),
                    Op::LtF64 => bin!(f64, |x, y| x < y),
                    Op::LeF64 => bin!(f64, |x, y| x <= y),
                    Op::GtF64 => bin!(f64, |x, y| arith::gt_f64(x, y)),
                    Op::GeF64 => bin!(f64, |x, y| arith::ge_f64(x, y)),
                    Op::EqStr => {
                        set!(Heap::text_bytes(slot!(b!())) == Heap::text_bytes(slot!(c!())));
                        next!()
                    }
                    Op::CmpStr => {
                        set!(Heap::text_bytes(slot!(b!())).cmp(Heap::text_bytes(slot!(c!()))) as i32);
                        next!()
                    }
                    Op::EqHandle => bin!(u64, |x, y| host::is_same(state, x, y)),
                    Op::IsNull => un!(u64, |x| host::is_null(state, x)),

                    Op::Jump => far!(), Op::Loop => { fuel!(); far!() }
                    Op::JTrue => j1!(x, x as u32 != 0), Op::LoopTrue => l1!(x, x as u32 != 0),
                    Op::JFalse => j1!(x, x as u32 == 0), Op::LoopFalse => l1!(x, x as u32 == 0),
                    Op::JNull => j1!(x, host::is_null(state, x)), Op::LoopNull => l1!(x, host::is_null(state, x)),
                    Op::JNotNull => j1!(x, !host::is_null(state, x)),
                    Op::JEqI32 => j!(u32, |x, y| x == y), Op::LoopEqI32 => l!(u32, |x, y| x == y),
                    Op::JNeI32 => j!(u32, |x, y| x != y), Op::LoopNeI32 => l!(u32, |x, y| x != y),
                    Op::JLtI32 => j!(i32, |x, y| x < y), Op::LoopLtI32 => l!(i32, |x, y| x < y),
                    Op::JLeI32 => j!(i32, |x, y| x <= y), Op::LoopLeI32 => l!(i32, |x, y| x <= y),
                    Op::JLtU32 => j!(u32, |x, y| x < y), Op::LoopLtU32 => l!(u32, |x, y| x < y),
                    Op::JLeU32 => j!(u32, |x, y| x <= y), Op::LoopLeU32 => l!(u32, |x, y| x <= y),
                    Op::JEqI64 => j!(u64, |x, y| x == y), Op::LoopEqI64 => l!(u64, |x, y| x == y),
                    Op::JNeI64 => j!(u64, |x, y| x != y), Op::LoopNeI64 => l!(u64, |x, y| x != y),
                    Op::JLtI64 => j!(i64, |x, y| x < y), Op::LoopLtI64 => l!(i64, |x, y| x < y),
                    Op::JLeI64 => j!(i64, |x, y| x <= y), Op::LoopLeI64 => l!(i64, |x, y| x <= y),
                    Op::JLtU64 => j!(u64, |x, y| x < y), Op::LoopLtU64 => l!(u64, |x, y| x < y),
                    Op::JLeU64 => j!(u64, |x, y| x <= y), Op::LoopLeU64 => l!(u64, |x, y| x <= y),
                    Op::JEqF32 => j!(f32, |x, y| x == y), Op::LoopEqF32 => l!(f32, |x, y| x == y),
                    Op::JNeF32 => j!(f32, |x, y| x != y), Op::LoopNeF32 => l!(f32, |x, y| x != y),
                    Op::JLtF32 => j!(f32, |x, y| x < y), Op::LoopLtF32 => l!(f32, |x, y| x < y),
                    Op::JLeF32 => j!(f32, |x, y| x <= y), Op::LoopLeF32 => l!(f32, |x, y| x <= y),
                    Op::JGtF32 => j!(f32, |x, y| arith::gt_f32(x, y)),
                    Op::JGeF32 => j!(f32, |x, y| arith::ge_f32(x, y)),
                    Op::JEqF64 => j!(f64, |x, y| x == y), Op::LoopEqF64 => l!(f64, |x, y| x == y),
                    Op::JNeF64 => j!(f64, |x, y| x != y), Op::LoopNeF64 => l!(f64, |x, y| x != y),
                    Op::JLtF64 => j!(f64, |x, y| x < y), Op::LoopLtF64 => l!(f64, |x, y| x < y),
                    Op::JLeF64 => j!(f64, |x, y| x <= y), Op::LoopLeF64 => l!(f64, |x, y| x <= y),
                    Op::JGtF64 => j!(f64, |x, y| arith::gt_f64(x, y)),
                    Op::JGeF64 => j!(f64, |x, y| arith::ge_f64(x, y)),
                    Op::JEqImmI32 => ji!(i32, i16, |x, y| x == y), Op::LoopEqImmI32 => li!(i32, i16, |x, y| x == y),
                    Op::JNeImmI32 => ji!(i32, i16, |x, y| x != y), Op::LoopNeImmI32 => li!(i32, i16, |x, y| x != y),
                    Op::JLtImmI32 => ji!(i32, i16, |x, y| x < y), Op::LoopLtImmI32 => li!(i32, i16, |x, y| x < y),
                    Op::JLeImmI32 => ji!(i32, i16, |x, y| x <= y), Op::LoopLeImmI32 => li!(i32, i16, |x, y| x <= y),
                    Op::JGtImmI32 => ji!(i32, i16, |x, y| x > y), Op::LoopGtImmI32 => li!(i32, i16, |x, y| x > y),
                    Op::JGeImmI32 => ji!(i32, i16, |x, y| x >= y), Op::LoopGeImmI32 => li!(i32, i16, |x, y| x >= y),
                    Op::JLtImmU32 => ji!(u32, u16, |x, y| x < y), Op::LoopLtImmU32 => li!(u32, u16, |x, y| x < y),
                    Op::JLeImmU32 => ji!(u32, u16, |x, y| x <= y), Op::LoopLeImmU32 => li!(u32, u16, |x, y| x <= y),
                    Op::JGtImmU32 => ji!(u32, u16, |x, y| x > y), Op::LoopGtImmU32 => li!(u32, u16, |x, y| x > y),
                    Op::JGeImmU32 => ji!(u32, u16, |x, y| x >= y), Op::LoopGeImmU32 => li!(u32, u16, |x, y| x >= y),
                    Op::JEqImmI64 => ji!(i64, i16, |x, y| x == y), Op::LoopEqImmI64 => li!(i64, i16, |x, y| x == y),
                    Op::JNeImmI64 => ji!(i64, i16, |x, y| x != y), Op::LoopNeImmI64 => li!(i64, i16, |x, y| x != y),
                    Op::JLtImmI64 => ji!(i64, i16, |x, y| x < y), Op::LoopLtImmI64 => li!(i64, i16, |x, y| x < y),
                    Op::JLeImmI64 => ji!(i64, i16, |x, y| x <= y), Op::LoopLeImmI64 => li!(i64, i16, |x, y| x <= y),
                    Op::JGtImmI64 => ji!(i64, i16, |x, y| x > y), Op::LoopGtImmI64 => li!(i64, i16, |x, y| x > y),
                    Op::JGeImmI64 => ji!(i64, i16, |x, y| x >= y), Op::LoopGeImmI64 => li!(i64, i16, |x, y| x >= y),
                    Op::LoopNotNull => l1!(x, !host::is_null(state, x)),
                    Op::LoopGtF32 => l!(f32, |x, y| arith::gt_f32(x, y)),
                    Op::LoopGeF32 => l!(f32, |x, y| arith::ge_f32(x, y)),
                    Op::LoopGtF64 => l!(f64, |x, y| arith::gt_f64(x, y)),
                    Op::LoopGeF64 => l!(f64, |x, y| arith::ge_f64(x, y)),
                    Op::Switch => {
                        let function = &(*state).image.program().functions[(*record!()).index as usize];
                        let table = &function.switches[d!()];
                        let index = get!(i32, a!()).wrapping_sub(table.low) as u32 as usize;
                        let target = table.targets.get(index).copied().unwrap_or(table.default);
                        // A table may lead backward.
                        fuel!();
                        ip = (*record!()).code.add(target as usize);
                    }

                    Op::GetI8 => load!(i8),
                    Op::GetU8 => load!(u8),
                    Op::GetI16 => load!(i16),
                    Op::GetU16 => load!(u16),
                    Op::Get32 => load!(u32),
                    Op::Get64 => load!(u64),
                    Op::GetN => {
                        let from = field!(u8, b!(), c!());
                        objects::load_bytes(from, fp.add(a!()), *ip.add(1) as u16 as usize);
                        next!(2)
                    }
                    Op::GetStr => { let s = *field!(u64, b!(), c!()); put_text!(fp.add(a!()), s) }
                    Op::GetHandle => { let h = *field!(u64, b!(), c!()); put_handle!(fp.add(a!()), h) }
                    Op::Set8 => store!(u8),
                    Op::Set16 => store!(u16),
                    Op::Set32 => store!(u32),
                    Op::Set64 => store!(u64),
                    Op::SetN => {
                        let to = field!(u8, a!(), b!());
                        std::ptr::copy_nonoverlapping(fp.add(c!()).cast(), to, *ip.add(1) as u16 as usize);
                        next!(2)
                    }
                    Op::SetStr => put_text!(field!(u64, a!(), b!()), slot!(c!())),
                    Op::SetHandle => put_handle!(field!(u64, a!(), b!()), slot!(c!())),

                    Op::AtI8 => at!(i8),
                    Op::AtU8 => at!(u8),
                    Op::AtI16 => at!(i16),
                    Op::AtU16 => at!(u16),
                    Op::At32 => at!(u32),
                    Op::At64 => at!(u64),
                    Op::AtN => {
                        let array = object!(b!()).cast::<ArrayObject>();
                        match objects::element_bytes(array, slot!(c!()) as u32) {
                            Some((from, size)) => objects::load_bytes(from, fp.add(a!()), size),
                            None => stop!(Bounds),
                        }
                        next!()
                    }
                    Op::AtStr => { let s = *element!(u64, b!(), c!()); put_text!(fp.add(a!()), s) }
                    Op::AtHandle => { let h = *element!(u64, b!(), c!()); put_handle!(fp.add(a!()), h) }
                    Op::Put8 => put!(u8),
                    Op::Put16 => put!(u16),
                    Op::Put32 => put!(u32),
                    Op::Put64 => put!(u64),
                    Op::PutN => {
                        let array = object!(a!()).cast::<ArrayObject>();
                        match objects::element_bytes(array, slot!(b!()) as u32) {
                            Some((to, size)) => std::ptr::copy_nonoverlapping(fp.add(c!()).cast(), to, size),
                            None => stop!(Bounds),
                        }
                        next!()
                    }
                    Op::PutStr => put_text!(element!(u64, a!(), b!()), slot!(c!())),
                    Op::PutHandle => put_handle!(element!(u64, a!(), b!()), slot!(c!())),
                    Op::ArrayLen => {
                        let array = object!(b!()).cast::<ArrayObject>();
                        set!((*array).len);
                        next!()
                    }

                    Op::GlobalGet => { slot!(a!()) = *(*state).globals.as_ptr().add(d!()); next!() }
                    Op::GlobalSet => { *(*state).globals.as_mut_ptr().add(d!()) = slot!(a!()); next!() }

                    Op::New => {
                        let ty = (*state).types.add(d!());
                        match (*state).heap.new_object(&*ty) {
                            Ok(object) => {
                                let old = std::mem::replace(&mut slot!(a!()), object as usize as u64);
                                next!();
                                drop_handle!(old)
                            }
                            Err(fault) => { (*state).fault = Some(fault); stop!(Native) }
                        }
                    }
                    Op::Built => { (*object!(a!()).cast::<Header>()).flags |= BUILT; next!() }
                    Op::NotNullHandle => { if host::is_null(state, slot!(a!())) { stop!(Null) } next!() }

                    Op::StrLen => { set!(Heap::text_bytes(slot!(b!())).len() as u32); next!() }
                    Op::StrAt => {
                        let bytes = Heap::text_bytes(slot!(b!()));
                        match bytes.get(slot!(c!()) as u32 as usize) {
                            Some(&byte) => { set!(byte); next!() }
                            None => stop!(TextBounds),
                        }
                    }

                    Op::Call => { let x = *ip.add(1); enter!(fns.add(x as u32 as usize), x) }
                    Op::CallMethod => {
                        let x = *ip.add(1);
                        if slot!(c!()) == 0 { stop!(Null) }
                        enter!(fns.add(x as u32 as usize), x)
                    }
                    Op::CallVirtual => {
                        let x = *ip.add(1);
                        let ty = (*object!(c!()).cast::<Header>()).ty;
                        enter!(*(*ty).vtable.as_ptr().add(x as u32 as usize), x)
                    }
                    Op::CallInterface => {
                        let x = *ip.add(1);
                        let ty = (*object!(c!()).cast::<Header>()).ty;
                        match objects::interface_method(&*ty, x as u32) {
                            Some(rec) => enter!(rec, x),
                            None => stop!(Unbound),
                        }
                    }
                    Op::CallFunc => {
                        let func = object!(c!()).cast::<FuncObject>();
                        let rec = fns.add((*func).func as usize);
                        let (caller, callee) = (fp, sp.add(HEADER));
                        let x = *ip.add(1);
                        let at = ip;
                        let count = b!();
                        enter!(rec, x);
                        // The arguments follow the callee handle: move them over it, or over it the bound object.
                        objects::funcdef_arguments(at, caller, callee, count, func);
                        clear(fp, rec);
                    }
                    Op::CallImport => stop!(Unbound),
                    Op::CallStd => {
                        let x = *ip.add(1);
                        fuel!();
                        let args = sp.add(HEADER);
                        let ret = arguments!(args, x);
                        let link = (*state).std.add(x as u32 as usize);
                        (*state).regs = Regs { ip, fp, sp: args.add(b!().max(3)) };
                        (*state).fuel = fuel;
                        let result = ((*link).call)(&mut Native::new(&mut *state, args, &*link));
                        fuel = (*state).fuel;
                        if let Err(fault) = result { (*state).fault = Some(fault); stop!(Native) }
                        ip = ret;
                        result!((*link).result, args.cast_const());
                        if (*state).wants_attention() { stop!(Attention) }
                    }

                    Op::RetVoid => { leave!(); }
                    Op::Ret => { let value = slot!(a!()); *leave!() = value; }
                    Op::RetN => {
                        let (from, count) = (fp.add(a!()), b!());
                        std::ptr::copy(from, leave!(), count);
                    }
                    Op::CleanRetVoid => { let waits = clean!(); leave!(); if waits { stop!(Attention) } }
                    Op::CleanRet => {
                        let value = slot!(a!());
                        let waits = clean!();
                        *leave!() = value;
                        if waits { stop!(Attention) }
                    }
                    Op::CleanRetN => {
                        let waits = clean!();
                        let (from, count) = (fp.add(a!()), b!());
                        std::ptr::copy(from, leave!(), count);
                        if waits { stop!(Attention) }
                    }
                    Op::RetStr => {
                        let value = std::mem::take(&mut slot!(a!()));
                        let waits = clean!();
                        let old = std::mem::replace(&mut *leave!(), value);
                        drop_text!(old);
                        if waits { stop!(Attention) }
                    }
                    Op::RetHandle => {
                        let value = std::mem::take(&mut slot!(a!()));
                        let waits = clean!();
                        let old = std::mem::replace(&mut *leave!(), value);
                        drop_handle!(old);
                        if waits { stop!(Attention) }
                    }
                    Op::RetRef => {
                        let (owner, offset) = (std::mem::take(&mut slot!(a!())), slot!(a!() + 1));
                        let waits = clean!();
                        let to = leave!();
                        let old = std::mem::replace(&mut *to, owner);
                        *to.add(1) = offset;
                        drop_handle!(old);
                        if waits { stop!(Attention) }
                    }

                    Op::CallHost => {
                        let x = *ip.add(1);
                        fuel!();
                        // The result goes in front of the arguments.
                        let args = sp.add(HEADER + call::ROOM);
                        let ret = arguments!(args, x);
                        let item = (*state).host.as_mut_ptr().add(x as u32 as usize);
                        (*state).regs = Regs { ip, fp, sp: args.add(b!().max(3)) };
                        (*state).fuel = fuel;
                        let from = call::call(state, item, args);
                        fuel = (*state).fuel;
                        if from.is_null() { stop!(Native) }
                        ip = ret;
                        result!(call::result(item), from);
                        if (*state).wants_attention() { stop!(Attention) }
                    }
                    Op::HostGet => {
                        let item = host_item!();
                        let from = access::quick(state, item, slot!(b!()));
                        if from.is_null() {
                            host!(access::get(state, item, slot!(b!()), fp.add(a!())))
                        } else {
                            access::load(item, from, fp.add(a!()));
                            next!(2)
                        }
                    }
                    Op::HostSet => {
                        let item = host_item!();
                        let to = access::quick(state, item, slot!(a!()));
                        if to.is_null() {
                            host!(access::set(state, item, slot!(a!()), fp.add(b!())))
                        } else {
                            check!(access::store(item, fp.add(b!()), to), 2)
                        }
                    }

                    Op::GlobalGetN | Op::GlobalGetStr | Op::GlobalGetHandle | Op::GlobalSetN
                    | Op::GlobalSetStr | Op::GlobalSetHandle | Op::Place | Op::PlaceGet | Op::PlaceSet
                    | Op::PlaceGetStr | Op::PlaceSetStr | Op::PlaceGetHandle | Op::PlaceSetHandle
                    | Op::RefField | Op::RefAt | Op::RefGlobal | Op::MoveRef | Op::ClearRef | Op::RefGet
                    | Op::RefSet | Op::RefGetStr | Op::RefSetStr | Op::RefGetHandle | Op::RefSetHandle
                    | Op::NewArray | Op::Cast | Op::NewFunc | Op::NewDelegate | Op::NewDelegateVirtual
                    | Op::StrCat | Op::StrCatI64 | Op::StrCatU64 | Op::StrCatF64 | Op::StrCatBool
                    | Op::StrI64 | Op::StrU64 | Op::StrF64 | Op::StrBool | Op::StrPut | Op::HostGetStr
                    | Op::HostGetHandle | Op::HostSetStr | Op::HostGlobal | Op::Throw | Op::Fault
                    | Op::HostSetHandle => {
                        (*state).regs = Regs { ip, fp, sp };
                        (*state).fuel = fuel;
                        let done = rare::run(state, ip, fp);
                        fuel = (*state).fuel;
                        match done {
                            Ok(words) => next!(words),
                            Err(why) => break 'run why,
                        }
                        if (*state).wants_attention() { stop!(Attention) }
                    }
                    Op::Break => stop!(Unbound),
                    Op::Internal => match a!() as u16 {
                        DESTROYED => stop!(Destroyed),
                        EXIT => stop!(Exit),
                        _ => stop!(Unbound),
                    },
                }
            };
            (*state).fuel = fuel;
            match unwind::handle(&mut *state, stop, Regs { ip, fp, sp }) {
                Ok(regs) => Regs { ip, fp, sp } = regs,
                Err(exit) => return exit,
            }
            fuel = (*state).fuel;
        }
    }
}
