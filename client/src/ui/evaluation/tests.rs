use protocol::record::read_moves;

use super::*;

const UNICODE: Glyphs = Glyphs { ascii: false };

fn game(variant: &str, moves: &str) -> Game {
    let variant = variant.parse().unwrap();
    Game::after(variant, read_moves(variant, moves).unwrap()).unwrap()
}

fn columns(score: i8) -> Evaluated {
    Evaluated {
        columns: vec![ColumnValue::Exact { score }; 7],
        lines: Vec::new(),
    }
}

fn line(score: i64, end: Option<i16>) -> Evaluated {
    let line = BestLine {
        pv: vec!["h8".parse().unwrap()],
        score,
        end,
        depth: None,
    };
    Evaluated {
        columns: Vec::new(),
        lines: vec![line],
    }
}

/// A draw, won by the first side, a draw by its mistake, won by a mistake of the second, lost by a blunder.
fn with_faults() -> Evaluation {
    let mut evaluation = Evaluation::new(&game("connect-four", "12345"), Revision(1));
    for (plies, score) in [(0, 0), (1, -2), (2, 3), (3, 0), (4, 5)] {
        evaluation.put(plies, columns(score));
    }
    evaluation.put(5, columns(4));
    evaluation
}

#[test]
fn the_curve_is_the_first_sides_and_marks_faults_and_the_position_shown() {
    let evaluation = with_faults();
    // 0 drawn, 1 won, 2 won, 3 drawn (a mistake), 4 won (a mistake), 5 lost (a blunder).
    assert_eq!(evaluation.curve(2, 6, 1, UNICODE), ["▄██▄█▁", "  ↑??X"]);
    assert_eq!(
        evaluation.curve(5, 6, 2, UNICODE),
        [" ██ █ ", "█████▁", "   ??X", "     ↑"]
    );
}

#[test]
fn a_curve_in_ascii_has_no_other_characters_and_what_is_unknown_is_empty() {
    let mut evaluation = Evaluation::new(&game("gomoku-15", "h8 i8 h9 i9"), Revision(1));
    evaluation.put(0, line(0, None));
    evaluation.put(1, line(29_990, Some(10)));
    evaluation.put(3, line(-900, None));
    let curve = evaluation.curve(4, 5, 2, Glyphs { ascii: true });
    assert_eq!(curve, ["   # ", "#. # ", " ?   ", "    ^"]);
    assert_eq!(evaluation.progress(), (3, 5));
    // Several positions share a column, and one has two where there is room.
    assert_eq!(evaluation.curve(0, 2, 1, UNICODE)[1], "↑ ");
    assert_eq!(evaluation.curve(1, 30, 1, UNICODE)[1], "  ↑↑      ");
}

#[test]
fn a_fault_is_told_with_what_was_better() {
    let evaluation = with_faults();
    let told = |ply| evaluation.fault_in_words(ply);
    assert_eq!(told(5).as_deref(), Some("5 is a blunder, 1 wins"));
    assert_eq!(told(4).as_deref(), Some("4 is a mistake, 1 draws"));
    assert_eq!(told(2), None);
    assert_eq!(told(0), None);
}

#[test]
fn the_end_of_a_game_has_a_value_without_being_asked() {
    let mut evaluation = Evaluation::new(&game("connect-four", "1212121"), Revision(1));
    evaluation.put(6, columns(18));
    assert_eq!(evaluation.fault(7), None);
    assert_eq!(evaluation.progress(), (1, 7));
    assert!(evaluation.curve(7, 8, 1, UNICODE)[0].ends_with("██"));
}

#[test]
fn a_game_that_goes_on_keeps_what_is_known_of_the_same_plies() {
    let mut evaluation = with_faults();
    evaluation.follow(&game("connect-four", "123456"));
    assert_eq!(evaluation.progress(), (6, 7));
    evaluation.follow(&game("connect-four", "127"));
    assert_eq!(evaluation.progress(), (3, 4));
}
