//! Round trips of records, and refusals of faulty ones with the place of the fault.

mod pgn;
mod several;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::fixture::snapshot;
use crate::id::GameNr;
use crate::rules::{CustomRules, Shape};
use crate::side::Side;
use crate::view::{OpeningState, Ply};

const WHOLE: &str = r#"[Variant "connect-four"]
[First "Ana"]
[Second "bot:negamax:6"]
[Clock "5m+3s"]
[Date "2026.11.21"]
[Annotator "the \"cat\" \\ dog"]
[Result "1-0"]
[Reason "line"]

{a quick one} 1. 4 {[%clk 0:05:00] the centre} 4 {[%clk 0:04:58.3]} 2. 3 3 3. 5
{threatens 2 and 6} 5 4. 6 1-0
"#;

impl Record {
    fn set_comment(&mut self, text: &str) {
        self.comment = trimmed(text);
    }

    /// Changes the comment on a ply, counted from 0, if the game has it.
    fn annotate(&mut self, ply: usize, left: Option<Millis>, comment: &str) {
        if let Some(ply) = self.plies.get_mut(ply) {
            ply.left = left;
            ply.comment = trimmed(comment);
        }
    }
}

#[test]
fn a_text_without_anything_in_it_is_empty() {
    for text in ["", "\u{feff}", " \r\n\n"] {
        let error = text.parse::<Record>().unwrap_err();
        assert_eq!(error.problem, RecordProblem::Empty);
        assert_eq!(several::read_all(text), Err(error));
    }
}

#[test]
fn a_record_reads_as_it_is_written() {
    let record: Record = WHOLE.parse().unwrap();
    assert_eq!(record.to_string(), WHOLE);
    assert_eq!(record.variant().to_string(), "connect-four");
    assert_eq!(record.tag("First"), Some("Ana"));
    assert_eq!(record.tag("Annotator"), Some(r#"the "cat" \ dog"#));
    assert_eq!(record.clock(), "5m+3s".parse().ok());
    assert_eq!(record.comment(), Some("a quick one"));
    assert_eq!(record.result(), GameResult::FirstWon);
    assert_eq!(record.reason(), Some(Reason::Line));
    assert_eq!(record.game().ending().unwrap().winner(), Some(Side::First));
    let ply = &record.plies()[1];
    assert_eq!(ply.square().to_string(), "d2");
    assert_eq!(ply.left(), Some(Millis::from_millis(298_300)));
    assert_eq!(ply.comment(), None);
    // The line break was a space.
    assert_eq!(record.plies()[4].comment(), Some("threatens 2 and 6"));
}

#[test]
fn the_hand_of_people_is_read_too() {
    let canonical = "[Variant \"connect-four\"]\n[Result \"*\"]\n\n1. 4 3 2. 4 {one two} *\n";
    for text in [
        "\u{feff}[Variant \"CONNECT-FOUR\"]\r\n\r\n1.4 3\r\n2.4 {one\r\ntwo} *",
        "[ Variant  \"connect-four\" ] 1. 4 1... 3 2. 4 {one} {two} {} *",
        "[Variant \"connect-four\"] 434{one two}*",
        "[Variant \"connect-four\"][Result \"*\"]\td c d {  one two } *  \n\n",
    ] {
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_string(), canonical, "{text:?}");
    }
}

/// They were taken for moves.
#[test]
fn a_semicolon_begins_a_comment_and_a_line_after_a_percent_sign_is_passed_over() {
    let text = "% made by hand\n[Variant \"connect-four\"]\r\n% tags\r\n[First \"Ana\"]\n\n; a quick one\r\n\
                1. 4;the centre {of it\r\n%1. 9\n3 ; [%clk soon]\n{100\n% sure}2. 4 *\n%";
    let record: Record = text.parse().unwrap();
    assert_eq!(record.comment(), Some("a quick one"));
    let comments: Vec<_> = record.plies().iter().map(RecordedPly::comment).collect();
    let second = Some("[%clk soon] 100 % sure");
    assert_eq!(comments, [Some("the centre {of it"), second, None]);
    assert_eq!(record.to_string().parse(), Ok(record));
    // Elsewhere in its line the sign stands for no comment.
    let error = "[Variant \"connect-four\"]\n4 % 4 *".parse::<Record>();
    assert_eq!(error.unwrap_err().column, 3);
    let error = "[Variant \"connect-four\"]\n4 ;* no end".parse::<Record>();
    assert!(matches!(
        error.unwrap_err().problem,
        RecordProblem::Truncated { .. }
    ));
}

#[test]
fn bad_text_is_refused_with_line_column_and_what_was_expected() {
    for (moves, line, column, problem) in [
        ("", 2, 1, "expected a move, or the result"),
        ("1. 4 8 *", 2, 6, "a column, 1 to 7"),
        (".x4 *", 2, 2, "a column, 1 to 7"),
        ("1. 4 4\n3. 4 *", 3, 1, "the move number is 3, expected 2"),
        ("444\n4444 *", 3, 4, "column 4 is full"),
        ("1.4444444 *", 2, 9, "column 4 is full"),
        ("12121212 1-0", 2, 8, "the game ended with ply 7"),
        (
            "1212121 0-1",
            2,
            9,
            "contradicts the board; after these moves it is 1-0",
        ),
        ("1212121 *", 2, 9, "contradicts the board"),
        ("4 {no end", 2, 3, "expected }"),
        ("4 } *", 2, 3, "ends no comment"),
        ("4 {a\\", 2, 3, "expected }"),
        ("4 {[%clk 5:00]} *", 2, 10, "as in [%clk 0:04:58.3]"),
        ("4 {[%clk 0:05:00} *", 2, 17, "as in [%clk 0:04:58.3]"),
        ("4 {[%clk 0:05:00] [%clk 0:05:00]} *", 2, 19, "already"),
        ("{[%clk 0:05:00]} *", 2, 2, "before the first ply"),
        ("4 * 4", 2, 5, "behind the result"),
        ("4 * {late}", 2, 5, "behind the result"),
        (
            "[First \"Ana\"] 4 [Second \"B\"] *",
            2,
            17,
            "write it above",
        ),
        ("[First Ana] *", 2, 8, "a value in quotes"),
        ("[First \"Ana\n\"] *", 2, 12, "expected \""),
        ("[First \"Ana\" *", 2, 14, "] at the end of the tag"),
        ("[First \"Ana\"", 2, 13, "] at the end of the tag"),
        ("[Fi-rst \"Ana\"] *", 2, 1, "no name of a tag"),
        ("[\"Ana\"] *", 2, 1, "no name of a tag"),
        ("[First \"A\"]\n[First \"B\"] *", 3, 1, "said twice"),
        ("[Clock \"soon\"] *", 2, 1, "such as 5m"),
        ("[Result \"2-0\"] *", 2, 1, "write 1-0, 0-1, 1/2-1/2 or *"),
        ("[Result \"1-0\"] 4 *", 2, 18, "contradicts the tag"),
        ("ключ *", 2, 1, "a column, 1 to 7"),
    ] {
        let text = format!("[Variant \"connect-four\"]\n{moves}");
        let error = text.parse::<Record>().unwrap_err();
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{moves:?}: {error}"
        );
        assert!(error.to_string().contains(problem), "{moves:?}: {error}");
    }
}

#[test]
fn an_error_repeats_little_of_a_long_text() {
    let name = "a".repeat(5000);
    let choices = "black ".repeat(1000);
    for (tags, problem) in [
        (format!("[{name} \"\"]\n[{name} \"\"]"), "said twice"),
        (
            format!("[Opening \"swap2 {choices}\"]"),
            "\"swap2 black black black\" cannot be made",
        ),
    ] {
        let text = format!("[Variant \"gomoku-15\"]\n{tags} *");
        let error = text.parse::<Record>().unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
        assert!(error.len() < 200, "{error}");
    }
}

#[test]
fn a_text_that_does_not_name_a_known_game_is_refused() {
    for (text, problem) in [
        ("", "[Variant \"connect-four\"]"),
        ("1. 4 *", "[Variant \"connect-four\"]"),
        ("[Variant \"chess\"] *", "choose one of: connect-four"),
        ("[Variant \"custom:2x2x3:free\"] *", "3 to 20"),
    ] {
        let error = text.parse::<Record>().unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn what_the_board_says_cannot_be_said_otherwise() {
    let mut record: Record = WHOLE.parse().unwrap();
    assert!(record.set_result(GameResult::Drawn).is_err());
    assert!(record.set_tag("Result", "0-1").is_err());
    assert!(record.set_tag("Variant", "gomoku").is_err());
    assert!(record.set_tag("Clock", "soon").is_err());
    assert!(record.set_tag("two words", "x").is_err());
    assert_eq!(record.to_string(), WHOLE);
}

#[test]
fn a_line_of_moves_has_80_characters_at_most() {
    let mut record = Record::from_game(&Game::new(Variant::named("gomoku").unwrap()));
    for (letters, lines) in [(76, [80, 1]), (77, [78, 4])] {
        record.set_comment(&format!("{} y", "x".repeat(letters)));
        let text = record.to_string();
        let lengths: Vec<_> = text.lines().skip(3).map(str::len).collect();
        assert_eq!(lengths, lines, "{text}");
    }
}

#[test]
fn a_record_is_safe_to_print() {
    let mut record = Record::from_game(&Game::new(Variant::named("gomoku").unwrap()));
    record.set_tag("First", "\u{1b}[31m\n\"\u{202e}").unwrap();
    record.set_comment("} 1-0 {[%clk 0:00:01] [%eval 3]\u{7}\r\n");
    let text = record.to_string();
    let expected = r#"[Variant "gomoku"]
[First "\u{1b}[31m\n\"\u{202e}"]
[Result "*"]

{\} 1-0 \{\[%clk 0:00:01] [%eval 3]\u{7}} *
"#;
    assert_eq!(text, expected);
    assert_eq!(text.parse(), Ok(record));
}

#[test]
fn a_game_that_nobody_won_is_drawn_or_without_a_result() {
    for (reason, result) in [
        (Reason::FullBoard, GameResult::Drawn),
        (Reason::Agreement, GameResult::Drawn),
        (Reason::Aborted, GameResult::Unfinished),
        (Reason::NoFirstMove, GameResult::Unfinished),
        (Reason::Abandoned, GameResult::Unfinished),
        (Reason::Closed, GameResult::Unfinished),
    ] {
        let outcome = Outcome {
            winner: None,
            reason,
            line: Vec::new(),
        };
        assert_eq!(GameResult::from_outcome(&outcome), result, "{reason}");
    }
}

#[test]
fn a_table_is_written_with_its_players_clock_and_outcome() {
    let outcome = Outcome {
        winner: Some(Side::Second),
        reason: Reason::Flag,
        line: Vec::new(),
    };
    let mut snapshot = snapshot("connect-four");
    snapshot.spec.clock = "5m+3s".parse().ok();
    snapshot.seats.second = Seat::Bot {
        bot: "random".parse().unwrap(),
    };
    snapshot.phase = Phase::Over { outcome };
    snapshot.plies = vec![Ply {
        square: "d1".parse().unwrap(),
        left: Some(Millis::from_millis(300_001)),
    }];
    let record = Record::from_snapshot(&snapshot, Some("2026.11.21")).unwrap();
    let expected = r#"[Variant "connect-four"]
[First "Ana"]
[Second "bot:random"]
[Clock "5m+3s"]
[Date "2026.11.21"]
[Room "K7QM2X"]
[Result "0-1"]
[Reason "flag"]

1. 4 {[%clk 0:05:00.001]} 0-1
"#;
    assert_eq!(record.to_string(), expected);
    assert_eq!(expected.parse(), Ok(record));
}

#[test]
fn a_past_game_is_written_as_it_was_at_its_table_or_not_without_its_moves() {
    let outcome = Outcome {
        winner: Some(Side::Second),
        reason: Reason::Resignation,
        line: Vec::new(),
    };
    let mut snapshot = snapshot("gomoku-15");
    snapshot.spec.clock = "5m+3s".parse().ok();
    snapshot.seats.second = Seat::Bot {
        bot: "level:5".parse().unwrap(),
    };
    snapshot.phase = Phase::Over {
        outcome: outcome.clone(),
    };
    let moves: Vec<Square> = ["h8", "a1", "h9", "a3"]
        .map(|square| square.parse().unwrap())
        .to_vec();
    let made = vec![OpeningChoice::White];
    let order = TurnOrder::after(OpeningRule::Swap2, &made).unwrap();
    snapshot.plies = moves
        .iter()
        .map(|&square| Ply { square, left: None })
        .collect();
    snapshot.opening = Some(OpeningState {
        rule: OpeningRule::Swap2,
        to_act: Side::First,
        to_place: 0,
        choices: Vec::new(),
        black: order.black(),
        made: made.clone(),
    });
    let mut past = PastGame {
        game: GameNr(7),
        room: Some(snapshot.room),
        ended: Millis::ZERO,
        variant: snapshot.spec.variant.clone(),
        clock: snapshot.spec.clock,
        opening: Some(OpeningRule::Swap2),
        players: BySide {
            first: PastPlayer::Human {
                name: "Ana".parse().unwrap(),
                profile: true,
            },
            second: PastPlayer::Bot {
                bot: "level:5".parse().unwrap(),
            },
        },
        outcome,
        plies: 4,
        moves: Some(moves),
        choices: made,
        listed: true,
        ratings: None,
    };
    let date = Some("2026.11.21");
    let record = Record::from_snapshot(&snapshot, date);
    assert!(record.as_ref().unwrap().tag(OPENING).is_some());
    assert_eq!(Record::from_past_game(&past, date), record);
    past.moves = None;
    let error = Record::from_past_game(&past, date).unwrap_err();
    assert_eq!(error, SnapshotError::NoMoves);
}

#[test]
fn a_snapshot_that_is_no_game_makes_no_record() {
    let mut snapshot = snapshot("gomoku-15");
    let ply = Ply {
        square: "h8".parse().unwrap(),
        left: None,
    };
    snapshot.plies = vec![ply, ply];
    let error = Record::from_snapshot(&snapshot, None).unwrap_err();
    assert!(
        matches!(error, SnapshotError::Ply { ply: 2, .. }),
        "{error}"
    );
}

/// Any variant: those with a fixed board, and boards of every size.
fn variants() -> impl Strategy<Value = Variant> {
    let fixed: Vec<_> = Variant::fixed().collect();
    prop_oneof![
        prop::sample::select(fixed),
        (
            3..=20_u8,
            3..=20_u8,
            3..=10_u8,
            prop::sample::select(&CustomRules::ALL[..])
        )
            .prop_filter_map("too many in a row", |(columns, rows, in_row, rules)| {
                let shape = Shape::new(columns, rows, in_row).ok()?;
                Some(Variant::custom(shape, rules))
            }),
    ]
}

/// A game of random plies, as many of the draws as the rules allow.
fn games() -> impl Strategy<Value = Game> {
    (variants(), vec(any::<prop::sample::Index>(), 0..60)).prop_map(|(variant, draws)| {
        let mut game = Game::new(variant);
        for draw in draws {
            let legal: Vec<_> = game.legal().collect();
            if !legal.is_empty() {
                game.play(*draw.get(&legal)).unwrap();
            }
        }
        game
    })
}

/// Text that is likely to be misread: the marks of the format, broken lines, anything else.
fn hostile() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\",
        "\\u{",
        "[%clk",
        "[%clk 0:00:01]",
        "[%search",
        "[%search score=1]",
        ";",
        "%",
        " ",
        "  ",
        "\n",
        "\r",
        "\r\n",
        "1.",
        "1-0",
        "*",
        "\u{202e}",
        "\u{2028}",
        "\u{feff}",
        "\u{a0}",
        "word",
        "4",
        "h8",
        "[Variant \"gomoku\"]",
    ]);
    let piece = prop_oneof![
        3 => marks.prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A search behind every second ply of a game, which expected the rest of it.
fn searches(game: &Game, score: i64) -> Vec<SearchInfo> {
    let plies = game.plies().iter().enumerate().step_by(2);
    plies
        .map(|(index, _)| SearchInfo {
            side: Side::to_move_after(index),
            ply: index as u16 + 1,
            score,
            depth: (index % 3 == 0).then(|| crate::spec::Depth::new(4).unwrap()),
            nodes: score.unsigned_abs() | 1,
            elapsed: Millis::from_millis(12),
            pv: game.plies()[index..].to_vec(),
            exact: [None, Some(true), Some(false)][index % 3],
        })
        .collect()
}

#[test]
fn a_search_stands_behind_its_ply_and_reads_back() {
    let text = "[Variant \"connect-four\"]\n[Result \"*\"]\n\n1. 4 {[%clk 0:05:00] [%search score=13 exact=no depth=8 nodes=1234 ms=45 line=4,3] \
                well} 4 *\n";
    let record: Record = text.parse().unwrap();
    let ply = &record.plies()[0];
    let told = ply.search().unwrap().told(Side::First, 1, ply.square());
    assert_eq!(
        (told.score, told.exact, told.nodes),
        (13, Some(false), 1234)
    );
    assert_eq!(told.depth, crate::spec::Depth::new(8).ok());
    assert_eq!(told.elapsed, Millis::from_millis(45));
    assert_eq!((ply.search().unwrap().line().len(), told.pv.len()), (2, 3));
    assert_eq!(ply.comment(), Some("well"));
    assert_eq!(ply.left(), Some(Millis::from_millis(300_000)));
    assert_eq!(record.to_string().parse(), Ok(record.clone()));
    let text = text.replace("exact=no", "exact=yes");
    let proven: Record = text.parse().unwrap();
    let told_proven = proven.plies()[0].search().unwrap();
    assert_eq!(
        told_proven.told(Side::First, 1, ply.square()).exact,
        Some(true)
    );
    // The same, told by a server; a line goes as far as it can be played.
    let mut kept = Record::from_game(&record.game());
    let wrong = Square::new(8, 0).unwrap();
    let told = SearchInfo {
        pv: [&told.pv[..], &[wrong]].concat(),
        ..told
    };
    kept.set_searches(&[told]);
    assert_eq!(kept.plies()[0].search(), ply.search());
    let mut later = Record::from_game(&record.game());
    assert!(later.add_searches(&kept) && !later.add_searches(&kept));
    assert_eq!(later.plies()[0].search(), ply.search());
}

#[test]
fn searches_are_kept_with_their_plies_but_for_those_that_say_nothing() {
    let text = "[Variant \"connect-four\"] 4 4 3 3 *";
    let mut record: Record = text.parse().unwrap();
    let told = |ply: u16, nodes, depth: Option<u64>| SearchInfo {
        side: Side::to_move_after(usize::from(ply) - 1),
        ply,
        score: 0,
        depth: depth.map(|depth| crate::spec::Depth::new(depth).unwrap()),
        nodes,
        elapsed: Millis::ZERO,
        pv: Vec::new(),
        exact: None,
    };
    record.set_searches(&[
        told(9, 5, None),
        told(4, 0, Some(3)),
        told(2, 5, None),
        told(1, 0, None),
    ]);
    let plies = record.plies().iter();
    let kept: Vec<_> = plies.map(|ply| ply.search().is_some()).collect();
    assert_eq!(kept, [false, true, false, true]);
}

#[test]
fn a_search_that_is_none_stays_in_the_comment() {
    for inside in [
        "[%search]",
        "[%search score=much]",
        "[%search score=1 line=9]",
        "[%search score=1",
        "[%search 0.3,8]",
        "[%search score=1 depth=0]",
    ] {
        let text = format!("[Variant \"connect-four\"]\n\n1. 4 {{{inside}}} *");
        let record: Record = text.parse().unwrap();
        assert_eq!(record.plies()[0].comment(), Some(inside));
        assert_eq!(record.plies()[0].search(), None, "{inside}");
        assert_eq!(record.to_string().parse(), Ok(record));
    }
}

proptest! {
    #[test]
    fn whatever_is_written_reads_back(
        game in games(),
        result in prop::sample::select(GameResult::ALL.to_vec()),
        tags in vec(("[A-Za-z][A-Za-z0-9_]{0,8}", hostile()), 0..4),
        preface in hostile(),
        score in any::<i64>(),
        notes in vec((option::of((0..=Millis::MAX.as_millis()).prop_map(Millis::from_millis)), hostile()), 0..60),
    ) {
        let mut record = Record::from_game(&game);
        if game.ending().is_none() {
            record.set_result(result).unwrap();
        }
        for (name, value) in &tags {
            // `Clock`, `Variant` and `Result` are not free; everything else is.
            if record.set_tag(name, value).is_ok() {
                prop_assert_eq!(record.tag(name), Some(value.as_str()));
            }
        }
        record.set_comment(&preface);
        for (index, (left, comment)) in notes.iter().enumerate() {
            record.annotate(index, *left, comment);
        }
        record.set_searches(&searches(&game, score));
        let text = record.to_string();
        prop_assert_eq!(text.parse::<Record>(), Ok(record));
        prop_assert!(!text.contains(|c: char| c != '\n' && crate::text::is_invisible(c)));
    }

    #[test]
    fn hostile_text_is_refused_or_read_but_never_harms(text in hostile(), variant in variants()) {
        for text in [text.clone(), format!("[Variant \"{variant}\"]\n{text}")] {
            if let Ok(record) = text.parse::<Record>() {
                prop_assert_eq!(record.to_string().parse::<Record>(), Ok(record));
            }
        }
        let _either = read_moves(variant, &text);
    }
}
