use protocol::record::{GameResult, Record};

use super::read_each;

fn one(text: &str) -> Result<Record, String> {
    let mut games = read_each(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn moves(record: &Record) -> String {
    let plies = record.plies().iter();
    let plies: Vec<_> = plies.map(|ply| ply.square().to_string()).collect();
    plies.join(" ")
}

const PSQ: &str = "Piskvorky 20x20, 11:11, 0\r\n10,10,125\r\n11,9,480\r\n9,10,0\r\nana.zip\r\nbruno.exe\r\n-1\r\n1,Freestyle\r\n";

#[test]
fn a_game_of_piskvork_has_its_moves_players_and_result() {
    let record = one(PSQ).unwrap();
    assert_eq!(record.variant().to_string(), "gomoku");
    // Rows are counted from the top there, and from the bottom here.
    assert_eq!(moves(&record), "j11 k12 i11");
    assert_eq!(record.tag("First"), Some("ana.zip"));
    assert_eq!(record.tag("Second"), Some("bruno.exe"));
    assert_eq!(record.result(), GameResult::FirstWon);
    for (text, variant, result) in [
        (
            "Piskvorky 15x15, 0:0, 0\n8,8\n-1\n2,Renju",
            "renju",
            GameResult::SecondWon,
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n8,8,1\na\nb\n-1\n0,Standard",
            "gomoku-standard",
            GameResult::Unfinished,
        ),
        (
            "Piskvorky 10x12, 0:0, 0\n8,8,1\n",
            "custom:10x12x5:free",
            GameResult::Unfinished,
        ),
    ] {
        let record = one(text).unwrap();
        assert_eq!(record.variant().to_string(), variant, "{text}");
        assert_eq!(
            (record.result(), record.plies().len()),
            (result, 1),
            "{text}"
        );
    }
}

#[test]
fn the_main_line_of_a_smart_game_is_read() {
    let text = "(;FF[4]GM[4]SZ[15]PB[Ana]PW[Bruno\\]]RE[W+Resign]DT[2026-11-29]C[a ) and \\] in it]\n\
                ;B[hh];W[hi]C[so]\n(;B[ii];W[gg](;B[aa])(;B[bb]))(;B[cc]))";
    let record = one(text).unwrap();
    assert_eq!(record.variant().to_string(), "gomoku-15");
    assert_eq!(moves(&record), "h8 h7 i7 g9 a15");
    assert_eq!(record.tag("Second"), Some("Bruno]"));
    assert_eq!(record.result(), GameResult::SecondWon);
    let two = "(;GM[4]SZ[15];B[h8];W[I9]) (;GM[4]SZ[15:12]RU[standard])";
    let games = read_each(two);
    assert_eq!(moves(games[0].as_ref().unwrap()), "h8 i9");
    let other = games[1].as_ref().unwrap().variant().to_string();
    assert_eq!(other, "custom:15x12x5:exact");
}

/// A row of five is a result, whatever the file says.
#[test]
fn the_board_decides_on_the_result() {
    let moves = ";B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae]";
    let record = one(&format!("(;GM[4]SZ[15]RE[W+]{moves})")).unwrap();
    assert_eq!(record.result(), GameResult::FirstWon);
}

#[test]
fn what_is_no_game_is_refused_with_its_reason() {
    let deep = "(;GM[4]SZ[15]".to_owned() + &"(;B[aa]".repeat(50_000);
    for (text, expected) in [
        ("Piskvorky", "Piskvork"),
        ("Piskvorky 99x99, 0:0, 0\n1,1,0", "20"),
        ("Piskvorky 300x15, 0:0, 0\n1,1,0", "size"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0", "move 2"),
        ("Piskvorky 15x15, 0:0, 0\n0,8,0", "not a cell"),
        (
            "Piskvorky 15x15, 0:0, 0\n-9223372036854775808,8,0",
            "not a cell",
        ),
        ("Piskvorky 10x10, 0:0, 0\n-1\n1,Renju", "renju"),
        ("(;GM[1]SZ[19];B[pd])", "GM[1]"),
        ("(;FF[4];B[pd])", "GM[1]"),
        ("(;GM[4];B[hh])", "size"),
        ("(;GM[4]SZ[200])", "20"),
        ("(;GM[4]SZ[15];W[hh])", "turn"),
        ("(;GM[4]SZ[15]AB[hh])", "begins with stones"),
        ("(;GM[4]SZ[15];B[])", "not a cell"),
        ("(;GM[4]SZ[15];B[h0])", "not a cell"),
        ("(;GM[4]SZ[15];B[hé])", "not a cell"),
        ("(;GM[4]SZ[15];B[hh", "ends too soon"),
        ("(;GM[4]SZ[15]C[\\", "ends too soon"),
        ("(;", "ends too soon"),
        (deep.as_str(), "ends too soon"),
        ("%PDF-1.4 and more", ""),
        ("<?xml version=\"1.0\"?>", "Piskvork"),
        ("\u{ff}RenLib\u{ff}", "SGF"),
        ("", "empty"),
    ] {
        let short: String = text.chars().take(60).collect();
        let problem = one(text).expect_err(&short);
        assert!(problem.contains(expected), "{short}: {problem}");
    }
}
