//! What a bounce reports.

/// The outcome for the recipient (RFC 3464, 2.3.3); of several the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Delivery {
    /// The message was delivered, relayed or expanded.
    Delivered,
    /// The message is not delivered yet; it will be tried again.
    Delayed,
    /// The message will not be delivered.
    Failed,
}

impl Delivery {
    /// Reads the value of an Action field.
    pub(super) fn of_action(value: &str) -> Option<Self> {
        let word = value.split(|char: char| !char.is_ascii_alphabetic()).find(|word| !word.is_empty())?;
        match word.to_ascii_lowercase().as_str() {
            "failed" | "fail" | "failure" => Some(Delivery::Failed),
            "delayed" => Some(Delivery::Delayed),
            "delivered" | "relayed" | "expanded" => Some(Delivery::Delivered),
            _ => None,
        }
    }
}
