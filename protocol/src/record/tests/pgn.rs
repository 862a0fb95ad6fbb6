//! Records as other programs write them: what PGN allows and this program does not write.

use super::several::read_all;
use super::*;
use crate::text::decode_any;

const MOVES: &str = "1. 4 3 2. 4 *\n";

#[test]
fn ordinary_pgn_is_read_without_what_only_other_programs_use() {
    let tag = "[Variant \"connect-four\"]";
    let canonical = format!("{tag}\n[Result \"*\"]\n\n{MOVES}");
    for moves in [
        "1. 4 1. ... 3 2. 4 *",
        "1. 4 1. ...3 2. 4 *",
        "1. 4 ... 3 2. 4 *",
        "1. 4 $1 3 $2$14 2. 4$1 *",
        "1. 4! 3?? 2. 4 !? *",
        "43! 4?! *",
        "1. 4 (1. 3 3 2. 2 1-0) 3 2. 4 *",
        "1. 4(1. 3 (1. 2 (1) 2) 3)(9)3 2. 4 () *",
        "(1. 9 $3) 1. 4 3 2. 4(1)*",
        "1. 4 (1. 3 {as ) ( [ \\} said} 3) 3 2. 4 *",
        "1. 4 (1. 3 ; no end :)\n% )\n3) 3 2. 4 *",
        "1. 4 (1. 3 {[%clk soon]} 3) 3 2. 4 *",
        "1. 4 3 2. 4 *\0\0\0",
        "1. 4 3 2. 4 *\r\n\x1a",
        "1. 4 3 2. 4 *\x1a\0\0\n",
    ] {
        let text = format!("{tag}\n\n{moves}");
        let read = read_all(&text).map(|records| records[0].to_string());
        assert_eq!(read.as_ref(), Ok(&canonical), "{moves:?}");
    }
}

#[test]
fn games_are_parted_by_the_tags_right_after_a_result() {
    let one = "[Variant \"connect-four\"] 1. 4";
    for between in ["*", "* ", "*\x1a", "*\0\0\n"] {
        let text = format!("{one} {between}{one} {between}{one} *\x1a");
        assert_eq!(read_all(&text).map(|games| games.len()), Ok(3), "{text:?}");
    }
    let text = format!("{one} 9 *\n\x1a{one} *");
    let games: Vec<_> = Record::read_each(&text).collect();
    assert!(matches!(games[..], [Err(_), Ok(_)]), "{games:?}");
}

#[test]
fn a_byte_that_is_not_utf_8_hides_no_game() {
    let one = |name: &str| {
        format!("[Variant \"connect-four\"]\n[First \"{name}\"]\n\n1. 4 {{{name}}} *\n\n")
    };
    let mut bytes = one("José Łuk").into_bytes();
    bytes.extend(
        one("Jos?")
            .bytes()
            .map(|byte| if byte == b'?' { 0xE9 } else { byte }),
    );
    bytes.extend(one("Ana").bytes());
    let records = read_all(&decode_any(&bytes)).unwrap();
    let names: Vec<_> = records.iter().map(|record| record.tag("First")).collect();
    assert_eq!(names, [Some("José Łuk"), Some("José"), Some("Ana")]);
    // Half a character at the end of UTF-16, as Windows PowerShell writes it.
    let mut wide: Vec<u8> = vec![0xFF, 0xFE];
    wide.extend(one("José").encode_utf16().flat_map(u16::to_le_bytes));
    wide.extend_from_slice(
        &one("Ana")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>(),
    );
    wide.push(b'x');
    let games: Vec<_> = Record::read_each(&decode_any(&wide)).collect();
    assert!(matches!(games[..], [Ok(_), Err(_)]), "{games:?}");
}

#[test]
fn a_backslash_that_escapes_nothing_stands_for_itself() {
    for (inside, comment) in [
        (r"C:\games", r"C:\games"),
        (r"a \ b", r"a \ b"),
        (r"\u{d800 \u12 \u", r"\u{d800 \u12 \u"),
        (r"\\ \{ \} \u{41}", r"\ { } A"),
    ] {
        for after in ["4 *", "4 {x} *", "4 (1. 1 {y}) *"] {
            let text = format!("[Variant \"connect-four\"]\n\n1. 4 {{{inside}}} {after}");
            let record: Record = text.parse().unwrap();
            assert_eq!(record.plies().len(), 2, "{text}");
            assert_eq!(record.plies()[0].comment(), Some(comment), "{text}");
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
    let tagged: Record = "[Variant \"gomoku\"]\n[Source \"C:\\games\"] *"
        .parse()
        .unwrap();
    assert_eq!(tagged.tag("Source"), Some("C:\\games"));
}

#[test]
fn a_parenthesis_without_its_other_one_is_refused_at_its_place() {
    for (moves, column, problem) in [
        ("4 (3 (2) *", 3, "the variation has no end"),
        ("4 ((((", 3, "the variation has no end"),
        (
            "4 (3 [Variant \"gomoku\"] *)",
            3,
            "the variation has no end",
        ),
        ("4 (3 {no end) *", 6, "the comment has no end"),
        ("4 (3)) *", 6, "ends no variation"),
    ] {
        let text = format!("[Variant \"connect-four\"]\n{moves}");
        let error = text.parse::<Record>().unwrap_err();
        assert_eq!((error.line, error.column), (2, column), "{moves}: {error}");
        assert!(error.to_string().contains(problem), "{moves}: {error}");
    }
    let deep = format!(
        "[Variant \"gomoku\"] {}{} *",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(deep.parse::<Record>().is_ok());
}
