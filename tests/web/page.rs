//! A page as a person has it: found and touched by what things are called, read by what it shows.
//!
//! Waiting is always for something to be there; [`PATIENCE`] only ends a test that would hang.

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
    /// A phone on its side.
    pub(super) const LANDSCAPE: Self = Self::touched(664, 340, 3);
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

/// A thing of the page that is heard or touched.
#[derive(Clone, Debug)]
struct Thing {
    role: String,
    name: String,
    is_disabled: bool,
    is_focused: bool,
    node: Option<i64>,
}

/// Roles of things that can be touched.
const TOUCHABLE: [&str; 16] = [
    "button",
    "checkbox",
    "combobox",
    "gridcell",
    "link",
    "menuitem",
    "menuitemradio",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "summary",
    "switch",
    "tab",
    "textbox",
];

/// Returns the middle of `this`, scrolled into view, and whether a finger there touches it.
const MIDDLE: &str = "function() {
    this.scrollIntoView({block: 'nearest', inline: 'nearest'});
    let box = this.getBoundingClientRect();
    const label = this.labels && this.labels[0];
    // A switch that is drawn by its label is touched there.
    if (label && (box.width < 2 || box.height < 2)) box = label.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    const touched = hit && (this.contains(hit) || (hit.closest('label')?.control === this));
    return {x, y, touched: !!touched, hit: hit ? hit.outerHTML.slice(0, 120) : ''};
}";

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

    /// The name of the lowest cell of a column that is free.
    pub(super) async fn free_cell(&self, column: &str) -> String {
        let free = format!(
            "[...document.querySelectorAll('[role=gridcell][aria-label$=empty]')].map((cell) => cell.ariaLabel)
                .filter((name) => name.startsWith('{column}')).sort()[0]"
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
            if Instant::now() > deadline {
                panic!("waited for {what}; {}", self.situation().await);
            }
            sleep(LOOK_EVERY).await;
        }
    }

    /// The value of an expression.
    pub(super) async fn evaluate(&self, expression: &str) -> Value {
        let value = self.try_evaluate(expression).await;
        value.unwrap_or_else(|problem| panic!("{expression}: {problem}"))
    }

    async fn try_evaluate(&self, expression: &str) -> Result<Value, String> {
        let parameters = json!({ "expression": expression, "awaitPromise": true,
            "returnByValue": true, "userGesture": true });
        let mut answer = self.try_command("Runtime.evaluate", parameters).await?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Touches or clicks the one thing of this name: the whole name, or else a part of it.
    pub(super) async fn tap(&self, name: &str) {
        let (x, y) = self.place_of(name).await;
        self.touch(x, y).await;
    }

    /// Touches the one thing of this name until it is gone: what has just come is deaf for a moment, so that nobody
    /// touches it by mistake.
    pub(super) async fn tap_away(&self, name: &str) {
        self.offers(name).await;
        let deadline = Instant::now() + PATIENCE;
        while let [thing, ..] = called(&self.things().await, name)[..] {
            // It may go at any moment.
            if let Ok(place) = self.call(thing, MIDDLE).await
                && let (Some(x), Some(y)) = (place["x"].as_f64(), place["y"].as_f64())
            {
                self.touch(x, y).await;
            }
            if Instant::now() > deadline {
                panic!("{name:?} stays; {}", self.situation().await);
            }
            sleep(LOOK_EVERY).await;
        }
    }

    /// Touches or clicks a point of the screen.
    pub(super) async fn touch(&self, x: f64, y: f64) {
        if self.device.touch {
            let points = json!([{ "x": x, "y": y }]);
            for (kind, points) in [("touchStart", points), ("touchEnd", json!([]))] {
                let event = json!({ "type": kind, "touchPoints": points });
                self.command("Input.dispatchTouchEvent", event).await;
            }
        } else {
            for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
                let button = if kind == "mouseMoved" { "none" } else { "left" };
                let event =
                    json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
                self.command("Input.dispatchMouseEvent", event).await;
            }
        }
    }

    /// Drags a finger from one point of the screen to another.
    pub(super) async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        const STEPS: u32 = 8;
        let point = |step: u32| {
            let part = f64::from(step) / f64::from(STEPS);
            let between = |from: f64, to: f64| from + (to - from) * part;
            json!([{ "x": between(from.0, to.0), "y": between(from.1, to.1) }])
        };
        for step in 0..=STEPS {
            let kind = if step == 0 { "touchStart" } else { "touchMove" };
            let event = json!({ "type": kind, "touchPoints": point(step) });
            self.command("Input.dispatchTouchEvent", event).await;
        }
        let event = json!({ "type": "touchEnd", "touchPoints": [] });
        self.command("Input.dispatchTouchEvent", event).await;
    }

    /// Waits until there is something of this name that can be touched.
    pub(super) async fn offers(&self, name: &str) {
        self.thing(name).await;
    }

    /// The middle of the one thing of this name, which nothing covers.
    async fn place_of(&self, name: &str) -> (f64, f64) {
        let deadline = Instant::now() + PATIENCE;
        let mut before = Value::Null;
        loop {
            let thing = self.thing(name).await;
            let place = self.call(&thing, MIDDLE).await;
            let place = place.unwrap_or_else(Value::String);
            // One that still moves would be missed, by a person too.
            let is_still = std::mem::replace(&mut before, place.clone()) == place;
            if is_still && place["touched"] == json!(true) {
                let coordinate = |name: &str| place[name].as_f64().expect("a number");
                return (coordinate("x"), coordinate("y"));
            }
            if Instant::now() > deadline {
                panic!(
                    "{name:?} cannot be touched: {place}; {}",
                    self.situation().await
                );
            }
            sleep(LOOK_EVERY).await;
        }
    }

    /// Waits for the one thing of this name that can be touched.
    async fn thing(&self, name: &str) -> Thing {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let things = self.things().await;
            let found = called(&things, name);
            if let [thing] = found[..]
                && !thing.is_disabled
            {
                return thing.clone();
            }
            if Instant::now() > deadline {
                panic!(
                    "waited for one thing called {name:?}, not {found:?}; {}",
                    self.situation().await
                );
            }
            sleep(LOOK_EVERY).await;
        }
    }

    /// Everything that is heard or touched.
    async fn things(&self) -> Vec<Thing> {
        let tree = self
            .try_command("Accessibility.getFullAXTree", json!({}))
            .await;
        let Ok(tree) = tree else {
            return Vec::new();
        };
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        let heard = nodes.iter().filter(|node| node["ignored"] != json!(true));
        heard
            .map(|node| {
                let has = |property: &str| {
                    let properties = node["properties"].as_array().into_iter().flatten();
                    let mut values = properties.filter(|one| one["name"] == json!(property));
                    values.any(|one| one["value"]["value"] == json!(true))
                };
                Thing {
                    role: text(&node["role"]["value"]),
                    name: text(&node["name"]["value"]),
                    is_disabled: has("disabled"),
                    is_focused: has("focused"),
                    node: node["backendDOMNodeId"].as_i64(),
                }
            })
            .collect()
    }

    /// Role and name of each thing that can be touched.
    pub(super) async fn touchable(&self) -> Vec<(String, String)> {
        let things = self.things().await.into_iter();
        things
            .filter(|thing| TOUCHABLE.contains(&&*thing.role))
            .map(|thing| (thing.role, thing.name))
            .collect()
    }

    /// Calls a function on the element of a thing.
    async fn call(&self, thing: &Thing, function: &str) -> Result<Value, String> {
        let node = json!({ "backendNodeId": thing.node });
        let object = self.try_command("DOM.resolveNode", node).await?;
        let call = json!({ "objectId": object["object"]["objectId"],
            "functionDeclaration": function, "returnByValue": true });
        let mut answer = self.try_command("Runtime.callFunctionOn", call).await?;
        Ok(answer["result"]["value"].take())
    }

    /// Presses a key by its name, such as `Enter`, `ArrowLeft` or `d`.
    pub(super) async fn press(&self, key: &str) {
        let (code, number) = match key {
            "Enter" => ("Enter".to_owned(), 13),
            "Tab" => ("Tab".to_owned(), 9),
            "Escape" => ("Escape".to_owned(), 27),
            "Space" => ("Space".to_owned(), 32),
            "End" => ("End".to_owned(), 35),
            "Home" => ("Home".to_owned(), 36),
            "ArrowLeft" => ("ArrowLeft".to_owned(), 37),
            "ArrowUp" => ("ArrowUp".to_owned(), 38),
            "ArrowRight" => ("ArrowRight".to_owned(), 39),
            "ArrowDown" => ("ArrowDown".to_owned(), 40),
            _ => {
                let upper = key.to_ascii_uppercase();
                let number = i64::from(upper.as_bytes()[0]);
                let kind = if upper.as_bytes()[0].is_ascii_digit() {
                    "Digit"
                } else {
                    "Key"
                };
                (format!("{kind}{upper}"), number)
            }
        };
        let typed = match key {
            "Enter" => "\r",
            "Space" => " ",
            _ if key.len() == 1 => key,
            _ => "",
        };
        let name = if key == "Space" { " " } else { key };
        let down = json!({ "type": "keyDown", "key": name, "code": code, "text": typed,
            "windowsVirtualKeyCode": number });
        self.command("Input.dispatchKeyEvent", down).await;
        let up = json!({ "type": "keyUp", "key": name, "code": code,
            "windowsVirtualKeyCode": number });
        self.command("Input.dispatchKeyEvent", up).await;
    }

    /// Presses Tab until something of this name has the focus.
    pub(super) async fn tab_to(&self, name: &str) {
        let mut seen = Vec::new();
        for _ in 0..80 {
            self.press("Tab").await;
            let focused = self.focused().await;
            if focused.to_lowercase().contains(&name.to_lowercase()) {
                return;
            }
            seen.push(focused);
        }
        panic!(
            "no Tab leads to {name:?}, only to {seen:?}; {}",
            self.situation().await
        );
    }

    /// The name of what has the focus.
    pub(super) async fn focused(&self) -> String {
        let things = self.things().await.into_iter();
        let mut focused = things.filter(|thing| thing.is_focused && thing.role != "RootWebArea");
        focused.next().map(|thing| thing.name).unwrap_or_default()
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
        troubles
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
            .command("Page.captureScreenshot", json!({ "format": "png" }))
            .await;
        let bytes = from_base64(&text(&picture["data"]));
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
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

/// The things that can be touched and have this name; where there are none, those that have it in their name.
fn called<'a>(things: &'a [Thing], name: &str) -> Vec<&'a Thing> {
    let name = name.to_lowercase();
    let touchable = || {
        let things = things.iter();
        things.filter(|thing| TOUCHABLE.contains(&&*thing.role) && thing.node.is_some())
    };
    let whole: Vec<_> = touchable()
        .filter(|thing| thing.name.to_lowercase() == name)
        .collect();
    if !whole.is_empty() {
        return whole;
    }
    touchable()
        .filter(|thing| thing.name.to_lowercase().contains(&name))
        .collect()
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
