//! A page as a person has it: found and touched by what things are called, read by what it shows.
//!
//! Waiting is always for something to be there; [`PATIENCE`] only ends a test that would hang.

mod keys;
mod things;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::browser::{Devtools, Happened};
use crate::harness::PATIENCE;

/// Time between two looks at a page that does not show yet what is waited for.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// A screen, and how it is touched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Device {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) scale: u32,
    pub(super) touch: bool,
}

impl Device {
    /// The page of a usual phone, between the bars of its browser.
    pub(super) const PHONE: Self = Self::touched(390, 664, 3);
    /// The smallest phone.
    pub(super) const SMALL_PHONE: Self = Self::touched(320, 568, 2);
    /// A screen at a zoom of 400 %.
    pub(super) const ZOOMED: Self = Self::touched(320, 256, 4);
    /// A phone on its side.
    pub(super) const LANDSCAPE: Self = Self::touched(664, 340, 3);
    /// The smallest phone on its side.
    pub(super) const SMALL_LANDSCAPE: Self = Self::touched(568, 320, 2);
    pub(super) const TABLET: Self = Self::touched(820, 1080, 2);
    pub(super) const DESKTOP: Self = Self {
        width: 1280,
        height: 800,
        scale: 1,
        touch: false,
    };

    const fn touched(width: u32, height: u32, scale: u32) -> Self {
        Self {
            width,
            height,
            scale,
            touch: true,
        }
    }
}

/// A page in a context of its own.
pub(super) struct Page {
    devtools: Arc<Devtools>,
    context: String,
    session: String,
    device: Device,
    /// Trouble that the test causes itself, by a part of its text.
    expected: RefCell<Vec<&'static str>>,
    happened: RefCell<Vec<Happened>>,
    is_checked: bool,
}

/// The text that is shown, in one line.
const SHOWN: &str = "document.body ? document.body.innerText.replace(/\\s+/g, ' ') : ''";

impl Page {
    /// Opens a page on a device, with nothing stored; discs and stones do not move on it, as people may ask for.
    pub(super) async fn open(devtools: &Arc<Devtools>, device: Device, url: &str) -> Self {
        let page = Self::blank(devtools, device).await;
        page.go(url).await;
        page
    }

    /// Opens an empty page.
    pub(super) async fn blank(devtools: &Arc<Devtools>, device: Device) -> Self {
        let context = devtools
            .command("Target.createBrowserContext", json!({}))
            .await;
        let context = text(&context["browserContextId"]);
        let target = devtools
            .command(
                "Target.createTarget",
                json!({ "url": "about:blank", "browserContextId": context,
                        "width": device.width, "height": device.height }),
            )
            .await;
        let attached = devtools
            .command(
                "Target.attachToTarget",
                json!({ "targetId": target["targetId"], "flatten": true }),
            )
            .await;
        let page = Self {
            devtools: Arc::clone(devtools),
            context,
            session: text(&attached["sessionId"]),
            device,
            expected: RefCell::default(),
            happened: RefCell::default(),
            is_checked: false,
        };
        for domain in ["Page", "Runtime", "Log", "DOM", "Accessibility", "Network"] {
            page.command(&format!("{domain}.enable"), json!({})).await;
        }
        page.resize(device).await;
        page.prefers(&[("prefers-reduced-motion", "reduce")]).await;
        // A test must not depend on the languages of the machine.
        let language = json!({ "userAgent": "", "acceptLanguage": "en" });
        page.command("Emulation.setUserAgentOverride", language)
            .await;
        page
    }

    /// Makes the screen another one.
    pub(super) async fn resize(&self, device: Device) {
        let metrics = json!({ "width": device.width, "height": device.height,
            "deviceScaleFactor": device.scale, "mobile": device.touch });
        self.command("Emulation.setDeviceMetricsOverride", metrics)
            .await;
        let touch = json!({ "enabled": device.touch, "maxTouchPoints": 5 });
        self.command("Emulation.setTouchEmulationEnabled", touch)
            .await;
    }

    /// True if the device is touched by fingers.
    pub(super) fn is_touched(&self) -> bool {
        self.device.touch
    }

    /// Sets what the person prefers, such as `prefers-color-scheme: dark`; all else is as it comes.
    pub(super) async fn prefers(&self, features: &[(&str, &str)]) {
        let features: Vec<_> = features
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        let media = json!({ "features": features });
        self.command("Emulation.setEmulatedMedia", media).await;
    }

    /// Sets the languages that the person reads, the best first.
    pub(super) async fn reads(&self, languages: &str) {
        let language = json!({ "userAgent": "", "acceptLanguage": languages });
        self.command("Emulation.setUserAgentOverride", language)
            .await;
    }

    /// Goes to an address, and waits until the page is loaded.
    pub(super) async fn go(&self, url: &str) {
        let gone = self.command("Page.navigate", json!({ "url": url })).await;
        assert_eq!(gone.get("errorText"), None, "{url}");
        self.loaded().await;
    }

    /// Loads the page again.
    pub(super) async fn reload(&self) {
        self.evaluate("window.isOld = true").await;
        self.command("Page.reload", json!({})).await;
        self.until("the page to be loaded again", "!window.isOld")
            .await;
        self.loaded().await;
    }

    async fn loaded(&self) {
        let loaded = "document.readyState === 'complete' && location.href !== 'about:blank'";
        self.until("the page to be loaded", loaded).await;
    }

    /// Waits until the page shows a text, whatever its capitals.
    pub(super) async fn shows(&self, text: &str) {
        let wanted = json!(text.to_lowercase());
        let shows = format!("({SHOWN}).toLowerCase().includes({wanted})");
        self.until(&format!("{text:?} to be shown"), &shows).await;
    }

    /// Waits until the page shows one of these texts, and returns which.
    pub(super) async fn shows_one_of(&self, texts: &[&str]) -> usize {
        let wanted: Vec<_> = texts.iter().map(|text| text.to_lowercase()).collect();
        let wanted = json!(wanted);
        let which = format!(
            "(() => {{ const shown = ({SHOWN}).toLowerCase(); return {wanted}.findIndex((one) => shown.includes(one)); }})()"
        );
        self.until(&format!("one of {texts:?}"), &format!("{which} >= 0"))
            .await;
        let found = self.evaluate(&which).await.as_u64();
        found.expect("was just there") as usize
    }

    /// Runs a script before those of every document that is loaded from now on.
    pub(super) async fn at_first(&self, script: &str) {
        let script = json!({ "source": script });
        self.command("Page.addScriptToEvaluateOnNewDocument", script)
            .await;
    }

    /// The lowest cell of a column that is free, as [`Page::tap`] takes it.
    pub(super) async fn free_cell(&self, column: &str) -> String {
        let free = format!(
            "[...document.querySelectorAll('[role=gridcell][aria-label$=empty]')].map((cell) => cell.dataset.cell)
                .filter((square) => square.startsWith('{column}')).sort()[0] + ' empty'"
        );
        text(&self.evaluate(&free).await)
    }

    /// Waits until the page no longer shows a text.
    pub(super) async fn shows_no_more(&self, text: &str) {
        let unwanted = json!(text.to_lowercase());
        let gone = format!("!({SHOWN}).toLowerCase().includes({unwanted})");
        self.until(&format!("{text:?} to be gone"), &gone).await;
    }

    /// Waits until an expression is true.
    pub(super) async fn until(&self, what: &str, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        // A page that is just being left has no answer.
        while self.try_evaluate(expression).await != Ok(Value::Bool(true)) {
            assert!(
                Instant::now() <= deadline,
                "waited for {what}; {}",
                self.situation().await
            );
            sleep(LOOK_EVERY).await;
        }
    }

    /// The value of an expression.
    pub(super) async fn evaluate(&self, expression: &str) -> Value {
        let value = self.try_evaluate(expression).await;
        value.unwrap_or_else(|problem| panic!("{expression}: {problem}"))
    }

    async fn try_evaluate(&self, expression: &str) -> Result<Value, String> {
        // The browser holds a promise that it waits for weakly, and reports one that was collected
        // meanwhile as an error; the page keeps it instead.
        let kept = format!("globalThis.evaluated = eval({})", json!(expression));
        let parameters = json!({ "expression": kept, "awaitPromise": true,
            "returnByValue": true, "userGesture": true });
        let mut answer = self.try_command("Runtime.evaluate", parameters).await?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Expects trouble on the console whose text contains this: the test causes it.
    pub(super) fn expect(&self, words: &'static str) {
        self.expected.borrow_mut().push(words);
    }

    /// What happened in the page, since it was opened.
    pub(super) fn happened(&self) -> Vec<Happened> {
        let new = self.devtools.take_happened(&self.session);
        let mut happened = self.happened.borrow_mut();
        happened.extend(new);
        happened.clone()
    }

    /// Errors, warnings and exceptions that were not expected.
    fn troubles(&self) -> Vec<String> {
        let troubles = self.happened().into_iter().filter_map(|(method, said)| {
            let is_trouble = match &*method {
                "Runtime.exceptionThrown" => true,
                "Runtime.consoleAPICalled" => {
                    ["error", "warning", "assert"].contains(&said["type"].as_str()?)
                }
                "Log.entryAdded" => {
                    ["error", "warning"].contains(&said["entry"]["level"].as_str()?)
                }
                _ => false,
            };
            is_trouble.then(|| said.to_string())
        });
        let expected = self.expected.borrow();
        // What comes when the page is idle may come to nothing with any line that a test cuts: the page asks again.
        troubles
            .filter(|said| !said.contains("/later.js"))
            .filter(|said| !expected.iter().any(|words| said.contains(words)))
            .collect()
    }

    /// Closes the page, on whose console there was nothing.
    pub(super) async fn close(mut self) {
        self.is_checked = true;
        let troubles = self.troubles();
        assert!(troubles.is_empty(), "{troubles:#?}");
        let context = json!({ "browserContextId": self.context });
        self.devtools
            .command("Target.disposeBrowserContext", context)
            .await;
    }

    /// Seconds for which the page has kept a processor busy, where `Performance` is enabled.
    pub(super) async fn busy(&self) -> f64 {
        let metrics = self.command("Performance.getMetrics", json!({})).await;
        let metrics = metrics["metrics"].as_array().into_iter().flatten();
        let mut busy = metrics.filter(|metric| metric["name"] == json!("TaskDuration"));
        let busy = busy.next().and_then(|metric| metric["value"].as_f64());
        busy.expect("is measured")
    }

    /// Saves a picture in the directory that `ENLINEA_PICTURES` names, if it does.
    pub(super) async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("ENLINEA_PICTURES") else {
            return;
        };
        let picture = self
            .command(
                "Page.captureScreenshot",
                json!({ "format": "webp", "quality": 85 }),
            )
            .await;
        let bytes = from_base64(&text(&picture["data"]));
        let path = std::path::Path::new(&folder).join(format!("{name}.webp"));
        std::fs::write(path, bytes).expect("the directory can be written");
    }

    /// What a person would see, for the report of a failure.
    async fn situation(&self) -> String {
        self.picture("failure").await;
        let url = self.try_evaluate("location.href").await;
        let shown = self.try_evaluate(SHOWN).await;
        let touchable = self.touchable().await;
        let troubles = self.troubles();
        format!(
            "at {url:?} the page shows {shown:?}, can be touched at {touchable:?}, and its troubles are {troubles:#?}"
        )
    }

    /// Gives a command to the page.
    pub(super) async fn command(&self, method: &str, parameters: Value) -> Value {
        let answer = self.try_command(method, parameters).await;
        answer.unwrap_or_else(|problem| panic!("{method}: {problem}"))
    }

    async fn try_command(&self, method: &str, parameters: Value) -> Result<Value, String> {
        let session = Some(&*self.session);
        self.devtools.try_command(session, method, parameters).await
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // A test that fails has said why.
        assert!(
            self.is_checked || std::thread::panicking(),
            "a test must close its pages, which looks at their consoles"
        );
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The bytes of a text in base64.
fn from_base64(text: &str) -> Vec<u8> {
    let digits = text.bytes().filter_map(|digit| match digit {
        b'A'..=b'Z' => Some(u32::from(digit - b'A')),
        b'a'..=b'z' => Some(u32::from(digit - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(digit - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    });
    let digits: Vec<_> = digits.collect();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit);
        let bits = bits << (6 * (4 - four.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}
