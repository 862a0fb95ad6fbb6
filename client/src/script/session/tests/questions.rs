//! Questions about the table, for somebody who does not see it.

use protocol::clock::ClockFace;

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
        ["no move is played yet", "first (Ana) is to move"]
    );
    assert_eq!(trial.ask("moves"), ["no move is played yet"]);
    for column in ["4", "4", "3"] {
        trial.moved(column);
    }
    assert_eq!(
        trial.ask("last"),
        ["3. column 3 by first (Ana)", "second (Ben) is to move"]
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
            "first (Ana): 0:48 left, it runs",
            "second (Ben): 1:00 left",
            "clock 1m+2s"
        ]
    );
}

#[test]
fn who_is_there_is_asked_of_the_server() {
    let mut trial = Trial::new(Role::Player, Some(Side::First), false);
    let room = trial.seen.room;
    assert_eq!(trial.ask("who"), [""; 0]);
    assert_eq!(trial.sent.pop(), Some(ClientMsg::Who { room }));
    trial.hear(&ServerMsg::Who {
        room,
        spectators: vec![Name::clean("Cleo").unwrap()],
        watching: 1,
    });
    assert_eq!(
        trial.lines,
        ["first (X): Ana, you", "second (O): Ben", "1 watches: Cleo"]
    );
}

#[test]
fn on_a_wide_board_legal_moves_are_counted() {
    let mut trial = Trial::new(Role::Spectator, None, false);
    let variant = Variant::named("gomoku-15").unwrap();
    trial.seen.spec = GameSpec::new(variant).map_variant(Named::Known);
    trial.join(None);
    trial.moved("h8");
    assert_eq!(trial.ask("legal"), ["224 of the 225 cells"]);
}
