//! A small generator whose numbers depend on its start alone, the same on every machine.

use std::ops::RangeInclusive;

/// The SplitMix64 generator.
///
/// ```
/// use onefold_testkit::Random;
///
/// let (mut one, mut two) = (Random::new(7), Random::new(7));
/// assert_eq!(one.next_u64(), two.next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts a sequence; equal starts give equal sequences.
    pub fn new(start: u64) -> Self {
        Self { state: start }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 up to, but not including, `end`.
    ///
    /// # Panics
    ///
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "no number is below 0");
        // The upper half of the product is even enough for tests, and has no loop.
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// A number of the range, both ends included.
    ///
    /// # Panics
    ///
    /// If the range is empty.
    pub fn within(&mut self, range: RangeInclusive<i64>) -> i64 {
        let (low, high) = range.into_inner();
        assert!(low <= high, "the range is empty");
        let width = (i128::from(high) - i128::from(low) + 1) as u128;
        let offset = (u128::from(self.next_u64()) * width) >> 64;
        (i128::from(low) + offset as i128) as i64
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True in `times` of `of` cases.
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of the items.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A float of any kind: zeros, infinities, NaN, subnormal, whole and ordinary numbers.
    pub fn any_f64(&mut self) -> f64 {
        const SPECIAL: [f64; 10] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::MIN_POSITIVE,
            f64::EPSILON,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        match self.below(4) {
            0 => *self.pick(&SPECIAL),
            1 => self.within(-1000..=1000) as f64,
            2 => (self.unit() - 0.5) * 2000.0,
            _ => f64::from_bits(self.next_u64()),
        }
    }

    /// An integer of any size, small ones and the ends of the common widths more often.
    pub fn any_i64(&mut self) -> i64 {
        match self.below(4) {
            0 => self.within(-10..=10),
            1 => {
                let end = 1i64 << *self.pick(&[7u32, 8, 15, 16, 31, 32, 53, 62]);
                let sign = if self.chance(1, 2) { -1 } else { 1 };
                sign * end + self.within(-1..=1)
            }
            2 => *self.pick(&[i64::MIN, i64::MAX]),
            _ => self.next_u64() as i64,
        }
    }

    /// A text of up to `longest` characters, plain ones mostly, also quotes, line ends and others.
    pub fn text(&mut self, longest: usize) -> String {
        const ODD: [char; 14] =
            ['"', '\'', '\\', '\n', '\r', '\t', '\0', '<', '&', ']', 'ß', '字', '🎈', '\u{301}'];
        let length = self.below(longest + 1);
        (0..length)
            .map(|_| match self.below(4) {
                0 => *self.pick(&ODD),
                _ => char::from(b' ' + self.below(95) as u8),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
