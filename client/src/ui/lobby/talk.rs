//! The chat of the lobby, and those whose chat a person does not want to see.

use std::collections::HashMap;

use protocol::id::ServerId;
use protocol::message::{ClientMsg, LOBBY_LINES};
use protocol::text::Name;
use protocol::view::LobbyLine;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::key;
use crate::board::Look;
use crate::input::Intent;
use crate::text::plain;
use crate::ui::prompt::no_name;
use crate::ui::text::{shortened_line, spoken};
use crate::ui::widgets::list::heading;
use crate::ui::{Action, App, PromptKind, Screen};

/// Rows of the lobby from which on the chat has a title and two lines, and from which on it has five.
const HIGH: u16 = 16;
const HIGHER: u16 = 30;

/// The people whose chat is hidden.
#[derive(Debug, Default)]
pub(in crate::ui) struct Muted {
    /// Their names on this server.
    pub(in crate::ui) names: Vec<Name>,
    /// Those on every server of this run.
    on: HashMap<ServerId, Vec<Name>>,
    /// Answers to come about names that were muted before.
    awaited: usize,
}

impl App {
    pub(in crate::ui) fn on_lobby_chat(&mut self, line: LobbyLine) -> Vec<Action> {
        self.note_heard(&line.text);
        self.lobby.chat.push(line);
        let surplus = self.lobby.chat.len().saturating_sub(LOBBY_LINES);
        self.lobby.chat.drain(..surplus);
        Vec::new()
    }

    /// Hides the chat of somebody, or shows it again.
    pub(in crate::ui) fn mute(&mut self, text: &str) -> Result<Vec<Action>, String> {
        let name = Name::clean(text).ok_or_else(no_name)?;
        let muted = !self.is_muted(&name);
        let mut actions = self.send(ClientMsg::Mute { name, muted });
        // Lines that came before are hidden, or come back, with the whole.
        actions.extend(self.send(match self.screen {
            Screen::Table => ClientMsg::Resync,
            _ => ClientMsg::EnterLobby { boards: true },
        }));
        Ok(actions)
    }

    pub(in crate::ui) fn on_muted(&mut self, names: Vec<Name>) -> Vec<Action> {
        if self.server.muted.awaited > 0 {
            // Those of a connection before, one by one.
            self.server.muted.awaited -= 1;
            return Vec::new();
        }
        let is_in = |names: &[Name], name: &Name| names.iter().any(|other| is_same(other, name));
        let newly = names
            .iter()
            .find(|name| !is_in(&self.server.muted.names, name));
        let again = self
            .server
            .muted
            .names
            .iter()
            .find(|name| !is_in(&names, name));
        let key = self.keymap.key(self.screen, Intent::Mute);
        let said = match (newly, again) {
            (Some(name), _) => Some(match key {
                Some(key) => say!("lobby-muted-key", name = name.as_str(), key = key),
                None => say!("lobby-muted", name = name.as_str()),
            }),
            (None, Some(name)) => Some(say!("lobby-unmuted", name = name.as_str())),
            (None, None) => None,
        };
        if let Some(server) = self.server.id {
            self.server.muted.on.insert(server, names.clone());
        }
        self.server.muted.names = names;
        if let Some(said) = said {
            self.say(said);
        }
        Vec::new()
    }

    /// True for the name of somebody whose chat is hidden on this server.
    pub(in crate::ui) fn is_muted(&self, name: &Name) -> bool {
        self.server
            .muted
            .names
            .iter()
            .any(|muted| is_same(muted, name))
    }

    /// Takes the names that were muted before on the server with this id.
    pub(in crate::ui) fn remember_muted(&mut self, server: ServerId) {
        self.server.id = Some(server);
        let names = self.server.muted.on.get(&server).cloned();
        self.server.muted.names = names.unwrap_or_default();
    }

    /// Mutes the same people on a connection that came back: on the server muting ends with the connection.
    pub(in crate::ui) fn mute_again(&mut self) -> Vec<Action> {
        self.server.muted.awaited = self.server.muted.names.len();
        let mute = |name: &Name| {
            let (name, muted) = (name.clone(), true);
            Action::Send(ClientMsg::Mute { name, muted })
        };
        self.server.muted.names.iter().map(mute).collect()
    }
}

/// True for names that differ in case alone.
fn is_same(one: &Name, other: &Name) -> bool {
    one.as_str().to_lowercase() == other.as_str().to_lowercase()
}

/// Divides the area of the lobby: the rooms, and the chat below them.
pub(super) fn parts(app: &App, area: Rect) -> (Rect, Rect) {
    let is_silent = app.lobby.chat.is_empty();
    let (gap, rows) = match area.height {
        HIGH.. if is_silent => (1, 1),
        HIGHER.. => (1, 6),
        HIGH.. => (1, 3),
        _ => (0, u16::from(!is_silent)),
    };
    let rooms = Rect {
        height: area.height.saturating_sub(rows + gap),
        ..area
    };
    let height = rows.min(area.height);
    let y = area.bottom() - height;
    (rooms, Rect { y, height, ..area })
}

/// Draws the chat; over the rooms, too, while somebody writes, so that all of it can be read on a small screen.
pub(super) fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, chat: Rect, whole: Rect) {
    let writes = app.prompt.as_ref().map(|prompt| prompt.kind) == Some(PromptKind::LobbyChat);
    let area = if writes { whole } else { chat };
    if area.height == 0 {
        return;
    }
    frame.render_widget(Clear, area);
    let (width, is_low) = (usize::from(area.width), area.height == 1);
    let lines = app.lobby.chat.iter().flat_map(|line| {
        let text = plain(&format!("{}: {}", line.name, line.text));
        if is_low {
            // The end of it says less than who speaks.
            vec![shortened_line(&text, width, look.glyphs)]
        } else {
            spoken(&text, width)
        }
    });
    let mut lines: Vec<_> = lines.map(Line::from).collect();
    let title = usize::from(!is_low || lines.is_empty());
    let hidden = lines.len().saturating_sub(usize::from(area.height) - title);
    lines.drain(..hidden);
    if title > 0 {
        let keys = [
            key(app, Intent::Chat, say!("keys-talk"), false),
            key(app, Intent::Mute, say!("lobby-ignore"), false),
        ];
        let keys: Vec<_> = keys.into_iter().flatten().collect();
        lines.insert(0, heading(&say!("lobby-talk"), &keys, area.width, look));
    }
    frame.render_widget(Paragraph::new(lines), area);
}
