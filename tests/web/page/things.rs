//! The things of a page, found by role and name as a screen reader has them, and touched where a person would.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::{LOOK_EVERY, Page, text};
use crate::harness::PATIENCE;

/// Time between two looks at all things of a page, which cost the browser more than its text.
const LOOK_AT_ALL_EVERY: Duration = Duration::from_millis(100);

/// Looks at a thing that was touched before it is touched again: a second, and what has just come is deaf for less.
const LOOKS_BEFORE_ANOTHER_TOUCH: u32 = 10;

/// Time for which a finger rests at the end of a drag.
const REST: Duration = Duration::from_millis(200);

/// A thing of the page that is heard or touched.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) role: String,
    pub(super) name: String,
    is_disabled: bool,
    pub(super) is_focused: bool,
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

impl Page {
    /// Touches or clicks the one thing of this name: the whole name, or else a part of it.
    pub(in crate::web) async fn tap(&self, name: &str) {
        let (x, y) = self.place_of(name).await;
        self.touch(x, y).await;
    }

    /// Touches the one thing of this name until it is gone: what has just come is deaf for a moment, so that nobody
    /// touches it by mistake.
    pub(in crate::web) async fn tap_away(&self, name: &str) {
        self.offers(name).await;
        let deadline = Instant::now() + PATIENCE;
        while let [thing, ..] = called(&self.things().await, name)[..] {
            // It may go at any moment; what is gone has its middle in the corner of the page, where others are.
            if let Ok(place) = self.call(thing, MIDDLE).await
                && place["touched"] == json!(true)
                && let (Some(x), Some(y)) = (place["x"].as_f64(), place["y"].as_f64())
            {
                self.touch(x, y).await;
            }
            assert!(
                Instant::now() <= deadline,
                "{name:?} stays; {}",
                self.situation().await
            );
            // A touch that counted has its answer on the way; another would meet what comes in the place of the thing.
            for _ in 0..LOOKS_BEFORE_ANOTHER_TOUCH {
                sleep(LOOK_AT_ALL_EVERY).await;
                if called(&self.things().await, name).is_empty() {
                    return;
                }
            }
        }
    }

    /// Touches or clicks a point of the screen.
    pub(in crate::web) async fn touch(&self, x: f64, y: f64) {
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

    /// Drags a finger from one point of the screen to another, where it rests before it is lifted.
    pub(in crate::web) async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
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
        // A finger that is lifted as it moves flings, and the browser takes the next touch for the end of that.
        sleep(REST).await;
        let event = json!({ "type": "touchMove", "touchPoints": point(STEPS) });
        self.command("Input.dispatchTouchEvent", event).await;
        let event = json!({ "type": "touchEnd", "touchPoints": [] });
        self.command("Input.dispatchTouchEvent", event).await;
    }

    /// Waits until there is something of this name that can be touched.
    pub(in crate::web) async fn offers(&self, name: &str) {
        self.thing(name).await;
    }

    /// The middle of the one thing of this name, which nothing covers.
    async fn place_of(&self, name: &str) -> (f64, f64) {
        let deadline = Instant::now() + PATIENCE;
        let mut before = Value::Null;
        let mut thing = self.thing(name).await;
        loop {
            let place = self.call(&thing, MIDDLE).await;
            let place = place.unwrap_or_else(Value::String);
            let is_touched = place["touched"] == json!(true);
            // One that still moves would be missed, by a person too.
            let is_still = std::mem::replace(&mut before, place.clone()) == place;
            if is_still && is_touched {
                let coordinate = |name: &str| place[name].as_f64().expect("a number");
                return (coordinate("x"), coordinate("y"));
            }
            assert!(
                Instant::now() <= deadline,
                "{name:?} cannot be touched: {place}; {}",
                self.situation().await
            );
            sleep(LOOK_EVERY).await;
            // Another one may stand in its place.
            if !is_touched {
                thing = self.thing(name).await;
            }
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
            assert!(
                Instant::now() <= deadline,
                "waited for one thing called {name:?}, not {found:?}; {}",
                self.situation().await
            );
            sleep(LOOK_AT_ALL_EVERY).await;
        }
    }

    /// Everything that is heard or touched.
    pub(super) async fn things(&self) -> Vec<Thing> {
        let tree = self
            .try_command("Accessibility.getFullAXTree", json!({}))
            .await;
        let Ok(tree) = tree else {
            return Vec::new();
        };
        let nodes = tree["nodes"].as_array().into_iter().flatten();
        let heard = nodes.filter(|node| node["ignored"] != json!(true));
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
    pub(in crate::web) async fn touchable(&self) -> Vec<(String, String)> {
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
}

/// The things that can be touched and have this name; where there are none, those that have it in their name.
fn called<'a>(things: &'a [Thing], name: &str) -> Vec<&'a Thing> {
    let name = name.to_lowercase();
    let names = [Some(name.clone()), where_discs_fall(&name)];
    let touchable = || {
        let things = things.iter();
        things.filter(|thing| TOUCHABLE.contains(&&*thing.role) && thing.node.is_some())
    };
    let whole: Vec<_> = touchable()
        .filter(|thing| names.contains(&Some(thing.name.to_lowercase())))
        .collect();
    if !whole.is_empty() {
        return whole;
    }
    touchable()
        .filter(|thing| thing.name.to_lowercase().contains(&name))
        .collect()
}

/// The name of a cell such as `d1 red` on a board on which discs fall: `column 4, row 1 red`.
fn where_discs_fall(name: &str) -> Option<String> {
    let (square, state) = name.split_once(' ')?;
    let column = square.bytes().next()?.checked_sub(b'a')? + 1;
    let row: u8 = square.get(1..)?.parse().ok()?;
    Some(format!("column {column}, row {row} {state}"))
}
