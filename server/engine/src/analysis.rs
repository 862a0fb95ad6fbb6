//! The value of every column of a position, for people who ask.

use protocol::analysis::ColumnValue;
use protocol::game::Game;

use crate::bots::is_solved;
use crate::caches::Caches;
use crate::connect_four::{ColumnBounds, Position, ScoreBounds, SolveSession};
use crate::search::{SearchRequest, Stopped};

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// One for each column, from the left; for the side to move.
    pub columns: Vec<ColumnValue>,
    /// Positions expanded.
    pub nodes: u64,
}

/// True if positions of this game can be analysed, as the solver [fits](Position::fits) its variant.
pub fn can_analyse(game: &Game) -> bool {
    Position::fits(game.variant())
}

/// The value of every column of `game`, which [can be analysed](can_analyse) and is not over.
///
/// Without a limit every value is exact. With one, those that time did not suffice for are
/// [`ColumnValue::Unknown`]. A depth bounds the plies searched on boards that cannot be solved in seconds.
///
/// # Errors
///
/// [`Stopped`] when told to stop first. Running out of time is no error.
pub fn columns(
    game: &Game,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Analysis, Stopped> {
    if request.stop.is_raised() {
        return Err(Stopped);
    }
    let position = Position::from_game(game).expect("the board fits, as the caller has asked");
    let should_stop = || {
        request.stop.is_raised()
            || request
                .limit
                .is_some_and(|limit| (request.elapsed)() >= limit)
    };
    let solver = caches.connect_four.solver(position.shape());
    let mut session = SolveSession::new(&solver, false, &should_stop);
    let mut bounds = ColumnBounds::new(position);
    // An error here is the limit or the stop flag, of which the flag is looked at below: what is not exact by then
    // stays open.
    let _ = if is_solved(game.shape()) {
        bounds.solve(&mut session)
    } else {
        iterative_deepening(&mut bounds, &mut session, request)
    };
    if request.stop.is_raised() {
        return Err(Stopped);
    }
    let columns = bounds
        .columns
        .iter()
        .map(|bounds| match bounds.map(ScoreBounds::exact) {
            None => ColumnValue::Full,
            Some(None) => ColumnValue::Unknown,
            Some(Some(score)) => ColumnValue::Exact { score: score as i8 },
        })
        .collect();
    Ok(Analysis {
        columns,
        nodes: session.nodes,
    })
}

fn iterative_deepening(
    bounds: &mut ColumnBounds,
    session: &mut SolveSession<'_>,
    request: SearchRequest<'_>,
) -> Result<(), Stopped> {
    let most = request.depth.map_or(u32::MAX, |depth| depth.value().into());
    while !bounds.is_exact() && bounds.depth < most {
        bounds.search_next_ply(session)?;
    }
    Ok(())
}
