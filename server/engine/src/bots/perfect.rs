//! The bot that plays Connect Four with the solver, without a mistake where the game can be solved.
//!
//! On 7 x 6 its move is proven to be among the best: the fastest win or the slowest loss, a random one of equals.
//! Where a limit is too short for the proof, it plays the best that the proof and a short search have found.
//! With a depth below the cells left, and on other boards, it searches for forced wins and losses by iterative
//! deepening until the depth or its time is reached, and among columns of which nothing is known prefers the one
//! with more threats.

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::{Shape, Variant};
use protocol::spec::Depth;
use protocol::square::Square;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::{Bot, SPREAD, TEMPERATURE, depth};
use crate::caches::Caches;
use crate::connect_four::{ColumnBounds, Position, ScoreBounds, SolveSession, Solver};
use crate::near_equal;
use crate::options::OptionSpec;
use crate::search::{Choice, SearchRequest, Stopped};

/// The solver within its time, and the best bounds that it found where that is too short.
pub(super) struct Perfect;

/// To the end of the game on every board that it plays.
const FULL: u8 = 60;

/// Plies that are searched however short the time is: a win at once is taken, and one of the other side is
/// prevented. They cost some microseconds.
const MIN_PLIES: u32 = 2;

/// Points of a stone of the score, where a move is chosen among nearly equal ones.
const STONE: i32 = 10;

/// Plies of the principal variation at most.
const PV_PLIES: usize = 12;

impl Bot for Perfect {
    fn name(&self) -> &'static str {
        "perfect"
    }

    fn about(&self) -> &'static str {
        "never makes a mistake in Connect Four, and few on other boards"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        Some((depth(1), depth(FULL.into())))
    }

    fn default_depth(&self) -> Option<Depth> {
        Some(depth(FULL.into()))
    }

    fn presets(&self) -> &'static [(&'static str, u8)] {
        &[("human", 8), ("full", FULL)]
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[SPREAD, TEMPERATURE]
    }

    fn usual_time(&self) -> Option<Millis> {
        Some(Millis::from_millis(1000))
    }

    fn plays(&self, variant: Variant) -> bool {
        Position::fits(variant)
    }

    fn choose(
        &self,
        game: &Game,
        request: SearchRequest<'_>,
        caches: &Caches,
    ) -> Result<Choice, Stopped> {
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        let position = Position::from_game(game).expect("the board fits, or the bot is not asked");
        let left = game.plies_left() as u32;
        let plies = request
            .depth
            .map_or(left, |depth| u32::from(depth.value()).min(left));
        if plies == left && is_solved(game.shape()) {
            prove(game, &position, request, caches)
        } else {
            look_ahead(game, &position, plies, request)
        }
    }
}

/// True if every position of this board can be solved in seconds.
pub(crate) fn is_solved(shape: Shape) -> bool {
    (shape.columns, shape.rows, shape.in_row) == (7, 6, 4)
}

/// A move of the best score, or with a [spread](SPREAD) of one that is not far from it; within a limit that is too
/// short to prove one, the best that is known then.
fn prove(
    game: &Game,
    position: &Position,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Choice, Stopped> {
    let proof_limit = request.limit.map(|limit| limit - look_ahead_share(limit));
    let should_stop = out_of_time(request, proof_limit);
    let solver = caches.connect_four.solver(position.shape());
    let mut session = SolveSession::shared(&solver, &should_stop);
    let found = match request.options.value(SPREAD) {
        0 => proven(game, position, request.seed, &mut session),
        spread => near_best(game, position, spread, request.seed, &mut session),
    };
    match found {
        Ok(choice) => Ok(choice),
        Err(Stopped) if request.stop.is_raised() => Err(Stopped),
        Err(Stopped) => best_known(game, position, request, &solver, session.nodes),
    }
}

/// The part of a limit that is reserved for a look ahead where the rest does not suffice for the proof: enough for
/// about ten plies of a position near the book, and too little to be missed by the proof.
fn look_ahead_share(limit: Millis) -> Millis {
    Millis::from_millis(limit.as_millis() / 8)
}

/// The condition that ends a search: it was stopped, or `limit` has passed.
fn out_of_time(request: SearchRequest<'_>, limit: Option<Millis>) -> impl Fn() -> bool {
    move || request.should_stop(limit)
}

/// A move of the best score.
fn proven(
    game: &Game,
    position: &Position,
    seed: u64,
    session: &mut SolveSession<'_>,
) -> Result<Choice, Stopped> {
    let score = session.score(position)?;
    let mut equals = Vec::new();
    for column in position.open_columns() {
        match session.drop_reaches(position, column, score) {
            Ok(true) => equals.push(column),
            Ok(false) => {}
            // Out of time, with a move that is proven to be best. Whether others are as good does not matter.
            Err(Stopped) if !equals.is_empty() => break,
            Err(Stopped) => return Err(Stopped),
        }
    }
    let column = pick_at_random(&as_people_expect(position, equals), seed);
    Ok(Choice {
        square: square(game, column),
        score: score.into(),
        depth: Depth::new(game.plies_left() as u64).ok(),
        pv: line(game, position, column, score, session),
        nodes: session.nodes,
        exact: Some(true),
    })
}

/// A move whose score is not far from the best: one that is `spread` points worse is chosen e times less often, and a
/// stone of the score counts [`STONE`] points.
///
/// A row is completed, and one of the other side prevented where that is among the best moves, whatever the spread:
/// nobody overlooks a row.
fn near_best(
    game: &Game,
    position: &Position,
    spread: i32,
    seed: u64,
    session: &mut SolveSession<'_>,
) -> Result<Choice, Stopped> {
    let mut bounds = ColumnBounds::new(*position);
    bounds.solve(session)?;
    let exact = |column| bounds.columns[column as usize].and_then(ScoreBounds::exact);
    let mut scores: Vec<_> = position
        .open_columns()
        .filter_map(|column| Some((column, STONE * exact(column)?)))
        .collect();
    let best = scores.iter().map(|(_, points)| *points).max();
    let prevents =
        |(column, points): &(u32, i32)| Some(*points) == best && position.prevents_with(*column);
    if position
        .open_columns()
        .any(|column| position.wins_with(column))
    {
        scores.retain(|(column, _)| position.wins_with(*column));
    } else if scores.iter().any(prevents) {
        scores.retain(prevents);
    }
    let drawn = near_equal::draw(&scores, spread, seed);
    let (column, points) = drawn.expect("a game that is not over has an open column");
    Ok(Choice {
        square: square(game, column),
        score: (points / STONE).into(),
        depth: Depth::new(game.plies_left() as u64).ok(),
        pv: vec![square(game, column)],
        nodes: session.nodes,
        exact: Some(scores.iter().all(|(_, others)| *others <= points)),
    })
}

/// The best move known after a proof that ran out of time: by its entries in the table, and by a look ahead
/// within the rest of the limit. `nodes` are those of the proof.
fn best_known(
    game: &Game,
    position: &Position,
    request: SearchRequest<'_>,
    solver: &Solver,
    nodes: u64,
) -> Result<Choice, Stopped> {
    let should_stop = out_of_time(request, request.limit);
    let mut session = SolveSession::shared(solver, &should_stop);
    session.nodes = nodes;
    let left = game.plies_left() as u32;
    let mut bounds = ColumnBounds::new(*position);
    iterative_deepening(left, &mut bounds, &mut session, request, &should_stop);
    bounds.tighten_from_table(&session);
    if request.stop.is_raised() {
        return Err(Stopped);
    }
    Ok(best_of(game, position, &bounds, request, session.nodes))
}

/// The best move within `plies` plies and the time.
fn look_ahead(
    game: &Game,
    position: &Position,
    plies: u32,
    request: SearchRequest<'_>,
) -> Result<Choice, Stopped> {
    let should_stop = out_of_time(request, request.limit);
    // A table of its own: what other games left behind would change how far the time reaches, and the same
    // seed is to give the same move.
    let mut solver = Solver::new(position.shape(), 64);
    let mut session = SolveSession::exclusive(&mut solver, &should_stop);
    let mut bounds = ColumnBounds::new(*position);
    iterative_deepening(plies, &mut bounds, &mut session, request, &should_stop);
    if request.stop.is_raised() {
        return Err(Stopped);
    }
    Ok(best_of(game, position, &bounds, request, session.nodes))
}

/// Tightens the bounds ply by ply as far as `plies` and the time allow.
fn iterative_deepening(
    plies: u32,
    bounds: &mut ColumnBounds,
    session: &mut SolveSession<'_>,
    request: SearchRequest<'_>,
    should_stop: &impl Fn() -> bool,
) {
    while bounds.depth < plies && !bounds.is_exact() {
        // The search itself checks the time once in some thousand nodes, and a ply may have fewer.
        if bounds.depth >= MIN_PLIES && should_stop() {
            break;
        }
        if bounds.search_next_ply(session).is_err() {
            break;
        }
        request.report(bounds.depth);
    }
}

/// The best move by the bounds of the columns.
fn best_of(
    game: &Game,
    position: &Position,
    bounds: &ColumnBounds,
    request: SearchRequest<'_>,
    nodes: u64,
) -> Choice {
    // A column whose score is not known yet counts as a draw, or as the nearest to it that its bounds allow.
    let worth = |column: u32| {
        bounds.columns[column as usize].map(|bounds| 0.clamp(bounds.least, bounds.most))
    };
    let best = position
        .open_columns()
        .filter_map(worth)
        .max()
        .expect("a game that is not over has an open column");
    let equals: Vec<u32> = position
        .open_columns()
        .filter(|column| worth(*column) == Some(best))
        .collect();
    let column = if best == 0 {
        pick_unknown(position, &equals, request)
    } else {
        pick_at_random(&as_people_expect(position, equals), request.seed)
    };
    let chosen = bounds.columns[column as usize].and_then(ScoreBounds::exact);
    let exact = chosen.is_some_and(|score| {
        bounds
            .columns
            .iter()
            .flatten()
            .all(|bounds| bounds.most <= score)
    });
    Choice {
        square: square(game, column),
        score: best.into(),
        depth: Depth::new(bounds.depth.max(1).into()).ok(),
        nodes,
        pv: vec![square(game, column)],
        exact: Some(exact),
    }
}

/// One of these columns, of which nothing is known: one with the most threats, or nearly as many where the bot has a
/// [spread](SPREAD).
fn pick_unknown(position: &Position, columns: &[u32], request: SearchRequest<'_>) -> u32 {
    let score_of = |column: &u32| position.drop_score(*column) as i32;
    let spread = request.options.value(SPREAD);
    if spread > 0 {
        // However weak the play, a column further from the middle is chosen less often by a constant factor: its own
        // point in the score is lost in a large spread.
        let columns_of_board = u32::from(position.shape().columns);
        let off_centre = |column: u32| (2 * column + 1).abs_diff(columns_of_board) as i32 / 2;
        let worth = |column: &u32| score_of(column) - spread / 2 * off_centre(*column);
        let scores: Vec<_> = columns.iter().map(|at| (*at, worth(at))).collect();
        let drawn = near_equal::draw(&scores, spread, request.seed);
        return drawn.expect("some column is best").0;
    }
    let most = columns.iter().map(score_of).max();
    let best = columns.iter().filter(|at| Some(score_of(at)) == most);
    pick_at_random(&best.copied().collect::<Vec<_>>(), request.seed)
}

/// The drop and the best play after it, as far as it costs little to find.
fn line(
    game: &Game,
    position: &Position,
    column: u32,
    score: i32,
    session: &mut SolveSession<'_>,
) -> Vec<Square> {
    let mut game = game.clone();
    let (mut position, mut column, mut score) = (*position, column, score);
    let mut squares = Vec::new();
    loop {
        squares.push(square(&game, column));
        game.play(square(&game, column))
            .expect("the column is open");
        if game.ending().is_some() || squares.len() == PV_PLIES {
            return squares;
        }
        position = position.after(column);
        score = -score;
        // Where time is short the variation ends early: the move itself is found.
        match session.cheap_best_column(&position, score) {
            Ok(Some(next)) => column = next,
            Ok(None) | Err(Stopped) => return squares,
        }
    }
}

fn square(game: &Game, column: u32) -> Square {
    Square::new(column as u8, 0)
        .and_then(|bottom| game.landing(bottom).ok())
        .expect("the column is open")
}

/// Those of these columns, which are worth the same, that prevent a row of the other side, or all of them if none does:
/// where every move loses equally soon, a row left open looks overlooked.
fn as_people_expect(position: &Position, columns: Vec<u32>) -> Vec<u32> {
    let prevents = |column: &u32| position.prevents_with(*column);
    if columns.iter().any(prevents) {
        columns.into_iter().filter(prevents).collect()
    } else {
        columns
    }
}

fn pick_at_random(columns: &[u32], seed: u64) -> u32 {
    *columns
        .choose(&mut StdRng::seed_from_u64(seed))
        .expect("some column is best")
}
