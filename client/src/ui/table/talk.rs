//! Talk at a table: the line that this person writes, and where the panel has no room, the others' lines as notices and
//! over the lower rows of the board while this person writes.

use protocol::message::ClientMsg;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::text::ChatText;
use protocol::view::ChatLine;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use crate::input::Intent;
use crate::ui::frame::top_of_writing;
use crate::ui::text::{rule, spoken};
use crate::ui::{Action, App, Around, Effect, Ends, Glyphs, KeyMap, PromptKind, Screen, View};
use crate::words::events::talk;

/// The room for talk in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct ChatSpace {
    /// Rows that a talk of any length gets.
    pub(super) rows: u16,
    /// Columns of a row.
    pub(super) width: u16,
}

impl ChatSpace {
    /// No panel, or one without a row for talk.
    pub(super) const NONE: Self = Self { rows: 0, width: 0 };

    /// As before the first frame: what has no screen yet will be on it.
    pub(super) const UNKNOWN: Self = Self {
        rows: u16::MAX,
        width: u16::MAX,
    };
}

/// Rows of talk that somebody who writes wants to see: as many as the lobby shows on a high screen.
const ENOUGH: usize = 4;

/// Rows above the board, or at the top of the panel, that stay in sight of somebody who writes: whose turn it is, and
/// the clocks where there is no panel.
const HEAD: u16 = 2;

/// What parts lines of talk in one notice.
const BETWEEN: &str = " | ";

/// Characters of a notice with several lines: three rows of the narrowest screen, so that the last one is not cut.
const MOST_TOLD: usize = 80;

impl App {
    /// A line of talk for the notices, where the panel has no room for all of it.
    pub(in crate::ui) fn talk_notice(&self, line: &ChatLine) -> Option<String> {
        // Who writes has the last lines above what they write.
        let view = self.view.as_ref()?;
        if self.is_muted(&line.name) || is_over_board(self, view) {
            return None;
        }
        let text = talk(line);
        let ChatSpace { rows, width } = view.chat_space.get();
        let has_room = spoken(&text, width.into()).len() <= rows.into();
        (!has_room).then(|| self.behind_unread_talk(text))
    }

    /// A line of talk behind those of the notice that nobody can have read yet: the last ones of them, as far as there
    /// is room.
    fn behind_unread_talk(&self, text: String) -> String {
        let Some(unread) = self.unread_notice(Ends::Talk) else {
            return text;
        };
        let mut told = text;
        for line in unread.rsplit(BETWEEN) {
            let longer = format!("{line}{BETWEEN}{told}");
            if longer.chars().count() > MOST_TOLD {
                break;
            }
            told = longer;
        }
        told
    }

    /// Says a line to the others at the table, or in the lobby. If the chat of the table was closed meanwhile, the line
    /// goes on being written: it may be opened again.
    pub(in crate::ui) fn talk(&mut self, kind: PromptKind, text: &str) -> Vec<Action> {
        let view = self.view.as_ref().filter(|_| kind == PromptKind::Chat);
        if let Some(why) = view.and_then(|view| view.why_no_talk(&self.keymap)) {
            self.open_prompt_with(kind, text);
            self.say(why);
            return Vec::new();
        }
        let text = text.to_owned();
        self.server.unheard = Some((kind, text.clone()));
        self.send(match kind {
            PromptKind::LobbyChat => ClientMsg::LobbyChat { text },
            _ => ClientMsg::Chat { text },
        })
    }

    /// Begins the last line of talk again if it was refused and the person writes nothing else.
    pub(in crate::ui) fn write_refused_talk(&mut self, refusal: &Refusal) {
        let Some((kind, text)) = self.server.unheard.take() else {
            return;
        };
        let screen = match kind {
            PromptKind::LobbyChat => Screen::Lobby,
            _ => Screen::Table,
        };
        let is_of_talk = matches!(refusal, Refusal::TooFast { .. } | Refusal::ChatClosed);
        if is_of_talk && self.screen == screen && self.prompt.is_none() && self.confirm.is_none() {
            self.open_prompt_with(kind, &text);
        }
    }

    /// Notes that a line of talk was said.
    pub(in crate::ui) fn note_heard(&mut self, said: &ChatText) {
        self.server
            .unheard
            .take_if(|(_, text)| said.as_str() == text);
    }

    /// True while this person writes to the others at the table.
    fn is_writing(&self) -> bool {
        let kind = self.prompt.as_ref().map(|prompt| prompt.kind);
        self.screen == Screen::Table && kind == Some(PromptKind::Chat)
    }
}

impl View {
    /// Begins a line to the others at the table, or says why not.
    pub(in crate::ui) fn talk_effect(&self, around: &Around<'_>) -> Effect {
        let why = self.why_no_talk(around.keymap);
        why.map_or(Effect::Type(PromptKind::Chat), Effect::Say)
    }

    /// The reason for which nobody talks at the table; none where they may.
    fn why_no_talk(&self, keymap: &KeyMap) -> Option<String> {
        if !self.table.snapshot().chat_closed {
            return None;
        }
        let key = keymap.key(Screen::Table, Intent::CloseChat);
        Some(match key.filter(|_| self.is_owner) {
            Some(key) => say!("table-no-talk-key", key = key),
            None => say!("table-no-talk"),
        })
    }
}

/// The lines of talk that this person wants to see.
pub(super) fn said<'a>(app: &'a App, table: &'a Replica) -> impl Iterator<Item = &'a ChatLine> {
    let chat = table.snapshot().chat.iter();
    // The server hides people from a connection: one that came back has the room before it is told whom.
    chat.filter(|line| !app.is_muted(&line.name))
}

/// True where the talk lies over the board while this person writes, since the panel has no room for its last rows.
pub(super) fn is_over_board(app: &App, view: &View) -> bool {
    let ChatSpace { rows, width } = view.chat_space.get();
    let in_panel = said(app, &view.table).map(|line| spoken(&talk(line), width.into()).len());
    app.is_writing() && usize::from(rows) < in_panel.sum::<usize>().min(ENOUGH)
}

/// Draws the last lines of the talk above the line that this person writes, where the panel has no room for them.
pub(super) fn draw(app: &App, view: &View, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    if !is_over_board(app, view) {
        return;
    }
    // Edges as those of a notice.
    let width = usize::from(area.width.saturating_sub(2));
    let lines: Vec<_> = said(app, &view.table)
        .flat_map(|line| spoken(&talk(line), width))
        .collect();
    let end = top_of_writing(app, frame.area()).min(area.bottom());
    let top = area.y + HEAD.min(area.height);
    let free = end.saturating_sub(top);
    let rows = free.min(lines.len() as u16 + 1);
    let area = Rect {
        y: end - rows,
        height: rows,
        ..area
    };
    // One row has a line rather than the heading.
    let heading = (rows > 1).then(|| rule(&format!(" {}", say!("table-talk")), width, glyphs));
    let room = usize::from(rows) - heading.iter().len();
    let hidden = lines.len().saturating_sub(room);
    let shown = lines.into_iter().skip(hidden);
    let shown = shown.map(|line| Line::from(format!(" {line}")));
    let shown: Vec<_> = heading.into_iter().chain(shown).collect();
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(shown), area);
}
