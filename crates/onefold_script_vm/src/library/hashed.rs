//! The map behind `dictionary`: it iterates in the order of the reference's, GNU's `unordered_map`.
//!
//! Scripts can see the order (`getKeys`, `foreach`), so it has to be the same in every run and on every
//! machine; taking the reference's makes programs print the same as well.

use crate::fault::Fault;

/// No node.
const NONE: u32 = u32::MAX;
/// Stands for the place in front of the first node.
const HEAD: u32 = u32::MAX - 1;

/// Bucket counts GNU's library grows through when elements are added one by one.
const SIZES: &[u32] = &[
    1,
    13,
    29,
    59,
    127,
    257,
    541,
    1109,
    2357,
    5087,
    10_273,
    20_753,
    42_043,
    85_229,
    172_933,
    351_061,
    712_697,
    1_447_153,
    2_938_679,
    5_967_347,
    12_117_689,
    24_607_243,
    49_969_847,
    101_473_717,
    206_062_531,
    418_453_241,
    849_749_479,
    1_725_587_117,
];

#[derive(Clone)]
struct Node {
    key: Box<[u8]>,
    hash: u64,
    /// Counted handle of the value.
    value: u64,
    next: u32,
}

/// A map from byte strings to counted handles. It does no counting itself.
#[derive(Clone)]
pub(super) struct Map {
    nodes: Vec<Node>,
    /// Unused entries of `nodes`.
    free: Vec<u32>,
    first: u32,
    /// Per bucket the node in front of its first one.
    buckets: Vec<u32>,
    size: usize,
    len: usize,
}

impl Map {
    pub fn new() -> Map {
        Map { nodes: Vec::new(), free: Vec::new(), first: NONE, buckets: vec![NONE], size: 0, len: 0 }
    }

    /// Bytes an entry costs beside its key.
    pub const ENTRY: usize = size_of::<Node>() + 8;

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn get(&self, key: &[u8]) -> Option<u64> {
        let hash = hash_bytes(key);
        let before = self.before(key, hash)?;
        Some(self.nodes[self.next(before) as usize].value)
    }

    /// Adds a key that is not in the map.
    pub fn insert(&mut self, key: &[u8], value: u64) {
        if self.len + 1 > SIZES[self.size] as usize || self.size == 0 {
            self.size += 1;
            self.rehash();
        }
        let hash = hash_bytes(key);
        let node = Node { key: key.into(), hash, value, next: NONE };
        let index = match self.free.pop() {
            Some(index) => {
                self.nodes[index as usize] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        let bucket = self.bucket(hash);
        self.link(index, bucket);
        self.len += 1;
    }

    /// Removes a key; gives its value.
    pub fn remove(&mut self, key: &[u8]) -> Option<u64> {
        let hash = hash_bytes(key);
        let before = self.before(key, hash)?;
        let index = self.next(before);
        let after = self.nodes[index as usize].next;
        let bucket = self.bucket(hash);
        let next_bucket = (after != NONE).then(|| self.bucket(self.nodes[after as usize].hash));
        if self.buckets[bucket] == before {
            if next_bucket != Some(bucket) {
                if let Some(next_bucket) = next_bucket {
                    self.buckets[next_bucket] = before;
                }
                self.buckets[bucket] = NONE;
            }
        } else if let Some(next_bucket) = next_bucket.filter(|&next_bucket| next_bucket != bucket) {
            self.buckets[next_bucket] = before;
        }
        self.set_next(before, after);
        let node = &mut self.nodes[index as usize];
        node.key = Box::default();
        self.free.push(index);
        self.len -= 1;
        Some(self.nodes[index as usize].value)
    }

    /// Takes everything out; gives the values in order. The buckets stay, as in the reference.
    pub fn clear(&mut self) -> Vec<u64> {
        let values = self.iter().map(|(_, value)| value).collect();
        self.nodes.clear();
        self.free.clear();
        self.first = NONE;
        self.buckets.fill(NONE);
        self.len = 0;
        values
    }

    /// The same keys in the same order, with null for every value.
    pub fn without_values(&self) -> Map {
        let mut map = self.clone();
        map.nodes.iter_mut().for_each(|node| node.value = 0);
        map
    }

    /// Fills a map made by `without_values` from the one it was made from.
    pub fn fill(
        &mut self,
        from: &Map,
        mut value: impl FnMut(u64) -> Result<u64, Fault>,
    ) -> Result<(), Fault> {
        let mut at = from.first;
        while let Some(node) = from.nodes.get(at as usize) {
            self.nodes[at as usize].value = value(node.value)?;
            at = node.next;
        }
        Ok(())
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let mut at = self.first;
        std::iter::from_fn(move || {
            let node = self.nodes.get(at as usize)?;
            at = node.next;
            Some((&*node.key, node.value))
        })
    }

    /// The first node's number, or -1.
    pub fn begin(&self) -> i32 {
        self.first as i32
    }

    /// The number of the node after, or -1.
    pub fn after(&self, node: i32) -> i32 {
        self.nodes.get(node as usize).map_or(-1, |node| node.next as i32)
    }

    /// Key and value of a node.
    pub fn at(&self, node: i32) -> Option<(&[u8], u64)> {
        self.nodes.get(node as usize).map(|node| (&*node.key, node.value))
    }

    fn bucket(&self, hash: u64) -> usize {
        (hash % self.buckets.len() as u64) as usize
    }

    fn next(&self, node: u32) -> u32 {
        if node == HEAD { self.first } else { self.nodes[node as usize].next }
    }

    fn set_next(&mut self, node: u32, next: u32) {
        if node == HEAD {
            self.first = next;
        } else {
            self.nodes[node as usize].next = next;
        }
    }

    /// The node in front of the one with that key.
    fn before(&self, key: &[u8], hash: u64) -> Option<u32> {
        let bucket = self.bucket(hash);
        let mut before = self.buckets[bucket];
        if before == NONE {
            return None;
        }
        loop {
            let at = self.next(before);
            let node = self.nodes.get(at as usize).filter(|node| self.bucket(node.hash) == bucket)?;
            if node.hash == hash && *node.key == *key {
                return Some(before);
            }
            before = at;
        }
    }

    /// Puts a node at the start of its bucket.
    fn link(&mut self, index: u32, bucket: usize) {
        let before = self.buckets[bucket];
        if before != NONE {
            let next = self.next(before);
            self.nodes[index as usize].next = next;
            self.set_next(before, index);
            return;
        }
        self.nodes[index as usize].next = self.first;
        if let Some(old) = self.nodes.get(self.first as usize) {
            let old_bucket = self.bucket(old.hash);
            self.buckets[old_bucket] = index;
        }
        self.first = index;
        self.buckets[bucket] = HEAD;
    }

    /// Links every node anew, in order, into the buckets of the present size.
    fn rehash(&mut self) {
        self.buckets = vec![NONE; SIZES[self.size] as usize];
        let mut at = std::mem::replace(&mut self.first, NONE);
        while at != NONE {
            let next = self.nodes[at as usize].next;
            let bucket = self.bucket(self.nodes[at as usize].hash);
            self.link(at, bucket);
            at = next;
        }
    }
}

/// The hash of GNU's library for strings on 64-bit machines.
fn hash_bytes(bytes: &[u8]) -> u64 {
    const MUL: u64 = 0xc6a4_a793_5bd1_e995;
    let mix = |value: u64| value ^ value >> 47;
    let mut hash = 0xc70f_6907_u64 ^ (bytes.len() as u64).wrapping_mul(MUL);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let data = mix(u64::from_le_bytes(*word).wrapping_mul(MUL)).wrapping_mul(MUL);
        hash = (hash ^ data).wrapping_mul(MUL);
    }
    if !rest.is_empty() {
        let data = rest.iter().rev().fold(0, |data, &byte| data << 8 | u64::from(byte));
        hash = (hash ^ data).wrapping_mul(MUL);
    }
    mix(mix(hash).wrapping_mul(MUL))
}

#[cfg(test)]
mod tests {
    use super::{Map, hash_bytes};

    #[test]
    fn hash_is_that_of_the_reference() {
        assert_eq!(hash_bytes(b"hello world"), 0x4d66_86d3_6206_7ff9);
    }

    #[test]
    fn order_is_that_of_the_reference() {
        let mut map = Map::new();
        (0..30).for_each(|index| map.insert(format!("key{index}").as_bytes(), index));
        let order: Vec<u64> = map.iter().map(|(_, value)| value).collect();
        let expected = [
            29, 12, 28, 9, 25, 16, 8, 5, 20, 4, 3, 6, 10, 1, 13, 11, 0, 15, 18, 2, 14, 17, 19, 21, 22, 23,
            24, 26, 7, 27,
        ];
        assert_eq!(order, expected);
    }

    #[test]
    fn removal_keeps_the_rest() {
        let mut map = Map::new();
        let mut model = std::collections::BTreeMap::new();
        for index in 0..500_u64 {
            map.insert(&index.to_le_bytes(), index);
            model.insert(index, index);
            if index % 3 == 0 {
                let key = index * 7 % 400;
                assert_eq!(map.remove(&key.to_le_bytes()), model.remove(&key), "{index}");
            }
        }
        assert_eq!(map.len(), model.len());
        assert!(model.keys().all(|key| map.get(&key.to_le_bytes()) == Some(*key)));
        let len = map.len();
        assert_eq!(map.iter().count(), len);
        for (key, value) in map.iter() {
            assert_eq!(map.get(key), Some(value));
        }
        assert_eq!(map.clear().len(), len);
        assert_eq!(map.get(&499_u64.to_le_bytes()), None);
    }
}
