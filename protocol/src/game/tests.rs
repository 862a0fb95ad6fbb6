//! Cases in field notation, one for each rule. Random games against a naive referee prove all the others.

mod perft;
mod referee;

use super::*;

fn variant(name: &str) -> Variant {
    name.parse().unwrap()
}

fn play(name: &str, moves: &str) -> Game {
    let plies = crate::record::read_moves(variant(name), moves).unwrap();
    Game::after(variant(name), plies).unwrap()
}

/// The ending in words: `first: a1 b1 c1 d1`, `draw`, or `-` where the game goes on.
fn ending(game: &Game) -> String {
    let line = |cells: &[Square]| cells.iter().map(Square::to_string).collect::<Vec<_>>();
    match game.ending() {
        None => "-".to_owned(),
        Some(Ending::FullBoard) => "draw".to_owned(),
        Some(Ending::Line { winner, cells }) => format!("{winner}: {}", line(cells).join(" ")),
    }
}

const TABLE: &[(&str, &str, &str)] = &[
    ("connect-four", "434343", "-"),
    ("connect-four", "4343434", "first: d1 d2 d3 d4"),
    // The gap is filled last.
    ("connect-four", "1122443", "first: a1 b1 c1 d1"),
    // A run does not go on in the next row.
    ("gomoku", "m1 a1 n1 a2 o1 a3 p1 a4 a5 b1", "-"),
    // Six in a row win where five are asked for, but not where exactly five are.
    (
        "gomoku",
        "d8 a1 e8 c1 f8 e1 h8 g1 i8 i1 g8",
        "first: d8 e8 f8 g8 h8 i8",
    ),
    ("gomoku-standard", "d8 a1 e8 c1 f8 e1 h8 g1 i8 i1 g8", "-"),
    ("custom:6x6x3:exact", "a1 a6 b1 b6 d1 d6 c1", "-"),
    // One stone makes six across and five upwards: the five win, and only they are the line.
    (
        "gomoku-standard",
        "d8 a1 e8 c1 f8 e1 h8 g1 i8 i1 g9 k1 g10 m1 g11 o1 g12 a3 g8",
        "first: g8 g9 g10 g11 g12",
    ),
    // Three lines with one ply.
    (
        "custom:5x5x3:free",
        "a1 a5 b2 e1 d3 d1 e3 a3 c4 b5 c5 e5 c3",
        "first: a1 b2 c3 c4 c5 d3 e3",
    ),
    // The last cell of the board, without a line and with one.
    ("custom:3x3x3:free", "a1 b2 c3 b1 b3 a3 c1 c2", "-"),
    ("custom:3x3x3:free", "a1 b2 c3 b1 b3 a3 c1 c2 a2", "draw"),
    (
        "custom:3x3x3:free",
        "c1 a1 c2 b1 a2 a3 b3 b2 c3",
        "first: c1 c2 c3",
    ),
];

#[test]
fn games_end_when_and_how_the_rules_say() {
    for &(name, moves, expected) in TABLE {
        let game = play(name, moves);
        assert_eq!(ending(&game), expected, "{name} {moves}\n{game}");
    }
}

#[test]
fn the_plies_left_are_those_of_the_longest_game() {
    for (name, moves, left) in [
        ("connect-four", "", 42),
        ("connect-four", "444", 39),
        ("gomoku-15", "h8 h9", 223),
        ("renju", "h8", 224),
    ] {
        assert_eq!(play(name, moves).plies_left(), left, "{name} {moves}");
    }
}

#[test]
fn a_ply_that_is_not_legal_is_refused_with_those_that_are() {
    for (name, moves, square, refusal) in [
        (
            "connect-four",
            "444444",
            "d1",
            "column 4 is full; play 1, 2, 3, 5, 6 or 7",
        ),
        ("gomoku-15", "h8", "h8", "h8 is taken; play an empty square"),
        (
            "gomoku-15",
            "h8",
            "p1",
            "p1 is off the board, which has 15 columns and 15 rows; play inside it",
        ),
    ] {
        let refused = play(name, moves).play(square.parse().unwrap());
        assert_eq!(refused.unwrap_err().to_string(), refusal);
    }
}

#[test]
fn where_discs_fall_only_the_column_counts() {
    let mut game = play("connect-four", "44");
    // Above the board, too: a screen may send the cell that was clicked.
    assert_eq!(
        game.play("d20".parse().unwrap()),
        "d3".parse::<Square>().map_err(|_text| Illegal::GameOver)
    );
}

#[test]
fn moves_are_read_as_people_write_them() {
    for (name, text, square) in [
        ("connect-four", "4", "d1"),
        ("connect-four", " 4 ", "d1"),
        ("connect-four", "d", "d1"),
        ("connect-four", "D3", "d1"),
        ("custom:12x5x4:falls", "12", "l1"),
        ("custom:20x3x3:falls", "t", "t1"),
        ("gomoku", "t20", "t20"),
        ("gomoku", "H8", "h8"),
    ] {
        let read = Game::new(variant(name)).read_move(text).unwrap();
        assert_eq!(read.to_string(), square, "{name} {text:?}");
    }
}

#[test]
fn every_legal_move_reads_back_as_it_is_written() {
    let mut variants: Vec<Variant> = Variant::fixed().collect();
    variants.push(variant("custom:20x4x4:falls"));
    for variant in variants {
        let game = Game::new(variant);
        for square in game.legal() {
            assert_eq!(game.read_move(&game.write_move(square)), Ok(square));
        }
    }
}

#[test]
fn what_is_no_move_is_refused_with_what_would_do() {
    for (name, expected, wrong) in [
        (
            "connect-four",
            "a column, 1 to 7",
            "8 0 +4 -1 h z 44 256 é ?",
        ),
        ("gomoku-15", "a1 to o15", "8 p1 a16"),
    ] {
        for wrong in wrong.split(' ').chain([""]) {
            let refusal = Game::new(variant(name)).read_move(wrong).unwrap_err();
            let refusal = refusal.to_string();
            assert!(refusal.ends_with(expected), "{name} {wrong:?}: {refusal}");
        }
    }
}
