//! The addresses to which a browser returns from the page on which a person answers what an app asks for.
//!
//! An address has to be the one that was registered, character by character (RFC 9700, section 4.1.3). Only the port of an address of
//! this machine may differ: programs on a desk listen at the port that is free (RFC 8252, section 7.3).

use url::{Host, Url};

/// The maximum number of characters of an address.
pub const LONGEST: usize = 500;
/// Where a program on a desk listens.
const LOOPBACK: [&str; 2] = ["http://127.0.0.1", "http://[::1]"];

/// Says whether an address can be registered; else what is wrong with it.
pub fn check(text: &str) -> Result<(), String> {
    if text.len() > LONGEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(format!("Expected at most {LONGEST} ASCII characters, without spaces."));
    }
    if text.contains(['*', '\\', '#']) {
        return Err("Expected a URI without *, \\ and #.".to_owned());
    }
    let url = Url::parse(text).map_err(|_| {
        "Expected a URI such as https://app.example/signed-in or com.example.app:/signed-in.".to_owned()
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("Expected a URI without a user name and password.".to_owned());
    }
    match url.scheme() {
        // What is shown to people is read from the parsed address, so there must be one way to read it.
        "https" if !text.starts_with("https://") => Err("Expected https:// in lower case.".to_owned()),
        "https" => match url.host() {
            Some(_) if !has_plain_host(&url) => {
                Err("Expected a host with only letters, digits, hyphens and dots.".to_owned())
            }
            Some(Host::Domain(_) | Host::Ipv4(_) | Host::Ipv6(_)) => Ok(()),
            None => Err("Expected a host after https://.".to_owned()),
        },
        "http" if without_port(text).is_some() => Ok(()),
        "http" => Err("Expected https://; http:// is for desktop programs only, with 127.0.0.1 or [::1].".to_owned()),
        // That of a domain, the other way round (RFC 8252, section 7.1): it cannot be one that browsers run, such as javascript.
        scheme if scheme.contains('.') && !scheme.ends_with('.') => Ok(()),
        _ => {
            Err("Expected https://, or a scheme that is your domain name reversed, such as com.example.app:/signed-in."
                .to_owned())
        }
    }
}

/// Returns whether the host of an address is that of IPv6, or of letters, digits, `-` and `.` alone. Others have signs that end a source in a
/// content security policy and begin another directive.
fn has_plain_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
        }
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    }
}

/// Returns whether a browser may return to an address, as one of these was registered.
pub fn is_registered(redirects: &[String], wanted: &str) -> bool {
    let fits = |registered: &String| match (without_port(registered), without_port(wanted)) {
        (Some(registered), Some(wanted)) => registered == wanted,
        (None, None) => registered == wanted,
        (Some(_), None) | (None, Some(_)) => false,
    };
    wanted.len() <= LONGEST && redirects.iter().any(fits)
}

/// The host of an address of this machine and what follows the port; none for other addresses.
fn without_port(address: &str) -> Option<(&'static str, &str)> {
    let (host, rest) = LOOPBACK.iter().find_map(|host| Some((*host, address.strip_prefix(host)?)))?;
    let rest = match rest.strip_prefix(':') {
        Some(after) => {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            after[..digits].parse::<u16>().ok().filter(|port| *port > 0)?;
            &after[digits..]
        }
        None => rest,
    };
    (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((host, rest))
}

/// The place that an address leads to, in words for people: the host, or the scheme of an app on the same device.
pub fn place(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if url.scheme() == "https" => match (url.host_str(), url.port()) {
            (Some(host), Some(port)) => format!("{host}:{port}"),
            (host, _) => host.unwrap_or_default().to_owned(),
        },
        Ok(url) if url.scheme() == "http" => "a program on this device".to_owned(),
        Ok(url) => format!("the app {} on this device", url.scheme()),
        Err(_) => String::new(),
    }
}

/// The source of an address for a content security policy: browsers follow the response to a form only to the sources of `form-action`.
pub fn source(address: &str) -> String {
    match Url::parse(address) {
        // The grammar of policies knows no address of IPv6.
        Ok(url) if url.scheme().starts_with("http") && !matches!(url.host(), Some(Host::Ipv6(_))) => {
            if has_plain_host(&url) { url.origin().ascii_serialization() } else { String::new() }
        }
        Ok(url) => format!("{}:", url.scheme()),
        Err(_) => String::new(),
    }
}

/// An address with further parameters of its query.
pub fn with_parameters(address: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(parameters);
    let joint = match address.split_once('?') {
        None => "?",
        Some((_, "")) => "",
        Some(_) => "&",
    };
    format!("{address}{joint}{}", query.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_web_of_this_device_and_of_its_apps_can_be_registered() {
        for address in [
            "https://app.example/signed-in",
            "https://app.example",
            "https://app.example:8443/a?b=c",
            "https://192.0.2.1/x",
            "http://127.0.0.1/callback",
            "http://127.0.0.1:4711/callback",
            "http://[::1]/",
            "com.example.app:/signed-in",
            "com.example.app://signed-in",
        ] {
            assert_eq!(check(address), Ok(()), "{address}");
        }
        let long = format!("https://app.example/{}", "a".repeat(500));
        for address in [
            "",
            "app.example",
            "/signed-in",
            "//app.example/",
            "http://app.example/",
            "http://localhost/",
            "http://127.0.0.1.app.example/",
            "http://127.0.0.1@app.example/",
            "http://127.0.0.1:0/",
            "http://127.0.0.1:99999/",
            "http://127.1/",
            "http://[::2]/",
            "https://",
            "https:app.example",
            "HTTPS://app.example/",
            "https://a@app.example/",
            "https://a:b@app.example/",
            "https://app.example/#x",
            "https://*.app.example/",
            "https://app.example/*",
            "https://app.example\\@evil.example/",
            "https://app.example/a b",
            "https://app.example/\u{e9}",
            "https://a;sandbox/x",
            "https://a;require-trusted-types-for/x",
            "https://a,b/x",
            "https://a'b/x",
            "https://a\"b/x",
            "https://a_b.example/x",
            "https://a%3Bsandbox/x",
            "https://a(b)/x",
            "https://app.example/\n",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "myapp:/signed-in",
            "app.:/x",
            "intent://x#Intent",
            "ftp://app.example/",
            &long,
        ] {
            assert!(check(address).is_err(), "{address}");
        }
    }

    #[test]
    fn an_address_is_registered_by_every_character_but_for_the_port_of_this_device() {
        let registered = ["https://app.example/in", "http://127.0.0.1/in", "com.example.app:/in"].map(str::to_owned);
        for address in [
            "https://app.example/in",
            "http://127.0.0.1/in",
            "http://127.0.0.1:1/in",
            "http://127.0.0.1:65535/in",
            "com.example.app:/in",
        ] {
            assert!(is_registered(&registered, address), "{address}");
        }
        for address in [
            "",
            "https://app.example/in/",
            "https://app.example/i",
            "https://app.example/In",
            "https://App.example/in",
            "https://app.example:443/in",
            "https://app.example/in?",
            "https://app.example/in#",
            "https://app.example/./in",
            "https://app.example/%69n",
            "http://app.example/in",
            "http://127.0.0.1:0/in",
            "http://127.0.0.1:65536/in",
            "http://127.0.0.1:/in",
            "http://127.0.0.1:1:2/in",
            "http://127.0.0.1:1@evil.example/in",
            "http://127.0.0.1.evil.example/in",
            "http://127.0.0.1:8080/in/",
            "http://127.0.0.2/in",
            "http://localhost/in",
            "http://[::1]/in",
            "com.example.app:in",
            "com.example.app2:/in",
        ] {
            assert!(!is_registered(&registered, address), "{address}");
        }
    }

    #[test]
    fn people_and_policies_are_told_where_an_address_leads() {
        for (address, words, policy) in [
            ("https://app.example/in", "app.example", "https://app.example"),
            ("https://app.example:8443/in", "app.example:8443", "https://app.example:8443"),
            ("http://127.0.0.1:4711/in", "a program on this device", "http://127.0.0.1:4711"),
            ("http://[::1]:4711/in", "a program on this device", "http:"),
            ("com.example.app:/in", "the app com.example.app on this device", "com.example.app:"),
        ] {
            assert_eq!((place(address).as_str(), source(address).as_str()), (words, policy));
        }
        // One that was registered when more hosts were allowed.
        assert_eq!(source("https://a;sandbox/x"), "");
        let with = |address| with_parameters(address, &[("code", "a b"), ("state", "x&y")]);
        assert_eq!(with("https://app.example/in"), "https://app.example/in?code=a+b&state=x%26y");
        assert_eq!(with("https://app.example/in?a=b"), "https://app.example/in?a=b&code=a+b&state=x%26y");
        assert_eq!(with("com.example.app:/in?"), "com.example.app:/in?code=a+b&state=x%26y");
    }
}
