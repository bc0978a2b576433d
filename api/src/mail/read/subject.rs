//! What the subject of a message tells. Subjects are compared in lower case.

use std::sync::LazyLock;

use super::words::{Words, words};
use crate::mail::emails::{IDLE, INVITES, NEWS};

/// Prefixes of forwarded messages in mail programs of many languages. (`VS` is "answer" in Finnish and stays out.)
static FORWARDED: Words = LazyLock::new(|| {
    words(
        "fwd|fw|wg|tr|rv|enc|doorst|vb|vl|pd|fwd.|i|rif. inoltro|továbbítás|továbbítva|ilt|i̇lt|πρθ|прд|转发|轉寄|\
         轉發|転送|전달|הועבר|إعادة توجيه|reenv|prz|pds|トフ|yml|fs|bls fwd",
    )
});

/// Beginnings of subjects of vacation programs and other automatic replies.
static AUTOMATIC: Words = LazyLock::new(|| {
    words(
        "automatic reply|automatic response|automated reply|automated response|automated message|auto reply|\
         auto-reply|autoreply|auto response|auto-response|autoresponse|autoresponder|auto:|auto :|[auto-reply|\
         [autoreply|[auto reply|[auto]|(auto-reply|(auto reply|out of office|out-of-office|out of the office|\
         out of my office|i am out of|i'm out of|ooo:|[ooo]|away from my mail|away from the office|away from office|\
         i am away|i'm away|i am on vacation|i'm on vacation|i am on leave|on leave until|currently out|\
         currently away|vacation reply|vacation response|vacation message|vacation notice|vacation auto|on vacation:|\
         on holiday:|holiday reply|abwesenheit|abwesend|automatische antwort|automatische rückantwort|\
         automatische abwesenheit|automatische nachricht|automatische beantwortung|autoantwort|auto-antwort|\
         nicht im büro|urlaubsvertretung|ich bin im urlaub|ich bin außer haus|ich bin zur zeit nicht|\
         ich bin derzeit nicht|außer haus|im urlaub|ich bin nicht im|réponse automatique|reponse automatique|\
         réponse auto|message automatique|message d'absence|message d’absence|absence du bureau|absent du bureau|\
         absent(e) du bureau|je suis absent|je suis en congé|en congés|actuellement absent|respuesta automática|\
         respuesta automatica|respuesta auto|fuera de la oficina|fuera de oficina|mensaje automático|\
         ausencia de la oficina|estoy fuera de|estoy de vacaciones|de vacaciones hasta|resposta automática|\
         resposta automatica|fora do escritório|ausência temporária|ausente do escritório|mensagem automática|\
         risposta automatica|risposta di assenza|fuori sede|fuori ufficio|messaggio automatico|assenza dall|\
         sono fuori ufficio|sono in ferie|automatisch antwoord|automatische beantwoording|automatisch bericht|\
         afwezigheid|afwezig:|niet aanwezig|buiten kantoor|ik ben afwezig|ik ben niet aanwezig|ik ben op vakantie|\
         automatiskt svar|autosvar|automatisk svar|frånvaro|frånvarande|fravær|ikke på kontoret|automatisk besked|\
         automaattinen vastaus|poissa toimistosta|poissaolo|automatyczna odpowiedź|odpowiedź automatyczna|\
         autoodpowiedź|autoresponder:|poza biurem|nie ma mnie w biurze|jestem poza biurem|jestem nieobecn|\
         nieobecność w biurze|automatická odpověď|automatická odpoveď|mimo kancelář|automatikus válasz|házon kívül|\
         automatski odgovor|samodejni odgovor|răspuns automat|automatinis atsakymas|автоматический ответ|автоответ|\
         автоматична відповідь|автоматичен отговор|вне офиса|меня нет в офисе|я в отпуске|отсутствую|\
         αυτόματη απάντηση|otomatik yanıt|otomatik cevap|ofis dışında|自动回复|自动答复|自動回覆|自動回复|自動返信|\
         自動応答|不在通知|자동 회신|자동 응답|부재중|מענה אוטומטי|תשובה אוטומטית|رد تلقائي|balasan otomatis|\
         trả lời tự động|ตอบกลับอัตโนมัติ|read: |read receipt|return receipt|gelesen: |lesebestätigung|lu : |lu: |\
         leído: |gelezen: |letto: |not read: |ungelesen|empfangsbestätigung|thank you for contacting|\
         thank you for your email|accepted: |declined: |tentative: |tentatively accepted|zugesagt: |abgesagt: |\
         mit vorbehalt: |accepté : |refusé : |aceptada: |canceled event|cancelled event",
    )
});

/// Beginnings of subjects that only bounces have.
static BOUNCED: Words = LazyLock::new(|| {
    words(
        "undelivered mail|undeliverable|undelivered message|undelivered e-mail|unable to deliver|returned mail|\
         returned message|mail returned|failure notice|failure delivery|failed mail|failed delivery|\
         delivery status notification|delivery failure|delivery failed|delivery notification|delivery report|\
         delivery error|delivery problem|delivery has failed|delivery delayed|delayed mail|delivery unsuccessful|\
         delivery incomplete|mail delivery|mail failure|mail system error|mail error|mail undeliverable|\
         mail could not be delivered|message delivery fail|message could not be delivered|message undeliverable|\
         message not delivered|message you sent could not|message delayed|message failed|\
         message status - undeliverable|your message could not be|your message to|your mail to|non-delivery|\
         nondeliverable|non delivery|nondelivery|not delivered|warning: could not send|warning: message|\
         warning: mail|could not send message|error sending your mail|error in sending|error delivering|deferred:|\
         permanent delivery failure|permanent error|temporary delivery failure|transient delivery|rejected mail|\
         rejected:|email delivery failure|e-mail delivery|email undeliverable|recipient unknown|user unknown|\
         unknown user|unknown recipient|invalid recipient|address not found|mailbox full|ndn:|ndr:|dsn:|unzustellbar|\
         nicht zustellbar|nicht zugestellt|nachricht unzustellbar|zustellung fehlgeschlagen|mail delivery failed|\
         fehler bei der zustellung|rückläufer|unzustellbare|übermittlungsbericht|\
         benachrichtigung zum übermittlungsstatus|e-mail konnte nicht|non remis|non délivr|non distribu|échec de|\
         echec de|notification d'état de remise|impossible de remettre|message non distribué|avis de non|\
         rapport de non|erreur de transmission|no se puede entregar|no se pudo entregar|no entregado|\
         no se ha podido entregar|mensaje no entregado|correo devuelto|devuelto|error de entrega|\
         notificación de estado de entrega|fallo en la entrega|não é possível entregar|não foi possível entregar|\
         não entregue|mensagem não entregue|falha na entrega|falha de entrega|notificação de status|non recapitabile|\
         impossibile recapitare|mancata consegna|messaggio non recapitato|notifica di stato|mancato recapito|\
         avviso di mancata|onbestelbaar|niet bezorgd|kan niet worden bezorgd|bericht niet bezorgd|olevererbart|\
         kan inte levereras|kunne ikke leveres|kan ikke leveres|uleverbar|ei voitu toimittaa|ei toimitettu|\
         toimitus epäonnistui|niedostarczon|nie można dostarczyć|zwrot|nedoručiteln|nedoručen|nelze doručit|\
         kézbesíthetetlen|sikertelen kézbesítés|nu se poate livra|недоставленное|не удается доставить|\
         не удалось доставить|не доставлено|сбой доставки|возвращено|невозможно доставить|teslim edilemedi|\
         iletilemedi|αδύνατη η παράδοση|无法传递|无法投递|无法送达|未送达|退信|系统退信|無法傳遞|無法投遞|退件|\
         郵件系統|投递失败|配信不能|配信できませんでした|配信エラー|メール配信|送信できませんでした|エラーメール|\
         배달되지 않음|배달 실패|전송 실패|배달할 수 없음",
    )
});

/// Words anywhere in the subject of a bounce, if the sender has no address of its own.
static BOUNCE_WORDS: Words = LazyLock::new(|| {
    words(
        "undeliver|returned mail|failure notice|delivery fail|delivery status|delayed|delivery|returned|failure|\
         failed|could not be delivered|unzustell|nicht zustell|non remis|rejected|error|bounce|not delivered|unknown|\
         unable|zustell|entreg|remis|recapit|bezorg|достав|投递|退信|配信|warning",
    )
});

/// The names of the games, which stand in our subjects.
static GAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| engine::newest().map(|rules| rules.info().name).collect());

/// The subject without that of our email, which may have words of machines in the name of a match or of a person: what a mail program has put
/// before it, such as `Re:` or `Automatic reply:`.
pub(super) fn without_ours(subject: &str) -> &str {
    let is_start = |at: usize| at == 0 || subject[..at].ends_with([' ', ':', ']', '：']);
    let news = NEWS.iter().flat_map(|news| subject.match_indices(news).map(move |(at, _)| (at, at + news.len())));
    let is_ours = |end: usize| {
        let rest = subject[end..].strip_prefix(": ").unwrap_or_default();
        GAMES
            .iter()
            .any(|game| rest.strip_prefix(game).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' '])))
    };
    let ours = news.filter(|(at, end)| is_start(*at) && is_ours(*end)).map(|(at, _)| at).min();
    // NAME invites you to play GAME, NAME hasn't moved: GAME.
    let named = [INVITES, IDLE].into_iter().filter_map(|words| subject.find(words));
    let named = named.map(|at| subject[..at].rfind(": ").map_or(0, |colon| colon + 1));
    let at = ours.into_iter().chain(named).min().unwrap_or(subject.len());
    subject.get(..at).unwrap_or(subject).trim_end()
}

/// Whether the subject begins with a mark of a forwarded message. Only the outermost mark counts: a reply to one is a reply.
pub(super) fn is_forwarded(subject: &str) -> bool {
    let subject = subject.trim_start();
    // Marks of lists may come first: "[games] Fwd: ...".
    let subject = match subject.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((_, rest)) => rest.trim_start(),
        None => subject,
    };
    let Some(end) = subject.find([':', '：']) else { return subject.to_lowercase().ends_with("(fwd)") };
    if end > 40 {
        return false;
    }
    let prefix = subject[..end].trim().to_lowercase();
    let prefix = prefix.trim_end_matches(|char: char| char.is_ascii_digit() || matches!(char, '[' | ']' | '(' | ')'));
    FORWARDED.contains(&prefix)
}

/// Words that make a subject one of an automatic reply also where they do not begin it.
static AUTOMATIC_WORDS: Words = LazyLock::new(|| {
    words(
        "automatic reply|automated reply|auto-reply|autoreply|auto reply:|out of office|out-of-office|\
         automatische antwort|abwesenheitsnotiz|abwesenheitsmeldung|réponse automatique|respuesta automática|\
         resposta automática|risposta automatica|automatisch antwoord|autosvar|automatisk svar|\
         odpowiedź automatyczna|автоответ|automātiska atbilde|automatiska atbilde|自動返信|自动回复",
    )
});

/// The subject is one of an automatic reply. A reply to an automatic reply is none.
pub(super) fn is_automatic(subject: &str) -> bool {
    let subject = subject.trim_start().to_lowercase();
    let prefix = subject.find([':', '：']).map_or("", |end| &subject[..end]);
    let answer = prefix.chars().count() <= 5 && !prefix.is_empty() && prefix != "auto";
    AUTOMATIC.iter().any(|start| subject.starts_with(start))
        || (!answer && AUTOMATIC_WORDS.iter().any(|word| subject.contains(word)))
}

/// The subject of a reply has the words of a bounce added to its end.
pub(super) fn ends_as_bounce(subject: &str) -> bool {
    const WORDS: &[&str] = &[
        "delivery failed",
        "delivery failure",
        "non remis",
        "undeliverable",
        "undelivered",
        "not delivered",
        "unzustellbar",
    ];
    let subject = subject.to_lowercase();
    let end = subject.trim_end_matches(|char: char| !char.is_alphanumeric());
    WORDS.iter().any(|word| end.ends_with(word))
}

/// The subject begins as only those of bounces do.
pub(super) fn is_bounce(subject: &str) -> bool {
    let subject = subject.to_lowercase();
    let subject = subject.trim_start_matches(|char: char| {
        char.is_whitespace() || matches!(char, '*' | '[' | '(' | '{' | '"' | '<' | '#' | '!')
    });
    BOUNCED.iter().any(|start| subject.starts_with(start))
}

/// The subject speaks of a bounce; that says enough if the sender has no address.
pub(super) fn speaks_of_bounce(subject: &str) -> bool {
    let subject = subject.to_lowercase();
    is_bounce(&subject) || BOUNCE_WORDS.iter().any(|word| subject.contains(word))
}
