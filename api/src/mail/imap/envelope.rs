//! The addresses that a message in a mailbox came for.

use mail_parser::{Address, HeaderName, HeaderValue, MessageParser};

/// At most this many addresses of a message.
const MAX_RECIPIENTS: usize = 20;
/// At most this many bytes of an address (RFC 5321, section 4.5.3.1).
const LONGEST: usize = 64 + 1 + 255;
/// The headers that name recipients, those first that a mail server writes at delivery.
pub(super) const HEADERS: [&str; 6] = ["X-Gm-Original-To", "X-Original-To", "Delivered-To", "Envelope-To", "To", "Cc"];

/// The recipients and the sender that a message may have had on its way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Envelope {
    pub(super) recipients: Vec<String>,
    /// The sender, `""` for none; `None` if the mail server did not write it into the message.
    pub(super) sender: Option<String>,
}

impl Envelope {
    /// The envelope by the headers of a message.
    pub(super) fn parse(raw: &[u8]) -> Envelope {
        let parser = MessageParser::new().header_address(HeaderName::To).header_address(HeaderName::Cc);
        let Some(message) = parser.parse_headers(raw) else { return Envelope::default() };
        let named = |name: &'static str| {
            message.headers().iter().filter(move |header| header.name.as_str().eq_ignore_ascii_case(name))
        };
        let mut recipients: Vec<String> = Vec::new();
        for address in HEADERS.into_iter().flat_map(named).flat_map(|header| addresses(&header.value)) {
            let is_known = recipients.iter().any(|known| known.eq_ignore_ascii_case(&address));
            if !is_known && recipients.len() < MAX_RECIPIENTS {
                recipients.push(address);
            }
        }
        // The topmost is of the last mail server.
        let sender = named("Return-Path").next().map(|header| addresses(&header.value).into_iter().next());
        Envelope { recipients, sender: sender.map(Option::unwrap_or_default) }
    }
}

fn addresses(value: &HeaderValue<'_>) -> Vec<String> {
    let is_address = |text: &&str| text.contains('@') && text.len() <= LONGEST;
    match value {
        HeaderValue::Address(Address::List(_) | Address::Group(_)) => {
            let listed = value.as_address().into_iter().flat_map(Address::iter);
            listed.filter_map(|one| one.address.as_deref()).filter(is_address).map(str::to_owned).collect()
        }
        HeaderValue::Text(text) => {
            let parts = text.split(|c: char| c.is_whitespace() || ",;<>\"".contains(c));
            parts.filter(is_address).map(str::to_owned).collect()
        }
        HeaderValue::TextList(_)
        | HeaderValue::DateTime(_)
        | HeaderValue::ContentType(_)
        | HeaderValue::Received(_)
        | HeaderValue::Empty => Vec::new(),
    }
}
