//! The filter of the lobby's lines: one game, a state, a text.

use protocol::side::BySide;
use protocol::tournament::TournamentPhase;
use protocol::view::Phase;

use super::{LobbyLine, has_open_seat, key};
use crate::input::Intent;
use crate::language::Said;
use crate::text::plain;
use crate::ui::games::title;
use crate::ui::widgets::list::KeyWords;
use crate::ui::{App, GameState};
use crate::words::players::names;

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
    pub(super) fn shows(&self, line: &LobbyLine<'_>) -> bool {
        self.is_state(line) && self.is_game(line) && self.has_text(line)
    }

    fn is_state(&self, line: &LobbyLine<'_>) -> bool {
        let (is_open, is_running) = match line {
            LobbyLine::Own(own) => match own.state {
                GameState::Waiting => (true, false),
                GameState::YourTurn | GameState::TheirTurn | GameState::GoesOn { .. } => {
                    (false, true)
                }
                GameState::Over | GameState::Unknown => (false, false),
            },
            LobbyLine::Room(room) => (has_open_seat(room), room.phase == Phase::Playing),
            LobbyLine::Tournament(it) => {
                let is_open = it.phase == TournamentPhase::Entries;
                (is_open, !is_open)
            }
            LobbyLine::Finished(_) => (false, false),
        };
        match self.state {
            State::Any => true,
            State::Open => is_open,
            State::Running => is_running,
        }
    }

    fn is_game(&self, line: &LobbyLine<'_>) -> bool {
        self.game.as_ref().is_none_or(|chosen| match line {
            LobbyLine::Own(own) => own.game == *chosen,
            LobbyLine::Room(room) => room.variant.said() == *chosen,
            LobbyLine::Tournament(it) => it.spec.variant.said() == *chosen,
            LobbyLine::Finished(_) => false,
        })
    }

    fn has_text(&self, line: &LobbyLine<'_>) -> bool {
        if self.text.is_empty() {
            return true;
        }
        let all = match line {
            LobbyLine::Own(own) => format!("{} {} {}", own.room, own.title, own.opponent),
            LobbyLine::Room(room) => {
                let BySide { first, second } = names(&room.seats);
                format!("{} {} {first} {second}", room.room, title(room))
            }
            LobbyLine::Tournament(it) => format!("{} {}", it.tournament, it.spec.name),
            LobbyLine::Finished(_) => String::new(),
        };
        plain(&all).to_lowercase().contains(&self.text)
    }

    /// Goes on to the next of these games, and after the last to all of them.
    pub(super) fn next_game(&mut self, mut games: Vec<String>) {
        games.sort();
        games.dedup();
        let after = |title: &String| self.game.as_ref().is_none_or(|game| title > game);
        self.game = games.into_iter().find(after);
    }

    pub(super) fn next_state(&mut self) {
        self.state = self.state.next();
    }

    /// Lists the rooms with a text in their code, game or players; all for an empty one.
    pub(super) fn set_text(&mut self, text: &str) {
        self.text = plain(text).trim().to_lowercase();
    }

    /// True if not every room is listed.
    pub(super) fn is_on(&self) -> bool {
        *self != Self::default()
    }

    /// The keys of the filter, each with what it lists now.
    pub(super) fn keys(&self, app: &App) -> [Option<KeyWords>; 3] {
        let (game, state) = (self.game.clone(), self.state.words());
        let text = Some(format!("“{}”", self.text)).filter(|_| !self.text.is_empty());
        [
            (Intent::FilterGame, game, id!("lobby-filter-games")),
            (Intent::FilterText, text, id!("lobby-filter-search")),
            (Intent::FilterState, state, id!("lobby-filter-states")),
        ]
        .map(|(intent, chosen, usual)| {
            let is_on = chosen.is_some();
            key(app, intent, chosen.unwrap_or_else(|| usual.said()), is_on)
        })
    }
}
