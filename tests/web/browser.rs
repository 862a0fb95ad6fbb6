//! Chromium without a window, one for all tests, driven over its `DevTools` protocol.
//!
//! test -> [`Devtools`], a WebSocket of its own -> the browser -> a context for each player
//!
//! A context is as good as a browser of its own: nothing that one player has stored is there for another.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::harness::PATIENCE;

/// Name by which pages know the server: no loopback, so that they are as little trusted as on a local network.
pub(super) const HOST: &str = "lan.test";

/// Names of the browser where `BROWSER` names none; the first has no window at all, which takes half of the processor's
/// time of the others.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// A browser that runs until the test program ends.
struct Browser {
    /// Address of its `DevTools`.
    url: String,
    /// The shell around it: the browser ends when the input of this one does.
    _shell: Child,
}

/// Ends the browser with the test program, however that ends, and removes what it kept. On some systems its program
/// is a shell, which the browser would outlive: what is ended is the group of processes.
const KEEPER: &str = r#""$@" &
read -r _
trap '' TERM
kill 0
wait
rm -rf -- "$PROFILE""#;

/// The browser of all tests; none where this machine has none, which is a failure where `ENLINEA_REQUIRE_BROWSER` says
/// that it must have one.
fn browser() -> Option<&'static Browser> {
    static BROWSER: OnceLock<Option<Browser>> = OnceLock::new();
    BROWSER.get_or_init(launch).as_ref()
}

#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped says so in its output"
)]
fn launch() -> Option<Browser> {
    let Some(program) = find() else {
        assert!(
            std::env::var_os("ENLINEA_REQUIRE_BROWSER").is_none(),
            "no browser: name one in BROWSER, or install one of {NAMES:?}"
        );
        eprintln!("skipped: no browser; name one in BROWSER, or install one of {NAMES:?}");
        return None;
    };
    let profile = tempfile::tempdir().expect("a directory").keep();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", KEEPER, "sh"])
        .process_group(0)
        .arg(program)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-default-apps",
            "--disable-sync",
            // Pages of several players are on one screen, and none is in the background.
            "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
            "--hide-scrollbars",
            "--remote-debugging-port=0",
        ])
        .arg(format!("--host-resolver-rules=MAP {HOST} 127.0.0.1"))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("about:blank")
        .env("PROFILE", &profile)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut shell = shell.spawn().expect("a shell starts");
    let mut lines = BufReader::new(shell.stderr.take().expect("piped")).lines();
    let mut said = Vec::new();
    let url = loop {
        let Some(Ok(line)) = lines.next() else {
            panic!("the browser ended: {said:#?}");
        };
        if let Some(url) = line.strip_prefix("DevTools listening on ") {
            break url.to_owned();
        }
        said.push(line);
    };
    // What it says must be read, or it would wait.
    thread::spawn(move || lines.for_each(drop));
    Some(Browser { url, _shell: shell })
}

fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("BROWSER") {
        let named = PathBuf::from(named);
        // Desktops name their own browser in this variable, whatever it is.
        if named.is_file() {
            return Some(named);
        }
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let mut places = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.find(|place| place.is_file())
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Answer = oneshot::Sender<Result<Value, String>>;

/// What happened in a page: the name of an event, and its parameters.
pub(super) type Happened = (String, Value);

/// A connection of one test to the browser.
pub(super) struct Devtools {
    socket: tokio::sync::Mutex<SplitSink<Socket, Message>>,
    number: AtomicU64,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    waiting: HashMap<u64, Answer>,
    /// Events of each page, by its session.
    happened: HashMap<String, Vec<Happened>>,
}

impl Devtools {
    /// Connects; none where there is no browser.
    pub(super) async fn connect() -> Option<Arc<Self>> {
        // A start takes a second or so, and nothing else runs on this thread.
        let browser = browser()?;
        let config = WebSocketConfig::default()
            .max_message_size(None)
            .max_frame_size(None);
        let connected = connect_async_with_config(browser.url.as_str(), Some(config), true);
        let connected = timeout(PATIENCE, connected).await;
        let (socket, _) = connected.expect("answers in time").expect("connects");
        let (sink, stream) = socket.split();
        let shared = Arc::<Mutex<Shared>>::default();
        tokio::spawn(read(stream, Arc::clone(&shared)));
        Some(Arc::new(Self {
            socket: tokio::sync::Mutex::new(sink),
            number: AtomicU64::new(1),
            shared,
        }))
    }

    /// Gives a command to the browser itself.
    pub(super) async fn command(&self, method: &str, parameters: Value) -> Value {
        let answer = self.try_command(None, method, parameters).await;
        answer.unwrap_or_else(|problem| panic!("{method}: {problem}"))
    }

    /// Gives a command to the page of a session, or to the browser itself.
    pub(super) async fn try_command(
        &self,
        session: Option<&str>,
        method: &str,
        parameters: Value,
    ) -> Result<Value, String> {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        self.wait_for(number, answer);
        let mut message = json!({ "id": number, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let message = Message::text(message.to_string());
        let sent = self.socket.lock().await.send(message).await;
        sent.expect("the browser reads");
        let answered = timeout(PATIENCE, answered).await;
        let answered = answered.map_err(|_late| format!("{method} is not answered"))?;
        answered.map_err(|_dropped| "the browser has ended".to_owned())?
    }

    fn wait_for(&self, number: u64, answer: Answer) {
        let mut shared = self.shared.lock().expect("no holder panics");
        shared.waiting.insert(number, answer);
    }

    /// Events of a session since they were last asked for.
    pub(super) fn take_happened(&self, session: &str) -> Vec<Happened> {
        let mut shared = self.shared.lock().expect("no holder panics");
        shared.happened.remove(session).unwrap_or_default()
    }
}

async fn read(mut stream: SplitStream<Socket>, shared: Arc<Mutex<Shared>>) {
    while let Some(Ok(message)) = stream.next().await {
        let Ok(text) = message.to_text() else {
            continue;
        };
        let Ok(mut message) = serde_json::from_str::<Value>(text) else {
            continue;
        };
        let mut shared = shared.lock().expect("no holder panics");
        if let Some(number) = message["id"].as_u64() {
            let answer = match message.get("error") {
                Some(error) => Err(error["message"].as_str().unwrap_or("failed").to_owned()),
                None => Ok(message["result"].take()),
            };
            if let Some(waiting) = shared.waiting.remove(&number) {
                // Whoever asked may have given up.
                let _ = waiting.send(answer);
            }
        } else if let Some(session) = message["sessionId"].as_str() {
            let session = session.to_owned();
            let method = message["method"].as_str().unwrap_or_default().to_owned();
            let events = shared.happened.entry(session).or_default();
            events.push((method, message["params"].take()));
        }
    }
    // Whoever waits learns that nothing more comes.
    shared.lock().expect("no holder panics").waiting.clear();
}
