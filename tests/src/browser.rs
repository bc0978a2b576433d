//! A real browser, driven by WebDriver (W3C): Chromium with its chromedriver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::wd::TimeoutConfiguration;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};
use tokio::sync::{Semaphore, SemaphorePermit};

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

/// The tests that may have browsers at a time: one for two cores, as a browser keeps a core busy and its server another.
static PLACES: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))));

/// How often a driver is started before its test fails. Of drivers that start side by side, two can take the same port, which ends
/// one of them.
const STARTS: usize = 5;

/// What a driver has said so far.
type Said = Arc<Mutex<String>>;

/// A chromedriver of one test.
pub struct Driver {
    child: Child,
    url: String,
    browser: String,
    said: Said,
    _place: SemaphorePermit<'static>,
}

impl Driver {
    /// Waits for a place and starts a driver, or returns `None` if this machine has no browser: the test has to return then.
    pub async fn start() -> Option<Driver> {
        let browser = needs::any_of(&["chromium", "chromium-browser", "google-chrome"], PACKAGES)?;
        let program = needs::program("chromedriver", PACKAGES)?;
        let place = PLACES.acquire().await.unwrap();
        let mut all_said = Vec::new();
        for _ in 0..STARTS {
            let mut child = Command::new(&program)
                .arg("--port=0")
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap_or_else(|why| panic!("{}: {why}", program.display()));
            let (said, port) = (Said::default(), channel());
            listen(child.stdout.take().unwrap(), &said, port.0.clone());
            listen(child.stderr.take().unwrap(), &said, port.0);
            if let Some(url) = started(&port.1).await {
                let browser = browser.to_string_lossy().into_owned();
                return Some(Driver { child, url, browser, said, _place: place });
            }
            let _ = child.kill();
            let end = child.wait();
            all_said.push(format!("{end:?}: {}", said.lock().unwrap()));
        }
        panic!("chromedriver ended {STARTS} times before it answered: {all_said:#?}");
    }

    /// Opens a browser at the first page of a server.
    pub async fn open(&self, server: &Server, kind: Kind) -> Browser {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = match builder.capabilities(self.capabilities(kind)).connect(&self.url).await {
            Ok(client) => client,
            Err(why) => panic!("no browser: {why}\nThe driver said: {}", self.said.lock().unwrap()),
        };
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

/// Keeps what a driver says, and passes on the port that it names. A full pipe would stop the driver.
fn listen(pipe: impl Read + Send + 'static, said: &Said, port: Sender<String>) {
    let said = Arc::clone(said);
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if let Some((_, named)) = line.rsplit_once("successfully on port ") {
                let _ = port.send(named.trim_end_matches('.').to_owned());
            }
            let mut said = said.lock().unwrap();
            said.push_str(&line);
            said.push('\n');
        }
    });
}

/// The address of a driver once it answers; `None` if it ends before that.
async fn started(port: &Receiver<String>) -> Option<String> {
    // The sending ends are gone when both pipes are closed.
    let url = format!("http://127.0.0.1:{}", tokio::task::block_in_place(|| port.recv()).ok()?);
    let status = exchange(&url, "GET", "/status", "").ok()?;
    status.contains("\"ready\":true").then_some(url)
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
    pub fn wait<'a>(&'a self, selector: &'a str) -> impl Future<Output = Element> + 'a {
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

    /// Does something to the first element of a selector: both are one act, which is repeated where the page replaces the element
    /// meanwhile.
    #[track_caller]
    fn act<'a, Done, Act>(&'a self, selector: &'a str, act: Act) -> impl Future<Output = ()> + 'a
    where
        Done: Future<Output = Result<(), CmdError>>,
        Act: Fn(Element) -> Done + 'a,
    {
        let place = std::panic::Location::caller();
        async move {
            let began = Instant::now();
            loop {
                let done = async { act(self.client.find(Locator::Css(selector)).await?).await };
                match done.await {
                    Ok(()) => return,
                    Err(why) if is_replaced(&why) && began.elapsed() < PATIENCE => {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                    Err(why) => {
                        panic!("{place}: {selector} on {}: {why}\n{}", self.path().await, self.words("main").await)
                    }
                }
            }
        }
    }

    /// Clicks on the first element of a selector.
    #[track_caller]
    pub fn click<'a>(&'a self, selector: &'a str) -> impl Future<Output = ()> + 'a {
        self.act(selector, |element| async move { element.click().await })
    }

    /// Clicks on an element of a selector, counted from 0 and from the start again after the last; false if there is none, or
    /// the page replaces it meanwhile.
    pub async fn taps(&self, selector: &str, number: usize) -> bool {
        let tapped = async {
            let all = self.client.find_all(Locator::Css(selector)).await?;
            let Some(element) = all.get(number % all.len().max(1)) else { return Ok(false) };
            // The bar covers what is at the lower edge of a phone.
            let script = "arguments[0].scrollIntoView({block: 'center'})";
            self.client.execute(script, vec![serde_json::to_value(element)?]).await?;
            element.click().await.map(|()| true)
        };
        match tapped.await {
            Ok(is_tapped) => is_tapped,
            Err(why) if is_replaced(&why) => false,
            Err(why) => panic!("{selector}: {why}"),
        }
    }

    /// Writes into a field in the place of what stands there.
    #[track_caller]
    pub fn write<'a>(&'a self, selector: &'a str, text: &'a str) -> impl Future<Output = ()> + 'a {
        self.act(selector, move |field| async move {
            field.clear().await?;
            field.send_keys(text).await
        })
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

    async fn tries(&self, expression: &str) -> Result<Value, CmdError> {
        self.client.execute(&format!("return {expression}"), Vec::new()).await
    }

    /// The value of an expression of a script, on a page that stays.
    #[track_caller]
    pub fn value<'a>(&'a self, expression: &'a str) -> impl Future<Output = Value> + 'a {
        let place = std::panic::Location::caller();
        async move { self.tries(expression).await.unwrap_or_else(|why| panic!("{place}: {expression}: {why}")) }
    }

    /// Waits until an expression is true. It may fail on a page that is on its way.
    #[track_caller]
    pub fn until<'a>(&'a self, expression: &'a str) -> impl Future<Output = ()> + 'a {
        let place = std::panic::Location::caller();
        async move {
            let began = Instant::now();
            loop {
                let value = self.tries(expression).await;
                if matches!(value, Ok(Value::Bool(true))) {
                    return;
                }
                let last = || value.map_or_else(|why| why.to_string(), |value| value.to_string());
                assert!(
                    began.elapsed() < PATIENCE,
                    "{place}: never {expression}: {}\n{}",
                    last(),
                    self.words("main").await
                );
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
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

/// True if a renewal of the page may be the cause: the element is gone, not there yet, or under another one.
fn is_replaced(why: &CmdError) -> bool {
    let CmdError::Standard(why) = why else { return false };
    matches!(
        why.error,
        ErrorStatus::NoSuchElement
            | ErrorStatus::StaleElementReference
            | ErrorStatus::ElementClickIntercepted
            | ErrorStatus::ElementNotInteractable
    )
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
