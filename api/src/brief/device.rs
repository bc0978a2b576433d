//! Clients in words that people know.

/// A browser and its system in words, made from its `User-Agent`; the text itself for other clients.
pub fn device(client: &str) -> String {
    // Browsers name those that they want to be taken for, too, so the first match counts.
    const BROWSERS: [(&str, &str); 6] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let found =
        |list: &[(&str, &'static str)]| list.iter().find(|(sign, _)| client.contains(sign)).map(|(_, name)| *name);
    match (found(&BROWSERS), found(&SYSTEMS)) {
        (Some(browser), Some(system)) if client.starts_with("Mozilla/") => format!("{browser} on {system}"),
        _ => client.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_have_the_names_of_their_browsers() {
        for (client, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1",
                "Safari on iPhone",
            ),
            ("curl/8.14", "curl/8.14"),
            ("Mozilla/5.0 (compatible; x)", "Mozilla/5.0 (compatible; x)"),
        ] {
            assert_eq!(device(client), name);
        }
    }
}
