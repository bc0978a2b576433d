//! The tags of HTML in which mail programs put quoted text and signatures.

use super::tags::Tag;

/// What a tag says of the text in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Nothing.
    None,
    /// Quoted text, or a line that introduces it.
    Quote,
    /// A frame of quoted text in which some programs put the reply too.
    Frame,
    /// A signature.
    Signature,
    /// All from here to the end is quoted.
    Rest,
}

/// Parts of class names, ids and names of quotations.
const QUOTE: &[&str] = &[
    "yahoo_quoted",
    "moz-cite-prefix",
    "moz-forward-container",
    "moz-email-headers-table",
    "protonmail_quote",
    "tutanota_quote",
    "gmail_attr",
    "gmail_quote_attribution",
    "yahoo-quoted",
    "ms-outlook-mobile-reference-message",
    "mail-editor-reference-message",
    "messagereplysection",
    "reply-intro",
    "front-blockquote",
    "hcsdquotedtext",
    "history_container",
    "missive_quote",
    "bloop_original_html",
    "aol_ad_footer_quote",
    "wmquote",
    "isreplycontent",
    "ntes-mailmaster-quote",
    "mail-quote-collapse",
    "quotedmessage",
    "quoted-message",
    "divtagdefaultwrapper_quote",
    "zmail_extra",
    "ydpquote",
    "thunderbird_quote",
    "mailru_quote",
    "airmail_quote",
    "hey_quote",
    "trix-quote",
    "__quoted_text__",
    "__headers__",
];

/// The frames of Gmail; inside, the quotation proper is a blockquote.
const FRAME: &[&str] = &["gmail_quote", "gmail_extra"];

/// Parts of class names and ids of signatures.
const SIGNATURE: &[&str] = &[
    "gmail_signature",
    "moz-signature",
    "protonmail_signature",
    "applemailsignature",
    "ms-outlook-mobile-signature",
    "composer_signature",
    "messagesignaturesection",
    "bloop_sign",
    "ydpsignature",
    "yahoo-signature",
    "tutanota_signature",
    "mail_android_quote_signature",
    "linebreakatbeginningofsignature",
    "__sig_p",
    "mobile_signature",
    "email-signature",
    "_signature_block",
];

/// Parts of ids and names of tags after which all is quoted.
const REST: &[&str] = &[
    "divrplyfwdmsg",
    "appendonsend",
    "olk_src_body_section",
    "zwchr",
    "stopspelling",
    "_mailoriginal",
    "replysplit",
    "mail-editor-reference",
    "reference-message-container",
    "ymailreplydivider",
    "mailforwardheader",
];

/// The role of a tag, by its name and attributes.
pub(super) fn role(tag: &Tag<'_>) -> Role {
    let mut role = Role::None;
    if tag.name.eq_ignore_ascii_case("blockquote") {
        role = Role::Quote;
    }
    for (name, value) in tag.attributes() {
        let found = if ["class", "id", "name", "data-marker"].iter().any(|known| name.eq_ignore_ascii_case(known)) {
            named(value, tag)
        } else if name.eq_ignore_ascii_case("style") {
            styled(value, tag)
        } else {
            Role::None
        };
        role = stronger(role, found);
    }
    role
}

fn stronger(one: Role, other: Role) -> Role {
    let rank = |role: Role| match role {
        Role::None => 0,
        Role::Frame => 1,
        Role::Signature => 2,
        Role::Quote => 3,
        Role::Rest => 4,
    };
    if rank(other) > rank(one) { other } else { one }
}

/// The role by a class, an id or a name.
fn named(value: &str, tag: &Tag<'_>) -> Role {
    let value: String = value.chars().take(500).flat_map(char::to_lowercase).collect();
    let contains = |names: &[&str]| names.iter().any(|name| value.contains(name));
    if contains(REST) {
        return Role::Rest;
    }
    if contains(QUOTE) {
        return Role::Quote;
    }
    if contains(SIGNATURE) {
        return Role::Signature;
    }
    if contains(FRAME) {
        // The class of a blockquote says the same as its name; other tags frame.
        return if tag.name.eq_ignore_ascii_case("blockquote") { Role::Quote } else { Role::Frame };
    }
    let word = |known: &str| value.split_whitespace().any(|word| word.trim_start_matches("x_") == known);
    if word("signature") {
        return Role::Signature;
    }
    // GMX and web.de: <div name="quote">.
    if word("quote") || word("__divider__") {
        return if word("quote") { Role::Quote } else { Role::Rest };
    }
    Role::None
}

/// The line that Outlook draws above the header of the quoted message.
fn styled(value: &str, tag: &Tag<'_>) -> Role {
    if tag.name.eq_ignore_ascii_case("hr") || !value.to_ascii_lowercase().contains("border-top") {
        return Role::None;
    }
    let style: String = value.chars().take(2_000).filter(|char| !char.is_whitespace()).collect();
    let style = style.to_ascii_lowercase();
    let outlook = ["border-top:solid#e1e1e1", "border-top:solid#b5c4df", "border-top:#e1e1e1", "border-top:#b5c4df"];
    let windows_mail = [
        "border-top-color:rgb(229,229,229)",
        "border-top-color:#e5e5e5",
        "border-top:1pxsolid#e1e1e1",
        "border-top:1ptsolid#e1e1e1",
        "border-top:1.0ptsolid#e1e1e1",
        "border-top:1ptsolid#b5c4df",
        "border-top:1.0ptsolid#b5c4df",
        "border-top:1pxsolid#b5c4df",
        "border-top:1ptsolidrgb(225,225,225)",
        "border-top:1ptsolidrgb(181,196,223)",
        "border-top:solidrgb(225,225,225)",
        "border-top:solidrgb(181,196,223)",
    ];
    let found = outlook.iter().chain(&windows_mail).any(|border| style.contains(border));
    if found { Role::Rest } else { Role::None }
}
