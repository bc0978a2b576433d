//! Chance. Everything random in a match comes from its secret seed and the place in its log.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The secret of a match: 32 bytes, drawn by the service, secret until the end.
///
/// A match that is played on from an earlier one has a seed of its own for what follows. The lines up to there keep the seed with which they
/// were played, which is known.
///
/// `Debug` shows the commitment only, so that a seed never reaches a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed {
    own: [u8; 32],
    /// The seeds of earlier matches, in the order of their lines.
    earlier: Vec<Earlier>,
}

/// The seed of lines that were played in an earlier match.
#[derive(Clone, PartialEq, Eq)]
struct Earlier {
    /// The last of these lines.
    until: u32,
    bytes: [u8; 32],
}

/// How often a match can be played on from one that was played on itself.
pub const MOST_EARLIER: usize = 16;

impl Seed {
    /// The seed with these bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed { own: bytes, earlier: Vec::new() }
    }

    /// The seed with this number in its first eight bytes, the lowest first: for programs that repeat matches.
    pub fn numbered(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed::new(bytes)
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
        Some(Seed::new(bytes))
    }

    /// This seed for a match that is played on after line `until` of one with the seed `before`. `None` if that match was itself
    /// played on [`MOST_EARLIER`] times.
    #[must_use]
    pub fn after(&self, before: &Seed, until: u32) -> Option<Seed> {
        let mut earlier = before.earlier.clone();
        earlier.retain(|one| one.until < until);
        earlier.push(Earlier { until, bytes: *before.of(until) });
        (earlier.len() <= MOST_EARLIER).then_some(Seed { own: self.own, earlier })
    }

    /// This seed with the earlier ones as [`Seed::earlier`] writes them. `None` for another text.
    #[must_use]
    pub fn with_earlier(&self, text: &str) -> Option<Seed> {
        let read = |one: &str| {
            let (until, hex) = one.split_once(':')?;
            let is_number = until.bytes().all(|byte| byte.is_ascii_digit());
            Some(Earlier { until: until.parse().ok().filter(|_| is_number)?, bytes: Seed::from_hex(hex)?.own })
        };
        let earlier = text.split(',').map(read).collect::<Option<Vec<Earlier>>>()?;
        let is_in_order = earlier.windows(2).all(|pair| pair[0].until < pair[1].until);
        (is_in_order && earlier.len() <= MOST_EARLIER).then_some(Seed { own: self.own, earlier })
    }

    /// The seeds of earlier matches, each with the last line that was played with it: `12:07..,40:9c..`, with 64 digits each. `None` if the
    /// match is not played on from another one.
    pub fn earlier(&self) -> Option<String> {
        let written: Vec<String> =
            self.earlier.iter().map(|one| format!("{}:{}", one.until, hex(&one.bytes))).collect();
        (!written.is_empty()).then(|| written.join(","))
    }

    /// The last line that was played in an earlier match, if any.
    pub fn played_on_after(&self) -> Option<u32> {
        self.earlier.last().map(|one| one.until)
    }

    /// True if the match is played on after this line.
    pub(crate) fn is_played_on_after(&self, ply: u32) -> bool {
        self.earlier.iter().any(|one| one.until == ply)
    }

    /// The bytes with which this line is played.
    fn of(&self, ply: u32) -> &[u8; 32] {
        self.earlier.iter().find(|one| ply <= one.until).map_or(&self.own, |one| &one.bytes)
    }

    /// The 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.own
    }

    /// The seed as 64 hexadecimal digits, as it is published after the end.
    pub fn to_hex(&self) -> String {
        hex(&self.own)
    }

    /// The SHA-256 (FIPS 180-4) of the 32 bytes, as 64 hexadecimal digits. It is published from the start, so that
    /// every player can check afterwards that the seed was not changed.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.own))
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
        Dice::of(seed.of(ply), ply.into())
    }

    /// The dice that draw anew what no seat knows, in a match that is played on after line `ply`. No line has them: the lines of the new seed
    /// come later.
    pub(crate) fn between(seed: &Seed, ply: u32) -> Dice {
        Dice::of(seed.of(ply + 1), ply.into())
    }

    /// The dice that seat the players, before there is any log line. No ply has this stream: plies have 32 bits.
    pub fn seating(seed: &Seed) -> Dice {
        Dice::of(&seed.own, u64::MAX)
    }

    fn of(bytes: &[u8; 32], stream: u64) -> Dice {
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

    #[test]
    fn the_commitment_is_the_sha256_of_the_bytes_and_debug_keeps_the_secret() {
        let seed = Seed::new([0; 32]);
        // sha256 of 32 zero bytes, as `head -c32 /dev/zero | sha256sum` prints it.
        assert_eq!(seed.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert!(!format!("{:?}", Seed::new([7; 32])).contains("0707"));
    }

    #[test]
    fn a_match_that_is_played_on_has_the_seed_of_each_line() {
        let [first, second, third] = [1, 2, 3].map(Seed::numbered);
        let draw = |seed: &Seed, ply| Dice::at(seed, ply).below(u32::MAX);
        let on = second.after(&first, 4).unwrap();
        let again = third.after(&on, 7).unwrap();
        let back = third.after(&on, 2).unwrap();
        for (ply, owners) in [
            (0, [&first; 3]),
            (2, [&first; 3]),
            (3, [&first, &first, &third]),
            (4, [&first, &first, &third]),
            (5, [&second, &second, &third]),
            (7, [&second, &second, &third]),
            (8, [&second, &third, &third]),
        ] {
            for (seed, owner) in [&on, &again, &back].into_iter().zip(owners) {
                assert_eq!(draw(seed, ply), draw(owner, ply), "{ply}");
            }
        }
        assert_eq!((on.bytes(), on.commitment()), (second.bytes(), second.commitment()));
        assert_eq!([&on, &again, &back].map(Seed::played_on_after), [Some(4), Some(7), Some(2)]);
        let written = again.earlier().unwrap();
        assert_eq!(written, format!("4:{},7:{}", first.to_hex(), second.to_hex()));
        assert_eq!(third.with_earlier(&written), Some(again));
        let mut longest = first;
        for ply in 0..MOST_EARLIER as u32 {
            longest = second.after(&longest, ply).unwrap();
        }
        assert_eq!(third.after(&longest, 100), None);
        assert!(third.after(&longest, MOST_EARLIER as u32 - 1).is_some());
    }

    #[test]
    fn earlier_seeds_that_are_in_no_order_or_too_many_are_refused() {
        let seed = Seed::numbered(1);
        let many: Vec<String> = (0..=MOST_EARLIER).map(|ply| format!("{ply}:07")).collect();
        for text in [
            "",
            ":07",
            "4:",
            "4:7",
            "+4:07",
            "-1:07",
            "4:07,4:08",
            "5:07,4:08",
            "4:07,",
            "4294967296:07",
            &many.join(","),
        ] {
            assert_eq!(seed.with_earlier(text), None, "{text}");
        }
        assert!(seed.with_earlier(&many[1..].join(",")).is_some());
    }

    #[test]
    fn nonsense_is_no_seed() {
        for text in ["", "7", "0g", "é", &"00".repeat(33)] {
            assert!(Seed::from_hex(text).is_none(), "{text}");
        }
    }
}
