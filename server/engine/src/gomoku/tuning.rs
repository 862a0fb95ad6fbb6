//! Fits the weights of the engine to what searches say.
//!
//! [`Sample`]s -> `value`, the network of the evaluation, and `policy`, the order of moves -> the text of
//! `weights.txt`
//!
//! Both are fitted by `descent`, a regression in small steps.

use std::fmt::Write;

use protocol::game::Game;
use protocol::square::Square;

use super::board::{Board, Ground};
use super::moves;
use super::outlook::Outlook;
use super::weights::HEADER;

mod descent;
mod policy;
mod value;

/// A score of so much means odds of e to 1.
const SCALE: f32 = 200.0;

/// A position, as the weights see it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The codes of the side to move, then those of the other, by their place among all in ascending order.
    codes: [Vec<u16>; 2],
    /// What the side to move may hope for: 1 a win, 0 a loss.
    target: f32,
    /// What it may play.
    moves: Vec<Candidate>,
    /// The best of the moves, where one is.
    best: Option<usize>,
}

/// A move, as the policy sees it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// The codes of the cell for the side to move and for the other.
    codes: [u16; 2],
    /// How the cell lies to the last stone and to the one before.
    relations: [u8; 2],
}

impl Sample {
    /// The position of a game that is not over, on a variant that can be played, its score for the side to
    /// move and the best move; or nothing where it is won, lost or forced at first sight: the weights are not
    /// asked there.
    pub fn of(game: &Game, score: i32, best: Option<Square>) -> Option<Self> {
        let ground = Ground::of(game.variant());
        let board = Board::of(&ground, game);
        let cells = match Outlook::of(&board) {
            Outlook::Free => moves::free(&board),
            Outlook::Threatened => moves::threatened(&ground, &board),
            Outlook::Won(_) | Outlook::Lost(_) | Outlook::Forced(_) => return None,
        };
        let place = |side, cell| ground.cross(board.code(side, cell)).place;
        let codes = |side| {
            let alive = |cell: &usize| !board.code(side, *cell).is_dead();
            let cells = board.empty().iter().filter(alive);
            cells.map(|cell| place(side, cell)).collect()
        };
        let candidate = |cell| Candidate {
            codes: [place(board.us, cell), place(board.them(), cell)],
            relations: board
                .recent()
                .map(|recent| ground.layout.relation(recent, cell)),
        };
        let best = best.map(|square| ground.layout.cell(square));
        Some(Self {
            codes: [codes(board.us), codes(board.them())],
            target: hope(score as f32 / SCALE),
            moves: cells.iter().map(candidate).collect(),
            best: best.and_then(|best| cells.iter().position(|cell| cell == best)),
        })
    }
}

/// What a side may hope for at such odds, which are given by their logarithm.
fn hope(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// What the weights fail to foretell after a round, of samples that they do not learn from.
#[derive(Clone, Copy, Debug)]
pub struct Losses {
    /// By the network: what the search says of a position.
    pub value: f32,
    /// By the order of moves: which one is best.
    pub policy: f32,
}

/// Fits everything to samples in so many rounds. Nothing is learned from the first twentieth of them. The text
/// is what the engine reads; with it come the losses of each round.
pub fn fit(samples: &[Sample], rounds: usize) -> (String, Vec<Losses>) {
    let (unseen, seen) = samples.split_at(samples.len() / 20);
    let (value, value_losses) = descent::fit(value::Model::new(seen), seen, unseen, rounds);
    let (policy, policy_losses) = descent::fit(policy::Model::new(), seen, unseen, rounds);
    let losses = value_losses.into_iter().zip(policy_losses);
    let losses = losses.map(|(value, policy)| Losses { value, policy });
    let mut text = HEADER.to_owned();
    value.write(&mut text);
    policy.write(&mut text);
    (text, losses.collect())
}

/// Adds a line of a word and numbers.
fn write_line(text: &mut String, word: &str, numbers: impl Iterator<Item = String>) {
    write!(text, "{word}").expect("a string takes all");
    for number in numbers {
        write!(text, " {number}").expect("a string takes all");
    }
    text.push('\n');
}

/// The nearest whole number.
fn whole(number: f32) -> String {
    (number.round() as i32).to_string()
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;

    use super::super::weights::Weights;
    use super::*;

    pub(super) fn samples() -> Vec<Sample> {
        let variant = Variant::named("gomoku-15").unwrap();
        let mut samples = Vec::new();
        for (moves, score, best) in [
            ("h8", -30, "i9"),
            ("h8 i9", 60, "i8"),
            ("h8 i9 i8", -110, "g8"),
            ("h8 i9 i8 g8", 90, "h9"),
            ("h8 i9 i8 j8 h9", 250, "h10"),
        ] {
            let mut game = Game::new(variant);
            for word in moves.split(' ') {
                game.play(game.read_move(word).unwrap()).unwrap();
            }
            let best = game.read_move(best).unwrap();
            samples.push(Sample::of(&game, score, Some(best)).unwrap());
        }
        samples
    }

    /// The slopes at some numbers of a model, against small steps of the numbers themselves.
    pub(super) fn check_gradient(
        model: &mut impl descent::Model,
        sample: &Sample,
        places: &[usize],
    ) {
        let mut gradient = vec![0.0; model.numbers().len()];
        model.changed();
        model.learn(sample, &mut gradient);
        let one = std::slice::from_ref(sample);
        for &at in places {
            let before = model.numbers()[at];
            let mut loss_at = |number| {
                model.numbers()[at] = number;
                model.changed();
                model.loss(one)
            };
            let slope = (loss_at(before + 0.005) - loss_at(before - 0.005)) / 0.01;
            loss_at(before);
            let near = (slope - gradient[at]).abs() < 0.001 + 0.02 * slope.abs();
            assert!(near, "{at}: {slope} and {}", gradient[at]);
        }
    }

    #[test]
    fn a_best_move_that_may_not_be_played_is_none() {
        let variant = Variant::named("gomoku-15").unwrap();
        let mut game = Game::new(variant);
        let square = game.read_move("h8").unwrap();
        game.play(square).unwrap();
        assert_eq!(Sample::of(&game, 0, Some(square)).unwrap().best, None);
        let beside = game.read_move("h9").unwrap();
        assert!(Sample::of(&game, 0, Some(beside)).unwrap().best.is_some());
    }

    #[test]
    fn what_is_fitted_foretells_better_and_can_be_read() {
        let samples: Vec<_> = samples().into_iter().cycle().take(400).collect();
        let (text, losses) = fit(&samples, 30);
        assert!(losses[29].value < losses[0].value, "{losses:?}");
        assert!(losses[29].policy < losses[0].policy, "{losses:?}");
        assert!(Weights::parse(&text).is_some());
    }
}
