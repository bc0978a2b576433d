//! Banners that gateways of companies put above the text of mail from outside. No person writes them.

use std::sync::LazyLock;

use super::lines::{Line, emails, plain_words, trim};
use super::words::{Words, words};

/// Banners in one message.
const MAX: usize = 5;

/// Lines of one banner.
const LINES: usize = 12;

/// A longer line may have been wrapped.
const WRAPPED: usize = 55;

/// Beginnings of banners, as plain words.
static BEGINNINGS: Words = LazyLock::new(|| {
    words(
        "this email originated|this e-mail originated|this message originated|this mail originated|\
         this email came from outside|this e-mail came from outside|this message came from outside|\
         this email came from an external|this message came from an external|this email was sent from outside|\
         this e-mail was sent from outside|this message was sent from outside|this email is from outside|\
         this message is from outside|this email is from an external|this message is from an external|\
         this is an external email|this is an external e-mail|this is an external message|\
         this email was sent by an external|this sender is external|the sender of this email is external|\
         the sender of this message is external|you don't often get email from|you do not often get email from|\
         you don't often get e-mail from|some people who received this message don't often get email from|\
         diese e-mail stammt von außerhalb|diese e-mail stammt von einem externen|diese e-mail kommt von außerhalb|\
         diese nachricht stammt von außerhalb|diese nachricht kommt von außerhalb|sie erhalten nicht oft|\
         sie erhalten nicht häufig|ce message provient de l'extérieur|ce message provient d'un expéditeur externe|\
         ce courriel provient de l'extérieur|cet e-mail provient de l'extérieur|vous ne recevez pas souvent d|\
         vous n’obtenez pas souvent d|este correo proviene de fuera|este correo electrónico proviene de fuera|\
         este mensaje proviene de fuera|este correo se originó fuera|no suele recibir correo|\
         questa e-mail proviene dall'esterno|questo messaggio proviene dall'esterno|spesso non si ricevono messaggi|\
         deze e-mail is afkomstig van buiten|dit bericht is afkomstig van buiten|u ontvangt niet vaak e-mail van|\
         este e-mail foi enviado de fora|esta mensagem foi enviada de fora|external email:|external e-mail:|\
         external message:|external sender:|external mail:|externe e-mail:",
    )
});

/// Words that may stand before the beginning.
const ALERTS: &[&str] = &[
    "caution",
    "warning",
    "attention",
    "alert",
    "notice",
    "achtung",
    "warnung",
    "vorsicht",
    "attenzione",
    "atención",
    "external",
    "external email",
    "external e-mail",
    "external message",
    "external sender",
    "extern",
];

/// Whole banners of one or two words, as letters.
const LABELS: &[&str] = &[
    "external",
    "externalemail",
    "externalmail",
    "externalmessage",
    "externalsender",
    "cautionexternalemail",
    "cautionexternalsender",
    "cautionexternal",
    "warningexternalemail",
    "warningexternalsender",
    "externalcaution",
    "extern",
    "externeemail",
    "externernachricht",
    "externerabsender",
    "expéditeurexterne",
    "courrielexterne",
    "correoexterno",
    "mittenteesterno",
];

/// Words of which two make a line with an alert a banner.
const SIGNS: &[&str] = &[
    "external",
    "outside",
    "originated",
    "organization",
    "organisation",
    "sender",
    "attachments",
    "links",
    "extern",
    "außerhalb",
];

/// Takes the banners from the top of a text, and rules that stand directly around them.
pub(super) fn cut(lines: &mut Vec<Line>) {
    let mut end = 0;
    for _ in 0..MAX {
        match banner(&lines[end..], end > 0) {
            Some(length) => end += length,
            None => break,
        }
    }
    lines.drain(..end);
}

/// The number of lines up to the end of the banner with which the text begins, or of a further sentence of one.
fn banner(lines: &[Line], further: bool) -> Option<usize> {
    let seen = |from: usize| lines[from..].iter().position(|line| !line.is_blank()).map(|at| from + at);
    let mut start = seen(0)?;
    if is_rule(&lines[start]) {
        start = seen(start + 1)?;
    }
    if !(begins(&lines[start]) || (further && warns(&lines[start]))) {
        return None;
    }
    let mut at = start;
    // A sentence may go on in the next line, and a further one may follow.
    while at + 1 < lines.len() && at - start < LINES && lines[at + 1].is_text() {
        if !goes_on(&lines[at]) && !warns(&lines[at + 1]) {
            break;
        }
        at += 1;
    }
    match seen(at + 1) {
        Some(rule) if is_rule(&lines[rule]) => Some(rule + 1),
        Some(_) | None => Some(at + 1),
    }
}

/// The line begins like a further sentence of a banner.
fn warns(line: &Line) -> bool {
    const WARNINGS: &[&str] = &[
        "do not click",
        "do not open",
        "don't click",
        "exercise caution",
        "use caution",
        "please exercise caution",
        "be careful",
        "be cautious",
        "learn why this is important",
        "klicken sie",
        "öffnen sie",
    ];
    let words = plain_words(&line.text).replace('’', "'");
    !line.is_quoted() && WARNINGS.iter().any(|start| words.starts_with(start))
}

fn begins(line: &Line) -> bool {
    if line.is_quoted() || line.text.len() > 2_000 {
        return false;
    }
    let words = plain_words(&line.text).replace('’', "'");
    let open = |char: char| !char.is_alphanumeric();
    let text = words.trim_start_matches(open);
    if LABELS.contains(&emails(text).as_str()) {
        return true;
    }
    let known = |text: &str| BEGINNINGS.iter().any(|start| text.starts_with(&start.replace('’', "'")));
    if known(text) {
        return !text.trim_end().ends_with('?');
    }
    ALERTS.iter().any(|alert| {
        let Some(rest) = text.strip_prefix(alert) else { return false };
        let bare = rest.trim_start();
        // A person may begin a sentence with such a word.
        let marked = bare.starts_with([':', '!', ']', ')', '-', '–', '—', '*', '|']);
        let rest = bare.trim_start_matches(open);
        known(rest) || (marked && SIGNS.iter().filter(|sign| rest.contains(*sign)).count() >= 2)
    })
}

/// The sentence on a line continues in the next one.
fn goes_on(line: &Line) -> bool {
    let text = trim(&line.text);
    let ends = text.ends_with(['.', '!', '?', ')', ']', '>', '*', ':'])
        || ["important", "wichtig ist", "importante"].iter().any(|end| text.to_lowercase().ends_with(end));
    !ends && text.chars().count() >= WRAPPED
}

/// A row of dashes and the like.
fn is_rule(line: &Line) -> bool {
    let text = trim(&line.text);
    !line.is_quoted()
        && text.len() >= 3
        && text.chars().all(|char| matches!(char, '-' | '_' | '=' | '*' | '~' | '─' | '━'))
}
