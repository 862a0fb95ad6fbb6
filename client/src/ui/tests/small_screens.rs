//! What is told on small screens: prompts over a board, the ply shown, the analysis without a panel.

use protocol::analysis::{BestLine, ColumnValue};
use protocol::refusal::Refusal;

use super::*;
use crate::language::{Language, within};
use crate::ui::app::tests::name;

fn row(screen: &str, from_below: usize) -> &str {
    screen.lines().rev().nth(from_below).unwrap()
}

#[test]
fn nothing_of_the_board_shows_through_a_typed_line() {
    for variant in ["connect-four", "gomoku-15"] {
        for (width, height) in [(80, 24), (40, 12), (120, 40)] {
            for glyphs in [UNICODE, ASCII] {
                let mut play = Play::at_table(variant);
                play.press("thello");
                let screen = text(&play.app, glyphs, width, height);
                assert_eq!(row(&screen, 1), " say: hello", "{screen}");
                // Its label stands above it where there is no room for both.
                play.does(Event::Key(Key::Esc));
                play.press("pBo");
                let screen = text(&play.app, glyphs, width, height);
                let lines = [row(&screen, 2), row(&screen, 1)].map(str::trim);
                let label = "ignore, or no more (name):";
                assert!(
                    lines == [label, "Bo"] || lines[1] == format!("{label} Bo"),
                    "{screen}"
                );
            }
        }
    }
}

/// A gomoku game of three plies that is over.
fn over() -> Play {
    let mut play = Play::at_table("gomoku-15");
    for square in ["h8", "h9", "j8"] {
        play.moved(square);
    }
    play.over(Some(Side::First));
    play
}

/// It stood below the score, where a low screen ends, and the end of the game in the line of notices.
#[test]
fn the_offer_of_a_rematch_is_told_with_its_keys_on_low_screens() {
    for language in Language::ALL {
        for (variant, square) in [("connect-four", "4"), ("gomoku-15", "h8")] {
            within(language, || {
                let mut play = Play::at_table(variant);
                play.moved(square);
                play.over(Some(Side::First));
                let by = Side::Second;
                play.table_event(true, RoomEvent::RematchOffered { by });
                let screen = shown(&play.app, (40, 12));
                assert!(row(&screen, 1).contains("y/n"), "{screen}");
            });
        }
    }
}

/// The notice of the end lay over the lowest rows, where the winning row was.
#[test]
fn the_end_of_a_game_is_told_in_one_line() {
    for language in Language::ALL {
        for (width, height) in [(40, 12), (80, 24), (120, 40)] {
            within(language, || {
                let mut play = over();
                let screen = shown(&play.app, (width, height));
                let result = say!("words-you-win", how = say!("words-how-resignation"));
                assert!(row(&screen, 1).contains(&result), "{screen}");
                // Without the notice the rows above it are the same.
                play.app.clear_notice();
                let without = shown(&play.app, (width, height));
                let above = |screen: &str| {
                    let rows: Vec<_> = screen.lines().map(str::to_owned).collect();
                    rows[..rows.len() - 2].to_vec()
                };
                assert_eq!(above(&screen), above(&without));
            });
        }
    }
}

/// The name of the bot was cut in its middle, and the end of a long notice stood below the list of keys.
#[test]
fn a_narrow_panel_has_the_level_of_a_bot_and_the_list_of_keys_no_notice_below_it() {
    let mut play = Play::home();
    let mut seen = snapshot("connect-four");
    seen.seats.second = Seat::Bot {
        bot: "level:3".parse().unwrap(),
    };
    play.join(Some(Side::First), seen);
    play.app.clear_notice();
    let screen = shown(&play.app, (40, 12));
    assert!(screen.contains("○  level 3"), "{screen}");
    assert!(shown(&play.app, (80, 24)).contains("○  Bot, level 3"));
    play.app.say("word ".repeat(40));
    assert!(row(&shown(&play.app, (40, 12)), 1).contains("word"));
    play.press("?");
    let screen = shown(&play.app, (40, 12));
    assert!(!screen.contains("word"), "{screen}");
}

fn analysis(play: &Play, plies: u16) -> ServerMsg {
    let (variant, moves) = play.position(plies);
    let line = BestLine {
        pv: vec!["i8".parse().unwrap()],
        score: 120,
        end: None,
        depth: None,
    };
    ServerMsg::Analysis {
        variant: Named::Known(variant),
        moves,
        columns: Vec::new(),
        lines: vec![line],
        nodes: 1,
        elapsed: Millis::from_millis(1),
    }
}

#[test]
fn the_ply_shown_is_named_where_there_is_no_panel() {
    let mut play = Play::at_table("gomoku-15");
    play.app.clear_notice();
    let head = |play: &Play, width| {
        shown(&play.app, (width, 12))
            .lines()
            .nth(1)
            .unwrap()
            .to_owned()
    };
    assert_eq!(head(&play, 30).trim(), "your turn");
    play = over();
    // Numbers are enough where the words have no room beside the result.
    for (width, expected) in [(30, " 3/3"), (35, " move 3 of 3")] {
        let head = head(&play, width);
        assert!(head.starts_with("You win by resignation!"), "{head}");
        assert!(head.ends_with(expected), "{head}");
    }
    play.press(",");
    for (width, expected) in [
        (30, "2/3; you win"),
        (40, "move 2 of 3"),
        (80, "move 2 of 3"),
    ] {
        let screen = shown(&play.app, (width, 12));
        assert_eq!(screen.matches(expected).count(), 1, "{screen}");
    }
}

#[test]
fn the_value_and_the_curve_are_told_where_there_is_no_panel() {
    let mut play = over();
    play.press(",v");
    play.hear(analysis(&play, 2));
    let screen = shown(&play.app, (30, 12));
    assert!(screen.contains("+1.2: i8"), "{screen}");
    assert!(screen.contains("move 2 of 3"), "{screen}");
    play.press("va");
    for plies in 0..3 {
        play.hear(analysis(&play, plies));
    }
    for glyphs in [UNICODE, ASCII] {
        let screen = text(&play.app, glyphs, 30, 12);
        assert!(screen.contains("analysed 3 of 4"), "{screen}");
        let curve = screen.lines().nth(2).unwrap();
        let bar = if glyphs.ascii { '|' } else { '│' };
        assert!(
            curve.starts_with(if glyphs.ascii { '.' } else { '▅' }),
            "{screen}"
        );
        assert!(curve.contains(bar), "{screen}");
    }
}

#[test]
fn a_bar_beside_the_board_shows_who_stands_better() {
    for variant in ["connect-four", "gomoku-15"] {
        let mut play = Play::at_table(variant);
        let mut seen = snapshot(variant);
        seen.spec.hints = true;
        play.join(Some(Side::First), seen);
        play.press("v");
        let mut answer = analysis(&play, 0);
        if let ServerMsg::Analysis { columns, lines, .. } = &mut answer
            && variant == "connect-four"
        {
            *columns = vec![ColumnValue::Exact { score: 3 }; 7];
            lines.clear();
        }
        let bars = |play: &Play| {
            let ends = if variant == "connect-four" {
                "○░█●"
            } else {
                "│││█"
            };
            [(UNICODE, ends), (ASCII, "O.#X")].map(|(glyphs, signs)| {
                let screen = text(&play.app, glyphs, 80, 24);
                let rows: Vec<Vec<char>> =
                    screen.lines().map(|row| row.chars().collect()).collect();
                let signs: Vec<_> = signs.chars().collect();
                (0..80).any(|x| {
                    let column = rows.iter().filter_map(|row| row.get(x)).skip(1);
                    let column: Vec<_> = column.copied().filter(|glyph| *glyph != ' ').collect();
                    let parts: Vec<_> = column.chunk_by(|one, other| one == other).collect();
                    let has = |sign: &char| parts.iter().any(|part| part[0] == *sign);
                    parts.len() < 8 && has(&signs[0]) && has(&signs[2]) && has(&signs[3])
                })
            })
        };
        assert_eq!(bars(&play), [false, false], "nothing is known");
        play.hear(answer);
        assert_eq!(bars(&play), [true, true], "{variant}");
    }
}

/// True where the upper edge of a box lies on the lower one.
fn has_empty_box(screen: &str) -> bool {
    let rows: Vec<_> = screen.lines().collect();
    rows.windows(2)
        .any(|rows| rows[0].contains('┌') && rows[1].contains('└'))
}

#[test]
fn the_least_screen_has_texts_in_place_of_empty_boxes() {
    let mut table = Play::at_table("connect-four");
    table.press("x");
    for size in [(20, 5), (20, 6), (20, 4), (40, 5)] {
        let screen = shown(&table.app, size);
        for words in ["Resign this game?", "y yes"] {
            assert!(screen.contains(words), "{screen}");
        }
    }
    let mut table = Play::at_table("connect-four");
    table.press("?");
    for size in [(20, 5), (20, 4), (40, 5)] {
        let screen = shown(&table.app, size);
        assert!(screen.contains("Esc close"), "{screen}");
        assert!(screen.contains("play in"), "{screen}");
    }
    let mut first = Play::home();
    first.press("i");
    let mut form = lobby();
    form.press("n");
    let mut talk = lobby();
    talk.press("t");
    let screens = [
        (&first, "Two players drop"),
        (&form, "Open the seat"),
        (&talk, "say"),
        (&lobby(), "gomoku"),
    ];
    for (play, words) in screens {
        for size in [(20, 5), (40, 5), (20, 4)] {
            let screen = shown(&play.app, size);
            assert!(!has_empty_box(&screen), "{screen}");
            let words = words.to_lowercase();
            assert!(screen.to_lowercase().contains(&words), "{screen}");
        }
    }
}

#[test]
fn how_a_move_is_written_is_said_and_small_letters_are_read() {
    let mut play = Play::at_table("gomoku-15");
    let keys = |play: &Play| row(&shown(&play.app, (80, 24)), 0).to_owned();
    assert!(keys(&play).contains("A-O type a move"), "{}", keys(&play));
    // As the board writes it, `j9` moved the cursor down, where Enter played.
    for typed in ["mj9", "J9", "mJ9", "j9"] {
        play.press(typed);
        let actions = play.does(Event::Key(Key::Enter));
        let [Action::Send(message)] = &actions[..] else {
            panic!("{typed}: {actions:?}");
        };
        let expected = "j9".parse().unwrap();
        let square = match message {
            protocol::message::ClientMsg::Act(protocol::act::Act::Move { square, .. }) => *square,
            other => panic!("{other:?}"),
        };
        assert_eq!(square, expected);
        play.moved("a1");
        play.moved("b2");
        play = Play::at_table("gomoku-15");
    }
    play.moved("j9");
    assert!(!keys(&play).contains("type a move"), "{}", keys(&play));
    let columns = Play::at_table("connect-four");
    assert!(
        !keys(&columns).contains("type a move"),
        "{}",
        keys(&columns)
    );
}

/// At 30 columns it was cut before the code.
#[test]
fn the_code_of_a_room_that_waits_is_on_every_screen() {
    for language in Language::ALL {
        for (width, height) in [(30, 10), (36, 10), (40, 12), (80, 24)] {
            let mut play = Play::home();
            let mut seen = snapshot("connect-four");
            seen.phase = Phase::Seating;
            seen.seats.second = Seat::Open;
            let code = seen.room.to_string();
            let screen = within(language, || {
                play.join(Some(Side::First), seen);
                text(&play.app, UNICODE, width, height)
            });
            assert!(screen.contains(&code), "{width} {language:?}\n{screen}");
        }
    }
}

#[test]
fn an_analysis_that_the_server_does_not_do_is_not_offered_again() {
    let mut play = over();
    play.press(",");
    let keys = |play: &Play| row(&shown(&play.app, (120, 24)), 0).to_owned();
    assert!(keys(&play).contains("a analyse"), "{}", keys(&play));
    assert_eq!(play.press("v").len(), 1);
    let variant = Variant::named("gomoku-15").unwrap();
    play.refuse(Refusal::NotAnalysed { variant });
    let told = |play: &Play| play.app.notice().unwrap().to_owned();
    assert!(
        told(&play).contains("is not analysed on this server"),
        "{}",
        told(&play)
    );
    assert!(!keys(&play).contains("analyse"), "{}", keys(&play));
    assert_eq!(play.press("va"), [], "it is not asked again");
    assert!(told(&play).contains("is not analysed"), "{}", told(&play));
}

#[test]
fn long_talk_goes_on_below_the_speaker() {
    let mut play = full_table("connect-four");
    let mut seen = play.app.table().unwrap().snapshot().clone();
    seen.chat[0].name = name("Carla");
    seen.chat[0].text =
        protocol::text::ChatText::clean("this is said in more words than a line has").unwrap();
    play.join(Some(Side::First), seen);
    let screen = shown(&play.app, (80, 24));
    let at = screen
        .lines()
        .position(|line| line.contains("Carla: "))
        .unwrap();
    let [first, next] = [0, 1].map(|more| screen.lines().nth(at + more).unwrap());
    let column = first.chars().collect::<String>();
    let column = column[..column.find("Carla").unwrap()].chars().count();
    let next: String = next.chars().skip(column).collect();
    assert!(
        next.starts_with("  ") && !next.trim().is_empty(),
        "{screen}"
    );
}

#[test]
fn the_offer_that_the_keys_answer_is_the_one_that_is_shown_first() {
    use protocol::act::Act;

    let (you, they) = (Side::First, Side::Second);
    let offers = |draw, takeback| {
        let mut play = Play::at_table("connect-four");
        let mut seen = snapshot("connect-four");
        (seen.offers.draw, seen.offers.takeback) = (draw, takeback);
        play.join(Some(you), seen);
        play.app.clear_notice();
        play
    };
    let draw = (Act::AnswerDraw { accept: true }, "draw: y/");
    let takeback = (Act::AnswerTakeback { accept: true }, ": y/");
    for (of_draw, of_takeback, (answer, words)) in [
        (Some(they), Some(they), draw),
        (Some(they), None, draw),
        (Some(they), Some(you), draw),
        (None, Some(they), takeback),
        (Some(you), Some(they), takeback),
    ] {
        for size in [(30, 12), (40, 12), (120, 40)] {
            let mut play = offers(of_draw, of_takeback);
            let screen = shown(&play.app, size);
            assert!(screen.contains(words), "{answer:?}\n{screen}");
            // The other one is not said to be answered by these keys.
            assert_eq!(screen.matches("y/").count(), 1, "{screen}");
            assert_eq!(play.press("y"), [Action::Send(answer.into())]);
        }
    }
}

/// The second clock was off the screen, and a heading ended within a word.
#[test]
fn both_clocks_and_the_end_of_both_names_are_on_every_screen() {
    let mut play = full_table("connect-four");
    let mut seen = play.app.table().unwrap().snapshot().clone();
    let [ana, bo] = ["guest-01", "guest-02"].map(|text| Seat::Human {
        name: name(text),
        away: None,
    });
    seen.seats = BySide {
        first: ana,
        second: bo,
    };
    seen.clock = seen.clock.map(|clock| ClockFace {
        remaining: BySide {
            first: Millis::from_secs(600),
            second: Millis::from_secs(605),
        },
        ..clock
    });
    play.join(None, seen);
    play.app.clear_notice();
    for (width, height) in [(30, 9), (30, 10), (35, 12), (40, 12), (80, 24)] {
        for glyphs in [UNICODE, ASCII] {
            let screen = text(&play.app, glyphs, width, height);
            for (clock, end) in [("10:00", '1'), ("10:05", '2')] {
                let before = screen
                    .split_once(clock)
                    .map(|(before, _)| before.trim_end());
                let has_end = before.is_some_and(|before| before.ends_with(end));
                assert!(has_end, "{clock} of {end}\n{screen}");
            }
        }
    }
}

#[test]
fn a_heading_that_is_cut_says_so() {
    let screen = shown(&full_table("connect-four").app, (40, 12));
    assert!(screen.contains("talk, 1… ─"), "{screen}");
}

#[test]
fn a_result_that_is_cut_says_so() {
    let mut play = Play::at_table("gomoku-15");
    let mut seen = snapshot("gomoku-15");
    seen.seats.second = Seat::Human {
        name: name("guest-02"),
        away: None,
    };
    play.join(Some(Side::First), seen);
    for square in ["h8", "h9", "j8"] {
        play.moved(square);
    }
    play.over(Some(Side::Second));
    for cut in ["guest-02 wins by…", "2/3; guest-02 wins by…"] {
        play.app.clear_notice();
        let screen = shown(&play.app, (30, 9));
        assert!(screen.contains(cut), "{screen}");
        play.press(",");
    }
}

/// An offer took the place of the words that told it.
#[test]
fn the_line_of_players_marks_whose_turn_it_is_where_the_line_above_does_not() {
    for (glyphs, mine, theirs) in [
        (UNICODE, "▌ ●  Ana", "▌ ○  Bo"),
        (ASCII, "> X  Ana", "> O  Bo"),
    ] {
        let mut play = Play::at_table("gomoku-15");
        let marks = |play: &Play| {
            let screen = text(&play.app, glyphs, 60, 20);
            [mine, theirs].map(|mark| screen.contains(mark))
        };
        assert_eq!(marks(&play), [false, false], "the status tells it");
        let by = Side::Second;
        play.table_event(true, RoomEvent::DrawOffered { by });
        assert_eq!(marks(&play), [true, false]);
        play.moved("h8");
        play.table_event(true, RoomEvent::DrawOffered { by });
        assert_eq!(marks(&play), [false, true]);
        play.over(None);
        assert_eq!(marks(&play), [false, false]);
    }
}

/// The clock of the person who was to choose was off the screen.
#[test]
fn both_clocks_are_shown_while_an_opening_is_chosen_on_the_least_screen() {
    for variant in ["gomoku-15", "custom:9x6x5:free"] {
        let mut play = Play::at_table(variant);
        let mut seen = app::tests::swap2(variant);
        seen.clock = Some(ClockFace {
            remaining: BySide {
                first: Millis::from_secs(301),
                second: Millis::from_secs(125),
            },
            running: Some(Side::Second),
        });
        play.join(Some(Side::Second), seen);
        for stone in ["e3", "a1", "e4"] {
            play.moved(stone);
        }
        play.app.clear_notice();
        for language in Language::ALL {
            for size in [(40, 12), (30, 12), (30, 20)] {
                let screen = within(language, || shown(&play.app, size));
                let clocks = ["5:01", "2:05"];
                let all = clocks.iter().all(|clock| screen.contains(clock));
                assert!(all, "{language}\n{screen}");
            }
        }
    }
}

/// The opponent's move was neither on the screen nor told.
#[test]
fn moves_out_of_view_are_named_where_the_board_is_a_window() {
    use crate::ui::app::tests::swap2;

    let sizes = [(40, 12), (30, 20), (30, 12)];
    for language in Language::ALL {
        within(language, || {
            let mut play = Play::at_table("gomoku-15");
            play.moved("h8");
            play.moved("o1");
            for size in sizes {
                let screen = shown(&play.app, size);
                assert!(screen.contains("o1"), "{screen}");
                assert!(screen.contains(&say!("table-your-turn")), "{screen}");
            }
            // In sight it is named nowhere but in the list of moves.
            play.app
                .view
                .as_mut()
                .unwrap()
                .move_cursor_to("m3".parse().unwrap());
            assert!(!shown(&play.app, (30, 20)).contains("o1"));

            let mut play = Play::at_table("gomoku-15");
            play.join(Some(Side::Second), swap2("gomoku-15"));
            for stone in ["h8", "a1", "o15"] {
                play.moved(stone);
            }
            for size in sizes {
                let screen = shown(&play.app, size);
                for stone in ["a1", "o15"] {
                    assert!(screen.contains(stone), "{screen}");
                }
                assert!(screen.contains("1 "), "{screen}");
            }
        });
    }
}

/// They were told that they wait, as if the game were theirs.
#[test]
fn whoever_watches_a_room_is_told_that_players_are_awaited() {
    for size in [(80, 24), (40, 12)] {
        let mut play = Play::home();
        play.hear(welcome());
        let mut seen = snapshot("connect-four");
        seen.phase = Phase::Seating;
        seen.seats.second = Seat::Open;
        let code = seen.room.to_string();
        play.join(None, seen);
        let screen = shown(&play.app, size);
        assert!(!screen.contains("tell a"), "{screen}");
        assert!(screen.contains("watching:"), "{screen}");
        assert!(screen.contains(&format!("{code} waits")), "{screen}");
    }
}
