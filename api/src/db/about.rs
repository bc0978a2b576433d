//! What an email is about, beside its match and its reader, as columns hold it.

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::deserialize;
use diesel::pg::Pg;
use diesel::row::NamedRow;
use engine::Seat;
use uuid::Uuid;

use super::address_changes::Side;
use super::email_kinds::{AboutKind, EmailKind};
use super::schema::emails;
use crate::category::Category;
use crate::ids::{AddressChangeId, HookId, InvitationId, NoticeId, ReportId, SignInId, TournamentId};

/// What an email is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Its match, or its reader.
    Nothing,
    SignIn(SignInId),
    AddressChange(AddressChangeId, Side),
    Invitation(InvitationId),
    Hook(HookId),
    Report(ReportId),
    Notice(NoticeId),
    Tournament(TournamentId),
    /// A category of emails.
    Category(Category),
    /// The seat of a player, who may be another one than its reader.
    Seat(Seat),
    Deadline(DateTime<Utc>),
    /// The time of the last line of the log.
    LastLine(DateTime<Utc>),
    /// The number of a proposal.
    Proposal(u32),
}

/// The columns that say what an email is about.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = emails)]
struct AboutRow {
    kind: EmailKind,
    about: Option<Uuid>,
    seat: Option<Seat>,
    deadline: Option<DateTime<Utc>>,
    proposal: Option<u32>,
}

impl QueryableByName<Pg> for About {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<About> {
        Ok(AboutRow::build(row)?.into())
    }
}

impl From<AboutRow> for About {
    /// Nothing, if the columns for the kind are empty.
    fn from(row: AboutRow) -> About {
        let AboutRow { kind, about, seat, deadline, proposal } = row;
        let known = match kind.facts().about {
            AboutKind::Nothing => None,
            AboutKind::SignIn => about.map(|id| About::SignIn(SignInId(id))),
            AboutKind::AddressChange => {
                let side = if seat == Some(Seat(1)) { Side::New } else { Side::Old };
                about.map(|id| About::AddressChange(AddressChangeId(id), side))
            }
            AboutKind::Invitation => about.map(|id| About::Invitation(InvitationId(id))),
            AboutKind::Hook => about.map(|id| About::Hook(HookId(id))),
            AboutKind::Report => about.map(|id| About::Report(ReportId(id))),
            AboutKind::Notice => about.map(|id| About::Notice(NoticeId(id))),
            AboutKind::Tournament => about.map(|id| About::Tournament(TournamentId(id))),
            AboutKind::Category => seat.and_then(|number| Category::numbered(number.0)).map(About::Category),
            AboutKind::Seat => seat.map(About::Seat),
            AboutKind::Deadline => deadline.map(About::Deadline),
            AboutKind::LastLine => deadline.map(About::LastLine),
            AboutKind::Proposal => proposal.map(About::Proposal),
        };
        known.unwrap_or(About::Nothing)
    }
}
