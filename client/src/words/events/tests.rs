//! The sentences of events, for each viewer.

use protocol::id::{Revision, Seq};
use protocol::square::Square;
use protocol::view::{ForbiddenKind, ForbiddenPoint, LeftWhy, Outcome, Phase, Reason};
use protocol::word::Word;

use super::*;
use crate::language::{Language, within};
use crate::ui::app::tests::{snapshot, swap2};
use crate::words::endings::{ended, left};

/// A table after these moves, as the seat `you` sees it.
fn table(you: Option<Side>, moves: &str) -> Replica {
    let mut table = Replica::new(you, snapshot("connect-four"), Millis::ZERO).unwrap();
    for column in moves.chars() {
        let event = moved(&table, &column.to_string());
        tell(&mut table, &event);
    }
    table
}

fn moved(table: &Replica, text: &str) -> RoomEvent {
    let game = table.game();
    RoomEvent::Moved {
        revision: Revision(game.plies().len() as u32 + 2),
        side: table.to_move().unwrap(),
        ply: game.plies().len() as u16 + 1,
        made: Ply {
            square: game.landing(game.read_move(text).unwrap()).unwrap(),
            left: Some(Millis::from_secs(60)),
        },
        ends_game: false,
        clock: None,
    }
}

/// Applies an event; returns its sentence as a screen shows it, and its lines.
fn tell(table: &mut Replica, event: &RoomEvent) -> (Option<String>, Vec<String>) {
    let seq = Seq(table.snapshot().seq.0 + 1);
    let happened = Happened::follow(table, Millis::ZERO, seq, event).unwrap();
    let names = names(&table.snapshot().seats);
    let sentence = super::event(table, event, happened, &|side| names[side].clone());
    (sentence, in_lines(table, event, happened, Millis::ZERO))
}

#[test]
fn an_event_is_one_sentence_on_a_screen_and_the_first_of_its_lines() {
    let (first, second) = (Some(Side::First), Some(Side::Second));
    let by = Side::First;
    let taken_back = RoomEvent::TakenBack {
        revision: Revision(9),
        by,
        plies: 1,
        clock: None,
    };
    for (you, moves, event, screen, line) in [
        (
            second,
            "44",
            moved(&table(None, "44"), "3"),
            "2. Ana plays column 3",
            "3. first plays column 3 (Ana), 1:00 left",
        ),
        (
            second,
            "",
            RoomEvent::DrawOffered { by },
            "Ana offers a draw",
            "first (Ana) offers a draw",
        ),
        (
            first,
            "",
            RoomEvent::DrawOffered { by },
            "you offered a draw",
            "you offered a draw",
        ),
        (
            None,
            "4433",
            RoomEvent::TakebackAsked { by },
            "Ana asks to take back 2 moves",
            "first (Ana) asks to take back 2 moves",
        ),
        (
            None,
            "443",
            RoomEvent::TakebackAsked { by },
            "Ana asks to take back a move",
            "first (Ana) asks to take back a move",
        ),
        (
            second,
            "443",
            taken_back.clone(),
            "Ana took back 2 moves",
            "first (Ana) took back 2 moves",
        ),
        (
            first,
            "44",
            taken_back,
            "you took back a move",
            "you took back a move",
        ),
        (
            first,
            "",
            RoomEvent::DrawDeclined { by },
            "you declined the draw",
            "you declined the draw",
        ),
        (
            None,
            "",
            RoomEvent::RematchDeclined { by },
            "Ana declined the rematch",
            "first (Ana) declined the rematch",
        ),
        (
            second,
            "",
            RoomEvent::Disconnected { side: by },
            "Ana is away",
            "first (Ana) is away; the game can be claimed after 60 s",
        ),
        (
            None,
            "",
            RoomEvent::Locked { locked: true },
            "the room is locked",
            "the room is locked",
        ),
    ] {
        let (sentence, lines) = tell(&mut table(you, moves), &event);
        assert_eq!(sentence.as_deref(), Some(screen));
        assert_eq!(lines[0], line);
    }
    // One that sits down was not away, and one's own absence is not news.
    for event in [
        RoomEvent::Reconnected { side: by },
        RoomEvent::Disconnected { side: by },
    ] {
        assert_eq!(tell(&mut table(first, ""), &event), (None, Vec::new()));
    }
    let points = vec![ForbiddenPoint {
        square: "h7".parse().unwrap(),
        kind: ForbiddenKind::DoubleThree,
    }];
    let mut renju = Replica::new(None, snapshot("renju"), Millis::ZERO).unwrap();
    let (_, lines) = tell(&mut renju, &RoomEvent::Forbidden { points });
    assert_eq!(lines, ["forbidden: h7 (double three)"]);
}

/// One ply was asked for and two were gone.
#[test]
fn a_takeback_has_the_plural_of_the_language() {
    for (language, expected) in [
        (Language::Es, "Ana pide deshacer 2 jugadas"),
        (Language::Pl, "Ana prosi o cofnięcie 2 ruchów"),
    ] {
        let event = RoomEvent::TakebackAsked { by: Side::First };
        let told = within(language, || tell(&mut table(None, "4433"), &event).0);
        assert_eq!(told.as_deref(), Some(expected));
    }
}

#[test]
fn an_offer_of_ones_own_expires_with_a_move_or_a_choice_and_is_told_after_it() {
    let by = Side::First;
    let is_told = |lines: &[String]| {
        let told = |text: &str| lines[1..].iter().any(|line| line.contains(text));
        (told("draw offer"), told("take back a move"))
    };
    for (you, draw, takeback) in [(Some(by), true, true), (Some(by.other()), false, false)] {
        let mut table = table(you, "4");
        tell(&mut table, &RoomEvent::DrawOffered { by });
        tell(&mut table, &RoomEvent::TakebackAsked { by });
        let event = moved(&table, "4");
        assert_eq!(is_told(&tell(&mut table, &event).1), (draw, takeback));
        let event = moved(&table, "4");
        assert_eq!(is_told(&tell(&mut table, &event).1), (false, false));
    }
    let mut opened = Replica::new(Some(by), swap2("gomoku-15"), Millis::ZERO).unwrap();
    for stone in ["h8", "a1", "h9"] {
        let event = moved(&opened, stone);
        tell(&mut opened, &event);
    }
    tell(&mut opened, &RoomEvent::DrawOffered { by });
    let chosen = RoomEvent::OpeningChosen {
        revision: Revision(9),
        by: by.other(),
        choice: protocol::spec::OpeningChoice::White,
        clock: None,
    };
    assert_eq!(is_told(&tell(&mut opened, &chosen).1), (true, false));
}

#[test]
fn the_end_is_told_with_the_row_in_the_notation_of_the_moves() {
    let column = |row: u8| Square::new(3, row).unwrap();
    let row = |at: u8| Square::new(at, 0).unwrap();
    for (line, expected) in [
        (
            (0..4).map(column).collect::<Vec<_>>(),
            Some("the row: column 4"),
        ),
        ((2..6).map(row).collect(), Some("the row: columns 3 4 5 6")),
        (Vec::new(), None),
    ] {
        let outcome = Outcome {
            winner: Some(Side::First),
            reason: Reason::Line,
            line,
        };
        let mut table = table(Some(Side::Second), "4");
        let series = table.snapshot().series;
        let (screen, lines) = tell(
            &mut table,
            &RoomEvent::Over {
                outcome,
                series,
                clock: None,
            },
        );
        assert_eq!(screen.as_deref(), Some("Ana wins with 4 in a row"));
        let won = "game over: first (Ana) wins with 4 in a row";
        let score = "score: Ana 0 : 0 Bo; drawn 0";
        let expected: Vec<_> = [Some(won), expected, Some(score)]
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(lines, expected);
    }
}

#[test]
fn the_end_of_a_game_is_a_sentence_for_every_reason() {
    let other = Reason::Other(Word::new("weather"));
    for (winner, reason, is_you, expected) in [
        (Some("Ana"), Reason::Line, true, "You win with 4 in a row!"),
        (Some("Ana"), Reason::Flag, false, "Ana wins on time"),
        (None, Reason::FullBoard, false, "Draw: the board is full"),
        (None, Reason::Aborted, false, "Aborted, no result"),
        (Some("Ana"), other, false, "Ana wins by weather"),
    ] {
        assert_eq!(ended(winner, is_you, &reason, 4), expected);
        let polish = within(Language::Pl, || ended(winner, is_you, &reason, 4));
        assert_ne!(polish, expected);
    }
}

/// The host had closed the room, and a seat was said to have been open.
#[test]
fn a_room_that_is_closed_is_said_to_lack_a_player_only_while_it_waits() {
    let over = Outcome {
        winner: None,
        reason: Reason::Agreement,
        line: Vec::new(),
    };
    for (phase, expected) in [
        (Phase::Seating, "no opponent came in time"),
        (Phase::Playing, "before the game was over"),
        (Phase::Over { outcome: over }, "the room was closed"),
    ] {
        let mut seen = snapshot("connect-four");
        seen.phase = phase;
        let table = Replica::new(None, seen, Millis::ZERO).unwrap();
        let said = left(Some(&table), LeftWhy::Closed).unwrap();
        assert!(
            said.ends_with(expected) || said.contains(expected),
            "{said}"
        );
    }
    assert_eq!(left(None, LeftWhy::Asked), None);
}
