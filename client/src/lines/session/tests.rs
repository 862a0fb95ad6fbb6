use protocol::act::Act;
use protocol::id::{Revision, Seq};
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, Repeat};
use protocol::text::{ChatText, Name};
use protocol::view::{ChatLine, LeftWhy, Outcome, Phase, Ply, Reason, Seat, Snapshot};
use protocol::word::Named;

use super::*;
use crate::failure::Kind;
use crate::fixture::{human, snapshot};
use crate::language::Said as _;
use crate::ui::app::tests::welcome;

mod ended;
mod lost;
mod offers;
mod questions;
mod refused;
mod swap2;

/// A session at a table of a server that the test plays.
struct Trial {
    session: Session,
    /// The table as the server has it.
    seen: Snapshot,
    lines: Vec<String>,
    sent: Vec<ClientMsg>,
    ended: Option<Result<(), Failure>>,
    kept: Vec<FinishedGame>,
    forgotten: Vec<Token>,
    /// True while the seat is saved.
    is_saved: bool,
}

const TOKEN: Token = Token(9);

impl Trial {
    /// A player on the first side against a person, the input a pipe.
    fn player() -> Self {
        Self::new(Role::Player, Some(Side::First), true)
    }

    fn spectator() -> Self {
        Self::new(Role::Spectator, None, true)
    }

    fn new(role: Role, you: Option<Side>, is_patient: bool) -> Self {
        let room = "K7QM2X".parse().unwrap();
        let seen = Snapshot {
            seq: Seq(3),
            seats: BySide {
                first: human("Ana"),
                second: human("Ben"),
            },
            ..snapshot("connect-four")
        };
        let mut trial = Self {
            session: Session::new(SessionGoal::Join { room, role }, is_patient),
            seen,
            lines: Vec::new(),
            sent: Vec::new(),
            ended: None,
            kept: Vec::new(),
            forgotten: Vec::new(),
            is_saved: false,
        };
        trial.welcome();
        assert!(matches!(trial.sent.pop(), Some(ClientMsg::Join { .. })));
        trial.join(you);
        trial
    }

    fn welcome(&mut self) {
        self.hear(&welcome());
    }

    fn join(&mut self, you: Option<Side>) {
        self.hear(&ServerMsg::Joined {
            you,
            token: you.map(|_| TOKEN),
            owner: false,
            snapshot: Box::new(self.seen.clone()),
        });
    }

    fn hear(&mut self, message: &ServerMsg) {
        self.session.on_message(Millis::from_millis(0), message);
        self.collect_effects();
    }

    fn event(&mut self, event: RoomEvent) {
        self.seen.seq = self.seen.seq.next();
        let (room, seq) = (self.seen.room, self.seen.seq);
        self.hear(&ServerMsg::Event { room, seq, event });
    }

    /// Somebody plays; the server tells.
    fn moved(&mut self, text: &str) {
        let table = self.session.table.as_ref().unwrap();
        let game = table.game();
        let square = game.landing(game.read_move(text).unwrap()).unwrap();
        let (side, ply) = (table.to_move().unwrap(), game.plies().len() as u16 + 1);
        self.seen.revision = self.seen.revision.next();
        self.event(RoomEvent::Moved {
            revision: self.seen.revision,
            side,
            ply,
            made: Ply { square, left: None },
            ends_game: false,
            clock: None,
        });
    }

    fn over(&mut self) {
        self.event(RoomEvent::Over {
            outcome: Outcome {
                winner: Some(Side::First),
                reason: Reason::Resignation,
                line: Vec::new(),
            },
            series: self.seen.series,
            clock: None,
        });
    }

    fn refuse(&mut self, refusal: Refusal) {
        let message = refusal.to_string();
        self.hear(&ServerMsg::Refused { refusal, message });
    }

    fn left(&mut self, why: LeftWhy) {
        let room = self.seen.room;
        self.hear(&ServerMsg::Left { room, why });
    }

    fn types(&mut self, lines: &[&str]) {
        for line in lines {
            let now = Millis::from_millis(0);
            self.session.on_line(now, Some((*line).to_owned()));
        }
        self.collect_effects();
    }

    fn input_ends(&mut self) {
        self.session.on_line(Millis::from_millis(0), None);
        self.collect_effects();
    }

    fn collect_effects(&mut self) {
        for effect in self.session.effects() {
            match effect {
                Effect::Send(order) => self.sent.push(order.message),
                Effect::Line(line) | Effect::Note(line) => self.lines.push(line),
                Effect::End(outcome) => self.ended = Some(outcome),
                Effect::Keep(game) => self.kept.push(*game),
                Effect::Forget(token) => {
                    self.forgotten.push(token);
                    self.is_saved = false;
                }
                Effect::Seated { .. } => self.is_saved = true,
                Effect::Rejoining { .. } | Effect::Watching(_) => {}
            }
        }
    }

    /// The columns of the moves that were sent since this was asked last.
    fn columns(&mut self) -> Vec<u8> {
        self.sent
            .drain(..)
            .map(|message| match message {
                ClientMsg::Act(Act::Move { square, .. }) => square.column() + 1,
                other => panic!("{other:?} is no move"),
            })
            .collect()
    }

    fn has_said(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }
}

#[test]
fn a_game_written_in_advance_is_played_move_by_move() {
    let mut trial = Trial::player();
    trial.types(&["4", "3", "resign"]);
    assert_eq!(trial.columns(), [4]);
    trial.moved("4");
    assert!(trial.columns().is_empty());
    trial.moved("1");
    assert_eq!(trial.columns(), [3]);
    trial.moved("3");
    assert_eq!(trial.sent, [ClientMsg::Act(Act::Resign)]);
}

#[test]
fn at_a_terminal_a_move_out_of_turn_is_answered_at_once() {
    let mut trial = Trial::new(Role::Player, Some(Side::Second), false);
    trial.types(&["4"]);
    assert!(trial.has_said("it is not your turn"), "{:?}", trial.lines);
    trial.moved("4");
    assert!(trial.columns().is_empty());
    trial.types(&["5"]);
    assert_eq!(trial.columns(), [5]);
}

#[test]
fn a_refused_move_lets_the_next_one_pass() {
    let mut trial = Trial::player();
    trial.types(&["9", "4", "5"]);
    assert!(trial.has_said("a column, 1 to 7"), "{:?}", trial.lines);
    assert_eq!(trial.columns(), [4]);
    trial.refuse(Refusal::ColumnFull {
        column: 4,
        open: vec![5],
    });
    assert!(trial.has_said("refused: column 4 is full"));
    assert_eq!(trial.columns(), [5]);
}

#[test]
fn at_the_end_of_input_a_player_leaves_when_the_next_move_is_theirs() {
    let mut trial = Trial::player();
    trial.types(&["4"]);
    trial.input_ends();
    trial.moved("4");
    assert_eq!(trial.columns(), [4]);
    assert_eq!(trial.ended, None);
    trial.moved("1");
    assert_eq!(trial.sent, [ClientMsg::Leave]);
    assert!(trial.has_said("enlinea join K7QM2X"), "{:?}", trial.lines);
    trial.left(LeftWhy::Asked);
    assert_eq!(trial.ended, Some(Ok(())));
}

/// The seat was said to be kept, and the game to be over in the next line.
#[test]
fn at_the_end_of_input_an_act_that_ends_the_game_is_waited_for() {
    for act in ["resign", "abort"] {
        let mut trial = Trial::player();
        trial.types(&[act]);
        trial.input_ends();
        assert!(matches!(trial.sent[..], [ClientMsg::Act(_)]), "{act}");
        trial.over();
        assert_eq!(trial.sent.last(), Some(&ClientMsg::Leave), "{act}");
        assert!(!trial.has_said("your seat is kept"), "{:?}", trial.lines);
    }
    // One that is refused ends no game.
    let mut trial = Trial::player();
    trial.types(&["abort"]);
    trial.input_ends();
    trial.refuse(Refusal::NotSeated);
    assert_eq!(trial.sent.last(), Some(&ClientMsg::Leave));
    assert!(trial.has_said("your seat is kept"), "{:?}", trial.lines);
}

/// The way back by `enlinea join` starts a server in this program again, where it kept its games.
#[test]
fn what_is_said_of_the_seat_on_a_server_in_this_program_is_true() {
    let kept = "enlinea join K7QM2X --server box:9000";
    for (fate, expected, is_kept, stops) in [
        (SeatFate::Kept, kept, true, false),
        (SeatFate::Unsaved, "no way back", false, false),
        (SeatFate::KeptHere, "enlinea join K7QM2X", true, true),
        (SeatFate::LostHere, "are lost with it", false, true),
    ] {
        let mut trial = Trial::player();
        trial.session.set_seat_fate(fate);
        trial
            .session
            .set_server_option(" --server box:9000".to_owned());
        trial.input_ends();
        assert!(trial.has_said(expected), "{:?}", trial.lines);
        assert_eq!(trial.has_said("enlinea join"), is_kept);
        assert_eq!(trial.has_said("the server here stops"), stops);
        let interrupted = trial.session.interrupted();
        assert_eq!(interrupted.contains("enlinea join"), is_kept);
        assert_eq!(interrupted.contains("has stopped"), stops);
        assert_eq!(interrupted.contains("lost"), !is_kept && stops);
    }
}

#[test]
fn a_game_that_ends_after_the_input_ends_the_stay() {
    let mut trial = Trial::player();
    trial.types(&["4"]);
    trial.input_ends();
    trial.moved("4");
    trial.over();
    let kept = trial.kept.pop().unwrap();
    assert_eq!((kept.number, kept.played), (1, true));
    assert_eq!(kept.record.tag("Reason"), Some("resignation"));
    assert_eq!(trial.sent.pop(), Some(ClientMsg::Leave));
    trial.left(LeftWhy::Asked);
    assert_eq!(trial.ended, Some(Ok(())));
}

#[test]
fn moves_behind_the_end_of_the_game_are_told_of_and_rematch_is_not_lost() {
    let mut trial = Trial::player();
    trial.types(&["4", "5", "rematch"]);
    trial.moved("4");
    assert_eq!(trial.columns(), [4]);
    trial.over();
    assert!(trial.has_said("\"5\" is not played"), "{:?}", trial.lines);
    assert_eq!(trial.sent, [ClientMsg::Act(Act::Rematch)]);
}

#[test]
fn a_match_of_bots_is_watched_to_its_last_game() {
    let mut trial = Trial::spectator();
    let bot = || Seat::Bot {
        bot: "random".parse().unwrap(),
    };
    trial.seen.spec.repeat = Repeat::new(1).unwrap();
    trial.seen.seats = BySide {
        first: bot(),
        second: bot(),
    };
    trial.join(None);
    trial.over();
    assert_eq!(trial.ended, None);
    trial.seen.series.game = 2;
    trial.event(RoomEvent::Started {
        revision: Revision(2),
        series: trial.seen.series,
        seats: trial.seen.seats.clone(),
        clock: None,
        rated: false,
    });
    trial.over();
    assert_eq!(trial.ended, Some(Ok(())));
}

#[test]
fn a_gap_asks_for_the_room_again_once() {
    let mut trial = Trial::spectator();
    for seq in [9, 10] {
        trial.hear(&ServerMsg::Event {
            room: trial.seen.room,
            seq: Seq(seq),
            event: RoomEvent::DrawOffered { by: Side::First },
        });
    }
    assert_eq!(trial.sent, [ClientMsg::Resync]);
    trial.seen.seq = Seq(10);
    trial.join(None);
    trial.event(RoomEvent::DrawOffered { by: Side::Second });
    assert!(trial.has_said("second (Ben) offers a draw"));
}

#[test]
fn messages_of_the_protocol_are_sent_as_they_are() {
    let mut trial = Trial::player();
    trial.types(&["{\"type\":\"ask_takeback\"}", "{\"type\":\"dance\"}"]);
    assert_eq!(trial.sent, [ClientMsg::Act(Act::AskTakeback)]);
    assert!(trial.has_said("PROTOCOL.md"));
}

#[test]
fn happenings_are_lines_that_can_be_read_aloud() {
    let mut trial = Trial::player();
    trial.moved("4");
    trial.moved("4");
    trial.event(RoomEvent::Reconnected { side: Side::Second });
    assert!(!trial.has_said("is back"));
    trial.event(RoomEvent::Disconnected { side: Side::Second });
    trial.event(RoomEvent::Reconnected { side: Side::Second });
    trial.over();
    for expected in [
        "room K7QM2X: Connect Four, no clock",
        "first (X): Ana, you",
        "second (O): Ben",
        "your turn: you play first (X)",
        "1. first plays column 4 (Ana)",
        "2. second plays column 4 (Ben)",
        "second (Ben) is away; the game can be claimed after 60 s",
        "second (Ben) is back",
        "game over: you win by resignation!",
        "score: Ana 0 : 0 Ben; drawn 0",
    ] {
        assert!(
            trial.lines.iter().any(|line| line == expected),
            "{expected}: {:?}",
            trial.lines
        );
    }
    trial.types(&["board"]);
    for expected in [
        "2  .  .  .  O  .  .  .",
        "1  .  .  .  X  .  .  .",
        "   1  2  3  4  5  6  7",
    ] {
        assert!(trial.has_said(expected), "{expected}: {:?}", trial.lines);
    }
}

#[test]
fn what_happens_in_another_room_is_not_told_of_this_one() {
    let mut trial = Trial::player();
    trial.moved("4");
    trial.lines.clear();
    let room = RoomId::from_draw(8);
    assert_ne!(room, trial.seen.room);
    let seq = trial.seen.seq.next();
    for seq in [seq, Seq(seq.0 + 40)] {
        let by = Side::Second;
        let event = RoomEvent::DrawOffered { by };
        trial.hear(&ServerMsg::Event { room, seq, event });
    }
    let why = LeftWhy::Closed;
    trial.hear(&ServerMsg::Left { room, why });
    assert!(trial.lines.is_empty() && trial.sent.is_empty());
    assert_eq!(trial.ended, None);
    let table = trial.session.table.as_ref().unwrap();
    assert_eq!(
        (table.snapshot().seq, table.snapshot().offers.draw),
        (trial.seen.seq, None)
    );
}

#[test]
fn what_the_host_says_to_all_is_told_once() {
    let mut trial = Trial::player();
    let text = Some("closing at ten".to_owned());
    trial.hear(&ServerMsg::Announcement { text });
    let before = trial.lines.len();
    assert_eq!(trial.lines[before - 1], "the host says: closing at ten");
    for said in ["host: closing at ten", "Ben: closing at ten", "host: bye"] {
        let line = lost::chat_line(said);
        trial.event(RoomEvent::ChatPosted { line });
    }
    assert_eq!(trial.lines[before..], ["Ben: closing at ten", "host: bye"]);
}

#[test]
fn the_end_of_input_never_ends_watching() {
    let mut trial = Trial::spectator();
    trial.input_ends();
    trial.moved("4");
    assert_eq!((trial.sent.len(), &trial.ended), (0, &None));
    trial.over();
    assert_eq!(trial.ended, Some(Ok(())));
}

#[test]
fn a_player_whose_last_line_made_no_sense_ends_with_that() {
    for line in ["foo", "{bad"] {
        let mut trial = Trial::player();
        trial.types(&[line]);
        trial.input_ends();
        trial.left(LeftWhy::Asked);
        let failure = trial.ended.unwrap().unwrap_err();
        assert_eq!(failure.kind, Kind::Usage, "{line}");
    }
}
