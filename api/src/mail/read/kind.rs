//! Who wrote a message: a person or a machine.

use super::body;
use super::head::Head;
use super::lines::plain_words;
use super::mime::{Mail, Part};
use super::subject;

/// The writer of a message and, of machines, the purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A person wrote it. Forwarded messages are among them.
    Reply,
    /// A vacation email, a receipt, an invitation, a reaction, a list; or what cannot be parsed.
    Auto,
    /// A report that an email was not delivered, or not yet (RFC 3464).
    Bounce,
    /// A report that an email was unwanted (RFC 5965).
    Complaint,
}

impl Kind {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Reply => "reply",
            Kind::Auto => "auto",
            Kind::Bounce => "bounce",
            Kind::Complaint => "complaint",
        }
    }
}

/// The kind of a message. The order of the questions matters: reports are known best by their parts.
pub(super) fn kind(mail: &Mail<'_>) -> Kind {
    if mail.head.is_empty() || !is_mail(&mail.head) {
        return Kind::Auto;
    }
    let report = report(mail);
    let has = |types: &[&str]| mail.part(types).is_some();
    if report == "feedback-report" || has(&["message/feedback-report"]) || is_complaint(&mail.head) {
        return Kind::Complaint;
    }
    if report == "disposition-notification"
        || has(&["message/disposition-notification", "message/global-disposition-notification"])
    {
        return Kind::Auto;
    }
    let delivery = has(&["message/delivery-status", "message/global-delivery-status"]);
    if report == "delivery-status" || delivery || mail.head.has("X-Failed-Recipients") {
        return Kind::Bounce;
    }
    if has(&["text/vnd.google.email-reaction+json"]) || mail.parts.iter().any(is_calendar) {
        return Kind::Auto;
    }
    if is_bounce(mail) {
        return Kind::Bounce;
    }
    if mail.media.as_deref() == Some("multipart/report") || is_automatic(&mail.head) || is_reaction(mail) {
        return Kind::Auto;
    }
    Kind::Reply
}

/// At least one field is one of mail.
fn is_mail(head: &Head<'_>) -> bool {
    const FIELDS: &[&str] = &[
        "From",
        "To",
        "Subject",
        "Date",
        "Message-ID",
        "Received",
        "Return-Path",
        "MIME-Version",
        "Content-Type",
        "In-Reply-To",
    ];
    FIELDS.iter().any(|name| head.has(name))
}

/// The type of a multipart/report (RFC 6522), in lower case.
fn report(mail: &Mail<'_>) -> String {
    if mail.media.as_deref() != Some("multipart/report") {
        return String::new();
    }
    let content = mail.head.content_type();
    let kind = content.as_ref().and_then(|content| content.attribute("report-type"));
    kind.unwrap_or_default().trim().to_ascii_lowercase()
}

/// A complaint without the format: the ones of Outlook.com, which are plain messages.
fn is_complaint(head: &Head<'_>) -> bool {
    head.has("X-HmXmrOriginalRecipient") || head.subject().to_lowercase().starts_with("complaint about message from")
}

/// An invitation or an answer to one; not a calendar that a person attached.
fn is_calendar(part: &Part<'_>) -> bool {
    let method = || part.head.content_type().is_some_and(|content| content.attribute("method").is_some());
    part.media == "text/calendar" && (!body::is_attachment(part) || method())
}

/// A bounce that is no report: by its sender, its return path, its subject and its first words.
fn is_bounce(mail: &Mail<'_>) -> bool {
    let head = &mail.head;
    let (name, address) = head.sender();
    let whole = head.subject();
    let subject = subject::without_ours(&whole);
    if is_daemon(&name, &address) {
        return !subject::is_automatic(subject);
    }
    if is_answer(&whole) {
        // Some systems answer. A person who answers a bounce does not begin with its words.
        return subject::ends_as_bounce(&whole) && says_undelivered(mail);
    }
    if (address.is_empty() || is_null(head)) && (subject::speaks_of_bounce(subject) || speaks_of_bounce(mail)) {
        return !subject::is_automatic(subject);
    }
    let machine = is_automatic(head);
    (subject::is_bounce(subject) && (machine || speaks_of_bounce(mail))) || (machine && says_undelivered(mail))
}

/// The subject is one of a reply.
fn is_answer(subject: &str) -> bool {
    let subject = subject.to_lowercase();
    ["re:", "aw:", "sv:", "antw:", "fwd:", "fw:", "wg:"].iter().any(|start| subject.starts_with(start))
}

/// A mail system, by its address or its name.
fn is_daemon(name: &str, address: &str) -> bool {
    let local = address.split('@').next().unwrap_or_default().to_ascii_lowercase();
    let local = local.trim_matches(['"', '<', '>', ' ']);
    let plain: String = local.chars().filter(|char| !matches!(char, '-' | '_' | '.')).collect();
    let daemons = [
        "mailerdaemon",
        "maildaemon",
        "postmaster",
        "mmdf",
        "mailer",
        "mdaemon",
        "maildelivery",
        "maildeliverysubsystem",
    ];
    if daemons.contains(&plain.as_str()) || plain.starts_with("mailerdaemon") || local.starts_with("postmaster+") {
        return true;
    }
    let name = name.to_lowercase();
    let systems = [
        "mail delivery s",
        "mail delivery system",
        "mailer-daemon",
        "internet mail delivery",
        "mail administrator",
        "mail system internal",
        "delivery subsystem",
    ];
    systems.iter().any(|system| name.starts_with(system) || (name.contains(system) && name.len() < 40))
}

/// The return path is `<>`.
fn is_null(head: &Head<'_>) -> bool {
    head.get("Return-Path").is_some_and(|path| matches!(path.trim(), "<>" | "< >" | "<MAILER-DAEMON>"))
}

/// The first lines are those of a mail system that could not deliver.
fn speaks_of_bounce(mail: &Mail<'_>) -> bool {
    const WORDS: &[&str] = &[
        "could not be delivered",
        "couldn't be delivered",
        "couldn’t be delivered",
        "cannot be delivered",
        "can't be delivered",
        "not be delivered",
        "was not delivered",
        "wasn't able to deliver",
        "unable to deliver",
        "undeliverable",
        "undelivered",
        "not deliver",
        "delivery to the following",
        "delivery failed",
        "delivery has failed",
        "failed to deliver",
        "delivery failure",
        "deliver your message",
        "returned to sender",
        "permanent fatal errors",
        "permanent error",
        "fatal errors",
        "mail system at host",
        "this is the mail system",
        "qmail-send",
        "this is a permanent error",
        "unknown user",
        "user unknown",
        "no such user",
        "does not exist",
        "mailbox full",
        "over quota",
        "quota exceeded",
        "message was created automatically by",
        "created automatically by mail delivery",
        "status notification",
        "has been delayed",
        "not yet been delivered",
        "the following address",
        "nicht zugestellt",
        "unzustellbar",
        "konnte nicht",
        "n'a pas pu être",
        "n'a pu être",
        "no se pudo entregar",
        "no pudo ser entregado",
        "não pôde ser entregue",
        "recipient rejected",
        "address rejected",
        "mailbox unavailable",
        "554 ",
        "550 ",
        "552 ",
        "transcript of session",
        "final-recipient",
        "недостав",
        "не удалось доставить",
        "配信",
        "宛先",
        "無法",
        "无法",
    ];
    let text = beginning(mail, 4_000);
    WORDS.iter().any(|word| text.contains(word))
}

/// A machine says in clear words that mail was not delivered.
fn says_undelivered(mail: &Mail<'_>) -> bool {
    const WORDS: &[&str] = &[
        "could not be delivered",
        "couldn't be delivered",
        "couldn’t be delivered",
        "cannot be delivered",
        "was not delivered",
        "wasn't able to deliver",
        "unable to deliver",
        "delivery to the following recipient",
        "permanent fatal errors",
        "qmail-send program",
    ];
    let text = beginning(mail, 1_000);
    WORDS.iter().any(|word| text.contains(word))
}

/// The first characters of the text in lower case.
fn beginning(mail: &Mail<'_>, length: usize) -> String {
    let text: String = body::shown(mail).chars().take(length).collect();
    plain_words(&text)
}

/// Marks of machines in the header (RFC 3834, 5; RFC 2919; RFC 2369; and those in use).
fn is_automatic(head: &Head<'_>) -> bool {
    const FIELDS: &[&str] = &[
        "List-Id",
        "List-Unsubscribe",
        "X-Loop",
        "X-Autoreply",
        "X-Auto-Reply",
        "X-Autoreply-From",
        "X-Autorespond",
        "X-Autoresponder",
        "X-Auto-Respond",
        "X-Mail-Autoreply",
        "X-Autoresponse",
        "X-Autogenerated",
        "X-Auto-Generated",
        "X-Vacation",
        "X-MS-Exchange-Inbox-Rules-Loop",
        "X-FC-MachineGenerated",
        "X-Autoreply-Id",
        "X-Mailer-Daemon",
        "X-Amazon-Auto-Reply",
    ];
    let value = |name: &str| head.get(name).unwrap_or_default().to_ascii_lowercase();
    let submitted = |name: &str| {
        let value = value(name);
        let word = value.split([';', ' ', '(']).next().unwrap_or_default();
        !word.is_empty() && word != "no"
    };
    let precedence = ["bulk", "junk", "list", "auto_reply", "auto-reply", "autoreply"];
    let (_, address) = head.sender();
    is_null(head)
        || FIELDS.iter().any(|name| head.has(name))
        || submitted("Auto-Submitted")
        || submitted("X-Auto-Submitted")
        || ["Precedence", "X-Precedence"].iter().any(|name| precedence.contains(&value(name).trim()))
        || value("X-Apple-Action").contains("vacation")
        || value("X-POST-MessageClass").contains("autoresponder")
        || value("Delivered-To").contains("autoresponder")
        || value("X-MS-Exchange-Generated-Message-Source").contains("agent")
        || value("Content-Class").contains("calendarmessage")
        || is_machine_address(&address)
        || subject::is_automatic(subject::without_ours(&head.subject()))
}

/// An address that no person writes from.
fn is_machine_address(address: &str) -> bool {
    let local = address.split('@').next().unwrap_or_default().to_ascii_lowercase();
    let plain: String = local.chars().filter(|char| !matches!(char, '-' | '_' | '.')).collect();
    let word = |name: &str| local.split(['+', '-', '_', '.', '=']).any(|word| word == name);
    plain.contains("noreply")
        || plain.contains("donotreply")
        || plain.contains("nereply")
        || plain == "mailerdaemon"
        || local == "postmaster"
        || word("bounces")
        || word("bounce")
}

/// A reaction to a message: one line that says so.
fn is_reaction(mail: &Mail<'_>) -> bool {
    const PHRASES: &[&str] = &[
        "reacted to your message",
        "hat auf ihre nachricht reagiert",
        "hat auf deine nachricht reagiert",
        "a réagi à votre message",
        "ha reaccionado a su mensaje",
        "reaccionó a su mensaje",
        "reaccionó a tu mensaje",
        "ha reaccionado a tu mensaje",
        "ha reagito al tuo messaggio",
        "reagiu à sua mensagem",
        "heeft gereageerd op uw bericht",
        "heeft gereageerd op je bericht",
        "reagerade på ditt meddelande",
        "reagerede på din meddelelse",
        "reagerte på meldingen din",
        "reagoi viestiisi",
        "zareagował",
        "отреагировал",
        "mesajınıza tepki",
        "对你的邮件做出了反应",
        "さんがあなたのメッセージにリアクション",
        "reacted via gmail",
        "hat über gmail reagiert",
        "a réagi via gmail",
        "a réagi depuis gmail",
        "reaccionó mediante gmail",
        "ha reaccionado mediante gmail",
        "ha reaccionado a través de gmail",
        "ha reagito tramite gmail",
        "reagiu pelo gmail",
        "reagiu via gmail",
        "heeft gereageerd via gmail",
        "reagerade via gmail",
    ];
    let text = body::shown(mail);
    let lines = text.lines().take(40).map(str::trim).filter(|line| !line.is_empty()).take(3);
    lines.filter(|line| line.len() <= 200).any(|line| {
        let words = plain_words(line);
        PHRASES.iter().any(|phrase| words.contains(phrase)) && !words.starts_with('>')
    })
}
