//! A position whose patterns and threats are kept up to date.
//!
//! A stone changes the patterns of the empty cells on its four lines within reach, some thirty cells, and
//! nothing else. For every empty cell and side the board keeps the pattern code, and from the codes the sets
//! of cells that are threats. The evaluation follows from the codes too, where it is asked for: see
//! [`evaluator`](super::evaluator).
//!
//! A move is made on a copy ("copy-make"): four kilobytes are copied faster than thirty cells are restored.

mod fouls;
mod fours;

use protocol::game::Game;

use self::fouls::{BLACK, Fouls};
use super::cells::{CELLS, Cells};
use super::code::{CodePair, PatternCode};
use super::code_table::CodeInfo;
use super::layout::{DIRECTIONS, LINES, MARGIN};
use super::pattern::{Pattern, Surroundings};
use super::tables::Tables;
use super::threat::Threat;

/// Threats of which the board keeps the cells. Those of [`Threat::Quiet`] are only some.
const THREATS: usize = Threat::Five as usize + 1;

/// A position. The side to move is `us`, 0 or 1.
#[derive(Clone, Debug)]
pub(super) struct Board<'t> {
    tables: &'t Tables,
    pub(super) us: usize,
    /// Zobrist key. The side to move is not part of it: it follows from the number of stones.
    pub(super) key: u64,
    /// The last stone and the one before.
    recent: [Option<u16>; 2],
    empty: Cells,
    /// Cells near stones, taken ones included.
    near: Cells,
    /// By side and threat, the empty cells where a stone would be this threat.
    threats: [[Cells; THREATS]; 2],
    /// By side, direction and line, the stones as bits: see [`layout`](super::layout).
    lines: [[[u32; LINES]; DIRECTIONS]; 2],
    /// By direction, the cells whose codes the last stone changed in that direction, as bits of its line: see
    /// [`changed`](Self::changed).
    changed: [u32; DIRECTIONS],
    fouls: Fouls,
    /// By cell; 0 where the cell is taken, or forbidden to the side.
    codes: [CodePair; CELLS],
}

impl<'t> Board<'t> {
    /// The empty board.
    pub(super) fn new(tables: &'t Tables) -> Self {
        let cells = tables.layout().cells;
        let mut board = Self {
            tables,
            us: 0,
            key: 0,
            recent: [None; 2],
            empty: tables.layout().open,
            near: Cells::default(),
            threats: [[Cells::default(); THREATS]; 2],
            lines: [[[0; LINES]; DIRECTIONS]; 2],
            changed: [0; DIRECTIONS],
            fouls: Fouls::default(),
            codes: [CodePair::default(); CELLS],
        };
        for cell in 0..cells {
            for direction in 0..DIRECTIONS {
                board.update_line(cell, direction, [true; 2]);
            }
        }
        board
    }

    /// The position of a game on the variant of the tables.
    pub(super) fn from_game(tables: &'t Tables, game: &Game) -> Self {
        let mut board = Self::new(tables);
        for &square in game.plies() {
            board.play(tables.layout().cell(square));
        }
        board
    }

    pub(super) fn tables(&self) -> &'t Tables {
        self.tables
    }

    /// Plays a stone on an empty cell.
    pub(super) fn play(&mut self, cell: usize) {
        let has_fouls = self.tables.has_fouls();
        if has_fouls {
            self.lift_fouls();
        }
        self.put_stone(cell);
        for direction in 0..DIRECTIONS {
            self.changed[direction] = self.update_line(cell, direction, [true; 2]);
        }
        if has_fouls {
            self.judge_fouls(cell);
        }
        self.us = self.them();
    }

    /// Puts a stone of the side to move on an empty cell, and changes no pattern of other cells.
    #[inline]
    fn put_stone(&mut self, cell: usize) {
        let (us, tables) = (self.us, self.tables);
        self.set_codes(cell, CodePair::default(), u32::MAX);
        self.empty.remove(cell);
        self.near = self.near.or(&tables.layout().near[cell]);
        self.key = self.key_after(cell);
        self.recent = [Some(cell as u16), self.recent[0]];
        for direction in 0..DIRECTIONS {
            let position = tables.layout().positions[cell][direction];
            self.lines[us][direction][usize::from(position.line)] |= position.bit();
        }
    }

    /// Looks up the patterns of the given sides on one line again, for its empty cells within reach of `cell`. Returns
    /// those whose codes differ as bits of the line.
    ///
    /// ```text
    ///   `cell` at bit i, reach 4   i+4 . . . i . . . i-4   cells whose patterns may change
    ///   one of them at bit b        b+4 . . . b . . . b-4   cells that its pattern depends on
    ///   argument of the lookup        8 . . . 4 . . . 0     the same, shifted down by b-4
    /// ```
    fn update_line(&mut self, cell: usize, direction: usize, sides: [bool; 2]) -> u32 {
        match self.tables.reach() {
            // Five in a row, by far most games: known when this is compiled, the shifts cost less.
            4 => self.update_line_within(4, cell, direction, sides),
            reach => self.update_line_within(reach, cell, direction, sides),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every reach that is known")]
    fn update_line_within(
        &mut self,
        reach: u32,
        cell: usize,
        direction: usize,
        sides: [bool; 2],
    ) -> u32 {
        let (layout, patterns) = (self.tables.layout(), self.tables.patterns());
        let position = layout.positions[cell][direction];
        let line = usize::from(position.line);
        let off_board = layout.off_board[direction][line];
        let patterns = patterns.within(reach);
        let words = [0, 1].map(|side| self.lines[side][direction][line] | off_board);
        let index = u32::from(position.index) + MARGIN;
        let window = ((1 << (2 * reach + 1)) - 1) << (index - reach);
        let mask = CodePair::mask(direction, sides);
        let empty = !(words[0] | words[1]) & window;
        let mut changed = 0;
        for (bit, other) in layout.cells_of_bits(cell, direction, empty) {
            let around = Surroundings::new(words, bit - reach, reach);
            let old = self.codes[other];
            let new = old.with(direction, patterns[around.index()], mask);
            if old != new {
                changed |= 1 << bit;
                self.set_codes(other, new, mask);
            }
        }
        changed
    }

    /// Replaces the code of a side.
    pub(super) fn set_code(&mut self, side: usize, cell: usize, code: PatternCode) {
        self.set_codes(cell, self.codes[cell].with_code(side, code), u32::MAX);
    }

    /// Replaces the codes of a cell, where the bits of `mask` alone may differ.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more than it does")]
    fn set_codes(&mut self, cell: usize, new: CodePair, mask: u32) {
        let old = std::mem::replace(&mut self.codes[cell], new);
        // Few of the lines that differ threaten anything, and the table of facts is beyond the nearest cache.
        if (old.threatening() | new.threatening()) & mask != 0 {
            self.replace_threats(cell, old, new);
        }
    }

    /// Moves a cell from the sets of the threats of its old codes to those of the new ones.
    #[inline(never)]
    fn replace_threats(&mut self, cell: usize, old: CodePair, new: CodePair) {
        for side in [0, 1] {
            let [old, new] = [old, new].map(|codes| {
                let info = self.tables.codes().info(codes.of(side));
                info.threat()
            });
            // Whether they differ cannot be foreseen: to ask costs more than to do nothing at all.
            self.threats[side][old as usize].remove(cell);
            self.threats[side][new as usize].insert(cell);
        }
    }

    /// The key of the position after a stone of the side to move.
    #[inline]
    pub(super) fn key_after(&self, cell: usize) -> u64 {
        self.key ^ self.tables.zobrist().stone(self.us, cell)
    }

    /// The side that is not to move.
    pub(super) fn them(&self) -> usize {
        1 - self.us
    }

    /// Empty cells where a stone of a side would be exactly this threat, which is not [`Threat::Quiet`].
    #[inline]
    pub(super) fn threats(&self, side: usize, threat: Threat) -> &Cells {
        &self.threats[side][threat as usize]
    }

    /// Empty cells where a stone of a side would be a four or better.
    pub(super) fn fours(&self, side: usize) -> Cells {
        [Threat::FourThree, Threat::OpenFour, Threat::Five]
            .iter()
            .fold(*self.threats(side, Threat::Four), |all, threat| {
                all.or(self.threats(side, *threat))
            })
    }

    #[inline]
    pub(super) fn code(&self, side: usize, cell: usize) -> PatternCode {
        self.codes[cell].of(side)
    }

    /// The codes of both sides at a cell.
    #[inline]
    pub(super) fn codes(&self, cell: usize) -> CodePair {
        self.codes[cell]
    }

    /// The cells whose codes the last stone changed in one direction, as bits of its line; without forbidden points, no
    /// other code was changed, but for that of the stone's own cell. Only a stone that was [played](Self::play) says
    /// so.
    #[inline]
    pub(super) fn changed(&self, direction: usize) -> u32 {
        self.changed[direction]
    }

    /// Facts about the code of a side at an empty cell.
    #[inline]
    pub(super) fn info(&self, side: usize, cell: usize) -> CodeInfo {
        self.tables.codes().info(self.code(side, cell))
    }

    /// The pattern that a stone of a side would make of one line through a cell, forbidden or not.
    pub(super) fn pattern(&self, side: usize, cell: usize, direction: usize) -> Pattern {
        if side == BLACK && self.fouls.forbidden.contains(cell) {
            return self.pattern_on_line(side, cell, direction);
        }
        self.code(side, cell).pattern(direction)
    }

    /// Looks up the pattern of an empty cell.
    pub(super) fn pattern_on_line(&self, side: usize, cell: usize, direction: usize) -> Pattern {
        let layout = self.tables.layout();
        let position = layout.positions[cell][direction];
        let off_board = layout.off_board[direction][usize::from(position.line)];
        let words = [0, 1].map(|side| self.line(side, cell, direction) | off_board);
        let reach = self.tables.reach();
        let first = u32::from(position.index) + MARGIN - reach;
        let around = Surroundings::new(words, first, reach);
        self.tables.patterns().of(around).of(side)
    }

    /// The stones of a side on the line through a cell.
    pub(super) fn line(&self, side: usize, cell: usize, direction: usize) -> u32 {
        let position = self.tables.layout().positions[cell][direction];
        self.lines[side][direction][usize::from(position.line)]
    }

    pub(super) fn has_stone(&self, side: usize, cell: usize) -> bool {
        self.line(side, cell, 0) & self.tables.layout().positions[cell][0].bit() != 0
    }

    /// True where the side to move must not play.
    pub(super) fn is_forbidden(&self, cell: usize) -> bool {
        self.us == BLACK && self.fouls.forbidden.contains(cell)
    }

    /// Empty cells where the side to move may play.
    pub(super) fn playable(&self, cells: &Cells) -> Cells {
        if self.us == BLACK {
            cells.without(&self.fouls.forbidden)
        } else {
            *cells
        }
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.empty.contains(cell)
    }

    /// Cells without a stone.
    pub(super) fn empty(&self) -> &Cells {
        &self.empty
    }

    /// Empty cells near stones.
    pub(super) fn near(&self) -> Cells {
        self.near.and(&self.empty)
    }

    /// True where the side to move has no move.
    pub(super) fn is_full(&self) -> bool {
        self.playable(&self.empty).is_empty()
    }

    /// The last stone and the one before.
    pub(super) fn recent(&self) -> [Option<u16>; 2] {
        self.recent
    }
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;

    use super::*;

    /// The drawing in [`code`](crate::gomoku::code).
    #[test]
    fn the_code_of_a_cell_is_that_of_the_drawing() {
        let tables = Tables::new(Variant::named("gomoku-15").unwrap());
        let cell = |square: &str| tables.layout().cell(square.parse().unwrap());
        let mut board = Board::new(&tables);
        for stone in ["f8", "g8", "g7"] {
            board.us = 0;
            board.play(cell(stone));
        }
        assert_eq!(board.code(0, cell("h8")).number(), 0x2528);
        assert_eq!(board.info(0, cell("h8")).threat(), Threat::Three);
    }
}
