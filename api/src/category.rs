//! Categories of emails that a reader can stop.

/// Emails that a reader can stop together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// Emails about the reader's turns.
    Turns,
    /// Emails about the start and the end of the reader's matches.
    Matches,
    /// Invitations.
    Invitations,
    /// The matches that wait for the reader, once a day. A new account does not get it.
    Digest,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; 4] = [Category::Turns, Category::Matches, Category::Invitations, Category::Digest];

    /// A number that links contain, so it never changes.
    pub fn number(self) -> u8 {
        match self {
            Category::Turns => 0,
            Category::Matches => 1,
            Category::Invitations => 2,
            Category::Digest => 3,
        }
    }

    /// The category of a number.
    pub fn numbered(number: u8) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.number() == number)
    }

    /// Its name in the API and in headers of emails.
    pub fn name(self) -> &'static str {
        match self {
            Category::Turns => "turns",
            Category::Matches => "matches",
            Category::Invitations => "invitations",
            Category::Digest => "digest",
        }
    }

    /// The subject of the emails, to follow "emails about".
    pub fn words(self) -> &'static str {
        match self {
            Category::Turns => "your turns",
            Category::Matches => "the start and end of your matches",
            Category::Invitations => "invitations",
            Category::Digest => "the daily list of your matches",
        }
    }
}
