//! Play below full strength: a shallow search, and a choice among the moves that it finds nearly equal.
//!
//! A person who looks some plies ahead sees nothing beyond them: so a win or a loss that is proven but farther away
//! than the depth counts only as a good or a bad position here, and fours are followed no farther than the depth.
//! No row is overlooked: one's own is completed, and the other side's is prevented.

use protocol::game::Game;

use super::board::Board;
use super::history::History;
use super::moves;
use super::root::SearchResult;
use super::score::{INFINITE, WIN, is_proven, loss_at, win_at};
use super::search::{Interrupted, SearchThread};
use super::searcher::Searcher;
use super::threat::Threat;
use super::threat_status::ThreatStatus;
use crate::near_equal;
use crate::search::{Choice, SearchRequest, Stopped};

/// Moves that are compared at most, the likeliest by the policy: among more there are only strange ones.
const CANDIDATES: usize = 24;

/// The number of moves that are compared after this many stones: with few stones on the board all look alike to a
/// shallow search, and those that the policy thinks unlikely lie far away.
fn candidates(stones: usize) -> usize {
    (4 * stones).clamp(8, CANDIDATES)
}

/// Points by which a win that is proven but farther away than the depth is better than the best of the other moves, or
/// than an even position if they are bad; likewise a loss is worse. Odds of 20 to 1.
///
/// Only proofs are limited so, and by the other moves: in a clearly bad position a fixed score would make a loss as
/// good as the move that prevents it.
const UNSEEN: i32 = 600;

/// Moves that are worse than the best by more than this many times the spread have only an upper bound for a score;
/// each is drawn less than once for every 148 times that the best is.
const SPREADS: i32 = 5;

/// The number of fours that a search of this depth follows: each takes two plies, with its answer.
fn fours(depth: i32) -> usize {
    (depth / 2).unsigned_abs() as usize
}

impl Searcher {
    /// A move in a game that is not over, as [`choose`](Self::choose) finds it, but one that is `spread` points worse
    /// than the best is chosen only e times less often. `spread` is at least 1.
    ///
    /// The score is that of the move chosen, as it is seen within the depth.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop.
    pub fn choose_near_best(
        &mut self,
        game: &Game,
        request: SearchRequest<'_>,
        spread: i32,
    ) -> Result<Choice, Stopped> {
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        if game.plies().is_empty() {
            return self.choose(game, request);
        }
        let max_depth = Self::depth_of(request);
        let tables = self.tables();
        let board = Board::from_game(&tables, game);
        if let Some(result) = at_first_sight(&board) {
            return Ok(self.choice(&result, 1));
        }
        let cells = moves::when_free(&board);
        let mut list = Vec::new();
        moves::list(&board, &cells, None, &History::new(), &mut list);
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        list.truncate(candidates(game.plies().len()));
        let mut cells: Vec<_> = list.iter().map(|candidate| candidate.cell).collect();
        // Where there is no time for an iteration, the likeliest move by the policy.
        let mut near_best = vec![(cells[0], 0)];
        let mut finished = 0;
        let mut thread = self.detached_thread(game, request);
        for depth in 1..=max_depth {
            let Ok(scores) = iteration(&mut thread, &cells, depth, spread) else {
                break;
            };
            cells = scores.iter().map(|(cell, _)| *cell).collect();
            near_best = scores;
            finished = depth;
            thread.report(depth.unsigned_abs());
        }
        let nodes = thread.nodes();
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        let drawn = near_equal::draw(&near_best, spread, request.seed);
        let (cell, score) = drawn.expect("a game that is not over has a move");
        let result = SearchResult {
            depth: finished.max(1),
            ..SearchResult::immediate(cell, score)
        };
        Ok(self.choice(&result, nodes))
    }
}

/// The move that nobody overlooks: the last stone of a row, or the block of the other side's.
fn at_first_sight(board: &Board<'_>) -> Option<SearchResult> {
    match ThreatStatus::from(board) {
        ThreatStatus::Won(1) => {
            let cell = board.threats(board.us, Threat::Five).first();
            cell.map(|cell| SearchResult::immediate(cell, win_at(1)))
        }
        ThreatStatus::Lost(plies) => {
            let cell = moves::when_lost(board);
            Some(SearchResult::immediate(cell, loss_at(plies)))
        }
        ThreatStatus::Forced(cell) => Some(SearchResult::immediate(cell, 0)),
        ThreatStatus::Won(_) | ThreatStatus::Threatened | ThreatStatus::Free => None,
    }
}

/// The scores of the moves at this depth, the best first; of those that are far worse than the best only an upper
/// bound.
fn iteration(
    thread: &mut SearchThread<'_>,
    cells: &[usize],
    depth: i32,
    spread: i32,
) -> Result<Vec<(usize, i32)>, Interrupted> {
    thread.limit_fours(fours(depth));
    let mut scores: Vec<(usize, i32)> = Vec::new();
    let mut best = -INFINITE;
    for cell in cells {
        thread.play(0, *cell);
        let alpha = best.saturating_sub(SPREADS * spread).max(-INFINITE);
        let score = -thread.search(1, depth - 1, -INFINITE, -alpha)?;
        // What an unseen win or loss counts is known after the last move: the least that it may be until then.
        best = best.max(match score {
            score if !is_unseen(score, depth) => score,
            1.. => UNSEEN,
            _ => -INFINITE,
        });
        scores.push((*cell, score));
    }
    let estimates = scores.iter().map(|(_, score)| *score);
    let estimate = estimates.filter(|score| !is_proven(*score)).max();
    let estimate = estimate.unwrap_or(0);
    for (_, score) in &mut scores {
        if is_unseen(*score, depth) {
            *score = if *score > 0 {
                estimate.max(0) + UNSEEN
            } else {
                estimate.min(0) - UNSEEN
            };
        }
    }
    scores.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    Ok(scores)
}

/// True if the score is a proven win or loss beyond `depth` plies.
fn is_unseen(score: i32, depth: i32) -> bool {
    is_proven(score) && WIN - score.abs() > depth
}
