//! The keys that a person presses, and what has the focus then.

use serde_json::json;

use super::Page;

impl Page {
    /// Presses a key by its name, such as `Enter`, `ArrowLeft` or `d`.
    pub(in crate::web) async fn press(&self, key: &str) {
        let (code, number) = match key {
            "Enter" => ("Enter".to_owned(), 13),
            "Backspace" => ("Backspace".to_owned(), 8),
            "Tab" => ("Tab".to_owned(), 9),
            "Escape" => ("Escape".to_owned(), 27),
            "Space" => ("Space".to_owned(), 32),
            "End" => ("End".to_owned(), 35),
            "Home" => ("Home".to_owned(), 36),
            "ArrowLeft" => ("ArrowLeft".to_owned(), 37),
            "ArrowUp" => ("ArrowUp".to_owned(), 38),
            "ArrowRight" => ("ArrowRight".to_owned(), 39),
            "ArrowDown" => ("ArrowDown".to_owned(), 40),
            "," => ("Comma".to_owned(), 188),
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

    /// Holds a key that is down until the keyboard has repeated it so often.
    pub(in crate::web) async fn hold(&self, key: &str, times: usize) {
        self.press(key).await;
        let text = if key == "Enter" { "\r" } else { "" };
        let again = json!({ "type": "keyDown", "key": key, "code": key, "text": text,
            "windowsVirtualKeyCode": 13, "autoRepeat": true });
        for _ in 0..times {
            self.command("Input.dispatchKeyEvent", again.clone()).await;
        }
        let up = json!({ "type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": 13 });
        self.command("Input.dispatchKeyEvent", up).await;
    }

    /// Selects what is in the field that has the focus, once one has it: the next words are in its place.
    pub(in crate::web) async fn select(&self) {
        let selects =
            "Boolean(document.activeElement?.select) && (document.activeElement.select(), true)";
        self.until("a field to have the focus", selects).await;
    }

    /// Writes into what has the focus.
    pub(in crate::web) async fn write(&self, text: &str) {
        let text = json!({ "text": text });
        self.command("Input.insertText", text).await;
    }

    /// Presses Tab until something of this name has the focus.
    pub(in crate::web) async fn tab_to(&self, name: &str) {
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
    pub(in crate::web) async fn focused(&self) -> String {
        let things = self.things().await.into_iter();
        let mut focused = things.filter(|thing| thing.is_focused && thing.role != "RootWebArea");
        focused.next().map(|thing| thing.name).unwrap_or_default()
    }
}
