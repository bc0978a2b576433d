//! A client of a server, and the answers it gets.

use serde_json::Value;

use crate::operations;

/// An answer of the server.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: reqwest::header::HeaderMap,
    /// The body as bytes.
    pub bytes: Vec<u8>,
}

impl Reply {
    /// Sends a request and waits for the whole answer. A problem has to be one that the document lists for the operation, unless the
    /// request has a cookie: the document is for programs, which have none.
    pub async fn send(request: reqwest::RequestBuilder) -> Reply {
        let (client, request) = request.build_split();
        let request = request.unwrap();
        let (method, path) = (request.method().to_string(), request.url().path().to_owned());
        let is_browser = request.headers().contains_key("cookie");
        let answer = client.execute(request).await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let reply = Reply { status, headers, bytes: answer.bytes().await.unwrap().to_vec() };
        if reply.header("content-type") == "application/problem+json" && !is_browser {
            operations::expect_listed(&method, &path, &reply.json());
        }
        reply
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The body as JSON; fails if the answer does not say that it is JSON or a problem.
    #[track_caller]
    pub fn json(&self) -> Value {
        let kind = self.header("content-type");
        assert!(
            ["application/json", "application/problem+json"].contains(&kind),
            "{} {kind}: {}",
            self.status,
            self.text()
        );
        serde_json::from_slice(&self.bytes).unwrap_or_else(|why| panic!("{} {why}: {}", self.status, self.text()))
    }

    /// A header.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Fails if the status is another one; returns the body.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        if self.bytes.is_empty() { Value::Null } else { serde_json::from_slice(&self.bytes).unwrap_or(Value::Null) }
    }

    /// Fails if the answer is not a complete problem of this kind (RFC 9457); returns the problem.
    #[track_caller]
    pub fn problem(&self, slug: &str) -> Value {
        assert_eq!(self.header("content-type"), "application/problem+json", "{} {}", self.status, self.text());
        let problem = self.json();
        assert_eq!(problem["type"], format!("/problems/{slug}"), "{problem}");
        assert_eq!(problem["status"], self.status, "{problem}");
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{problem}");
        problem
    }

    /// The same for a problem with this field, or without one; fails if it repeats much of what was sent.
    #[track_caller]
    pub fn refused(&self, slug: &str, field: Option<&str>) -> Value {
        let problem = self.problem(slug);
        assert_eq!(problem["field"].as_str(), field, "{problem}");
        assert!(self.bytes.len() < 1500, "too long: {problem}");
        problem
    }

    /// Fails if the answer is not a page of this status with its headers; returns its text.
    #[track_caller]
    pub fn page(&self, status: u16) -> String {
        let text = self.text();
        assert_eq!((self.status, self.header("content-type")), (status, "text/html; charset=utf-8"), "{text}");
        assert_eq!((self.header("cache-control"), self.header("referrer-policy")), ("no-store", "same-origin"));
        assert!(self.header("content-security-policy").starts_with("default-src 'none'"));
        let scripts = text.matches("<script type=\"module\" src=\"/assets/").count();
        assert!(text.matches("<script").count() == scripts && text.contains("width=device-width"), "{text}");
        text
    }
}

/// The fields of a form, encoded.
pub fn encoded(fields: &[(&str, &str)]) -> String {
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let fields: Vec<String> =
        fields.iter().map(|(name, text)| format!("{}={}", encoded(name), encoded(text))).collect();
    fields.join("&")
}

/// A client of a server. Its requests carry a token, or none.
pub struct Client {
    url: String,
    token: Option<String>,
    http: reqwest::Client,
}

impl Client {
    /// A client of the server at an address, without a slash at the end. It follows no redirections.
    pub fn new(url: &str, token: Option<&str>) -> Client {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            // The server closes idle connections after five seconds, perhaps while a request is on its way.
            .pool_idle_timeout(std::time::Duration::from_secs(2))
            .build()
            .unwrap();
        Client { url: url.to_owned(), token: token.map(str::to_owned), http }
    }

    /// A request; `path` begins with a slash.
    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let request = self.http.request(method, format!("{}{path}", self.url));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends GET.
    pub async fn get(&self, path: &str) -> Reply {
        Reply::send(self.request("GET", path)).await
    }

    /// Sends POST with JSON.
    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        Reply::send(self.request("POST", path).json(body)).await
    }

    /// Sends PATCH with JSON.
    pub async fn patch(&self, path: &str, body: &Value) -> Reply {
        Reply::send(self.request("PATCH", path).json(body)).await
    }

    /// Sends DELETE.
    pub async fn delete(&self, path: &str) -> Reply {
        Reply::send(self.request("DELETE", path)).await
    }

    /// Sends POST with the fields of a form.
    pub async fn fill(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.submit(path, &encoded(fields)).await
    }

    /// Sends POST with a form and these headers.
    pub async fn fill_with(&self, path: &str, headers: &[(&str, &str)], fields: &[(&str, &str)]) -> Reply {
        let request = self.request("POST", path).header("content-type", "application/x-www-form-urlencoded");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        Reply::send(request.body(encoded(fields))).await
    }

    /// Sends POST with an encoded form.
    pub async fn submit(&self, path: &str, form: &str) -> Reply {
        let request = self.request("POST", path).header("content-type", "application/x-www-form-urlencoded");
        Reply::send(request.body(form.to_owned())).await
    }
}

/// The tokens of a sign-in or a refresh, as the server gave them. Requests carry the access token.
pub struct Session {
    /// The id of the account.
    pub id: String,
    /// The id of the session.
    pub session: String,
    /// The access token.
    pub access: String,
    /// The refresh token.
    pub refresh: String,
    client: Client,
}

impl Session {
    /// Reads the tokens from the answer of the server at an address.
    pub fn new(url: &str, tokens: &Value) -> Session {
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{tokens}")).to_owned();
        let access = text(&tokens["access_token"]);
        Session {
            id: text(&tokens["user"]["id"]),
            session: text(&tokens["session"]),
            refresh: text(&tokens["refresh_token"]),
            client: Client::new(url, Some(&access)),
            access,
        }
    }
}

impl std::ops::Deref for Session {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}
