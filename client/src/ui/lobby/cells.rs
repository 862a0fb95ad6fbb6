//! The cells of the lobby's lines.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use protocol::id::RoomId;
use protocol::side::BySide;
use protocol::view::{Phase, RoomSummary};

use super::LobbyLine;
use crate::language::players::short_names;
use crate::language::{Language, in_force};
use crate::text::plain;
use crate::ui::OwnGame;
use crate::ui::games::{clock, title};

/// The cells of a line, and its state with those who watch.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) cells: [String; 5],
    pub(super) watched: String,
}

/// The cells of the rooms in the last frame: of a thousand rooms few change until the next, and their texts take far
/// longer than the rest of the list.
#[derive(Debug, Default)]
pub(super) struct KeptCells(RefCell<HashMap<RoomId, Kept>>);

/// Cells, and what they say.
#[derive(Debug)]
struct Kept {
    room: RoomSummary,
    language: Language,
    cells: Rc<Cells>,
}

impl KeptCells {
    /// Returns the cells of the lines, and keeps those of the rooms among them.
    pub(super) fn of(&self, lines: &[LobbyLine<'_>]) -> Vec<Rc<Cells>> {
        let language = in_force();
        let mut kept = self.0.borrow_mut();
        let mut before = std::mem::take(&mut *kept);
        let cells = lines.iter().map(|line| {
            let LobbyLine::Room(room) = line else {
                return Rc::new(Cells::new(line));
            };
            let same = before
                .remove(&room.room)
                .filter(|old| old.language == language && old.room == **room);
            let same = same.unwrap_or_else(|| Kept {
                room: (*room).clone(),
                language,
                cells: Rc::new(Cells::new(line)),
            });
            let cells = Rc::clone(&same.cells);
            kept.insert(room.room, same);
            cells
        });
        cells.collect()
    }
}

impl Cells {
    fn new(line: &LobbyLine<'_>) -> Self {
        let cells = match line {
            LobbyLine::Own(own) => own_cells(own),
            LobbyLine::Room(room) => room_cells(room),
        };
        let state = &cells[4];
        let watched = match line {
            LobbyLine::Room(room) if room.spectators > 0 => say!(
                "lobby-state-watched",
                state = state.as_str(),
                count = room.spectators
            ),
            LobbyLine::Own(_) | LobbyLine::Room(_) => state.clone(),
        };
        Self { cells, watched }
    }
}

fn room_cells(room: &RoomSummary) -> [String; 5] {
    let BySide { first, second } = short_names(&room.seats);
    [
        room.room.to_string(),
        title(room),
        plain(&format!("{first} - {second}")),
        clock(room),
        state(room),
    ]
}

fn own_cells(own: &OwnGame) -> [String; 5] {
    [
        own.room.to_string(),
        own.title.clone(),
        own.opponent.clone(),
        own.clock.clone(),
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
