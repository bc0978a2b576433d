//! The header of a message inside a text: "From: ...", "Sent: ...", as Outlook sets it above what it quotes.

use std::sync::LazyLock;

use super::dates::{facts, has_address};
use super::lines::{Line, plain_words};
use super::words::{Words, words};

/// The field that a label names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    From,
    Date,
    To,
    Cc,
    Subject,
    Other,
}

static FROM: Words = LazyLock::new(|| {
    words(
        "from|von|de|da|van|från|fra|lähettäjä|od|nadawca|odesílatel|odosielateľ|feladó|de la|expediteur|expéditeur|\
         remitente|mittente|afzender|avsändare|afsender|avsender|от|отправитель|від|від кого|от кого|από|kimden|\
         gönderen|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|발신|발신자|מאת|من|من:|จาก|từ|dari|\
         pošiljatelj|pošiljalec|saatja|nuo|no|reply-to|kimden/gönderen|absender|nga|frá|发件者|发送者|from/von",
    )
});

static DATE: Words = LazyLock::new(|| {
    words(
        "sent|date|gesendet|datum|envoyé|enviado|enviado el|enviada|enviada em|enviado em|data|fecha|inviato|inviata|\
         verzonden|skickat|skickades|sendt|dato|lähetetty|päivämäärä|päiväys|wysłano|wysłane|data wysłania|odesláno|\
         odoslané|dátum|küldve|elküldve|trimis|data trimiterii|отправлено|отправлен|дата|надіслано|изпратено|\
         στάλθηκε|αποστολή|εστάλη|ημερομηνία|gönderme tarihi|gönderildi|gönderilme|tarih|发送时间|发送日期|日期|時間|\
         时间|寄件日期|傳送日期|送信日時|日時|日付|送信日|보낸 날짜|날짜|보낸날짜|נשלח|תאריך|تاريخ|التاريخ|\
         تاريخ الإرسال|ส่งเมื่อ|วันที่|đã gửi|ngày|tanggal|dikirim|poslano|poslana|saadetud|išsiųsta|nosūtīts|\
         date/time|envoyé le|date d'envoi|le|enviat|tarihi",
    )
});

static TO: Words = LazyLock::new(|| {
    words(
        "to|an|à|a|para|aan|till|til|do|komu|címzett|către|catre|pro|vastaanottaja|кому|до|до кого|προς|kime|alıcı|\
         收件人|收件者|宛先|받는 사람|받는사람|수신|수신자|אל|إلى|ถึง|đến|kepada|za|kam|adresat|destinatario|\
         destinataire|destinatário|ontvanger|empfänger|mottagare|modtager|mottaker|saaja|kellele|adressat|pre|k|\
         per a|prima|за|odbiorca|recipient",
    )
});

static CC: Words = LazyLock::new(|| {
    words(
        "cc|bcc|kopie|kopia|copie|copia|cópia|kopi|kopio|dw|másolat|копия|копія|κοιν|bilgi|抄送|副本|참조|kopie (cc)|\
         עותק|نسخة|สำเนา|cc:|kopija",
    )
});

static SUBJECT: Words = LazyLock::new(|| {
    words(
        "subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|tárgy|\
         subiect|тема|относно|θέμα|konu|主题|主旨|主題|标题|件名|제목|נושא|موضوع|الموضوع|เรื่อง|หัวเรื่อง|chủ đề|\
         tiêu đề|subjek|perihal|zadeva|teema|tema|assumpte|re|assunto/subject|betr|betrifft|naslov|предмет",
    )
});

static OTHER: Words = LazyLock::new(|| {
    words(
        "reply-to|reply to|antwort an|répondre à|responder a|importance|priority|wichtigkeit|attachments|anlagen|\
         pièces jointes|organization|organisation|newsgroups|message-id|sender|x-mailer|in-reply-to|references",
    )
});

/// Characters of a label.
const LABEL: usize = 30;

/// The label at the start of a text in lower case, and what follows its colon.
fn label(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(['-', '•', '|', '_', ' ', '[']);
    let at = text.find([':', '：'])?;
    let (label, value) = text.split_at(at);
    let label = label.trim();
    let value = value.trim_start_matches([':', '：']).trim();
    (!label.is_empty() && label.chars().count() <= LABEL).then_some((label, value))
}

/// The field of a line. It has a value, or its value may stand on the next line.
fn field(text: &str) -> Option<Field> {
    let words = plain_words(text);
    let (label, _) = label(&words)?;
    let tables = [
        (&FROM, Field::From),
        (&DATE, Field::Date),
        (&TO, Field::To),
        (&CC, Field::Cc),
        (&SUBJECT, Field::Subject),
        (&OTHER, Field::Other),
    ];
    tables.into_iter().find(|(table, _)| table.contains(&label)).map(|(_, field)| field)
}

/// A header begins at line `at`: two of four lines are fields of different kinds, or three lines of any language have the form
/// of fields, with an address and a date among them.
pub(super) fn begins(lines: &[Line], at: usize) -> bool {
    if !lines[at].is_text() || lines[at].text.len() > 1_000 {
        return false;
    }
    if on_one_line(&lines[at].text) {
        return true;
    }
    let window = lines[at..].iter().take(8).filter(|line| !line.is_blank()).take(4);
    let texts: Vec<&str> = window.take_while(|line| !line.is_quoted()).map(|line| line.text.as_str()).collect();
    if let Some(first) = field(texts[0]).filter(|field| !matches!(field, Field::Cc | Field::Other)) {
        let others =
            texts[1..].iter().filter_map(|text| field(text)).filter(|field| *field != first && *field != Field::Other);
        // "From: e5" and "To: e7" could be a move in words; the header of a message has an address, a date or three fields.
        let others = others.count();
        return others >= 2 || (others == 1 && telling(&texts));
    }
    unknown_language(&texts)
}

/// One of the lines has an address or a date, or one of a pair of labels that are no other words.
fn telling(texts: &[&str]) -> bool {
    texts.iter().any(|text| {
        let words = plain_words(text);
        let facts = facts(&words);
        let sure = label(&words).is_some_and(|(label, _)| {
            SUBJECT.contains(&label) || matches!(label, "sent" | "from" | "gesendet" | "von")
        });
        facts.address || facts.date || facts.year || sure
    })
}

/// Three lines or more of the form "LABEL: VALUE", one with an address, one with a year and a time.
fn unknown_language(texts: &[&str]) -> bool {
    let labelled = |text: &&str| {
        let words = plain_words(text);
        let found = label(&words).is_some_and(|(_, value)| !value.is_empty());
        found && text.len() <= 300
    };
    // The first line tells the sender or the date; a move with a colon (`move c2: 1`) above a header does neither.
    let tells = texts.first().is_some_and(|text| {
        let words = plain_words(text);
        let facts = facts(&words);
        facts.address || (facts.year && facts.time)
    });
    texts.len() >= 3
        && tells
        && texts.iter().take(3).all(labelled)
        && texts.iter().any(|text| has_address(&plain_words(text)))
        && texts.iter().any(|text| {
            let facts = facts(&plain_words(text));
            facts.year && facts.time
        })
}

/// The header stands on one line: "From: X Sent: Y To: Z Subject: ...".
fn on_one_line(text: &str) -> bool {
    let words = plain_words(text);
    let has = |names: &[&str]| names.iter().any(|name| words.contains(&format!(" {name}: ")));
    let begins =
        |names: &[&str]| names.iter().any(|name| words.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')));
    begins(&["from", "von", "de", "da", "van"])
        && (has(&["sent", "date", "gesendet", "envoyé", "enviado", "datum"]) || has_address(&words))
        && has(&["subject", "betreff", "objet", "asunto", "assunto", "oggetto", "onderwerp", "to", "an", "sent"])
}

/// The line is a field of a header, or continues one.
pub(super) fn is_field(line: &Line) -> bool {
    field(&line.text).is_some()
}
