//! Whole games through `App::update`, with what a server would say.

use protocol::act::Act;
use protocol::id::{PlayerId, Revision, RoomId, Seq, ServerId, Token};
use protocol::message::{ClientMsg, MINOR, Role, RoomEvent, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
#[cfg(feature = "host")]
use protocol::spec::{BotSpec, SeatSpec};
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule};
use protocol::square::Square;
use protocol::text::Name;
use protocol::turn_order::TurnOrder;
use protocol::view::{LeftWhy, Outcome, Phase, Ply, Reason, RoomSummary, Seat, Series, Snapshot};
use protocol::word::Named;

use super::*;
use crate::discovery::Found;
use crate::fixture::{self, human};
use crate::net::{NetEvent, Security};
use crate::seats::tests::seat_at;

mod any_keys;
mod calls;
mod first_screen;
mod hosting;
mod links;
mod looking_back;
mod notices;
mod notices_end;
mod own_games;
mod premove;
mod questions;
mod refusals;
mod swap2;
mod typed_again;
mod way_out;
mod without_connection;

/// An app with a server that says what a test wants.
pub(crate) struct Play {
    pub(crate) app: App,
    pub(crate) seq: u32,
    revision: u32,
}

pub(crate) fn name(text: &str) -> Name {
    Name::clean(text).unwrap()
}

pub(crate) fn snapshot(variant: &str) -> Snapshot {
    Snapshot {
        room: RoomId::from_draw(7),
        ..fixture::snapshot(variant)
    }
}

/// A game that begins with swap2.
pub(crate) fn swap2(variant: &str) -> Snapshot {
    let mut seen = snapshot(variant);
    seen.spec.opening = Some(OpeningRule::Swap2);
    seen.opening = TurnOrder::new(seen.spec.opening).state(0);
    seen
}

impl Play {
    pub(crate) fn home() -> Self {
        Self {
            app: App::new(Vec::new(), vec!["ws://there:4270/ws".to_owned()]),
            seq: 4,
            revision: 1,
        }
    }

    /// In the lobby of a server.
    pub(crate) fn in_lobby() -> Self {
        let mut play = Self::home();
        play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
        play.hear(welcome());
        play
    }

    /// At a table, as Ana, who moves first.
    pub(crate) fn at_table(variant: &str) -> Self {
        let mut play = Self::in_lobby();
        play.join(Some(Side::First), snapshot(variant));
        play
    }

    pub(crate) fn join(&mut self, you: Option<Side>, snapshot: Snapshot) -> Vec<Action> {
        self.seq = snapshot.seq.0;
        self.revision = snapshot.revision.0;
        self.hear(ServerMsg::Joined {
            you,
            token: you.map(|_| Token(9)),
            owner: false,
            snapshot: Box::new(snapshot),
        })
    }

    pub(crate) fn does(&mut self, event: Event) -> Vec<Action> {
        let now = self.app.now + Millis::from_millis(1);
        self.app.update(now, event)
    }

    pub(crate) fn hear(&mut self, message: ServerMsg) -> Vec<Action> {
        self.does(Event::Net(NetEvent::Message(Box::new(message))))
    }

    pub(crate) fn refuse(&mut self, refusal: Refusal) -> Vec<Action> {
        let message = refusal.to_string();
        self.hear(ServerMsg::Refused { refusal, message })
    }

    /// The connection is lost, and comes back by itself.
    pub(crate) fn lose(&mut self) -> Vec<Action> {
        self.does(Event::Net(NetEvent::Lost {
            why: "nobody answers".to_owned(),
            retry_in: std::time::Duration::from_secs(3),
            attempt: 1,
        }))
    }

    pub(crate) fn press(&mut self, keys: &str) -> Vec<Action> {
        keys.chars()
            .flat_map(|key| self.does(Event::Key(Key::Char(key))))
            .collect()
    }

    /// The position of the game at the table after its first plies.
    pub(crate) fn position(&self, plies: u16) -> (Variant, Vec<Square>) {
        let game = self.app.table().expect("at a table").game();
        (game.variant(), game.plies()[..usize::from(plies)].to_vec())
    }

    pub(crate) fn table_event(&mut self, durable: bool, event: RoomEvent) -> Vec<Action> {
        self.seq += u32::from(durable);
        let (room, seq) = (RoomId::from_draw(7), Seq(self.seq));
        self.hear(ServerMsg::Event { room, seq, event })
    }

    pub(crate) fn moved(&mut self, text: &str) -> Vec<Action> {
        let table = self.app.table().unwrap();
        let game = table.game();
        let square = game.landing(game.read_move(text).unwrap()).unwrap();
        let side = table.to_move().unwrap_or(game.side_to_move());
        let ply = game.plies().len() as u16 + 1;
        self.revision += 1;
        let event = RoomEvent::Moved {
            revision: Revision(self.revision),
            side,
            ply,
            made: Ply { square, left: None },
            ends_game: false,
            clock: self.app.table().unwrap().snapshot().clock,
        };
        self.table_event(true, event)
    }

    /// The seat that acts makes a choice of the opening.
    pub(crate) fn chosen(&mut self, choice: OpeningChoice) -> Vec<Action> {
        let table = self.app.table().unwrap();
        let (by, clock) = (table.to_move().unwrap(), table.snapshot().clock);
        self.revision += 1;
        let event = RoomEvent::OpeningChosen {
            revision: Revision(self.revision),
            by,
            choice,
            clock,
        };
        self.table_event(true, event)
    }

    /// The game ends as the board says.
    pub(crate) fn over(&mut self, winner: Option<Side>) -> Vec<Action> {
        let ending = self.app.table().unwrap().game().ending().cloned();
        let outcome = Outcome {
            winner,
            reason: match ending {
                Some(_) if winner.is_some() => Reason::Line,
                Some(_) => Reason::FullBoard,
                None => Reason::Resignation,
            },
            line: ending.map_or(Vec::new(), |ending| ending.line().to_vec()),
        };
        let mut series = self.app.table().unwrap().snapshot().series;
        match winner {
            Some(side) => series.wins[side] += 1,
            None => series.draws += 1,
        }
        let clock = None;
        let event = RoomEvent::Over {
            outcome,
            series,
            clock,
        };
        self.table_event(true, event)
    }
}

/// A lobby with these rooms.
pub(crate) fn lobby_of(rooms: Vec<RoomSummary>) -> ServerMsg {
    ServerMsg::Lobby {
        rooms,
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    }
}

pub(crate) fn welcome() -> ServerMsg {
    ServerMsg::Welcome {
        protocol: VERSION,
        minor: MINOR,
        software: "tests".to_owned(),
        server: "here".to_owned(),
        id: ServerId(7),
        addresses: Vec::new(),
        features: Vec::new(),
        announcement: None,
        player: PlayerId(1),
        name: name("Ana"),
        bots: Vec::new().into(),
        variants: Variant::fixed().map(Named::Known).collect(),
        nodes: Vec::new(),
    }
}

#[test]
#[cfg(feature = "host")]
fn enter_on_the_first_screen_plays_a_bot_at_once() {
    let mut play = Play {
        app: App::new(Vec::new(), Vec::new()),
        seq: 0,
        revision: 0,
    };
    let actions = play.does(Event::Key(Key::Enter));
    let private = Action::Host {
        scope: HostScope::Own,
        listen: Listen::Usual,
    };
    assert_eq!(actions.last(), Some(&private));
    let url = "ws://127.0.0.1:1/ws".to_owned();
    let actions = play.does(Event::Hosted(HostedUrls {
        own: url.clone(),
        for_others: Vec::new(),
        is_kept: false,
    }));
    assert_eq!(actions, [Action::Connect(vec![url])]);
    let offer = BotOffer {
        kind: "level".to_owned(),
        about: String::new(),
        depths: Some(("1".parse().unwrap(), "9".parse().unwrap())),
        default_depth: None,
        presets: Vec::new(),
        variants: Variant::fixed().map(Named::Known).collect(),
        options: Vec::new(),
        level: None,
        openings: Vec::new(),
    };
    let mut greeting = welcome();
    if let ServerMsg::Welcome { bots, .. } = &mut greeting {
        *bots = vec![offer].into();
    }
    let actions = play.hear(greeting);
    let [Action::Send(ClientMsg::Open { seats, .. })] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!(seats.first, SeatSpec::Me);
    let bot: BotSpec = "level:3".parse().unwrap();
    assert_eq!(seats.second, SeatSpec::Bot { bot });
}

#[test]
fn a_way_back_is_offered_first() {
    let seat = seat_at("ws://there/ws", RoomId::from_draw(1), 5);
    let mut app = App::new(vec![seat.clone()], Vec::new());
    let actions = app.update(Millis::from_millis(1), Event::Key(Key::Enter));
    assert_eq!(actions, [Action::Connect(seat.servers.clone())]);
    let actions = app.update(
        Millis::from_millis(2),
        Event::Net(NetEvent::Message(Box::new(welcome()))),
    );
    let role = Role::Seat { token: Token(5) };
    let room = seat.room;
    assert_eq!(actions, [Action::Send(ClientMsg::Join { room, role })]);
    // A way that leads nowhere is forgotten, and the lobby is better than nothing.
    let refusal = Refusal::WrongToken { room };
    let message = refusal.to_string();
    let refused = ServerMsg::Refused { refusal, message };
    let actions = app.update(
        Millis::from_millis(3),
        Event::Net(NetEvent::Message(Box::new(refused))),
    );
    assert!(actions.contains(&Action::Forget(Token(5))));
    assert_eq!(app.screen, Screen::Lobby);
}

#[test]
fn a_first_visit_is_a_grey_line_in_the_lobby_and_a_later_one_is_none() {
    let mut play = Play::home();
    for notice in [Some("first visit".to_owned()), None] {
        play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
        play.app.clear_notice();
        play.does(Event::Net(NetEvent::Security {
            security: Security::Encrypted,
            about: "key AB12".to_owned(),
            notice: notice.clone(),
        }));
        play.hear(welcome());
        assert_eq!(play.app.notice(), notice.as_deref());
        assert_eq!(play.app.notice_is_quiet(), notice.is_some());
    }
}

#[test]
fn a_room_whose_game_is_not_known_is_left_with_the_reason() {
    let mut play = Play::in_lobby();
    let mut later = snapshot("gomoku");
    later.spec.variant = Named::Unknown("hex-11".to_owned());
    play.press("f");
    let actions = play.join(None, later);
    assert_eq!(actions, [Action::Send(ClientMsg::Leave)]);
    let notice = play.app.notice().unwrap_or_default().to_owned();
    assert!(notice.contains("hex-11"), "{notice}");
    assert!(
        !play.press("f").is_empty(),
        "the way to another room is free"
    );
}

#[test]
fn a_whole_game_is_played_with_digits_and_a_rematch_swaps_sides() {
    let mut play = Play::at_table("connect-four");
    for (mine, theirs) in [("4", "1"), ("4", "1"), ("4", "1")] {
        let actions = play.press(mine);
        let square = Square::new(3, 0).unwrap().column();
        let [Action::Send(ClientMsg::Act(Act::Move { square: played, .. }))] = &actions[..] else {
            panic!("{actions:?}");
        };
        assert_eq!(played.column(), square);
        play.moved(mine);
        assert!(play.press("2").is_empty(), "it is not my turn");
        play.does(Event::Key(Key::Esc));
        assert!(play.moved(theirs).contains(&Action::Bell), "it is my turn");
    }
    play.moved("4");
    let actions = play.over(Some(Side::First));
    assert!(actions.contains(&Action::Forget(Token(9))));
    assert_eq!(
        play.press("r"),
        [Action::Send(ClientMsg::Act(Act::Rematch))]
    );
    let started = RoomEvent::Started {
        revision: Revision(20),
        series: Series {
            game: 2,
            wins: BySide {
                first: 0,
                second: 1,
            },
            draws: 0,
        },
        rated: false,
        seats: BySide {
            first: human("Bo"),
            second: human("Ana"),
        },
        clock: None,
    };
    play.table_event(true, started);
    assert_eq!(play.app.table().unwrap().you(), Some(Side::Second));
}

#[test]
fn resigning_and_leaving_are_asked_twice() {
    let mut play = Play::at_table("connect-four");
    assert!(play.press("x").is_empty());
    assert!(play.press("n").is_empty(), "no means no");
    assert_eq!(
        play.press("xy"),
        [Action::Send(ClientMsg::Act(Act::Resign))]
    );
    assert!(play.does(Event::Key(Key::Esc)).is_empty());
    let actions = play.press("y");
    assert_eq!(actions[0], Action::Send(ClientMsg::Leave));
    assert!(actions.contains(&Action::Release(Token(9))), "{actions:?}");
    // The server's answer changes nothing more.
    assert_eq!(play.app.screen, Screen::Lobby);
    let room = RoomId::from_draw(7);
    let why = LeftWhy::Asked;
    assert_eq!(play.hear(ServerMsg::Left { room, why }), []);
}

#[test]
fn what_is_written_goes_to_the_table_and_not_to_the_keys() {
    let mut play = Play::at_table("gomoku");
    assert!(play.press("thxq?").is_empty());
    assert_eq!(play.app.prompt.as_ref().unwrap().input.value(), "hxq?");
    let actions = play.does(Event::Key(Key::Enter));
    let text = "hxq?".to_owned();
    assert_eq!(actions, [Action::Send(ClientMsg::Chat { text })]);
    play.press("mh8");
    let actions = play.does(Event::Key(Key::Enter));
    let square = "h8".parse().unwrap();
    let revision = Revision(1);
    assert_eq!(
        actions,
        [Action::Send(ClientMsg::Act(Act::Move { revision, square }))]
    );
}

#[test]
fn an_offer_is_answered_with_y_and_n() {
    let mut play = Play::at_table("connect-four");
    assert!(play.press("y").is_empty(), "nothing is offered");
    play.table_event(true, RoomEvent::DrawOffered { by: Side::Second });
    play.table_event(true, RoomEvent::TakebackAsked { by: Side::Second });
    let answers = |accept| {
        let answers = [Act::AnswerDraw { accept }, Act::AnswerTakeback { accept }];
        answers.map(|act| Action::Send(act.into()))
    };
    for (key, accept) in [("y", true), ("n", false)] {
        assert_eq!(play.press(key), answers(accept)[..1]);
    }
    play.table_event(true, RoomEvent::DrawDeclined { by: Side::First });
    for (key, accept) in [("y", true), ("n", false)] {
        assert_eq!(play.press(key), answers(accept)[1..]);
    }
}

#[test]
fn a_gap_asks_for_everything_again() {
    let mut play = Play::at_table("connect-four");
    play.seq += 3;
    let actions = play.moved("4");
    assert_eq!(actions, [Action::Send(ClientMsg::Resync)]);
}

#[test]
fn a_broken_line_counts_down_and_the_table_stays() {
    let mut play = Play::at_table("connect-four");
    play.lose();
    assert!(matches!(
        play.app.server.connection,
        Connection::Lost { .. }
    ));
    assert_eq!(play.app.screen, Screen::Table);
    // Back again: the connection goes to its seat by itself, nothing is to be said.
    assert!(play.hear(welcome()).is_empty());
    assert!(matches!(play.app.server.connection, Connection::Up(_)));
}

#[test]
fn who_watches_cannot_play() {
    let mut play = Play::at_table("connect-four");
    play.join(None, snapshot("connect-four"));
    assert!(play.press("4").is_empty());
    assert!(play.app.notice().unwrap().contains("watch"));
}

#[test]
fn a_click_plays_where_it_was_made() {
    let mut play = Play::at_table("gomoku-15");
    let square = "c4".parse().unwrap();
    let actions = play.does(Event::Click(Target::Cell(square)));
    let revision = Revision(1);
    assert_eq!(
        actions,
        [Action::Send(ClientMsg::Act(Act::Move { revision, square }))]
    );
}

#[test]
fn what_is_written_can_be_mended_in_the_middle() {
    let mut play = Play::at_table("connect-four");
    play.press("tgod gme");
    for _ in 0..2 {
        play.does(Event::Key(Key::Left));
    }
    play.press("a");
    play.does(Event::Key(Key::Home));
    play.does(Event::Key(Key::Right));
    play.press("o");
    play.does(Event::Key(Key::End));
    play.press("x");
    play.does(Event::Key(Key::Backspace));
    let actions = play.does(Event::Key(Key::Enter));
    let text = "good game".to_owned();
    assert_eq!(actions, [Action::Send(ClientMsg::Chat { text })]);
}

#[test]
fn a_capital_letter_begins_a_move_and_the_cursor_goes_there() {
    let mut play = Play::at_table("gomoku");
    assert!(play.press("K12").is_empty());
    let square: Square = "k12".parse().unwrap();
    assert_eq!(play.app.view.as_ref().unwrap().cursor, square);
    let revision = Revision(1);
    assert_eq!(
        play.does(Event::Key(Key::Enter)),
        [Action::Send(ClientMsg::Act(Act::Move { revision, square }))]
    );
    // Where discs fall a letter is no beginning.
    let mut play = Play::at_table("connect-four");
    play.press("K");
    assert!(play.app.prompt.is_none());
}

#[test]
fn a_clock_of_ones_own_is_written_and_asked_for() {
    let mut play = Play::home();
    play.hear(welcome());
    play.press("nc7m+4s");
    play.does(Event::Key(Key::Enter));
    let actions = play.does(Event::Key(Key::Enter));
    let [.., Action::Send(ClientMsg::Open { spec, .. })] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!(spec.clock, Some("7m+4s".parse().unwrap()));
    play.press("cforever");
    play.does(Event::Key(Key::Enter));
    let notice = play.app.notice().unwrap();
    assert!(notice.contains("such as 5m"), "{notice}");
}

#[test]
fn a_bot_that_answers_at_once_rings_no_bell() {
    for (wait, rings) in [(100, false), (5_000, true)] {
        let mut play = Play::at_table("connect-four");
        let mut seen = snapshot("connect-four");
        let bot = "negamax:4".parse().unwrap();
        seen.seats.second = Seat::Bot { bot };
        play.join(Some(Side::First), seen);
        play.moved("4");
        play.app
            .update(play.app.now + Millis::from_millis(wait), Event::Tick);
        assert_eq!(play.moved("4").contains(&Action::Bell), rings, "{wait}");
    }
}

#[test]
fn a_game_is_saved_as_text_that_reads_back() {
    let mut play = Play::at_table("connect-four");
    assert_eq!(play.press("s"), []);
    let notice = play.app.notice().unwrap();
    assert!(notice.contains("nothing to save yet"), "{notice}");
    for column in ["4", "4", "3"] {
        play.moved(column);
    }
    let actions = play.press("s");
    let [Action::Save { name, record }] = &actions[..] else {
        panic!("{actions:?}");
    };
    let room = play.app.table().unwrap().room();
    assert_eq!(*name, format!("{room}-1.txt"));
    let record: Record = record.to_string().parse().unwrap();
    assert_eq!(record.game(), play.app.table().unwrap().game().clone());
}

#[test]
fn what_happens_in_another_room_is_not_shown_on_this_board() {
    let mut play = Play::at_table("connect-four");
    play.moved("4");
    let room = RoomId::from_draw(8);
    let before = play.app.table().unwrap().snapshot().clone();
    let moved = RoomEvent::Moved {
        revision: Revision(3),
        side: Side::Second,
        ply: 2,
        made: Ply {
            square: "d2".parse().unwrap(),
            left: None,
        },
        ends_game: false,
        clock: None,
    };
    // One that would fit, and one that would be a gap.
    for seq in [Seq(play.seq + 1), Seq(play.seq + 40)] {
        let event = moved.clone();
        assert_eq!(play.hear(ServerMsg::Event { room, seq, event }), []);
    }
    let why = LeftWhy::Closed;
    assert_eq!(play.hear(ServerMsg::Left { room, why }), []);
    assert_eq!(*play.app.table().unwrap().snapshot(), before);
}
