//! The way out: from every state to the first screen, and from a room that is gone to the lobby.

use proptest::prelude::*;
use protocol::refusal::Resource;

use super::*;

/// Keys that lead out of any state: Esc, and yes to a question, most of these.
const MOST_KEYS: usize = 8;

/// Presses Esc, and `y` where something is asked, until the first screen or the end of the program is reached.
fn leaves(play: &mut Play) -> bool {
    for _ in 0..MOST_KEYS {
        let is_asked = play.app.confirm.is_some();
        let key = if is_asked { Key::Char('y') } else { Key::Esc };
        let actions = play.does(Event::Key(key));
        if actions.contains(&Action::Quit) {
            return true;
        }
    }
    false
}

#[derive(Clone, Debug)]
enum Step {
    Key(Key),
    Click(Target),
    Welcome,
    Joined {
        you: Option<Side>,
        variant: usize,
        phase: usize,
    },
    Left(LeftWhy),
    Refused(Refusal),
    Lost,
    Failed,
    Hosted,
    ActionFailed,
    Paste,
    PortTaken,
    Room,
    Over,
    Later,
}

fn refusals() -> Vec<Refusal> {
    let room = RoomId::from_draw(7);
    vec![
        Refusal::NoSuchRoom { room },
        Refusal::WrongToken { room },
        Refusal::NotInRoom,
        Refusal::NoOpenSeat { room },
        Refusal::NoSpectators,
        Refusal::ShuttingDown,
        Refusal::AlreadyInRoom { room },
        Refusal::Locked { room },
        Refusal::HelloExpected,
        Refusal::Internal { reference: 3 },
        Refusal::Banned {
            wait: None,
            reason: Some("shouted".to_owned()),
        },
    ]
}

fn steps() -> impl Strategy<Value = Step> {
    let keys = "[ -~]".prop_map(|text| Key::Char(text.chars().next().unwrap_or(' ')));
    let named = prop::sample::select(vec![
        Key::Enter,
        Key::Enter,
        Key::Esc,
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Tab,
        Key::Backspace,
        Key::Ctrl('c'),
    ]);
    let whys = prop::sample::select(vec![
        LeftWhy::Asked,
        LeftWhy::Replaced,
        LeftWhy::Closed,
        LeftWhy::Removed,
        LeftWhy::Other(protocol::word::Word::new("moved")),
    ]);
    let side = prop::sample::select(vec![None, Some(Side::First), Some(Side::Second)]);
    prop_oneof![
        4 => keys.prop_map(Step::Key),
        6 => named.prop_map(Step::Key),
        1 => (0..12_usize).prop_map(|line| Step::Click(Target::Line(line))),
        3 => Just(Step::Welcome),
        4 => (side, 0..3_usize, 0..3_usize)
            .prop_map(|(you, variant, phase)| Step::Joined { you, variant, phase }),
        1 => whys.prop_map(Step::Left),
        3 => prop::sample::select(refusals()).prop_map(Step::Refused),
        2 => Just(Step::Lost),
        1 => Just(Step::Failed),
        1 => Just(Step::Hosted),
        1 => Just(Step::ActionFailed),
        1 => Just(Step::Paste),
        1 => Just(Step::PortTaken),
        1 => Just(Step::Room),
        1 => Just(Step::Over),
        1 => Just(Step::Later),
    ]
}

fn take(play: &mut Play, step: Step) {
    match step {
        Step::Key(key) => {
            play.does(Event::Key(key));
        }
        Step::Click(target) => {
            play.does(Event::Click(target));
        }
        Step::Welcome => {
            play.hear(welcome());
        }
        Step::Joined {
            you,
            variant,
            phase,
        } => {
            let mut seen = snapshot(["connect-four", "gomoku-15", "renju"][variant]);
            seen.phase = match phase {
                0 => Phase::Playing,
                1 => Phase::Seating,
                _ => Phase::Over {
                    outcome: Outcome {
                        winner: None,
                        reason: Reason::Aborted,
                        line: Vec::new(),
                    },
                },
            };
            play.join(you, seen);
        }
        Step::Left(why) => {
            let room = RoomId::from_draw(7);
            play.hear(ServerMsg::Left { room, why });
        }
        Step::Refused(refusal) => {
            play.refuse(refusal);
        }
        Step::Lost => {
            play.lose();
        }
        Step::Failed => {
            let why = "given up".to_owned();
            play.does(Event::Net(NetEvent::Failed { why }));
        }
        // A start has its outcome before anything else happens.
        Step::Hosted | Step::PortTaken if play.app.server.connection != Connection::Connecting => {}
        Step::Hosted => {
            let url = "ws://127.0.0.1:4270/ws".to_owned();
            let urls = vec!["ws://10.0.0.1:4270/ws".to_owned()];
            play.does(Event::Hosted(HostedUrls {
                own: url,
                for_others: urls,
                is_kept: false,
            }));
        }
        Step::ActionFailed => {
            play.does(Event::Failed("did not work".to_owned()));
        }
        Step::Paste => {
            play.does(Event::Paste("xy\n".to_owned()));
        }
        Step::PortTaken => {
            play.does(Event::PortTaken(4270));
        }
        Step::Room => {
            play.hear(ServerMsg::Lobby {
                rooms: vec![room_of_two()],
                players: Vec::new(),
                present: 3,
                chat: Vec::new(),
            });
        }
        Step::Over => {
            if play
                .app
                .table()
                .is_some_and(|table| table.to_move().is_some())
            {
                play.over(Some(Side::First));
            }
        }
        Step::Later => {
            let now = play.app.now + Millis::from_secs(30);
            play.app.update(now, Event::Tick);
        }
    }
}

pub(super) fn room_of_two() -> RoomSummary {
    RoomSummary {
        room: RoomId::from_draw(7),
        variant: Named::Known(Variant::named("gomoku").unwrap()),
        clock: None,
        seats: BySide {
            first: human("Ana"),
            second: human("Bo"),
        },
        phase: Phase::Playing,
        plies: 3,
        spectators: 0,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    }
}

pub(super) fn notice(play: &Play) -> String {
    play.app.notice().unwrap_or_default().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// The server answers nothing while the person leaves.
    #[test]
    fn esc_leads_out_of_every_state(steps in prop::collection::vec(steps(), 0..40)) {
        let mut play = Play::home();
        for step in steps {
            take(&mut play, step);
        }
        prop_assert!(leaves(&mut play), "{:?}", play.app);
    }
}

/// At a table that the connection has come back to, after the server forgot its rooms.
fn back_without_a_room(you: Option<Side>, refusal: Refusal) -> (Play, Vec<Action>) {
    let mut play = Play::at_table("connect-four");
    play.join(you, snapshot("connect-four"));
    play.lose();
    assert_eq!(play.hear(welcome()), []);
    let actions = play.refuse(refusal);
    (play, actions)
}

#[test]
fn a_room_that_is_gone_leads_to_the_lobby_with_the_reason_and_its_seat_is_forgotten() {
    let room = RoomId::from_draw(7);
    for refusal in [
        Refusal::NoSuchRoom { room },
        Refusal::WrongToken { room },
        Refusal::NotInRoom,
    ] {
        let (play, actions) = back_without_a_room(Some(Side::First), refusal.clone());
        assert_eq!(play.app.screen, Screen::Lobby, "{refusal:?}");
        assert!(play.app.view.is_none());
        assert!(actions.contains(&Action::Forget(Token(9))), "{actions:?}");
        assert!(actions.contains(&Action::RejoinNothing), "{actions:?}");
        assert!(notice(&play).contains(room.as_str()), "{}", notice(&play));
    }
    let (play, actions) = back_without_a_room(None, Refusal::NoSuchRoom { room });
    assert_eq!(play.app.screen, Screen::Lobby);
    assert!(actions.contains(&Action::RejoinNothing), "{actions:?}");
}

#[test]
fn the_room_that_is_sent_again_as_somebody_leaves_is_not_shown_again() {
    let mut play = Play::at_table("connect-four");
    play.join(None, snapshot("connect-four"));
    let room = RoomId::from_draw(7);
    let actions = play.does(Event::Key(Key::Esc));
    assert!(
        actions.contains(&Action::Send(ClientMsg::Leave)),
        "{actions:?}"
    );
    // It was asked for before: an event had been missed, say.
    play.join(None, snapshot("connect-four"));
    assert_eq!(play.app.screen, Screen::Lobby);
    play.hear(ServerMsg::Left {
        room,
        why: LeftWhy::Asked,
    });
    // Whoever comes back sees it.
    play.join(None, snapshot("connect-four"));
    assert_eq!(play.app.screen, Screen::Table);
    assert!(play.app.server.left_room.is_none());
}

#[test]
fn a_seat_that_is_refused_for_a_while_is_kept() {
    let (play, actions) =
        back_without_a_room(Some(Side::First), Refusal::Internal { reference: 1 });
    assert_eq!(play.app.screen, Screen::Lobby);
    assert!(actions.contains(&Action::Release(Token(9))), "{actions:?}");
    // A server on its way out has not answered: the next connection asks again.
    let (play, actions) = back_without_a_room(Some(Side::First), Refusal::ShuttingDown);
    assert_eq!(play.app.screen, Screen::Table);
    assert_eq!(actions, []);
}

#[test]
fn a_refusal_before_the_welcome_does_not_end_the_seat() {
    let mut play = Play::at_table("connect-four");
    play.lose();
    let what = Resource::Connections;
    play.refuse(Refusal::Full { what, most: None });
    assert_eq!(play.app.screen, Screen::Table);
}

#[test]
fn a_table_without_a_connection_is_left_for_the_first_screen_and_the_seat_is_kept() {
    let mut play = Play::at_table("connect-four");
    play.lose();
    play.does(Event::Key(Key::Esc));
    let actions = play.press("y");
    assert_eq!(actions, [Action::Release(Token(9)), Action::Disconnect]);
    assert_eq!(play.app.screen, Screen::Home);
}

#[test]
fn a_form_stays_open_when_the_connection_comes_back() {
    let mut play = Play::home();
    play.hear(welcome());
    play.press("n");
    play.lose();
    play.hear(welcome());
    assert_eq!(play.app.screen, Screen::Form);
}
