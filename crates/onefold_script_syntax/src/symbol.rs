//! Identifiers as small numbers.

/// An identifier of one [`Symbols`] table; equal text gives equal symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// Stands where a syntax error left no name; its text is empty.
    pub const MISSING: Self = Self(0);

    /// The number of the symbol in its table.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The identifiers of one build.
#[derive(Clone, Debug)]
pub struct Symbols {
    text: String,
    /// Where the text of each symbol ends; it starts where the one before ends.
    ends: Vec<u32>,
    /// Symbols by hash, in an open-addressed table whose length is a power of two.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    /// The number of the symbol, or [`VACANT`].
    symbol: u32,
}

const VACANT: Slot = Slot { hash: 0, symbol: u32::MAX };

impl Default for Symbols {
    fn default() -> Self {
        Self { text: String::new(), ends: vec![0], slots: vec![VACANT; 256] }
    }
}

impl Symbols {
    /// A table that holds only [`Symbol::MISSING`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol of a text, added when it is new; the empty text is [`Symbol::MISSING`].
    pub fn intern(&mut self, text: &str) -> Symbol {
        if text.is_empty() {
            return Symbol::MISSING;
        }
        let hash = hash(text.as_bytes());
        let vacant = match self.find(text, hash) {
            Ok(symbol) => return symbol,
            Err(vacant) => vacant,
        };
        let symbol = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        self.slots[vacant] = Slot { hash, symbol };
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        Symbol(symbol)
    }

    /// The symbol of a text that was added before.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<Symbol> {
        if text.is_empty() { Some(Symbol::MISSING) } else { self.find(text, hash(text.as_bytes())).ok() }
    }

    /// The text of a symbol of this table.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        let start = symbol.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[symbol.index()] as usize]
    }

    /// How many symbols there are, [`Symbol::MISSING`] included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never true: [`Symbol::MISSING`] is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The symbol, or the slot where it belongs.
    fn find(&self, text: &str, hash: u32) -> Result<Symbol, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.symbol == VACANT.symbol {
                return Err(at);
            }
            if slot.hash == hash && self.text(Symbol(slot.symbol)) == text {
                return Ok(Symbol(slot.symbol));
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![VACANT; self.slots.len() * 2];
        let mask = slots.len() - 1;
        for slot in self.slots.iter().filter(|slot| slot.symbol != VACANT.symbol) {
            let mut at = slot.hash as usize & mask;
            while slots[at].symbol != VACANT.symbol {
                at = (at + 1) & mask;
            }
            slots[at] = *slot;
        }
        self.slots = slots;
    }
}

/// A multiply-and-rotate hash over words of eight bytes; short names need one or two rounds.
fn hash(bytes: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut state = bytes.len() as u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        state = (state.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR);
    }
    let tail = rest.iter().rev().fold(0u64, |tail, &byte| tail << 8 | u64::from(byte));
    state = (state.rotate_left(5) ^ tail).wrapping_mul(FACTOR);
    (state >> 32) as u32
}

#[cfg(test)]
mod tests;
