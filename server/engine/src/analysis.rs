//! The value of a position, for people who ask: of every column where discs fall, the best lines elsewhere.

use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;

use crate::bots::is_solved;
use crate::caches::Caches;
use crate::connect_four::{ColumnBounds, Position, ScoreBounds, SolveSession};
use crate::gomoku::{Searcher, Tables};
use crate::search::{Choice, SearchRequest, Stopped};

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// One for each column, from the left; for the side to move. Empty on free boards.
    pub columns: Vec<ColumnValue>,
    /// The best lines on free boards, the best first.
    pub lines: Vec<BestLine>,
    /// Positions expanded.
    pub nodes: u64,
}

/// Lines that are shown of a position on a free board.
const LINES: u64 = 3;

/// Memory of the transposition table for best lines, as in a game.
const MEBIBYTES: usize = 32;

/// True if positions of this game can be analysed: the solver [fits](Position::fits) its variant, or the gomoku
/// engine [does](Tables::fits).
pub fn can_analyse(game: &Game) -> bool {
    let variant = game.variant();
    Position::fits(variant) || Tables::fits(variant)
}

/// The analysis of `game`, which [can be analysed](can_analyse) and is not over.
///
/// # Errors
///
/// [`Stopped`] when told to stop first. Running out of time is no error.
pub fn analyse(
    game: &Game,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Analysis, Stopped> {
    if Position::fits(game.variant()) {
        columns(game, request, caches)
    } else {
        best_lines(game, request, caches)
    }
}

/// The best lines of `game`, on a free board that the gomoku engine plays on.
fn best_lines(
    game: &Game,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Analysis, Stopped> {
    let mut searcher = Searcher::new(caches.gomoku_tables(game.variant()), MEBIBYTES);
    let choices = searcher.best_lines(game, request, LINES)?;
    Ok(Analysis {
        columns: Vec::new(),
        nodes: choices.iter().map(|choice| choice.nodes).sum(),
        lines: choices.into_iter().map(best_line).collect(),
    })
}

fn best_line(choice: Choice) -> BestLine {
    let score = choice.score;
    let plies = (Searcher::WIN - score.abs()) * score.signum();
    BestLine {
        pv: choice.pv,
        score,
        end: (choice.exact == Some(true)).then_some(plies as i16),
        depth: choice.depth,
    }
}

/// The value of every column of `game`, on a board that the solver [fits](Position::fits).
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
    let should_stop = || request.should_stop(request.limit);
    let solver = caches.connect_four.solver(position.shape());
    let mut session = SolveSession::shared(&solver, &should_stop);
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
        lines: Vec::new(),
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
