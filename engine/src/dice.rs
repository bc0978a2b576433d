//! Chance. Everything random in a match comes from its secret seed and the place in its log.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The secret of a match: 32 bytes, drawn by the service, secret until the end.
///
/// `Debug` shows the commitment only, so that a seed never reaches a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed with these bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed with this number in its first eight bytes, the lowest first: for programs that repeat matches.
    pub fn numbered(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }

    /// Reads 2 to 64 hexadecimal digits, an even number of them; the bytes that are not given are 0. `None` for anything else.
    ///
    /// ```
    /// # use engine::Seed;
    /// assert_eq!(Seed::from_hex("07").unwrap().to_hex(), format!("07{}", "00".repeat(31)));
    /// assert!(Seed::from_hex("0x7").is_none());
    /// ```
    pub fn from_hex(text: &str) -> Option<Seed> {
        if !(2..=64).contains(&text.len()) || text.len() % 2 == 1 || !text.bytes().all(|byte| byte.is_ascii_hexdigit())
        {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, at) in bytes.iter_mut().zip((0..text.len()).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
        }
        Some(Seed(bytes))
    }

    /// The 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed as 64 hexadecimal digits, as it is published after the end.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// The SHA-256 (FIPS 180-4) of the 32 bytes, as 64 hexadecimal digits. It is published from the start, so that
    /// every player can check afterwards that the seed was not changed.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(sha256 {})", self.commitment())
    }
}

/// Bytes as hexadecimal digits, two for each.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The chance of one log line: a stream of ChaCha20 (RFC 8439) keyed with the seed, the stream number being the ply.
///
/// No generator state is stored: the same seed and ply give the same draws for ever, so any prefix of a log replays.
/// The way from bytes to draws is written here and not taken from a library, because libraries change theirs.
#[derive(Clone)]
pub struct Dice(ChaCha20Rng);

impl Dice {
    /// The dice of the log line that will be number `ply` (1 for the first line; 0 is the start of the match).
    pub fn at(seed: &Seed, ply: u32) -> Dice {
        let mut chacha = ChaCha20Rng::from_seed(seed.0);
        chacha.set_stream(ply.into());
        Dice(chacha)
    }

    /// The dice that seat the players, before there is any log line. No ply has this stream: plies have 32 bits.
    pub fn seating(seed: &Seed) -> Dice {
        let mut chacha = ChaCha20Rng::from_seed(seed.0);
        chacha.set_stream(u64::MAX);
        Dice(chacha)
    }

    /// A number from 0 to `sides - 1`, all equally likely (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// If `sides` is 0.
    pub fn below(&mut self, sides: u32) -> u32 {
        assert!(sides > 0, "dice need at least one side");
        let unfair = sides.wrapping_neg() % sides;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(sides);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }

    /// True once in `times` on average.
    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of the items, all equally likely; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len() as u32) as usize])
    }

    /// Puts the items into a random order, all orders equally likely (Fisher and Yates, from the back).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_ply_give_the_same_draws_for_ever() {
        // Draws of stored matches: if these change, no stored match replays any more.
        let draws = |seed: &str, ply| {
            let mut dice = Dice::at(&Seed::from_hex(seed).unwrap(), ply);
            (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draws("07", 1), FIRST);
        assert_eq!(draws("07", 2), SECOND);
        assert_ne!(draws("08", 1), FIRST);
        let mut order: Vec<u8> = (0..10).collect();
        Dice::at(&Seed::from_hex("07").unwrap(), 3).shuffle(&mut order);
        assert_eq!(order, ORDER);
    }
    const FIRST: [u32; 8] = [966, 985, 284, 256, 249, 559, 119, 366];
    const SECOND: [u32; 8] = [74, 171, 318, 956, 718, 973, 510, 833];
    const ORDER: [u8; 10] = [0, 2, 4, 7, 3, 9, 8, 6, 5, 1];

    #[test]
    fn the_stream_is_chacha20_keyed_with_the_seed() {
        // RFC 8439, A.1, test vector 1: key, nonce and counter all zero.
        let mut dice = Dice::at(&Seed::new([0; 32]), 0);
        assert_eq!(dice.0.next_u32(), u32::from_le_bytes([0x76, 0xb8, 0xe0, 0xad]));
    }

    #[test]
    fn every_side_comes_up_about_equally_often() {
        let mut dice = Dice::at(&Seed::new([1; 32]), 0);
        let mut counts = [0u32; 6];
        (0..60_000).for_each(|_| counts[dice.below(6) as usize] += 1);
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
        assert_eq!(dice.pick::<u8>(&[]), None);
    }

    #[test]
    fn the_commitment_is_the_sha256_of_the_bytes_and_debug_keeps_the_secret() {
        let seed = Seed::new([0; 32]);
        // sha256 of 32 zero bytes, as `head -c32 /dev/zero | sha256sum` prints it.
        assert_eq!(seed.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert!(!format!("{:?}", Seed::new([7; 32])).contains("0707"));
    }

    #[test]
    fn nonsense_is_no_seed() {
        for text in ["", "7", "0g", "é", &"00".repeat(33)] {
            assert!(Seed::from_hex(text).is_none(), "{text}");
        }
    }
}
