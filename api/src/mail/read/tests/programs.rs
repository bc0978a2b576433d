//! One row per mail program: how it sets a reply and the quoted email.

use super::sample::{EMAILS, MOVES, html, page, plain, quoted, reply, single, text};

/// `{A}` is the reply, `{Q}` the email with marks of quotation, `{L}` the email without, `{H}` its HTML.
struct Program {
    name: &'static str,
    form: Form,
    body: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Flowed,
    Html,
}

const fn row(name: &'static str, form: Form, body: &'static str) -> Program {
    Program { name, form, body }
}

use Form::{Flowed, Html, Plain};

const TEXT_PROGRAMS: &[Program] = &[
    row("Gmail", Plain, "{A}\n\nOn Sat, Nov 21, 2026 at 3:00 PM Turnpost <post@turnpost.example> wrote:\n\n{Q}"),
    row(
        "Gmail, bottom",
        Plain,
        "On Sat, Nov 21, 2026 at 3:00 PM Turnpost <post@turnpost.example> wrote:\n\n{Q}\n{A}\n",
    ),
    row("Apple Mail", Plain, "{A}\n\n> On 21 Nov 2026, at 15:00, Turnpost <post@turnpost.example> wrote:\n> \n{Q}\n"),
    row(
        "iOS Mail",
        Plain,
        "{A}\n\nSent from my iPhone\n\n> On 21 Nov 2026, at 15:00, Turnpost <post@turnpost.example> wrote:\n> \n> {Q}",
    ),
    row(
        "iOS Mail, German",
        Plain,
        "{A}\n\nVon meinem iPhone gesendet\n\n> Am 21.11.2026 um 15:00 schrieb Turnpost <post@turnpost.example>:\n> \n{Q}",
    ),
    row(
        "Outlook",
        Plain,
        "{A}\n\nFrom: Turnpost <post@turnpost.example> \nSent: Saturday, November 21, 2026 3:00 PM\nTo: Anna <anna@example.org>\nSubject: Your turn\n\n{L}",
    ),
    row(
        "Outlook, old",
        Plain,
        "{A}\n\n-----Original Message-----\nFrom: Turnpost <post@turnpost.example> \nSent: Saturday, November 21, 2026 3:00 PM\nTo: Anna\nSubject: Your turn\n\n{L}",
    ),
    row(
        "Outlook, German",
        Plain,
        "{A}\n\nVon: Turnpost <post@turnpost.example> \nGesendet: Samstag, 21. November 2026 15:00\nAn: Anna <anna@example.org>\nBetreff: Your turn\n\n{L}",
    ),
    row(
        "Outlook, French",
        Plain,
        "{A}\n\nDe : Turnpost <post@turnpost.example> \nEnvoyé : samedi 21 novembre 2026 15:00\nÀ : Anna <anna@example.org>\nObjet : Your turn\n\n{L}",
    ),
    row(
        "Outlook, Czech",
        Plain,
        "{A}\n\nOd: Turnpost <post@turnpost.example> \nOdesláno: sobota 21. listopadu 2026 15:00\nKomu: Anna <anna@example.org>\nPředmět: Your turn\n\n{L}",
    ),
    row(
        "Outlook on the web",
        Plain,
        "{A}\n\n________________________________\nFrom: Turnpost <post@turnpost.example>\nSent: Saturday, November 21, 2026 3:00 PM\nTo: Anna\nSubject: Your turn\n\n{L}",
    ),
    row(
        "Outlook for iOS",
        Plain,
        "{A}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Turnpost <post@turnpost.example>\nSent: Saturday, November 21, 2026 3:00:00 PM\nTo: Anna\nSubject: Your turn\n\n{L}",
    ),
    row("Thunderbird, flowed, bottom", Flowed, "On 21/11/2026 15:00, Turnpost wrote:\n{Q}\n{A}\n\n-- \nAnna\n"),
    row("Thunderbird, top", Flowed, "{A}\n\nOn 21/11/2026 15:00, Turnpost wrote:\n{Q}"),
    row(
        "Proton",
        Plain,
        "{A}\n\nSent with Proton Mail secure email.\n\nOn Saturday, 21 November 2026 at 15:00, Turnpost <post@turnpost.example> wrote:\n\n{Q}",
    ),
    row(
        "Yahoo",
        Plain,
        " {A}\n\n    On Saturday, November 21, 2026 at 03:00:00 PM GMT+1, Turnpost <post@turnpost.example> wrote:  \n \n {L}  ",
    ),
    row(
        "Yahoo on Android",
        Plain,
        "{A}\n\nSent from Yahoo Mail on Android \n \n  On Sat, 21 Nov 2026 at 15:00, Turnpost<post@turnpost.example> wrote:   {L}  ",
    ),
    row(
        "Samsung",
        Plain,
        "{A}\n\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Turnpost <post@turnpost.example> \nDate: 21/11/2026  15:00  (GMT+01:00) \nTo: anna@example.org \nSubject: Your turn \n\n{L}",
    ),
    row(
        "Samsung, Polish",
        Plain,
        "{A}\n\nWysłano z urządzenia Galaxy\n\n-------- Oryginalna wiadomość --------\nOd: Turnpost <post@turnpost.example> \nData: 21.11.2026  15:00  (GMT+01:00) \nDo: anna@example.org \nTemat: Your turn \n\n{L}",
    ),
    row(
        "K-9",
        Plain,
        "{A}\n\nAm 21. November 2026 15:00:00 MEZ schrieb Turnpost <post@turnpost.example>:\n{Q}\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    ),
    row("mutt", Plain, "On Sat, Nov 21, 2026 at 03:00:00PM +0100, Turnpost wrote:\n{Q}\n{A}\n"),
    row(
        "GMX",
        Plain,
        "{A}\n\n\nGesendet: Samstag, 21. November 2026 um 15:00 Uhr\nVon: \"Turnpost\" <post@turnpost.example>\nAn: anna@example.org\nBetreff: Your turn\n\n{L}",
    ),
    row(
        "web.de app",
        Plain,
        "{A}\n\n-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n\nAm 21.11.26, 15:00 schrieb Turnpost <post@turnpost.example>:\n\n{Q}",
    ),
    row(
        "QQ",
        Plain,
        "{A}\n\n\n\n\n------------------&nbsp;原始邮件&nbsp;------------------\n发件人: \"Turnpost\"<post@turnpost.example>;\n发送时间: 2026年11月21日(星期六) 晚上10:00\n收件人: \"Anna\"<anna@example.org>;\n主题: Your turn\n\n{L}",
    ),
    row(
        "Zimbra",
        Plain,
        "{A}\n\n----- Original Message -----\nFrom: \"Turnpost\" <post@turnpost.example>\nTo: \"Anna\" <anna@example.org>\nSent: Saturday, November 21, 2026 3:00:00 PM\nSubject: Your turn\n\n{L}",
    ),
    row(
        "Tutanota",
        Plain,
        "{A}\n\n--\nSecured with Tuta Mail:\nhttps://tuta.com/free-email\n\n\nNov 21, 2026, 15:00 by post@turnpost.example:\n\n{Q}",
    ),
    row("Fastmail", Plain, "{A}\n\nOn Sat, Nov 21, 2026, at 3:00 PM, Turnpost wrote:\n{Q}"),
    row("Roundcube", Plain, "On 2026-11-21 15:00, Turnpost wrote:\n\n{Q}\n\n{A}\n"),
    row("Evolution", Plain, "On Sat, 2026-11-21 at 15:00 +0100, Turnpost wrote:\n{Q}\n\n{A}\n"),
    row("KMail", Plain, "On Saturday, 21 November 2026 15:00:00 CET Turnpost wrote:\n{Q}\n{A}\n"),
    row("Horde", Plain, "{A}\n\nQuoting Turnpost <post@turnpost.example>:\n\n{Q}"),
    row("Gnus", Plain, "Turnpost <post@turnpost.example> writes:\n\n{Q}\n{A}\n"),
    row("The Bat", Plain, "{A}\n\nSaturday, November 21, 2026, 3:00:00 PM, you wrote:\n\n{Q}"),
    row(
        "Zoho",
        Plain,
        "{A}\n\n\n\n---- On Sat, 21 Nov 2026 15:00:00 +0100 Turnpost <post@turnpost.example> wrote ----\n\n{Q}",
    ),
    row(
        "Mail.ru",
        Plain,
        "{A}\n\n\n>Суббота, 21 ноября 2026, 15:00 +03:00 от Turnpost <post@turnpost.example>:\n>\n{Q}",
    ),
    row("Yandex", Plain, "{A}\n\n21.11.2026, 15:00, \"Turnpost\" <post@turnpost.example>:\n{Q}"),
    row("Spark", Plain, "{A}\nOn 21 Nov 2026, 15:00 +0100, Turnpost <post@turnpost.example>, wrote:\n{Q}"),
    row(
        "AOL",
        Plain,
        "{A}\n\n-----Original Message-----\nFrom: Turnpost <post@turnpost.example>\nTo: anna@example.org\nSent: Sat, Nov 21, 2026 3:00 pm\nSubject: Your turn\n\n{L}",
    ),
    row(
        "Notes",
        Plain,
        "{A}\n\n\n\nFrom:   Turnpost <post@turnpost.example>\nTo:     anna@example.org\nDate:   21.11.2026 15:00\nSubject:        Your turn\n\n\n\n{L}",
    ),
    row(
        "163",
        Plain,
        "{A}\n\n\n\n\n\n\n\n\n\nAt 2026-11-21 22:00:00, \"Turnpost\" <post@turnpost.example> wrote:\n{Q}",
    ),
    row(
        "Signed with PGP",
        Plain,
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{A}\n\nOn 21/11/2026 15:00, Turnpost wrote:\n{Q}\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n",
    ),
    row("no introduction", Plain, "{A}\n\n{Q}"),
    row("no introduction, bottom", Plain, "{Q}\n\n{A}\n"),
    row("no marks, no introduction", Plain, "{A}\n\n{L}"),
];

const HTML_PROGRAMS: &[Program] = &[
    row(
        "Gmail",
        Html,
        "<div dir=\"ltr\">{A}</div><br><div class=\"gmail_quote gmail_quote_container\"><div dir=\"ltr\" class=\"gmail_attr\">On Sat, Nov 21, 2026 at 3:00 PM Turnpost &lt;<a href=\"mailto:post@turnpost.example\">post@turnpost.example</a>&gt; wrote:<br></div><blockquote class=\"gmail_quote\" style=\"margin:0 0 0 .8ex\">{H}</blockquote></div>",
    ),
    row(
        "Gmail, below, in the frame",
        Html,
        "<div dir=\"ltr\"><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On Sat, Nov 21, 2026 at 3:00 PM Turnpost wrote:<br></div><blockquote class=\"gmail_quote\">{H}</blockquote><div><br></div><div>{A}</div></div></div>",
    ),
    row(
        "Gmail app",
        Html,
        "<div dir=\"auto\">{A}</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">Turnpost &lt;post@turnpost.example&gt; schrieb am Sa., 21. Nov. 2026, 15:00:<br></div><blockquote class=\"gmail_quote\">{H}</blockquote></div>",
    ),
    row(
        "Gmail with a signature",
        Html,
        "<div dir=\"ltr\">{A}<div><br clear=\"all\"><div><div dir=\"ltr\" class=\"gmail_signature\">Anna<br>Head of Moves</div></div></div></div><br><div class=\"gmail_quote\"><blockquote class=\"gmail_quote\">{H}</blockquote></div>",
    ),
    row(
        "Apple Mail",
        Html,
        "<div dir=\"auto\" style=\"overflow-wrap: break-word;\">{A}<br id=\"lineBreakAtBeginningOfMessage\"><div><br><blockquote type=\"cite\"><div>On 21 Nov 2026, at 15:00, Turnpost &lt;post@turnpost.example&gt; wrote:</div><br class=\"Apple-interchange-newline\"><div>{H}</div></blockquote></div><br></div>",
    ),
    row(
        "iOS Mail",
        Html,
        "<div dir=\"ltr\"></div><div dir=\"ltr\">{A}</div><div dir=\"ltr\"><br></div><div dir=\"ltr\"><div id=\"AppleMailSignature\">Sent from my iPhone</div></div><div dir=\"ltr\"><br><blockquote type=\"cite\">On 21 Nov 2026, at 15:00, Turnpost wrote:<br><br></blockquote></div><blockquote type=\"cite\"><div dir=\"ltr\">{H}</div></blockquote>",
    ),
    row(
        "Outlook",
        Html,
        "<div class=\"WordSection1\"><p class=\"MsoNormal\">{A}<o:p></o:p></p><p class=\"MsoNormal\"><o:p>&nbsp;</o:p></p><div><div style=\"border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in\"><p class=\"MsoNormal\"><b>From:</b> Turnpost &lt;post@turnpost.example&gt; <br><b>Sent:</b> Saturday, November 21, 2026 3:00 PM<br><b>To:</b> Anna<br><b>Subject:</b> Your turn<o:p></o:p></p></div></div><p class=\"MsoNormal\"><o:p>&nbsp;</o:p></p>{H}</div>",
    ),
    row(
        "Outlook, old",
        Html,
        "<div class=\"Section1\"><p class=\"MsoNormal\">{A}</p><div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>Feladó:</b> Turnpost</p></div>{H}</div>",
    ),
    row(
        "Outlook on the web",
        Html,
        "<div class=\"elementToProof\">{A}</div><div id=\"appendonsend\"></div><hr style=\"display:inline-block;width:98%\" tabindex=\"-1\"><div id=\"divRplyFwdMsg\" dir=\"ltr\"><font><b>From:</b> Turnpost</font></div><div>{H}</div>",
    ),
    row(
        "Outlook for iOS",
        Html,
        "<div>{A}</div><div id=\"ms-outlook-mobile-signature\"><div>Get <a href=\"https://aka.ms/o0ukef\">Outlook for iOS</a></div></div><div id=\"mail-editor-reference-message-container\"><hr><div class=\"ms-outlook-mobile-reference-message\"><b>From: </b>Turnpost<br>{H}</div></div>",
    ),
    row(
        "Hotmail, old",
        Html,
        "<div>{A}</div><br><hr id=\"stopSpelling\">Date: Sat, 21 Nov 2026 15:00<br>Subject: x<br>From: y<br><br>{H}",
    ),
    row(
        "Thunderbird",
        Html,
        "<p>{A}</p><div class=\"moz-signature\">-- <br>Anna</div><div class=\"moz-cite-prefix\">On 21/11/2026 15:00, Turnpost wrote:<br></div><blockquote type=\"cite\" cite=\"mid:0\">{H}</blockquote>",
    ),
    row(
        "Thunderbird, bottom",
        Html,
        "<div class=\"moz-cite-prefix\">Am 21.11.26 um 15:00 schrieb Turnpost:<br></div><blockquote type=\"cite\" cite=\"mid:0\">{H}</blockquote><p>{A}</p><pre class=\"moz-signature\" cols=\"72\">-- \nAnna</pre>",
    ),
    row(
        "Proton",
        Html,
        "<div style=\"font-family: Arial\">{A}</div><div class=\"protonmail_signature_block\"><div class=\"protonmail_signature_block-proton\">Sent with <a href=\"https://proton.me/\">Proton Mail</a> secure email.</div></div><div class=\"protonmail_quote\">On Saturday, 21 November 2026 at 15:00, Turnpost wrote:<br><blockquote class=\"protonmail_quote\" type=\"cite\">{H}</blockquote></div>",
    ),
    row(
        "Yahoo",
        Html,
        "<div class=\"ydp1yahoo-style-wrap\"><div dir=\"ltr\">{A}</div><div><br></div></div><div id=\"ydp2yahoo_quoted_1\" class=\"ydp2yahoo_quoted\"><div><div>On Saturday, Turnpost wrote:</div><div>{H}</div></div></div>",
    ),
    row(
        "Samsung",
        Html,
        "<div dir=\"auto\">{A}</div><div dir=\"auto\"><br></div><div id=\"composer_signature\" dir=\"auto\"><div style=\"font-size:12px\">Sent from my Galaxy</div></div><div><br></div><div align=\"left\" dir=\"auto\" style=\"font-size:100%;color:#000000\"><div>-------- Original message --------</div><div>From: Turnpost &lt;post@turnpost.example&gt; </div><div>Date: 21/11/2026  15:00  (GMT+01:00) </div><div>To: anna@example.org </div><div>Subject: x </div><div><br></div></div>{H}",
    ),
    row(
        "K-9",
        Html,
        "<!DOCTYPE html><html><body><div dir=\"auto\">{A}</div><br><br><div class=\"gmail_quote\"><div dir=\"auto\">Am 21. November 2026 15:00:00 MEZ schrieb Turnpost:</div><blockquote class=\"gmail_quote\" style=\"margin: 0pt\">{H}</blockquote></div></body></html>",
    ),
    row(
        "GMX",
        Html,
        "<html><head></head><body><div style=\"font-family: Verdana;font-size: 12.0px;\"><div>{A}</div><div>&nbsp;<div name=\"quote\" style=\"margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;\"><div style=\"margin:0 0 10px 0;\"><b>Gesendet:</b>&nbsp;Samstag<br/><b>Von:</b>&nbsp;Turnpost</div><div name=\"quoted-content\">{H}</div></div></div></div></body></html>",
    ),
    row(
        "QQ",
        Html,
        "<div>{A}</div><div><br></div><div style=\"font-size: 12px;padding:2px 0\">------------------&nbsp;Original&nbsp;------------------</div><div style=\"background:#efefef\"><div><b>From: </b>&nbsp;\"Turnpost\"&lt;post@turnpost.example&gt;;</div><div><b>Date: </b>&nbsp;Sat, Nov 21, 2026 10:00 PM</div></div>{H}",
    ),
    row(
        "Zimbra",
        Html,
        "<div style=\"font-family: arial\"><div>{A}</div><div><br></div><hr id=\"zwchr\" data-marker=\"__DIVIDER__\"><div data-marker=\"__HEADERS__\"><b>From: </b>x<br></div><blockquote data-marker=\"__QUOTED_TEXT__\">{H}</blockquote></div>",
    ),
    row(
        "Tutanota",
        Html,
        "<div dir=\"auto\">{A}<br></div><div><br></div><div>Nov 21, 2026, 15:00 by post@turnpost.example:<br></div><blockquote class=\"tutanota_quote\" style=\"border-left: 1px solid #93A3B8;\">{H}</blockquote>",
    ),
    row(
        "Fastmail",
        Html,
        "<!DOCTYPE html><html><head><title></title><style type=\"text/css\">p.MsoNormal{margin:0}</style></head><body><div>{A}</div><div><br></div><div>On Sat, Nov 21, 2026, at 3:00 PM, Turnpost wrote:</div><blockquote type=\"cite\" id=\"qt\" style=\"\">{H}</blockquote></body></html>",
    ),
    row(
        "Roundcube",
        Html,
        "<p>{A}</p><div id=\"signature\">-- <br>Anna</div><p id=\"reply-intro\">On 2026-11-21 15:00, Turnpost wrote:</p><blockquote type=\"cite\" style=\"padding: 0 0.4em\">{H}</blockquote>",
    ),
    row(
        "Zoho",
        Html,
        "<div style=\"font-family: Verdana\"><div>{A}</div><div class=\"zmail_extra_hr\" style=\"border-top: 1px solid rgb(204, 204, 204);\"></div><div class=\"zmail_extra\" data-zbluepencil-ignore=\"true\"><div id=\"Zm-_Id_-Sgn1\">---- On Sat, 21 Nov 2026 Turnpost wrote ----</div><blockquote>{H}</blockquote></div></div>",
    ),
    row(
        "Mail.ru",
        Html,
        "<div>{A}</div><div>&nbsp;</div><blockquote style=\"border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;\">Суббота, 21 ноября 2026, 15:00 +03:00 от Turnpost:<br>&nbsp;<div>{H}</div></blockquote>",
    ),
    row(
        "Yandex",
        Html,
        "<div>{A}</div><div>&nbsp;</div><div>21.11.2026, 15:00, \"Turnpost\" &lt;post@turnpost.example&gt;:</div><blockquote>{H}</blockquote>",
    ),
    row(
        "Spark",
        Html,
        "<html><body><div name=\"messageBodySection\"><div dir=\"auto\">{A}</div></div><div name=\"messageSignatureSection\"><br>Anna</div><div name=\"messageReplySection\">On 21 Nov 2026, 15:00 +0100, Turnpost, wrote:<br><blockquote type=\"cite\">{H}</blockquote></div></body></html>",
    ),
    row(
        "Windows Mail",
        Html,
        "<div><p>{A}</p></div><div style=\"padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;\"><div><b>Von:</b>&nbsp;Turnpost<br></div></div><div>{H}</div>",
    ),
    row(
        "163",
        Html,
        "<div style=\"line-height:1.7\"><p>{A}</p><br><p>At 2026-11-21 22:00:00, \"Turnpost\" &lt;post@turnpost.example&gt; wrote:</p><blockquote id=\"isReplyContent\" style=\"PADDING-LEFT: 1ex\">{H}</blockquote></div>",
    ),
    row(
        "HCL Notes",
        Html,
        "<font size=2 face=\"sans-serif\">{A}</font><br><br><br><font size=1 color=#5f5f5f>Von: </font><font size=1>Turnpost &lt;post@turnpost.example&gt;</font><br><font size=1>An: </font><font size=1>anna@example.org</font><br><font size=1>Datum: </font><font size=1>21.11.2026 15:00</font><br><hr noshade><br>{H}",
    ),
    row("broken tags", Html, "<div><b><i>{A}</div></b><blockquote><div><p>{H}</blockquote></table></div>"),
    row("without a quotation", Html, "<p>{A}</p>{H}"),
];

fn message(program: &Program, answer: &str, email: &str) -> Vec<u8> {
    let escaped = answer.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let body = program.body.replace("{A}", if program.form == Html { &escaped } else { answer });
    let body = body.replace("{Q}", &quoted(&text(email))).replace("{L}", &text(email)).replace("{H}", &html(email));
    match program.form {
        Plain => plain(&body),
        Flowed => single("text/plain; charset=UTF-8; format=flowed", &body),
        Html => page(&body),
    }
}

#[test]
fn each_program_gives_the_move_and_nothing_else() {
    let mut wrong = Vec::new();
    for program in TEXT_PROGRAMS.iter().chain(HTML_PROGRAMS) {
        for (answer, email) in MOVES.iter().flat_map(|answer| EMAILS.iter().map(move |email| (answer, email))) {
            let received = reply(&message(program, answer, email));
            if received.first() != *answer || received.text != *answer {
                wrong.push(format!("{} {answer:?}: {:?}", program.name, received.text));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.iter().step_by(wrong.len() / 20 + 1).map(String::as_str).collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn no_program_gives_a_move_that_was_not_written() {
    for program in TEXT_PROGRAMS.iter().chain(HTML_PROGRAMS) {
        for email in EMAILS {
            let received = reply(&message(program, "", email));
            assert_eq!(received.text, "", "{}", program.name);
        }
    }
}

#[test]
fn line_breaks_and_blanks_of_the_network_do_not_matter() {
    for program in TEXT_PROGRAMS.iter().chain(HTML_PROGRAMS) {
        let raw = message(program, "e5-e7\nGood luck!", EMAILS[0]);
        let crlf = String::from_utf8_lossy(&raw).replace('\n', "\r\n");
        assert_eq!(reply(crlf.as_bytes()).text, reply(&raw).text, "{}", program.name);
        assert_eq!(reply(&raw).first().split(' ').next(), Some("e5-e7"), "{}", program.name);
    }
}
