//! The rows of the lobby's list, in columns.

use std::rc::Rc;

use unicode_width::UnicodeWidthStr;

use super::LobbyLine;
use super::cells::{Cells, KeptCells};
use crate::ui::text::fit;

/// Columns of the code, with the space behind it, as all widths here.
const CODE: usize = 7;

/// The most columns of a title, and the fewest: of a game such as `Connect Four`.
const TITLE: (usize, usize) = (28, 13);

/// The columns of a title that are left on the narrowest lists, which tell most games apart.
const SHORT: usize = 9;

/// The most columns of the state with those who watch, and without.
const STATE: (usize, usize) = (27, 18);

/// The columns from which on there are clocks, too.
const WIDE: usize = 68;

/// The fewest columns of the players: with less the line is without them.
const PLAYERS: usize = 14;

/// The most columns of the players.
const BOTH: usize = 44;

/// The cells of the lines, and the widths of their columns: code, game, players, clock, state. A narrow list is
/// without clocks, a very narrow one without players.
pub(super) struct Table {
    lines: Vec<Rc<Cells>>,
    widths: [usize; 5],
}

impl Table {
    /// Lays out a list of `width` columns. Games and states have as much as they need, where the players leave it.
    pub(super) fn new(lines: &[LobbyLine<'_>], kept: &KeptCells, width: usize) -> Self {
        let lines = kept.of(lines);
        let has_clock = width >= WIDE;
        // Behind the last column there is no space.
        let width = width + 1;
        let rest = |widths: &[usize; 5]| width.saturating_sub(widths.iter().sum());
        let widest = |text: fn(&Cells) -> &String| {
            let widths = lines.iter().map(|line| text(line).width() + 1);
            widths.max().unwrap_or(0)
        };
        let clock = if has_clock {
            let head = say!("lobby-head-clock").width() + 1;
            widest(|line| &line.cells[3]).max(head)
        } else {
            0
        };
        let head = say!("lobby-head-state").width() + 1;
        let states = widest(|line| &line.cells[4]).max(head).min(STATE.1);
        let mut widths = [CODE, TITLE.1, 0, clock, states];
        // The end of a title says less than that of a state.
        let lacking = widths.iter().sum::<usize>().saturating_sub(width);
        widths[1] -= lacking.min(TITLE.1 - SHORT);
        let players = match rest(&widths) {
            0..PLAYERS => 0,
            free => widest(|line| &line.cells[2]).clamp(PLAYERS, BOTH).min(free),
        };
        for (at, needs, most) in [
            (1, widest(|line| &line.cells[1]), TITLE.0),
            (4, widest(|line| &line.watched), STATE.0),
        ] {
            let more = needs.min(most).saturating_sub(widths[at]);
            let free = rest(&widths).saturating_sub(players);
            widths[at] += more.min(free);
        }
        if players > 0 {
            widths[2] = rest(&widths).min(BOTH);
        }
        Self { lines, widths }
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

    /// The line with this number.
    pub(super) fn line(&self, at: usize) -> String {
        let Cells { cells, watched } = &*self.lines[at];
        // Half a word of those who watch is of no use.
        if watched.width() < self.widths[4] {
            let mut cells = cells.clone();
            cells[4].clone_from(watched);
            return self.row(&cells);
        }
        self.row(cells)
    }

    /// A line; text that does not fit is cut.
    fn row(&self, cells: &[String; 5]) -> String {
        let shown = cells.iter().zip(self.widths);
        let shown = shown.filter(|(_, width)| *width > 0);
        let cells: Vec<_> = shown.map(|(cell, width)| fit(cell, width - 1)).collect();
        cells.join(" ")
    }
}
