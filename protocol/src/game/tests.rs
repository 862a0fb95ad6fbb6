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
fn the_sides_take_turns_and_the_first_begins() {
    let mut game = Game::new(variant("connect-four"));
    for expected in [Side::First, Side::Second, Side::First] {
        assert_eq!(game.side_to_move(), expected);
        game.play(game.read_move("4").unwrap()).unwrap();
    }
    assert_eq!(game.to_string().lines().nth(5), Some("...X..."));
    assert_eq!(game.to_string().lines().nth(4), Some("...O..."));
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
fn a_full_column_is_refused_with_those_that_are_not() {
    let mut game = play("connect-four", "444444");
    let before = game.clone();
    let refusal = game.play(game.read_move("4").unwrap()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "column 4 is full; play 1, 2, 3, 5, 6 or 7"
    );
    assert_eq!(game, before);
}

#[test]
fn a_taken_cell_is_refused() {
    let mut game = play("gomoku-15", "h8");
    let refusal = game.play(game.read_move("h8").unwrap()).unwrap_err();
    assert_eq!(refusal.to_string(), "h8 is taken; play an empty square");
}

#[test]
fn a_cell_off_the_board_is_refused_with_its_size() {
    for (name, square, size) in [
        ("connect-four", "h1", "7 columns and 6 rows"),
        ("gomoku-15", "p1", "15 columns and 15 rows"),
        ("gomoku-15", "a16", "15 columns and 15 rows"),
    ] {
        let refusal = Game::new(variant(name))
            .play(square.parse().unwrap())
            .unwrap_err();
        assert!(refusal.to_string().contains(size), "{refusal}");
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
fn after_the_end_nothing_is_legal_until_it_is_taken_back() {
    let mut game = play("connect-four", "1122334");
    let over = game.clone();
    assert_eq!(game.legal().count(), 0);
    assert_eq!(game.play("g1".parse().unwrap()), Err(Illegal::GameOver));
    assert_eq!(game.undo(), "d1".parse().ok());
    assert_eq!(ending(&game), "-");
    assert_eq!(game.legal().count(), 7);
    assert_eq!(game.side_to_move(), Side::First);
    assert_eq!(game, play("connect-four", "112233"));
    game.play("d1".parse().unwrap()).unwrap();
    assert_eq!(game, over);
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
    for (name, wrong, expected) in [
        ("connect-four", "8", "a column, 1 to 7"),
        ("connect-four", "0", "a column, 1 to 7"),
        ("connect-four", "+4", "a column, 1 to 7"),
        ("connect-four", "-1", "a column, 1 to 7"),
        ("connect-four", "h", "a column, 1 to 7"),
        ("connect-four", "z", "a column, 1 to 7"),
        ("connect-four", "44", "a column, 1 to 7"),
        ("connect-four", "256", "a column, 1 to 7"),
        ("connect-four", "", "a column, 1 to 7"),
        ("connect-four", "é", "a column, 1 to 7"),
        ("connect-four", "?", "a column, 1 to 7"),
        ("gomoku-15", "8", "a1 to o15"),
        ("gomoku-15", "p1", "a1 to o15"),
        ("gomoku-15", "a16", "a1 to o15"),
        ("gomoku", "", "a1 to t20"),
    ] {
        let refusal = Game::new(variant(name)).read_move(wrong).unwrap_err();
        assert!(
            refusal.to_string().ends_with(expected),
            "{name} {wrong:?}: {refusal}"
        );
    }
}
