//! The opening swap2 by typed words.

use protocol::spec::OpeningChoice::{self, Black, PlaceTwo, White};
use protocol::spec::OpeningRule;
use protocol::turn_order::TurnOrder;

use super::*;

fn trial(you: Option<Side>, is_patient: bool) -> Trial {
    let mut trial = Trial::new(Role::Player, you, is_patient);
    trial.seen.spec = GameSpec::new(Variant::named("gomoku-15").unwrap()).map_variant(Named::Known);
    trial.seen.spec.opening = Some(OpeningRule::Swap2);
    trial.seen.opening = TurnOrder::new(trial.seen.spec.opening).state(0);
    trial.lines.clear();
    trial.join(you);
    trial
}

impl Trial {
    fn chosen(&mut self, choice: OpeningChoice) {
        let by = self.session.table.as_ref().unwrap().to_move().unwrap();
        self.seen.revision = self.seen.revision.next();
        self.event(RoomEvent::OpeningChosen {
            revision: self.seen.revision,
            by,
            choice,
            clock: None,
        });
    }

    /// Puts the three stones of the opener.
    fn opened(&mut self) {
        for stone in ["h8", "a1", "h9"] {
            self.moved(stone);
        }
    }

    /// The messages since this was asked last: the cells of moves, and choices.
    fn acts(&mut self) -> String {
        let acts = self.sent.drain(..).map(|message| match message {
            ClientMsg::Act(Act::Move { square, .. }) => square.to_string(),
            ClientMsg::Act(Act::Choose { choice, .. }) => choice.to_string(),
            other => format!("{other:?}"),
        });
        acts.collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn an_opening_written_in_advance_waits_for_its_turns() {
    let mut trial = trial(Some(Side::First), true);
    trial.types(&["h8", "a1", "h9", "white", "o1", "resign"]);
    for (stone, next) in [("h8", "a1"), ("a1", "h9"), ("h9", "")] {
        assert_eq!(trial.acts(), stone);
        trial.moved(stone);
        assert_eq!(trial.sent.len(), usize::from(!next.is_empty()));
    }
    trial.chosen(PlaceTwo);
    trial.moved("a3");
    assert_eq!(trial.acts(), "");
    trial.moved("b5");
    assert_eq!(trial.acts(), "white");
    trial.chosen(White);
    assert_eq!(trial.acts(), "o1");
    trial.moved("o1");
    trial.moved("h10");
    assert_eq!(trial.sent, [ClientMsg::Act(Act::Resign)]);
}

#[test]
fn a_stone_instead_of_a_choice_is_rejected_with_the_choices_and_the_other_way_round() {
    let mut trial = trial(Some(Side::Second), false);
    trial.types(&["black"]);
    assert!(trial.has_said("it is not your turn: first (Ana) places 3 stones"));
    trial.opened();
    trial.types(&["a3"]);
    let expected =
        "\"a3\" is not a choice; your turn: choose black, white or two (two more stones)";
    assert_eq!(trial.lines.pop().unwrap(), expected);
    trial.types(&["two"]);
    assert_eq!(trial.acts(), "place_two");
    trial.chosen(PlaceTwo);
    trial.types(&["white"]);
    let expected =
        "white cannot be chosen now; your turn: place 2 more stones: white (O), black (X)";
    assert_eq!(trial.lines.pop().unwrap(), expected);
    assert_eq!(trial.acts(), "");
}

#[test]
fn an_opening_is_lines_that_can_be_read_aloud() {
    let mut trial = trial(Some(Side::First), true);
    trial.opened();
    trial.chosen(PlaceTwo);
    trial.moved("a3");
    trial.moved("b5");
    trial.chosen(Black);
    trial.moved("o1");
    trial.types(&["board"]);
    let expected = [
        "room K7QM2X: Gomoku 15 x 15, swap2, no clock",
        "first: Ana, you",
        "second: Ben",
        "your turn: place 3 stones: black (X), white (O), black (X)",
        "1. first plays h8, black (Ana)",
        "your turn: place 2 more stones: white (O), black (X)",
        "2. first plays a1, white (Ana)",
        "your turn: place 1 more stone: black (X)",
        "3. first plays h9, black (Ana)",
        "second (Ben) chooses: black, white or two more stones",
        "second (Ben) chose two more stones",
        "second (Ben) places 2 more stones: white (O), black (X)",
        "4. second plays a3, white (Ben)",
        "second (Ben) places 1 more stone: black (X)",
        "5. second plays b5, black (Ben)",
        "your turn: choose black or white",
        "you chose black",
        "first (Ana) plays black (X), second (Ben) white (O)",
        "second (Ben) to move",
        "6. second plays o1, white (Ben)",
        "your turn: you play first, black (X)",
    ];
    assert_eq!(trial.lines[..expected.len()], expected);
    trial.lines.clear();
    trial.seen.opening = trial
        .session
        .table
        .as_ref()
        .unwrap()
        .snapshot()
        .opening
        .clone();
    trial.seen.plies = trial.session.table.as_ref().unwrap().plies().to_vec();
    trial.join(Some(Side::First));
    for expected in ["first, black (X): Ana, you", "second, white (O): Ben"] {
        assert!(trial.lines.iter().any(|line| line == expected));
    }
}

#[test]
fn a_rule_of_a_later_release_is_told_by_what_the_server_says_of_it() {
    let mut trial = trial(Some(Side::First), true);
    let rule = OpeningRule::from("taraguchi_10".to_owned());
    let mut opening = TurnOrder::new(Some(OpeningRule::Swap2)).state(3).unwrap();
    opening.rule = rule;
    opening.to_act = Side::First;
    opening.choices = vec![OpeningChoice::from("ten_points".to_owned()), White];
    trial.hear(&ServerMsg::Event {
        room: trial.seen.room,
        seq: trial.seen.seq,
        event: RoomEvent::Opening { opening },
    });
    let expected = "your turn: choose ten_points or white";
    assert_eq!(trial.lines.pop().unwrap(), expected);
}

/// A table with a clock that does not run.
fn with_clock(you: Side, stones: &[&str]) -> Trial {
    let mut trial = trial(Some(you), false);
    let left = Millis::from_secs(300);
    trial.seen.clock = Some(protocol::clock::ClockFace {
        remaining: BySide {
            first: left,
            second: left,
        },
        running: None,
    });
    let ply = |text: &&str| Ply {
        square: text.parse().unwrap(),
        left: None,
    };
    trial.seen.plies = stones.iter().map(ply).collect();
    trial.seen.opening = TurnOrder::new(Some(OpeningRule::Swap2)).state(stones.len());
    trial.lines.clear();
    trial.join(Some(you));
    trial
}

/// The limit was told nowhere, and the game was gone.
#[test]
fn that_a_first_act_must_come_soon_is_told_in_lines() {
    let stones = &["h8", "a1", "h9"][..];
    let first_move = "the clock is not running yet; without a first move the game is soon aborted";
    let choice = "the clock is not running yet; without a choice the game is soon aborted";
    for you in Side::BOTH {
        let trial = with_clock(you, &[]);
        assert_eq!(trial.lines.last().unwrap(), first_move);
        let trial = with_clock(you, &stones[..2]);
        assert!(!trial.has_said("not running yet"), "{:?}", trial.lines);
        let mut trial = with_clock(you, stones);
        assert_eq!(trial.lines.last().unwrap(), choice);
        let outcome = Outcome {
            winner: None,
            reason: Reason::NoFirstMove,
            line: Vec::new(),
        };
        let (series, clock) = (trial.seen.series, None);
        trial.event(RoomEvent::Over {
            outcome,
            series,
            clock,
        });
        assert!(
            trial.has_said("game over: aborted: the choice did not come in time"),
            "{:?}",
            trial.lines
        );
    }
}
