//! What every column of a position is worth, for people who ask.

use protocol::analysis::ColumnValue;
use protocol::game::Game;

use crate::bots::is_solved;
use crate::connect_four::{ColumnBounds, Position, ScoreBounds, SolveSession, solver_for};
use crate::search::{SearchRequest, Stopped};

/// What an analysis came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// One for each column, from the left; seen from the side to move.
    pub columns: Vec<ColumnValue>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Whether positions of this game can be analysed: discs fall, and the board fits 64 bits.
pub fn can_analyse(game: &Game) -> bool {
    Position::fits(game.shape())
}

/// The value of every column of `game`, which [can be analysed](can_analyse) and is not over.
///
/// Without a limit every value is settled. With one, those that time did not suffice for are
/// [`ColumnValue::Open`]. A depth bounds how far the search looks on boards that cannot be solved in seconds.
///
/// # Errors
///
/// [`Stopped`] when told to stop first.
pub fn columns(game: &Game, request: SearchRequest<'_>) -> Result<Analysis, Stopped> {
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
    let solver = solver_for(position.shape());
    let mut session = SolveSession::new(&solver, false, &should_stop);
    let mut bounds = ColumnBounds::new(position);
    let solved = is_solved(game.shape());
    // Running out of time leaves the rest open.
    let _ = if solved {
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
            Some(None) => ColumnValue::Open,
            Some(Some(score)) => ColumnValue::Settled { score: score as i8 },
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
