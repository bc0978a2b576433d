//! The lines that introduce a quotation, in the languages and forms of many programs.

use super::super::Received;
use super::sample::{EMAILS, plain, quoted, reply, text, wrapped};

/// One introduction a line. `|` is a line break that the program sets.
const ATTRIBUTIONS: &[&str] = &[
    // Gmail
    "On Sat, Nov 21, 2026 at 3:00 PM Turnpost <post@turnpost.example> wrote:",
    "On Sat, 21 Nov 2026 at 15:00, Turnpost <post@turnpost.example> wrote:",
    "On Sat, 21 Nov 2026, 15:00 Turnpost, <post@turnpost.example> wrote:",
    "Am Sa., 21. Nov. 2026 um 15:00 Uhr schrieb Turnpost <post@turnpost.example>:",
    "Turnpost <post@turnpost.example> schrieb am Sa., 21. Nov. 2026, 15:00:",
    "Le sam. 21 nov. 2026 à 15:00, Turnpost <post@turnpost.example> a écrit :",
    "El sáb, 21 nov 2026 a las 15:00, Turnpost (<post@turnpost.example>) escribió:",
    "Il giorno sab 21 nov 2026 alle ore 15:00 Turnpost <post@turnpost.example> ha scritto:",
    "Em sáb., 21 de nov. de 2026 às 15:00, Turnpost <post@turnpost.example> escreveu:",
    "A sábado, 21/11/2026, 15:00, Turnpost <post@turnpost.example> escreveu:",
    "Op za 21 nov 2026 om 15:00 schreef Turnpost <post@turnpost.example>:",
    "Den lör 21 nov. 2026 kl 15:00 skrev Turnpost <post@turnpost.example>:",
    "Den lør. 21. nov. 2026 kl. 15.00 skrev Turnpost <post@turnpost.example>:",
    "lør. 21. nov. 2026 kl. 15:00 skrev Turnpost <post@turnpost.example>:",
    "la 21. marrask. 2026 klo 15.00 Turnpost (post@turnpost.example) kirjoitti:",
    "sob., 21 lis 2026 o 15:00 Turnpost <post@turnpost.example> napisał(a):",
    "so 21. 11. 2026 v 15:00 odesílatel Turnpost <post@turnpost.example> napsal:",
    "so 21. 11. 2026 o 15:00 Turnpost <post@turnpost.example> napísal(a):",
    "Turnpost <post@turnpost.example> ezt írta (időpont: 2026. nov. 21., Szo, 15:00):",
    "În sâm., 21 nov. 2026 la 15:00, Turnpost <post@turnpost.example> a scris:",
    "сб, 21 нояб. 2026 г. в 15:00, Turnpost <post@turnpost.example>:",
    "сб, 21 лист. 2026 р. о 15:00 Turnpost <post@turnpost.example> пише:",
    "На сб, 21.11.2026 г. в 15:00 Turnpost <post@turnpost.example> написа:",
    "Στις Σάβ 21 Νοε 2026 στις 3:00 μ.μ., ο χρήστης Turnpost <post@turnpost.example> έγραψε:",
    "Turnpost <post@turnpost.example>, 21 Kas 2026 Cmt, 15:00 tarihinde şunu yazdı:",
    "Turnpost <post@turnpost.example> 于2026年11月21日周六 15:00写道：",
    "Turnpost <post@turnpost.example> 於 2026年11月21日 週六 下午3:00寫道：",
    "2026年11月21日(土) 15:00 Turnpost <post@turnpost.example>:",
    "2026년 11월 21일 (토) 오후 3:00, Turnpost <post@turnpost.example>님이 작성:",
    "\u{202b}בתאריך שבת, 21 בנוב׳ 2026 ב-15:00 מאת \u{202a}Turnpost\u{202c}\u{200f} <\u{202a}post@turnpost.example\u{202c}\u{200f}>:\u{202c}",
    "\u{202b}في السبت، ٢١ نوفمبر ٢٠٢٦ في ٣:٠٠ م تمت كتابة ما يلي بواسطة \u{202a}Turnpost\u{202c}\u{200f} <\u{202a}post@turnpost.example\u{202c}\u{200f}>:\u{202c}",
    "เมื่อ ส. 21 พ.ย. 2026 เวลา 15:00 Turnpost <post@turnpost.example> เขียนว่า:",
    "Vào Th 7, 21 thg 11, 2026 vào lúc 15:00 Turnpost <post@turnpost.example> đã viết:",
    "Pada tanggal Sab, 21 Nov 2026 pukul 15.00 Turnpost <post@turnpost.example> menulis:",
    "Dana sub, 21. stu 2026. u 15:00 Turnpost <post@turnpost.example> napisao je:",
    "V V sob., 21. nov. 2026 ob 15:00 je oseba Turnpost <post@turnpost.example> napisala:",
    "2026-11-21, št, 15:00 Turnpost <post@turnpost.example> rašė:",
    "El ds., 21 de nov. 2026, 15:00, Turnpost <post@turnpost.example> va escriure:",
    "2026-11-21 15:00 GMT+01:00 Turnpost <post@turnpost.example>:",
    // Apple Mail
    "On 21 Nov 2026, at 15:00, Turnpost <post@turnpost.example> wrote:",
    "On Nov 21, 2026, at 3:00\u{202f}PM, Turnpost <post@turnpost.example> wrote:",
    "Am 21.11.2026 um 15:00 schrieb Turnpost <post@turnpost.example>:",
    "Le 21 nov. 2026 à 15:00, Turnpost <post@turnpost.example> a écrit :",
    "El 21 nov 2026, a las 15:00, Turnpost <post@turnpost.example> escribió:",
    "Il giorno 21 nov 2026, alle ore 15:00, Turnpost <post@turnpost.example> ha scritto:",
    "No dia 21/11/2026, às 15:00, Turnpost <post@turnpost.example> escreveu:",
    "Op 21 nov. 2026 om 15:00 heeft Turnpost <post@turnpost.example> het volgende geschreven:",
    "21 nov. 2026 kl. 15:00 skrev Turnpost <post@turnpost.example>:",
    "Den 21. nov. 2026 kl. 15.00 skrev Turnpost <post@turnpost.example>:",
    "Turnpost <post@turnpost.example> kirjoitti 21.11.2026 kello 15.00:",
    "Wiadomość napisana przez Turnpost <post@turnpost.example> w dniu 21.11.2026, o godz. 15:00:",
    "21. 11. 2026 v 15:00, Turnpost <post@turnpost.example>:",
    "21 нояб. 2026 г., в 15:00, Turnpost <post@turnpost.example> написал(а):",
    "Turnpost <post@turnpost.example> şunları yazdı (21 Kas 2026 15:00):",
    "2026/11/21 15:00、Turnpost <post@turnpost.example>のメール:",
    "在 2026年11月21日，下午3:00，Turnpost <post@turnpost.example> 写道：",
    "2026. 11. 21. 오후 3:00, Turnpost <post@turnpost.example> 작성:",
    // Thunderbird, without an address
    "On 21/11/2026 15:00, Turnpost wrote:",
    "On 2026-11-21 3:00 p.m., Turnpost wrote:",
    "Am 21.11.26 um 15:00 schrieb Turnpost:",
    "Le 21/11/2026 à 15:00, Turnpost a écrit :",
    "El 21/11/26 a las 15:00, Turnpost escribió:",
    "Il 21/11/2026 15:00, Turnpost ha scritto:",
    "Op 21-11-2026 om 15:00 schreef Turnpost:",
    "W dniu 21.11.2026 o 15:00, Turnpost pisze:",
    "Em 21/11/2026 15:00, Turnpost escreveu:",
    "Às 15:00 de 21/11/2026, Turnpost escreveu:",
    "21.11.2026 15:00, Turnpost пишет:",
    "21.11.26 15:00, Turnpost пише:",
    "Den 2026-11-21 kl. 15:00, skrev Turnpost:",
    "Den 21.11.2026 kl. 15.00 skrev Turnpost:",
    "Den 21.11.2026 15:00, skrev Turnpost:",
    "Dne 21. 11. 26 v 15:00 Turnpost napsal(a):",
    "Dňa 21. 11. 2026 o 15:00 Turnpost napísal(a):",
    "2026. 11. 21. 15:00 keltezéssel, Turnpost írta:",
    "Turnpost kirjoitti 21.11.2026 klo 15.00:",
    "Pe 21.11.2026 15:00, Turnpost a scris:",
    "На 21.11.26 г. в 15:00, Turnpost написа:",
    "Dana 21.11.2026. u 15:00, Turnpost je napisao/la:",
    "Turnpost je 21. 11. 2026 ob 15:00 napisal:",
    "Στις 21/11/26 15:00, ο/η Turnpost έγραψε:",
    "21.11.2026 15:00 tarihinde Turnpost yazdı:",
    "在 2026/11/21 15:00, Turnpost 写道:",
    "Turnpost 於 2026/11/21 15:00 寫道:",
    "On 2026/11/21 15:00, Turnpost wrote:",
    "Turnpost wrote on 21/11/2026 15:00:",
    "A 21/11/2026 15:00, Turnpost escribiu:",
    "El 21/11/2026 a les 15:00, Turnpost ha escrit:",
    // Others
    "On Saturday, 21 November 2026 at 15:00, Turnpost <post@turnpost.example> wrote:",
    "Am Samstag, 21. November 2026 um 15:00 schrieb Turnpost <post@turnpost.example>:",
    "On Saturday, November 21, 2026 at 03:00:00 PM GMT+1, Turnpost <post@turnpost.example> wrote:",
    "Am 21. November 2026 15:00:00 MEZ schrieb Turnpost <post@turnpost.example>:",
    "On November 21, 2026 3:00:00 PM GMT+01:00, Turnpost <post@turnpost.example> wrote:",
    "On Sat, Nov 21, 2026 at 03:00:00PM +0100, Turnpost wrote:",
    "* Turnpost <post@turnpost.example> [2026-11-21 15:00 +0100]:",
    "Quoting Turnpost <post@turnpost.example>:",
    "Zitat von Turnpost <post@turnpost.example>:",
    "Turnpost <post@turnpost.example> writes:",
    "On Sat, 2026-11-21 at 15:00 +0100, Turnpost wrote:",
    "Am Samstag, dem 21.11.2026 um 15:00 +0100 schrieb Turnpost:",
    "Le samedi 21 novembre 2026 à 15:00 +0100, Turnpost a écrit :",
    "On Saturday, 21 November 2026 15:00:00 CET Turnpost wrote:",
    "21. Nov. 2026, 15:00 von post@turnpost.example:",
    "Nov 21, 2026, 15:00 by post@turnpost.example:",
    "On Sat, Nov 21, 2026, at 3:00 PM, Turnpost wrote:",
    "Op 21-11-2026 15:00 schreef Turnpost:",
    "W dniu 2026-11-21 15:00:27 użytkownik Turnpost <post@turnpost.example> napisał:",
    "Sobota, 21 listopada 2026 15:00 od Turnpost <post@turnpost.example>:",
    "Суббота, 21 ноября 2026, 15:00 +03:00 от Turnpost <post@turnpost.example>:",
    "21.11.2026, 15:00, \"Turnpost\" <post@turnpost.example>:",
    "21 листопада 2026, 15:00:27, від \"Turnpost\" <post@turnpost.example>:",
    "Hello Anna,||Saturday, November 21, 2026, 3:00:00 PM, you wrote:",
    "At 2026-11-21 15:00:00, \"Turnpost\" <post@turnpost.example> wrote:",
    "在 2026-11-21 15:00:00，\"Turnpost\" <post@turnpost.example> 写道：",
    "On 21 Nov 2026, 15:00 +0100, Turnpost <post@turnpost.example>, wrote:",
    "---- On Sat, 21 Nov 2026 15:00:00 +0100 Turnpost <post@turnpost.example> wrote ----",
    "---- Am Sa, 21 Nov 2026 15:00:00 +0100 Turnpost <post@turnpost.example> schrieb ----",
    "----- Original Message -----|From: Turnpost <post@turnpost.example>|To: anna@example.org|Sent: Saturday, November 21, 2026 3:00 PM|Subject: Your turn",
    "-------- Ursprüngliche Nachricht --------|Von: Turnpost <post@turnpost.example>|Datum: 21.11.26 15:00 (GMT+01:00)|An: anna@example.org|Betreff: Your turn",
];

fn message(answer: &str, attribution: &str, email: &str) -> Received {
    reply(&plain(&format!("{answer}{attribution}\n\n{email}")))
}

#[test]
fn each_introduction_is_found_above_a_quotation() {
    let email = text(EMAILS[0]);
    for attribution in ATTRIBUTIONS {
        let lines = attribution.replace('|', "\n");
        let received = message("e5-e7\n\n", &lines, &quoted(&email));
        assert_eq!(received.first(), "e5-e7", "{attribution}");
        assert!(received.text == "e5-e7" || attribution.starts_with("Hello"), "{attribution}: {:?}", received.text);
    }
}

#[test]
fn each_introduction_is_found_without_marks_of_quotation() {
    // Emails without the mark, and other people's email.
    let email = "Some words of an older message.\n\npass\n";
    // Programs that introduce by a name alone quote with marks.
    let dated = |attribution: &&&str| !attribution.starts_with("Hello") && attribution.contains(char::is_numeric);
    for attribution in ATTRIBUTIONS.iter().filter(dated) {
        let lines = attribution.replace('|', "\n");
        let received = message("+b2\n\n", &lines, email);
        assert_eq!(received.text, "+b2", "{attribution}");
        let received = message("", &lines, email);
        assert_eq!(received.text, "", "{attribution}");
    }
}

#[test]
fn an_introduction_may_be_wrapped_at_any_width() {
    let email = text(EMAILS[0]);
    let mut wrong = Vec::new();
    for attribution in ATTRIBUTIONS {
        for width in 40..90 {
            let lines = wrapped(&attribution.replace('|', "\n"), width);
            if lines.lines().count() > 5 || attribution.starts_with("----") {
                continue;
            }
            let hello = attribution.starts_with("Hello");
            let mut expect = |what: &str, received: Received, text: &str| {
                if received.text != text && !hello {
                    wrong.push(format!("{what} at {width}: {lines}{:?}", received.text));
                }
            };
            expect("nothing", message("", &lines, &quoted(&email)), "");
            expect("above", message("pass\n\n", &lines, &quoted(&email)), "pass");
            expect("directly above", message("pass\n", &lines, &quoted(&email)), "pass");
            expect("below", message("", &lines, &format!("{}\ne5-e7\n", quoted(&email))), "e5-e7");
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.iter().step_by(wrong.len() / 20 + 1).map(String::as_str).collect::<Vec<_>>().join("\n")
    );
}
