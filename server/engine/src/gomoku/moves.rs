//! Move generation and move ordering.
//!
//! The score of a move is the sum of its policy logits and its history; the move of the transposition table
//! comes first.

use super::board::Board;
use super::cells::Cells;
use super::history::History;
use super::layout::DIRECTIONS;
use super::pattern::Pattern;
use super::threat::Threat;

/// A cell to play and its score for move ordering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) cell: usize,
    pub(super) score: i32,
}

/// Candidate moves where nothing is forced: empty cells near stones that are not dead for both sides.
pub(super) fn when_free(board: &Board<'_>) -> Cells {
    let near = board.playable(&board.near());
    if near.is_empty() {
        // The first stone, or all cells near stones are taken.
        return board.playable(board.empty());
    }
    let is_alive = |cell: &usize| !board.codes(*cell).is_dead();
    let cells: Cells = near.iter().filter(is_alive).collect();
    if cells.is_empty() {
        board.playable(board.empty())
    } else {
        cells
    }
}

/// Candidate moves against the threat of an open four: cells that hold it, and fours of the side to move.
///
/// Every other move loses. No cell at all: the position is lost.
pub(super) fn when_threatened(board: &Board<'_>) -> Cells {
    board.playable(&defences(board).or(&board.fours(board.us)))
}

/// The move where the other side completes its row: a block that is not enough, or any move where it is forbidden.
pub(super) fn when_lost(board: &Board<'_>) -> usize {
    let fives = board.threats(board.them(), Threat::Five);
    let cell = board.playable(fives).first();
    cell.or_else(|| when_free(board).first())
        .expect("a game that is not over has a move")
}

/// Cells that hold every open four that the other side threatens.
///
/// An open four has several cells for the fifth stone. It is held only by taking the cell of the four itself,
/// or one of those cells first; and a cell for the fifth is one where a stone makes a four in that line now:
///
/// ```text
///   . . . x x x . .      the other side threatens open fours at a and at b
///     c a       b d      a is held at a, b or c, and b at a, b or d: both are held at a or b
/// ```
fn defences(board: &Board<'_>) -> Cells {
    let (them, tables) = (board.them(), board.tables());
    let mut common: Option<Cells> = None;
    for cell in board.threats(them, Threat::OpenFour).iter() {
        let mut holding = Cells::from_iter([cell]);
        for direction in 0..DIRECTIONS {
            if board.pattern(them, cell, direction) < Pattern::Four {
                continue;
            }
            for other in tables.layout().around(cell, direction, tables.reach()) {
                if board.is_empty(other) && board.pattern(them, other, direction) >= Pattern::Four {
                    holding.insert(other);
                }
            }
        }
        common = Some(common.map_or(holding, |common| common.and(&holding)));
    }
    common.unwrap_or_default()
}

/// Fills `moves` with the scored moves to `cells`, unsorted; `first` gets the highest score.
pub(super) fn list(
    board: &Board<'_>,
    cells: &Cells,
    first: Option<usize>,
    history: &History,
    moves: &mut Vec<Move>,
) {
    let (us, them, tables) = (board.us, board.them(), board.tables());
    let policy = tables.policy();
    moves.clear();
    moves.extend(cells.iter().map(|cell| {
        if Some(cell) == first {
            return Move {
                cell,
                score: i32::MAX,
            };
        }
        let [own, _] = policy.code_logits(board.info(us, cell).class());
        let [_, theirs] = policy.code_logits(board.info(them, cell).class());
        let [last, before] = board
            .recent()
            .map(|recent| tables.layout().relation(recent, cell));
        let score = i32::from(own)
            + i32::from(theirs)
            + policy.relation_logit(last, before)
            + history.score(us, cell);
        Move { cell, score }
    }));
}

/// Swaps the move with the highest score of `moves[from..]` to `from` and returns it.
///
/// One step of a selection sort: most nodes are cut off after a move or two, so a full sort would be wasted.
#[inline]
pub(super) fn next_best(moves: &mut [Move], from: usize) -> Move {
    let (mut best, mut score) = (from, moves[from].score);
    for (number, other) in moves.iter().enumerate().skip(from + 1) {
        let is_better = other.score > score;
        best = if is_better { number } else { best };
        score = score.max(other.score);
    }
    moves.swap(from, best);
    moves[from]
}
