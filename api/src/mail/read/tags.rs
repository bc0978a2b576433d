//! HTML as tags and text. Each byte is passed over once or twice, also in broken HTML.

/// A piece of HTML.
pub(super) enum Piece<'a> {
    /// Text between tags, with its entities.
    Text(&'a str),
    /// A tag that opens an element.
    Open(Tag<'a>),
    /// The name in a tag that closes an element.
    Close(&'a str),
}

/// An opening tag.
pub(super) struct Tag<'a> {
    /// The name as written.
    pub(super) name: &'a str,
    /// All that stands between the name and `>`.
    attributes: &'a str,
    /// It ends in `/>`.
    pub(super) closed: bool,
}

impl<'a> Tag<'a> {
    /// The attributes: name and value, in order.
    pub(super) fn attributes(&self) -> Attributes<'a> {
        Attributes { rest: self.attributes }
    }
}

/// The attributes of a tag.
pub(super) struct Attributes<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.trim_start_matches(|char: char| char.is_whitespace() || char == '/');
        if rest.is_empty() {
            return None;
        }
        // A name has at least one character, so each step goes on.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let ends = |char: char| char.is_whitespace() || char == '=' || char == '/';
        let end = rest[first..].find(ends).map_or(rest.len(), |end| end + first);
        let (name, after) = rest.split_at(end);
        let Some(value) = after.trim_start().strip_prefix('=') else {
            self.rest = after;
            return Some((name, ""));
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|char| matches!(char, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        self.rest = after;
        Some((name, value))
    }
}

/// The pieces of a text.
pub(super) struct Pieces<'a> {
    text: &'a str,
    at: usize,
    /// Elements whose content is no text are not looked for again once their end tag is missing.
    unclosed: bool,
}

/// The pieces of `text`. Comments, style sheets, scripts and the head's title are left out.
pub(super) fn pieces(text: &str) -> Pieces<'_> {
    Pieces { text, at: 0, unclosed: false }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            if !begins_tag(rest) {
                let mut end = 1;
                loop {
                    match rest.as_bytes()[end..].iter().position(|&byte| byte == b'<') {
                        None => end = rest.len(),
                        Some(length) if begins_tag(&rest[end + length..]) => end += length,
                        Some(length) => {
                            end += length + 1;
                            continue;
                        }
                    }
                    break;
                }
                // `<` is one byte, other first characters may be longer: the next `<` is at a character's start.
                self.at += end;
                return Some(Piece::Text(&rest[..end]));
            }
            if let Some(piece) = self.tag(rest) {
                return Some(piece);
            }
        }
        None
    }
}

impl<'a> Pieces<'a> {
    /// Reads the tag or comment at the start of `rest` and goes past it.
    fn tag(&mut self, rest: &'a str) -> Option<Piece<'a>> {
        if let Some(comment) = rest.strip_prefix("<!--") {
            // `<!-->` is an empty comment. Without an end the comment is the rest.
            let length = if comment.starts_with('>') { Some(0) } else { comment.find("-->").map(|end| end + 2) };
            self.at += length.map_or(rest.len(), |end| end + 5);
            return None;
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            self.at += rest.find('>').map_or(rest.len(), |end| end + 1);
            return None;
        }
        let end = end_of_tag(rest);
        self.at += end;
        let inside = rest[1..end].strip_suffix('>').unwrap_or(&rest[1..end]);
        if let Some(name) = inside.strip_prefix('/') {
            return Some(Piece::Close(name_of(name)));
        }
        let name = name_of(inside);
        let closed = inside.ends_with('/');
        if !closed
            && !self.unclosed
            && ["style", "script", "title", "xml"].iter().any(|raw| name.eq_ignore_ascii_case(raw))
        {
            self.skip_content(name);
            return None;
        }
        Some(Piece::Open(Tag { name, attributes: &inside[name.len()..], closed }))
    }

    /// Goes past the content of an element, to its end tag.
    fn skip_content(&mut self, name: &str) {
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let closes = |at: usize| {
            bytes[at..].starts_with(b"</")
                && bytes.get(at + 2..at + 2 + name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes()))
        };
        match (0..bytes.len()).find(|&at| bytes[at] == b'<' && closes(at)) {
            Some(at) => self.at += at,
            // The end tag is missing: better to show a style sheet than to lose a text.
            None => self.unclosed = true,
        }
    }
}

/// `<` followed by an email, `/`, `!` or `?`. Mail programs write `<o:p>` and `<st1:place>` too.
fn begins_tag(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    bytes.first() == Some(&b'<')
        && match bytes.get(1) {
            Some(b'/') => bytes.get(2).is_some_and(u8::is_ascii_alphabetic),
            Some(b'!' | b'?') => true,
            Some(byte) => byte.is_ascii_alphabetic(),
            None => false,
        }
}

/// The offset after the `>` of the tag; a `>` in quotes does not count. A quote that does not end is none.
fn end_of_tag(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut quote = None;
    let mut value = false;
    for (at, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'"' | b'\'') if value => quote = Some(byte),
            (None, b'>') => return at + 1,
            (Some(_) | None, _) => {}
        }
        if !byte.is_ascii_whitespace() {
            value = byte == b'=';
        }
    }
    // Each of the two quotes comes here at most once in a text: after it there is no second one.
    bytes.iter().position(|&byte| byte == b'>').map_or(bytes.len(), |at| at + 1)
}

fn name_of(inside: &str) -> &str {
    let end = inside.find(|char: char| !(char.is_ascii_alphanumeric() || char == ':' || char == '-'));
    &inside[..end.unwrap_or(inside.len())]
}
