//! A real browser, driven by WebDriver (W3C): Chromium with its chromedriver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::wd::TimeoutConfiguration;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};

use crate::{Person, Server, needs};

/// Debian's packages.
const PACKAGES: &str = "apt-get install chromium chromium-driver";
/// The longest wait for a part of a page. Long, because browsers of several tests share two cores.
const PATIENCE: Duration = Duration::from_secs(30);

/// The properties of a browser.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Width and height of the page, in CSS pixels.
    pub size: (u32, u32),
    /// True for a screen that is touched.
    pub touch: bool,
    /// True if pages are to be dark.
    pub dark: bool,
    /// False if no script of a page is loaded.
    pub script: bool,
}

/// A phone.
pub const PHONE: Kind = Kind { size: (390, 844), touch: true, dark: false, script: true };
/// A screen on a desk.
pub const DESK: Kind = Kind { size: (1280, 800), touch: false, dark: false, script: true };

/// A chromedriver of one test.
pub struct Driver {
    child: Child,
    url: String,
    browser: String,
}

impl Driver {
    /// Starts a driver, or returns `None` if this machine has no browser: the test has to return then.
    pub fn start() -> Option<Driver> {
        let browser = needs::any_of(&["chromium", "chromium-browser", "google-chrome"], PACKAGES)?;
        let driver = needs::program("chromedriver", PACKAGES)?;
        let mut child =
            Command::new(driver).arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            line.rsplit_once("successfully on port ").map(|(_, port)| port.trim_end_matches('.').to_owned())
        });
        // A full pipe would stop the driver.
        std::thread::spawn(move || lines.for_each(drop));
        let url = format!("http://127.0.0.1:{}", port.expect("a port of chromedriver"));
        Some(Driver { child, url, browser: browser.to_string_lossy().into_owned() })
    }

    /// Opens a browser at the first page of a server.
    pub async fn open(&self, server: &Server, kind: Kind) -> Browser {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(self.capabilities(kind)).connect(&self.url).await.unwrap();
        client.update_timeouts(TimeoutConfiguration::new(Some(PATIENCE), Some(PATIENCE), None)).await.unwrap();
        let session = client.session_id().await.unwrap().expect("a session");
        let browser = Browser { client, url: server.url.clone(), driver: self.url.clone(), session };
        if !kind.script {
            browser.block_scripts();
        }
        browser
    }

    fn capabilities(&self, kind: Kind) -> Map<String, Value> {
        let (width, height) = kind.size;
        let mut args = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-gpu".to_owned(),
            format!("--window-size={width},{height}"),
        ];
        if kind.dark {
            args.push("--force-dark-mode".to_owned());
        }
        let mut options = json!({"binary": self.browser, "args": args});
        if kind.touch {
            let metrics = json!({"width": width, "height": height, "pixelRatio": 2.0, "touch": true});
            options["mobileEmulation"] = json!({"deviceMetrics": metrics});
        }
        let capabilities = json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        capabilities.as_object().unwrap().clone()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser with one page.
pub struct Browser {
    /// For what the methods here do not do.
    pub client: Client,
    url: String,
    driver: String,
    session: String,
}

impl Browser {
    /// Signs a person in, as the pages do: by the cookie.
    pub async fn sign_in(&self, person: &Person) {
        self.goto("/problems").await;
        let cookie = person.cookie();
        let (name, value) = cookie.split_once('=').unwrap();
        let secure = name.starts_with("__Host-");
        let cookie = json!({"cookie": {"name": name, "value": value, "path": "/", "httpOnly": true, "secure": secure,
            "sameSite": "Lax"}});
        self.command("POST", "cookie", &cookie);
    }

    /// Opens a path of the server.
    pub async fn goto(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.url)).await.unwrap();
    }

    /// The path of the page.
    pub async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    /// Waits for the first element of a selector.
    #[track_caller]
    pub fn wait<'a>(&'a self, selector: &'a str) -> impl Future<Output = fantoccini::elements::Element> + 'a {
        let place = std::panic::Location::caller();
        async move {
            match self.client.wait().at_most(PATIENCE).for_element(Locator::Css(selector)).await {
                Ok(element) => element,
                Err(why) => {
                    panic!("{place}: no {selector} on {}: {why}\n{}", self.path().await, self.words("main").await)
                }
            }
        }
    }

    /// Clicks on the first element of a selector.
    pub async fn click(&self, selector: &str) {
        self.wait(selector).await.click().await.unwrap();
    }

    /// Clicks on the first element of a selector; false if the page has replaced it meanwhile.
    pub async fn taps(&self, selector: &str) -> bool {
        let clicked = async { self.client.find(Locator::Css(selector)).await?.click().await };
        match clicked.await {
            Ok(()) => true,
            Err(why) if why.is_stale_element_reference() || why.is_no_such_element() => false,
            Err(why) => panic!("{selector}: {why}"),
        }
    }

    /// Writes into a field in the place of what stands there.
    pub async fn write(&self, selector: &str, text: &str) {
        let field = self.wait(selector).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Presses keys where the focus is.
    pub async fn press(&self, keys: &str) {
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// The visible words of an element; empty if there is none.
    pub async fn words(&self, selector: &str) -> String {
        match self.client.find(Locator::Css(selector)).await {
            Ok(element) => element.text().await.unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    /// Returns whether an element is on the page.
    pub async fn has(&self, selector: &str) -> bool {
        self.client.find(Locator::Css(selector)).await.is_ok()
    }

    /// The value of an expression of a script.
    pub async fn value(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression}"), Vec::new()).await.unwrap()
    }

    /// Waits until an expression is true.
    pub async fn until(&self, expression: &str) {
        let began = Instant::now();
        while self.value(expression).await != Value::Bool(true) {
            assert!(began.elapsed() < PATIENCE, "never {expression}: {}", self.words("main").await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The messages of the console since the last call.
    pub fn console(&self) -> Vec<String> {
        let told = self.command("POST", "se/log", &json!({"type": "browser"}));
        let messages = told["value"].as_array().cloned().unwrap_or_default();
        messages.iter().map(|one| one["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Lets no script of a page load. Without any script at all the driver could not press a button.
    fn block_scripts(&self) {
        for (command, parameters) in
            [("Network.enable", json!({})), ("Network.setBlockedURLs", json!({"urls": ["*.js"]}))]
        {
            self.devtools(command, &parameters);
        }
    }

    /// A command of the Chrome DevTools Protocol. Blocks.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        let answer = self.command("POST", "goog/cdp/execute", &json!({"cmd": command, "params": parameters}));
        assert!(answer["value"].get("error").is_none(), "{command}: {answer}");
        answer["value"].clone()
    }

    /// The origin of the pages.
    pub fn origin(&self) -> &str {
        &self.url
    }

    /// A command of the driver that fantoccini does not have.
    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("/session/{}/{path}", self.session);
        let answer = exchange(&self.driver, method, &path, &body.to_string()).unwrap();
        serde_json::from_str(&answer).unwrap_or_else(|why| panic!("{why}: {answer}"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Otherwise the browser would outlive the driver.
        let _ = exchange(&self.driver, "DELETE", &format!("/session/{}", self.session), "");
    }
}

/// Sends a request on a connection of its own, and returns the body of the answer. Blocks, so that it works while a test fails, too.
fn exchange(driver: &str, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(driver.trim_start_matches("http://"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    // The driver keeps the connection open.
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 0 && line != "\r\n" {
        if let Some((_, value)) = line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(String::from_utf8_lossy(&body).into_owned())
}
