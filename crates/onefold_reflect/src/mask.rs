//! Which members somebody has set: those are saved even where they equal the default.

use smallvec::SmallVec;

/// One bit per member of a type, in the order of the flat walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberMask {
    words: SmallVec<[u64; 1]>,
    len: usize,
}

impl MemberMask {
    /// A mask for so many members, none set.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { words: SmallVec::from_elem(0, len.div_ceil(64)), len }
    }

    /// How many members it is for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True for a type without members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Marks a member as set; an index past the end does nothing.
    pub fn set(&mut self, member: usize) {
        if member < self.len {
            self.words[member / 64] |= 1 << (member % 64);
        }
    }

    /// Forgets that a member was set: it follows the default again.
    pub fn reset(&mut self, member: usize) {
        if member < self.len {
            self.words[member / 64] &= !(1 << (member % 64));
        }
    }

    /// True when the member was set.
    #[must_use]
    pub fn is_set(&self, member: usize) -> bool {
        member < self.len && self.words[member / 64] >> (member % 64) & 1 == 1
    }

    /// The members that were set.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|&member| self.is_set(member))
    }
}
