//! Where the written text stands: above, below, between; and what is not written.

use super::sample::{EMAILS, MOVES, page, plain, quoted, reply, text, wrapped};

const ATTRIBUTION: &str = "On Sat, Nov 21, 2026 at 3:00 PM Turnpost <post@turnpost.example> wrote:\n\n";

fn read_plain(body: &str) -> String {
    reply(&plain(body)).text
}

#[test]
fn each_move_survives_above_and_below_each_email() {
    for email in EMAILS {
        let quotation = quoted(&text(email));
        for answer in MOVES {
            let above = reply(&plain(&format!("{answer}\n\n{ATTRIBUTION}{quotation}")));
            assert_eq!((above.first(), above.text.as_str()), (*answer, *answer));
            let below = reply(&plain(&format!("{ATTRIBUTION}{quotation}\n{answer}\n")));
            assert_eq!((below.first(), below.text.as_str()), (*answer, *answer));
            let alone = reply(&plain(&format!("{answer}\n")));
            assert_eq!(alone.first(), *answer);
            let signed = reply(&plain(&format!("{answer}\n\n-- \nAnna\n\n{ATTRIBUTION}{quotation}")));
            assert_eq!(signed.text, *answer);
        }
    }
}

#[test]
fn nothing_is_taken_out_of_an_email() {
    for email in EMAILS {
        let email = text(email);
        for body in [
            email.clone(),
            quoted(&email),
            format!("{ATTRIBUTION}{email}"),
            format!("{ATTRIBUTION}{}", quoted(&email)),
            format!("{ATTRIBUTION}{}\n-- \nAnna\n", quoted(&email)),
            email.lines().map(|line| format!("    {line}\n")).collect(),
            email.lines().map(|line| format!("| {line}\n")).collect(),
            email.lines().map(|line| format!("AB> {line}\n")).collect(),
            email.replace('\n', "\n\n"),
            format!("Sent from my iPhone\n\n{ATTRIBUTION}{}", quoted(&email)),
            // Without the mark.
            email.lines().skip(2).map(|line| format!("{line}\n")).collect(),
        ] {
            assert_eq!(read_plain(&body), "", "{body}");
        }
    }
}

#[test]
fn the_ends_of_wrapped_quoted_lines_are_not_written() {
    let mut wrong = Vec::new();
    for email in EMAILS {
        let email = text(email);
        for width in 40..82 {
            let quotation = wrapped(&quoted(&email), width);
            for (body, expected) in [
                (format!("{ATTRIBUTION}{quotation}"), ""),
                (format!("e5-e7\n\n{ATTRIBUTION}{quotation}"), "e5-e7"),
                (format!("{ATTRIBUTION}{quotation}\n\ne5-e7\n"), "e5-e7"),
                (format!("{quotation}\n\ne5-e7\n"), "e5-e7"),
                (quotation.clone(), ""),
            ] {
                let found = read_plain(&body);
                if found != expected {
                    wrong.push(format!("at {width}, {expected:?}: {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

#[test]
fn the_mark_is_found_in_any_form() {
    for mark in [
        "Reply above this line with your move.",
        "> Reply above this line with your move.",
        ">> Reply above this line\n>> with your move.",
        "  * Reply above\n  * this line with your move.",
        "Reply above this line with your\nmove.",
        "\u{200b}Reply above this line with your move.",
        "**Reply above this line with your move.**",
        "| Reply above this line with your move. |",
        "Reply\u{a0}above this line with your move. It is your turn, Anna, in Magma",
        "TP> Reply above this line with your move.",
    ] {
        assert_eq!(read_plain(&format!("+b2\n\n{mark}\n\ne5-e7\n\npass\n")), "+b2", "{mark}");
    }
}

#[test]
fn answers_between_quoted_lines_are_written() {
    for (body, expected) in [
        ("> Where do you go?\n\ne5-e7\n\n> And then?\n\nNothing.\n", "e5-e7\n\nNothing."),
        ("On 21/11/2026 15:00, Turnpost wrote:\n> Where do you go?\ne5-e7\n> And then?\npass\n", "e5-e7\n\npass"),
        ("pass\n\n<post@turnpost.example> wrote:\n> Where?\n", "pass"),
        ("Hello,\n\nOn 21/11/2026 15:00, Turnpost wrote:\n> Where?\n\ne5-e7\n", "Hello,"),
        ("> The match is waiting for you alone and for no other player, as it has the\nwhole day.\n\n+b2\n", "+b2"),
        ("> For example:  a1-a3   or   +b1   or another one of those below, such as\npass\n> Nothing.\n", ""),
    ] {
        assert_eq!(read_plain(body), expected, "{body}");
    }
}

#[test]
fn a_signature_ends_the_text() {
    for signature in [
        "-- ",
        "--",
        "—",
        "__",
        "-----",
        "________________________________",
        "Sent from my iPhone",
        "Sent from my Galaxy",
        "Sent from Yahoo Mail on Android",
        "Sent with Proton Mail secure email.",
        "Sent from Outlook for iOS",
        "Get Outlook for Android",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Von meinem iPhone gesendet",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Gesendet mit der GMX Mail App",
        "Holen Sie sich Outlook für iOS",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Envoyé de mon iPhone",
        "Envoyé depuis mon mobile Orange",
        "Télécharger Outlook pour Android",
        "Enviado desde mi iPhone",
        "Enviado do meu iPhone",
        "Obter o Outlook para iOS",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Skickat från min iPhone",
        "Sendt fra min iPhone",
        "Lähetetty iPhonesta",
        "Wysłane z iPhone’a",
        "Odesláno z iPhonu",
        "Odoslané z iPhonu",
        "iPhone-omról küldve",
        "Trimis de pe iPhone",
        "Отправлено с iPhone",
        "Надіслано з iPhone",
        "Изпратено от моя iPhone",
        "Στάλθηκε από το iPhone μου",
        "iPhone'umdan gönderildi",
        "iPhoneから送信",
        "发自我的iPhone",
        "從我的 iPhone 傳送",
        "나의 iPhone에서 보냄",
        "נשלח מה-iPhone שלי",
        "تم الإرسال من الـ iPhone",
        "ส่งจาก iPhone ของฉัน",
        "Đã gửi từ iPhone của tôi",
        "Dikirim dari iPhone saya",
        "Enviat des del meu iPhone",
        "Poslano iz mojeg iPhonea",
    ] {
        assert_eq!(read_plain(&format!("+b2\n\n{signature}\nAnna\n")), "+b2", "{signature}");
        assert_eq!(
            reply(&page(&format!("<div>+b2</div><div><br></div><div>{signature}</div><div>Anna</div>"))).text,
            "+b2",
            "{signature}"
        );
    }
}

#[test]
fn words_that_resemble_marks_are_text() {
    for written in [
        "-",
        "---",
        "- a1",
        "+b2",
        "a > b",
        "On e5",
        "On Monday I will be away, sorry.",
        "From e5 to e7",
        "From: e5",
        "The notification was sent from my iPhone app to all users.",
        "Sent from where?",
        "5",
        "6: 3,4",
        "move c2: 1; end\nand more",
        "I wrote: nothing",
        "say: On Monday we meet at 15:00",
        "So I wrote 5 words:",
        "To do: 3",
        "# 1",
        "--- e5 ---",
    ] {
        assert_eq!(read_plain(&format!("{written}\n")), written);
    }
}

#[test]
fn forwarded_messages_are_told_by_their_mark() {
    for (body, forwarded) in [
        ("pass\n\n---------- Forwarded message ---------\nFrom: A <a@b.c>\nDate: x\n\npass\n", true),
        ("FYI\n\nBegin forwarded message:\n\n> From: A <a@b.c>\n> pass\n", true),
        ("pass\n\nAnfang der weitergeleiteten Nachricht:\n\n> Von: A <a@b.c>\n", true),
        ("pass\n\n-------- Weitergeleitete Nachricht --------\nBetreff: x\nVon: y\n", true),
        ("pass\n\n-----Original Message-----\nFrom: A <a@b.c>\nSent: x\n\npass\n", false),
        ("pass\n\nOn 21/11/2026 15:00, A wrote:\n> ---------- Forwarded message ---------\n> pass\n", false),
    ] {
        let received = reply(&plain(body));
        assert_eq!(received.forwarded, forwarded, "{body}");
        assert!(matches!(received.text.as_str(), "pass" | "FYI"), "{body}");
    }
}
