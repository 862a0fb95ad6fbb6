//! Questions about the table, for somebody who does not see it.

use protocol::clock::ClockFace;
use protocol::square::Square;

use super::*;

impl Trial {
    /// Types a question, and returns the lines of the answer.
    fn ask(&mut self, question: &str) -> Vec<String> {
        self.lines.clear();
        self.types(&[question]);
        std::mem::take(&mut self.lines)
    }
}

#[test]
fn what_is_on_the_board_is_told_in_words() {
    let mut trial = Trial::new(Role::Spectator, None, false);
    assert_eq!(
        trial.ask("last"),
        ["no move has been played yet", "first (Ana) to move"]
    );
    assert_eq!(trial.ask("moves"), ["no move has been played yet"]);
    for column in ["4", "4", "3"] {
        trial.moved(column);
    }
    assert_eq!(
        trial.ask("last"),
        ["3. column 3 by first (Ana)", "second (Ben) to move"]
    );
    assert_eq!(trial.ask("moves"), ["1. 4 4, 2. 3"]);
    assert_eq!(trial.ask("legal"), ["1, 2, 3, 4, 5, 6, 7"]);
    for column in ["4", "4", "4", "4"] {
        trial.moved(column);
    }
    assert_eq!(trial.ask("legal"), ["1, 2, 3, 5, 6, 7"]);
    assert_eq!(trial.ask("clocks"), ["nobody has a clock in this game"]);
    trial.over();
    assert_eq!(trial.ask("legal"), ["none: the game is over"]);
}

#[test]
fn the_time_of_a_clock_that_runs_is_that_of_the_question() {
    let mut trial = Trial::new(Role::Player, Some(Side::First), false);
    trial.seen.spec.clock = Some("1m+2s".parse().unwrap());
    trial.seen.clock = Some(ClockFace {
        remaining: BySide {
            first: Millis::from_millis(60_000),
            second: Millis::from_millis(60_000),
        },
        running: Some(Side::First),
    });
    trial.join(Some(Side::First));
    let now = Millis::from_millis(12_000);
    trial.lines.clear();
    trial.session.on_line(now, Some("clocks".to_owned()));
    trial.collect_effects();
    assert_eq!(
        trial.lines,
        [
            "first (Ana): 0:48 left, running",
            "second (Ben): 1:00 left",
            "clock 1m+2s"
        ]
    );
}

/// The names of a hundred were as many as the number said, to all appearances.
#[test]
fn spectators_who_are_not_named_are_counted() {
    let mut trial = Trial::player();
    trial.types(&["who"]);
    trial.hear(&ServerMsg::Who {
        room: trial.seen.room,
        spectators: vec![Name::clean("Cleo").unwrap()],
        watching: 3,
    });
    let said = [
        "first (X): Ana, you",
        "second (O): Ben",
        "3 watching: Cleo and 2 more",
    ];
    assert!(
        trial.lines.ends_with(&said.map(str::to_owned)),
        "{:?}",
        trial.lines
    );
}

#[test]
fn whoever_comes_after_the_end_leaves_when_the_input_ends_and_all_is_answered() {
    let trial = Trial::spectator();
    let outcome = Outcome {
        winner: Some(Side::First),
        reason: Reason::Resignation,
        line: Vec::new(),
    };
    let mut late = Trial {
        session: Session::new(
            SessionGoal::Join {
                room: trial.seen.room,
                role: Role::Spectator,
            },
            true,
        ),
        lines: Vec::new(),
        ended: None,
        ..trial
    };
    late.seen.phase = Phase::Over { outcome };
    late.join(None);
    assert_eq!(late.ended, None);
    assert!(
        late.has_said("game over: first (Ana) wins"),
        "{:?}",
        late.lines
    );
    late.types(&["who"]);
    late.input_ends();
    let room = late.seen.room;
    assert_eq!(late.sent, [ClientMsg::Who { room }]);
    late.hear(&ServerMsg::Who {
        room,
        spectators: Vec::new(),
        watching: 0,
    });
    assert_eq!(late.sent.pop(), Some(ClientMsg::Leave));
    late.left(LeftWhy::Asked);
    assert_eq!(late.ended, Some(Ok(())));
}

#[test]
fn what_a_bot_found_is_kept_though_it_is_told_behind_the_end() {
    let mut trial = Trial::player();
    for column in ["4", "1", "4"] {
        trial.moved(column);
    }
    trial.over();
    assert_eq!(trial.kept.len(), 1);
    let search = protocol::view::SearchInfo {
        side: Side::Second,
        ply: 2,
        score: 7,
        depth: None,
        nodes: 10,
        elapsed: Millis::ZERO,
        pv: vec![Square::new(0, 0).unwrap()],
        exact: None,
    };
    trial.event(RoomEvent::SearchInfo { search });
    assert_eq!(trial.kept.len(), 2);
    let kept = trial.kept.pop().unwrap().record;
    assert!(
        kept.to_string()
            .contains("1 {[%search score=7 nodes=10 ms=0]}"),
        "{kept}"
    );
}

/// The game ended with status 3, and with the refusal once more behind the result.
#[test]
fn a_question_that_was_refused_does_not_decide_how_a_session_ends() {
    for (is_move_refused, is_fine) in [(false, true), (true, false)] {
        let mut trial = Trial::player();
        trial.types(&["4"]);
        if is_move_refused {
            trial.refuse(Refusal::NotSeated);
        } else {
            trial.moved("4");
        }
        trial.types(&["analyse"]);
        trial.refuse(Refusal::HintsOff);
        trial.input_ends();
        trial.over();
        trial.left(LeftWhy::Asked);
        assert_eq!(trial.ended.unwrap().is_ok(), is_fine);
    }
}

#[test]
fn the_answer_of_the_server_comes_before_the_lines_behind_the_question() {
    let mut trial = Trial::spectator();
    trial.lines.clear();
    trial.types(&["analyse", "legal"]);
    let (variant, moves) = (Variant::named("connect-four").unwrap(), Vec::new());
    assert_eq!(trial.sent, [ClientMsg::Analyse { variant, moves }]);
    assert_eq!(trial.lines, [""; 0]);
    trial.refuse(Refusal::GameNotOver);
    assert!(trial.lines[0].starts_with("refused: "), "{:?}", trial.lines);
    assert_eq!(trial.lines[1], "1, 2, 3, 4, 5, 6, 7");
}
