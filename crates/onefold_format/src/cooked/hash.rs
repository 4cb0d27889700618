//! XXH64 (Yann Collet): a checksum as fast as memory, without a table.

const P1: u64 = 0x9e37_79b1_85eb_ca87;
const P2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const P3: u64 = 0x1656_67b1_9e37_79f9;
const P4: u64 = 0x85eb_ca77_c2b2_ae63;
const P5: u64 = 0x27d4_eb2f_1656_67c5;

fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().unwrap_or_default())
}

fn round(sum: u64, input: u64) -> u64 {
    sum.wrapping_add(input.wrapping_mul(P2)).rotate_left(31).wrapping_mul(P1)
}

pub(crate) fn xxh64(bytes: &[u8], seed: u64) -> u64 {
    let blocks = bytes.chunks_exact(32);
    let mut rest = blocks.remainder();
    let mut hash = if bytes.len() >= 32 {
        let mut sums =
            [seed.wrapping_add(P1).wrapping_add(P2), seed.wrapping_add(P2), seed, seed.wrapping_sub(P1)];
        for block in blocks {
            for (sum, input) in sums.iter_mut().zip(block.chunks_exact(8)) {
                *sum = round(*sum, word(input));
            }
        }
        let rotated = sums[0]
            .rotate_left(1)
            .wrapping_add(sums[1].rotate_left(7))
            .wrapping_add(sums[2].rotate_left(12))
            .wrapping_add(sums[3].rotate_left(18));
        sums.iter().fold(rotated, |hash, sum| (hash ^ round(0, *sum)).wrapping_mul(P1).wrapping_add(P4))
    } else {
        seed.wrapping_add(P5)
    };
    hash = hash.wrapping_add(bytes.len() as u64);
    while let Some((eight, after)) = rest.split_at_checked(8) {
        hash = (hash ^ round(0, word(eight))).rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
        rest = after;
    }
    if let Some((four, after)) = rest.split_at_checked(4) {
        let four = u64::from(u32::from_le_bytes(four.try_into().unwrap_or_default()));
        hash = (hash ^ four.wrapping_mul(P1)).rotate_left(23).wrapping_mul(P2).wrapping_add(P3);
        rest = after;
    }
    for byte in rest {
        hash = (hash ^ u64::from(*byte).wrapping_mul(P5)).rotate_left(11).wrapping_mul(P1);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(P2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(P3);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    //! Against published values.

    use super::xxh64;

    #[test]
    fn it_is_xxh64() {
        assert_eq!(xxh64(b"", 0), 0xef46_db37_51d8_e999);
        assert_eq!(xxh64(b"a", 0), 0xd24e_c4f1_a98c_6e5b);
        assert_eq!(xxh64(b"abc", 0), 0x44bc_2cf5_ad77_0999);
        assert_eq!(xxh64(b"Nobody inspects the spammish repetition", 0), 0xfbce_a83c_8a37_8bf1);
    }
}
