//! The bot of the fourth document, a gomoku program in Delphi: a priority for every empty cell.
//!
//! The document's: every empty cell next to a stone gets +1 per such stone. Then each window of five that
//! holds stones of one side only, the rest empty, adds to each of its empty cells: own two 4, other's two
//! 1, own three 60, other's three 15, own four 2000, other's four 400. The highest is played, at random
//! among equals. Where every priority is 0, in effect on the empty board: a random cell in the middle.
//!
//! Ours: the middle is the central 4 x 4; elsewhere than five in a row, windows of k with the weights for
//! k-3, k-2 and k-1 stones. Where a row that is too long does not win, a window with a stone of its side just
//! beyond an end is worth nothing: whoever fills it has more than k.

use protocol::game::Game;
use protocol::rules::{Family, Overline, Shape, Variant};
use protocol::side::Side;
use protocol::spec::Depth;
use protocol::square::Square;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::{Bot, TEMPERATURE};
use crate::caches::Caches;
use crate::classic::windows::Windows;
use crate::options::{OptionSpec, Options};
use crate::search::{Choice, SearchRequest, Stopped};

/// A static priority for every empty cell, without a search.
pub(super) struct Priority;

/// The weights of the document: what a window of one side's stones gives each of its empty cells. In five in a row
/// the stones are two, three and four; otherwise three, two and one short of a line.
const OWN: [OptionSpec; 3] = [
    weight_option(
        "own_two",
        "weight of a five with two of its stones and none of yours",
        4,
    ),
    weight_option(
        "own_three",
        "weight of a five with three of its stones and none of yours",
        60,
    ),
    weight_option(
        "own_four",
        "weight of a five with four of its stones and none of yours",
        2000,
    ),
];
const OTHERS: [OptionSpec; 3] = [
    weight_option(
        "other_two",
        "weight of a five with two of your stones and none of its",
        1,
    ),
    weight_option(
        "other_three",
        "weight of a five with three of your stones and none of its",
        15,
    ),
    weight_option(
        "other_four",
        "weight of a five with four of your stones and none of its",
        400,
    ),
];

/// A weight from 0, which leaves such windows out, to 500 times the greatest of the document, which puts them before
/// all others. No sum of a cell is beyond 40 windows of these, so that a score has space for it; and none is negative,
/// since a highest priority of 0 is how the document knows that there is nothing to weigh.
const fn weight_option(name: &'static str, about: &'static str, default: i32) -> OptionSpec {
    OptionSpec {
        name,
        about,
        least: 0,
        most: 1_000_000,
        default,
    }
}

/// The weights of one request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    own: [i64; 3],
    others: [i64; 3],
}

impl From<Options<'_>> for Weights {
    fn from(options: Options<'_>) -> Self {
        let value = |option| i64::from(options.value(option));
        Self {
            own: OWN.map(value),
            others: OTHERS.map(value),
        }
    }
}

/// Cells of the middle, each way.
const MIDDLE: u8 = 4;

impl Bot for Priority {
    fn name(&self) -> &'static str {
        "priority"
    }

    fn about(&self) -> &'static str {
        "weighs every empty cell by the rows around it, and looks no further; it can be beaten"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        None
    }

    fn default_depth(&self) -> Option<Depth> {
        None
    }

    fn options(&self) -> &'static [OptionSpec] {
        const {
            let [two, three, four] = OWN;
            let [other_two, other_three, other_four] = OTHERS;
            &[
                two,
                three,
                four,
                other_two,
                other_three,
                other_four,
                TEMPERATURE,
            ]
        }
    }

    fn plays(&self, variant: Variant) -> bool {
        match (variant.family(), variant.overline()) {
            (Family::Free, Overline::Wins | Overline::DoesNotWin) => true,
            // It weighs forbidden points like others, and would choose them.
            (Family::Gravity | Family::Renju, Overline::Wins | Overline::DoesNotWin) => false,
        }
    }

    fn choose(
        &self,
        game: &Game,
        request: SearchRequest<'_>,
        _: &Caches,
    ) -> Result<Choice, Stopped> {
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        let (score, squares) = best(game, request.options.into());
        let mut rng = StdRng::seed_from_u64(request.seed);
        let square = *squares
            .choose(&mut rng)
            .expect("a game that is not over has an empty cell");
        Ok(Choice {
            square,
            score,
            depth: None,
            nodes: game.legal().count() as u64,
            pv: vec![square],
            exact: None,
        })
    }
}

/// The highest priority and the cells that have it.
pub(super) fn best(game: &Game, weights: Weights) -> (i64, Vec<Square>) {
    let shape = game.shape();
    let priorities = priorities(game, weights);
    let empty = || {
        shape
            .squares()
            .zip(&priorities)
            .filter(|(square, _)| game.cell(*square).is_none())
    };
    let highest = empty().map(|(_, &priority)| priority).max().unwrap_or(0);
    if highest == 0 {
        let middle: Vec<Square> = empty()
            .map(|(square, _)| square)
            .filter(|&square| is_middle(shape, square))
            .collect();
        if !middle.is_empty() {
            return (0, middle);
        }
    }
    let squares = empty()
        .filter(|(_, priority)| **priority == highest)
        .map(|(square, _)| square)
        .collect();
    (highest, squares)
}

/// The priority of every cell, row by row from the bottom left; of a taken cell it is meaningless.
fn priorities(game: &Game, weights: Weights) -> Vec<i64> {
    let shape = game.shape();
    let own = game.side_to_move();
    let stones: Vec<Option<Side>> = shape.squares().map(|square| game.cell(square)).collect();
    let mut priorities = vec![0; shape.cells()];
    for square in shape
        .squares()
        .filter(|&square| game.cell(square).is_some())
    {
        for neighbour in neighbours(shape, square) {
            priorities[cell(shape, neighbour)] += 1;
        }
    }
    let windows = Windows::new(shape, shape.in_row);
    let length = windows.length();
    let overline = game.variant().overline();
    for window in windows.iter() {
        let count = |side| {
            let held = |&&cell: &&u16| stones[usize::from(cell)] == Some(side);
            window.iter().filter(held).count() as u8
        };
        let may_win = |side| {
            let mut beyond = Windows::beyond(window, shape);
            match overline {
                Overline::Wins => true,
                Overline::DoesNotWin => !beyond.any(|cell| stones[usize::from(cell)] == Some(side)),
            }
        };
        let (ours, theirs) = (count(own), count(own.other()));
        let weight = match (ours, theirs) {
            (1.., 0) if may_win(own) => weight(weights.own, length, ours),
            (0, 1..) if may_win(own.other()) => weight(weights.others, length, theirs),
            _ => 0,
        };
        for &cell in window {
            priorities[usize::from(cell)] += weight;
        }
    }
    priorities
}

/// The weight of a window of `length` cells that has `stones` of one side and none of the other.
fn weight(weights: [i64; 3], length: u8, stones: u8) -> i64 {
    match length - stones {
        1 => weights[2],
        2 => weights[1],
        3 => weights[0],
        _ => 0,
    }
}

fn neighbours(shape: Shape, square: Square) -> impl Iterator<Item = Square> {
    (-1..=1_i8)
        .flat_map(|right| (-1..=1_i8).map(move |up| (right, up)))
        .filter(|&step| step != (0, 0))
        .filter_map(move |(right, up)| {
            Square::new(
                square.column().checked_add_signed(right)?,
                square.row().checked_add_signed(up)?,
            )
        })
        .filter(move |&square| shape.contains(square))
}

fn cell(shape: Shape, square: Square) -> usize {
    usize::from(square.row()) * usize::from(shape.columns) + usize::from(square.column())
}

fn is_middle(shape: Shape, square: Square) -> bool {
    let within = |at: u8, size: u8| {
        let start = size.saturating_sub(MIDDLE) / 2;
        (start..start + MIDDLE).contains(&at)
    };
    within(square.column(), shape.columns) && within(square.row(), shape.rows)
}
