//! The secret from which the chance of a match comes.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The secret of a match: 32 bytes, drawn by the service, secret until the end.
///
/// Its commitment is shown before anyone takes a seat. Players may give values when they take one; chance then comes from the seed with
/// these values mixed in ([`Seed::with_values`]), so it is chosen neither by the host, who knows no value that comes later, nor by a player,
/// who does not know the seed.
///
/// A match that is played on from an earlier one has a seed of its own for what follows. The lines up to there keep the seed with which they
/// were played, which is known.
///
/// `Debug` shows the commitment only, so that a seed never reaches a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed {
    own: [u8; 32],
    /// The values of players, in ascending order.
    values: Vec<SeedValue>,
    /// The bytes with which lines are played: `own` with the values mixed in.
    mixed: [u8; 32],
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

/// A value of a player, 16 bytes, which is mixed into the seed of a match.
pub type SeedValue = [u8; 16];

/// The most values that are mixed into a seed.
pub const MAX_VALUES: usize = 16;

/// What is written before the values, so that their HMAC is none of another kind that has the seed as its key.
const VALUES_OF_PLAYERS: &[u8] = b"values of players";

/// How often a match can be played on from one that was played on itself.
pub const MAX_EARLIER: usize = 16;

impl Seed {
    /// The seed with these bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed { own: bytes, values: Vec::new(), mixed: bytes, earlier: Vec::new() }
    }

    /// This seed with the values of players mixed in: chance comes from the HMAC-SHA256 (RFC 2104) of the words `values of players` and the
    /// values, with the 32 bytes as its key. The order of the values does not matter, as that, too, could be chosen. Without any value
    /// chance comes from the 32 bytes themselves. `None` if there are more than [`MAX_VALUES`].
    #[must_use]
    pub fn with_values(&self, values: impl IntoIterator<Item = SeedValue>) -> Option<Seed> {
        let mut values: Vec<SeedValue> = values.into_iter().collect();
        values.sort_unstable();
        if values.len() > MAX_VALUES {
            return None;
        }
        let mixed = if values.is_empty() { self.own } else { self.mac(&[VALUES_OF_PLAYERS, values.as_flattened()]) };
        Some(Seed { own: self.own, values, mixed, earlier: self.earlier.clone() })
    }

    /// This seed with the values as [`Seed::values`] writes them. `None` for another text.
    #[must_use]
    pub fn with_values_of(&self, text: &str) -> Option<Seed> {
        let values = text.split(',').map(seed_value).collect::<Option<Vec<SeedValue>>>()?;
        if values.is_sorted() { self.with_values(values) } else { None }
    }

    /// The values of players, each with 32 hexadecimal digits, in ascending order: `00..,9c..`. `None` if there are none.
    pub fn values(&self) -> Option<String> {
        let written: Vec<String> = self.values.iter().map(|value| hex(value)).collect();
        (!written.is_empty()).then(|| written.join(","))
    }

    /// The 32 bytes and the values after them, as they are stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.own.iter().chain(self.values.iter().flatten()).copied().collect()
    }

    /// The seed that is stored like this. `None` for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Seed> {
        let (own, rest) = bytes.split_first_chunk::<32>()?;
        let (values, rest) = rest.as_chunks::<16>();
        if rest.is_empty() { Seed::new(*own).with_values(values.iter().copied()) } else { None }
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
    /// played on [`MAX_EARLIER`] times.
    #[must_use]
    pub fn after(&self, before: &Seed, until: u32) -> Option<Seed> {
        let mut earlier = before.earlier.clone();
        earlier.retain(|one| one.until < until);
        earlier.push(Earlier { until, bytes: *before.for_ply(until) });
        (earlier.len() <= MAX_EARLIER).then(|| Seed { earlier, ..self.clone() })
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
        (is_in_order && earlier.len() <= MAX_EARLIER).then(|| Seed { earlier, ..self.clone() })
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
    pub(super) fn for_ply(&self, ply: u32) -> &[u8; 32] {
        self.earlier.iter().find(|one| ply <= one.until).map_or(&self.mixed, |one| &one.bytes)
    }

    /// The bytes with which the players are seated: it is done before the first line, also in a match that is played on.
    pub(super) fn of_seating(&self) -> &[u8; 32] {
        &self.mixed
    }

    /// The HMAC-SHA256 (RFC 2104) of these parts, one after the other, with the 32 bytes of the host as its key.
    pub(crate) fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        // HMAC adds such zeros to a shorter key.
        let mut key = [0; 64];
        key[..32].copy_from_slice(&self.own);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        parts.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().into()
    }

    /// The 32 bytes of the host, without the values of players.
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

/// Reads a value of a player: 32 hexadecimal digits. `None` for anything else.
pub fn seed_value(text: &str) -> Option<SeedValue> {
    if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut value = [0; 16];
    for (byte, at) in value.iter_mut().zip((0..32).step_by(2)) {
        *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
    }
    Some(value)
}

/// Bytes as hexadecimal digits, two for each.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

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
        for ply in 0..MAX_EARLIER as u32 {
            longest = second.after(&longest, ply).unwrap();
        }
        assert_eq!(third.after(&longest, 100), None);
        assert!(third.after(&longest, MAX_EARLIER as u32 - 1).is_some());
    }

    #[test]
    fn values_of_players_change_all_draws_but_not_the_commitment() {
        let host = Seed::numbered(7);
        let draws = |seed: &Seed| [0, 1, 9].map(|ply| Dice::at(seed, ply).below(u32::MAX));
        let [one, other] = [[1; 16], [2; 16]];
        let both = host.with_values([one, other]).unwrap();
        assert_eq!(both, host.with_values([other, one]).unwrap(), "their order cannot be chosen");
        assert_eq!((both.commitment(), both.to_hex()), (host.commitment(), host.to_hex()));
        for seed in [&host, &host.with_values([one]).unwrap(), &Seed::numbered(8).with_values([one, other]).unwrap()] {
            assert_ne!(draws(&both), draws(seed));
            assert_ne!(Dice::seating(&both).below(u32::MAX), Dice::seating(seed).below(u32::MAX));
        }
        assert_eq!(draws(&host.with_values([]).unwrap()), draws(&host));
        // printf 'values of players' and the 32 bytes | openssl dgst -sha256 -mac HMAC -macopt hexkey:07000...
        assert_eq!(hex(&both.mixed), MIXED);
        for seed in [&host, &both] {
            assert_eq!(Seed::from_bytes(&seed.to_bytes()).as_ref(), Some(seed));
        }
        assert_eq!((host.to_bytes().len(), both.to_bytes().len()), (32, 64));
        assert!(Seed::from_bytes(&[0; 31]).is_none() && Seed::from_bytes(&[0; 33]).is_none());
        let text = both.values().unwrap();
        assert_eq!(text, format!("{},{}", "01".repeat(16), "02".repeat(16)));
        assert_eq!(host.with_values_of(&text), Some(both.clone()));
        for text in ["", ",", "01", "02020202020202020202020202020202,01010101010101010101010101010101"] {
            assert_eq!(host.with_values_of(text), None, "{text}");
        }
        assert!(
            host.with_values(vec![one; MAX_VALUES]).is_some() && host.with_values(vec![one; MAX_VALUES + 1]).is_none()
        );
        // A match that is played on has the lines of the earlier one as they were, and values of its own for what follows.
        let on = Seed::numbered(9).after(&both, 1).unwrap().with_values([one]).unwrap();
        assert_eq!(draws(&on)[..2], draws(&both)[..2]);
        assert_ne!(draws(&on)[2], draws(&Seed::numbered(9))[2]);
        assert_eq!(on, Seed::numbered(9).with_values([one]).unwrap().after(&both, 1).unwrap());
    }
    const MIXED: &str = "27cf0d1b0a81897663bf43a49e210cc07aede76253213ce42d1f0f2106507a32";

    #[test]
    fn earlier_seeds_that_are_in_no_order_or_too_many_are_refused() {
        let seed = Seed::numbered(1);
        let many: Vec<String> = (0..=MAX_EARLIER).map(|ply| format!("{ply}:07")).collect();
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

    #[test]
    fn the_commitment_is_the_sha256_of_the_bytes_and_debug_keeps_the_secret() {
        let seed = Seed::new([0; 32]);
        // sha256 of 32 zero bytes, as `head -c32 /dev/zero | sha256sum` prints it.
        assert_eq!(seed.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert!(!format!("{:?}", Seed::new([7; 32])).contains("0707"));
    }
}
