use std::sync::LazyLock;

use protocol::game::Game;
use protocol::rules::{Foul, Variant};
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::super::super::tables::Tables;
use super::super::super::threat_status::ThreatStatus;
use super::super::super::vcf::{VcfSearch, VcfTable};
use super::*;

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(renju()));

fn renju() -> Variant {
    Variant::named("renju").unwrap()
}

fn cell(square: &str) -> usize {
    TABLES.layout().cell(square.parse().unwrap())
}

/// A game of renju with these stones of black, and white's wherever they are.
fn game(plies: &str) -> Game {
    let mut game = Game::new(renju());
    for ply in plies.split_whitespace() {
        game.play(ply.parse().unwrap()).unwrap();
    }
    game
}

/// Forbidden points of the board, and of the rules.
fn compare(game: &Game) -> usize {
    let layout = TABLES.layout();
    let board = Board::from_game(&TABLES, game);
    let found: Vec<Square> = board
        .fouls
        .forbidden
        .iter()
        .map(|cell| layout.square(cell))
        .collect();
    let by_rules: Vec<Square> = game
        .forbidden()
        .into_iter()
        .map(|(square, _)| square)
        .collect();
    assert_eq!(found, by_rules, "{game:?}");
    found.len()
}

/// Stones in a narrow place, where black has many rows, and white seldom blocks them.
#[test]
fn the_forbidden_points_of_random_games_are_those_of_the_rules() {
    let mut rng = StdRng::seed_from_u64(31);
    let (mut points, mut kinds) = (0, Vec::new());
    for _ in 0..400 {
        let mut game = Game::new(renju());
        let width = rng.random_range(5..=9);
        let is_inside = |square: &Square| {
            let within = |number: u8| (3..3 + width).contains(&number);
            within(square.column()) && within(square.row())
        };
        while game.ending().is_none() && game.plies().len() < 60 {
            let is_black = game.plies().len().is_multiple_of(2);
            let near = game.legal().filter(|square| is_inside(square) == is_black);
            let Some(square) = near.choose(&mut rng) else {
                break;
            };
            game.play(square).unwrap();
            if game.ending().is_none() && game.plies().len().is_multiple_of(2) {
                points += compare(&game);
                kinds.extend(game.forbidden().into_iter().map(|(_, foul)| foul));
            }
        }
    }
    assert!(points > 1000, "{points}");
    for kind in [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree] {
        let count = kinds.iter().filter(|foul| **foul == kind).count();
        assert!(count > 20, "{count} of {kind}");
    }
}

#[test]
fn a_forbidden_point_is_no_threat_and_its_code_comes_back_when_it_is_allowed() {
    // Two threes at h8, by h9 h10 and i8 j8.
    let before = game("h9 a1 h10 a15 i8 o1 j8 o15");
    let mut board = Board::from_game(&TABLES, &before);
    assert!(board.is_forbidden(cell("h8")));
    assert!(
        !board
            .threats(BLACK, Threat::DoubleThree)
            .contains(cell("h8"))
    );
    assert_eq!(board.code(BLACK, cell("h8")), PatternCode::default());
    assert_eq!(board.pattern(BLACK, cell("h8"), 0), Pattern::OpenThree);
    // White takes the end of one of them.
    board.play(cell("a3"));
    board.play(cell("k8"));
    assert!(!board.is_forbidden(cell("h8")));
    assert!(board.code(BLACK, cell("h8")) != PatternCode::default());
}

#[test]
fn white_wins_where_black_may_not_block() {
    // After d5 black must block at h5, where it would have two fours.
    let before = game("h6 e5 h7 f5 h8 g5 i5 a1 j5 a3 k5 a7 c5");
    assert_eq!(before.side_to_move(), Side::Second);
    let board = Board::from_game(&TABLES, &before);
    let mut table = VcfTable::new();
    let mut search = VcfSearch::new(&TABLES, &mut table);
    let win = search.win(&board, 4, 1000, &|| false).unwrap();
    assert_eq!((win.plies, win.cell), (3, cell("d5")));
    let mut after = board.clone();
    after.play(cell("d5"));
    assert_eq!(ThreatStatus::from(&after), ThreatStatus::Lost(2));
}

#[test]
fn the_bits_beside_five_are_those_of_rows_of_six() {
    assert_eq!(beside_five(0b0001_1111_0000), 0b0010_0000_1000);
    assert_eq!(beside_five(0b0001_1011_1000), 0b0000_0100_0000);
    assert_eq!(beside_five(0b0001_1011_0000), 0);
}
