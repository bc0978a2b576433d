//! Columns that hold one of a few words, as enums. A word that is none of them is an error.

use engine::{Cause, RatingClass};

pub use super::email_kinds::{EmailKind, Facts, Occasion};
pub use super::stored::Stored;
use super::stored::{stored, words};

words! {
    /// The phase of a match.
    Phase {
        /// The match waits for players.
        Open = "open",
        /// The match is being played.
        Running = "running",
        /// The match has ended.
        Over = "over",
        /// The match was cancelled before it started.
        Cancelled = "cancelled",
    }

    /// The seating order.
    #[derive(Default)]
    Seating {
        /// Drawn from the seed of the match when the last seat is taken.
        #[default]
        Random = "random",
        /// In the order of joining.
        Joined = "joined",
    }

    /// What happens when a player's time expires.
    #[derive(Default)]
    OnLapse {
        /// The player is out of the match.
        #[default]
        Forfeit = "forfeit",
        /// The turn passes where the rules allow it; after three in a row the player is out.
        Pass = "pass",
        /// The seat is offered to other people for seven days, with the position as it stands. The player keeps it by moving before one
        /// takes it; if none does, the player is out.
        Replace = "replace",
    }

    /// The speed of the computer players of a match.
    #[derive(Default)]
    ComputerPace {
        /// Within about a second, at any hour.
        #[default]
        AtOnce = "at-once",
        /// After 1 to 20 minutes.
        LikeAPerson = "like-a-person",
    }

    /// The visibility of a match.
    #[derive(Default)]
    Visibility {
        /// Visible to all; the match is listed.
        #[default]
        Public = "public",
        /// Visible to all who have its address.
        Unlisted = "unlisted",
        /// Visible to its players, its creator and the people who are invited.
        Private = "private",
    }

    /// The format of a tournament.
    #[derive(Default)]
    TournamentFormat {
        /// Groups in which everybody meets everybody.
        #[default]
        Groups = "groups",
        /// An order in which players challenge those above them.
        Ladder = "ladder",
    }

    /// The phase of a tournament.
    TournamentPhase {
        /// People can enter.
        Entry = "entry",
        /// Its matches are being played.
        Running = "running",
        /// It has ended.
        Over = "over",
        /// It was called off before it started.
        CalledOff = "called-off",
    }

    /// The state of a match of a tournament.
    PairingState {
        /// It starts when its players have ended others.
        Waiting = "waiting",
        /// It is being played.
        Playing = "playing",
        /// It has ended with a result.
        Over = "over",
        /// It has ended without a result: the host has ended it, or it was abandoned.
        Void = "void",
        /// It is not played, because a player has withdrawn.
        CalledOff = "called-off",
        /// It had no result when the tournament ended.
        Unfinished = "unfinished",
    }

    /// Why a rated match does not count after all.
    Unrated {
        /// The host has hidden or ended it.
        Host = "host",
        /// It was abandoned.
        Abandoned = "abandoned",
        /// Another player has taken over a seat.
        ChangedHands = "changed-hands",
        /// A player has made fewer than two moves.
        FewMoves = "few-moves",
        /// A player whose time expired had lost a rated match in that way in the 14 days before.
        Absent = "absent",
        /// It could not be rated: a fault of the server.
        Broken = "broken",
    }

    /// The length of emails about a person's turns.
    #[derive(Default)]
    EmailLength {
        /// Full for the person's first three moves of a match, then short.
        #[default]
        Auto = "auto",
        /// Always full.
        Full = "full",
        /// Always short.
        Short = "short",
    }

    /// The form of the deliveries of a webhook.
    #[derive(Default)]
    HookForm {
        /// An event as JSON, for your own program.
        #[default]
        Turnpost = "turnpost",
        /// A message for a channel of Discord.
        Discord = "discord",
        /// A message for a channel of Slack, or of a service that takes the same form.
        Slack = "slack",
        /// A message for a room of Matrix, by a generic webhook of matrix-hookshot.
        Matrix = "matrix",
        /// A message as plain text, such as for a topic of ntfy.
        Text = "text",
    }

    /// The kind of a notice to the owner of an account.
    NoticeKind {
        /// A sign-in from a network from which its owner had not signed in.
        NewNetwork = "new-network",
        /// A new token for a program.
        NewToken = "new-token",
        /// A refresh token came a second time, which has ended its session.
        TokenReuse = "token-reuse",
        /// The account is deleted.
        Deleted = "deleted",
        /// An app has access to the account.
        NewApp = "new-app",
        /// A code or refresh token of an app came a second time, which has ended its access.
        AppReuse = "app-reuse",
    }

    /// What became of a message.
    IncomingResult {
        /// All that was read of it was played.
        Played = "played",
        /// It had been played before.
        Repeated = "repeated",
        /// It accepted an invitation, or agreed to a proposal.
        Accepted = "accepted",
        /// It declined an invitation or a proposal.
        Declined = "declined",
        /// A line of it was refused.
        Refused = "refused",
        /// A line of it was refused, in which one move was found: its sender is asked whether to play that.
        Meant = "meant",
        /// It asked for help, or held nothing.
        Help = "help",
        /// It asked for the board.
        Board = "board",
        /// It asked whether a move can be played.
        Preview = "preview",
        /// It said that the player resigns, which is asked again first.
        ResignAsked = "resign-asked",
        /// It stopped emails.
        Stopped = "stopped",
        /// It came from another address than the account has.
        Held = "held",
        /// It brought notes to the table and nothing else.
        Noted = "noted",
        /// It proposed a pause of the clocks, or more time.
        Proposed = "proposed",
        /// It booked a vacation, or ended one.
        Booked = "booked",
        /// It asked for something else about its match, which is done.
        Done = "done",
        /// It held commands that are carried out, or refused.
        Answered = "answered",
        /// It held commands that are carried out once its sender says yes.
        Asked = "asked",
        /// A program has sent it.
        Automatic = "automatic",
        /// It reported that an email was not delivered.
        Bounced = "bounced",
        /// It reported that the reader of an email does not want it.
        Complained = "complained",
        /// Its reader has no account any more.
        NoReader = "no-reader",
        /// It could not be dealt with.
        Broken = "broken",
    }

    /// The count of a message that plays nothing: the replies to such messages are limited by it.
    CountedAs {
        /// A text that cannot be read as a move.
        Prose = "prose",
        /// A move that had been played before.
        Again = "again",
        /// A command, such as `help`.
        Command = "command",
        /// Any text from another address than the account has.
        Stranger = "stranger",
        /// A message to the standing address: anyone can write one in the name of anyone.
        Standing = "standing",
    }

    /// The state of an email.
    EmailState {
        /// It is to be sent.
        Due = "due",
        /// A mail server has taken it.
        Sent = "sent",
        /// It was dropped, as there was no more reason to send it.
        Moot = "moot",
        /// It was given up after the last try.
        Failed = "failed",
    }

    /// The emails that a sender sends. Each lane has its own senders, so that none waits for the emails of the other.
    Lane {
        /// Emails without which a person cannot get into their account: for a sign-in or a change of address.
        Access = "access",
        /// All other emails.
        Other = "other",
    }

    /// The answer to an invitation.
    InvitationAnswer {
        /// The invited person has taken a seat.
        Accepted = "accepted",
        /// The invited person has refused.
        Declined = "declined",
        /// The inviter has taken it back.
        Withdrawn = "withdrawn",
    }

    /// An act of the host.
    HostAct {
        /// An account is blocked.
        Block = "block",
        /// An account is not blocked any more.
        Unblock = "unblock",
        /// A match is hidden from all who do not play in it.
        Hide = "hide",
        /// A match is not hidden any more.
        Show = "show",
        /// A match is ended, or cancelled before its start.
        End = "end",
        /// A report is dealt with.
        ReportDone = "report-done",
        /// A tournament is shown before others.
        Feature = "feature",
        /// It is not any more.
        Unfeature = "unfeature",
        /// A tournament is ended, or called off before its start.
        EndTournament = "end-tournament",
    }

    /// The kind of what is called beside emails.
    ReceiverKind {
        /// A webhook.
        Hook = "hook",
        /// A browser (Web Push).
        Push = "push",
    }

    /// The effect of a proposal.
    ProposalKind {
        /// All match clocks pause.
        Pause = "pause",
        /// Every match clock that runs has more time.
        Extension = "extension",
    }

    /// The answer to a proposal.
    ProposalAnswer {
        /// All seats have agreed, and it took effect.
        Agreed = "agreed",
        /// A player has declined it.
        Declined = "declined",
        /// The proposer has taken it back.
        Withdrawn = "withdrawn",
        /// Not all have agreed in time.
        Expired = "expired",
    }
}

impl Phase {
    /// Returns whether the match has a position.
    pub fn has_started(self) -> bool {
        match self {
            Phase::Running | Phase::Over => true,
            Phase::Open | Phase::Cancelled => false,
        }
    }
}

impl Stored for Cause {
    const ALL: &'static [Cause] =
        &[Cause::Start, Cause::Chosen, Cause::Forced, Cause::Lapse, Cause::Forfeit, Cause::TimerOut, Cause::Abandoned];

    fn word(self) -> &'static str {
        match self {
            Cause::Start => "start",
            Cause::Chosen => "chosen",
            Cause::Forced => "forced",
            Cause::Lapse => "lapse",
            Cause::Forfeit => "forfeit",
            Cause::TimerOut => "timer-out",
            Cause::Abandoned => "abandoned",
        }
    }
}

stored!(Cause);

impl Stored for RatingClass {
    const ALL: &'static [RatingClass] = &[RatingClass::Duel, RatingClass::Table];

    fn word(self) -> &'static str {
        match self {
            RatingClass::Duel => "duel",
            RatingClass::Table => "table",
        }
    }
}

stored!(RatingClass);
