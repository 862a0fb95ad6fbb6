//! Alpha-beta for the three old programs that look ahead: exact minimax values of games where discs fall.
//!
//! A bot must choose what the plain search of its document would choose, ties included. So a root move is
//! refuted only when its value is certainly too low to be chosen (equal or better, depending on how the bot
//! breaks ties), and the value of every other root move is exact. Below the root, move ordering, cutoffs and
//! the transposition table may do as they like, since they change no exact value. The documents' values do
//! not depend on the distance of a win, and no mate distance is added here.
//!
//! [`choose`] is iterative deepening over one `search`, which searches to one depth at a time; so is
//! [`choose_near_best`], for a bot of our own that is to be weaker than it can be.

mod move_list;
mod search;

use protocol::game::Game;
use protocol::side::Side;
use protocol::spec::Depth;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use self::search::{Interrupted, Pv, RootMove, Search};
use super::gravity_board::{Status, Sums, WindowTerm};
use crate::near_equal;
use crate::search::{Choice, SearchRequest, Stopped};

/// The evaluation of a bot, and how it breaks ties.
pub(crate) struct Heuristic {
    /// The windows that are counted; the first term has those of full length.
    pub(crate) terms: &'static [WindowTerm],
    /// The value, for `root`, of a position where the search ends: the game is over, or the depth is
    /// reached.
    pub(crate) value: fn(sums: &Sums, root: Side, mover: Side, status: Status) -> i64,
    /// The greatest value there is; the least is its negative.
    pub(crate) greatest: i64,
    /// True if ties are broken at random; otherwise the leftmost of the best moves is played.
    pub(crate) random_ties: bool,
}

/// Plies of the deepest search.
const MAX_DEPTH: usize = 12;

/// The best moves of a position, all of the same value, from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BestMoves {
    pub(crate) value: i64,
    pub(crate) columns: Vec<u8>,
}

/// A finished iteration: the best moves, and the principal variation of each.
struct Finished {
    depth: usize,
    best: BestMoves,
    pvs: Vec<Pv>,
}

/// Deepens ply by ply and chooses from the deepest finished iteration.
pub(crate) fn choose(
    game: &Game,
    depth: Depth,
    request: SearchRequest<'_>,
    heuristic: &Heuristic,
) -> Result<Choice, Stopped> {
    if request.stop.is_raised() {
        return Err(Stopped);
    }
    let deepest = usize::from(depth.value()).min(MAX_DEPTH);
    let mut search = Search::new(game, deepest, request, heuristic);
    let deepest = deepest.min(search.board.empty());
    let mut finished = None;
    // Iterative deepening: it orders the root moves, and there is a result whenever time runs out.
    for depth in 1..=deepest {
        let horizon_nodes = search.horizon_nodes;
        match search.search_root(depth) {
            Ok((best, pvs)) => {
                search.order_root_first(&best.columns);
                request.report(depth as u32);
                finished = Some(Finished { depth, best, pvs });
            }
            Err(Interrupted::Stopped) => return Err(Stopped),
            Err(Interrupted::OutOfTime) => break,
        }
        // Every line that matters ended within the depth: the next iteration would see the same.
        if search.horizon_nodes == horizon_nodes {
            break;
        }
    }
    let finished = finished.expect("one ply has fewer nodes than pass between two time checks");
    let columns = &finished.best.columns;
    let at = if heuristic.random_ties {
        let mut rng = StdRng::seed_from_u64(request.seed);
        let all: Vec<usize> = (0..columns.len()).collect();
        all.choose(&mut rng).copied()
    } else {
        Some(0)
    };
    let at = at.expect("a game that is not over has a best move");
    Ok(Choice {
        square: search
            .board
            .landing(columns[at])
            .expect("the column is open"),
        score: finished.best.value,
        depth: Depth::new(finished.depth as u64).ok(),
        nodes: search.nodes,
        pv: search.squares(&finished.pvs[at]),
        exact: None,
    })
}

/// Deepens ply by ply and chooses among the moves that are nearly as good as the best: one that is `spread` points
/// worse is chosen e times less often, and only equals of the best with a spread of 0.
///
/// A win is played by the fewest plies in which one was found, and a loss that is certain is put off: values that do
/// not depend on the distance of the end would have a bot wander about in won games. Where the other side wins with its
/// next disc whatever is played, a row of it is prevented all the same: one that is left open looks overlooked.
pub(crate) fn choose_near_best(
    game: &Game,
    depth: Depth,
    spread: i32,
    request: SearchRequest<'_>,
    heuristic: &Heuristic,
) -> Result<Choice, Stopped> {
    if request.stop.is_raised() {
        return Err(Stopped);
    }
    let deepest = usize::from(depth.value()).min(MAX_DEPTH);
    let mut search = Search::new(game, deepest, request, heuristic);
    let deepest = deepest.min(search.board.empty());
    let margin = NEGLIGIBLE * i64::from(spread);
    let mut finished: Option<(usize, Vec<RootMove>)> = None;
    let mut is_lost_at_once = false;
    for depth in 1..=deepest {
        let horizon_nodes = search.horizon_nodes;
        let moves = match search.search_every_root_move(depth, margin) {
            Ok(moves) => moves,
            Err(Interrupted::Stopped) => return Err(Stopped),
            Err(Interrupted::OutOfTime) => break,
        };
        request.report(depth as u32);
        let best = moves[0].value;
        if finished.is_some() && best <= -heuristic.greatest {
            is_lost_at_once = depth == 2;
            break;
        }
        finished = Some((depth, moves));
        if best >= heuristic.greatest || search.horizon_nodes == horizon_nodes {
            break;
        }
    }
    let (depth, mut moves) =
        finished.expect("one ply has fewer nodes than pass between two checks");
    let prevents = |found: &RootMove| search.board.prevents_with(found.column);
    if is_lost_at_once && moves.iter().any(prevents) {
        moves.retain(prevents);
    }
    let best = moves[0].value;
    let near: Vec<(&RootMove, i32)> = moves
        .iter()
        .filter(|root_move| best - root_move.value <= margin)
        .map(|root_move| (root_move, (root_move.value - best) as i32))
        .collect();
    let drawn = near_equal::draw(&near, spread.max(1), request.seed);
    let (chosen, _) = drawn.expect("a game that is not over has a best move");
    Ok(Choice {
        square: search
            .board
            .landing(chosen.column)
            .expect("the column is open"),
        score: chosen.value,
        depth: Depth::new(depth as u64).ok(),
        nodes: search.nodes,
        pv: search.squares(&chosen.pv),
        exact: None,
    })
}

/// Moves that are worse by more spreads than this are never chosen: one in 160,000 would be.
const NEGLIGIBLE: i64 = 12;

/// The best moves for one depth, without iterative deepening.
#[cfg(test)]
pub(crate) fn best(
    game: &Game,
    depth: usize,
    request: SearchRequest<'_>,
    heuristic: &Heuristic,
) -> Option<BestMoves> {
    let mut search = Search::new(game, depth, request, heuristic);
    search.search_root(depth).ok().map(|(best, _)| best)
}
