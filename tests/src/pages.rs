//! What the pages of matches offer.

/// The ways to go on with a move that a page offers, as texts: those on the board, then the others.
pub fn ways(page: &str) -> Vec<String> {
    let offers = |before: &str| {
        let parts = page.split(before).skip(1);
        parts.filter_map(|part| part.split('"').next()).map(plain).collect::<Vec<_>>()
    };
    [offers("<option value=\""), offers("<button class=\"quiet\" name=\"move\" value=\"")].concat()
}

/// A text without the escapes of HTML.
fn plain(text: &str) -> String {
    let escapes = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    escapes.iter().fold(text.to_owned(), |text, (escape, plain)| text.replace(escape, plain))
}

/// The fields of a page that its reader does not see.
pub fn hidden_fields(page: &str) -> Vec<(String, String)> {
    let fields = page.split("<input type=\"hidden\" name=\"").skip(1);
    let read = |field: &str| {
        let (name, rest) = field.split_once("\" value=\"")?;
        Some((name.to_owned(), plain(rest.split_once('"')?.0)))
    };
    fields.filter_map(read).collect()
}
