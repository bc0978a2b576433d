//! Values of ASN.1 in DER and BER (X.690), as far as signed messages need them: all lengths are checked, and nesting is bounded.

/// Values inside one another that are read.
const NESTING: usize = 16;

/// Of a tag: the value consists of values.
const CONSTRUCTED: u8 = 0x20;

/// The tags of a sequence, of an explicit `[0]`, of an object identifier and of a text of bytes.
pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const FIRST: u8 = 0xa0;
pub(super) const IDENTIFIER: u8 = 0x06;
const BYTES: u8 = 0x04;

/// A value.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    tag: u8,
    content: &'a [u8],
}

/// The values in a text of bytes, up to the first that is broken.
pub(super) struct Values<'a>(&'a [u8]);

pub(super) fn values(bytes: &[u8]) -> Values<'_> {
    Values(bytes)
}

impl<'a> Values<'a> {
    /// The content of the next value, if it has this tag.
    pub(super) fn tagged(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.next().filter(|value| value.tag == tag).map(|value| value.content)
    }
}

impl<'a> Iterator for Values<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        let (value, rest) = value(self.0, NESTING)?;
        self.0 = rest;
        Some(value)
    }
}

impl Value<'_> {
    /// The bytes of a text, which may come in pieces.
    pub(super) fn bytes(self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.collect(&mut bytes, NESTING)?;
        Some(bytes)
    }

    fn collect(self, bytes: &mut Vec<u8>, nesting: usize) -> Option<()> {
        match self.tag {
            BYTES => bytes.extend_from_slice(self.content),
            tag if tag == BYTES | CONSTRUCTED => {
                let nesting = nesting.checked_sub(1)?;
                for piece in values(self.content) {
                    piece.collect(bytes, nesting)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// The value at the start of the bytes, and the bytes after it.
fn value(bytes: &[u8], nesting: usize) -> Option<(Value<'_>, &[u8])> {
    let nesting = nesting.checked_sub(1)?;
    let (&tag, rest) = bytes.split_first()?;
    // Tags of several bytes stand in no signed message; 0 ends a value of no given length.
    if tag & 0x1f == 0x1f || tag == 0 {
        return None;
    }
    let (&first, rest) = rest.split_first()?;
    if first == 0x80 && tag & CONSTRUCTED != 0 {
        let mut inner = rest;
        while let Some((_, after)) = value(inner, nesting) {
            inner = after;
        }
        let content = &rest[..rest.len() - inner.len()];
        return Some((Value { tag, content }, inner.strip_prefix(&[0, 0])?));
    }
    let (length, rest) = match first {
        0..0x80 => (usize::from(first), rest),
        _ => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            if digits.is_empty() || digits.len() > 4 {
                return None;
            }
            (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), rest)
        }
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((Value { tag, content }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_with_and_without_a_length() {
        let pieces = |bytes: &[u8]| values(bytes).next().and_then(Value::bytes);
        for (bytes, expected) in [
            (&[4, 2, b'a', b'b'][..], Some(&b"ab"[..])),
            (&[4, 0x81, 2, b'a', b'b'], Some(b"ab")),
            (&[0x24, 8, 4, 1, b'a', 4, 1, b'b', 4, 0], Some(b"ab")),
            (&[0x24, 0x80, 4, 1, b'a', 0x24, 0x80, 4, 1, b'b', 0, 0, 0, 0], Some(b"ab")),
            (&[4, 3, b'a', b'b'], None),
            (&[4, 0x85, 0, 0, 0, 0, 1, b'a'], None),
            (&[4, 0x84, 0xff, 0xff, 0xff, 0xff], None),
            (&[0x24, 0x80, 4, 1, b'a'], None),
            (&[4, 0x80, 0, 0], None),
            (&[0x30, 2, 4, 0], None),
            (&[0x1f, 1, 1], None),
            (&[], None),
        ] {
            assert_eq!(pieces(bytes).as_deref(), expected, "{bytes:?}");
        }
        // Deep nesting ends.
        assert!(pieces(&[0x24, 0x80].repeat(100_000)).is_none());
    }
}
