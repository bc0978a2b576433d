//! Examples of messages that ask for something about the clocks. Emails show them, and they can be sent as they are.

/// A proposal to pause all clocks.
pub const PAUSE: &str = "pause 7 days";
/// A proposal to give every running clock more time.
pub const MORE_TIME: &str = "more time 2 days";
/// A vacation.
pub const VACATION: &str = "vacation 2027-07-01 to 2027-07-14";
/// The end of a vacation.
pub const VACATION_END: &str = "vacation end 2027-07-01";
/// A conditional move.
pub const CONDITIONAL: &str = "if they play X then Y";
