//! Serving inside the program: what is asked before a server or a game on it ends.

use super::way_out::room_of_two;
use super::*;
use crate::args::settings::Settings;
use crate::args::{Command, NewArgs};
use crate::ui::HomeItem;

/// In the lobby of a server in this program.
fn serving(scope: HostScope) -> Play {
    let mut play = Play::home();
    play.app.serve(scope, Goal::Lobby);
    started(&mut play);
    play.hear(welcome());
    play
}

fn lobby_with(play: &mut Play, present: u32) {
    play.hear(ServerMsg::Lobby {
        rooms: vec![room_of_two()],
        players: Vec::new(),
        present,
        chat: Vec::new(),
    });
}

fn esc(play: &mut Play) -> Vec<Action> {
    play.does(Event::Key(Key::Esc))
}

fn question(play: &Play) -> String {
    let confirm = play.app.confirm.expect("something is asked");
    confirm.question(&play.app)
}

const STOPPED: [Action; 2] = [Action::Disconnect, Action::StopServer];

#[test]
fn a_server_with_nobody_else_on_it_stops_with_the_lobby() {
    let mut play = serving(HostScope::Network);
    lobby_with(&mut play, 1);
    assert_eq!(esc(&mut play), STOPPED);
    assert_eq!(play.app.screen, Screen::Home);
}

#[test]
fn the_host_is_asked_before_the_server_stops_under_others() {
    let mut play = serving(HostScope::Network);
    lobby_with(&mut play, 3);
    assert_eq!(esc(&mut play), []);
    assert!(question(&play).contains("2 others are connected"));
    assert_eq!(play.press("n"), []);
    assert_eq!(play.app.screen, Screen::Lobby, "no means no");
    esc(&mut play);
    assert_eq!(play.press("y"), STOPPED);
    // Leaving the program stops it as well.
    let mut play = serving(HostScope::Network);
    lobby_with(&mut play, 2);
    assert_eq!(play.does(Event::Key(Key::Ctrl('c'))), []);
    assert!(question(&play).contains("The server here stops"));
    assert!(question(&play).contains("in memory alone, and are lost"));
    play.app.home.here.is_kept = true;
    assert!(question(&play).contains("games are kept"));
    assert_eq!(play.press("y"), [Action::Quit]);
}

/// The seat was said to be kept, and the games of the server in the next sentence to be lost.
#[test]
fn a_seat_is_said_to_be_kept_only_where_the_server_keeps_its_games() {
    for is_kept in [false, true] {
        let mut play = serving(HostScope::Network);
        play.app.home.here.is_kept = is_kept;
        play.join(Some(Side::First), snapshot("connect-four"));
        play.does(Event::Key(Key::Ctrl('c')));
        let asked = question(&play);
        assert!(asked.contains("The server here stops"), "{asked}");
        assert_eq!(asked.contains("Your seat is kept"), is_kept, "{asked}");
        assert_eq!(asked.contains("are lost with it"), !is_kept, "{asked}");
    }
}

#[test]
fn the_end_of_the_program_is_asked_about_with_the_list_of_keys_open_too() {
    let mut play = serving(HostScope::Network);
    lobby_with(&mut play, 2);
    play.press("?");
    assert!(play.app.help.is_some());
    assert_eq!(play.does(Event::Key(Key::Ctrl('c'))), []);
    assert_eq!(play.app.help, None);
    assert!(question(&play).contains("The server here stops"));
    assert_eq!(play.press("n"), []);
    // With nothing to lose, nothing is asked.
    let mut play = Play::home();
    play.press("?");
    assert_eq!(play.does(Event::Key(Key::Ctrl('c'))), [Action::Quit]);
}

#[test]
fn only_y_says_yes_and_a_second_ctrl_c_to_the_end_of_the_program() {
    let questions = [
        Confirm::Resign,
        Confirm::Leave,
        Confirm::Quit,
        Confirm::EndGames,
        Confirm::StopServer,
    ];
    for confirm in questions {
        for (key, means_yes) in [
            (Key::Char('y'), true),
            (Key::Enter, false),
            (Key::Ctrl('c'), confirm == Confirm::Quit),
            (Key::Char(' '), false),
            (Key::Esc, false),
        ] {
            let mut play = serving(HostScope::Network);
            play.join(Some(Side::First), snapshot("connect-four"));
            play.app.confirm = Some(confirm);
            let actions = play.does(Event::Key(key));
            assert_eq!(
                !actions.is_empty(),
                means_yes,
                "{confirm:?} {key:?}: {actions:?}"
            );
            assert_eq!(play.app.confirm, None);
        }
        let play = serving(HostScope::Network);
        let question = confirm.question(&play.app);
        let names_it = question.contains("Ctrl-C");
        assert_eq!(names_it, confirm == Confirm::Quit, "{question}");
    }
}

#[test]
fn a_server_that_is_left_running_has_its_lines_on_the_first_screen() {
    let mut play = serving(HostScope::Network);
    lobby_with(&mut play, 2);
    esc(&mut play);
    assert_eq!(play.press("b"), [Action::Disconnect]);
    assert_eq!(play.app.screen, Screen::Home);
    let at = |play: &Play, item: &HomeItem| {
        let items = play.app.home.items();
        items.iter().position(|other| other == item)
    };
    let line = at(&play, &HomeItem::Hosted).expect("the way back");
    let url = "ws://127.0.0.1:4270/ws".to_owned();
    assert_eq!(
        play.does(Event::Click(Target::Line(line))),
        [Action::Connect(vec![url])]
    );
    play.hear(welcome());
    assert_eq!(play.app.shared, ["ws://10.0.0.1:4270/ws"]);
    lobby_with(&mut play, 2);
    esc(&mut play);
    play.press("b");
    // It would stop with the program, and who is there is not known.
    assert_eq!(esc(&mut play), []);
    assert!(question(&play).contains("The server here stops"));
    play.press("n");
    if cfg!(feature = "host") {
        let line = at(&play, &HomeItem::StopServer).expect("its end");
        assert_eq!(play.does(Event::Click(Target::Line(line))), []);
        assert_eq!(play.press("y"), STOPPED);
        assert_eq!(at(&play, &HomeItem::Hosted), None);
    }
}

#[test]
fn what_is_asked_of_a_local_game_is_true() {
    let mut play = serving(HostScope::ThisClient);
    play.join(Some(Side::First), snapshot("connect-four"));
    esc(&mut play);
    assert!(
        question(&play).contains("is given up"),
        "{}",
        question(&play)
    );
    assert!(!question(&play).contains("clock"), "{}", question(&play));
    play.press("n");
    play.does(Event::Key(Key::Ctrl('c')));
    assert!(
        question(&play).contains("ends with it"),
        "{}",
        question(&play)
    );
    play.press("n");
    esc(&mut play);
    play.press("y");
    assert_eq!(play.app.screen, Screen::Home);
}

#[test]
fn a_clock_is_spoken_of_where_there_is_one() {
    for clock in [false, true] {
        let mut play = Play::at_table("connect-four");
        let mut seen = snapshot("connect-four");
        if clock {
            seen.clock = Some(protocol::clock::ClockFace {
                remaining: BySide {
                    first: Millis::from_secs(60),
                    second: Millis::from_secs(60),
                },
                running: Some(Side::First),
            });
        }
        play.join(Some(Side::First), seen);
        esc(&mut play);
        assert_eq!(question(&play).contains("clock runs on"), clock);
        assert!(question(&play).contains("Your seat is kept"));
    }
}

fn started(play: &mut Play) -> Vec<Action> {
    let url = "ws://127.0.0.1:4270/ws".to_owned();
    let urls = vec!["ws://10.0.0.1:4270/ws".to_owned()];
    play.does(Event::Hosted(HostedUrls {
        own: url,
        for_others: urls,
        is_kept: false,
    }))
}

#[test]
fn a_server_that_was_not_waited_for_is_stopped() {
    let mut play = Play::home();
    play.app.serve(HostScope::Network, Goal::Lobby);
    started(&mut play);
    assert_eq!(esc(&mut play), STOPPED);
    assert_eq!(play.app.screen, Screen::Home);
    assert_eq!(play.app.home.hosted, None);

    // One for this client alone threw everybody off the other.
    let mut play = serving(HostScope::Network);
    lobby_with(&mut play, 3);
    esc(&mut play);
    play.press("b");
    let runs = play.app.home.hosted.clone();
    assert!(runs.is_some());
    play.app.serve(HostScope::ThisClient, Goal::Lobby);
    started(&mut play);
    assert_eq!(esc(&mut play), [Action::Disconnect]);
    assert_eq!(play.app.home.hosted, runs);
    // Nor does the way back to the other stop it.
    play.app.go_to_hosted(Goal::Lobby, Listen::Usual);
    assert_eq!(esc(&mut play), [Action::Disconnect]);
    assert_eq!(play.app.home.hosted, runs);
}

/// The second press started another server, or led into the lobby of the first without a room.
#[test]
fn a_key_that_repeats_starts_one_server_and_opens_its_room() {
    let mut play = Play::home();
    play.app
        .serve(HostScope::Network, Goal::New(Box::new(new_room())));
    let enter = |play: &mut Play| play.does(Event::Key(Key::Enter));
    assert_eq!(enter(&mut play), []);
    let url = "ws://127.0.0.1:4270/ws".to_owned();
    assert_eq!(started(&mut play), [Action::Connect(vec![url])]);
    assert_eq!(enter(&mut play), []);
    let actions = play.hear(welcome());
    let last = actions.last();
    let opens = matches!(last, Some(Action::Send(ClientMsg::Open { .. })));
    assert!(opens, "{actions:?}");
    assert_eq!(enter(&mut play), []);
}

#[test]
fn a_port_that_is_taken_is_changed_on_the_screen() {
    let mut play = Play::home();
    play.app.serve(HostScope::Network, Goal::Lobby);
    play.does(Event::PortTaken(4270));
    let kind = play.app.prompt.as_ref().map(|prompt| prompt.kind);
    assert_eq!(kind, Some(PromptKind::Port));
    play.press("5000");
    let (scope, listen) = (HostScope::Network, Listen::Port(5000));
    assert_eq!(
        play.does(Event::Key(Key::Enter)),
        [Action::Host { scope, listen }]
    );
    let url = "ws://127.0.0.1:5000/ws".to_owned();
    let urls = Vec::new();
    let actions = play.does(Event::Hosted(HostedUrls {
        own: url.clone(),
        for_others: urls,
        is_kept: false,
    }));
    assert_eq!(actions, [Action::Connect(vec![url])]);
}

fn found(id: &str, name: &str, urls: &[&str]) -> Event {
    Event::Network(Change::Found(Found {
        id: id.to_owned(),
        name: name.to_owned(),
        urls: urls.iter().map(|url| (*url).to_owned()).collect(),
        key: None,
    }))
}

fn names(play: &Play) -> Vec<String> {
    let found = play.app.home.found.iter();
    found.map(|found| found.name.clone()).collect()
}

#[test]
fn a_server_that_came_back_is_listed_once_and_two_of_one_name_twice() {
    let mut play = Play::home();
    play.does(found("attic 1", "attic", &["ws://10.0.0.1:4270/ws"]));
    // Killed, and started again.
    play.does(found("attic 2", "attic", &["ws://10.0.0.1:4270/ws"]));
    assert_eq!(names(&play), ["attic"]);
    play.does(Event::Network(Change::Gone("attic 1".to_owned())));
    assert_eq!(names(&play), ["attic"]);
    play.does(found("attic 3", "attic", &["ws://10.0.0.2:4270/ws"]));
    let items = play.app.home.items();
    let texts = items.iter().map(|item| play.app.home.texts(item));
    let of_attic = texts.filter(|texts| texts.name == "attic");
    let places: Vec<_> = of_attic.map(|texts| texts.detail).collect();
    assert_eq!(places, ["10.0.0.1", "10.0.0.2"]);
}

#[test]
fn the_server_of_this_machine_is_listed_without_a_network_and_not_twice_with_one() {
    let here = ["ws://127.0.0.1:4270/ws", "ws://10.0.0.1:4270/ws"];
    let here = |play: &mut Play| play.does(found(crate::discovery::HERE, "here", &here));
    let mut play = Play::home();
    here(&mut play);
    assert_eq!(names(&play), ["here"]);
    play.does(found("attic 1", "attic", &["ws://10.0.0.1:4270/ws"]));
    assert_eq!(names(&play), ["attic"]);
    here(&mut play);
    assert_eq!(names(&play), ["attic"]);
}

/// A seat on the server at this address of the machine.
fn seat_here(hosted: bool) -> SavedSeat {
    SavedSeat {
        servers: vec!["ws://127.0.0.1:4270/ws".to_owned()],
        room: RoomId::from_draw(7),
        token: Token(9),
        variant: Named::Known(Variant::named("connect-four").unwrap()),
        when: Millis::ZERO,
        hosted,
        listen: None,
        announced: None,
        server_id: None,
        own: None,
    }
}

/// It was asked about the room, and the seat deleted without a word.
#[test]
fn a_server_that_keeps_no_games_is_not_asked_about_those_of_one_that_does() {
    for is_kept in [false, true] {
        let mut play = serving(HostScope::Network);
        play.app.home.here.is_kept = is_kept;
        play.app.set_seats(vec![seat_here(true)]);
        let games = Vec::new();
        let asked = play.hear(ServerMsg::YourGames { games });
        assert_eq!(!asked.is_empty(), is_kept, "{asked:?}");
    }
}

fn new_room() -> NewArgs {
    let line = crate::args::read(["enlinea", "new"].map(Into::into), &Settings::default());
    match line.unwrap().command {
        Some(Command::New(room)) => room,
        other => panic!("{other:?}"),
    }
}

#[test]
fn whoever_hosts_again_is_told_of_the_game_that_waits_where_it_is_kept() {
    for (hosted, is_kept, is_told) in [
        (true, true, true),
        (true, false, false),
        (false, true, false),
    ] {
        let mut play = Play::home();
        play.app.set_seats(vec![seat_here(hosted)]);
        play.app
            .serve(HostScope::Network, Goal::New(Box::new(new_room())));
        play.app.home.here.is_kept = is_kept;
        let url = "ws://127.0.0.1:4270/ws".to_owned();
        let urls = vec![url.clone()];
        play.does(Event::Hosted(HostedUrls {
            own: url,
            for_others: urls,
            is_kept: false,
        }));
        play.hear(welcome());
        play.join(Some(Side::First), snapshot("connect-four"));
        let screen = crate::ui::tests::shown(&play.app, (100, 30));
        let waits = format!("your game {} waits here", RoomId::from_draw(7));
        assert_eq!(screen.contains(&waits), is_told, "{screen}");
    }
}
