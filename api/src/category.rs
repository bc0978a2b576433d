//! Categories of letters that a reader can stop.

/// Letters that a reader can stop together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// Letters about the reader's turns.
    Turns,
    /// Letters about the start and the end of the reader's matches.
    Matches,
    /// Invitations.
    Invitations,
}

impl Category {
    /// All categories. The place in this list stands in links, so new ones come last.
    pub const ALL: [Category; 3] = [Category::Turns, Category::Matches, Category::Invitations];

    /// The subject of the letters, to follow "letters about".
    pub fn words(self) -> &'static str {
        match self {
            Category::Turns => "your turns",
            Category::Matches => "the start and end of your matches",
            Category::Invitations => "invitations",
        }
    }
}
