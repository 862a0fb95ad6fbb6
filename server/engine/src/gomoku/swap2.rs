//! The opening swap2: stones that leave the position even, and the choice of the better side.
//!
//! The opener puts three stones; the other side takes white, takes black, or puts two more and leaves that choice to
//! the opener. White has the next stone in every case, so a choice is one search of the position with white to move.
//! A proposal is several, one for each of the candidates, since what is even to the one is even to the other.

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Shape;
use protocol::side::Side;
use protocol::spec::{Depth, OpeningChoice};
use protocol::square::Square;
use protocol::view::OpeningState;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::searcher::Searcher;
use crate::opening::{OpeningMove, random_stones};
use crate::search::{Choice, SearchRequest, Stopped};

/// Three stones that leave both sides about as well off: black's, white's, black's, as columns and rows from a corner
/// of the board. `GOMOKU.md` has the score of each, and how they were found.
const PROPOSALS: [[(u8, u8); 3]; 16] = [
    [(2, 3), (1, 1), (0, 1)],
    [(1, 4), (2, 0), (4, 0)],
    [(1, 1), (3, 2), (5, 3)],
    [(6, 0), (0, 3), (2, 2)],
    [(3, 1), (2, 2), (2, 1)],
    [(0, 4), (1, 0), (0, 2)],
    [(4, 3), (2, 3), (2, 0)],
    [(1, 4), (2, 1), (3, 1)],
    [(5, 2), (1, 3), (0, 4)],
    [(2, 6), (3, 6), (2, 3)],
    [(5, 3), (4, 4), (6, 1)],
    [(2, 3), (1, 2), (4, 0)],
    [(0, 3), (2, 2), (4, 2)],
    [(4, 0), (0, 4), (1, 5)],
    [(2, 2), (0, 1), (1, 1)],
    [(4, 1), (0, 1), (0, 0)],
];

/// Columns and rows that every proposal fits on.
const PROPOSAL_SIZE: u8 = 9;

/// Stones in a row of the games for which the proposals were measured.
const PROPOSAL_ROW: u8 = 5;

/// Proposals of the list that are searched, in equal shares of the time with the random candidates.
const LISTED: usize = 4;

/// Random candidates that are searched again, with the other half of the time: the search of whoever chooses is
/// deeper than the first one of ten.
const FINALISTS: usize = 3;

/// Candidates that are searched, listed and random ones.
const CANDIDATES: u64 = 10;

/// Greatest score of a listed proposal without random ones being searched too. 200 points are odds of e to 1.
const EVEN_ENOUGH: u64 = 150;

/// Difference of scores below which candidates count as equally even: a search twice as long differs by as much.
const SCORE_ERROR: u64 = 50;

/// Score up to which neither side is taken: two more stones leave the choice to the opener.
const TOO_EVEN_TO_CHOOSE: u64 = 30;

/// Side of the part of the board that random stones of an empty board are put in.
const WINDOW: u8 = 9;

/// Columns and rows that later random stones are away from another at most.
const NEIGHBOURHOOD: u8 = 4;

/// Depth of a search without a limit of time.
const UNTIMED_DEPTH: u8 = 10;

/// Least depth: the score of a single ply depends on who made it.
const MIN_DEPTH: u8 = 2;

impl Searcher {
    /// Puts the stones that are to be placed in the opening swap2, or makes one of its choices.
    ///
    /// `game` is not over, and on the variant of this engine.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop. Running out of time is no error.
    pub fn open(
        &mut self,
        game: &Game,
        state: &OpeningState,
        request: SearchRequest<'_>,
    ) -> Result<OpeningMove, Stopped> {
        if state.to_place > 0 || state.choices.is_empty() {
            let stones = self.place(game, state.to_place, request)?;
            return Ok(OpeningMove::Stones(stones));
        }
        let (choice, _) = self.choose_side(game, &state.choices, request)?;
        Ok(OpeningMove::Choice(choice))
    }

    /// The choice among `choices`, which are not empty, and the best move of the side to move: who takes that side
    /// may make it at once.
    ///
    /// # Errors
    ///
    /// As of [`open`](Self::open).
    pub fn choose_side(
        &mut self,
        game: &Game,
        choices: &[OpeningChoice],
        request: SearchRequest<'_>,
    ) -> Result<(OpeningChoice, Choice), Stopped> {
        let best = self.choose(game, bounded(request))?;
        let is_even = is_searched(&best) && best.score.unsigned_abs() <= TOO_EVEN_TO_CHOOSE;
        let mover = match game.side_to_move() {
            Side::First => OpeningChoice::Black,
            Side::Second => OpeningChoice::White,
        };
        let other = match game.side_to_move() {
            Side::First => OpeningChoice::White,
            Side::Second => OpeningChoice::Black,
        };
        let better = if best.score >= 0 { mover } else { other };
        let wanted = if is_even {
            [OpeningChoice::PlaceTwo, better]
        } else {
            [better, OpeningChoice::PlaceTwo]
        };
        let choice = wanted.into_iter().find(|choice| choices.contains(choice));
        Ok((choice.unwrap_or(choices[0]), best))
    }

    /// Stones for the next `count` plies that leave the position as even as possible; fewer where the board is too
    /// small.
    ///
    /// # Errors
    ///
    /// As of [`open`](Self::open).
    pub fn place(
        &mut self,
        game: &Game,
        count: u8,
        request: SearchRequest<'_>,
    ) -> Result<Vec<Square>, Stopped> {
        let mut rng = StdRng::seed_from_u64(request.seed);
        let listed = listed(game, count, &mut rng);
        let mut candidates = Vec::new();
        // Of two searches for one answer this is the second: the time before it is gone.
        let begun = (request.elapsed)();
        for number in 1..=CANDIDATES {
            let stones = match listed.get(candidates.len()) {
                Some(stones) => stones.clone(),
                None if candidates.len() == listed.len() && is_even_enough(&candidates) => break,
                None => random_candidate(game, count, &mut rng),
            };
            // Half of the time: the other half is for the finalists.
            let request = within_share(request, begun, number, 2 * CANDIDATES);
            let score = self.imbalance(game, &stones, request)?;
            candidates.push(Candidate { stones, score });
        }
        // Without a limit of time the first search was as deep as the second would be.
        if candidates.len() > listed.len() && request.limit.is_some() {
            candidates.sort_by_key(|candidate| candidate.score.unwrap_or(u64::MAX));
            candidates.truncate(FINALISTS);
            let finalists = FINALISTS as u64;
            for (number, finalist) in (1..).zip(&mut candidates) {
                let request = within_share(request, begun, finalists + number, 2 * finalists);
                let score = self.imbalance(game, &finalist.stones, request)?;
                finalist.score = score.or(finalist.score);
            }
        }
        let least = least(&candidates);
        // Those that were not searched are as good as any where none was.
        let is_even = |score: Option<u64>| match least {
            Some(least) => score.is_some_and(|score| score <= least + SCORE_ERROR),
            None => true,
        };
        candidates.retain(|candidate| is_even(candidate.score));
        let chosen = candidates.choose(&mut rng).expect("one is the least");
        Ok(chosen.stones.clone())
    }

    /// The worth of the position after `stones` to whoever may choose a side; none where it is over, or the time was
    /// too short to say.
    fn imbalance(
        &mut self,
        game: &Game,
        stones: &[Square],
        request: SearchRequest<'_>,
    ) -> Result<Option<u64>, Stopped> {
        let mut after = game.clone();
        for stone in stones {
            after.play(*stone).expect("candidates are legal");
        }
        if after.ending().is_some() {
            return Ok(None);
        }
        let best = self.choose(&after, bounded(request))?;
        Ok(is_searched(&best).then_some(best.score.unsigned_abs()))
    }
}

/// Stones that may be put.
struct Candidate {
    stones: Vec<Square>,
    /// Worth of the position to whoever may choose a side; none where it is not known.
    score: Option<u64>,
}

/// The score of the most even candidate.
fn least(candidates: &[Candidate]) -> Option<u64> {
    candidates
        .iter()
        .filter_map(|candidate| candidate.score)
        .min()
}

/// True if these, the listed ones, need no random candidates beside them.
fn is_even_enough(listed: &[Candidate]) -> bool {
    least(listed).is_some_and(|score| score <= EVEN_ENOUGH)
}

/// The request with `number` of `shares` of the time that was left when `begun` was gone.
fn within_share(
    request: SearchRequest<'_>,
    begun: Millis,
    number: u64,
    shares: u64,
) -> SearchRequest<'_> {
    let share = |limit: Millis| {
        let left = (limit - begun).as_millis();
        begun + Millis::from_millis(left / shares * number)
    };
    SearchRequest {
        limit: request.limit.map(share),
        ..request
    }
}

/// The request with a depth that is worth a score, and that is reached where no time ends the search.
fn bounded(request: SearchRequest<'_>) -> SearchRequest<'_> {
    let untimed = request.limit.is_none().then_some(UNTIMED_DEPTH);
    let given = request.depth.map(Depth::value);
    let least = [untimed, given].into_iter().flatten().min();
    SearchRequest {
        depth: least.and_then(|depth| Depth::new(depth.max(MIN_DEPTH).into()).ok()),
        ..request
    }
}

/// True if the score of this choice is proven, or comes from a search of at least [`MIN_DEPTH`] plies.
fn is_searched(choice: &Choice) -> bool {
    choice.exact == Some(true) || choice.depth.is_some_and(|depth| depth.value() >= MIN_DEPTH)
}

/// Some of the list as they lie on the board of `game`, in random order, each seen from a random corner and in a
/// random one of the two directions; none where they do not fit, or where a stone stands already.
fn listed(game: &Game, count: u8, rng: &mut StdRng) -> Vec<Vec<Square>> {
    let shape = game.shape();
    let fits = shape.columns.min(shape.rows) >= PROPOSAL_SIZE && shape.in_row == PROPOSAL_ROW;
    if !fits || !game.plies().is_empty() || usize::from(count) != PROPOSALS[0].len() {
        return Vec::new();
    }
    let mut list = PROPOSALS;
    let (some, _) = list.partial_shuffle(rng, LISTED);
    let lie = |stones: &[(u8, u8); 3], rng: &mut StdRng| {
        let symmetry = rng.random_range(0..8);
        stones.map(|stone| image(stone, shape, symmetry)).to_vec()
    };
    some.iter().map(|stones| lie(stones, rng)).collect()
}

/// A cell given from the corner a1, by one of the eight symmetries of the square: from another corner, or with
/// columns and rows exchanged.
fn image((right, up): (u8, u8), shape: Shape, symmetry: u8) -> Square {
    let (right, up) = if symmetry & 4 == 0 {
        (right, up)
    } else {
        (up, right)
    };
    let mirrored = |bit: u8, at: u8, length: u8| {
        if symmetry & bit == 0 {
            at
        } else {
            length - 1 - at
        }
    };
    let column = mirrored(1, right, shape.columns);
    let row = mirrored(2, up, shape.rows);
    Square::new(column, row).expect("it is on the board")
}

/// Random stones: close together anywhere on an empty board, and near the stones that stand otherwise.
fn random_candidate(game: &Game, count: u8, rng: &mut StdRng) -> Vec<Square> {
    let shape = game.shape();
    let mut window = |length: u8| rng.random_range(0..=length.saturating_sub(WINDOW));
    let (left, bottom) = (window(shape.columns), window(shape.rows));
    let is_empty = game.plies().is_empty();
    random_stones(game, count, rng, |game, square| {
        if is_empty {
            return (left..left + WINDOW).contains(&square.column())
                && (bottom..bottom + WINDOW).contains(&square.row());
        }
        game.plies().iter().any(|stone| {
            stone.column().abs_diff(square.column()) <= NEIGHBOURHOOD
                && stone.row().abs_diff(square.row()) <= NEIGHBOURHOOD
        })
    })
}

#[cfg(test)]
mod tests;
