//! The enhanced status codes of a bounce (RFC 3463), from its report (RFC 3464) or its text.

use super::body;
use super::decode;
use super::delivery::Delivery;
use super::mime::Mail;

/// The types of the fields of a report (RFC 3464; RFC 6533).
const REPORTS: &[&str] = &["message/delivery-status", "message/global-delivery-status"];

/// Codes and recipients that are read.
const CODES: usize = 50;

/// Characters of the text that are searched.
const TEXT: usize = 64 * 1024;

/// What a bounce says.
pub(super) struct Report {
    pub(super) codes: Vec<String>,
    pub(super) delivery: Delivery,
}

/// Reads a bounce. A program may have wrapped the report into another message.
pub(super) fn report(mail: &Mail<'_>) -> Report {
    let outer = read(mail);
    let wrapped = mail.part(&["message/rfc822", "message/global"]).filter(|_| outer.codes.is_empty());
    let inner = wrapped.map(|part| Mail::parse(part.body)).filter(|inner| inner.part(REPORTS).is_some());
    inner.map_or(outer, |inner| read(&inner))
}

fn read(mail: &Mail<'_>) -> Report {
    let fields = mail.part(REPORTS).map(decode::text).unwrap_or_default();
    let blocks = blocks(&fields);
    let text = notice(mail);
    let mut codes: Vec<String> = Vec::new();
    let mut worst: Option<Delivery> = None;
    let mut vague: Vec<String> = Vec::new();
    for block in &blocks {
        worst = worst.max(block.action);
        let Some(code) = block.code() else { continue };
        if is_vague(&code) { push(&mut vague, code) } else { push(&mut codes, code) }
    }
    if codes.is_empty() {
        for code in codes_in(&text) {
            if !is_vague(&code) {
                push(&mut codes, code);
            } else {
                push(&mut vague, code);
            }
        }
        // What the report says counts, not a code of another class in the text.
        if let Some(class) = blocks.iter().find_map(|block| block.status.as_ref()?.chars().next()) {
            codes.retain(|code| code.starts_with(class));
        }
    }
    if codes.is_empty() {
        codes = vague;
    }
    let all = codes.clone();
    codes.retain(|code| inner(code, &all).is_none());
    Report { codes, delivery: worst.unwrap_or_else(|| delivery_of(mail, &text)) }
}

fn push(codes: &mut Vec<String>, code: String) {
    if codes.len() < CODES && !codes.contains(&code) {
        codes.push(code);
    }
}

/// The code says no more than its class.
fn is_vague(code: &str) -> bool {
    code.ends_with(".0.0")
}

/// The code that another server has given and a relay wraps into a code of its own: of an address, X.1.0 says the least, and a code about
/// something else says more (RFC 3463, 3.2).
fn inner<'a>(code: &str, codes: &'a [String]) -> Option<&'a str> {
    let class = code.strip_suffix(".1.0")?;
    let is_inner = |code: &&String| code.split('.').next() == Some(class) && code.split('.').nth(1) != Some("1");
    codes.iter().find(|code| is_inner(code) && !is_vague(code)).map(String::as_str)
}

/// The fields about one recipient.
#[derive(Default)]
struct Block {
    action: Option<Delivery>,
    status: Option<String>,
    diagnostic: Option<String>,
}

impl Block {
    /// The code of Status or, if that is absent or vague, the first one of the diagnostic code.
    fn code(&self) -> Option<String> {
        let told = self.diagnostic.as_deref().map(codes_in).unwrap_or_default();
        let told = told.into_iter().find(|code| !is_vague(code));
        match &self.status {
            Some(status) if !is_vague(status) => {
                let codes = self.diagnostic.as_deref().map(codes_in).unwrap_or_default();
                Some(inner(status, &codes).unwrap_or(status).to_owned())
            }
            Some(status) => Some(told.filter(|code| code[..1] == status[..1]).unwrap_or_else(|| status.clone())),
            None => told,
        }
    }
}

/// The blocks of a report, one for each recipient; those without fields of interest are left out.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut block = Block::default();
    let mut last = "";
    for line in text.lines().take(20_000) {
        if line.trim().is_empty() {
            finish(&mut blocks, &mut block);
            last = "";
        } else if line.starts_with([' ', '\t']) {
            if last == "diagnostic-code"
                && let Some(diagnostic) = &mut block.diagnostic
                && diagnostic.len() < TEXT
            {
                diagnostic.push(' ');
                diagnostic.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            last = match name.trim().to_ascii_lowercase().as_str() {
                "action" => {
                    block.action = Delivery::of_action(value);
                    ""
                }
                "status" => {
                    // A second Status without an empty line between belongs to another recipient.
                    if block.status.is_some() {
                        finish(&mut blocks, &mut block);
                    }
                    block.status = code_at_start(value.trim());
                    ""
                }
                "diagnostic-code" => {
                    block.diagnostic = Some(value.trim().to_owned());
                    "diagnostic-code"
                }
                _ => "",
            };
        }
    }
    finish(&mut blocks, &mut block);
    blocks
}

fn finish(blocks: &mut Vec<Block>, block: &mut Block) {
    let block = std::mem::take(block);
    if (block.action.is_some() || block.status.is_some() || block.diagnostic.is_some()) && blocks.len() < CODES {
        blocks.push(block);
    }
}

/// The words of the mail system, without the returned message.
fn notice(mail: &Mail<'_>) -> String {
    const RETURNED: &[&str] = &[
        "below this line is a copy of the message",
        "this is a copy of the message",
        "this is a copy of your message",
        "copy of the message, including",
        "original message follows",
        "your original message",
        "----- original message",
        "-----original message",
        "message header follow",
        "message headers follow",
        "------ returned message",
        "--- returned mail follows",
        "unsent message follows",
        "unsent message below",
        "the message that you sent",
        "start of returned message",
        "original message:",
        "original message headers",
        "text of message follows",
        "received: from",
        "received: by",
    ];
    let text: String = body::shown(mail).chars().take(TEXT).collect();
    let lower = text.to_ascii_lowercase();
    let end = RETURNED.iter().filter_map(|mark| lower.find(mark)).min().unwrap_or(text.len());
    text[..end].to_owned()
}

/// The code at the start of a text, such as the value of a Status field.
fn code_at_start(text: &str) -> Option<String> {
    let end = text.find(|char: char| !(char.is_ascii_digit() || char == '.')).unwrap_or(text.len());
    code(text[..end].trim_end_matches('.'))
}

/// A class of 2, 4 or 5, a subject and a detail of at most three digits (section 2).
fn code(text: &str) -> Option<String> {
    let mut numbers = text.split('.');
    let (class, subject, detail) = (numbers.next()?, numbers.next()?, numbers.next()?);
    let number = |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let sound = matches!(class, "2" | "4" | "5") && number(subject) && number(detail) && numbers.next().is_none();
    sound.then(|| text.to_owned())
}

/// The codes in a text: after a reply code of the same class, after `#`, or alone if it cannot be a version or an address.
fn codes_in(text: &str) -> Vec<String> {
    let mut codes = Vec::new();
    let mut before = "";
    for word in text
        .split(|char: char| char.is_whitespace() || matches!(char, '(' | ')' | '[' | ']' | '<' | '>' | ',' | ';' | '"'))
    {
        if word.is_empty() {
            continue;
        }
        let (reply, rest) = match word.as_bytes() {
            [b'2' | b'4' | b'5', b'0'..=b'9', b'0'..=b'9', b'-', _, ..] => (&word[..3], &word[4..]),
            _ => (before, word),
        };
        let marked = rest.contains('#');
        let rest = rest.trim_start_matches('\'').trim_end_matches(['.', ':', '-', '\'']);
        let candidate = rest.rsplit(['#', '=', ':']).next().unwrap_or(rest);
        if let Some(code) = code(candidate) {
            let replied = reply.len() == 3
                && reply.as_bytes()[0] == code.as_bytes()[0]
                && reply.bytes().all(|byte| byte.is_ascii_digit());
            let versions = ["version", "exim", "postfix", "sendmail", "v", "exchange", "release", "mail", "qmail"];
            let subject: u32 = code.split('.').nth(1).and_then(|number| number.parse().ok()).unwrap_or(99);
            let alone =
                subject <= 7 && !code.starts_with('2') && !versions.contains(&before.to_ascii_lowercase().as_str());
            if (marked || replied || alone) && codes.len() < CODES {
                codes.push(code);
            }
        }
        before = word.trim_end_matches([':', '-']);
    }
    codes
}

/// The outcome that the words of a bounce tell.
fn delivery_of(mail: &Mail<'_>, text: &str) -> Delivery {
    let subject = mail.head.subject().to_lowercase();
    let start: String = text.chars().take(2_000).collect::<String>().to_lowercase();
    let delays = [
        "delayed",
        "delay",
        "could not send message for past",
        "not yet been delivered",
        "still being",
        "will be retried",
        "will continue to",
        "do not need to resend",
        "verzöger",
    ];
    let delayed = ["delay", "warning: could not send", "verzöger"].iter().any(|word| subject.contains(word));
    if delayed || delays.iter().any(|word| start.contains(word)) { Delivery::Delayed } else { Delivery::Failed }
}
