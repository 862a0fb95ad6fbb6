//! The rows of the lobby's list, in columns.

use protocol::view::{Phase, RoomSummary};
use unicode_width::UnicodeWidthStr;

use super::LobbyLine;
use crate::language::Said;
use crate::text::plain;
use crate::ui::OwnGame;
use crate::ui::text::fit;

/// Columns of the code, and of the clock where there is one; each with the space behind it, as all widths here.
const CODE: usize = 7;
const CLOCK: usize = 8;

/// The most columns of a title, and the fewest: of a game such as `Connect Four`.
const TITLE: (usize, usize) = (28, 13);

/// The most columns of the state, and the fewest.
const STATE: (usize, usize) = (25, 18);

/// The columns from which on there are clocks, too.
const WIDE: usize = 68;

/// The fewest columns of the players: with less the line is without them.
const PLAYERS: usize = 8;

/// The most columns of the players.
const BOTH: usize = 44;

/// The widths of the columns: code, game, players, clock, state. A narrow list is without clocks, a very narrow one
/// without players.
pub(super) struct Table {
    widths: [usize; 5],
}

impl Table {
    /// Lays out a list of `width` columns. Games and states have as much as they need, where the players leave it.
    pub(super) fn new(lines: &[LobbyLine<'_>], width: usize) -> Self {
        let mut widths = [CODE, TITLE.1, 0, 0, STATE.1];
        if width >= WIDE {
            widths[3] = CLOCK;
        }
        let players = |widths: &[usize; 5]| width.saturating_sub(widths.iter().sum());
        let widest = |text: &dyn Fn(&LobbyLine<'_>) -> String| {
            let widths = lines.iter().map(|line| text(line).width() + 1);
            widths.max().unwrap_or(0)
        };
        let needed = widest(&|line| cells(line)[2].clone()).min(BOTH);
        for (at, text, most) in [
            (
                4,
                &state_watched as &dyn Fn(&LobbyLine<'_>) -> String,
                STATE.0,
            ),
            (1, &|line: &LobbyLine<'_>| cells(line)[1].clone(), TITLE.0),
        ] {
            let more = widest(text).min(most).saturating_sub(widths[at]);
            let free = players(&widths).saturating_sub(needed);
            widths[at] += more.min(free);
        }
        let rest = players(&widths);
        widths[2] = if rest < PLAYERS { 0 } else { rest.min(BOTH) };
        Self { widths }
    }

    pub(super) fn head(&self) -> String {
        self.row(&[
            say!("lobby-head-code"),
            say!("lobby-head-game"),
            say!("lobby-head-players"),
            say!("lobby-head-clock"),
            say!("lobby-head-state"),
        ])
    }

    pub(super) fn line(&self, line: &LobbyLine<'_>) -> String {
        let mut cells = cells(line);
        let watched = state_watched(line);
        // Half a word of those who watch is of no use.
        if watched.width() < self.widths[4] {
            cells[4] = watched;
        }
        self.row(&cells)
    }

    /// A line; text that does not fit is cut.
    fn row(&self, cells: &[String; 5]) -> String {
        cells
            .iter()
            .zip(self.widths)
            .filter(|(_, width)| *width > 0)
            .map(|(cell, width)| fit(cell, width - 1) + " ")
            .collect()
    }
}

fn cells(line: &LobbyLine<'_>) -> [String; 5] {
    match line {
        LobbyLine::Own(own) => own_cells(own),
        LobbyLine::Room(room) => room_cells(room),
    }
}

fn room_cells(room: &RoomSummary) -> [String; 5] {
    let [first, second] = [&room.seats.first, &room.seats.second].map(Said::said);
    [
        room.room.to_string(),
        room.variant.said(),
        plain(&format!("{first} - {second}")),
        room.clock.map_or("-".to_owned(), |clock| clock.to_string()),
        state(room),
    ]
}

fn own_cells(own: &OwnGame) -> [String; 5] {
    [
        own.room.to_string(),
        own.title.clone(),
        own.opponent.clone(),
        String::new(),
        own.state.words(),
    ]
}

fn state(room: &RoomSummary) -> String {
    match &room.phase {
        Phase::Seating if room.locked => say!("lobby-state-locked"),
        Phase::Seating => say!("lobby-state-open"),
        Phase::Playing => say!("lobby-state-ply", ply = room.plies),
        Phase::Over { .. } => say!("lobby-state-over"),
    }
}

/// The state of a line, with those who watch.
fn state_watched(line: &LobbyLine<'_>) -> String {
    match line {
        LobbyLine::Own(own) => own.state.words(),
        LobbyLine::Room(room) if room.spectators == 0 => state(room),
        LobbyLine::Room(room) => say!(
            "lobby-state-watched",
            state = state(room),
            count = room.spectators
        ),
    }
}
