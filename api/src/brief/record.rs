//! The chain of the record of a match, in words.

/// The record of a match up to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordSoFar {
    /// The number of the line: there are so many after the start, without those that are secret still.
    pub lines: u32,
    /// The head of the chain of the record after it, as 64 hexadecimal digits.
    pub head: String,
}

/// The digits of a head that people are shown.
const SHOWN: usize = 32;

impl RecordSoFar {
    /// `Record so far: 12 lines, check value 3f9a...`, and its use.
    pub fn words(&self) -> String {
        let lines = match self.lines {
            1 => "1 line".to_owned(),
            lines => format!("{lines} lines"),
        };
        let check = self.head.get(..SHOWN).unwrap_or(&self.head);
        format!(
            "Record so far: {lines}, check value {check}. Keep this value: it will prove that none of these lines was changed."
        )
    }
}
