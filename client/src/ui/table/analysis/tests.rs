use protocol::analysis::{BestLine, ColumnValue};
use protocol::id::Revision;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::{Limit, Refusal};
use protocol::side::Side;
use protocol::view::SearchInfo;
use protocol::word::Named;

use crate::ui::app::tests::{Play, snapshot};
use crate::ui::{Action, Event, Glyphs};

const UNICODE: Glyphs = Glyphs { ascii: false };

fn text(app: &crate::ui::App, width: u16, height: u16) -> String {
    crate::ui::tests::text(app, UNICODE, width, height)
}

fn analyse(play: &Play, plies: u16) -> Vec<Action> {
    let (variant, moves) = play.position(plies);
    vec![Action::Send(ClientMsg::Analyse { variant, moves })]
}

fn answer(play: &Play, plies: u16) -> ServerMsg {
    let (variant, moves) = play.position(plies);
    ServerMsg::Analysis {
        variant: Named::Known(variant),
        moves,
        columns: vec![ColumnValue::Exact { score: 3 }; 7],
        lines: Vec::new(),
        nodes: 1,
        elapsed: Millis::from_millis(1),
    }
}

/// The time until a question is asked again.
fn next(play: &Play) -> Option<Millis> {
    let view = play.app.view.as_ref()?;
    view.next_analysis(play.app.now)
}

#[test]
fn during_a_game_without_hints_nothing_is_asked() {
    let mut play = Play::at_table("connect-four");
    assert_eq!(play.press("v"), []);
    assert!(play.app.notice().is_some());
    play.moved("4");
    play.app.clear_notice();
    assert_eq!(play.press("a"), []);
    assert!(play.app.notice().is_some());
}

/// Ana at a table with hints.
fn with_hints(variant: &str) -> Play {
    let mut play = Play::home();
    let mut seen = snapshot(variant);
    seen.spec.hints = true;
    play.join(Some(Side::First), seen);
    play
}

fn best_lines(play: &Play, plies: u16, score: i64, end: Option<i16>) -> ServerMsg {
    let (variant, moves) = play.position(plies);
    let line = BestLine {
        pv: vec!["h8".parse().unwrap(), "j9".parse().unwrap()],
        score,
        end,
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
fn on_a_board_without_columns_the_best_lines_are_told_in_words() {
    let mut play = with_hints("gomoku-15");
    assert_eq!(play.press("v"), analyse(&play, 0));
    for (score, end, expected) in [
        (29_995, Some(5), "wins in 3: h8 j9"),
        (80, None, "+0.8: h8 j9"),
        (0, Some(0), "draw: h8 j9"),
    ] {
        play.hear(best_lines(&play, 0, score, end));
        for (width, height) in [(80, 24), (120, 40)] {
            let screen = text(&play.app, width, height);
            assert!(screen.contains(expected), "{screen}");
            assert!(!screen.contains("29995"), "{screen}");
            assert_eq!(screen.contains("best lines, + for black"), end.is_none());
        }
    }
}

/// They gave way to the key that takes a move back.
#[test]
fn the_key_of_the_values_stays_in_the_bottom_line() {
    let mut play = with_hints("gomoku-15");
    play.moved("h8");
    play.moved("i9");
    let screen = text(&play.app, 80, 24);
    for key in ["A-O type a move", "v values", "u take back"] {
        assert!(screen.contains(key), "{screen}");
    }
}

#[test]
fn a_board_that_no_engine_analyses_says_so_and_shows_nothing() {
    let mut play = with_hints("renju");
    play.press("v");
    let variant = "renju".parse().unwrap();
    play.refuse(Refusal::NotAnalysed { variant });
    assert!(play.app.notice().is_some());
    assert_eq!(play.app.view.unwrap().values, None);
}

#[test]
fn with_hints_every_new_position_is_asked_about_and_late_answers_are_not_shown() {
    let mut play = with_hints("connect-four");
    assert_eq!(play.press("v"), analyse(&play, 0));
    assert_eq!(play.moved("4"), analyse(&play, 1));
    play.hear(answer(&play, 0));
    let known = |play: &Play| play.app.view.as_ref().unwrap().known_values().is_some();
    assert!(!known(&play), "the answer is about another position");
    let mut other = with_hints("connect-four");
    other.moved("3");
    play.hear(answer(&other, 1));
    assert!(!known(&play), "the answer is about another board");
    play.hear(answer(&play, 1));
    assert!(known(&play));
    let stop = vec![Action::Send(ClientMsg::StopAnalysis)];
    assert_eq!(play.press("v"), stop);
    assert!(!known(&play));
}

#[test]
fn a_game_that_is_over_is_looked_through_and_its_last_choice_comes_first() {
    let mut play = Play::at_table("connect-four");
    for column in "1 2 1 2 1 2 1".split(' ') {
        play.moved(column);
    }
    play.over(Some(Side::First));
    let shown = |play: &Play| play.app.view.as_ref().unwrap().plies_shown();
    assert_eq!(play.press("v"), analyse(&play, 6));
    assert_eq!(play.press(","), analyse(&play, 5));
    assert_eq!(play.press("."), analyse(&play, 6));
    // The last position has nothing to choose.
    play.press(".");
    assert_eq!(shown(&play), 7);
    play.press(".");
    assert_eq!(shown(&play), 7);
    play.press(",,,,,,,,,,");
    assert_eq!(shown(&play), 0);
}

/// A game of nine plies that ends with five in a row.
fn five(variant: &str) -> Play {
    let mut play = Play::at_table(variant);
    for square in "h8 a1 h9 a3 h10 a5 h11 a7 h12".split(' ') {
        play.moved(square);
    }
    play.over(Some(Side::First));
    play
}

#[test]
fn a_refused_analysis_leaves_the_end_of_the_game_on_the_screen() {
    for variant in ["renju", "gomoku-15"] {
        let mut play = five(variant);
        let shown = |play: &Play| play.app.view.as_ref().unwrap().plies_shown();
        assert_eq!(play.press("v"), analyse(&play, 8));
        assert_eq!(shown(&play), 8, "{variant}");
        let variant = variant.parse().unwrap();
        play.refuse(Refusal::NotAnalysed { variant });
        assert_eq!(shown(&play), 9);
    }
}

#[test]
fn the_position_before_the_end_is_shown_once_its_values_are_known() {
    let mut play = five("renju");
    assert_eq!(play.press("v"), analyse(&play, 8));
    play.hear(best_lines(&play, 8, 80, None));
    let view = play.app.view.as_ref().unwrap();
    assert_eq!(view.plies_shown(), 8);
    assert!(view.known_values().is_some());
}

/// A game of seven plies that the first side has won, with a mistake of the second.
fn over() -> Play {
    let mut play = Play::at_table("connect-four");
    for column in "1 2 1 2 1 2 1".split(' ') {
        play.moved(column);
    }
    play.over(Some(Side::First));
    play
}

fn scored(play: &Play, plies: u16, score: i8) -> ServerMsg {
    let mut message = answer(play, plies);
    if let ServerMsg::Analysis { columns, .. } = &mut message {
        columns.fill(ColumnValue::Exact { score });
    }
    message
}

#[test]
fn the_whole_game_is_analysed_as_a_curve_with_its_faults() {
    let mut play = over();
    assert_eq!(play.press("a"), [Action::Send(ClientMsg::AnalyseGame)]);
    for (plies, score) in [(0, 0), (1, 0), (2, 0), (3, -1), (4, 1), (5, -1), (6, 1)] {
        // The second side could draw at ply 3, and the first gave nothing away.
        let score = if plies == 3 { 0 } else { score };
        play.hear(scored(&play, plies, score));
    }
    let screen = text(&play.app, 80, 24);
    assert!(screen.contains("analysed 7 of 7"), "{screen}");
    play.hear(ServerMsg::GameAnalysed {
        revision: Revision(8),
        plies: 7,
    });
    // A game of eight positions, of which the fourth is a draw by the first and the fifth won by a mistake.
    for (width, height, curve, fault, mark) in [
        (80, 24, "  ████████\n", "  ?", "  ↑"),
        (120, 40, "  ████████\n", "  ?", "  ↑"),
        (40, 12, " ▄▄▄▄████\n", " ?  ↑", ""),
    ] {
        let screen = text(&play.app, width, height);
        assert!(!screen.contains("analysed"), "{screen}");
        assert!(screen.contains(curve), "{screen}");
        let lines: Vec<_> = screen.lines().collect();
        let faults = lines.iter().position(|line| line.ends_with(fault));
        let faults = faults.unwrap_or_else(|| panic!("no fault is marked:\n{screen}"));
        assert!(
            lines[faults + usize::from(!mark.is_empty())].ends_with(mark),
            "{screen}"
        );
    }
    let screen = text(&play.app, 80, 24);
    assert!(screen.contains("2?"), "{screen}");
    play.press(",,,");
    let screen = text(&play.app, 80, 24);
    assert!(screen.contains("2 is a mistake, 1 draws"), "{screen}");
    let lines = screen.lines();
    assert!(lines.clone().any(|line| line.ends_with("        ↑")));
    assert_eq!(play.press("a"), []);
    assert!(!text(&play.app, 80, 24).contains("▄▄▄▄"));
}

#[test]
fn an_evaluation_that_was_hidden_is_shown_again_with_what_is_known() {
    let mut play = over();
    let [ask, stop] = [ClientMsg::AnalyseGame, ClientMsg::StopAnalysis].map(Action::Send);
    let ask = [ask];
    assert_eq!(play.press("a"), ask);
    for plies in 0..3 {
        play.hear(scored(&play, plies, 1));
    }
    // Before its end the rest is asked for again.
    assert_eq!(play.press("a"), [stop]);
    assert!(!text(&play.app, 80, 24).contains("analysed"));
    assert_eq!(play.press("a"), ask);
    assert!(text(&play.app, 80, 24).contains("analysed 3 of 7"));
    for plies in 0..7 {
        play.hear(scored(&play, plies, 1));
    }
    let plies = 7;
    let revision = Revision(8);
    play.hear(ServerMsg::GameAnalysed { revision, plies });
    let shown = text(&play.app, 80, 24);
    assert!(shown.contains("████"), "{shown}");
    assert_eq!(play.press("a"), []);
    assert!(!text(&play.app, 80, 24).contains("████"));
    assert_eq!(play.press("a"), []);
    assert_eq!(text(&play.app, 80, 24), shown);
    // Another game has another one.
    play.press("a");
    play.join(Some(Side::First), snapshot("connect-four"));
    for column in ["3", "4"] {
        play.moved(column);
    }
    play.over(Some(Side::First));
    assert_eq!(play.press("a"), ask);
}

/// It stood still, and looked as if it were at its end.
#[test]
fn an_analysis_that_a_lost_connection_interrupts_goes_on_with_the_next() {
    let mut play = over();
    let ask = Action::Send(ClientMsg::AnalyseGame);
    let again = |play: &mut Play| {
        let seen = play.app.view.as_ref().unwrap().table.snapshot().clone();
        play.join(Some(Side::First), seen)
    };
    play.press("a");
    for plies in 0..3 {
        play.hear(scored(&play, plies, 1));
    }
    assert!(again(&mut play).contains(&ask));
    assert!(text(&play.app, 80, 24).contains("analysed 3 of 7"));
    for plies in 3..7 {
        play.hear(scored(&play, plies, 1));
    }
    let (revision, plies) = (Revision(8), 7);
    play.hear(ServerMsg::GameAnalysed { revision, plies });
    assert!(!again(&mut play).contains(&ask), "it is complete");
    play.press("a");

    let mut play = with_hints("connect-four");
    assert_eq!(play.press("v"), analyse(&play, 0));
    assert!(again(&mut play).ends_with(&analyse(&play, 0)));
    play.press("v");
    assert!(
        !again(&mut play).ends_with(&analyse(&play, 0)),
        "they are hidden"
    );
}

#[test]
fn the_values_of_a_position_come_with_those_of_the_game_while_these_come() {
    let mut play = over();
    play.press("a");
    assert_eq!(play.press("v"), [], "another question would end the first");
    let known = |play: &Play| play.app.view.as_ref().unwrap().known_values().is_some();
    play.hear(scored(&play, 5, 1));
    assert!(!known(&play));
    play.hear(scored(&play, 6, 1));
    assert!(known(&play));
    play.press(",");
    assert!(known(&play), "it was told before");
    assert_eq!(play.press(","), []);
    // The server has said all that it knows.
    let actions = play.hear(ServerMsg::GameAnalysed {
        revision: Revision(8),
        plies: 7,
    });
    assert_eq!(actions, analyse(&play, 4));
    let stop = vec![Action::Send(ClientMsg::StopAnalysis)];
    assert_eq!(play.press("v"), stop);
    assert_eq!(play.press("v"), analyse(&play, 4));
}

#[test]
fn the_answer_about_a_position_that_is_past_is_shown_after_another_move() {
    let mut play = with_hints("connect-four");
    play.moved("4");
    play.moved("4");
    play.press("v");
    assert_eq!(play.press(","), analyse(&play, 1));
    assert_eq!(play.moved("3"), []);
    play.hear(answer(&play, 1));
    assert!(play.app.view.unwrap().known_values().is_some());
}

#[test]
fn the_thoughts_are_those_up_to_the_position_shown() {
    let mut play = Play::at_table("connect-four");
    play.moved("4");
    play.moved("4");
    play.moved("3");
    play.moved("3");
    for (ply, score) in [(2, 11), (4, 44)] {
        let search = SearchInfo {
            side: Side::Second,
            ply,
            score,
            depth: Some("6".parse().unwrap()),
            nodes: 1000,
            elapsed: Millis::from_millis(10),
            exact: None,
            pv: vec!["d1".parse().unwrap()],
        };
        play.table_event(false, RoomEvent::SearchInfo { search });
    }
    for (keys, first, second) in [("", true, true), (",", true, false), (",,", false, false)] {
        play.press(keys);
        let screen = text(&play.app, 120, 40);
        assert_eq!(screen.contains("score 11"), first, "{screen}");
        assert_eq!(screen.contains("score 44"), second, "{screen}");
    }
}

fn tick(play: &mut Play, millis: u64) -> Vec<Action> {
    play.app.now += Millis::from_millis(millis);
    play.does(Event::Tick)
}

/// It was never asked again, and awaited for ever.
#[test]
fn a_question_that_came_too_soon_is_asked_again_after_the_wait() {
    let wait = Millis::from_secs(2);
    let whole = vec![Action::Send(ClientMsg::AnalyseGame)];
    for (key, question) in [("v", analyse(&over(), 6)), ("a", whole)] {
        let mut play = over();
        assert_eq!(play.press(key), question);
        play.refuse(Refusal::TooFast { wait });
        assert_eq!(next(&play), Some(wait));
        assert_eq!(tick(&mut play, 1_000), []);
        assert_eq!(tick(&mut play, 1_000), question);
        assert_eq!(next(&play), None);
        assert_eq!(tick(&mut play, 5_000), []);
    }
    // Nothing is asked that nobody waits for any more, and nothing about something else.
    let mut play = over();
    play.press("v");
    play.refuse(Refusal::TooFast { wait });
    play.press("v");
    assert_eq!(tick(&mut play, 5_000), []);
    play.refuse(Refusal::TooFast { wait });
    assert_eq!(next(&play), None);
}

/// It counted on as if there were answers to come, and the values had to wait for them.
#[test]
fn an_evaluation_that_fails_in_the_middle_has_ended() {
    let limit = Refusal::OverLimit {
        limit: Limit::Watched,
        most: 1,
    };
    for refusal in [limit, Refusal::Internal { reference: 7 }] {
        let mut play = over();
        play.press("a");
        play.hear(scored(&play, 5, 1));
        assert!(text(&play.app, 100, 40).contains("analysed 1 of 7"));
        play.refuse(refusal);
        assert!(!text(&play.app, 100, 40).contains("analysed"));
        assert_eq!(play.press("v"), analyse(&play, 6));
    }
}
