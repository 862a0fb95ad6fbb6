use protocol::message::{Role, ServerMsg};
use protocol::side::Side;
use protocol::view::{Feature, Snapshot};

use super::*;
use crate::input::Key;
use crate::language::{Language, within};
use crate::tournament_fixture as fixture;
use crate::ui::app::tests::{Play, snapshot, welcome};
use crate::ui::tests::shown;
use crate::ui::{Event, Goal};

/// On a server with tournaments.
pub(crate) fn evening(goal: Goal) -> Play {
    let mut play = Play::home();
    play.app
        .go(vec!["ws://192.168.1.5:4270/ws".to_owned()], goal);
    play.hear(greeting());
    play.hear(fixture::list());
    play
}

fn greeting() -> ServerMsg {
    let mut welcome = welcome();
    if let ServerMsg::Welcome { features, .. } = &mut welcome {
        *features = vec![Feature::Tournament];
    }
    welcome
}

/// Ana on the page of her tournament.
pub(crate) fn followed(view: TournamentView) -> Play {
    let mut play = evening(Goal::Lobby);
    play.does(Event::Key(Key::Enter));
    play.hear(fixture::yours(true, Some(fixture::ANA)));
    sees(&mut play, view);
    play
}

fn sees(play: &mut Play, view: TournamentView) -> Vec<Action> {
    play.hear(ServerMsg::Tournament {
        view: Box::new(view),
    })
}

fn sent(actions: &[Action]) -> Vec<&ClientMsg> {
    let messages = actions.iter().filter_map(|action| match action {
        Action::Send(message) => Some(message),
        _ => None,
    });
    messages.collect()
}

fn follow(token: Option<u128>) -> Action {
    Action::Send(ClientMsg::FollowTournament {
        tournament: fixture::code(),
        token: token.map(Token),
    })
}

const TABLE: Token = Token(78);

fn your_table(play: &mut Play, room: RoomId) -> Vec<Action> {
    play.hear(ServerMsg::YourTable {
        tournament: fixture::code(),
        room,
        side: Side::First,
        token: TABLE,
        late: Millis::from_secs(60),
    })
}

fn joins(room: RoomId) -> Action {
    let role = Role::Seat { token: TABLE };
    Action::Send(ClientMsg::Join { room, role })
}

#[test]
fn the_lobby_lists_tournaments_and_enter_opens_one() {
    let mut play = evening(Goal::Lobby);
    let screen = shown(&play.app, (80, 24));
    for expected in [
        "tournaments",
        "Friday evening",
        "round 5 of 7",
        "begins in 7:51",
    ] {
        assert!(
            screen.contains(expected),
            "{expected} is missing:\n{screen}"
        );
    }
    let actions = play.does(Event::Key(Key::Enter));
    assert_eq!(actions, [follow(None)]);
    let saved = play.hear(fixture::yours(false, Some(fixture::ANA)));
    assert!(
        matches!(saved[..], [Action::SaveTournament(_)]),
        "{saved:?}"
    );
    sees(&mut play, fixture::swiss_pause());
    assert_eq!(play.app.screen, Screen::Tournament);
    let screen = shown(&play.app, (80, 24));
    for expected in ["Round 5 begins in 1:36", "against Wanda", "17½", "Buchholz"] {
        let is_wide = expected == "Buchholz";
        let screen = if is_wide {
            shown(&play.app, (120, 40))
        } else {
            screen.clone()
        };
        assert!(
            screen.contains(expected),
            "{expected} is missing:\n{screen}"
        );
    }
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.screen, Screen::Lobby);
}

#[test]
fn a_server_without_tournaments_is_not_asked_for_them() {
    let mut play = Play::home();
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    let actions = play.hear(welcome());
    assert!(!sent(&actions).contains(&&ClientMsg::ListTournaments));
    assert!(!shown(&play.app, (120, 40)).contains("new tournament"));
    play.press("e");
    assert_eq!(play.app.screen, Screen::Lobby);
}

#[test]
fn the_table_opens_by_itself_from_every_screen_and_rings() {
    let room = RoomId::from_draw(7);
    let mut form = followed(fixture::swiss_pause());
    form.does(Event::Key(Key::Esc));
    form.press("n");
    let mut typing = followed(fixture::swiss_pause());
    typing.press("a");
    for mut play in [followed(fixture::swiss_pause()), form, typing] {
        let actions = your_table(&mut play, room);
        assert_eq!(actions, [joins(room), Action::Bell]);
        assert!(play.app.prompt.is_none());
        play.join(Some(Side::First), snapshot("connect-four"));
        assert_eq!(play.app.screen, Screen::Table);
    }
    // A table of somebody else's game is left for it.
    let mut play = followed(fixture::swiss_round());
    let other = Snapshot {
        room: RoomId::from_draw(8),
        ..snapshot("connect-four")
    };
    play.join(None, other);
    let actions = your_table(&mut play, room);
    assert!(sent(&actions).contains(&&ClientMsg::Leave), "{actions:?}");
    assert!(actions.contains(&joins(room)), "{actions:?}");
}

#[test]
fn a_while_after_the_game_the_standings_are_back_unless_a_key_is_pressed() {
    let end = |play: &mut Play| {
        your_table(play, RoomId::from_draw(7));
        play.join(Some(Side::First), snapshot("connect-four"));
        play.over(Some(Side::First));
    };
    let mut play = followed(fixture::swiss_pause());
    end(&mut play);
    let later = |play: &mut Play| {
        let now = play.app.now + END;
        play.app.update(now, Event::Tick);
        play.app.screen
    };
    let wait = play.app.next_of_tournament(play.app.now);
    assert!(wait.is_some_and(|wait| wait <= END), "{wait:?}");
    let screen = shown(&play.app, (120, 40));
    assert!(!screen.contains("rematch"), "{screen}");
    assert_eq!(later(&mut play), Screen::Tournament);
    let mut play = followed(fixture::swiss_pause());
    end(&mut play);
    play.press(",");
    assert_eq!(later(&mut play), Screen::Table);
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.screen, Screen::Tournament);
}

#[test]
fn a_new_connection_and_a_new_start_follow_the_tournament_again() {
    let mut play = followed(fixture::swiss_round());
    let actions = play.hear(greeting());
    assert!(actions.contains(&follow(Some(77))), "{actions:?}");
    assert_eq!(play.app.screen, Screen::Tournament);
    let mut play = Play::home();
    play.app.set_tournaments(vec![SavedTournament {
        server: protocol::id::ServerId(7),
        tournament: fixture::code(),
        token: Token(77),
    }]);
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    let actions = play.hear(greeting());
    assert!(actions.contains(&follow(Some(77))), "{actions:?}");
    assert_eq!(play.app.screen, Screen::Tournament);
    let actions = play.refuse(Refusal::NoSuchTournament {
        tournament: fixture::code(),
    });
    assert!(
        actions.contains(&Action::ForgetTournament(Token(77))),
        "{actions:?}"
    );
    assert_eq!(play.app.screen, Screen::Lobby);
}

#[test]
fn a_tournament_at_another_server_is_followed_when_the_room_is_left() {
    let mut play = followed(fixture::swiss_round());
    play.join(None, snapshot("connect-four"));
    let actions = play.refuse(Refusal::Elsewhere {
        room: fixture::code(),
        address: "ws://there:4270".to_owned(),
    });
    assert_eq!(actions, []);
    let screen = shown(&play.app, (120, 40));
    assert!(screen.contains("when you leave this game"), "{screen}");
    let actions = play.does(Event::Key(Key::Esc));
    let left = actions.iter().position(|it| *it == Action::RejoinNothing);
    let followed = actions.iter().position(|it| *it == follow(Some(77)));
    assert!(left.is_some() && left < followed, "{actions:?}");
}

#[test]
fn what_concerns_everyone_is_asked_before_it_is_done() {
    for (key, act) in [
        ("x", TournamentAct::Withdraw),
        ("n", TournamentAct::NextRound),
        ("o", TournamentAct::Hold { held: true }),
        ("z", TournamentAct::End),
    ] {
        let mut play = followed(fixture::swiss_pause());
        assert_eq!(play.press(key), []);
        assert!(shown(&play.app, (80, 24)).contains('?'));
        let actions = play.press("y");
        assert_eq!(actions, [Action::Send(ClientMsg::InTournament { act })]);
    }
    let mut play = evening(Goal::Lobby);
    play.does(Event::Key(Key::Enter));
    play.hear(fixture::yours(false, None));
    sees(&mut play, fixture::swiss_pause());
    play.press("nozx");
    assert_eq!(play.app.confirm, None, "only the organiser may");
    let act = TournamentAct::Enter;
    let actions = play.press("e");
    assert_eq!(actions, [Action::Send(ClientMsg::InTournament { act })]);
}

#[test]
fn an_organiser_types_a_score_a_name_and_a_bot() {
    let typed = |view, keys: &str, text: &str| {
        let mut play = followed(view);
        play.press(keys);
        play.press(text);
        let actions = play.does(Event::Key(Key::Enter));
        let [Action::Send(ClientMsg::InTournament { act })] = &actions[..] else {
            panic!("{actions:?}");
        };
        act.clone()
    };
    let score = |game, (first, second)| TournamentAct::Correct {
        pairing: 1,
        game,
        score: BySide { first, second },
    };
    let mut round = fixture::swiss_round();
    let game = round.pairings[0].games[0].clone();
    round.pairings[1].games.push(game);
    assert_eq!(typed(round.clone(), "u", "0-1"), score(1, (0, 2)));
    assert_eq!(typed(round, "u", "1: 1/2-1/2"), score(0, (1, 1)));
    let take_out = TournamentAct::Remove { entrant: 3 };
    assert_eq!(typed(fixture::swiss_pause(), "d", "wanda"), take_out);
    let bot = "level:7".parse().unwrap();
    let add = TournamentAct::AddBot { bot };
    assert_eq!(typed(fixture::swiss_pause(), "a", "bot:level:7"), add);
    let mut play = followed(fixture::swiss_pause());
    play.press("dEmil");
    assert_eq!(play.does(Event::Key(Key::Enter)), []);
    assert!(play.app.prompt.is_some(), "it is written again");
}

#[test]
fn a_form_opens_a_tournament_and_its_page() {
    let mut play = evening(Goal::Lobby);
    play.press("e");
    for _ in 0..2 {
        play.does(Event::Key(Key::Down));
        play.does(Event::Key(Key::Right));
    }
    let actions = play.does(Event::Key(Key::Enter));
    let [Action::Send(ClientMsg::OpenTournament { spec })] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!(spec.format, Format::RoundRobin { twice: true });
    assert_eq!((spec.games, spec.listed), (2, true));
    play.hear(fixture::yours(true, None));
    sees(&mut play, fixture::entries());
    assert_eq!(play.app.screen, Screen::Tournament);
    assert!(shown(&play.app, (80, 24)).contains("Press e to enter."));
}

#[test]
fn the_left_and_right_keys_explain_each_tie_break() {
    let mut play = followed(fixture::swiss_pause());
    for expected in ["weakest", "Sonneborn", "direct encounter", "more games won"] {
        let screen = shown(&play.app, (120, 40)).replace("│", "");
        let screen = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            screen.contains(expected),
            "{expected} is missing:\n{screen}"
        );
        play.does(Event::Key(Key::Right));
    }
}

/// The points of both players so far stood there, and were read as a result.
#[test]
fn a_pairing_has_no_score_before_there_is_one_and_a_forfeit_is_said() {
    let mut play = followed(fixture::swiss_pause());
    let screen = shown(&play.app, (120, 40));
    assert!(!screen.contains(" : "), "{screen}");
    let mut view = fixture::swiss_round();
    let over = view.pairings.iter_mut().find(|it| it.over).unwrap();
    over.score = BySide::default();
    for game in &mut over.games {
        game.decision = Some(protocol::tournament::Decision::Forfeit);
    }
    sees(&mut play, view);
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("forfeit"), "{screen}");
}

#[test]
fn the_organiser_reads_the_key_that_starts_and_all_read_the_winner() {
    let mut waiting = fixture::entries();
    waiting.countdown = None;
    let play = followed(waiting);
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("Press n to start"), "{screen}");
    let play = followed(fixture::over());
    let screen = shown(&play.app, (120, 40));
    assert!(screen.contains("First place: "), "{screen}");
}

/// A wall watches the games that go on, and in their place comes the next round.
#[test]
fn a_wall_watches_the_games_of_the_round() {
    let mut play = evening(Goal::Wall(fixture::code()));
    let actions = sees(&mut play, fixture::swiss_round());
    let watched = |message: &&&ClientMsg| matches!(message, ClientMsg::Watch { .. });
    assert_eq!(sent(&actions).iter().filter(watched).count(), 6);
    let rooms = play.app.tournament.running();
    for room in rooms.iter().take(4) {
        let seen = Snapshot {
            room: *room,
            ..snapshot("connect-four")
        };
        play.hear(ServerMsg::Watching {
            snapshot: Box::new(seen),
        });
    }
    for size in [(160, 45), (120, 40), (80, 24), (40, 12)] {
        let screen = shown(&play.app, size);
        assert_eq!(screen.contains("Kasia"), size.0 >= 100, "{screen}");
        assert_eq!(screen.contains("█▄▄▄█"), size.0 >= 160, "{screen}");
    }
    // A game that is entered has its own frame, and leads back.
    play.join(
        None,
        Snapshot {
            room: rooms[0],
            ..snapshot("connect-four")
        },
    );
    assert!(shown(&play.app, (120, 40)).contains(" enlinea "));
    play.does(Event::Key(Key::Esc));
    assert!(play.app.is_on_wall());
    sees(&mut play, fixture::swiss_pause());
    let screen = shown(&play.app, (160, 45));
    assert!(screen.contains("Wanda"), "{screen}");
    assert_eq!(play.app.screen, Screen::Tv);
}

#[test]
fn every_form_and_phase_is_drawn_at_every_size_in_every_language() {
    for (view, pairings) in fixture::all() {
        let mut play = followed(view.clone());
        play.hear(ServerMsg::TournamentPairings {
            tournament: fixture::code(),
            pairings,
            more: None,
        });
        let mut wall = evening(Goal::Wall(fixture::code()));
        sees(&mut wall, view);
        for _ in 0..3 {
            for (width, height) in [
                (1, 1),
                (20, 6),
                (40, 12),
                (71, 13),
                (80, 24),
                (120, 40),
                (200, 60),
            ] {
                for language in Language::ALL {
                    within(language, || {
                        shown(&play.app, (width, height));
                        shown(&wall.app, (width, height))
                    });
                }
            }
            play.press("c");
        }
    }
}
