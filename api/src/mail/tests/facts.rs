//! Facts of the emails among the samples, by the names of their files.

/// True of the emails that reply to a message.
pub(super) fn is_answer(name: &str) -> bool {
    [
        "move-",
        "message-",
        "commands-",
        "welcome",
        "reply-",
        "invitation-accepted",
        "invitation-unclear",
        "match-over-by-mail",
        "proposal-unclear",
        "your-matches-answered",
        "your-matches-held",
    ]
    .iter()
    .any(|kind| name.starts_with(kind))
}

/// True of the emails that the reader can stop.
pub(super) fn can_be_stopped(name: &str) -> bool {
    let asked_for = [
        "sign-in",
        "confirm-",
        "commands-",
        "welcome",
        "your-matches",
        "emails-off",
        "account-",
        "registration-",
        "notice-",
        "report-",
    ];
    !asked_for.iter().any(|kind| name.starts_with(kind))
}

/// True of the emails about a match in which the reader plays.
pub(super) fn is_in_match(name: &str) -> bool {
    let others = ["invitation", "digest", "turn-list", "hook-off", "seat-idle"];
    can_be_stopped(name) && !others.iter().any(|kind| name.starts_with(kind))
}
