use protocol::message::{ClientMsg, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::view::{Feature, HistoryFilter};

use super::*;
use crate::choices::Choices;
use crate::input::Key;
use crate::past_fixture::{self as fixture, name};
use crate::ui::app::tests::{Play, snapshot, welcome};
use crate::ui::tests::shown;
use crate::ui::{Event, Goal, Me, Target};

/// Ana, who owns her name, in the lobby of a server that keeps games.
pub(crate) fn lobby() -> Play {
    let mut play = Play::home();
    let me = Me {
        key: Some("Q7KD".to_owned()),
        ..Me::default()
    };
    play.app.introduce(me, Choices::default());
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    play.app.clock = fixture::NOW.parse().unwrap();
    let mut welcome = welcome();
    if let ServerMsg::Welcome {
        features,
        addresses,
        ..
    } = &mut welcome
    {
        *features = vec![Feature::Identity, Feature::History];
        *addresses = vec!["http://192.168.1.5:4270/".to_owned()];
    }
    play.hear(welcome);
    play
}

fn asked(actions: &[Action]) -> Option<&ClientMsg> {
    match actions {
        [Action::Send(message)] => Some(message),
        _ => None,
    }
}

/// Ana's games.
pub(crate) fn history() -> Play {
    let mut play = lobby();
    play.press("m");
    play.hear(ServerMsg::History {
        games: fixture::games(),
        older: Some(protocol::id::GameNr(1102)),
        total: Some(143),
    });
    play
}

/// Ana's profile.
pub(crate) fn profile() -> Play {
    let mut play = lobby();
    play.app.carry_out_one(person(Some(&name("Ana"))));
    let profile = Box::new(fixture::profile());
    play.hear(ServerMsg::Profile { profile });
    play
}

/// The order of the players of Connect Four.
pub(crate) fn leaderboard() -> Play {
    let mut play = lobby();
    play.press("b");
    let [places, unplaced] = fixture::leaderboard();
    play.hear(ServerMsg::Leaderboard {
        variant: fixture::variant("connect-four"),
        places,
        unplaced,
    });
    play
}

#[test]
fn the_games_of_a_person_are_asked_for_by_name_and_those_of_a_guest_are_all() {
    let mut play = lobby();
    let actions = play.press("m");
    let filter = HistoryFilter {
        player: Some(name("Ana")),
        ..HistoryFilter::default()
    };
    let before = None;
    assert_eq!(
        asked(&actions),
        Some(&ClientMsg::History { filter, before })
    );
    let mut play = lobby();
    play.app.server.greeting.as_mut().unwrap().owns_name = false;
    let filter = HistoryFilter::default();
    let actions = play.press("m");
    assert_eq!(
        asked(&actions),
        Some(&ClientMsg::History { filter, before })
    );
}

#[test]
fn a_server_that_forgets_games_is_not_asked() {
    let mut play = lobby();
    play.app.server.greeting.as_mut().unwrap().has_history = false;
    assert_eq!(play.press("m"), []);
    assert_eq!(play.app.screen, Screen::Lobby);
    let screen = shown(&play.app, (120, 40));
    assert!(screen.contains("forgets games"), "{screen}");
    assert!(!screen.contains("my games"), "{screen}");
}

#[test]
fn pages_go_on_and_back() {
    let mut play = history();
    let older = protocol::id::GameNr(1102);
    let actions = play.does(Event::Key(Key::PageDown));
    let asks = |actions: &[Action], expected| matches!(asked(actions), Some(ClientMsg::History { before, .. }) if *before == expected);
    assert!(asks(&actions, Some(older)), "{actions:?}");
    // One question at a time.
    assert_eq!(play.does(Event::Key(Key::PageDown)), []);
    let games = fixture::games()[..2].to_vec();
    play.hear(ServerMsg::History {
        games,
        older: None,
        total: None,
    });
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("8 to 9 of 143 · PgUp newer"), "{screen}");
    let actions = play.does(Event::Key(Key::PageUp));
    assert!(asks(&actions, None), "{actions:?}");
    play.hear(ServerMsg::History {
        games: fixture::games(),
        older: Some(older),
        total: Some(1001),
    });
    let screen = shown(&play.app, (80, 24));
    assert!(
        screen.contains("1 to 7 of more than 1,000 · PgDn older"),
        "{screen}"
    );
}

/// The server looks at so many games for one answer, and may find none that is wanted among them.
#[test]
fn an_empty_page_with_older_games_is_gone_over() {
    let mut play = lobby();
    play.press("m");
    let older = Some(protocol::id::GameNr(500));
    let games = Vec::new();
    let actions = play.hear(ServerMsg::History {
        games,
        older,
        total: None,
    });
    let is_next =
        matches!(asked(&actions), Some(ClientMsg::History { before, .. }) if *before == older);
    assert!(is_next, "{actions:?}");
    let games = fixture::games();
    let older = None;
    play.hear(ServerMsg::History {
        games,
        older,
        total: None,
    });
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains(" 1 to 7\n"), "{screen}");
}

#[test]
fn enter_looks_back_at_a_game_and_escape_returns_to_the_list() {
    let mut play = history();
    play.does(Event::Key(Key::Enter));
    assert_eq!(play.app.screen, Screen::Replay);
    let screen = shown(&play.app, (120, 40));
    assert!(screen.contains("Ana wins"), "{screen}");
    assert_eq!(play.does(Event::Key(Key::Esc)), []);
    assert_eq!(play.app.screen, Screen::History);
    // Of the next one the server has only the result.
    play.does(Event::Key(Key::Down));
    play.does(Event::Key(Key::Enter));
    assert_eq!(play.app.screen, Screen::History);
}

#[test]
fn the_way_back_leads_through_the_pages_to_the_lobby() {
    let mut play = history();
    play.does(Event::Key(Key::Down));
    let actions = play.press("p");
    let kasia = Some(name("Kasia"));
    assert_eq!(asked(&actions), Some(&ClientMsg::Profile { name: kasia }));
    let profile = Box::new(fixture::profile());
    play.hear(ServerMsg::Profile { profile });
    assert!(matches!(
        asked(&play.press("b")),
        Some(ClientMsg::Leaderboard { .. })
    ));
    for expected in [Screen::Profile, Screen::History] {
        assert_eq!(play.does(Event::Key(Key::Esc)), []);
        assert_eq!(play.app.screen, expected);
    }
    assert_eq!(play.app.screen.chosen(&mut play.app), Some(&mut 1));
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.screen, Screen::Lobby);
}

#[test]
fn the_words_of_a_filter_are_typed_and_mended() {
    let mut play = history();
    play.press("/");
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("30d): Ana"), "{screen}");
    play.press(" time=soon");
    assert_eq!(play.does(Event::Key(Key::Enter)), []);
    assert!(play.app.prompt.is_some());
    play.does(Event::Key(Key::Ctrl('u')));
    play.press("Bruno lost");
    let actions = play.does(Event::Key(Key::Enter));
    let Some(ClientMsg::History { filter, .. }) = asked(&actions) else {
        panic!("{actions:?}");
    };
    assert_eq!(filter.player, Some(name("Bruno")));
}

#[test]
fn a_refusal_is_said_and_the_list_is_empty() {
    let mut play = lobby();
    play.press("m");
    let refusal = Refusal::NoSuchPerson {
        name: Some(name("Ana")),
    };
    let message = String::new();
    play.hear(ServerMsg::Refused { refusal, message });
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("no games like that"), "{screen}");
    assert!(screen.contains("owns the name Ana"), "{screen}");
}

#[test]
fn the_link_to_a_game_is_copied() {
    let mut play = history();
    let link = "http://192.168.1.5:4270/#game=1284";
    assert_eq!(play.press("c"), [Action::CopyText(link.to_owned())]);
}

#[test]
fn a_page_without_an_answer_is_asked_for_again_on_a_connection_that_came_back() {
    for has_answer in [true, false] {
        let mut play = history();
        if !has_answer {
            play.does(Event::Key(Key::PageDown));
        }
        let actions = play.hear(welcome());
        let again = |action: &Action| matches!(action, Action::Send(ClientMsg::History { .. }));
        assert_eq!(actions.iter().any(again), !has_answer, "{actions:?}");
        assert_eq!(play.app.screen, Screen::History);
    }
}

#[test]
fn today_and_the_next_game_are_asked_for() {
    let mut play = leaderboard();
    let actions = play.press("t");
    let Some(ClientMsg::Leaderboard { within, .. }) = asked(&actions) else {
        panic!("{actions:?}");
    };
    let since = Millis::from_secs(21 * 3600 + 1800);
    assert_eq!(*within, Some(since));
    let actions = play.press("g");
    let Some(ClientMsg::Leaderboard { variant, within }) = asked(&actions) else {
        panic!("{actions:?}");
    };
    assert_eq!(variant.to_string(), "connect-four-7x7");
    assert_eq!(*within, Some(since));
}

#[test]
fn each_line_of_a_profile_opens_what_it_tells_of() {
    let mut play = profile();
    let mut opened = Vec::new();
    for at in 0..10 {
        play = profile();
        for _ in 0..at {
            play.does(Event::Key(Key::Down));
        }
        let actions = play.does(Event::Key(Key::Enter));
        opened.push(match asked(&actions) {
            Some(ClientMsg::Leaderboard { .. }) => "leaderboard",
            Some(ClientMsg::History { .. }) => "history",
            Some(ClientMsg::Profile { .. }) => "profile",
            Some(_) | None => "game",
        });
    }
    let expected =
        "leaderboard leaderboard leaderboard history history history history profile profile game";
    assert_eq!(opened.join(" "), expected);
    assert_eq!(play.app.screen, Screen::Replay);
}

#[test]
fn the_line_of_finished_games_opens_those_of_this_person() {
    let mut play = lobby();
    let rooms = vec![protocol::view::RoomSummary {
        room: "K7QM2X".parse().unwrap(),
        variant: fixture::variant("connect-four"),
        clock: None,
        seats: BySide {
            first: crate::fixture::human("Bo"),
            second: crate::fixture::human("Cleo"),
        },
        phase: protocol::view::Phase::Over {
            outcome: fixture::games()[0].outcome.clone(),
        },
        plies: 8,
        spectators: 0,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: true,
    }];
    play.hear(ServerMsg::Lobby {
        rooms,
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    });
    let actions = play.does(Event::Key(Key::Enter));
    assert!(matches!(asked(&actions), Some(ClientMsg::History { .. })));
}

#[test]
fn a_name_in_the_lobby_opens_its_profile() {
    let mut play = lobby();
    let human = |text| Seat::Human {
        name: name(text),
        away: None,
    };
    let room = protocol::view::RoomSummary {
        room: protocol::id::RoomId::from_draw(7),
        variant: fixture::variant("connect-four"),
        clock: None,
        seats: BySide {
            first: human("guest-07"),
            second: human("Bruno"),
        },
        phase: protocol::view::Phase::Playing,
        plies: 3,
        spectators: 0,
        watchable: true,
        locked: false,
        moves: Some(
            ["d1", "d2", "e1"]
                .map(|cell| cell.parse().unwrap())
                .to_vec(),
        ),
        opening: None,
        rated: false,
    };
    play.hear(ServerMsg::Lobby {
        rooms: vec![room],
        players: Vec::new(),
        present: 2,
        chat: Vec::new(),
    });
    let screen = shown(&play.app, (120, 40));
    assert!(screen.contains("│ guest-07 - Bruno · move 3"), "{screen}");
    let actions = play.press("i");
    let profile = ClientMsg::Profile {
        name: Some(name("Bruno")),
    };
    assert_eq!(asked(&actions), Some(&profile));
}

#[test]
fn a_name_at_the_table_opens_its_profile_and_escape_returns_to_the_table() {
    let mut play = lobby();
    play.join(Some(Side::First), snapshot("connect-four"));
    let of = |text| ClientMsg::Profile {
        name: Some(name(text)),
    };
    assert_eq!(asked(&play.press("w")), Some(&of("Bo")));
    assert_eq!(play.does(Event::Key(Key::Esc)), []);
    assert_eq!(play.app.screen, Screen::Table);
    let actions = play.does(Event::Click(Target::Player(Side::First)));
    assert_eq!(asked(&actions), Some(&of("Ana")));
}

#[test]
fn all_games_of_the_filter_are_exported() {
    let mut play = history();
    let first = play.press("e");
    let asks = |actions: &[Action], expected| matches!(asked(actions), Some(ClientMsg::History { before, .. }) if *before == expected);
    assert!(asks(&first, None), "{first:?}");
    let older = Some(protocol::id::GameNr(7));
    let page = |older| ServerMsg::History {
        games: fixture::games()[..2].to_vec(),
        older,
        total: None,
    };
    let next = play.hear(page(older));
    assert!(asks(&next, older), "{next:?}");
    let actions = play.hear(page(None));
    let [Action::SaveText { name, text }] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!(name, "games-2026-11-29-213000.txt");
    // Of the second game of each page the server has only the result.
    assert_eq!(protocol::record::Record::read_each(text).count(), 2);
    // The page stays as it was.
    assert!(shown(&play.app, (80, 24)).contains("1 to 7 of 143"));
}

#[test]
fn the_moves_that_were_played_before_stand_beside_a_game_of_the_server() {
    let mut play = history();
    assert_eq!(
        play.does(Event::Key(Key::Enter)),
        [],
        "the game is won there"
    );
    let actions = play.does(Event::Key(Key::Home));
    let Some(ClientMsg::Explore { variant, moves }) = asked(&actions) else {
        panic!("{actions:?}");
    };
    let square = |text: &str| text.parse().unwrap();
    let score = |won, drawn, lost| protocol::view::Score { won, drawn, lost };
    let played = [("d1", score(60, 2, 81)), ("c1", score(3, 0, 1))];
    let played = played.map(|(cell, score)| protocol::view::PlayedMove {
        square: square(cell),
        score,
    });
    play.hear(ServerMsg::Explored {
        variant: protocol::word::Named::Known(*variant),
        moves: moves.clone(),
        played: played.to_vec(),
    });
    let screen = shown(&play.app, (120, 40));
    assert!(screen.contains("4    143   60 · 2 · 81"), "{screen}");
    assert!(screen.contains("3      4   3 · 0 · 1"), "{screen}");
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("here: 4 (143), 3 (4)"), "{screen}");
    // What is known is not asked for again, and a move that is tried is.
    let next = play.does(Event::Key(Key::Right));
    assert!(matches!(asked(&next), Some(ClientMsg::Explore { moves, .. }) if moves.len() == 1));
    assert_eq!(play.does(Event::Key(Key::Left)), []);
    let actions = play.press("77");
    let tried = |action: &Action| matches!(action, Action::Send(ClientMsg::Explore { moves, .. }) if *moves == [square("g1")]);
    assert!(actions.iter().any(tried), "{actions:?}");
}

#[test]
fn the_games_of_the_leaderboard_are_tabs() {
    let mut play = leaderboard();
    let tabs = |play: &Play, width| {
        let screen = shown(&play.app, (width, 24));
        screen
            .lines()
            .find(|line| line.contains("all time"))
            .expect("tabs")
            .to_owned()
    };
    let [first, second] = [tabs(&play, 120), tabs(&play, 40)];
    assert!(
        first.contains("Connect Four") && first.contains("Gomoku"),
        "{first}"
    );
    assert!(second.contains("Connect Four"), "{second}");
    for _ in Variant::fixed() {
        play.press("g");
        let title =
            words::past::short_title(&protocol::word::Named::Known(play.app.leaderboard.variant));
        assert!(tabs(&play, 80).contains(&title), "{title}");
    }
}
