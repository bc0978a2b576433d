//! The types of requests and responses, and a method for each operation.
//!
//! Generated: from the OpenAPI document, by `UPDATE=1 cargo test -p tests rust_client`.
//!
//! Fields that a later server adds are ignored. Words that it adds are the variant `Other` of their enum.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::client::{Client, Request, part};
use crate::problem::Error;

/// A change of email address that waits for two confirmations.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct AddressChangeStarted {
    /// The time at which the links in the emails expire.
    pub expires_at: String,
}

/// The state of a change of email address.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct AddressConfirmation {
    /// The address that was confirmed.
    pub confirmed: Confirmed,
    /// True if both addresses are confirmed and the address has changed.
    pub done: bool,
}

/// A request to change the email address.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct AddressRequest {
    /// The new email address.
    pub address: String,
}

/// An agreement to end the match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct AgreeRequest {
    /// True if you agree; `false` withdraws your agreement.
    pub agree: bool,
    /// The turn that you decided on.
    pub turn: i64,
}

/// All present seats agree to end.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Agreement {
    /// The seats that have agreed.
    pub agreed: Vec<i64>,
    /// The kind.
    pub kind: AgreementKind,
    /// The seats whose agreement is still needed.
    pub missing: Vec<i64>,
    /// The same, in a sentence for people.
    pub words: String,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum AgreementKind {
    /// `agreement`
    #[default]
    #[serde(rename = "agreement")]
    Agreement,
}

impl AgreementKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Agreement => "agreement",
        }
    }
}

/// How the match stood after a line.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisPoint {
    /// The number of the line in the log.
    pub line: i64,
    /// The move that a computer player of level 4 would have chosen. Null at the end of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// The seat for which a computer player looked at the position, knowing what the seat knew. Null at the end of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<i64>,
    /// For each seat, the share of the win that its side could expect, from 0 to 1. Those of all sides are 1 together.
    pub shares: Vec<f64>,
    /// True if the seat chose the same move.
    pub was_played: bool,
}

/// The state of an analysis. Known values: `none`, `waiting`, `made`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum AnalysisState {
    /// `none`
    #[serde(rename = "none")]
    None,
    /// `waiting`
    #[serde(rename = "waiting")]
    Waiting,
    /// `made`
    #[serde(rename = "made")]
    Made,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl AnalysisState {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::None => "none",
            Self::Waiting => "waiting",
            Self::Made => "made",
            Self::Other(word) => word,
        }
    }
}

impl Default for AnalysisState {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// An arrow from cell to cell.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Arrow {
    /// The name of the cell at which it begins.
    pub from: String,
    /// The colour of its seat.
    pub paint: Paint,
    /// The name of the cell at which it ends.
    pub to: String,
}

/// What a token is: its sign in the picture.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Badge {
    /// A king, a trap of a value, or a piece of a value. Known values: `king`, `trap`, `value`. Later versions may add others.
    pub kind: BadgeKind,
    /// The value; absent for a king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// A king, a trap of a value, or a piece of a value. Known values: `king`, `trap`, `value`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum BadgeKind {
    /// `king`
    #[serde(rename = "king")]
    King,
    /// `trap`
    #[serde(rename = "trap")]
    Trap,
    /// `value`
    #[serde(rename = "value")]
    Value,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl BadgeKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::King => "king",
            Self::Trap => "trap",
            Self::Value => "value",
            Self::Other(word) => word,
        }
    }
}

impl Default for BadgeKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A free time for each move, and then a reserve for the whole match, which never grows.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bank {
    /// The kind.
    pub kind: BankKind,
    /// The reserve for the whole match.
    pub reserve: String,
    /// The free time for a move. Unused free time does not carry over.
    pub time: String,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BankKind {
    /// `bank`
    #[default]
    #[serde(rename = "bank")]
    Bank,
}

impl BankKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Bank => "bank",
        }
    }
}

/// A bot.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bot {
    /// The time of creation.
    pub created_at: String,
    /// The handle.
    pub handle: String,
    /// The id.
    pub id: String,
    /// The display name.
    pub name: String,
}

/// A bot to create.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct BotRequest {
    /// The number of days until its token expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_in_days: Option<i64>,
    /// The handle, 3 to 30 characters: a letter from a to z, then letters, digits and hyphens.
    pub handle: String,
    /// The display name, 1 to 40 visible characters.
    pub name: String,
    /// The scopes of its token, at least one.
    pub scopes: Vec<Scope>,
}

/// A token to create for a bot.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct BotTokenRequest {
    /// The number of days until the token expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_in_days: Option<i64>,
    /// The scopes, at least one.
    pub scopes: Vec<Scope>,
}

/// Your bots.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bots {
    /// The bots, newest first.
    pub bots: Vec<Bot>,
}

/// The cards that a player brings into a match that has not started.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Brought {
    /// The texts of the cards.
    pub cards: String,
    /// The handle of the player.
    pub handle: String,
}

/// Cards to read.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct CardTexts {
    /// The texts of cards of this or another game, at most 16 kB and 64 cards, with a blank line between two of them.
    pub text: String,
}

/// The cards of a game.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cards {
    /// The cards; empty for a game without cards. `name` is the id in deck texts; ignore `ready` here.
    pub cards: Vec<LibraryCard>,
    /// The starter decks, which anyone can play; empty for a game without cards.
    pub decks: Vec<StarterDeck>,
}

/// The cause of a log line. Known values: `start`, `chosen`, `forced`, `lapse`, `forfeit`, `timer-out`, `abandoned`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Cause {
    /// `start`
    #[serde(rename = "start")]
    Start,
    /// `chosen`
    #[serde(rename = "chosen")]
    Chosen,
    /// `forced`
    #[serde(rename = "forced")]
    Forced,
    /// `lapse`
    #[serde(rename = "lapse")]
    Lapse,
    /// `forfeit`
    #[serde(rename = "forfeit")]
    Forfeit,
    /// `timer-out`
    #[serde(rename = "timer-out")]
    TimerOut,
    /// `abandoned`
    #[serde(rename = "abandoned")]
    Abandoned,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Cause {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Start => "start",
            Self::Chosen => "chosen",
            Self::Forced => "forced",
            Self::Lapse => "lapse",
            Self::Forfeit => "forfeit",
            Self::TimerOut => "timer-out",
            Self::Abandoned => "abandoned",
            Self::Other(word) => word,
        }
    }
}

impl Default for Cause {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A challenge in a ladder.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// The handle of a player up to five places above you.
    pub handle: String,
}

/// The challenges that a bot accepts. A challenge is an invitation, which the bot accepts or declines with a reason.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Challenges {
    /// The ids of the games. None: the bot accepts no challenges, and is not listed.
    pub games: Vec<String>,
    /// How fast it moves, in at most 60 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<String>,
}

/// A possible continuation of the text of a move.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The cell that it refers to, if any: the same as in `on`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// True if the text is a complete legal move.
    pub complete: bool,
    /// What the text does.
    pub kind: ShownChoiceKind,
    /// The thing on the page that it refers to, if any; a player can select it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<On>,
    /// Its meaning in two or three words, for a button.
    pub short: String,
    /// The whole text, including this continuation.
    pub text: String,
    /// Its meaning, in a short sentence for people.
    pub words: String,
}

/// What a choice does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ChoiceKind {
    /// `move`
    #[serde(rename = "move")]
    Move,
    /// `pass`
    #[serde(rename = "pass")]
    Pass,
    /// `agree`
    #[serde(rename = "agree")]
    Agree,
    /// `disagree`
    #[serde(rename = "disagree")]
    Disagree,
    /// `resign`
    #[serde(rename = "resign")]
    Resign,
}

impl ChoiceKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Move => "move",
            Self::Pass => "pass",
            Self::Agree => "agree",
            Self::Disagree => "disagree",
            Self::Resign => "resign",
        }
    }
}

/// The continuations of a text.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choices {
    /// True if your seat is awaited. Otherwise moves and passes are listed only if you include them.
    pub awaited: bool,
    /// The continuations.
    pub choices: Vec<Choice>,
    /// Further steps, if `depth` is more than 1, shortest first. Texts without continuations are not included.
    pub further: Vec<FurtherStep>,
    /// What to do next, as a short sentence for a board that can be tapped. Empty if the list has no moves and passes.
    pub prompt: String,
    /// True if further steps within the `depth` may be missing.
    pub truncated: bool,
    /// The turn of the choices.
    pub turn: i64,
}

/// The code from an email.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct CodeEntry {
    /// Eight letters. Case, spaces and hyphens do not matter.
    pub code: String,
    /// The secret from the response of `POST /v1/sign-in`.
    pub secret: String,
}

/// The speed of the computer players of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ComputerPace {
    /// `at-once`
    #[serde(rename = "at-once")]
    AtOnce,
    /// `like-a-person`
    #[serde(rename = "like-a-person")]
    LikeAPerson,
}

impl ComputerPace {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::AtOnce => "at-once",
            Self::LikeAPerson => "like-a-person",
        }
    }
}

/// A computer player to seat.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ComputerRequest {
    /// The level, 1 (weak and fast) to 5 (strong and slow).
    pub level: i64,
}

/// A move of a line of play.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConditionalMove {
    /// The seat that plays it.
    pub by: i64,
    /// The move in its canonical spelling.
    pub r#move: String,
}

/// Your conditional moves in a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConditionalMoves {
    /// The remaining moves of each line that may still be played.
    pub lines: Vec<Vec<ConditionalMove>>,
}

/// Conditional moves to save.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConditionalMovesRequest {
    /// At most 20 lines of play. Each has 2 to 40 moves in the order of play, the other players' and your own, and ends with one of yours.
    /// All lines together contain at most 20 of your moves. An empty list removes your conditional moves.
    pub lines: Vec<Vec<String>>,
    /// The turn that you decided on.
    pub turn: i64,
}

/// The old or the new address of a change. Known values: `old`, `new`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Confirmed {
    /// `old`
    #[serde(rename = "old")]
    Old,
    /// `new`
    #[serde(rename = "new")]
    New,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Confirmed {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Old => "old",
            Self::New => "new",
            Self::Other(word) => word,
        }
    }
}

impl Default for Confirmed {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// Copies of a card in a deck.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Copies {
    /// How many.
    pub count: i64,
    /// The id of the card.
    pub name: String,
}

/// A new bot and its token.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct CreatedBot {
    /// The bot.
    pub bot: Bot,
    /// Its token.
    pub token: CreatedPersonalToken,
}

/// A new webhook.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct CreatedHook {
    /// The form of the deliveries.
    pub form: ShownHookForm,
    /// The id.
    pub id: String,
    /// The secret that signs the deliveries (Standard Webhooks). It cannot be read again.
    pub secret: String,
    /// The URL.
    pub url: String,
}

/// A new personal access token.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct CreatedPersonalToken {
    /// The time at which it was created.
    pub created_at: String,
    /// The time at which it expires.
    pub expires_at: String,
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The scopes.
    pub scopes: Vec<ShownScope>,
    /// The token itself. It cannot be read again.
    pub token: String,
}

/// The points after a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The end of the match.
    pub at: String,
    /// The points.
    pub points: i64,
}

/// The vacation days of a year that can still be booked.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct DaysLeft {
    /// The remaining days.
    pub days: i64,
    /// The calendar year.
    pub year: i64,
}

/// The deadline of a seat.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Deadline {
    /// The time.
    pub at: String,
    /// The seat.
    pub seat: i64,
}

/// A deck of yours.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Deck {
    /// The texts of your own cards; empty for none.
    pub cards: String,
    /// The id of the game.
    pub game: String,
    /// The cards as you wrote them.
    pub list: String,
    /// The name: in a match, `deck NAME` chooses it.
    pub name: String,
    /// The time at which it was saved.
    pub saved_at: String,
}

/// Why a deck cannot be played.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeckFault {
    /// The line of the list, from 1; absent for a fault of the whole deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// What is wrong, and what would be right, in sentences.
    pub why: String,
}

/// A deck to read or to save.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeckText {
    /// The texts of own cards, as in the option `cards` of a match. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// The cards, at most 16 kB: a card a line, with its number before or behind it, by name or id. Commas and semicolons separate
    /// cards, too. Lines that begin with `#` or `//` are comments.
    pub list: String,
}

/// Your decks.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decks {
    /// The decks by game and name, at most 40.
    pub decks: Vec<Deck>,
}

/// The query of [`Client::decline_invitation`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeclineInvitationQuery {
    /// The reason, for the players of the match: 1 to 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// An attempt to deliver an email.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Delivery {
    /// True if the mail server accepted the email.
    pub accepted: bool,
    /// The mail server's response.
    pub answer: String,
    /// The time of the attempt.
    pub at: String,
}

/// An email.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Email {
    /// The time at which the email became due.
    pub created_at: String,
    /// The delivery attempts, oldest first.
    pub deliveries: Vec<Delivery>,
    /// The id.
    pub id: String,
    /// The kind of email.
    pub kind: EmailKind,
    /// The match that the email is about, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_id: Option<String>,
    /// The state of the email.
    pub state: EmailState,
}

/// The kind of an email. Known values: `sign-in`, `confirm-address`, `invitation`, `match-started`, `your-turn`, `match-over`, `move-played`, `move-refused`, `reply-held`, `invitation-answered`, `reminder`, `your-matches`, `emails-off`, `emails-bounce`, `lapsed`, `seat-offered`, `seat-taken`, `still-playing`, `proposal`, `proposal-answered`, `turn-list`, `digest`, `seat-idle`, `hook-off`, `report`, `account-notice`, `answer`, `welcome`, `tournament-begins`, `tournament-over`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EmailKind {
    /// `sign-in`
    #[serde(rename = "sign-in")]
    SignIn,
    /// `confirm-address`
    #[serde(rename = "confirm-address")]
    ConfirmAddress,
    /// `invitation`
    #[serde(rename = "invitation")]
    Invitation,
    /// `match-started`
    #[serde(rename = "match-started")]
    MatchStarted,
    /// `your-turn`
    #[serde(rename = "your-turn")]
    YourTurn,
    /// `match-over`
    #[serde(rename = "match-over")]
    MatchOver,
    /// `move-played`
    #[serde(rename = "move-played")]
    MovePlayed,
    /// `move-refused`
    #[serde(rename = "move-refused")]
    MoveRefused,
    /// `reply-held`
    #[serde(rename = "reply-held")]
    ReplyHeld,
    /// `invitation-answered`
    #[serde(rename = "invitation-answered")]
    InvitationAnswered,
    /// `reminder`
    #[serde(rename = "reminder")]
    Reminder,
    /// `your-matches`
    #[serde(rename = "your-matches")]
    YourMatches,
    /// `emails-off`
    #[serde(rename = "emails-off")]
    EmailsOff,
    /// `emails-bounce`
    #[serde(rename = "emails-bounce")]
    EmailsBounce,
    /// `lapsed`
    #[serde(rename = "lapsed")]
    Lapsed,
    /// `seat-offered`
    #[serde(rename = "seat-offered")]
    SeatOffered,
    /// `seat-taken`
    #[serde(rename = "seat-taken")]
    SeatTaken,
    /// `still-playing`
    #[serde(rename = "still-playing")]
    StillPlaying,
    /// `proposal`
    #[serde(rename = "proposal")]
    Proposal,
    /// `proposal-answered`
    #[serde(rename = "proposal-answered")]
    ProposalAnswered,
    /// `turn-list`
    #[serde(rename = "turn-list")]
    TurnList,
    /// `digest`
    #[serde(rename = "digest")]
    Digest,
    /// `seat-idle`
    #[serde(rename = "seat-idle")]
    SeatIdle,
    /// `hook-off`
    #[serde(rename = "hook-off")]
    HookOff,
    /// `report`
    #[serde(rename = "report")]
    Report,
    /// `account-notice`
    #[serde(rename = "account-notice")]
    AccountNotice,
    /// `answer`
    #[serde(rename = "answer")]
    Answer,
    /// `welcome`
    #[serde(rename = "welcome")]
    Welcome,
    /// `tournament-begins`
    #[serde(rename = "tournament-begins")]
    TournamentBegins,
    /// `tournament-over`
    #[serde(rename = "tournament-over")]
    TournamentOver,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl EmailKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::SignIn => "sign-in",
            Self::ConfirmAddress => "confirm-address",
            Self::Invitation => "invitation",
            Self::MatchStarted => "match-started",
            Self::YourTurn => "your-turn",
            Self::MatchOver => "match-over",
            Self::MovePlayed => "move-played",
            Self::MoveRefused => "move-refused",
            Self::ReplyHeld => "reply-held",
            Self::InvitationAnswered => "invitation-answered",
            Self::Reminder => "reminder",
            Self::YourMatches => "your-matches",
            Self::EmailsOff => "emails-off",
            Self::EmailsBounce => "emails-bounce",
            Self::Lapsed => "lapsed",
            Self::SeatOffered => "seat-offered",
            Self::SeatTaken => "seat-taken",
            Self::StillPlaying => "still-playing",
            Self::Proposal => "proposal",
            Self::ProposalAnswered => "proposal-answered",
            Self::TurnList => "turn-list",
            Self::Digest => "digest",
            Self::SeatIdle => "seat-idle",
            Self::HookOff => "hook-off",
            Self::Report => "report",
            Self::AccountNotice => "account-notice",
            Self::Answer => "answer",
            Self::Welcome => "welcome",
            Self::TournamentBegins => "tournament-begins",
            Self::TournamentOver => "tournament-over",
            Self::Other(word) => word,
        }
    }
}

impl Default for EmailKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The length of emails about a person's turns.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum EmailLength {
    /// `auto`
    #[serde(rename = "auto")]
    Auto,
    /// `full`
    #[serde(rename = "full")]
    Full,
    /// `short`
    #[serde(rename = "short")]
    Short,
}

impl EmailLength {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Auto => "auto",
            Self::Full => "full",
            Self::Short => "short",
        }
    }
}

/// The state of an email. Known values: `due`, `sent`, `moot`, `failed`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EmailState {
    /// `due`
    #[serde(rename = "due")]
    Due,
    /// `sent`
    #[serde(rename = "sent")]
    Sent,
    /// `moot`
    #[serde(rename = "moot")]
    Moot,
    /// `failed`
    #[serde(rename = "failed")]
    Failed,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl EmailState {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Due => "due",
            Self::Sent => "sent",
            Self::Moot => "moot",
            Self::Failed => "failed",
            Self::Other(word) => word,
        }
    }
}

impl Default for EmailState {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A page of emails.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Emails {
    /// The emails, newest first.
    pub emails: Vec<Email>,
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A request for the links of your open turns.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct EmailsAgain {
    /// The email address of the account. Upper and lower case are equal.
    pub address: String,
}

/// A drawing on a ground or a card. Known values: `dunes`, `waves`, `skull`, `peaks`, `tree`, `wings`, `wall`, `shield`, `eye`, `flame`, `paw`, `gear`, `bolt`, `scroll`, `halo`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Emblem {
    /// `dunes`
    #[serde(rename = "dunes")]
    Dunes,
    /// `waves`
    #[serde(rename = "waves")]
    Waves,
    /// `skull`
    #[serde(rename = "skull")]
    Skull,
    /// `peaks`
    #[serde(rename = "peaks")]
    Peaks,
    /// `tree`
    #[serde(rename = "tree")]
    Tree,
    /// `wings`
    #[serde(rename = "wings")]
    Wings,
    /// `wall`
    #[serde(rename = "wall")]
    Wall,
    /// `shield`
    #[serde(rename = "shield")]
    Shield,
    /// `eye`
    #[serde(rename = "eye")]
    Eye,
    /// `flame`
    #[serde(rename = "flame")]
    Flame,
    /// `paw`
    #[serde(rename = "paw")]
    Paw,
    /// `gear`
    #[serde(rename = "gear")]
    Gear,
    /// `bolt`
    #[serde(rename = "bolt")]
    Bolt,
    /// `scroll`
    #[serde(rename = "scroll")]
    Scroll,
    /// `halo`
    #[serde(rename = "halo")]
    Halo,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Emblem {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Dunes => "dunes",
            Self::Waves => "waves",
            Self::Skull => "skull",
            Self::Peaks => "peaks",
            Self::Tree => "tree",
            Self::Wings => "wings",
            Self::Wall => "wall",
            Self::Shield => "shield",
            Self::Eye => "eye",
            Self::Flame => "flame",
            Self::Paw => "paw",
            Self::Gear => "gear",
            Self::Bolt => "bolt",
            Self::Scroll => "scroll",
            Self::Halo => "halo",
            Self::Other(word) => word,
        }
    }
}

impl Default for Emblem {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A way in which the match may end, and how near it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum EndCondition {
    /// All seats pass in sequence.
    Passes(Passes),
    /// All present seats agree to end.
    Agreement(Agreement),
    /// A position occurs a given number of times.
    Repetition(Repetition),
    /// The last round is played.
    Rounds(Rounds),
    /// Not a condition: the score of each seat if the match ended now.
    ScoreNow(ScoreNow),
    /// Any other kind. Later versions may add some.
    Other(OtherEndCondition),
}

/// A person who has entered a tournament.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The time of the entry.
    pub entered_at: String,
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// When the person withdrew after the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn_at: Option<String>,
}

/// The state of a match after an event, as far as you may know it. An event can arrive twice, which does no harm. Later versions may add
/// members.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// True if it is your turn, or your response is awaited. Spectators do not receive it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaited: Option<bool>,
    /// What you can do next, if you asked for it with `include=choices` and are awaited: up to 8 steps, with at most 300 choices. They are
    /// those after `line`: act on them once only, as several events can tell the same. Left out if your limit is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Choices>,
    /// Your deadline, if you are awaited and a clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
    /// The kind. `match-started` and `match-over` have the members of `match`; `invitation` and `note` only name the match; `resync` means
    /// that events were missed, so reload what you show.
    pub kind: EventKind,
    /// The last line of the log that you may read, if you asked for it with `include=line` or `include=choices`. If you lack lines before
    /// it, read the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<LogLine>,
    /// The match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_id: Option<String>,
    /// The phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
}

/// The kind of an event. Known values: `match`, `match-started`, `match-over`, `invitation`, `note`, `resync`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EventKind {
    /// `match`
    #[serde(rename = "match")]
    Match,
    /// `match-started`
    #[serde(rename = "match-started")]
    MatchStarted,
    /// `match-over`
    #[serde(rename = "match-over")]
    MatchOver,
    /// `invitation`
    #[serde(rename = "invitation")]
    Invitation,
    /// `note`
    #[serde(rename = "note")]
    Note,
    /// `resync`
    #[serde(rename = "resync")]
    Resync,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl EventKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Match => "match",
            Self::MatchStarted => "match-started",
            Self::MatchOver => "match-over",
            Self::Invitation => "invitation",
            Self::Note => "note",
            Self::Resync => "resync",
            Self::Other(word) => word,
        }
    }
}

impl Default for EventKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A list of events.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Events {
    /// The events since `after`, at most one of a kind for each match.
    pub events: Vec<Event>,
    /// The value of `after` for the next request.
    pub next: String,
}

/// The result of exploring moves.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Exploration {
    /// The moves and passes of that seat, as far as they do not depend on what you do not know.
    pub choices: Vec<Choice>,
    /// True if that seat may have other moves that depend on what you do not know.
    pub may_have_others: bool,
    /// The moves.
    pub moves: Vec<ExploredMove>,
    /// The seat that would be next. Null if the match would be over, or if the next move has to name its seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
    /// The position after the moves, as you would see it. The turn is the present turn of the match; deadlines are not included.
    pub page: Page,
}

/// Moves to explore.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExploreRequest {
    /// The moves in order, at most 40.
    pub moves: Vec<PlannedMove>,
    /// The beginning of the next move, for which to list the choices. Default: empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub so_far: Option<String>,
}

/// An explored move.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExploredMove {
    /// The seat that plays it.
    pub by: i64,
    /// The move in its canonical spelling.
    pub r#move: String,
}

/// Everything that the server stores about you.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Export {
    /// Your changes of email address.
    pub address_changes: Vec<ExportedAddressChange>,
    /// Your bots.
    pub bots: Vec<Bot>,
    /// The apps that you registered (OAuth).
    pub clients: Vec<OauthClient>,
    /// Your conditional moves.
    pub conditional_moves: Vec<ExportedConditionalMoves>,
    /// Your decks.
    pub decks: Vec<Deck>,
    /// Emails to you, newest first.
    pub emails: Vec<Email>,
    /// The time of the export.
    pub exported_at: String,
    /// The apps to which you gave access (OAuth), including access that has ended. Old ones are deleted.
    pub grants: Vec<Grant>,
    /// Your webhooks, newest first. The server does not store their secrets.
    pub hooks: Vec<Hook>,
    /// Invitations that you sent or received.
    pub invitations: Vec<ExportedInvitation>,
    /// The time of your last visit, to the hour, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen_at: Option<String>,
    /// Matches that you created or joined.
    pub matches: Vec<ExportedMatch>,
    /// Your moves, in all matches.
    pub moves: Vec<ExportedMove>,
    /// Your notes to other players, newest first.
    pub notes: Vec<ExportedNote>,
    /// Recent account activity that the server notified you of by email, newest first.
    pub notices: Vec<ExportedNotice>,
    /// Your private notes about matches.
    pub private_notes: Vec<ExportedNote>,
    /// Your account.
    pub profile: Me,
    /// The browsers that receive your notifications, newest first.
    pub pushes: Vec<Push>,
    /// Your ratings.
    pub ratings: Vec<PersonRating>,
    /// Your reports to the host, newest first. Other people's reports about you are not included.
    pub reports: Vec<ExportedReport>,
    /// Your sessions, including ended ones. Old ones are deleted.
    pub sessions: Vec<Session>,
    /// Sign-ins with your email address. Old ones are deleted.
    pub sign_ins: Vec<ExportedSignIn>,
    /// Your personal access tokens, including revoked ones.
    pub tokens: Vec<PersonalToken>,
    /// The tournaments that you made or entered, newest first.
    pub tournaments: Vec<ExportedTournament>,
    /// Your vacations.
    pub vacations: Vec<Vacation>,
    /// Your watch list.
    pub watches: Vec<ExportedWatch>,
}

/// A change of email address.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedAddressChange {
    /// The time of the request.
    pub created_at: String,
    /// The address after the change.
    pub new_address: String,
    /// The time at which the new address confirmed the change, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_confirmed_at: Option<String>,
    /// The address before the change.
    pub old_address: String,
    /// The time at which the old address confirmed the change, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_confirmed_at: Option<String>,
}

/// Conditional moves that you saved in a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedConditionalMoves {
    /// The lines of play, as you saved them.
    pub lines: Vec<Vec<ConditionalMove>>,
    /// The match.
    pub match_id: String,
}

/// An invitation that you sent or received.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedInvitation {
    /// The invited email address, if the invitation was by email address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The answer, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<InvitationAnswer>,
    /// The time of the answer, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<String>,
    /// The time of the invitation.
    pub created_at: String,
    /// The match.
    pub match_id: String,
    /// The reason for which it was declined, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// True if you sent it.
    pub sent: bool,
}

/// A match that you created or joined.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedMatch {
    /// True if you created the match.
    pub created: bool,
    /// The id of the game.
    pub game: String,
    /// The id.
    pub id: String,
    /// True if you imported it from a record.
    pub imported: bool,
    /// The time at which you joined, if you did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined_at: Option<String>,
    /// The name.
    pub name: String,
    /// The phase.
    pub phase: Phase,
    /// Your seat, once the match has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<i64>,
}

/// One of your moves.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedMove {
    /// The time of the move.
    pub at: String,
    /// The cause of the move.
    pub cause: Cause,
    /// The match.
    pub match_id: String,
    /// The move, in its canonical spelling.
    pub r#move: String,
    /// The turn of the move.
    pub turn: i64,
}

/// One of your notes.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedNote {
    /// The time of the note.
    pub at: String,
    /// The match.
    pub match_id: String,
    /// The text.
    pub text: String,
}

/// Activity on your account.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedNotice {
    /// The name of the app, if the notice is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// The time.
    pub at: String,
    /// The name that the client gave.
    pub client: String,
    /// The kind of activity.
    pub kind: NoticeKind,
    /// The beginning of the network address.
    pub network: String,
    /// The name of the token, if the notice is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A report to the host.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedReport {
    /// The time.
    pub at: String,
    /// The match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_id: Option<String>,
    /// The person's present handle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The text.
    pub text: String,
}

/// A sign-in.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedSignIn {
    /// The time of the request.
    pub created_at: String,
    /// The time at which the code and the link expire.
    pub expires_at: String,
    /// The time of the sign-in, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_at: Option<String>,
    /// The number of wrong codes.
    pub wrong_codes: i64,
}

/// A tournament that you made or entered.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedTournament {
    /// The time of your entry, if you entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered_at: Option<String>,
    /// The id.
    pub id: String,
    /// True if you made it.
    pub made: bool,
    /// The name.
    pub name: String,
    /// When you withdrew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn_at: Option<String>,
}

/// A match on your watch list.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExportedWatch {
    /// The match.
    pub match_id: String,
    /// The time at which you added it to the list.
    pub since: String,
}

/// Fischer: unused time carries over, and each turn adds an increment, up to a limit.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fischer {
    /// The limit of the reserve.
    pub cap: String,
    /// The time that each turn adds when it ends.
    pub increment: String,
    /// The time at the start of the match.
    pub initial: String,
    /// The kind.
    pub kind: FischerKind,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FischerKind {
    /// `fischer`
    #[default]
    #[serde(rename = "fischer")]
    Fischer,
}

impl FischerKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Fischer => "fischer",
        }
    }
}

/// A present state of a token, such as attacking or damaged. Known values: `attacks`, `fresh`, `hurt`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Flag {
    /// `attacks`
    #[serde(rename = "attacks")]
    Attacks,
    /// `fresh`
    #[serde(rename = "fresh")]
    Fresh,
    /// `hurt`
    #[serde(rename = "hurt")]
    Hurt,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Flag {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Attacks => "attacks",
            Self::Fresh => "fresh",
            Self::Hurt => "hurt",
            Self::Other(word) => word,
        }
    }
}

impl Default for Flag {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The query of [`Client::follow_match`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct FollowMatchQuery {
    /// The `next` of the previous list, or the id of the last event that you received: return what happened since then. Default: now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What events about a match that has changed carry, separated by commas. Default: nothing. Each event with choices counts as five
    /// requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<Vec<FollowMatchQueryInclude>>,
    /// For a list: if there is no event yet, wait up to this many seconds, 0 to 25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<i64>,
}

/// What an event carries if its reader asks for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FollowMatchQueryInclude {
    /// `line`
    #[serde(rename = "line")]
    Line,
    /// `choices`
    #[serde(rename = "choices")]
    Choices,
}

impl FollowMatchQueryInclude {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Line => "line",
            Self::Choices => "choices",
        }
    }
}

/// The query of [`Client::follow_matches`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct FollowMatchesQuery {
    /// The `next` of the previous list, or the id of the last event that you received: return what happened since then. Default: now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What events about a match that has changed carry, separated by commas. Default: nothing. Each event with choices counts as five
    /// requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<Vec<FollowMatchesQueryInclude>>,
    /// For a list: if there is no event yet, wait up to this many seconds, 0 to 25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<i64>,
}

/// What an event carries if its reader asks for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FollowMatchesQueryInclude {
    /// `line`
    #[serde(rename = "line")]
    Line,
    /// `choices`
    #[serde(rename = "choices")]
    Choices,
}

impl FollowMatchesQueryInclude {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Line => "line",
            Self::Choices => "choices",
        }
    }
}

/// The continuations of a text that is itself a choice.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct FurtherStep {
    /// All continuations of the text, at least one.
    pub choices: Vec<Choice>,
    /// The text.
    pub so_far: String,
}

/// A game, with everything that a client needs to offer it.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// The path of a sample board.
    pub board: String,
    /// The edition of the rules.
    pub edition: i64,
    /// How to play, for a person who has never seen the game: Markdown. A block `board` is a record whose last position is a picture there.
    pub how_to_play: String,
    /// The id, used in paths.
    pub id: String,
    /// The minimum number of seats.
    pub least_seats: i64,
    /// The maximum number of seats.
    pub max_seats: i64,
    /// The display name.
    pub name: String,
    /// The kinds of moves.
    pub notation: Vec<Notation>,
    /// A JSON Schema (draft 2020-12) of the options of a match, with defaults and descriptions.
    pub options: Map<String, Value>,
    /// The rules, as Markdown.
    pub rules: String,
    /// True if the game has hidden information.
    pub secret: bool,
    /// The kind of game, in one sentence.
    pub summary: String,
    /// A JSON Schema (draft 2020-12) of `view` in the page of a match, which is the position in the terms of the game.
    pub view: Map<String, Value>,
}

/// The best players of a game.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRatings {
    /// The 100 players with the highest settled ratings, the best first. Players can leave the list.
    pub players: Vec<RatedPlayer>,
}

/// A game in a list.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// The edition of the rules.
    pub edition: i64,
    /// The id, used in paths.
    pub id: String,
    /// The minimum number of seats.
    pub least_seats: i64,
    /// The maximum number of seats.
    pub max_seats: i64,
    /// The display name.
    pub name: String,
    /// True if the game has hidden information.
    pub secret: bool,
    /// The kind of game, in one sentence.
    pub summary: String,
}

/// A list of games.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Games {
    /// The games.
    pub games: Vec<GameSummary>,
}

/// An app's access to your account.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Grant {
    /// The handle of the person who registered the client.
    pub author: String,
    /// The id of the client.
    pub client_id: String,
    /// The time at which you gave access.
    pub created_at: String,
    /// The time at which it ended, if it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The time at which it expires unless the client uses it.
    pub expires_at: String,
    /// The id.
    pub id: String,
    /// The time of its last use, to the minute, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<String>,
    /// The name of the client.
    pub name: String,
    /// The scopes.
    pub scopes: Vec<ShownScope>,
}

/// A page of apps with access to your account.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Grants {
    /// The apps' access, newest first.
    pub grants: Vec<Grant>,
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The ground of a spot, under the pieces.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ground {
    /// The drawing on it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emblem: Option<Emblem>,
    /// The kind of ground; absent for plain ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<GroundKind>,
    /// A few characters that identify the ground without colour; empty for plain ground.
    pub label: String,
    /// The colour of the seat that controls it, if seats can control ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Paint>,
    /// Its colour.
    pub paint: Paint,
    /// True if it is used up for now, like a tapped land.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<bool>,
    /// The number on it, such as the value of a chip; absent for 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// True if it belongs to the reader of the picture.
    pub yours: bool,
}

/// A kind of ground. Known values: `plain`, `home`, `center`, `chip`, `land`, `hole`, `vacant`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum GroundKind {
    /// `plain`
    #[serde(rename = "plain")]
    Plain,
    /// `home`
    #[serde(rename = "home")]
    Home,
    /// `center`
    #[serde(rename = "center")]
    Center,
    /// `chip`
    #[serde(rename = "chip")]
    Chip,
    /// `land`
    #[serde(rename = "land")]
    Land,
    /// `hole`
    #[serde(rename = "hole")]
    Hole,
    /// `vacant`
    #[serde(rename = "vacant")]
    Vacant,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl GroundKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Plain => "plain",
            Self::Home => "home",
            Self::Center => "center",
            Self::Chip => "chip",
            Self::Land => "land",
            Self::Hole => "hole",
            Self::Vacant => "vacant",
            Self::Other(word) => word,
        }
    }
}

impl Default for GroundKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A player in the order of a group.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct GroupPlayer {
    /// The handle.
    pub handle: String,
    /// The number of matches that were lost on time.
    pub lost_on_time: i64,
    /// The number of all matches.
    pub match_count: i64,
    /// The place, shared by equal players. Null if the player withdrew before half of the matches were played: the results do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i64>,
    /// The number of matches with a result.
    pub played: i64,
    /// The points: in each match the share of sides beaten, with half for equal ones.
    pub points: f64,
}

/// The health of the server.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Health {
    /// The status.
    pub status: Wellness,
}

/// A hint.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// What it leads to, in sentences.
    pub foretold: Vec<String>,
    /// The move that a computer player of level 4 would play, knowing what you know.
    pub r#move: String,
}

/// A webhook.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hook {
    /// The time of creation.
    pub created_at: String,
    /// The time since which every delivery has failed, if the last one failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<String>,
    /// The form of the deliveries.
    pub form: ShownHookForm,
    /// The id.
    pub id: String,
    /// The time at which it was disabled, because its URL responded with 410 or all deliveries had failed for five days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_at: Option<String>,
    /// The URL.
    pub url: String,
}

/// The body of a call.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct HookCall {
    /// The match, as it is now.
    pub data: HookCallData,
    /// The time of what happened.
    pub timestamp: String,
    /// The type, called like the kind of event.
    pub r#type: HookCallType,
}

/// The match of a call.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct HookCallData {
    /// The id of the game.
    pub game: String,
    /// The id.
    pub match_id: MatchId,
    /// The name.
    pub name: String,
    /// The turn.
    pub turn: i64,
    /// The page of the match.
    pub url: String,
}

/// The type of a call of a webhook. Known values: `your-turn`, `match-started`, `match-over`, `invitation`, `test`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum HookCallType {
    /// `your-turn`
    #[serde(rename = "your-turn")]
    YourTurn,
    /// `match-started`
    #[serde(rename = "match-started")]
    MatchStarted,
    /// `match-over`
    #[serde(rename = "match-over")]
    MatchOver,
    /// `invitation`
    #[serde(rename = "invitation")]
    Invitation,
    /// `test`
    #[serde(rename = "test")]
    Test,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl HookCallType {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::YourTurn => "your-turn",
            Self::MatchStarted => "match-started",
            Self::MatchOver => "match-over",
            Self::Invitation => "invitation",
            Self::Test => "test",
            Self::Other(word) => word,
        }
    }
}

impl Default for HookCallType {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The form of the deliveries of a webhook.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum HookForm {
    /// `turnpost`
    #[serde(rename = "turnpost")]
    Turnpost,
    /// `discord`
    #[serde(rename = "discord")]
    Discord,
    /// `slack`
    #[serde(rename = "slack")]
    Slack,
    /// `matrix`
    #[serde(rename = "matrix")]
    Matrix,
    /// `text`
    #[serde(rename = "text")]
    Text,
}

impl HookForm {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Turnpost => "turnpost",
            Self::Discord => "discord",
            Self::Slack => "slack",
            Self::Matrix => "matrix",
            Self::Text => "text",
        }
    }
}

/// A webhook to create.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct HookRequest {
    /// The form of the deliveries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<HookForm>,
    /// The URL to notify: https, on the public internet, at most 500 characters.
    pub url: String,
}

/// The body of a test call.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct HookTest {
    /// Empty.
    pub data: HookTestData,
    /// The time of the test.
    pub timestamp: String,
    /// Always `test`.
    pub r#type: HookCallType,
}

/// No data.
pub type HookTestData = Map<String, Value>;

/// Your webhooks.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hooks {
    /// The webhooks, newest first.
    pub hooks: Vec<Hook>,
}

/// The hours of the week in which match clocks run, in a given time zone: all hours except days off and nights.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hours {
    /// The days of the week on which clocks pause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_off: Option<Vec<String>>,
    /// The time of day during which clocks pause, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub night: Option<Night>,
    /// The time zone of the days and nights.
    pub zone: String,
}

/// A record to import.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ImportRequest {
    /// The name of the match, 1 to 80 characters. Default: the name of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The record of a finished match, in the form of `GET /v1/matches/{match_id}/record`: at most 1 MiB and 10,000 lines.
    pub record: String,
    /// The people who may see the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Readers>,
}

/// An invitation.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Invitation {
    /// The invited email address, if the invitation was by email address. Only the sender sees it in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The answer, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<InvitationAnswer>,
    /// The time of the invitation.
    pub created_at: String,
    /// The handle of the sender.
    pub from_handle: String,
    /// The display name of the sender.
    pub from_name: String,
    /// The id of the game.
    pub game: String,
    /// The handle of the invited player, if the invitation was by handle, or by a link that was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// The id.
    pub id: String,
    /// The match.
    pub match_id: String,
    /// The name of the match.
    pub match_name: String,
    /// The reason for which it was declined, if the player gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The answer to an invitation. Known values: `accepted`, `declined`, `withdrawn`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum InvitationAnswer {
    /// `accepted`
    #[serde(rename = "accepted")]
    Accepted,
    /// `declined`
    #[serde(rename = "declined")]
    Declined,
    /// `withdrawn`
    #[serde(rename = "withdrawn")]
    Withdrawn,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl InvitationAnswer {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Other(word) => word,
        }
    }
}

impl Default for InvitationAnswer {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A player to invite, by either handle or email address.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct InvitationRequest {
    /// An email address, with or without an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The handle of a player with an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
}

/// A page of invitations.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Invitations {
    /// The invitations, newest first.
    pub invitations: Vec<Invitation>,
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A thing in a panel, such as a card of a hand.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Item {
    /// The drawing on it.
    pub art: Emblem,
    /// Its price, in the symbols of the game; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The kind of thing, in a word or two.
    pub kind: String,
    /// Its name in the notation.
    pub name: String,
    /// The colour of the drawing.
    pub paint: Paint,
    /// Its figures, such as power and toughness; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pips: Option<String>,
    /// True if it can be used now.
    pub ready: bool,
    /// What the words of it mean, such as its price and its abilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Vec<Term>>,
    /// Its text; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its name for people.
    pub title: String,
    /// Why its owner cannot use it now, in a sentence; absent if it can be used, and for what is in no hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The query of [`Client::join_match`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct JoinMatchQuery {
    /// The texts of the cards that you bring, in place of those that you brought before; empty for none. Servers refuse addresses of more
    /// than some kilobytes: the page of the match takes longer texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// 32 hexadecimal digits, drawn at random for this match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_value: Option<String>,
}

/// The kind of board: the shape of its cells and the pattern of their names. Known values: `hexes`, `rhombus`, `columns`, `squares`, `points`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Layout {
    /// `hexes`
    #[serde(rename = "hexes")]
    Hexes,
    /// `rhombus`
    #[serde(rename = "rhombus")]
    Rhombus,
    /// `columns`
    #[serde(rename = "columns")]
    Columns,
    /// `squares`
    #[serde(rename = "squares")]
    Squares,
    /// `points`
    #[serde(rename = "points")]
    Points,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Layout {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Hexes => "hexes",
            Self::Rhombus => "rhombus",
            Self::Columns => "columns",
            Self::Squares => "squares",
            Self::Points => "points",
            Self::Other(word) => word,
        }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A lesson.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    /// The edition of the rules for which it was written.
    pub edition: i64,
    /// Its number, from 1.
    pub number: i64,
    /// The number of its steps.
    pub step_count: i64,
    /// The task of each step.
    pub tasks: Vec<LessonTask>,
    /// Its title.
    pub title: String,
}

/// The answer of a lesson to a move.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LessonAnswer {
    /// What became of the move.
    pub result: LessonResult,
    /// Why, or what to remember.
    pub words: String,
}

/// A move in a lesson.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LessonMove {
    /// The move.
    pub r#move: String,
}

/// What became of a move in a lesson. Known values: `solved`, `not-here`, `refused`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum LessonResult {
    /// `solved`
    #[serde(rename = "solved")]
    Solved,
    /// `not-here`
    #[serde(rename = "not-here")]
    NotHere,
    /// `refused`
    #[serde(rename = "refused")]
    Refused,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl LessonResult {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Solved => "solved",
            Self::NotHere => "not-here",
            Self::Refused => "refused",
            Self::Other(word) => word,
        }
    }
}

impl Default for LessonResult {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A step of a lesson.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LessonStep {
    /// The answer to a move; null if none was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<LessonAnswer>,
    /// The same as monospaced text, at most 76 columns wide.
    pub board: String,
    /// The continuations of the text; none once the step is solved.
    pub choices: Vec<Choice>,
    /// The clauses of the rules that it teaches.
    pub clauses: Vec<String>,
    /// True if it is a whole move.
    pub complete: bool,
    /// A hint, for someone who does not find it.
    pub hint: String,
    /// What to do next, in a sentence.
    pub prompt: String,
    /// The position as the learner sees it: after the move, if that solves the step.
    pub scene: Scene,
    /// The learner's seat.
    pub seat: i64,
    /// The text so far, or the move in its canonical spelling.
    pub so_far: String,
    /// The number of the step, from 1.
    pub step: i64,
    /// What to do, in a few sentences.
    pub text: String,
    /// What happened before the step, or on the move that solves it, in sentences.
    pub told: Vec<String>,
}

/// A lesson in a list.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LessonSummary {
    /// Its number, from 1.
    pub number: i64,
    /// The number of its steps.
    pub step_count: i64,
    /// Its title.
    pub title: String,
}

/// The task of a step of a lesson.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LessonTask {
    /// The clauses of the rules that it teaches.
    pub clauses: Vec<String>,
    /// A hint, for someone who does not find it.
    pub hint: String,
    /// The learner's seat.
    pub seat: i64,
    /// What to do, in a few sentences.
    pub text: String,
}

/// The lessons of a game.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lessons {
    /// The lessons in their order, at most eight.
    pub lessons: Vec<LessonSummary>,
}

/// A card, with what it can be found by.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LibraryCard {
    /// The drawing on it.
    pub art: Emblem,
    /// Its price, in the symbols of the game; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// A sentence that tells a story and means nothing for play; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flavour: Option<String>,
    /// The kind of thing, in a word or two.
    pub kind: String,
    /// Its name in the notation.
    pub name: String,
    /// The colour of the drawing.
    pub paint: Paint,
    /// Its figures, such as power and toughness; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pips: Option<String>,
    /// True if it can be used now.
    pub ready: bool,
    /// What the words of it mean, such as its price and its abilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Vec<Term>>,
    /// Its text; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its name for people.
    pub title: String,
    /// What it can be found by, such as its colours. Each card has each group, in the same order.
    pub traits: Vec<Trait>,
    /// Why its owner cannot use it now, in a sentence; absent if it can be used, and for what is in no hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The token from the link in an email.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LinkEntry {
    /// The last part of the link.
    pub token: String,
}

/// The query of [`Client::list_choices`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListChoicesQuery {
    /// True to list only whole moves with this beginning, up to 1,000. If there are more, the response is `too-many-moves`. This counts as
    /// five requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
    /// The number of steps to list, 1 to 8. More than one counts as five requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// Kinds of choices to list in any case, separated by commas. Default: none. While your seat is awaited, moves and passes are always
    /// listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<Vec<ChoiceKind>>,
    /// The beginning of the move. Default: empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub so_far: Option<String>,
}

/// The query of [`Client::list_emails`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListEmailsQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_grants`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListGrantsQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_invitations`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListInvitationsQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_log`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListLogQuery {
    /// The value of `next` from the previous page. Only lines with higher numbers are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<i64>,
    /// The maximum number of lines, 1 to 500.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_match_invitations`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListMatchInvitationsQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_matches_of_person`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListMatchesOfPersonQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Only matches of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// Only matches in this phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<ListMatchesOfPersonQueryPhase>,
}

/// Only matches in this phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ListMatchesOfPersonQueryPhase {
    /// `open`
    #[serde(rename = "open")]
    Open,
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `over`
    #[serde(rename = "over")]
    Over,
}

impl ListMatchesOfPersonQueryPhase {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
        }
    }
}

/// The query of [`Client::list_matches`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListMatchesQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The matches to list: `open` (public, with free seats), `offered` (public, with a seat on offer), `running` or `finished` (public),
    /// `mine` (created or joined by you), `waiting` (your turn), `watched` (on your watch list).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<ListMatchesQueryFilter>,
    /// Only matches of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// Only matches in this phase, with the filter `mine`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<ListMatchesQueryPhase>,
    /// Only matches that the person with this handle plays, too, with the filter `mine` or `waiting`. Public matches of a person:
    /// `GET /v1/people/{handle}/matches`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Only rated matches, or only others. Not with the filter `watched`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// The order: `created` (newest first), or `deadline` (earliest first, of at most 1,000 matches), which needs the filter `waiting`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<ListMatchesQuerySort>,
}

/// The matches to list: `open` (public, with free seats), `offered` (public, with a seat on offer), `running` or `finished` (public),
/// `mine` (created or joined by you), `waiting` (your turn), `watched` (on your watch list).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ListMatchesQueryFilter {
    /// `open`
    #[serde(rename = "open")]
    Open,
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `offered`
    #[serde(rename = "offered")]
    Offered,
    /// `finished`
    #[serde(rename = "finished")]
    Finished,
    /// `mine`
    #[serde(rename = "mine")]
    Mine,
    /// `waiting`
    #[serde(rename = "waiting")]
    Waiting,
    /// `watched`
    #[serde(rename = "watched")]
    Watched,
}

impl ListMatchesQueryFilter {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Offered => "offered",
            Self::Finished => "finished",
            Self::Mine => "mine",
            Self::Waiting => "waiting",
            Self::Watched => "watched",
        }
    }
}

/// Only matches in this phase, with the filter `mine`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ListMatchesQueryPhase {
    /// `open`
    #[serde(rename = "open")]
    Open,
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `over`
    #[serde(rename = "over")]
    Over,
}

impl ListMatchesQueryPhase {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
        }
    }
}

/// The order: `created` (newest first), or `deadline` (earliest first, of at most 1,000 matches), which needs the filter `waiting`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ListMatchesQuerySort {
    /// `created`
    #[serde(rename = "created")]
    Created,
    /// `deadline`
    #[serde(rename = "deadline")]
    Deadline,
}

impl ListMatchesQuerySort {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Created => "created",
            Self::Deadline => "deadline",
        }
    }
}

/// The query of [`Client::list_notes`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListNotesQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_people`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListPeopleQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Only those that accept challenges to this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The kind: `bot` lists bots that accept challenges. People are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ListPeopleQueryKind>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The kind: `bot` lists bots that accept challenges. People are not listed.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ListPeopleQueryKind {
    /// `bot`
    #[default]
    #[serde(rename = "bot")]
    Bot,
}

impl ListPeopleQueryKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Bot => "bot",
        }
    }
}

/// The query of [`Client::list_proposals`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListProposalsQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_sessions`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListSessionsQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_tokens`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListTokensQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// The query of [`Client::list_tournaments`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListTournamentsQuery {
    /// The value of `next` from the previous page. Default: the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Only tournaments of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// The phase. Default: `entry`, those that people can enter. Ladders are `running`; people can enter them, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<ListTournamentsQueryPhase>,
}

/// The phase. Default: `entry`, those that people can enter. Ladders are `running`; people can enter them, too.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ListTournamentsQueryPhase {
    /// `entry`
    #[serde(rename = "entry")]
    Entry,
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `over`
    #[serde(rename = "over")]
    Over,
    /// `called-off`
    #[serde(rename = "called-off")]
    CalledOff,
}

impl ListTournamentsQueryPhase {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Entry => "entry",
            Self::Running => "running",
            Self::Over => "over",
            Self::CalledOff => "called-off",
        }
    }
}

/// A player of a match in a list.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ListedPlayer {
    /// True if a program plays for the account.
    pub bot: bool,
    /// The id of the seat in records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chair: Option<String>,
    /// The display name of the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chair_name: Option<String>,
    /// The level, 1 to 5, if this is a computer player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<i64>,
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// The colour of the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
    /// The seat, once the match has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<i64>,
}

/// A page of the log of a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Log {
    /// The lines, oldest first.
    pub lines: Vec<LogLine>,
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

/// A line of the log, as a given reader may see it.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// The seat of the line, if the reader may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<i64>,
    /// The cause of the line.
    pub cause: Cause,
    /// The move in its canonical spelling, or the word for an expired clock.
    pub text: String,
}

/// A line of the log.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct LogLine {
    /// The time of the line.
    pub at: String,
    /// The entry, unless it is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<LogEntry>,
    /// The number of the line. Lines that you may not know of are not counted.
    pub line: i64,
    /// The story of the line, in sentences.
    pub story: Vec<String>,
}

/// A change of email preferences. Omitted fields keep their values.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MailChange {
    /// A daily list of your open turns, at 07:00 in your time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<bool>,
    /// Emails about invitations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitations: Option<bool>,
    /// Emails about the start and the end of your matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<bool>,
    /// Emails about your turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<bool>,
}

/// The categories of emails that you receive.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MailPreferences {
    /// A daily list of your open turns, at 07:00 in your time zone. Off by default.
    pub digest: bool,
    /// Emails about invitations.
    pub invitations: bool,
    /// Emails about the start and the end of your matches.
    pub matches: bool,
    /// Emails about your turns.
    pub turns: bool,
}

/// The effect of the last move on a spot. Known values: `from`, `to`, `gone`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Mark {
    /// `from`
    #[serde(rename = "from")]
    From,
    /// `to`
    #[serde(rename = "to")]
    To,
    /// `gone`
    #[serde(rename = "gone")]
    Gone,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Mark {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::From => "from",
            Self::To => "to",
            Self::Gone => "gone",
            Self::Other(word) => word,
        }
    }
}

impl Default for Mark {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A match, as far as you may see it.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Match {
    /// The cards that players bring, until the match starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brought: Option<Vec<Brought>>,
    /// What you can do next, if you asked for it with `include=choices` and are awaited: up to 8 steps, with at most 300 choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Choices>,
    /// The match clock, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ShownPace>,
    /// The match clock in words: the time per player, what happens when it expires, the hours, and the effect of vacations.
    pub clock_words: Vec<String>,
    /// The speed of computer players.
    pub computer_pace: ShownComputerPace,
    /// The time at which it was created.
    pub created_at: String,
    /// The handle of the creator, who may not be a player.
    pub creator: String,
    /// The time at which it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The reason that the host gave for ending or cancelling the match, if the host did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_by_host: Option<String>,
    /// The id of the game.
    pub game: String,
    /// True if the host has hidden the match. The match is then private, and its spectator links do not work.
    pub hidden: bool,
    /// The hours in which clocks run. Null: all hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours: Option<ShownHours>,
    /// The id.
    pub id: String,
    /// True if the creator imported it from a record. A record does not name people, so the match has no players, and its times count back
    /// from the import.
    pub imported: bool,
    /// The name.
    pub name: String,
    /// True if players may write notes to each other.
    pub notes: bool,
    /// What happens when a player's time expires.
    pub on_lapse: ShownOnLapse,
    /// The options of the game, including defaults.
    pub options: Map<String, Value>,
    /// The periods since the start during which no server was running. Clocks did not run then.
    pub outages: Vec<Standing>,
    /// The position, once the match has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<Page>,
    /// The pauses to which all players agreed.
    pub pauses: Vec<Standing>,
    /// The phase.
    pub phase: Phase,
    /// The line of an earlier match from which this one continues. The log of this match begins with the lines up to that one, and their
    /// times count back from the start of this match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_on_from: Option<PlayedOnFrom>,
    /// The players, in the order of joining before the start and by seat afterwards.
    pub players: Vec<Player>,
    /// The open proposal of a pause or of more time, if any. Only players of the match see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// The class of ratings that the result counts for, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<RatingClass>,
    /// What the result has done to the ratings of the players of a rated match, a moment after its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<MatchRating>,
    /// The record so far. Null before the first move, and in matches that began before servers kept it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_so_far: Option<RecordSoFar>,
    /// The seating order.
    pub seating: ShownSeating,
    /// The number of seats.
    pub seats: i64,
    /// The seed, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The SHA-256 hash of the secret seed, in hexadecimal. It is public from the start, so that every draw can be checked after the match.
    pub seed_commitment: String,
    /// The players' values that are mixed into the seed, in ascending order, available from the start of the match.
    pub seed_values: Vec<String>,
    /// The time at which the last seat was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// The id of the tournament that it belongs to, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// The effect of vacations.
    pub vacation: ShownVacationRule,
    /// The visibility.
    pub visibility: ShownVisibility,
}

/// The analysis of a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchAnalysis {
    /// The lines that were looked at, in order, at most 201. The last one is the end of the match.
    pub points: Vec<AnalysisPoint>,
    /// The state.
    pub state: AnalysisState,
}

/// The id of a match.
pub type MatchId = String;

/// What the result of a match has done to ratings.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchRating {
    /// The changes, of players whose accounts are not deleted. Of those who hide their ratings, only the players of the match see them.
    pub changes: Vec<RatingChange>,
    /// Why the match does not count after all, in a sentence. Null if it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated: Option<String>,
}

/// A match to create.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The match clock: the time per player. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Pace>,
    /// The speed of computer players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer_pace: Option<ComputerPace>,
    /// The levels of computer players, 1 to 5, that take the next seats. At least one seat must remain for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computers: Option<Vec<i64>>,
    /// The id of a game.
    pub game: String,
    /// The hours in which clocks run. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours: Option<Hours>,
    /// True if the creator takes a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<bool>,
    /// The name, 1 to 80 characters. Default: the name of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// True if players may write notes to each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<bool>,
    /// What happens when a player's time expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_lapse: Option<OnLapse>,
    /// The options of the game, according to its `options` schema. Omitted options have their defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Map<String, Value>>,
    /// The match to continue from. The new match takes over its moves up to that line, its game, which you must name, and its options and
    /// seats, which you must omit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_on_from: Option<PlayOnFrom>,
    /// True if the result is to change the players' ratings: then the match must be between people, and of a kind that is rated. Default:
    /// true for public matches of that kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// The seating order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seating: Option<Seating>,
    /// The number of seats. Default: the minimum of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<i64>,
    /// The effect of vacations. Default: `own`, or `none` if the rules have a timer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacation: Option<VacationRule>,
    /// The visibility.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
}

/// A match in a list.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchSummary {
    /// True if it is your turn.
    pub awaited: bool,
    /// The match clock, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ShownPace>,
    /// The time at which it was created.
    pub created_at: String,
    /// Your deadline, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
    /// The time at which it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The id of the game.
    pub game: String,
    /// The id.
    pub id: String,
    /// True if it was imported from a record, which does not name people.
    pub imported: bool,
    /// The time of the last line of the log that spectators may know of, once the match has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_at: Option<String>,
    /// The name.
    pub name: String,
    /// The options of the game.
    pub options: Map<String, Value>,
    /// The result, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The phase.
    pub phase: Phase,
    /// The number of players.
    pub player_count: i64,
    /// The players, in the order of joining before the start and by seat afterwards.
    pub players: Vec<ListedPlayer>,
    /// The class of ratings that the result counts for, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<RatingClass>,
    /// The number of seats.
    pub seats: i64,
    /// The turn, once the match has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
    /// The visibility.
    pub visibility: ShownVisibility,
    /// The colour of your seat, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub your_paint: Option<Paint>,
    /// Your seat, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub your_seat: Option<i64>,
}

/// A page of a list of matches.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Matches {
    /// The matches, in the order that was asked for.
    pub matches: Vec<MatchSummary>,
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The material that a board appears to be made of. Known values: `basalt`, `steel`, `wood`, `mars`, `table`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Material {
    /// `basalt`
    #[serde(rename = "basalt")]
    Basalt,
    /// `steel`
    #[serde(rename = "steel")]
    Steel,
    /// `wood`
    #[serde(rename = "wood")]
    Wood,
    /// `mars`
    #[serde(rename = "mars")]
    Mars,
    /// `table`
    #[serde(rename = "table")]
    Table,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Material {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Basalt => "basalt",
            Self::Steel => "steel",
            Self::Wood => "wood",
            Self::Mars => "mars",
            Self::Table => "table",
            Self::Other(word) => word,
        }
    }
}

impl Default for Material {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// Your account.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Me {
    /// The email address. Other players do not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// True if a program plays for the account. Matches and your profile show this.
    pub bot: bool,
    /// The challenges that the program accepts, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenges: Option<ShownChallenges>,
    /// The time at which the account was created.
    pub created_at: String,
    /// The length of emails about your turns: `full`, `short`, or `auto`, which is full for your first three moves of a match, then short.
    /// A reply with the word `help` brings what short emails omit. If the server does not read replies, all are full.
    pub email_length: ShownEmailLength,
    /// The handle: a unique name for invitations.
    pub handle: String,
    /// The id.
    pub id: String,
    /// The email preferences.
    pub mail: MailPreferences,
    /// The display name.
    pub name: String,
    /// True if emails and pages show other players' notes.
    pub notes: bool,
    /// True if other players may see the day of your last visit.
    pub shows_last_seen: bool,
    /// True if lists and your profile show your ratings. Opponents see what a match of theirs did to them in any case.
    pub shows_rating: bool,
    /// The IANA name of the time zone for times in emails.
    pub time_zone: String,
    /// The time since which the server has not sent you emails about matches, because emails to you bounced. Signing in resumes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreachable_since: Option<String>,
}

/// A change of your account. Omitted fields keep their values.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeChange {
    /// True if a program plays for the account. Matches and your profile show this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<bool>,
    /// The challenges that the program accepts. `GET /v1/people?kind=bot` lists it with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenges: Option<Challenges>,
    /// The length of emails about your turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_length: Option<EmailLength>,
    /// The handle, 3 to 30 characters: a letter from a to z, then letters, digits and hyphens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// The email preferences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail: Option<MailChange>,
    /// The display name, 1 to 40 visible characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// True if emails and pages show other players' notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<bool>,
    /// True if other players may see the day of your last visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows_last_seen: Option<bool>,
    /// True if lists and your profile show your ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows_rating: Option<bool>,
    /// The IANA name of the time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}

/// The result of a move.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveAnswer {
    /// The match after the move.
    pub r#match: Match,
    /// The move in its canonical spelling.
    pub r#move: String,
}

/// A move to submit.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRequest {
    /// The text, at most 4096 bytes.
    pub r#move: String,
    /// The turn that you decided on.
    pub turn: i64,
}

/// Local times of day between which clocks pause every day. If `until` is not later than `from`, the night ends on the next day.
///
/// If a change to summer time skips a time, it means the first instant after the gap. If a time occurs twice, the night begins at the first
/// occurrence of `from` and ends at the last occurrence of `until`.
///
/// JSON: `{"from":"22:00","until":"07:00"}`, always with five characters.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Night {
    /// The start of the night, in whole minutes.
    pub from: String,
    /// The end of the night, in whole minutes.
    pub until: String,
}

/// A kind of move.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Notation {
    /// An example, in canonical spelling.
    pub example: String,
    /// The meaning of the example.
    pub meaning: String,
}

/// A player's note to the other players.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The time.
    pub at: String,
    /// The writer's handle.
    pub handle: String,
    /// The id.
    pub id: String,
    /// The writer's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<i64>,
    /// The text.
    pub text: String,
}

/// The id of a note.
pub type NoteId = String;

/// A note to write.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct NoteRequest {
    /// The text, 1 to 500 characters.
    pub text: String,
}

/// A page of notes.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Notes {
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The notes, newest first.
    pub notes: Vec<Note>,
}

/// The kind of a notice to the owner of an account. Known values: `new-network`, `new-token`, `token-reuse`, `deleted`, `new-app`, `app-reuse`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NoticeKind {
    /// `new-network`
    #[serde(rename = "new-network")]
    NewNetwork,
    /// `new-token`
    #[serde(rename = "new-token")]
    NewToken,
    /// `token-reuse`
    #[serde(rename = "token-reuse")]
    TokenReuse,
    /// `deleted`
    #[serde(rename = "deleted")]
    Deleted,
    /// `new-app`
    #[serde(rename = "new-app")]
    NewApp,
    /// `app-reuse`
    #[serde(rename = "app-reuse")]
    AppReuse,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl NoticeKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::NewNetwork => "new-network",
            Self::NewToken => "new-token",
            Self::TokenReuse => "token-reuse",
            Self::Deleted => "deleted",
            Self::NewApp => "new-app",
            Self::AppReuse => "app-reuse",
            Self::Other(word) => word,
        }
    }
}

impl Default for NoticeKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// An OAuth client.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OauthClient {
    /// The id, which the client sends as `client_id`. Clients have no secret.
    pub client_id: String,
    /// The time at which it was registered.
    pub created_at: String,
    /// The name.
    pub name: String,
    /// The allowed redirect URIs.
    pub redirect_uris: Vec<String>,
}

/// A client to register.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OauthClientRequest {
    /// The name that people see when they give the client access, 1 to 40 characters.
    pub name: String,
    /// The allowed redirect URIs: https, the scheme of a mobile app (`com.example.app:/signed-in`), or `http://127.0.0.1` or `http://[::1]`
    /// with a path, for desktop programs, which may use any port.
    pub redirect_uris: Vec<String>,
}

/// Your clients.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OauthClients {
    /// The clients, newest first.
    pub clients: Vec<OauthClient>,
}

/// An OAuth error (RFC 6749, section 5.2).
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OauthErrorDocument {
    /// The code: `invalid_request`, `invalid_client`, `invalid_grant`, `invalid_scope` or `unsupported_grant_type`.
    pub error: String,
    /// An explanation for the developer of the client.
    pub error_description: String,
}

/// The endpoints of the authorization server and what they support (RFC 8414).
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OauthMetadata {
    /// The page to which a client sends the browser.
    pub authorization_endpoint: String,
    /// Always true.
    pub authorization_response_iss_parameter_supported: bool,
    /// The supported methods of `code_challenge`.
    pub code_challenge_methods_supported: Vec<String>,
    /// The supported grant types.
    pub grant_types_supported: Vec<String>,
    /// The issuer. Every authorization response names it as `iss` (RFC 9207).
    pub issuer: String,
    /// The supported response modes.
    pub response_modes_supported: Vec<String>,
    /// The supported response types.
    pub response_types_supported: Vec<String>,
    /// The endpoint that revokes tokens.
    pub revocation_endpoint: String,
    /// How clients authenticate at the revocation endpoint: `none`.
    pub revocation_endpoint_auth_methods_supported: Vec<String>,
    /// The scopes.
    pub scopes_supported: Vec<ShownScope>,
    /// The URL of the documentation.
    pub service_documentation: String,
    /// The endpoint for tokens.
    pub token_endpoint: String,
    /// How clients authenticate at the token endpoint: `none`, because they have no secrets.
    pub token_endpoint_auth_methods_supported: Vec<String>,
}

/// Tokens for an OAuth client (RFC 6749, section 5.1).
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OauthTokens {
    /// The token for the header `Authorization: Bearer`. Like a personal access token, it may do what its scopes allow.
    pub access_token: String,
    /// The lifetime of the access token, in seconds.
    pub expires_in: i64,
    /// The token that gets the next tokens. It can be used once; a retry within 30 seconds is allowed. Later use ends the access, because
    /// the token may have been stolen.
    pub refresh_token: String,
    /// The scopes, separated by spaces.
    pub scope: String,
    /// Always `Bearer`.
    pub token_type: String,
}

/// A thing on the page that a choice refers to.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct On {
    /// The kind of thing.
    pub kind: OnKind,
    /// The name of a spot in the picture, or of an item in one of its panels.
    pub name: String,
}

/// The kind of thing that a choice refers to. Known values: `cell`, `item`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum OnKind {
    /// `cell`
    #[serde(rename = "cell")]
    Cell,
    /// `item`
    #[serde(rename = "item")]
    Item,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl OnKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Cell => "cell",
            Self::Item => "item",
            Self::Other(word) => word,
        }
    }
}

impl Default for OnKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// What happens when a player's time expires.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum OnLapse {
    /// `forfeit`
    #[serde(rename = "forfeit")]
    Forfeit,
    /// `pass`
    #[serde(rename = "pass")]
    Pass,
    /// `replace`
    #[serde(rename = "replace")]
    Replace,
}

impl OnLapse {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Forfeit => "forfeit",
            Self::Pass => "pass",
            Self::Replace => "replace",
        }
    }
}

/// A bot that accepts challenges.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpenBot {
    /// The challenges that it accepts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenges: Option<ShownChallenges>,
    /// The handle, for invitations.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// The handle of its owner. Null if the program plays a person's account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// A page of a list of bots.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpenBots {
    /// The bots, newest first.
    pub bots: Vec<OpenBot>,
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Any other kind. Later versions may add some.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OtherEndCondition {
    /// The kind: one that this document does not know.
    pub kind: String,
    /// The same, in a sentence for people.
    pub words: String,
    /// Everything else.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// Any other kind. Later versions may add some.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct OtherPace {
    /// The kind: one that this document does not know.
    pub kind: String,
    /// Everything else.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// The result of a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// A rank for each seat: 1 is best, and equal results share a rank. Seats of one side have the same rank. Ranks count sides: two teams
    /// of two rank 1 2 1 2, never 1 3 1 3.
    pub ranks: Vec<i64>,
    /// The reason for the end and for the ranks, in a sentence for people.
    pub reason: String,
    /// A score for each seat, if the game has scores; empty for an abandoned match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i64>>,
}

/// The time that a player has for a turn (the match clock). The time that a seat has saved up is its *reserve*.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Pace {
    /// The same time for each move. The reserve is always zero.
    PerMove(PerMove),
    /// Fischer: unused time carries over, and each turn adds an increment, up to a limit.
    Fischer(Fischer),
    /// A free time for each move, and then a reserve for the whole match, which never grows.
    Bank(Bank),
}

/// The position, as far as you may see it.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Page {
    /// The awaited seats, as far as you may know them.
    pub awaited: Vec<i64>,
    /// The deadlines of the awaited seats.
    pub deadlines: Vec<Deadline>,
    /// The conditions that end the match, and the score if it ended now.
    pub ends: Vec<EndCondition>,
    /// The result, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The time until which responses are awaited, if `undisclosed` is true and a clock runs. All readers see the same time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub responses_until: Option<String>,
    /// The board as data, if you asked for it (`include=scene`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// The board as monospaced text, at most 76 columns wide, if you asked for it (`include=text`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The time at which a timer of the rules expires, if one runs and you may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timer_at: Option<String>,
    /// The turn. Quote it with your move.
    pub turn: i64,
    /// True if other seats may be awaited without your knowing.
    pub undisclosed: bool,
    /// The position in the terms of the game, if you asked for it (`include=view`): the `view` of `GET /v1/games/{game_id}` is its JSON
    /// Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Map<String, Value>>,
    /// Your seat, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub your_seat: Option<i64>,
}

/// The colours of pictures. Players' colours are chosen for colour-blind readers as far as possible, and a letter repeats each of them. Known values: `plain`, `red`, `blue`, `yellow`, `green`, `orange`, `purple`, `white`, `black`, `pink`, `teal`, `brown`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Paint {
    /// `plain`
    #[serde(rename = "plain")]
    Plain,
    /// `red`
    #[serde(rename = "red")]
    Red,
    /// `blue`
    #[serde(rename = "blue")]
    Blue,
    /// `yellow`
    #[serde(rename = "yellow")]
    Yellow,
    /// `green`
    #[serde(rename = "green")]
    Green,
    /// `orange`
    #[serde(rename = "orange")]
    Orange,
    /// `purple`
    #[serde(rename = "purple")]
    Purple,
    /// `white`
    #[serde(rename = "white")]
    White,
    /// `black`
    #[serde(rename = "black")]
    Black,
    /// `pink`
    #[serde(rename = "pink")]
    Pink,
    /// `teal`
    #[serde(rename = "teal")]
    Teal,
    /// `brown`
    #[serde(rename = "brown")]
    Brown,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Paint {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Plain => "plain",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Orange => "orange",
            Self::Purple => "purple",
            Self::White => "white",
            Self::Black => "black",
            Self::Pink => "pink",
            Self::Teal => "teal",
            Self::Brown => "brown",
            Self::Other(word) => word,
        }
    }
}

impl Default for Paint {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A match of a group.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// The id of the match, once it has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_id: Option<String>,
    /// The number in the tournament, from 1.
    pub number: i64,
    /// The handles of the players, by seat.
    pub players: Vec<String>,
    /// The rank of each seat, once there is a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<i64>>,
    /// The state. `void`: it has ended without a result, as the host ended it or it was abandoned. `called-off`: a player has withdrawn before
    /// it began. `unfinished`: it had no result when the tournament ended.
    pub state: PairingState,
}

/// The state of a match of a tournament. Known values: `waiting`, `playing`, `over`, `void`, `called-off`, `unfinished`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PairingState {
    /// `waiting`
    #[serde(rename = "waiting")]
    Waiting,
    /// `playing`
    #[serde(rename = "playing")]
    Playing,
    /// `over`
    #[serde(rename = "over")]
    Over,
    /// `void`
    #[serde(rename = "void")]
    Void,
    /// `called-off`
    #[serde(rename = "called-off")]
    CalledOff,
    /// `unfinished`
    #[serde(rename = "unfinished")]
    Unfinished,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl PairingState {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Void => "void",
            Self::CalledOff => "called-off",
            Self::Unfinished => "unfinished",
            Self::Other(word) => word,
        }
    }
}

impl Default for PairingState {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A box beside the board.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Panel {
    /// True if this seat is awaited.
    pub awaited: bool,
    /// The things in it, such as the cards in a hand or in play. If `listed` is true, each paragraph is about one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<Item>>,
    /// Its paragraphs.
    pub lines: Vec<String>,
    /// True if each paragraph is on a line of its own, like the cards of a hand. Otherwise they run together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<bool>,
    /// The colour of its seat.
    pub paint: Paint,
    /// What counts for its seat at present, in two or three words, such as `score 12`; empty if nothing does. The paragraphs say it, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Its heading.
    pub title: String,
    /// True if it belongs to the reader of the picture.
    pub yours: bool,
}

/// All seats pass in sequence.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Passes {
    /// The kind.
    pub kind: PassesKind,
    /// The seats whose pass is still needed.
    pub missing: Vec<i64>,
    /// The seats that passed in the current run.
    pub passed: Vec<i64>,
    /// The same, in a sentence for people.
    pub words: String,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PassesKind {
    /// `passes`
    #[default]
    #[serde(rename = "passes")]
    Passes,
}

impl PassesKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Passes => "passes",
        }
    }
}

/// The same time for each move. The reserve is always zero.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PerMove {
    /// The kind.
    pub kind: PerMoveKind,
    /// The time for a move.
    pub time: String,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PerMoveKind {
    /// `per-move`
    #[default]
    #[serde(rename = "per-move")]
    PerMove,
}

impl PerMoveKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::PerMove => "per-move",
        }
    }
}

/// The rating of a player in a class of a game.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PersonRating {
    /// The class.
    pub class: RatingClass,
    /// The points after each of the last 100 matches, the earliest first.
    pub curve: Vec<CurvePoint>,
    /// The id of the game.
    pub game: String,
    /// The end of the last one.
    pub last_at: String,
    /// The number of rated matches.
    pub match_count: i64,
    /// The rating.
    pub rating: Rating,
}

/// The ratings of a player.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PersonRatings {
    /// True if the player hides them from others. The list is empty then.
    pub hidden: bool,
    /// The ratings, the most played first.
    pub ratings: Vec<PersonRating>,
}

/// A personal access token, without the token itself.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PersonalToken {
    /// The time at which it was created.
    pub created_at: String,
    /// The time at which it expires.
    pub expires_at: String,
    /// The id.
    pub id: String,
    /// The time of its last use, to the minute, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<String>,
    /// The name.
    pub name: String,
    /// The time at which it was revoked, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// The scopes.
    pub scopes: Vec<ShownScope>,
}

/// A page of personal access tokens.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PersonalTokens {
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The tokens, newest first.
    pub tokens: Vec<PersonalToken>,
}

/// The phase of a match. Known values: `open`, `running`, `over`, `cancelled`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Phase {
    /// `open`
    #[serde(rename = "open")]
    Open,
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `over`
    #[serde(rename = "over")]
    Over,
    /// `cancelled`
    #[serde(rename = "cancelled")]
    Cancelled,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Phase {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
            Self::Other(word) => word,
        }
    }
}

impl Default for Phase {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The parts of a turn.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Phases {
    /// The names of the parts, in order.
    pub names: Vec<String>,
    /// The index of the present part in that list.
    pub now: i64,
}

/// The place of a cell in a drawing, in half steps: neighbours in a row are 2 apart in `x`, rows are 2 apart in `y`. `x` grows to the
/// right, `y` downwards.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Half steps to the right.
    pub x: i64,
    /// Half steps down.
    pub y: i64,
}

/// A move to explore.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlannedMove {
    /// The seat that plays it. Default: yours if it is awaited then, otherwise the awaited seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<i64>,
    /// The text, at most 4096 bytes.
    pub r#move: String,
}

/// A line of a finished match from which another match continues. The part up to that line keeps its seed. The server draws again what no
/// player knew then, such as the order of cards in a pile.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayOnFrom {
    /// The number of the last line to keep. Forced moves after it are kept, too.
    pub line: i64,
    /// The id of the match. You must be allowed to see it.
    pub match_id: String,
}

/// The line of an earlier match from which a match continues.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedOnFrom {
    /// The number of the last line that was kept.
    pub line: i64,
    /// The id of that match. A reader may not be allowed to see it. Null in an imported match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_id: Option<String>,
}

/// A player of a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The end of the player's present vacation, if any. Only players of the match see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_until: Option<String>,
    /// True if a program plays for the account.
    pub bot: bool,
    /// The id of the seat in records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chair: Option<String>,
    /// The display name of the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chair_name: Option<String>,
    /// The level, 1 to 5, if this is a computer player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<i64>,
    /// The handle.
    pub handle: String,
    /// True if the player has resigned or was forfeited.
    pub has_left: bool,
    /// The display name.
    pub name: String,
    /// The time until which the seat is on offer to others, if it is. `POST /v1/matches/{match_id}/join` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offered_until: Option<String>,
    /// The colour of the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
    /// The player's reserve as an ISO 8601 duration, if the clock has one. During a turn it is the reserve at the beginning of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<String>,
    /// The seat, once the match has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<i64>,
    /// The side of the seat. Seats on the same side win and lose together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<i64>,
}

/// The result of a check.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Preview {
    /// A stable code for the reason, if the move is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The conditions that would end the match in that position.
    pub ends: Vec<EndCondition>,
    /// The result if no other player responds, in sentences.
    pub foretold: Vec<String>,
    /// True if the move is legal now.
    pub legal: bool,
    /// The move in its canonical spelling.
    pub r#move: String,
    /// True if your turn continues after the move, unless the match ends.
    pub partial: bool,
    /// The position after the move, as you would see it. Null if the move is illegal, or if the position depends on what you do not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// The reason, if the move is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A move to check.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PreviewRequest {
    /// The text.
    pub r#move: String,
}

/// Your private note about a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PrivateNote {
    /// The text; empty if there is none.
    pub text: String,
    /// The time at which it was written, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_at: Option<String>,
}

/// A private note to save.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PrivateNoteRequest {
    /// The text, at most 2000 characters. An empty text removes the note.
    pub text: String,
}

/// A problem (RFC 9457). Some kinds have additional members, such as `turn` or `field`.
///
/// The kinds, each with its page and status:
///
/// * [`bad-request`](/problems/bad-request): The request cannot be read (400)
/// * [`bad-field`](/problems/bad-field): Invalid field (422)
/// * [`unauthenticated`](/problems/unauthenticated): You are not signed in (401)
/// * [`bad-code`](/problems/bad-code): The code or link is invalid (401)
/// * [`bad-refresh-token`](/problems/bad-refresh-token): The refresh token is invalid (401)
/// * [`account-blocked`](/problems/account-blocked): The account is blocked (403)
/// * [`registration-closed`](/problems/registration-closed): New players need an invitation (403)
/// * [`scope-missing`](/problems/scope-missing): The token lacks a scope (403)
/// * [`code-needed`](/problems/code-needed): A code from an email is needed (403)
/// * [`forbidden`](/problems/forbidden): You may not do this (403)
/// * [`not-found`](/problems/not-found): Not found (404)
/// * [`method-not-allowed`](/problems/method-not-allowed): Method not allowed (405)
/// * [`not-acceptable`](/problems/not-acceptable): No acceptable media type (406)
/// * [`conflict`](/problems/conflict): Not possible in the current state (409)
/// * [`changed`](/problems/changed): It has changed since you read it (412)
/// * [`stale-turn`](/problems/stale-turn): The turn is over (409)
/// * [`too-slow`](/problems/too-slow): The body arrived too slowly (408)
/// * [`too-large`](/problems/too-large): The body is too large (413)
/// * [`unsupported-media-type`](/problems/unsupported-media-type): Unsupported media type (415)
/// * [`unreadable-move`](/problems/unreadable-move): The move cannot be read (422)
/// * [`illegal-move`](/problems/illegal-move): The rules forbid the move (422)
/// * [`too-many-moves`](/problems/too-many-moves): There are too many moves to list (422)
/// * [`not-ratable`](/problems/not-ratable): The match cannot be rated (422)
/// * [`closed`](/problems/closed): Entry is closed (409)
/// * [`too-many-matches`](/problems/too-many-matches): Too many matches at a time (422)
/// * [`not-explored`](/problems/not-explored): The moves cannot be explored (422)
/// * [`rate-limited`](/problems/rate-limited): Too many requests (429)
/// * [`internal`](/problems/internal): Internal error (500)
/// * [`unavailable`](/problems/unavailable): Service unavailable (503)
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProblemDocument {
    /// The position of the first unreadable character of a move, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// A stable code for the rule that forbids the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The column in that line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<i64>,
    /// What is wrong with this request, and what the server expects.
    pub detail: String,
    /// The text that is expected at that position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The invalid field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The text that was found at that position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The line at which the body is not valid JSON, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// The number of the explored move that was refused, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// The part of a multi-part move that the rules forbid, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<i64>,
    /// The scope that the token lacks, or `session` if the operation needs a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The HTTP status.
    pub status: i64,
    /// The title of the kind.
    pub title: String,
    /// The names of the tournaments that you play in, if there are too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournaments: Option<Vec<String>>,
    /// The present turn, if the move was for an earlier turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
    /// The kind of problem, as a URL of a page about it. Known values: `/problems/bad-request`, `/problems/bad-field`, `/problems/unauthenticated`, `/problems/bad-code`, `/problems/bad-refresh-token`, `/problems/account-blocked`, `/problems/registration-closed`, `/problems/scope-missing`, `/problems/code-needed`, `/problems/forbidden`, `/problems/not-found`, `/problems/method-not-allowed`, `/problems/not-acceptable`, `/problems/conflict`, `/problems/changed`, `/problems/stale-turn`, `/problems/too-slow`, `/problems/too-large`, `/problems/unsupported-media-type`, `/problems/unreadable-move`, `/problems/illegal-move`, `/problems/too-many-moves`, `/problems/not-ratable`, `/problems/closed`, `/problems/too-many-matches`, `/problems/not-explored`, `/problems/rate-limited`, `/problems/internal`, `/problems/unavailable`. Later versions may add others.
    pub r#type: ProblemDocumentType,
}

/// The kind of problem, as a URL of a page about it. Known values: `/problems/bad-request`, `/problems/bad-field`, `/problems/unauthenticated`, `/problems/bad-code`, `/problems/bad-refresh-token`, `/problems/account-blocked`, `/problems/registration-closed`, `/problems/scope-missing`, `/problems/code-needed`, `/problems/forbidden`, `/problems/not-found`, `/problems/method-not-allowed`, `/problems/not-acceptable`, `/problems/conflict`, `/problems/changed`, `/problems/stale-turn`, `/problems/too-slow`, `/problems/too-large`, `/problems/unsupported-media-type`, `/problems/unreadable-move`, `/problems/illegal-move`, `/problems/too-many-moves`, `/problems/not-ratable`, `/problems/closed`, `/problems/too-many-matches`, `/problems/not-explored`, `/problems/rate-limited`, `/problems/internal`, `/problems/unavailable`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ProblemDocumentType {
    /// `/problems/bad-request`
    #[serde(rename = "/problems/bad-request")]
    BadRequest,
    /// `/problems/bad-field`
    #[serde(rename = "/problems/bad-field")]
    BadField,
    /// `/problems/unauthenticated`
    #[serde(rename = "/problems/unauthenticated")]
    Unauthenticated,
    /// `/problems/bad-code`
    #[serde(rename = "/problems/bad-code")]
    BadCode,
    /// `/problems/bad-refresh-token`
    #[serde(rename = "/problems/bad-refresh-token")]
    BadRefreshToken,
    /// `/problems/account-blocked`
    #[serde(rename = "/problems/account-blocked")]
    AccountBlocked,
    /// `/problems/registration-closed`
    #[serde(rename = "/problems/registration-closed")]
    RegistrationClosed,
    /// `/problems/scope-missing`
    #[serde(rename = "/problems/scope-missing")]
    ScopeMissing,
    /// `/problems/code-needed`
    #[serde(rename = "/problems/code-needed")]
    CodeNeeded,
    /// `/problems/forbidden`
    #[serde(rename = "/problems/forbidden")]
    Forbidden,
    /// `/problems/not-found`
    #[serde(rename = "/problems/not-found")]
    NotFound,
    /// `/problems/method-not-allowed`
    #[serde(rename = "/problems/method-not-allowed")]
    MethodNotAllowed,
    /// `/problems/not-acceptable`
    #[serde(rename = "/problems/not-acceptable")]
    NotAcceptable,
    /// `/problems/conflict`
    #[serde(rename = "/problems/conflict")]
    Conflict,
    /// `/problems/changed`
    #[serde(rename = "/problems/changed")]
    Changed,
    /// `/problems/stale-turn`
    #[serde(rename = "/problems/stale-turn")]
    StaleTurn,
    /// `/problems/too-slow`
    #[serde(rename = "/problems/too-slow")]
    TooSlow,
    /// `/problems/too-large`
    #[serde(rename = "/problems/too-large")]
    TooLarge,
    /// `/problems/unsupported-media-type`
    #[serde(rename = "/problems/unsupported-media-type")]
    UnsupportedMediaType,
    /// `/problems/unreadable-move`
    #[serde(rename = "/problems/unreadable-move")]
    UnreadableMove,
    /// `/problems/illegal-move`
    #[serde(rename = "/problems/illegal-move")]
    IllegalMove,
    /// `/problems/too-many-moves`
    #[serde(rename = "/problems/too-many-moves")]
    TooManyMoves,
    /// `/problems/not-ratable`
    #[serde(rename = "/problems/not-ratable")]
    NotRatable,
    /// `/problems/closed`
    #[serde(rename = "/problems/closed")]
    Closed,
    /// `/problems/too-many-matches`
    #[serde(rename = "/problems/too-many-matches")]
    TooManyMatches,
    /// `/problems/not-explored`
    #[serde(rename = "/problems/not-explored")]
    NotExplored,
    /// `/problems/rate-limited`
    #[serde(rename = "/problems/rate-limited")]
    RateLimited,
    /// `/problems/internal`
    #[serde(rename = "/problems/internal")]
    Internal,
    /// `/problems/unavailable`
    #[serde(rename = "/problems/unavailable")]
    Unavailable,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ProblemDocumentType {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::BadRequest => "/problems/bad-request",
            Self::BadField => "/problems/bad-field",
            Self::Unauthenticated => "/problems/unauthenticated",
            Self::BadCode => "/problems/bad-code",
            Self::BadRefreshToken => "/problems/bad-refresh-token",
            Self::AccountBlocked => "/problems/account-blocked",
            Self::RegistrationClosed => "/problems/registration-closed",
            Self::ScopeMissing => "/problems/scope-missing",
            Self::CodeNeeded => "/problems/code-needed",
            Self::Forbidden => "/problems/forbidden",
            Self::NotFound => "/problems/not-found",
            Self::MethodNotAllowed => "/problems/method-not-allowed",
            Self::NotAcceptable => "/problems/not-acceptable",
            Self::Conflict => "/problems/conflict",
            Self::Changed => "/problems/changed",
            Self::StaleTurn => "/problems/stale-turn",
            Self::TooSlow => "/problems/too-slow",
            Self::TooLarge => "/problems/too-large",
            Self::UnsupportedMediaType => "/problems/unsupported-media-type",
            Self::UnreadableMove => "/problems/unreadable-move",
            Self::IllegalMove => "/problems/illegal-move",
            Self::TooManyMoves => "/problems/too-many-moves",
            Self::NotRatable => "/problems/not-ratable",
            Self::Closed => "/problems/closed",
            Self::TooManyMatches => "/problems/too-many-matches",
            Self::NotExplored => "/problems/not-explored",
            Self::RateLimited => "/problems/rate-limited",
            Self::Internal => "/problems/internal",
            Self::Unavailable => "/problems/unavailable",
            Self::Other(word) => word,
        }
    }
}

impl Default for ProblemDocumentType {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A player.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// True if a program plays for the account.
    pub bot: bool,
    /// The challenges that a bot accepts, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenges: Option<ShownChallenges>,
    /// The handle.
    pub handle: String,
    /// The day of the player's last visit (UTC). Null if the player hides it, or has not visited since the server began to record it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<String>,
    /// The display name.
    pub name: String,
    /// The handle of the bot's owner; null for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// True if the player reads other players' notes.
    pub reads_notes: bool,
    /// How reliably the player answers turns. Null after fewer than 10 turns with a clock, or if the player hides ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reliability: Option<Reliability>,
    /// The day of the first sign-in (UTC).
    pub since: String,
}

/// The number of players of each group that change it for the next edition, 1 to 5 together.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Promotion {
    /// Those who play in the group below.
    pub down: i64,
    /// Those who play in the group above.
    pub up: i64,
}

/// A proposal to pause the match clocks, or to add time.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// The seats that have agreed, including the proposer's.
    pub agreed: Vec<i64>,
    /// The answer; null while the proposal is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<ProposalAnswer>,
    /// The time of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<String>,
    /// The seat that declined or withdrew it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<i64>,
    /// The time of creation.
    pub created_at: String,
    /// The time at which it expires unless all have agreed.
    pub expires_at: String,
    /// A pause, or more time.
    pub kind: ShownProposalKind,
    /// The length as an ISO 8601 duration.
    pub length: String,
    /// The number of the proposal in its match, from 1.
    pub number: i64,
    /// The seat of the proposer.
    pub seat: i64,
}

/// The answer to a proposal. Known values: `agreed`, `declined`, `withdrawn`, `expired`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ProposalAnswer {
    /// `agreed`
    #[serde(rename = "agreed")]
    Agreed,
    /// `declined`
    #[serde(rename = "declined")]
    Declined,
    /// `withdrawn`
    #[serde(rename = "withdrawn")]
    Withdrawn,
    /// `expired`
    #[serde(rename = "expired")]
    Expired,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ProposalAnswer {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Agreed => "agreed",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
            Self::Other(word) => word,
        }
    }
}

impl Default for ProposalAnswer {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The effect of a proposal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ProposalKind {
    /// `pause`
    #[serde(rename = "pause")]
    Pause,
    /// `extension`
    #[serde(rename = "extension")]
    Extension,
}

impl ProposalKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pause => "pause",
            Self::Extension => "extension",
        }
    }
}

/// A proposal to create.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProposalRequest {
    /// A pause, or more time.
    pub kind: ProposalKind,
    /// The length as an ISO 8601 duration in whole minutes: 1 hour to 60 days for a pause, 1 hour to 30 days for more time.
    pub length: String,
}

/// A page of proposals.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Proposals {
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The proposals, newest first.
    pub proposals: Vec<Proposal>,
}

/// A browser's push subscription.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Push {
    /// The time of creation.
    pub created_at: String,
    /// The id.
    pub id: String,
    /// The time at which the browser last sent it.
    pub renewed_at: String,
    /// The host of the push service.
    pub service: String,
    /// The browser's session. The subscription ends with it.
    pub session: String,
}

/// The server's public key for push services.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PushKey {
    /// The public key in base64url (RFC 8292, section 3.2): the `applicationServerKey` of a subscription.
    pub key: String,
}

/// The keys of a push subscription.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PushKeys {
    /// The browser's authentication secret: 16 bytes in base64url.
    pub auth: String,
    /// The browser's public key: 65 bytes in base64url (RFC 8291, section 2.1).
    pub p256dh: String,
}

/// A push subscription to save, as `PushSubscription.toJSON()` makes it in browsers.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct PushRequest {
    /// The URL at the browser vendor's push service: https, at most 1000 characters.
    pub endpoint: String,
    /// The time at which the browser ends it, in milliseconds, if it knows one. The server ignores it: send the subscription at each visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "expirationTime")]
    pub expiration_time: Option<f64>,
    /// The keys that encrypt the messages.
    pub keys: PushKeys,
}

/// Your push subscriptions.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pushes {
    /// The subscriptions, newest first.
    pub pushes: Vec<Push>,
}

/// A player in a list of ratings.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatedPlayer {
    /// The handle.
    pub handle: String,
    /// The number of rated matches.
    pub match_count: i64,
    /// The display name.
    pub name: String,
    /// The rating.
    pub rating: Rating,
}

/// A rating in points: 1500 at first; a player with 200 more wins 76 of 100 matches.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The points by which the strength may be higher or lower (two standard deviations).
    pub plus_minus: i64,
    /// The points.
    pub points: i64,
    /// False while there are too few matches for the lists: pages show a question mark.
    pub settled: bool,
}

/// The rating of a player before and after a match.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingChange {
    /// The rating after it.
    pub after: Rating,
    /// The rating before the match.
    pub before: Rating,
    /// The handle of the player.
    pub handle: String,
}

/// The matches whose results can be compared: each game has a rating of its own for each class. Known values: `duel`, `table`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RatingClass {
    /// `duel`
    #[serde(rename = "duel")]
    Duel,
    /// `table`
    #[serde(rename = "table")]
    Table,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl RatingClass {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Duel => "duel",
            Self::Table => "table",
            Self::Other(word) => word,
        }
    }
}

impl Default for RatingClass {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A card of another game as it was read.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReadCard {
    /// The text as given.
    pub given: String,
    /// What was lost or changed, in sentences; none if nothing was.
    pub lost: Vec<String>,
    /// The text as this game says it; null if it has no such card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<String>,
}

/// Cards as they were read.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReadCards {
    /// The cards, in the order of the text.
    pub cards: Vec<ReadCard>,
}

/// A deck as it was read.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReadDeck {
    /// What its owner should know, in sentences.
    pub advice: Vec<String>,
    /// What it holds, in alphabetical order, as far as it could be read.
    pub cards: Vec<Copies>,
    /// Its colours, in the symbols of the game.
    pub colours: String,
    /// Why it cannot be played; none if it can.
    pub faults: Vec<DeckFault>,
    /// The move that chooses the deck in a match; empty if the list has a fault.
    pub r#move: String,
}

/// The people who may see an imported match. An imported match is never public: lists do not show it, because a record does not name
/// people.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Readers {
    /// `private`
    #[serde(rename = "private")]
    Private,
    /// `unlisted`
    #[serde(rename = "unlisted")]
    Unlisted,
}

impl Readers {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Private => "private",
            Self::Unlisted => "unlisted",
        }
    }
}

/// The readiness of the server.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Readiness {
    /// Always `ready`: a server that is not ready responds with a problem.
    pub status: Ready,
}

/// The status of a server that can handle requests. Known values: `ready`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Ready {
    /// `ready`
    #[serde(rename = "ready")]
    Ready,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Ready {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Ready => "ready",
            Self::Other(word) => word,
        }
    }
}

impl Default for Ready {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The record up to the last line that everyone may read; after the end, up to the last line.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordSoFar {
    /// The head of the record's hash chain at that line, in hexadecimal. Changing any earlier line changes the head. After the match,
    /// `turnpost verify --head` finds it in the full record.
    pub head: String,
    /// The number of that line in the log as spectators read it: the number of lines after the start.
    pub line: i64,
}

/// A refresh token to exchange.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct RefreshRequest {
    /// The latest refresh token of the session.
    pub refresh_token: String,
}

/// The last turns of a player, at most 100, with a clock and in public matches that are over. Turns during vacations are left out.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reliability {
    /// Half of those were answered within this time.
    pub half_within: String,
    /// The number of turns that were answered in time.
    pub in_time: i64,
    /// The number of turns.
    pub turns: i64,
}

/// A position occurs a given number of times.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Repetition {
    /// The number of times the position has occurred.
    pub count: i64,
    /// The kind.
    pub kind: RepetitionKind,
    /// The number of times that ends the match.
    pub limit: i64,
    /// The same, in a sentence for people.
    pub words: String,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum RepetitionKind {
    /// `repetition`
    #[default]
    #[serde(rename = "repetition")]
    Repetition,
}

impl RepetitionKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Repetition => "repetition",
        }
    }
}

/// A report about a match, a person, a person in a match, or a note in a match in which you play.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReportRequest {
    /// The id of the match; required with `note_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
    /// The id of the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note_id: Option<NoteId>,
    /// The handle of the person. Omit it if you report a note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// What is wrong, 1 to 1000 characters.
    pub text: String,
}

/// A request to revoke a token.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct RevocationForm {
    /// The id of the client.
    pub client_id: String,
    /// A refresh or access token.
    pub token: String,
    /// The kind of the token. The server ignores it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_type_hint: Option<String>,
}

/// The last round is played.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rounds {
    /// The kind.
    pub kind: RoundsKind,
    /// The number of rounds of the match.
    pub limit: i64,
    /// The number of rounds that are over.
    pub played: i64,
    /// The same, in a sentence for people.
    pub words: String,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum RoundsKind {
    /// `rounds`
    #[default]
    #[serde(rename = "rounds")]
    Rounds,
}

impl RoundsKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Rounds => "rounds",
        }
    }
}

/// A picture of a board, as data.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// Arrows between cells, such as attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrows: Option<Vec<Arrow>>,
    /// The ground to lay next, such as a drawn chip, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Ground>,
    /// The kind of board.
    pub layout: Layout,
    /// The material that the board appears to be made of.
    pub material: Material,
    /// Sentences beside the board, such as the last move or the result.
    pub notes: Vec<String>,
    /// Boxes beside the board, such as a seat with its supply, or a hand of cards.
    pub panels: Vec<Panel>,
    /// The parts of the turn, if the game has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases: Option<Phases>,
    /// The meaning of the signs in the picture.
    pub picture_key: String,
    /// The cells or vertices.
    pub spots: Vec<Spot>,
    /// The meaning of the signs on the text board.
    pub text_key: String,
    /// A sentence above the board that names the player to move or the winner.
    pub title: String,
}

/// A permission of a personal access token or of an app. A session has all permissions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Scope {
    /// `matches:read`
    #[serde(rename = "matches:read")]
    MatchesRead,
    /// `moves:write`
    #[serde(rename = "moves:write")]
    MovesWrite,
    /// `account:read`
    #[serde(rename = "account:read")]
    AccountRead,
    /// `account:write`
    #[serde(rename = "account:write")]
    AccountWrite,
}

impl Scope {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::MatchesRead => "matches:read",
            Self::MovesWrite => "moves:write",
            Self::AccountRead => "account:read",
            Self::AccountWrite => "account:write",
        }
    }
}

/// Not a condition: the score of each seat if the match ended now.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScoreNow {
    /// The kind.
    pub kind: ScoreNowKind,
    /// A score for each seat.
    pub scores: Vec<i64>,
    /// The same, in a sentence for people.
    pub words: String,
}

/// A word.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ScoreNowKind {
    /// `score-now`
    #[default]
    #[serde(rename = "score-now")]
    ScoreNow,
}

impl ScoreNowKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::ScoreNow => "score-now",
        }
    }
}

/// The seating order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Seating {
    /// `random`
    #[serde(rename = "random")]
    Random,
    /// `joined`
    #[serde(rename = "joined")]
    Joined,
}

impl Seating {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Random => "random",
            Self::Joined => "joined",
        }
    }
}

/// A turn that a page has shown.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeenTurn {
    /// The match.
    pub match_id: MatchId,
    /// The turn.
    pub turn: i64,
}

/// A session.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Session {
    /// The name of the client.
    pub client: String,
    /// The time of the sign-in.
    pub created_at: String,
    /// True if it is the session of this request.
    pub current: bool,
    /// The time at which it ended, if it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The time at which it expires unless it is refreshed.
    pub expires_at: String,
    /// The id.
    pub id: String,
    /// The time of the last refresh.
    pub last_used_at: String,
}

/// A page of sessions.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sessions {
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The sessions, newest first.
    pub sessions: Vec<Session>,
}

/// The shape of a token.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// A flat round piece, a pyramid from the side, the horseshoe of a neutral piece, or a card. Known values: `disc`, `pyramid`, `horseshoe`, `card`. Later versions may add others.
    pub kind: ShapeKind,
    /// The size of a pyramid; absent for other shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
}

/// A flat round piece, a pyramid from the side, the horseshoe of a neutral piece, or a card. Known values: `disc`, `pyramid`, `horseshoe`, `card`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShapeKind {
    /// `disc`
    #[serde(rename = "disc")]
    Disc,
    /// `pyramid`
    #[serde(rename = "pyramid")]
    Pyramid,
    /// `horseshoe`
    #[serde(rename = "horseshoe")]
    Horseshoe,
    /// `card`
    #[serde(rename = "card")]
    Card,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShapeKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Disc => "disc",
            Self::Pyramid => "pyramid",
            Self::Horseshoe => "horseshoe",
            Self::Card => "card",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShapeKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The query of [`Client::show_board_as`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShowBoardAsQuery {
    /// The parts to show, separated by commas. Default: none. `choices` counts as five requests, and has no effect with `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<Vec<ShowBoardAsQueryInclude>>,
    /// Show the position after the log line with this number. Default: the present position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
}

/// A part of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ShowBoardAsQueryInclude {
    /// `view`
    #[serde(rename = "view")]
    View,
    /// `scene`
    #[serde(rename = "scene")]
    Scene,
    /// `text`
    #[serde(rename = "text")]
    Text,
    /// `choices`
    #[serde(rename = "choices")]
    Choices,
}

impl ShowBoardAsQueryInclude {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::View => "view",
            Self::Scene => "scene",
            Self::Text => "text",
            Self::Choices => "choices",
        }
    }
}

/// The query of [`Client::show_board`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShowBoardQuery {
    /// The parts to show, separated by commas. Default: none. `choices` counts as five requests, and has no effect with `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<Vec<ShowBoardQueryInclude>>,
    /// Show the position after the log line with this number. Default: the present position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
}

/// A part of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ShowBoardQueryInclude {
    /// `view`
    #[serde(rename = "view")]
    View,
    /// `scene`
    #[serde(rename = "scene")]
    Scene,
    /// `text`
    #[serde(rename = "text")]
    Text,
    /// `choices`
    #[serde(rename = "choices")]
    Choices,
}

impl ShowBoardQueryInclude {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::View => "view",
            Self::Scene => "scene",
            Self::Text => "text",
            Self::Choices => "choices",
        }
    }
}

/// The query of [`Client::show_match`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShowMatchQuery {
    /// The parts to show, separated by commas. Default: none. `choices` counts as five requests, and has no effect with `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<Vec<ShowMatchQueryInclude>>,
    /// Show the position after the log line with this number. Default: the present position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
}

/// A part of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ShowMatchQueryInclude {
    /// `view`
    #[serde(rename = "view")]
    View,
    /// `scene`
    #[serde(rename = "scene")]
    Scene,
    /// `text`
    #[serde(rename = "text")]
    Text,
    /// `choices`
    #[serde(rename = "choices")]
    Choices,
}

impl ShowMatchQueryInclude {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::View => "view",
            Self::Scene => "scene",
            Self::Text => "text",
            Self::Choices => "choices",
        }
    }
}

/// The query of [`Client::show_ratings_of_game`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShowRatingsOfGameQuery {
    /// The class: `duel`, for two players, or `table`, for more than two. Default: `duel`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<ShowRatingsOfGameQueryClass>,
}

/// The class: `duel`, for two players, or `table`, for more than two. Default: `duel`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ShowRatingsOfGameQueryClass {
    /// `duel`
    #[serde(rename = "duel")]
    Duel,
    /// `table`
    #[serde(rename = "table")]
    Table,
}

impl ShowRatingsOfGameQueryClass {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Duel => "duel",
            Self::Table => "table",
        }
    }
}

/// The query of [`Client::show_step`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShowStepQuery {
    /// The beginning of a move. Default: empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub so_far: Option<String>,
}

/// The challenges that a bot accepts. A challenge is an invitation, which the bot accepts or declines with a reason.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownChallenges {
    /// The ids of the games. None: the bot accepts no challenges, and is not listed.
    pub games: Vec<String>,
    /// How fast it moves, in at most 60 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<String>,
}

/// What a choice does. Known values: `move`, `pass`, `agree`, `disagree`, `resign`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownChoiceKind {
    /// `move`
    #[serde(rename = "move")]
    Move,
    /// `pass`
    #[serde(rename = "pass")]
    Pass,
    /// `agree`
    #[serde(rename = "agree")]
    Agree,
    /// `disagree`
    #[serde(rename = "disagree")]
    Disagree,
    /// `resign`
    #[serde(rename = "resign")]
    Resign,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownChoiceKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Move => "move",
            Self::Pass => "pass",
            Self::Agree => "agree",
            Self::Disagree => "disagree",
            Self::Resign => "resign",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownChoiceKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The speed of the computer players of a match. Known values: `at-once`, `like-a-person`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownComputerPace {
    /// `at-once`
    #[serde(rename = "at-once")]
    AtOnce,
    /// `like-a-person`
    #[serde(rename = "like-a-person")]
    LikeAPerson,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownComputerPace {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::AtOnce => "at-once",
            Self::LikeAPerson => "like-a-person",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownComputerPace {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The length of emails about a person's turns. Known values: `auto`, `full`, `short`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownEmailLength {
    /// `auto`
    #[serde(rename = "auto")]
    Auto,
    /// `full`
    #[serde(rename = "full")]
    Full,
    /// `short`
    #[serde(rename = "short")]
    Short,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownEmailLength {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Auto => "auto",
            Self::Full => "full",
            Self::Short => "short",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownEmailLength {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The form of the deliveries of a webhook. Known values: `turnpost`, `discord`, `slack`, `matrix`, `text`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownHookForm {
    /// `turnpost`
    #[serde(rename = "turnpost")]
    Turnpost,
    /// `discord`
    #[serde(rename = "discord")]
    Discord,
    /// `slack`
    #[serde(rename = "slack")]
    Slack,
    /// `matrix`
    #[serde(rename = "matrix")]
    Matrix,
    /// `text`
    #[serde(rename = "text")]
    Text,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownHookForm {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Turnpost => "turnpost",
            Self::Discord => "discord",
            Self::Slack => "slack",
            Self::Matrix => "matrix",
            Self::Text => "text",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownHookForm {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The hours of the week in which match clocks run, in a given time zone: all hours except days off and nights.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownHours {
    /// The days of the week on which clocks pause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_off: Option<Vec<String>>,
    /// The time of day during which clocks pause, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub night: Option<ShownNight>,
    /// The time zone of the days and nights.
    pub zone: String,
}

/// Local times of day between which clocks pause every day. If `until` is not later than `from`, the night ends on the next day.
///
/// If a change to summer time skips a time, it means the first instant after the gap. If a time occurs twice, the night begins at the first
/// occurrence of `from` and ends at the last occurrence of `until`.
///
/// JSON: `{"from":"22:00","until":"07:00"}`, always with five characters.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownNight {
    /// The start of the night, in whole minutes.
    pub from: String,
    /// The end of the night, in whole minutes.
    pub until: String,
}

/// What happens when a player's time expires. Known values: `forfeit`, `pass`, `replace`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownOnLapse {
    /// `forfeit`
    #[serde(rename = "forfeit")]
    Forfeit,
    /// `pass`
    #[serde(rename = "pass")]
    Pass,
    /// `replace`
    #[serde(rename = "replace")]
    Replace,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownOnLapse {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Forfeit => "forfeit",
            Self::Pass => "pass",
            Self::Replace => "replace",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownOnLapse {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The time that a player has for a turn (the match clock). The time that a seat has saved up is its *reserve*.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ShownPace {
    /// The same time for each move. The reserve is always zero.
    PerMove(PerMove),
    /// Fischer: unused time carries over, and each turn adds an increment, up to a limit.
    Fischer(Fischer),
    /// A free time for each move, and then a reserve for the whole match, which never grows.
    Bank(Bank),
    /// Any other kind. Later versions may add some.
    Other(OtherPace),
}

/// The number of players of each group that change it for the next edition, 1 to 5 together.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownPromotion {
    /// Those who play in the group below.
    pub down: i64,
    /// Those who play in the group above.
    pub up: i64,
}

/// The effect of a proposal. Known values: `pause`, `extension`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownProposalKind {
    /// `pause`
    #[serde(rename = "pause")]
    Pause,
    /// `extension`
    #[serde(rename = "extension")]
    Extension,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownProposalKind {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pause => "pause",
            Self::Extension => "extension",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownProposalKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A permission of a personal access token or of an app. A session has all permissions. Known values: `matches:read`, `moves:write`, `account:read`, `account:write`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownScope {
    /// `matches:read`
    #[serde(rename = "matches:read")]
    MatchesRead,
    /// `moves:write`
    #[serde(rename = "moves:write")]
    MovesWrite,
    /// `account:read`
    #[serde(rename = "account:read")]
    AccountRead,
    /// `account:write`
    #[serde(rename = "account:write")]
    AccountWrite,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownScope {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::MatchesRead => "matches:read",
            Self::MovesWrite => "moves:write",
            Self::AccountRead => "account:read",
            Self::AccountWrite => "account:write",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownScope {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The seating order. Known values: `random`, `joined`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownSeating {
    /// `random`
    #[serde(rename = "random")]
    Random,
    /// `joined`
    #[serde(rename = "joined")]
    Joined,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownSeating {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Random => "random",
            Self::Joined => "joined",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownSeating {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The format of a tournament. Known values: `groups`, `ladder`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownTournamentFormat {
    /// `groups`
    #[serde(rename = "groups")]
    Groups,
    /// `ladder`
    #[serde(rename = "ladder")]
    Ladder,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownTournamentFormat {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Groups => "groups",
            Self::Ladder => "ladder",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownTournamentFormat {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The effect of vacations on the clocks of a match. Known values: `own`, `all`, `none`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownVacationRule {
    /// `own`
    #[serde(rename = "own")]
    Own,
    /// `all`
    #[serde(rename = "all")]
    All,
    /// `none`
    #[serde(rename = "none")]
    None,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownVacationRule {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Own => "own",
            Self::All => "all",
            Self::None => "none",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownVacationRule {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The visibility of a match. Known values: `public`, `unlisted`, `private`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ShownVisibility {
    /// `public`
    #[serde(rename = "public")]
    Public,
    /// `unlisted`
    #[serde(rename = "unlisted")]
    Unlisted,
    /// `private`
    #[serde(rename = "private")]
    Private,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl ShownVisibility {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::Private => "private",
            Self::Other(word) => word,
        }
    }
}

impl Default for ShownVisibility {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A request for a sign-in email.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct SignInRequest {
    /// The email address. Upper and lower case are equal.
    pub address: String,
}

/// A sign-in that waits for the code from its email.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct SignInStarted {
    /// The time at which the code and the link expire.
    pub expires_at: String,
    /// The secret to send with the code: the code is valid only for the client that requested it.
    pub secret: String,
    /// The id of the sign-in, for `POST /v1/sign-in/{sign_in_id}/code`.
    pub sign_in: String,
}

/// A cell or vertex.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// Its place.
    pub at: Place,
    /// The colour for which this ground scores in the present position, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Paint>,
    /// True if what stands or stood here decided the match, which is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<bool>,
    /// The same ground and tokens as a few characters, for the text board; several lines if necessary.
    pub glyph: String,
    /// The ground under the pieces.
    pub ground: Ground,
    /// The number of the group to which its token belongs, if the game counts groups. Numbers begin with 0 and may change from picture to
    /// picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<i64>,
    /// The effect of the last move here, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// Its name in the notation.
    pub name: String,
    /// The tokens on it, from the bottom up.
    pub tokens: Vec<Token>,
    /// The ground and the tokens in words, for readers who cannot see the picture; absent for plain ground without tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// An interval in which clocks pause; `from` < `until`.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The first instant of the interval.
    pub from: String,
    /// The first instant after the interval; a time in the year 262142 if it has no end.
    pub until: String,
}

/// A deck that comes with the game.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct StarterDeck {
    /// What it holds, in alphabetical order.
    pub cards: Vec<Copies>,
    /// Its name, its colours in `cost` and `kind`, and how it plays.
    pub deck: Item,
}

/// A word of a card and its meaning.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Term {
    /// Its meaning, in a sentence.
    pub meaning: String,
    /// The word.
    pub word: String,
}

/// A piece or another thing on a spot.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Token {
    /// Its identity, if the reader knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Badge>,
    /// The number of identical things that it represents; absent for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// A short second line, such as power and toughness, with at most seven characters; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The drawing on it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emblem: Option<Emblem>,
    /// Its present states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<Vec<Flag>>,
    /// A few characters that name it, including a letter for the colour.
    pub label: String,
    /// True if it lies on its side, like a card that is used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lying: Option<bool>,
    /// Its colour.
    pub paint: Paint,
    /// The number of dots on it, such as a rank; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pips: Option<i64>,
    /// Its shape.
    pub shape: Shape,
}

/// A request for tokens. RFC 6749, sections 4.1.3 and 6, and RFC 7636, section 4.5, define the fields of each grant type.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct TokenForm {
    /// The id of the client.
    pub client_id: String,
    /// The code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The verifier of the `code_challenge` (RFC 7636).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_verifier: Option<String>,
    /// `authorization_code` or `refresh_token`.
    pub grant_type: String,
    /// The redirect URI to which the code was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect_uri: Option<String>,
    /// The refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// A subset of the granted scopes. The tokens have all granted scopes in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
}

/// A personal access token to create.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct TokenRequest {
    /// The number of days until the token expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_in_days: Option<i64>,
    /// A name, 1 to 40 characters.
    pub name: String,
    /// The scopes, at least one.
    pub scopes: Vec<Scope>,
}

/// The tokens of a session.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tokens {
    /// The time at which the access token expires.
    pub access_expires_at: String,
    /// The token for the header `Authorization: Bearer`.
    pub access_token: String,
    /// True if the sign-in created the account, with a random handle and name.
    pub new_account: bool,
    /// The token for `POST /v1/tokens/refresh`. It can be used once.
    pub refresh_token: String,
    /// The id of the session.
    pub session: String,
    /// The user who signed in.
    pub user: User,
}

/// The format of a tournament.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TournamentFormat {
    /// `groups`
    #[serde(rename = "groups")]
    Groups,
    /// `ladder`
    #[serde(rename = "ladder")]
    Ladder,
}

impl TournamentFormat {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Groups => "groups",
            Self::Ladder => "ladder",
        }
    }
}

/// A group: everybody in it meets everybody.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentGroup {
    /// The number, from 1.
    pub number: i64,
    /// The matches, in the order in which they start.
    pub pairings: Vec<Pairing>,
    /// The players in their order. Points decide; between equal points those against each other if all of these players have met, then
    /// Sonneborn-Berger, then fewer losses on time.
    pub standings: Vec<GroupPlayer>,
}

/// A tournament.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentPage {
    /// The maximum number of matches of a player at a time; in a ladder that is three.
    pub at_once: i64,
    /// The matches of a ladder that are played, or ended within 30 days, the newest first. The challenger has the second seat.
    pub challenges: Vec<Pairing>,
    /// The clock of its matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ShownPace>,
    /// When entry closes. Of no meaning in a ladder.
    pub closes_at: String,
    /// The time at which it was created.
    pub created_at: String,
    /// The handle of the creator.
    pub creator: String,
    /// The number of the edition, from 1.
    pub edition: i64,
    /// The time at which it ended or was called off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The time at which it ends at the latest, once it has started. A match without a result then counts as half a point for those who
    /// still play in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_by: Option<String>,
    /// True if you have entered, and not withdrawn.
    pub entered: bool,
    /// The people who have entered, in that order.
    pub entries: Vec<Entry>,
    /// The number of people who have entered.
    pub entry_count: i64,
    /// True if the host shows it before others.
    pub featured: bool,
    /// The format.
    pub format: ShownTournamentFormat,
    /// The id of the game.
    pub game: String,
    /// The groups, once it has started.
    pub groups: Vec<TournamentGroup>,
    /// The id.
    pub id: String,
    /// The handles of the players of a ladder, in their order.
    pub ladder: Vec<String>,
    /// The number of entries that it needs to start.
    pub least_entries: i64,
    /// The number of entries with which it starts at once.
    pub max_entries: i64,
    /// The name.
    pub name: String,
    /// The id of the edition after it, if there is one yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The number by which commands in emails name it.
    pub number: i64,
    /// The options of the game, including defaults.
    pub options: Map<String, Value>,
    /// The phase. A ladder is `running`, and people can enter it.
    pub phase: TournamentPhase,
    /// The id of the edition before, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The promotion of a league. Null: the groups are formed by rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<ShownPromotion>,
    /// The class of ratings that the results count for, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<RatingClass>,
    /// True if another edition follows.
    pub repeats: bool,
    /// The number of seats of each match.
    pub seats: i64,
    /// The time at which it started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
}

/// The phase of a tournament. Known values: `entry`, `running`, `over`, `called-off`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum TournamentPhase {
    /// `entry`
    #[serde(rename = "entry")]
    Entry,
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `over`
    #[serde(rename = "over")]
    Over,
    /// `called-off`
    #[serde(rename = "called-off")]
    CalledOff,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl TournamentPhase {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Entry => "entry",
            Self::Running => "running",
            Self::Over => "over",
            Self::CalledOff => "called-off",
            Self::Other(word) => word,
        }
    }
}

impl Default for TournamentPhase {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// A tournament to create.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentSettings {
    /// The maximum number of matches of a player at a time, 1 to 12. Default: 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_once: Option<i64>,
    /// The clock of the matches. Default: Fischer, 10 days at first and at most, and 36 hours more each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Pace>,
    /// True if the creator enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enter: Option<bool>,
    /// The time in which people can enter, from a minute to 90 days. The tournament starts then, or as soon as `max_entries` people have entered.
    /// Default: 7 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_time: Option<String>,
    /// The format. A ladder is open at once and does not end: its players challenge those above them in matches for two. Each game can have
    /// one. `entry_time`, `max_entries` and `at_once` have no effect on it but for the number of its players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<TournamentFormat>,
    /// The id of a game.
    pub game: String,
    /// The number of entries, 4 to 200, with which it starts at once. Default: 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_entries: Option<i64>,
    /// The name, 1 to 80 characters.
    pub name: String,
    /// The options of the game, according to its `options` schema. Omitted options have their defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Map<String, Value>>,
    /// For a league that repeats: the groups of an edition follow from the tables of the one before. Default: from ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<Promotion>,
    /// True if another edition follows each one: those who have not withdrawn, and were here within 30 days, are entered again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<bool>,
    /// The number of seats of each match. Default: the minimum of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<i64>,
}

/// A tournament in a list.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentSummary {
    /// The maximum number of matches of a player at a time; in a ladder that is three.
    pub at_once: i64,
    /// When entry closes. Of no meaning in a ladder.
    pub closes_at: String,
    /// The time at which it was created.
    pub created_at: String,
    /// The handle of the creator.
    pub creator: String,
    /// The number of the edition, from 1.
    pub edition: i64,
    /// The time at which it ended or was called off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The time at which it ends at the latest, once it has started. A match without a result then counts as half a point for those who
    /// still play in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_by: Option<String>,
    /// The number of people who have entered.
    pub entry_count: i64,
    /// True if the host shows it before others.
    pub featured: bool,
    /// The format.
    pub format: ShownTournamentFormat,
    /// The id of the game.
    pub game: String,
    /// The id.
    pub id: String,
    /// The number of entries that it needs to start.
    pub least_entries: i64,
    /// The number of entries with which it starts at once.
    pub max_entries: i64,
    /// The name.
    pub name: String,
    /// The number by which commands in emails name it.
    pub number: i64,
    /// The phase. A ladder is `running`, and people can enter it.
    pub phase: TournamentPhase,
    /// True if another edition follows.
    pub repeats: bool,
    /// The number of seats of each match.
    pub seats: i64,
    /// The time at which it started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
}

/// A page of a list of tournaments.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tournaments {
    /// The value of `after` for the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The tournaments, the newest first.
    pub tournaments: Vec<TournamentSummary>,
}

/// What cards can be found by.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trait {
    /// What it is, such as `Colour`.
    pub group: String,
    /// What the card has of it; none if it has nothing.
    pub values: Vec<String>,
}

/// A user.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct User {
    /// The handle.
    pub handle: String,
    /// The id.
    pub id: String,
    /// The display name.
    pub name: String,
}

/// A vacation: days on which your match clocks pause.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Vacation {
    /// The first day, which is also the id of the vacation.
    pub first: String,
    /// The last day.
    pub last: String,
    /// The IANA name of the time zone of both days.
    pub time_zone: String,
}

/// A vacation to book.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct VacationRequest {
    /// The first day, in your time zone: tomorrow at the earliest, and at most 400 days ahead.
    pub first: String,
    /// The last day.
    pub last: String,
}

/// The effect of vacations on the clocks of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum VacationRule {
    /// `own`
    #[serde(rename = "own")]
    Own,
    /// `all`
    #[serde(rename = "all")]
    All,
    /// `none`
    #[serde(rename = "none")]
    None,
}

impl VacationRule {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Own => "own",
            Self::All => "all",
            Self::None => "none",
        }
    }
}

/// Your vacations.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Vacations {
    /// The remaining days of this year and the next.
    pub left: Vec<DaysLeft>,
    /// The vacations that have not been over for long, in order of time.
    pub vacations: Vec<Vacation>,
}

/// The visibility of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Visibility {
    /// `public`
    #[serde(rename = "public")]
    Public,
    /// `unlisted`
    #[serde(rename = "unlisted")]
    Unlisted,
    /// `private`
    #[serde(rename = "private")]
    Private,
}

impl Visibility {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::Private => "private",
        }
    }
}

/// The status of a server. Known values: `ok`, `fault`. Later versions may add others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Wellness {
    /// `ok`
    #[serde(rename = "ok")]
    Ok,
    /// `fault`
    #[serde(rename = "fault")]
    Fault,
    /// A word of a later server.
    #[serde(untagged)]
    Other(String),
}

impl Wellness {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Ok => "ok",
            Self::Fault => "fault",
            Self::Other(word) => word,
        }
    }
}

impl Default for Wellness {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

/// The operations of the API.
impl Client {
    /// Confirm a new email address.
    ///
    /// Takes the token from the link in the email; you need not sign in. If the new address already has an account, the response is a conflict.
    pub fn confirm_address(&self, body: &LinkEntry) -> Result<AddressConfirmation, Error> {
        self.call(&Request::new("POST", "/v1/address-changes/confirm").body(body)?)
    }

    /// List your bots.
    ///
    /// The newest comes first.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn list_bots(&self) -> Result<Bots, Error> {
        self.call(&Request::new("GET", "/v1/bots"))
    }

    /// Create a bot.
    ///
    /// A bot is a separate account for a program of yours. It plays under its own name and is marked as a bot. It has no email address,
    /// receives no emails, and can be used only with its token. The response contains the token, which cannot be read again. An account can
    /// have at most 10 bots. You must have entered a sign-in code in this session in the last ten minutes; otherwise sign in again first.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn create_bot(&self, body: &BotRequest) -> Result<CreatedBot, Error> {
        self.call(&Request::new("POST", "/v1/bots").body(body)?)
    }

    /// Delete a bot.
    ///
    /// The bot resigns from every running match and leaves every match that has not started. Its matches and moves remain, under the name
    /// "deleted player".
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_bot(&self, bot_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/bots/{}", part(&bot_id))))
    }

    /// Create a new token for a bot.
    ///
    /// The previous token stops working immediately. You must have entered a sign-in code in this session in the last ten minutes; otherwise
    /// sign in again first.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn renew_bot_token(&self, bot_id: &str, body: &BotTokenRequest) -> Result<CreatedPersonalToken, Error> {
        self.call(&Request::new("POST", format!("/v1/bots/{}/token", part(&bot_id))).body(body)?)
    }

    /// List your OAuth clients.
    ///
    /// The newest comes first.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn list_clients(&self) -> Result<OauthClients, Error> {
        self.call(&Request::new("GET", "/v1/clients"))
    }

    /// Register an OAuth client.
    ///
    /// For a program of yours that acts for other people (OAuth 2.1). All clients are public: there is no secret. An account can have at most
    /// 10 clients. `/.well-known/oauth-authorization-server` names the next endpoints.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn create_client(&self, body: &OauthClientRequest) -> Result<OauthClient, Error> {
        self.call(&Request::new("POST", "/v1/clients").body(body)?)
    }

    /// Delete an OAuth client.
    ///
    /// All its users' access ends immediately.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_client(&self, client_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/clients/{}", part(&client_id))))
    }

    /// Email the links of your open turns.
    ///
    /// The server sends one email that lists every match in which it is your turn. The response is the same if the address has no account.
    pub fn send_emails_again(&self, body: &EmailsAgain) -> Result<(), Error> {
        self.call(&Request::new("POST", "/v1/emails/again").body(body)?)
    }

    /// List the games.
    ///
    /// Every game, with the latest edition of its rules.
    pub fn list_games(&self) -> Result<Games, Error> {
        self.call(&Request::new("GET", "/v1/games"))
    }

    /// Show a game.
    ///
    /// Its options, its notation and its rules.
    pub fn show_game(&self, game_id: &str) -> Result<Game, Error> {
        self.call(&Request::new("GET", format!("/v1/games/{}", part(&game_id))))
    }

    /// Show a sample board of a game.
    ///
    /// A position in the middle of a match with default options. The `Accept` header selects PNG, SVG or plain text.
    pub fn show_sample_board(&self, game_id: &str, accept: &str) -> Result<Vec<u8>, Error> {
        self.call_for_bytes(&Request::new("GET", format!("/v1/games/{}/board", part(&game_id))).header("Accept", accept))
    }

    /// List the cards of a game.
    ///
    /// The cards of the game's own set, with what they can be found by, and its starter decks. The options of a match can add more cards.
    pub fn list_cards(&self, game_id: &str) -> Result<Cards, Error> {
        self.call(&Request::new("GET", format!("/v1/games/{}/cards", part(&game_id))))
    }

    /// List the lessons of a game.
    ///
    /// Each lesson is a few positions with a task, for people who have never played the game.
    pub fn list_lessons(&self, game_id: &str) -> Result<Lessons, Error> {
        self.call(&Request::new("GET", format!("/v1/games/{}/lessons", part(&game_id))))
    }

    /// Show a lesson.
    ///
    /// The tasks of its steps. `GET /v1/games/{game_id}/lessons/{lesson}/steps/{step}` shows the position of one.
    pub fn show_lesson(&self, game_id: &str, lesson: i64) -> Result<Lesson, Error> {
        self.call(&Request::new("GET", format!("/v1/games/{}/lessons/{}", part(&game_id), part(&lesson))))
    }

    /// Show a step of a lesson.
    ///
    /// Its position, and the continuations of a beginning of a move. Counts as five requests.
    pub fn show_step(&self, game_id: &str, lesson: i64, step: i64, query: &ShowStepQuery) -> Result<LessonStep, Error> {
        self.call(&Request::new("GET", format!("/v1/games/{}/lessons/{}/steps/{}", part(&game_id), part(&lesson), part(&step))).query(query)?)
    }

    /// Answer a step of a lesson.
    ///
    /// The server keeps nothing: any step can be answered at any time. A move that the rules refuse or that does not solve the step is a
    /// result, not an error. Counts as five requests.
    pub fn answer_step(&self, game_id: &str, lesson: i64, step: i64, body: &LessonMove) -> Result<LessonStep, Error> {
        self.call(&Request::new("POST", format!("/v1/games/{}/lessons/{}/steps/{}", part(&game_id), part(&lesson), part(&step))).body(body)?)
    }

    /// Show the best players of a game.
    ///
    /// Those whose rating is settled, in one class of the game.
    pub fn show_ratings_of_game(&self, game_id: &str, query: &ShowRatingsOfGameQuery) -> Result<GameRatings, Error> {
        self.call(&Request::new("GET", format!("/v1/games/{}/ratings", part(&game_id))).query(query)?)
    }

    /// Read cards of another game.
    ///
    /// Nothing is saved. For each card the answer has its text as this game says it, and what was lost or changed.
    pub fn read_cards(&self, game_id: &str, body: &CardTexts) -> Result<ReadCards, Error> {
        self.call(&Request::new("POST", format!("/v1/games/{}/read-cards", part(&game_id))).body(body)?)
    }

    /// Read a deck.
    ///
    /// Nothing is saved. The answer has the move that chooses the deck, its cards, all its faults, and advice.
    pub fn read_deck(&self, game_id: &str, body: &DeckText) -> Result<ReadDeck, Error> {
        self.call(&Request::new("POST", format!("/v1/games/{}/read-deck", part(&game_id))).body(body)?)
    }

    /// Show the rules of a game.
    ///
    /// Markdown: the same text as `rules` of the game.
    pub fn show_rules(&self, game_id: &str) -> Result<Vec<u8>, Error> {
        self.call_for_bytes(&Request::new("GET", format!("/v1/games/{}/rules", part(&game_id))).header("Accept", "text/markdown"))
    }

    /// Withdraw an invitation.
    ///
    /// Only the player who sent it can withdraw it, and only while it is unanswered.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn delete_invitation(&self, invitation_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/invitations/{}", part(&invitation_id))))
    }

    /// Accept an invitation.
    ///
    /// You take a seat in the match, which starts when its last seat is taken.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn accept_invitation(&self, invitation_id: &str) -> Result<Match, Error> {
        self.call(&Request::new("POST", format!("/v1/invitations/{}/accept", part(&invitation_id))))
    }

    /// Decline an invitation.
    ///
    /// You can be invited to the match again. The players of the match see the answer, and your reason if you give one.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn decline_invitation(&self, invitation_id: &str, query: &DeclineInvitationQuery) -> Result<(), Error> {
        self.call(&Request::new("POST", format!("/v1/invitations/{}/decline", part(&invitation_id))).query(query)?)
    }

    /// List matches.
    ///
    /// The newest comes first. The filters `mine`, `waiting` and `watched` need a token.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn list_matches(&self, query: &ListMatchesQuery) -> Result<Matches, Error> {
        self.call(&Request::new("GET", "/v1/matches").query(query)?)
    }

    /// Create a match.
    ///
    /// The creator takes the first seat unless `join` is false. The server limits how many matches an account creates per hour, and how
    /// many open or running matches it has.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_match(&self, body: &MatchSettings, key: Option<&str>) -> Result<Match, Error> {
        self.call(&Request::new("POST", "/v1/matches").body(body)?.key(key))
    }

    /// Import a record.
    ///
    /// The server verifies the whole record. If the record is invalid, the response names the line, and nothing is stored. The match belongs to
    /// you, is over and has no players. It is marked as imported: it counts for no player, and does not appear in other people's lists. Its
    /// times count back from the import. An account can import 20 records a day.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn import_record(&self, body: &ImportRequest, key: Option<&str>) -> Result<Match, Error> {
        self.call(&Request::new("POST", "/v1/matches/import").body(body)?.key(key))
    }

    /// Cancel a match.
    ///
    /// Only its creator can cancel it, and only before it starts.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn delete_match(&self, match_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/matches/{}", part(&match_id))))
    }

    /// Show a match.
    ///
    /// The players, the awaited seats, and the result. `include` shows more: the position as far as you may see it, as `view`, `scene` or
    /// `text`, and your `choices`. Supports `If-None-Match`.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn show_match(&self, match_id: &str, query: &ShowMatchQuery) -> Result<Match, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}", part(&match_id))).query(query)?)
    }

    /// Agree to end a match.
    ///
    /// This is the same as the moves `agree` and `disagree`, in games that can end by agreement.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn agree_to_end(&self, match_id: &str, body: &AgreeRequest) -> Result<MoveAnswer, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/agree", part(&match_id))).body(body)?)
    }

    /// Show the analysis of a match.
    ///
    /// Available once the match is over. The server makes it in the background, once, after one of its players has asked for it here or opened
    /// the page of the match; a `match` event tells that it is made. Positions with only one move are left out.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn show_analysis(&self, match_id: &str) -> Result<MatchAnalysis, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/analysis", part(&match_id))))
    }

    /// Show the board of a match.
    ///
    /// The `Accept` header selects PNG, SVG or plain text. A match that has not started has no board.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn show_board(&self, match_id: &str, query: &ShowBoardQuery, accept: &str) -> Result<Vec<u8>, Error> {
        self.call_for_bytes(&Request::new("GET", format!("/v1/matches/{}/board", part(&match_id))).query(query)?.header("Accept", accept))
    }

    /// Show the board of a match in a given format.
    ///
    /// Works like `GET /v1/matches/{match_id}/board`; the last part of the path selects the format.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn show_board_as(&self, match_id: &str, ending: &str, query: &ShowBoardAsQuery, accept: &str) -> Result<Vec<u8>, Error> {
        self.call_for_bytes(&Request::new("GET", format!("/v1/matches/{}/board.{}", part(&match_id), part(&ending))).query(query)?.header("Accept", accept))
    }

    /// List the continuations of a move.
    ///
    /// A client can build moves from the choices alone, without knowing the rules. Start with an empty `so_far`, pick a choice, and repeat with
    /// its text until a choice is `complete`. Every path to a complete choice makes a legal move or a pass.
    ///
    /// If your seat is not awaited, the response lists no moves and passes. With `include=move` it also lists what you may send out of turn,
    /// such as standing orders, or a spell in another player's turn. To list choices that end or leave the match, include them:
    /// `include=agree,disagree,resign`.
    ///
    /// With `all=true` the response lists whole moves, unless there are too many. With `depth=3` it also lists the next two steps in `further`,
    /// up to 1,000 choices, each with its whole text: a client can look up a text there before it sends a request.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn list_choices(&self, match_id: &str, query: &ListChoicesQuery) -> Result<Choices, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/choices", part(&match_id))).query(query)?)
    }

    /// Seat a computer player.
    ///
    /// The creator of a match that has not started can give a computer player a free seat. In a running match, a player or the creator can give
    /// it a seat that is on offer. It moves within about a second, or at the `computer_pace` of the match.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn seat_computer(&self, match_id: &str, body: &ComputerRequest) -> Result<Match, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/computers", part(&match_id))).body(body)?)
    }

    /// Show your conditional moves.
    ///
    /// For the players of the match. Only you can read your conditional moves.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn show_conditional_moves(&self, match_id: &str) -> Result<ConditionalMoves, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/conditional-moves", part(&match_id))))
    }

    /// Save your conditional moves.
    ///
    /// They replace your previous ones. If the other players follow one of your lines, the server plays your moves at once. If they deviate,
    /// the rest is discarded and you are notified as usual. Only you can read them. You can save them while another player is next. The server
    /// explores every line as `POST /v1/matches/{match_id}/explore` does, and refuses a line with a move that is illegal, or whose effect
    /// depends on chance or on what you do not know. Games with responses do not have conditional moves; use standing orders there. This counts
    /// as ten requests.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn save_conditional_moves(&self, match_id: &str, body: &ConditionalMovesRequest) -> Result<ConditionalMoves, Error> {
        self.call(&Request::new("PUT", format!("/v1/matches/{}/conditional-moves", part(&match_id))).body(body)?)
    }

    /// Follow a match.
    ///
    /// Works like `GET /v1/me/events`, for one match that you may see. Spectators receive the turn and the phase. The first event gives the
    /// present state of the match. Without an account, one network can open at most 32 concurrent streams (a setting).
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn follow_match(&self, match_id: &str, query: &FollowMatchQuery) -> Result<Events, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/events", part(&match_id))).query(query)?)
    }

    /// Explore moves without playing them.
    ///
    /// The server plays the moves on a copy of what you know of the match. The match does not change, and no player is notified. You also play
    /// the other players' moves. The server tries the moves in several positions that look the same to you, each with its own dice. If the
    /// result that you would see, or the reason for a refusal, differs between them, the response is `not-explored`, so that it never reveals
    /// hidden information or future chance. The result is therefore only a possibility: the move may be refused in the real position. If a
    /// match waits for responses, the server assumes that the other players give none. Timers of the rules run out only if nothing else can
    /// happen. This counts as ten requests.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn explore_moves(&self, match_id: &str, body: &ExploreRequest) -> Result<Exploration, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/explore", part(&match_id))).body(body)?)
    }

    /// Ask for a hint.
    ///
    /// In a match in which all others are computer players, when it is your turn. The page of the match tells that you had hints. Asking again
    /// in the same position gives the same hint. This counts as ten requests.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_hint(&self, match_id: &str) -> Result<Hint, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/hint", part(&match_id))))
    }

    /// List the invitations to a match.
    ///
    /// For the players and the creator of the match.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn list_match_invitations(&self, match_id: &str, query: &ListMatchInvitationsQuery) -> Result<Invitations, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/invitations", part(&match_id))).query(query)?)
    }

    /// Invite a player to a match.
    ///
    /// The match must not have started. The player gets one email per match; inviting them twice changes nothing. If a limit on emails is
    /// reached, the response is the same: a player with an account sees the invitation, but gets no email.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_invitation(&self, match_id: &str, body: &InvitationRequest, key: Option<&str>) -> Result<(), Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/invitations", part(&match_id))).body(body)?.key(key))
    }

    /// Join a match.
    ///
    /// You take a seat. The match starts when its last seat is taken. Joining twice changes nothing but what you give. In a running match you
    /// take over a seat that is on offer, if there is one (`offered_until` of a player), with its present position.
    ///
    /// Chance comes from a seed that the server draws when the match is created; its hash is `seed_commitment`. At the start, the server mixes
    /// your `seed_value` into the seed, so that the server alone cannot choose the outcome: read the commitment before you join. If you already
    /// have a seat, for example as the creator, join again with the value before the match starts. The value counts in an open match, and the
    /// first one of each player is final.
    ///
    /// If the options of the match let players bring cards (`"bring": "players"`), give yours, now or later. Everyone sees them in `brought`,
    /// and at the start those of all players become a part of the option `cards`.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn join_match(&self, match_id: &str, query: &JoinMatchQuery) -> Result<Match, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/join", part(&match_id))).query(query)?)
    }

    /// Leave a match.
    ///
    /// You can leave only before the match starts. If the creator leaves as the last player, the match is cancelled.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn leave_match(&self, match_id: &str) -> Result<Match, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/leave", part(&match_id))))
    }

    /// List the log of a match.
    ///
    /// The lines that you may know of, oldest first. The text of a secret line is left out.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn list_log(&self, match_id: &str, query: &ListLogQuery) -> Result<Log, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/log", part(&match_id))).query(query)?)
    }

    /// Submit a move.
    ///
    /// The move is text in the game's notation. If you send the same move for the same turn again, the server does not play it twice, and the
    /// response is the same.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn submit_move(&self, match_id: &str, body: &MoveRequest) -> Result<MoveAnswer, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/moves", part(&match_id))).body(body)?)
    }

    /// List the notes of a match.
    ///
    /// For the players of the match. The newest comes first.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn list_notes(&self, match_id: &str, query: &ListNotesQuery) -> Result<Notes, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/notes", part(&match_id))).query(query)?)
    }

    /// Write a note to the other players.
    ///
    /// For the players of a match that allows notes and has started. The other players read the note in their next email. At most 20 a day.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_note(&self, match_id: &str, body: &NoteRequest, key: Option<&str>) -> Result<(), Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/notes", part(&match_id))).body(body)?.key(key))
    }

    /// Check a move without playing it.
    ///
    /// The response says whether the move is legal now, and shows the position after it, unless that depends on what you do not know. With
    /// `Accept: image/svg+xml` the response is a picture of that position, and an illegal move is refused.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn preview_move(&self, match_id: &str, body: &PreviewRequest) -> Result<Preview, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/preview", part(&match_id))).body(body)?)
    }

    /// Show your private note about a match.
    ///
    /// For the players of the match. Only you can read your note. Supports `If-None-Match`.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn show_private_note(&self, match_id: &str) -> Result<PrivateNote, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/private-note", part(&match_id))))
    }

    /// Save your private note about a match.
    ///
    /// It replaces your previous note. For the players of the match, in every phase. Only you can read it.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn save_private_note(&self, match_id: &str, body: &PrivateNoteRequest) -> Result<(), Error> {
        self.call(&Request::new("PUT", format!("/v1/matches/{}/private-note", part(&match_id))).body(body)?)
    }

    /// List the proposals in a match.
    ///
    /// For the players of the match. The newest comes first.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn list_proposals(&self, match_id: &str, query: &ListProposalsQuery) -> Result<Proposals, Error> {
        self.call(&Request::new("GET", format!("/v1/matches/{}/proposals", part(&match_id))).query(query)?)
    }

    /// Propose a pause or more time.
    ///
    /// For the players of a running match with a clock. Games with a timer do not allow a pause. The proposal takes effect when all seats that
    /// have not left have agreed; proposing counts as agreeing. The server asks the other players by email. A match can have one open proposal,
    /// which expires after 7 days. At most 3 a day.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_proposal(&self, match_id: &str, body: &ProposalRequest, key: Option<&str>) -> Result<Proposal, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/proposals", part(&match_id))).body(body)?.key(key))
    }

    /// Agree to a proposal.
    ///
    /// The proposal takes effect once all players have agreed. Agreeing twice changes nothing.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn agree_to_proposal(&self, match_id: &str, number: i64) -> Result<Proposal, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/proposals/{}/agree", part(&match_id), part(&number))))
    }

    /// Decline a proposal.
    ///
    /// The proposal ends without effect. The proposer withdraws it in the same way.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn decline_proposal(&self, match_id: &str, number: i64) -> Result<Proposal, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/proposals/{}/decline", part(&match_id), part(&number))))
    }

    /// Download the record of a match.
    ///
    /// Plain text, available once the match is over. The record holds the edition of the rules, the commitment and the seed, each line with its
    /// time, the result, and the head of the hash chain. `turnpost verify FILE` checks it.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn show_record(&self, match_id: &str) -> Result<Vec<u8>, Error> {
        self.call_for_bytes(&Request::new("GET", format!("/v1/matches/{}/record", part(&match_id))).header("Accept", "text/plain"))
    }

    /// Play again with the same players.
    ///
    /// For the players of a match that is over. Creates a match with the same game, options, clock and visibility, and invites the other
    /// players. If one of them has already created it, you join that match.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_rematch(&self, match_id: &str) -> Result<Match, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/rematch", part(&match_id))))
    }

    /// Resign from a match.
    ///
    /// This is the same as the move `resign`. You can resign at any time, even if other seats are awaited.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn resign_match(&self, match_id: &str) -> Result<MoveAnswer, Error> {
        self.call(&Request::new("POST", format!("/v1/matches/{}/resign", part(&match_id))))
    }

    /// Delete your account.
    ///
    /// The server erases your name and email address, ends your sessions and tokens, and deletes your bots. You leave every match that has not
    /// started, and those that you created are cancelled. You resign from every running match. Your matches and moves remain, under the name
    /// "deleted player". An email confirms it. You must have entered a sign-in code in this session in the last ten minutes; otherwise sign in
    /// again first.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_me(&self) -> Result<(), Error> {
        self.call(&Request::new("DELETE", "/v1/me"))
    }

    /// Show your account.
    ///
    /// Your names, email address, time zone and email preferences. Supports `If-None-Match`.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn show_me(&self) -> Result<Me, Error> {
        self.call(&Request::new("GET", "/v1/me"))
    }

    /// Change your account.
    ///
    /// Omitted fields keep their values. The response is a conflict if another player has the handle or a similar one, or gave it up in the
    /// last 90 days.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn change_me(&self, body: &MeChange) -> Result<Me, Error> {
        self.call(&Request::new("PATCH", "/v1/me").body(body)?)
    }

    /// Request a change of email address.
    ///
    /// The server sends one email to the old address and one to the new address. The address changes once both links are confirmed. A new
    /// request replaces an earlier one.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn change_address(&self, body: &AddressRequest) -> Result<AddressChangeStarted, Error> {
        self.call(&Request::new("POST", "/v1/me/address").body(body)?)
    }

    /// List your decks.
    ///
    /// For games with cards.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn list_decks(&self) -> Result<Decks, Error> {
        self.call(&Request::new("GET", "/v1/me/decks"))
    }

    /// Delete a deck.
    ///
    /// Matches that are played with it do not change.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn delete_deck(&self, game_id: &str, deck_name: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/decks/{}/{}", part(&game_id), part(&deck_name))))
    }

    /// Save a deck.
    ///
    /// It replaces the deck with this name. A name has at most 30 small letters, digits and hyphens. A deck that cannot be played is refused
    /// with all its faults, a line each. An account can have at most 40 decks with 64 kB of text in all.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn save_deck(&self, game_id: &str, deck_name: &str, body: &DeckText) -> Result<Deck, Error> {
        self.call(&Request::new("PUT", format!("/v1/me/decks/{}/{}", part(&game_id), part(&deck_name))).body(body)?)
    }

    /// List the emails to you.
    ///
    /// The newest comes first. Each email lists its delivery attempts.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn list_emails(&self, query: &ListEmailsQuery) -> Result<Emails, Error> {
        self.call(&Request::new("GET", "/v1/me/emails").query(query)?)
    }

    /// Follow your matches.
    ///
    /// Reports what happens in your matches. `Accept: text/event-stream` selects an event stream, for a browser's `EventSource`. `Accept:
    /// application/x-ndjson` selects one line of JSON per event, with its cursor as `next`, and an empty line from time to time. Otherwise the
    /// response is a list, sent at once or after up to `wait` seconds. A stream ends with its session, when the server stops, and after an
    /// hour: reconnect with the id of the last event. At most 8 concurrent streams (a setting).
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn follow_matches(&self, query: &FollowMatchesQuery) -> Result<Events, Error> {
        self.call(&Request::new("GET", "/v1/me/events").query(query)?)
    }

    /// Export your data.
    ///
    /// Everything that the server stores about you, as a file. Tokens and codes are not included: the server stores them as hashes or not at
    /// all.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn export_me(&self) -> Result<Export, Error> {
        self.call(&Request::new("GET", "/v1/me/export"))
    }

    /// List the apps with access to your account.
    ///
    /// The newest comes first.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn list_grants(&self, query: &ListGrantsQuery) -> Result<Grants, Error> {
        self.call(&Request::new("GET", "/v1/me/grants").query(query)?)
    }

    /// Revoke an app's access.
    ///
    /// Its tokens stop working immediately, and its event streams end.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_grant(&self, grant_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/grants/{}", part(&grant_id))))
    }

    /// List your webhooks.
    ///
    /// The newest comes first. The secrets are not included.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn list_hooks(&self) -> Result<Hooks, Error> {
        self.call(&Request::new("GET", "/v1/me/hooks"))
    }

    /// Create a webhook.
    ///
    /// The server sends a POST request to its URL when your turn begins, a match starts or ends, or you are invited (Standard Webhooks). The
    /// section `webhooks` of this document describes the requests. A delivery succeeds if a status of 200 to 299 arrives within 10 seconds. The
    /// server retries a failed delivery for three days, and does not follow redirects. At most 5 webhooks.
    ///
    /// With another `form` the body is a message for a chat room. Everyone in the room reads it, so it says only what spectators of the match
    /// may know, and it shows the board of public matches only.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn create_hook(&self, body: &HookRequest) -> Result<CreatedHook, Error> {
        self.call(&Request::new("POST", "/v1/me/hooks").body(body)?)
    }

    /// Delete a webhook.
    ///
    /// Pending deliveries are discarded.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_hook(&self, hook_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/hooks/{}", part(&hook_id))))
    }

    /// Test a webhook.
    ///
    /// Sends an event of type `test`, which is signed and retried like all others.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn test_hook(&self, hook_id: &str) -> Result<(), Error> {
        self.call(&Request::new("POST", format!("/v1/me/hooks/{}/test", part(&hook_id))))
    }

    /// List the invitations to you.
    ///
    /// Only unanswered invitations are listed. The field `address` needs a token with the scope `account:read`.
    ///
    /// Needs a session, or a personal access token or an app with the scope `matches:read`.
    pub fn list_invitations(&self, query: &ListInvitationsQuery) -> Result<Invitations, Error> {
        self.call(&Request::new("GET", "/v1/me/invitations").query(query)?)
    }

    /// List your push subscriptions.
    ///
    /// The newest comes first. Endpoints and keys are not included.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn list_pushes(&self) -> Result<Pushes, Error> {
        self.call(&Request::new("GET", "/v1/me/pushes"))
    }

    /// Save your browser's push subscription.
    ///
    /// The browser receives a message when your turn begins, a match starts or ends, or you are invited (Web Push, RFC 8030 and RFC 8291). The
    /// message is `{"title": "...", "body": "...", "url": "...", "tag": "..."}`; messages about the same match have the same `tag`. A session
    /// has one subscription; a new one replaces it. Send the subscription again at each visit. An account keeps at most 10; beyond that, the
    /// server removes the one that was sent longest ago. The endpoint must belong to the push service of Google, Mozilla, Microsoft or Apple.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn create_push(&self, body: &PushRequest) -> Result<Push, Error> {
        self.call(&Request::new("POST", "/v1/me/pushes").body(body)?)
    }

    /// Delete a push subscription.
    ///
    /// Pending messages to the browser are discarded.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_push(&self, push_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/pushes/{}", part(&push_id))))
    }

    /// Report that a page has shown a turn.
    ///
    /// For pages that are visible to their reader. If the email about the turn has not been sent yet, the server holds it until two minutes
    /// after the turn began, and does not send it if the turn is over by then.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn note_seen(&self, body: &SeenTurn) -> Result<(), Error> {
        self.call(&Request::new("POST", "/v1/me/seen").body(body)?)
    }

    /// End all sessions.
    ///
    /// Works like `POST /v1/sign-out`, for all of your sessions, including the current one, and for all apps with access (OAuth). The address
    /// of your calendar becomes invalid; your account page shows a new one. Personal access tokens remain valid.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_sessions(&self) -> Result<(), Error> {
        self.call(&Request::new("DELETE", "/v1/me/sessions"))
    }

    /// List your sessions.
    ///
    /// Active sessions, newest first.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn list_sessions(&self, query: &ListSessionsQuery) -> Result<Sessions, Error> {
        self.call(&Request::new("GET", "/v1/me/sessions").query(query)?)
    }

    /// End a session.
    ///
    /// Works like `POST /v1/sign-out`, for any of your sessions.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_session(&self, session_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/sessions/{}", part(&session_id))))
    }

    /// List your personal access tokens.
    ///
    /// The newest comes first. Expired tokens are included; revoked tokens are not.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn list_tokens(&self, query: &ListTokensQuery) -> Result<PersonalTokens, Error> {
        self.call(&Request::new("GET", "/v1/me/tokens").query(query)?)
    }

    /// Create a personal access token.
    ///
    /// The response contains the token itself, which cannot be read again. An account can have at most 100 tokens. You must have entered a
    /// sign-in code in this session in the last ten minutes; otherwise sign in again first.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn create_token(&self, body: &TokenRequest) -> Result<CreatedPersonalToken, Error> {
        self.call(&Request::new("POST", "/v1/me/tokens").body(body)?)
    }

    /// Revoke a personal access token.
    ///
    /// The token stops working immediately.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn delete_token(&self, token_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/tokens/{}", part(&token_id))))
    }

    /// List your vacations.
    ///
    /// The response also gives the days that you can still book.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:read`.
    pub fn list_vacations(&self) -> Result<Vacations, Error> {
        self.call(&Request::new("GET", "/v1/me/vacations"))
    }

    /// Book a vacation.
    ///
    /// Your match clocks pause on these days, except in matches with the rule `none`. A setting of the server limits the days per calendar
    /// year, 30 by default. Players of your matches see that you are away.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn create_vacation(&self, body: &VacationRequest, key: Option<&str>) -> Result<Vacations, Error> {
        self.call(&Request::new("POST", "/v1/me/vacations").body(body)?.key(key))
    }

    /// End a vacation.
    ///
    /// If the vacation has not begun, it is cancelled. Otherwise today becomes its last day. Your own clocks then run again; no other player
    /// loses time.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn delete_vacation(&self, first: &str) -> Result<Vacations, Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/vacations/{}", part(&first))))
    }

    /// Remove a match from your watch list.
    ///
    /// The match itself does not change.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn delete_watch(&self, match_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/me/watches/{}", part(&match_id))))
    }

    /// Add a match to your watch list.
    ///
    /// The match must be public or unlisted, and you must not play in it. At most 100 matches. `GET /v1/matches?filter=watched` lists them.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn save_watch(&self, match_id: &str) -> Result<(), Error> {
        self.call(&Request::new("PUT", format!("/v1/me/watches/{}", part(&match_id))))
    }

    /// List bots that accept challenges.
    ///
    /// To challenge one, create a match and invite it: `POST /v1/matches/{match_id}/invitations` with its handle. It accepts the invitation, or
    /// declines it and may give a reason. A bot enters this list with `PATCH /v1/me`.
    pub fn list_people(&self, query: &ListPeopleQuery) -> Result<OpenBots, Error> {
        self.call(&Request::new("GET", "/v1/people").query(query)?)
    }

    /// Show a player.
    ///
    /// The player's public profile.
    pub fn show_person(&self, handle: &str) -> Result<Profile, Error> {
        self.call(&Request::new("GET", format!("/v1/people/{}", part(&handle))))
    }

    /// List the matches of a player.
    ///
    /// The public matches of a player, the newest first, as a visitor sees them.
    pub fn list_matches_of_person(&self, handle: &str, query: &ListMatchesOfPersonQuery) -> Result<Matches, Error> {
        self.call(&Request::new("GET", format!("/v1/people/{}/matches", part(&handle))).query(query)?)
    }

    /// Show the ratings of a player.
    ///
    /// A player can hide them from others with `PATCH /v1/me`.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn show_ratings_of_person(&self, handle: &str) -> Result<PersonRatings, Error> {
        self.call(&Request::new("GET", format!("/v1/people/{}/ratings", part(&handle))))
    }

    /// Show the public key for push services.
    ///
    /// Browsers subscribe with it (Web Push, RFC 8292). It changes when the host replaces the secrets of the server.
    pub fn show_push_key(&self) -> Result<PushKey, Error> {
        self.call(&Request::new("GET", "/v1/push"))
    }

    /// Report something to the host.
    ///
    /// The host of the server reads the report. The reported person is not notified. At most 10 a day; repeating a report within a day counts
    /// once.
    ///
    /// Needs a session, or a personal access token or an app with the scope `account:write`.
    pub fn create_report(&self, body: &ReportRequest, key: Option<&str>) -> Result<(), Error> {
        self.call(&Request::new("POST", "/v1/reports").body(body)?.key(key))
    }

    /// Request a sign-in email.
    ///
    /// The email contains a code and a link. Keep the `secret`: the code is valid only together with it. The response is the same whether or
    /// not the address has an account; the first sign-in creates one.
    pub fn start_sign_in(&self, body: &SignInRequest) -> Result<SignInStarted, Error> {
        self.call(&Request::new("POST", "/v1/sign-in").body(body)?)
    }

    /// Sign in with the link from an email.
    ///
    /// Takes the token from the link. For clients that open the link themselves; in a browser the link shows a page.
    pub fn enter_link(&self, body: &LinkEntry) -> Result<Tokens, Error> {
        self.call(&Request::new("POST", "/v1/sign-in/link").body(body)?)
    }

    /// Sign in with the code from an email.
    ///
    /// Takes the code and the secret from the response of `POST /v1/sign-in`. After five wrong attempts, the code is invalid. After 20 wrong
    /// codes for one address in a day, the server accepts no more codes for it. Sign-ins requested from networks that the owner has used before
    /// have a separate count. The link in the email always works.
    pub fn enter_code(&self, sign_in_id: &str, body: &CodeEntry) -> Result<Tokens, Error> {
        self.call(&Request::new("POST", format!("/v1/sign-in/{}/code", part(&sign_in_id))).body(body)?)
    }

    /// End the current session.
    ///
    /// Its tokens stop working immediately, and its event streams end.
    ///
    /// Needs a session: personal access tokens and apps are refused.
    pub fn sign_out(&self) -> Result<(), Error> {
        self.call(&Request::new("POST", "/v1/sign-out"))
    }

    /// Exchange a refresh token for new tokens.
    ///
    /// A refresh token can be used once. If the response is lost, you can send the same token again within 30 seconds. Later use ends the
    /// session, because the token may have been stolen.
    pub fn refresh_session(&self, body: &RefreshRequest) -> Result<Tokens, Error> {
        self.call(&Request::new("POST", "/v1/tokens/refresh").body(body)?)
    }

    /// List tournaments.
    ///
    /// Those in one phase, the newest first.
    pub fn list_tournaments(&self, query: &ListTournamentsQuery) -> Result<Tournaments, Error> {
        self.call(&Request::new("GET", "/v1/tournaments").query(query)?)
    }

    /// Create a tournament.
    ///
    /// It starts when entry closes, or as soon as `max_entries` people have entered. Players meet in groups of 5 to 10, by rating: in matches of
    /// two each meets each once, and larger tables are balanced. An account may have five tournaments that are not over.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_tournament(&self, body: &TournamentSettings, key: Option<&str>) -> Result<TournamentPage, Error> {
        self.call(&Request::new("POST", "/v1/tournaments").body(body)?.key(key))
    }

    /// Show a tournament.
    ///
    /// With the order of each group, and the state of each match.
    ///
    /// Needs no token. A personal access token or an app needs the scope `matches:read`.
    pub fn show_tournament(&self, tournament_id: &str) -> Result<TournamentPage, Error> {
        self.call(&Request::new("GET", format!("/v1/tournaments/{}", part(&tournament_id))))
    }

    /// Call a tournament off.
    ///
    /// For its creator, before it starts. All who have entered are told by email.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn cancel_tournament(&self, tournament_id: &str) -> Result<(), Error> {
        self.call(&Request::new("POST", format!("/v1/tournaments/{}/call-off", part(&tournament_id))))
    }

    /// Challenge a player of a ladder.
    ///
    /// The match begins at once, and the challenged player has the first seat. A challenger who wins takes the place of the other; who loses on
    /// time drops to the end. At most three matches of a player at a time, and seven days between two of the same two.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn create_challenge(&self, tournament_id: &str, body: &Challenge, key: Option<&str>) -> Result<Match, Error> {
        self.call(&Request::new("POST", format!("/v1/tournaments/{}/challenges", part(&tournament_id))).body(body)?.key(key))
    }

    /// Leave a tournament.
    ///
    /// Before the start it takes your entry back. After it you withdraw: your matches that have not begun are called off, and your running ones
    /// are resigned. A request from someone who does not play in it is refused with a conflict. If you had played fewer than half of your matches, your results do not count in the order; otherwise you lose the rest.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn delete_entry(&self, tournament_id: &str) -> Result<(), Error> {
        self.call(&Request::new("DELETE", format!("/v1/tournaments/{}/entry", part(&tournament_id))))
    }

    /// Enter a tournament.
    ///
    /// Bots cannot. With the matches of your other tournaments there may be at most 20 at a time. Who lost matches of tournaments on time within
    /// a year needs more other finished matches than those.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn save_entry(&self, tournament_id: &str) -> Result<(), Error> {
        self.call(&Request::new("PUT", format!("/v1/tournaments/{}/entry", part(&tournament_id))))
    }

    /// Start a tournament.
    ///
    /// For its creator, before entry closes. It needs `least_entries` entries.
    ///
    /// Needs a session, or a personal access token or an app with the scope `moves:write`.
    pub fn start_tournament(&self, tournament_id: &str) -> Result<(), Error> {
        self.call(&Request::new("POST", format!("/v1/tournaments/{}/start", part(&tournament_id))))
    }
}
