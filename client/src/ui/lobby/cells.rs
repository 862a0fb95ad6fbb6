//! The cells of the lobby's lines.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use protocol::id::RoomId;
use protocol::side::BySide;
use protocol::view::{Phase, RoomSummary};

use super::LobbyLine;
use crate::language::{Language, in_force};
use crate::text::plain;
use crate::ui::OwnGame;
use crate::ui::games::{clock, title};
use crate::words::players::short_names;

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
    /// Returns the cells of the lines but the last if it has none, and keeps those of the rooms among them.
    pub(super) fn of(&self, lines: &[LobbyLine<'_>]) -> Vec<Rc<Cells>> {
        let language = in_force();
        let mut kept = self.0.borrow_mut();
        let mut before = std::mem::take(&mut *kept);
        let cells = lines.iter().filter_map(|line| {
            let room = match line {
                LobbyLine::Own(own) => return Some(Rc::new(Cells::of_own(own))),
                LobbyLine::Room(room) => room,
                LobbyLine::Finished(_) => return None,
            };
            let same = before
                .remove(&room.room)
                .filter(|old| old.language == language && old.room == **room);
            let same = same.unwrap_or_else(|| Kept {
                room: (*room).clone(),
                language,
                cells: Rc::new(Cells::of_room(room)),
            });
            let cells = Rc::clone(&same.cells);
            kept.insert(room.room, same);
            Some(cells)
        });
        cells.collect()
    }
}

impl Cells {
    fn of_own(own: &OwnGame) -> Self {
        let cells = own_cells(own);
        let watched = cells[4].clone();
        Self { cells, watched }
    }

    fn of_room(room: &RoomSummary) -> Self {
        let cells = room_cells(room);
        let state = cells[4].as_str();
        let watched = match room.spectators {
            0 => state.to_owned(),
            count => say!("lobby-state-watched", state = state, count = count),
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
