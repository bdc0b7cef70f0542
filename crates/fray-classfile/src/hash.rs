//! A quick hash for names: they are short and come by the thousand, and no attacker chooses them.

/// An odd number with its bits well mixed: 2^64 divided by the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of a word behind what `hash` is of.
#[inline]
pub fn add(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(MIX);
    product as u64 ^ (product >> 64) as u64
}

/// The hash of some bytes, eight at a time, behind what `hash` is of.
#[inline]
pub fn add_bytes(hash: u64, bytes: &[u8]) -> u64 {
    // The length keeps a name apart from the same one with zeros behind it.
    let length = (bytes.len() as u64).wrapping_mul(MIX);
    let Some(&last) = bytes.last_chunk() else {
        return add(hash, few(bytes) ^ length);
    };
    let words = bytes[..bytes.len() - 1].chunks_exact(8);
    let whole = words.fold(hash, |hash, word| {
        add(
            hash,
            u64::from_le_bytes(word.try_into().unwrap_or_default()),
        )
    });
    // The last eight may have been seen in part: no matter.
    add(whole, u64::from_le_bytes(last) ^ length)
}

/// Fewer than eight bytes as a number; of those as long as another, each has its own.
#[inline]
fn few(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(&first), Some(&last)) => {
            u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << 32
        }
        _ => {
            let at = |index: usize| u64::from(bytes.get(index).copied().unwrap_or_default());
            at(0) | at(1) << 8 | at(2) << 16
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_one_place_have_different_hashes() {
        let name = b"java/util/concurrent/atomic/AtomicInteger";
        for length in 0..name.len() {
            let mut hashes = std::collections::HashSet::from([add_bytes(0, &name[..length])]);
            for at in 0..length {
                let mut other = *name;
                other[at] ^= 1;
                assert!(hashes.insert(add_bytes(0, &other[..length])));
                assert!(hashes.insert(add_bytes(0, &name[..at])));
            }
        }
        assert_ne!(add_bytes(0, b"a"), add_bytes(0, b"a\0"));
    }
}
