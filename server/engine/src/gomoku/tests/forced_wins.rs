//! Forced wins and the defences against them, in positions with one right answer.

use std::path::Path;

use protocol::record::read_moves;
use protocol::rules::{Family, Overline, Variant};
use protocol::side::Side;
use protocol::square::Square;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;

use super::super::board::Board;
use super::super::vcf::{MAX_FOURS, VcfSearch, VcfTable};
use super::super::vct::VctSearch;
use super::super::vct_table::VctTable;
use super::*;

/// Nodes of a forced-win search.
const NODES: u64 = 20_000;

/// A forced win.
#[derive(Debug, PartialEq)]
struct ForcedWin {
    square: Square,
    plies: usize,
}

/// The kind of a forced-win search.
#[derive(Clone, Copy)]
enum ForcedWinKind {
    Vcf,
    Vct,
}

/// Searches for a forced win of the side to move, without what earlier searches left.
fn forced_win(game: &Game, kind: ForcedWinKind) -> Option<ForcedWin> {
    forced_win_after(&mut VcfTable::new(), &mut VctTable::new(), game, kind)
}

/// Searches for a forced win of the side to move, with what earlier searches left in these tables.
fn forced_win_after(
    fours: &mut VcfTable,
    threats: &mut VctTable,
    game: &Game,
    kind: ForcedWinKind,
) -> Option<ForcedWin> {
    let tables = TABLES.tables(game.variant());
    let board = Board::from_game(&tables, game);
    let mut vcf = VcfSearch::new(&tables, fours);
    let never = || false;
    let win = match kind {
        ForcedWinKind::Vcf => vcf.win(&board, MAX_FOURS, NODES, &never),
        ForcedWinKind::Vct => VctSearch::new(threats).win(&board, &mut vcf, NODES, &never),
    }?;
    Some(ForcedWin {
        square: tables.layout().square(win.cell),
        plies: win.plies,
    })
}

/// The positions of a file below `tests/data/gomoku`, with their answers.
pub(super) fn read_positions(variant: &str, file: &str) -> Vec<(Game, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data/gomoku")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let variant: Variant = variant.parse().unwrap();
    text.lines()
        .map(|line| {
            let (moves, answer) = line.split_once(": ").unwrap();
            let moves = read_moves(variant, moves).unwrap();
            (Game::after(variant, moves).unwrap(), answer.to_owned())
        })
        .collect()
}

pub(super) fn with(game: &Game, square: Square) -> Game {
    let mut game = game.clone();
    game.play(square).unwrap();
    game
}

#[test]
fn every_win_by_fours_is_found() {
    let positions = read_positions("gomoku", "fours.txt");
    assert_eq!(positions.len(), 60);
    for (game, plies) in positions {
        let win = forced_win(&game, ForcedWinKind::Vcf).unwrap();
        assert_eq!(win.plies.to_string(), plies, "{game:?}");
        let choice = choose(&game, 1, 1);
        assert_eq!(choice.exact, Some(true), "{game:?}");
        assert!(choice.score > 0, "{game:?}");
    }
}

#[test]
fn every_win_by_threes_is_found_where_fours_do_not_win() {
    let positions = read_positions("gomoku", "threes.txt");
    assert_eq!(positions.len(), 60);
    for (game, _) in positions {
        assert_eq!(forced_win(&game, ForcedWinKind::Vcf), None);
        assert!(forced_win(&game, ForcedWinKind::Vct).is_some(), "{game:?}");
        let choice = choose(&game, 1, 1);
        assert_eq!((choice.exact, choice.score > 0), (Some(true), true));
    }
}

/// The win goes on whatever the other side answers, and takes no more plies than the search found, where the tables are
/// kept: a search that begins anew may prove a longer one.
#[test]
fn a_forced_win_is_played_to_its_end_against_every_kind_of_defence() {
    let mut rng = StdRng::seed_from_u64(3);
    for file in ["fours.txt", "threes.txt"] {
        for (start, _) in read_positions("gomoku", file).into_iter().step_by(3) {
            let winner = start.side_to_move();
            for attempt in 0..3 {
                let (mut fours, mut threats) = (VcfTable::new(), VctTable::new());
                let mut win = |game: &Game| {
                    forced_win_after(&mut fours, &mut threats, game, ForcedWinKind::Vct)
                };
                let plies = win(&start).unwrap().plies;
                let mut game = start.clone();
                while game.ending().is_none() {
                    let square = if game.side_to_move() == winner {
                        let win = win(&game);
                        win.unwrap_or_else(|| panic!("{game:?}")).square
                    } else if attempt == 0 {
                        choose(&game, 2, 1).square
                    } else {
                        game.legal().choose(&mut rng).unwrap()
                    };
                    game.play(square).unwrap();
                }
                assert_eq!(game.ending().unwrap().winner(), Some(winner));
                let played = game.plies().len() - start.plies().len();
                assert!(played <= plies, "{played} {plies} {start:?}");
            }
        }
    }
}

#[test]
fn wins_in_five_plies_hold_against_all_answers() {
    let mut compared = 0;
    for file in ["fours.txt", "threes.txt"] {
        for (game, plies) in read_positions("gomoku", file) {
            if plies != "5" {
                continue;
            }
            let win = forced_win(&game, ForcedWinKind::Vct).unwrap();
            let first = with(&game, win.square);
            let winner = game.side_to_move();
            let own = rows(&first, winner);
            for answer in first.legal() {
                // An answer that leaves the last cell of a row open loses at once.
                if own.iter().any(|place| *place != answer) {
                    continue;
                }
                let second = with(&first, answer);
                assert_eq!(second.ending(), None, "{answer} in {first:?}");
                assert!(wins_in_three(&second), "{answer} in {first:?}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared}");
}

/// Returns `true` if the side to move wins with its next stone but one against every defence.
pub(super) fn wins_in_three(game: &Game) -> bool {
    let side = game.side_to_move();
    if !rows(game, side).is_empty() {
        return true;
    }
    // A cell that completes a row after the next stone is in a window with that stone and three others.
    lacking(game, side, 2).into_iter().any(|square| {
        if game.legal().all(|legal| legal != square) {
            return false;
        }
        let next = with(game, square);
        let places = rows(&next, side);
        // Black may not block at a forbidden point.
        let is_open = |place: &Square| next.legal().all(|legal| legal != *place);
        (places.len() > 1 || places.iter().any(is_open)) && rows(&next, side.other()).is_empty()
    })
}

/// Cells where a stone of `side` would complete a row, whoever is to move.
pub(super) fn rows(game: &Game, side: Side) -> Vec<Square> {
    lacking(game, side, 1)
}

/// The empty cells of all windows of five with `5 - stones` stones of `side` and none of the other side, and where
/// six do not win, without a stone of `side` next to either end.
fn lacking(game: &Game, side: Side, stones: usize) -> Vec<Square> {
    let is_exact = match game.variant().family() {
        Family::Renju => side == Side::First,
        Family::Free | Family::Gravity => game.variant().overline() == Overline::DoesNotWin,
    };
    let mut places = Vec::new();
    for start in game.shape().squares() {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let cell = |step: i8| {
                let column = start.column().checked_add_signed(right * step)?;
                let row = start.row().checked_add_signed(up * step)?;
                Square::new(column, row).filter(|square| game.shape().contains(*square))
            };
            let is_own = |step| cell(step).and_then(|square| game.cell(square)) == Some(side);
            // So many cells of the window are not all empty; most of the board is.
            if !(0..=stones as i8).any(is_own) {
                continue;
            }
            let empty = || {
                (0..5)
                    .filter_map(cell)
                    .filter(|square| game.cell(*square).is_none())
            };
            let own = (0..5)
                .filter_map(cell)
                .filter(|square| game.cell(*square) == Some(side));
            let is_overline = || is_exact && (is_own(-1) || is_own(5));
            if own.count() == 5 - stones && empty().count() == stones && !is_overline() {
                for place in empty() {
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
            }
        }
    }
    places
}

#[test]
fn the_only_defence_is_found_and_is_the_only_one() {
    let positions = read_positions("gomoku", "defences.txt");
    assert_eq!(positions.len(), 40);
    for (number, (game, only)) in positions.into_iter().enumerate() {
        let only: Square = only.parse().unwrap();
        assert_eq!(choose(&game, 4, 1).square, only, "{game:?}");
        if number % 8 > 0 {
            continue;
        }
        for square in game.legal() {
            let after = with(&game, square);
            let lost = forced_win(&after, ForcedWinKind::Vcf).is_some();
            assert_eq!(lost, square != only, "{square} in {game:?}");
        }
    }
}
