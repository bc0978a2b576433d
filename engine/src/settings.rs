//! Orders for later that a player gives by choosing sentences.

/// What a player orders for later, each by a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The word with which a text of orders begins; the orders behind it are parted by `; `.
    pub word: &'static str,
    /// Each thing that is ordered.
    pub list: Vec<Setting>,
}

/// One thing that a player orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// What it is about.
    pub title: &'static str,
    /// The possible orders: each as text, and in a sentence.
    pub ways: Vec<(String, String)>,
    /// The text of the order that stands; `None` if none of these does.
    pub now: Option<String>,
}
