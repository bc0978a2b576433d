//! Words of mail programs in many languages, in lower case.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Words or phrases in lower case.
pub(super) type Words = LazyLock<Vec<&'static str>>;

/// Words that are looked up often.
type Set = LazyLock<HashSet<&'static str>>;

/// The words of a text, which are separated by `|`.
pub(super) fn words(text: &'static str) -> Vec<&'static str> {
    text.split('|').collect()
}

/// Verbs such as "wrote".
static VERBS: Set = LazyLock::new(|| WROTE.iter().copied().collect());

/// Verbs that hold more than emails, such as "napsal(a)".
static MIXED_VERBS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    WROTE.iter().copied().filter(|verb| verb.contains(['(', '/'])).chain(WROTE_JOINED.iter().copied()).collect()
});

/// Names of months and weekdays.
static DAYS: Set = LazyLock::new(|| MONTHS.iter().chain(WEEKDAYS.iter()).copied().collect());

/// Names of weekdays.
static DAYS_OF_WEEK: Set = LazyLock::new(|| WEEKDAYS.iter().copied().collect());

/// Words such as "on".
static STARTS: Set = LazyLock::new(|| LEADS.iter().copied().collect());

/// The word is a verb such as "wrote".
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(word)
}

/// A verb of more than emails, or of a language that sets no blank before it, stands in the text.
pub(super) fn holds_verb(text: &str) -> bool {
    MIXED_VERBS.iter().any(|verb| text.contains(verb))
}

/// The word is a month or a weekday.
pub(super) fn is_day(word: &str) -> bool {
    DAYS.contains(word)
}

/// The word is a weekday.
pub(super) fn is_weekday(word: &str) -> bool {
    DAYS_OF_WEEK.contains(word)
}

/// The word begins a line that introduces a quotation.
pub(super) fn is_lead(word: &str) -> bool {
    STARTS.contains(word)
}

/// The text ends with a verb.
pub(super) fn ends_with_verb(text: &str) -> bool {
    let word = text.rsplit(|char: char| char.is_whitespace()).next().unwrap_or_default();
    is_verb(word) || WROTE_JOINED.iter().any(|verb| word.ends_with(verb))
}

/// Verbs at the end, or near the end, of the line that introduces a quotation. Found as whole words.
static WROTE: Words = LazyLock::new(|| {
    words(
        "wrote|writes|write|said|says|written|schrieb|schreibt|geschrieben|écrit|ecrit|écrivait|escribió|escribio|\
         escribía|escrito|escriu|escrit|escreveu|escrevia|scritto|scrive|scriveva|schreef|geschreven|schrijft|skrev|\
         skrev:|skriver|skrifaði|skreiv|kirjoitti|kirjutas|kirjoittaa|napisał|napisała|napisał(a)|napisała:|pisze|\
         napisal|napsal|napsal(a)|napsala|napísal|napísal(a)|napísala|píše|piše|napisao|napisala|napisao/la|rašė|\
         parašė|rakstīja|írta|írt|ezt írta|scris|shkroi|shkruajti|yazdı|yazdi|şunu|пишет|писал|писала|писал(а)|\
         написал|написала|написал(а)|пише|написав|написала(а)|написав(ла)|напіса́ў|напісаў|написа|написао|написао/ла|\
         έγραψε|εγραψε|כתב|כתבה|כתב/ה|كتب|كتبت|نوشت|menulis|tulis|viết|เขียนว่า|เขียน|idatzi|ysgrifennodd|scríobh|\
         escribiu|сказал|gönderdi",
    )
});

/// Verbs of languages that set no blank before them. Found anywhere in the line.
static WROTE_JOINED: Words = LazyLock::new(|| {
    words(
        "写道|寫道|写到|撰写|来信|が書きました|のメール|のメッセージ|さんは書きました|書きました|작성|썼습니다|쓴 글|\
         님이|來信|寫的|提到|เขียน|viết|より|から",
    )
});

/// Words at the start of a line that introduces a quotation, before a date.
static LEADS: Words = LazyLock::new(|| {
    words(
        "on|at|am|le|el|em|il|op|den|de|dnia|dne|dňa|w|no|pe|la|la:|на|дана|dana|στις|στο|vào|pada|tanggal|בתאריך|ב-|\
         في|بتاريخ|در|în|a|à|az|ar|data|il giorno|в|у|από|på|kl|em:|el día|le:|date:|datum:|às|quoting|zitat|citando|\
         quoth|в(о)|le jour|on:|di|i|ann|igorrea|o|во|ngày|เมื่อ|在|于|於|citát|selon|according|in|from|von",
    )
});

/// Weekdays and their abbreviations, without a closing dot.
static WEEKDAYS: Words = LazyLock::new(|| {
    words(
        "mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mo|di|\
         mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lun|mar|mer|jeu|ven|\
         sam|dim|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|mié|mie|jue|vie|sáb|sab|dom|lunes|martes|\
         miércoles|jueves|viernes|sábado|domingo|seg|ter|qua|qui|sex|segunda|terça|quarta|quinta|sexta|segunda-feira|\
         terça-feira|quarta-feira|quinta-feira|sexta-feira|gio|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|\
         domenica|ma|wo|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|mån|tis|ons|tors|tor|fre|\
         lör|sön|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|man|tir|tirs|lør|søn|mandag|tirsdag|lørdag|søndag|\
         ti|ke|to|pe|la|su|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai|pon|wt|śr|czw|pt|sob|\
         niedz|ndz|nd|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|po|út|st|čt|pá|ne|pondělí|úterý|\
         středa|čtvrtek|pátek|neděle|pondelok|utorok|streda|štvrtok|piatok|nedeľa|hét|h|k|sze|cs|p|szo|v|hétfő|kedd|\
         szerda|csütörtök|péntek|szombat|vasárnap|luni|marți|miercuri|joi|vineri|sâmbătă|duminică|пн|вт|ср|чт|пт|сб|\
         вс|нд|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|понеділок|вівторок|середа|четвер|\
         п’ятниця|субота|неділя|δευ|τρί|τετ|πέμ|παρ|σάβ|κυρ|pzt|sal|çar|per|cum|cmt|paz|pazartesi|salı|çarşamba|\
         perşembe|cuma|cumartesi|pazar|pirm|antr|treč|ketv|penkt|šešt|sekm",
    )
});

/// Months and their abbreviations, without a closing dot.
static MONTHS: Words = LazyLock::new(|| {
    words(
        "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|\
         september|october|november|december|januar|februar|märz|mär|mrz|mai|juni|juli|okt|oktober|dez|dezember|janv|\
         févr|fév|avr|juin|juil|août|déc|janvier|février|mars|avril|juillet|septembre|octobre|novembre|décembre|ene|\
         abr|ago|dic|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|\
         diciembre|fev|set|out|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|gen|mag|\
         giu|lug|ott|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|mrt|mei|januari|\
         februari|maart|augustus|maj|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu|tammikuuta|\
         helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|\
         joulukuuta|marrask|jouluk|tammik|helmik|maalisk|huhtik|toukok|kesäk|heinäk|elok|syysk|lokak|sty|lut|kwi|cze|\
         lip|sie|wrz|paź|lis|gru|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|\
         listopada|grudnia|led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|pro|ledna|února|března|dubna|května|června|\
         července|srpna|září|října|prosince|januára|februára|apríla|mája|júna|júla|augusta|septembra|októbra|\
         novembra|decembra|január|február|március|április|május|június|július|augusztus|szeptember|október|márc|ápr|\
         máj|jún|júl|szept|ian|ianuarie|februarie|martie|aprilie|iunie|iulie|septembrie|octombrie|noiembrie|\
         decembrie|noi|янв|фев|февр|мар|апр|мая|июн|июл|авг|сен|сент|окт|ноя|нояб|дек|января|февраля|марта|апреля|\
         июня|июля|августа|сентября|октября|ноября|декабря|січ|лют|бер|кві|тра|чер|лип|сер|вер|жов|лис|гру|січня|\
         лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня|ιαν|φεβ|μαρ|απρ|μαΐ|ιουν|\
         ιουλ|αυγ|σεπ|οκτ|νοε|δεκ|ιανουαρίου|φεβρουαρίου|μαρτίου|απριλίου|μαΐου|ιουνίου|ιουλίου|αυγούστου|\
         σεπτεμβρίου|οκτωβρίου|νοεμβρίου|δεκεμβρίου|oca|şub|nis|haz|tem|ağu|eyl|eki|kas|ara|ocak|şubat|mart|nisan|\
         mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|thg|tháng|des|desember|siječnja|veljače|ožujka|travnja|\
         svibnja|lipnja|srpnja|kolovoza|rujna|studenoga",
    )
});

/// Parts of the words between two rows of dashes above a forwarded message.
pub(super) static FORWARDED: Words = LazyLock::new(|| {
    words(
        "forward|weitergeleit|weiterleit|transféré|transfere|transmis|réexpédi|reenviad|reexpedid|encaminhad|\
         inoltrat|doorgestuurd|vidarebefordra|videresend|videresendt|välitet|edelleen|przekazan|podaj dalej|\
         přeposlan|preposlan|továbbít|redirecțion|redirection|пересыла|пересла|перенаправ|переслан|препрат|προωθ|\
         iletilen|i̇letil|iletil|yönlendir|转发|轉寄|转寄|轉發|転送|전달|מועבר|הועבר|معاد توجيه|تمت إعادة|diteruskan|\
         chuyển tiếp|ส่งต่อ|reenviat|proslijeđen|posredovan|edastatud|persiųst|pārsūtīt",
    )
});

/// Parts of the words between two rows of dashes above any original message.
pub(super) static ORIGINAL: Words = LazyLock::new(|| {
    words(
        "original|ursprüngl|ursprungl|oorspronkelijk|originel|d'origine|d’origine|message from|nachricht von|\
         message de|mensaje de|messaggio da|bericht van|mensagem de|originale|alkuperäi|oprindelig|opprinnelig|\
         oryginaln|wiadomość|původní|pôvodn|eredeti|исходно|оригинальн|оригінал|первоначальн|вихідн|πρωτότυπ|αρχικό|\
         orijinal|özgün|orjinal|原始|原邮件|原郵件|原文|元のメッセージ|元の|원본|מקורי|המקורית|الأصلية|asli|gốc|\
         ต้นฉบับ|reply message|quoted message|previous message|antwort|in reply to|wrote|replied|schrieb|\
         mensaje citado|message d|сообщение|повідомлення|цитат|邮件原件|izvorn|izvirn|algne|original-nachricht",
    )
});

/// Starts of a line that introduces a forwarded message without dashes (Apple Mail).
pub(super) static BEGINS_FORWARD: Words = LazyLock::new(|| {
    words(
        "begin forwarded message|anfang der weitergeleiteten|weitergeleitete nachricht|début du message|\
         debut du message|inicio del mensaje|inizio messaggio|inizio del messaggio|begin doorgestuurd|\
         start doorgestuurd|início da mensagem|vidarebefordrat brev|början på vidarebefordrat|videresendt meddelelse|\
         start på videresendt|videresendt melding|välitetty viesti|początek przekazywanej|początek przekazanej|\
         začátek přeposlané|začiatok preposlanej|továbbított levél|начало переадресованного|початок переадресованого|\
         начало пересылаемого|αρχή προωθημένου|iletilen e-posta başlangıcı|转发邮件开头|开始转发|以下是转发的邮件|\
         開始轉寄郵件|転送されたメッセージ|전달된 메시지|forwarded message|inici del missatge",
    )
});

/// Beginnings of the line that a program adds below a text.
pub(super) static SENT_FROM: Words = LazyLock::new(|| {
    words(
        "sent from|sent with|sent via|sent using|sent by|sent on the go|sent on my|get outlook for|get the outlook|\
         get mymail|get bluemail|typed on|gesendet von|gesendet mit|gesendet über|gesendet via|von meinem|\
         von unterwegs|diese nachricht wurde von|versendet mit|holen sie sich outlook|outlook für|outlook for|\
         envoyé de|envoyé depuis|envoyé à partir|envoyé avec|envoyé via|envoye de|télécharger outlook|\
         obtenez outlook|obtenir outlook|provenance : |enviado desde|enviado de |enviado do |enviado pelo|\
         enviado por |enviado con |enviado com |enviado a partir|enviado mediante|obtener outlook|obtenga outlook|\
         obter o outlook|obter outlook|inviato da|inviato dal|inviato con|inviato tramite|ottieni outlook|\
         scarica outlook|verstuurd vanaf|verstuurd via|verstuurd met|verzonden vanaf|verzonden met|verzonden via|\
         verzonden van|download outlook|outlook voor|skickat från|skickad från|skickades från|skickat med|\
         hämta outlook|sendt fra|sendt med|sendt via|hent outlook|få outlook|lähetetty|hanki outlook|wysłano z|\
         wysłane z|wysłano za pomocą|pobierz outlook|pobierz aplikację outlook|odesláno z|odesláno pomocí|odoslané z|\
         stáhnout outlook|získajte outlook|elküldve|küldve|az iphone-omról küldve|trimis de pe|trimis din|trimis cu|\
         obțineți outlook|отправлено с|отправлено из|отправлено от|отправлено через|послано с|надіслано з|\
         надіслано через|скачать outlook|загрузите outlook|изпратено от|послато са|poslano s |poslano z |poslano iz|\
         poslano sa|išsiųsta iš|nosūtīts no|saadetud minu|στάλθηκε από|αποστολή από|απεστάλη από|发自|寄自|从我的|\
         從我的|傳送自|送自|发送自|來自|获取 outlook|取得 outlook|iphoneから送信|ipadから送信|나의 iphone|내 iphone|\
         נשלח|أرسلت من|أُرسلت من|تم الإرسال من|ส่งจาก|đã gửi từ|được gửi từ|gửi từ|dikirim dari|dihantar dari|\
         enviat des|mobiilsest|bidalia|seolta ó|anfonwyd o|yahoo mail:|sent securely|secured with|secure email|\
         sichere e-mail|sicher mit|---sent|mobile email|excuse my brevity|please excuse my brevity|\
         please excuse brevity|please excuse any typos",
    )
});

/// Devices and programs that a line below a text names, with a form of "sent" anywhere in it.
pub(super) static DEVICES: Words = LazyLock::new(|| {
    words(
        "iphone|ipad|ipod|android|samsung|galaxy|blackberry|huawei|xiaomi|oneplus|nokia|smartphone|windows phone|k-9|\
         proton|yahoo|outlook|gmx|web.de|mail.ru|yandex|bluemail|mobiltelefon|mobil|téléphone|telefon|cellulare|\
         móvil|celular|mobiel|pixel|htc|motorola|fairphone|tutanota|tuta mail|mailspring|spark|yahoo! mail|айфон|\
         телефон|手机|手機|スマートフォン|휴대|qq邮箱|网易邮箱|mail for windows|windows mail|windows 10|mailo|\
         fastmail|posteo|apple watch|macbook|libero|orange|telekom|freemail",
    )
});

/// Forms of "sent" that may stand after the device.
pub(super) static SENT: Words = LazyLock::new(|| {
    words(
        "gesendet|geschickt|verschickt|envoyé|enviado|inviat|verstuurd|verzonden|skicka|sendt|lähetetty|wysłan|\
         odeslán|odoslan|küld|trimis|отправлен|надіслан|gönderil|送信|发送|發送|傳送|发自|보냄|보낸|에서 전송|\
         στάλθηκε|נשלח|poslan|saadetud|išsiųst|beziehen|gönderildi|gönderilmiştir|küldve|küldöm|wysłane|отправлено|\
         odesláno|lähetettiin|herunterladen|を入手|indir|edinin|beschaffen|abrufen|laden|scarica|pobierz",
    )
});
