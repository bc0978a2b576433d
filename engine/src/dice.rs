//! Chance. Everything random in a match comes from its secret seed and the place in its log.

mod seed;

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(crate) use self::seed::hex;
pub use self::seed::{MAX_EARLIER, MAX_VALUES, Seed, SeedValue, seed_value};

/// The chance of one log line: a stream of ChaCha20 (RFC 8439) keyed with the seed, the stream number being the ply.
///
/// No generator state is stored: the same seed and ply give the same draws for ever, so any prefix of a log replays.
/// The way from bytes to draws is written here and not taken from a library, because libraries change theirs.
#[derive(Clone)]
pub struct Dice(ChaCha20Rng);

impl Dice {
    /// The dice of the log line that will be number `ply` (1 for the first line; 0 is the start of the match).
    pub fn at(seed: &Seed, ply: u32) -> Dice {
        Dice::from_bytes(seed.for_ply(ply), ply.into())
    }

    /// The dice that draw anew what no seat knows, in a match that is played on after line `ply`. No line has them: the lines of the new seed
    /// come later.
    pub(crate) fn between(seed: &Seed, ply: u32) -> Dice {
        Dice::from_bytes(seed.for_ply(ply + 1), ply.into())
    }

    /// The dice that seat the players, before there is any log line. No ply has this stream: plies have 32 bits.
    pub fn seating(seed: &Seed) -> Dice {
        Dice::from_bytes(seed.of_seating(), u64::MAX)
    }

    fn from_bytes(bytes: &[u8; 32], stream: u64) -> Dice {
        let mut chacha = ChaCha20Rng::from_seed(*bytes);
        chacha.set_stream(stream);
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
}
