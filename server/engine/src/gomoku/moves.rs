//! What to try, in which order.

use super::board::{Board, Ground};
use super::cells::Cells;
use super::layout::CELLS;
use super::outlook::defences;

/// A cell to play and its score for move ordering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) cell: usize,
    pub(super) score: i32,
}

/// What was good elsewhere in the tree.
pub(super) struct History(Box<[[i32; CELLS]; 2]>);

/// No cell has more history than this.
const MOST: i32 = 300;

impl History {
    pub(super) fn new() -> Self {
        Self(Box::new([[0; CELLS]; 2]))
    }

    /// A move was better than expected, or worse. What is known already counts for less and less.
    pub(super) fn learn(&mut self, side: usize, cell: usize, depth: i32, good: bool) {
        let change = (depth * depth).min(100);
        let entry = &mut self.0[side][cell];
        let change = if good { change } else { -change };
        *entry += change - *entry * change.abs() / MOST;
    }

    fn of(&self, side: usize, cell: usize) -> i32 {
        self.0[side][cell]
    }

    /// Half of everything is forgotten.
    pub(super) fn fade(&mut self) {
        self.0.iter_mut().flatten().for_each(|entry| *entry /= 2);
    }
}

/// The cells worth trying where nothing is forced.
pub(super) fn free(board: &Board) -> Cells {
    let near = board.near();
    if near.is_empty() {
        // The first stone, or far from all others.
        return *board.empty();
    }
    let alive = |cell: &usize| {
        !board.code(board.us, *cell).is_dead() || !board.code(board.them(), *cell).is_dead()
    };
    let cells: Cells = near.iter().filter(alive).collect();
    if cells.is_empty() {
        *board.empty()
    } else {
        cells
    }
}

/// The cells worth trying where the other side would make an open four: what holds it, and fours of one's
/// own.
pub(super) fn threatened(ground: &Ground, board: &Board) -> Cells {
    defences(board, &ground.layout, ground.reach()).or(&board.fours(board.us))
}

/// Swaps the move with the highest score of `moves[from..]` to `from` and returns it (selection sort).
#[inline]
pub(super) fn pick(moves: &mut [Move], from: usize) -> Move {
    let best = (from..moves.len())
        .reduce(|best, other| {
            if moves[other].score > moves[best].score {
                other
            } else {
                best
            }
        })
        .expect("a move is left");
    moves.swap(from, best);
    moves[from]
}

/// Fills `moves` with the scored moves to `cells`, unsorted; `first` gets the highest score.
pub(super) fn list(
    ground: &Ground,
    board: &Board,
    cells: &Cells,
    first: Option<usize>,
    history: &History,
    moves: &mut Vec<Move>,
) {
    moves.clear();
    let (us, them) = (board.us, board.them());
    moves.extend(cells.iter().map(|cell| {
        let [own, _] = ground.cross(board.code(us, cell)).logits;
        let [_, others] = ground.cross(board.code(them, cell)).logits;
        let [last, before] = board
            .recent()
            .map(|recent| ground.layout.relation(recent, cell));
        let relations = ground.policy().relation_logit(last, before);
        let score = if Some(cell) == first {
            i32::MAX
        } else {
            i32::from(own) + i32::from(others) + relations + history.of(us, cell)
        };
        Move { cell, score }
    }));
}
