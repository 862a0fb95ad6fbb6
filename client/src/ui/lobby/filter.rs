//! The filter of the lobby's rooms: one game, a state, a text.

use protocol::side::BySide;
use protocol::view::{Phase, RoomSummary};

use super::has_open_seat;
use crate::language::Said;
use crate::language::players::names;
use crate::text::plain;
use crate::ui::games::title;

/// The rooms that are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    /// The title of the game; none for every one.
    game: Option<String>,
    state: State,
    /// Small letters; empty for every room.
    text: String,
}

/// Progress of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Any,
    /// A seat is open.
    Open,
    /// The game goes on.
    Running,
}

impl State {
    fn next(self) -> Self {
        match self {
            Self::Any => Self::Open,
            Self::Open => Self::Running,
            Self::Running => Self::Any,
        }
    }

    fn words(self) -> Option<String> {
        match self {
            Self::Any => None,
            Self::Open => Some(say!("lobby-filter-open")),
            Self::Running => Some(say!("lobby-filter-running")),
        }
    }
}

impl Filter {
    pub(super) fn shows(&self, room: &RoomSummary) -> bool {
        let game = room.variant.said();
        let is_state = match self.state {
            State::Any => true,
            State::Open => has_open_seat(room),
            State::Running => room.phase == Phase::Playing,
        };
        let is_game = self.game.as_ref().is_none_or(|chosen| *chosen == game);
        is_state && is_game && self.has_text(room)
    }

    fn has_text(&self, room: &RoomSummary) -> bool {
        let title = title(room);
        let BySide { first, second } = names(&room.seats);
        let all = plain(&format!("{} {title} {first} {second}", room.room));
        all.to_lowercase().contains(&self.text)
    }

    /// Goes on to the next game of those that are listed, and behind the last to all of them.
    pub(super) fn next_game(&mut self, rooms: &[RoomSummary]) {
        let mut titles: Vec<_> = rooms.iter().map(|room| room.variant.said()).collect();
        titles.sort();
        titles.dedup();
        let after = |title: &String| self.game.as_ref().is_none_or(|game| title > game);
        self.game = titles.into_iter().find(after);
    }

    pub(super) fn next_state(&mut self) {
        self.state = self.state.next();
    }

    /// Lists the rooms with a text in their code, game or players; all for an empty one.
    pub(super) fn set_text(&mut self, text: &str) {
        self.text = plain(text).trim().to_lowercase();
    }

    /// The filter in words; none where every room is listed.
    pub(super) fn words(&self) -> Option<String> {
        let text =
            (!self.text.is_empty()).then(|| say!("lobby-filter-text", text = self.text.as_str()));
        let state = self.state.words();
        let parts: Vec<_> = [self.game.clone(), state, text]
            .into_iter()
            .flatten()
            .collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
