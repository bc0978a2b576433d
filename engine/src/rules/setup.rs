//! What is known of a match before it begins.

use serde::Serialize;
use serde_json::Value;

use crate::chair::Chair;
use crate::rating::{NotRatable, RatingClass};

/// Options and chairs of a new match, checked.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Setup {
    /// The options, every default filled in.
    pub options: Value,
    /// A chair for each seat.
    pub chairs: Vec<Chair>,
    /// True if the rules may run a timer.
    pub has_timer: bool,
    /// The class of ratings that it can count for, or why there is none.
    pub rating: Result<RatingClass, NotRatable>,
}
