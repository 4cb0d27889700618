//! The stack of a context: segments of slots that do not move, and the header of a frame.

/// Slots in front of every frame: return address, caller's frame, own record, place of the result.
pub(crate) const HEADER: usize = 4;
/// Slots kept free behind every limit, for arguments of native calls.
const SLACK: usize = 2 * 256 + 2 * HEADER;
const FIRST: usize = 4 * 1024;
const NEXT: usize = 64 * 1024;

/// A run of slots.
struct Segment {
    slots: Box<[std::cell::UnsafeCell<u64>]>,
}

impl Segment {
    fn base(&self) -> *mut u64 {
        self.slots.as_ptr() as *mut u64
    }
}

/// Where frames may end, as the interpreter checks it: a frame end `e` is good when
/// `limit - e`, taken without sign, is at most `span`.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    pub limit: usize,
    pub span: usize,
}

/// All segments of a context, in the order they are used.
pub(crate) struct Stack {
    segments: Vec<Segment>,
    slots: usize,
    /// Most slots over all segments.
    pub max_slots: usize,
}

impl Stack {
    pub fn new(max_slots: usize) -> Stack {
        Stack { segments: Vec::new(), slots: 0, max_slots }
    }

    fn bound(segment: &Segment) -> Bound {
        let span = (segment.slots.len() - SLACK) * 8;
        Bound { limit: segment.base() as usize + span, span }
    }

    /// A place for a frame of `frame` slots (its header apart) at or after `sp`: where its header goes
    /// and the bound that holds there. `None` when the stack budget is spent.
    pub fn room(&mut self, sp: *mut u64, frame: usize) -> Option<(*mut u64, Bound)> {
        let needed = (frame + HEADER) * 8;
        let mut next = 0;
        for (index, segment) in self.segments.iter().enumerate() {
            let bound = Self::bound(segment);
            let end = (sp as usize).wrapping_add(needed);
            if (sp as usize).wrapping_sub(segment.base() as usize) <= segment.slots.len() * 8 {
                if bound.limit.wrapping_sub(end) <= bound.span {
                    return Some((sp, bound));
                }
                next = index + 1;
                break;
            }
        }
        let slots = (frame + HEADER + SLACK).max(if self.slots == 0 { FIRST } else { NEXT });
        if self.segments.get(next).is_none_or(|segment| segment.slots.len() < frame + HEADER + SLACK) {
            // A segment further on holds no live frame, so it may be replaced.
            for dropped in self.segments.drain(next..) {
                self.slots -= dropped.slots.len();
            }
            if self.slots + slots > self.max_slots {
                return None;
            }
            self.slots += slots;
            let zero = || std::cell::UnsafeCell::new(0);
            self.segments.push(Segment { slots: std::iter::repeat_with(zero).take(slots).collect() });
        }
        let segment = &self.segments[next];
        Some((segment.base(), Self::bound(segment)))
    }
}
