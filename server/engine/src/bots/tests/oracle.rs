//! The bots as their documents describe them: no pruning, no counts kept, everything looked at anew.

use protocol::analysis::WINDOWS_WIN;
use protocol::game::Game;
use protocol::side::Side;
use protocol::square::Square;

use crate::classic::alpha_beta::BestMoves;

/// The value of a position where the search ends, for `root`.
pub(super) type Value = fn(&Game, Side) -> i64;

/// Returns the score that the named bot tells for a value of its document.
pub(super) fn told(name: &str, value: i64) -> i64 {
    match (name, value) {
        ("negamax", 100_000..) => WINDOWS_WIN,
        ("negamax", ..=-100_000) => -WINDOWS_WIN,
        _ => value,
    }
}

/// The best moves by plain minimax, from left to right.
pub(super) fn best(game: &Game, depth: usize, value: Value) -> BestMoves {
    let root = game.side_to_move();
    let moves: Vec<Square> = game.legal().collect();
    let valued: Vec<(i64, u8)> = moves
        .into_iter()
        .map(|square| (after(game, square, depth, root, value), square.column()))
        .collect();
    let best = valued.iter().map(|(value, _)| *value).max().unwrap();
    BestMoves {
        value: best,
        columns: valued
            .into_iter()
            .filter(|(value, _)| *value == best)
            .map(|(_, column)| column)
            .collect(),
    }
}

fn after(game: &Game, square: Square, depth: usize, root: Side, value: Value) -> i64 {
    let mut game = game.clone();
    game.play(square).unwrap();
    if game.ending().is_some() || depth == 1 {
        return value(&game, root);
    }
    let moves: Vec<Square> = game.legal().collect();
    let values = moves
        .into_iter()
        .map(|square| after(&game, square, depth - 1, root, value));
    if game.side_to_move() == root {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

pub(super) fn negamax(game: &Game, root: Side) -> i64 {
    let mover = game.side_to_move().other();
    let k = game.shape().in_row;
    let own = |length: u8| {
        windows(game, length)
            .filter(|window| window.clone().all(|stone| stone == Some(mover)))
            .count() as i64
    };
    let value = match own(k) {
        0 => 4 * own(k - 2) + 9 * own(k - 1),
        won => 100_000 * won,
    };
    if mover == root { value } else { -value }
}

pub(super) fn minimax(game: &Game, root: Side) -> i64 {
    if let Some(ending) = game.ending() {
        return match ending.winner() {
            Some(winner) if winner == root => 1_000_000_000_000_000,
            Some(_) => -1_000_000_000_000_000,
            None => 0,
        };
    }
    let mut sum = 0;
    for window in windows(game, game.shape().in_row) {
        let count = |what| window.clone().filter(|stone| *stone == what).count();
        let (own, empty) = (count(Some(root)), count(None));
        if own > 0 && count(Some(root.other())) == 0 {
            sum += empty as i64 * 10_i64.pow(own as u32 - 1);
        }
    }
    sum
}

pub(super) fn lines(game: &Game, root: Side) -> i64 {
    if let Some(winner) = game.ending().and_then(protocol::rules::Ending::winner) {
        return if winner == root { 10_000 } else { -10_000 };
    }
    let possible = |side: Side| {
        windows(game, game.shape().in_row)
            .filter(|window| window.clone().all(|stone| stone != Some(side.other())))
            .count() as i64
    };
    possible(root) - possible(root.other())
}

/// Cell by cell rather than window by window.
pub(super) fn priority(game: &Game) -> (i64, Vec<Square>) {
    let shape = game.shape();
    let k = i32::from(shape.in_row);
    let own = game.side_to_move();
    let exact =
        ["gomoku-standard", "custom:7x7x4:exact"].contains(&game.variant().to_string().as_str());
    let at = |column: i32, row: i32| {
        let square = Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        shape.contains(square).then(|| game.cell(square))
    };
    let mut valued = Vec::new();
    for square in shape
        .squares()
        .filter(|square| game.cell(*square).is_none())
    {
        let (column, row) = (i32::from(square.column()), i32::from(square.row()));
        let mut priority = 0;
        for right in -1..=1 {
            for up in -1..=1 {
                if let Some(Some(_)) = at(column + right, row + up) {
                    priority += 1;
                }
            }
        }
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for back in 0..k {
                let window: Option<Vec<Option<Side>>> = (0..k)
                    .map(|step| at(column + right * (step - back), row + up * (step - back)))
                    .collect();
                let Some(window) = window else { continue };
                let beyond = [-1, k].map(|step| {
                    at(column + right * (step - back), row + up * (step - back)).flatten()
                });
                let extends = |side| exact && beyond.contains(&Some(side));
                let count =
                    |side| window.iter().filter(|stone| **stone == Some(side)).count() as i32;
                let (ours, theirs) = (count(own), count(own.other()));
                priority += match (ours, theirs) {
                    (1.., 0) if extends(own) => 0,
                    (0, 1..) if extends(own.other()) => 0,
                    (n, 0) if n > 0 && n == k - 1 => 2000,
                    (n, 0) if n > 0 && n == k - 2 => 60,
                    (n, 0) if n > 0 && n == k - 3 => 4,
                    (0, n) if n > 0 && n == k - 1 => 400,
                    (0, n) if n > 0 && n == k - 2 => 15,
                    (0, n) if n > 0 && n == k - 3 => 1,
                    _ => 0,
                };
            }
        }
        valued.push((priority, square));
    }
    let highest = valued.iter().map(|(priority, _)| *priority).max().unwrap();
    let best: Vec<Square> = valued
        .iter()
        .filter(|(priority, _)| *priority == highest)
        .map(|(_, square)| *square)
        .collect();
    if highest > 0 {
        return (highest, best);
    }
    let (left, bottom) = ((shape.columns.max(4) - 4) / 2, (shape.rows.max(4) - 4) / 2);
    let middle = best
        .iter()
        .copied()
        .filter(|square| (left..left + 4).contains(&square.column()))
        .filter(|square| (bottom..bottom + 4).contains(&square.row()))
        .collect();
    (0, middle)
}

/// The stones of every window of `length` cells.
fn windows(
    game: &Game,
    length: u8,
) -> impl Iterator<Item = impl Iterator<Item = Option<Side>> + Clone> {
    let shape = game.shape();
    let directions: &[(i32, i32)] = if length == 1 {
        &[(1, 0)]
    } else {
        &[(1, 0), (0, 1), (1, 1), (1, -1)]
    };
    let at = move |start: Square, (right, up): (i32, i32), step: u8| {
        let column = u8::try_from(i32::from(start.column()) + right * i32::from(step)).ok()?;
        let row = u8::try_from(i32::from(start.row()) + up * i32::from(step)).ok()?;
        Square::new(column, row).filter(|square| shape.contains(*square))
    };
    directions.iter().flat_map(move |&direction| {
        let fits = move |start: &Square| at(*start, direction, length - 1).is_some();
        shape.squares().filter(fits).map(move |start| {
            let cells = (0..length).map(move |step| at(start, direction, step));
            cells.map(|cell| game.cell(cell.expect("it is between two cells of the board")))
        })
    })
}
