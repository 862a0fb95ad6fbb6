//! Wins by threats: fours and threes.
//!
//! A three threatens an open four and leaves the other side few answers: what holds the four, and fours of
//! its own. All of them are tried, so that a win found here is proven. The tree is searched a threat deeper
//! each time, and it is given up when it grows too large. Source: V. Allis (1994), whose threat sequences it
//! follows without his shortcut of playing all answers at once; players know it as VCT, victory by continuous
//! threats.

use std::collections::HashMap;

use super::board::{Board, Ground};
use super::cells::Cells;
use super::cross::Threat;
use super::fours::{Fours, Win};
use super::moves::{self, History, Move};
use super::outlook::Outlook;

/// Threats in a row at most.
const LONGEST: usize = 12;

/// Fours in a row that are tried at every step.
const FOURS: usize = 10;

/// Positions looked at for them.
const FOURS_NODES: u64 = 200;

/// Looks for wins by threats.
pub(super) struct Threes<'a> {
    ground: &'a Ground,
    fours: &'a mut Fours,
    history: History,
    /// With how many threats left a position was not won.
    seen: HashMap<u64, usize>,
    boards: Vec<Board>,
    /// Positions looked at.
    nodes: u64,
    most: u64,
}

/// The search was given up.
struct GivenUp;

impl<'a> Threes<'a> {
    pub(super) fn new(ground: &'a Ground, fours: &'a mut Fours) -> Self {
        Self {
            boards: vec![Board::new(ground); 2 * LONGEST + 2],
            history: History::new(),
            seen: HashMap::new(),
            nodes: 0,
            most: 0,
            ground,
            fours,
        }
    }

    /// A win of the side to move, looking at so many positions, until it is late.
    pub(super) fn win(
        &mut self,
        board: &Board,
        nodes: u64,
        late: &dyn Fn() -> bool,
    ) -> Option<Win> {
        self.boards[0].clone_from(board);
        self.most = nodes;
        for left in 1..=LONGEST {
            match self.attack(0, left, late) {
                Ok(Some(win)) => return Some(win),
                Ok(None) => {}
                Err(GivenUp) => return None,
            }
        }
        None
    }

    /// A win of the side to move by at most so many threats.
    fn attack(
        &mut self,
        at: usize,
        left: usize,
        late: &dyn Fn() -> bool,
    ) -> Result<Option<Win>, GivenUp> {
        self.nodes += 1;
        if self.nodes >= self.most || late() {
            return Err(GivenUp);
        }
        let board = &self.boards[at];
        let (us, key) = (board.us, board.key);
        let outlook = Outlook::of(board);
        if let Outlook::Lost(_) = outlook {
            return Ok(None);
        }
        if let Some(win) = self.fours.win(self.ground, board, FOURS, FOURS_NODES, late) {
            return Ok(Some(win));
        }
        if left == 0 || self.seen.get(&key).is_some_and(|seen| *seen >= left) {
            return Ok(None);
        }
        let threats = [Threat::Three, Threat::DoubleThree]
            .iter()
            .fold(board.fours(us), |all, threat| {
                all.or(board.threats(us, *threat))
            });
        let cells = match outlook {
            // What is won at once was found above.
            Outlook::Won(_) | Outlook::Lost(_) | Outlook::Free => threats,
            Outlook::Forced(cell) => threats.and(&Cells::from_iter([cell])),
            Outlook::Threatened => threats.and(&moves::threatened(self.ground, board)),
        };
        for Move { cell, .. } in self.ordered(at, &cells) {
            self.play(at, cell);
            if let Some(plies) = self.defend(at + 1, left - 1, late)? {
                let plies = plies + 1;
                return Ok(Some(Win { plies, cell }));
            }
        }
        self.seen.insert(key, left);
        Ok(None)
    }

    /// Plies to the win against the side to move, whatever it answers; nothing where an answer holds.
    fn defend(
        &mut self,
        at: usize,
        left: usize,
        late: &dyn Fn() -> bool,
    ) -> Result<Option<usize>, GivenUp> {
        let board = &self.boards[at];
        let cells = match Outlook::of(board) {
            Outlook::Lost(plies) => return Ok(Some(plies)),
            Outlook::Won(_) | Outlook::Free => return Ok(None),
            Outlook::Forced(cell) => Cells::from_iter([cell]),
            Outlook::Threatened => moves::threatened(self.ground, board),
        };
        let mut longest = 4;
        for Move { cell, .. } in self.ordered(at, &cells) {
            self.play(at, cell);
            match self.attack(at + 1, left, late)? {
                Some(win) => longest = longest.max(win.plies + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(longest))
    }

    fn ordered(&self, at: usize, cells: &Cells) -> Vec<Move> {
        let mut list = Vec::new();
        moves::list(
            self.ground,
            &self.boards[at],
            cells,
            None,
            &self.history,
            &mut list,
        );
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        list
    }

    fn play(&mut self, at: usize, cell: usize) {
        let [board, next] = &mut self.boards[at..at + 2] else {
            unreachable!("there are boards for the longest sequence");
        };
        next.clone_from(board);
        next.play_unvalued(self.ground, cell);
    }
}
