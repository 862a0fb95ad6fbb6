//! The first screen: the person, the game to play, and what is remembered of both.

use super::*;
use crate::choices::Choices;
use crate::language::{Language, within};
use crate::ui::{Glyphs, HomeItem, Me, Target, target};

fn me(name: Option<&str>, is_set: bool) -> Me {
    Me {
        name: name.map(str::to_owned),
        is_set,
        key: Some("1a2b 3c4d".to_owned()),
        key_in_clear: false,
    }
}

fn home() -> Play {
    let mut play = Play {
        app: App::new(Vec::new(), Vec::new()),
        seq: 0,
        revision: 0,
    };
    play.app.introduce(me(None, false), Choices::default());
    play
}

/// The choices that were kept last among these actions.
fn kept(actions: &[Action]) -> Option<&Choices> {
    actions.iter().rev().find_map(|action| match action {
        Action::KeepChoices(choices) => Some(&**choices),
        _ => None,
    })
}

fn line(play: &Play, at: usize) -> String {
    play.app.home.items()[at].title()
}

/// Hosts, connects and hears the bots of the server in this program; returns the room that is opened.
#[cfg(feature = "host")]
fn opened(play: &mut Play) -> (GameSpec, BySide<SeatSpec>) {
    let url = "ws://127.0.0.1:1/ws".to_owned();
    let urls = Vec::new();
    play.does(Event::Hosted(HostedUrls {
        own: url,
        for_others: urls,
    }));
    let mut greeting = welcome();
    if let ServerMsg::Welcome { bots, .. } = &mut greeting {
        *bots = crate::host::bots().into();
    }
    let actions = play.hear(greeting);
    match &actions[..] {
        [Action::Send(ClientMsg::Open { spec, seats, .. })] => (spec.clone(), seats.clone()),
        _ => panic!("{actions:?}"),
    }
}

#[test]
#[cfg(feature = "host")]
fn three_keys_lead_to_gomoku_against_a_bot_with_no_server_for_others() {
    let mut play = home();
    let keys = [Key::Right, Key::Right, Key::Enter];
    let actions = keys.map(|key| play.does(Event::Key(key)));
    let private = Action::Host {
        scope: HostScope::ThisClient,
        listen: Listen::Usual,
    };
    assert_eq!(actions[2].last(), Some(&private));
    let (spec, seats) = opened(&mut play);
    assert_eq!(spec.variant.to_string(), "gomoku");
    assert!(!spec.listed);
    assert_eq!(seats.first, SeatSpec::Me);
    let bot: BotSpec = "level:3".parse().unwrap();
    assert_eq!(seats.second, SeatSpec::Bot { bot });
}

#[test]
#[cfg(feature = "host")]
fn the_game_and_the_opponent_are_those_of_the_last_time() {
    let mut play = home();
    play.does(Event::Key(Key::Right));
    play.does(Event::Key(Key::Down));
    play.does(Event::Key(Key::Right));
    let chosen = [line(&play, 0), line(&play, 1)];
    let actions = play.does(Event::Key(Key::Enter));
    let choices = kept(&actions).unwrap().clone();
    let mut next = home();
    assert_ne!([line(&next, 0), line(&next, 1)], chosen);
    next.app.introduce(me(None, false), choices.clone());
    assert_eq!([line(&next, 0), line(&next, 1)], chosen);
    // The same again is nothing new to keep.
    assert_eq!(kept(&next.does(Event::Key(Key::Enter))), None);
    // A bot that there is no more, or that does not play the game.
    for gone in ["bot:deepblue:4", "bot:negamax:4", "nobody"] {
        let mut choices = choices.clone();
        choices.opponent = Some(gone.to_owned());
        next.app.introduce(me(None, false), choices);
        assert!(line(&next, 1).contains("level 3"), "{gone}");
    }
}

#[test]
#[cfg(feature = "host")]
fn opponents_are_the_levels_then_the_other_bots_the_weakest_first() {
    let mut play = home();
    play.does(Event::Key(Key::Down));
    let mut all = Vec::new();
    loop {
        let opponent = line(&play, 1);
        if all.contains(&opponent) {
            break;
        }
        all.push(opponent);
        play.does(Event::Key(Key::Right));
    }
    let first = "With < a bot of level 1 >";
    let start = all.iter().position(|line| line == first).unwrap();
    all.rotate_left(start);
    assert_eq!(all[8], "With < a bot of level 9 >");
    let game = Variant::named("connect-four").unwrap();
    let kinds: Vec<_> = crate::host::bots_for(game)
        .into_iter()
        .map(|bot| bot.kind)
        .filter(|kind| kind != "level")
        .collect();
    let places = all.iter().filter_map(|line| {
        let words: Vec<_> = line.split([' ', ',']).collect();
        kinds.iter().position(|kind| words.contains(&kind.as_str()))
    });
    assert!(places.is_sorted(), "{all:?}");
    for expected in [
        "With < bot random >",
        "With < bot minimax, medium, 6 plies >",
        "With < bot perfect, full, as deep as it can >",
        "With < a friend on this network >",
        "With < nobody: watch two bots >",
    ] {
        assert!(
            all.iter().any(|line| line == expected),
            "{expected}: {all:?}"
        );
    }
}

#[test]
#[cfg(feature = "host")]
fn a_friend_is_awaited_on_a_server_of_the_network_or_on_one_started_here() {
    for is_there in [true, false] {
        let mut play = home();
        if is_there {
            let change = Change::Found(Found {
                id: "attic".to_owned(),
                name: "attic".to_owned(),
                urls: vec!["ws://10.0.0.1/ws".to_owned()],
                key: None,
            });
            play.does(Event::Network(change));
        }
        play.does(Event::Key(Key::Down));
        while !line(&play, 1).contains("friend") {
            play.does(Event::Key(Key::Left));
        }
        let actions = play.does(Event::Key(Key::Enter));
        let expected = if is_there {
            Action::Connect(vec!["ws://10.0.0.1/ws".to_owned()])
        } else {
            Action::Host {
                scope: HostScope::Network,
                listen: Listen::Usual,
            }
        };
        assert_eq!(actions.last(), Some(&expected));
        if !is_there {
            let (spec, seats) = opened(&mut play);
            assert!(spec.listed);
            assert_eq!(seats.second, SeatSpec::Open);
        }
    }
}

#[test]
fn a_name_is_typed_right_there_used_and_remembered() {
    let mut play = home();
    play.press("nAna");
    let actions = play.does(Event::Key(Key::Enter));
    assert_eq!(actions[0], Action::TakeName(Some("Ana".to_owned())));
    assert_eq!(kept(&actions).unwrap().name.as_deref(), Some("Ana"));
    assert_eq!(play.app.home.me.name.as_deref(), Some("Ana"));
    assert_eq!(play.app.notice(), None);
    // The line begins with the name; without it, the person is a guest.
    play.press("n");
    assert_eq!(play.app.prompt.as_ref().unwrap().input.value(), "Ana");
    for _ in 0..3 {
        play.does(Event::Key(Key::Backspace));
    }
    play.press("-");
    let actions = play.does(Event::Key(Key::Enter));
    assert_eq!(actions[0], Action::TakeName(None));
    assert_eq!(kept(&actions).unwrap().name, None);
}

#[test]
fn a_name_that_is_set_elsewhere_comes_back_at_the_next_start_and_that_is_said() {
    let mut play = home();
    play.app
        .introduce(me(Some("Ana"), true), Choices::default());
    play.press("n2");
    let actions = play.does(Event::Key(Key::Enter));
    assert_eq!(actions[0], Action::TakeName(Some("Ana2".to_owned())));
    let notice = play.app.notice().unwrap().to_owned();
    assert!(notice.contains("--name"), "{notice}");
}

#[test]
fn a_server_that_knows_the_key_says_so_in_its_line() {
    let about = |play: &Play| {
        let items = play.app.home.items();
        let recent = items
            .iter()
            .find(|item| matches!(item, HomeItem::Recent(..)));
        recent.unwrap().about(&play.app.keymap)
    };
    let url = "ws://there:4270/ws".to_owned();
    let mut play = Play::home();
    play.app.introduce(me(None, false), Choices::default());
    assert_eq!(about(&play), "visited before");
    let mut greeting = welcome();
    if let ServerMsg::Welcome { features, .. } = &mut greeting {
        features.push(protocol::view::Feature::Identity);
    }
    let known = "visited before as Ana";
    // On a connection that others read the key is not shown.
    for (security, expected) in [
        (Security::Encrypted, known),
        (Security::Plain, "visited before"),
        (Security::Loopback, known),
    ] {
        play.app.go(vec![url.clone()], Goal::Lobby);
        play.does(Event::Net(NetEvent::Security {
            security,
            about: String::new(),
            notice: None,
        }));
        let actions = play.hear(greeting.clone());
        let name = kept(&actions).unwrap().known_as.get(&url);
        assert_eq!(name.is_some(), expected == known);
        play.does(Event::Key(Key::Esc));
        assert_eq!(about(&play), expected);
    }
    // A server that owns no names.
    play.app.go(vec![url], Goal::Lobby);
    play.hear(welcome());
    play.does(Event::Key(Key::Esc));
    assert_eq!(about(&play), "visited before");
}

#[test]
fn games_of_the_key_on_a_server_are_listed_but_for_those_with_a_saved_seat() {
    let mut play = home();
    let chosen = line(&play, 0);
    let game = |number, your_turn, ended| YourGame {
        room: RoomSummary {
            room: RoomId::from_draw(number),
            ..way_out::room_of_two()
        },
        side: Side::First,
        your_turn,
        ended,
    };
    let url = "ws://there:4270/ws".to_owned();
    let games = vec![
        game(1, true, None),
        game(2, false, None),
        game(3, false, Some(Millis::from_secs(1))),
    ];
    play.does(Event::GamesAt(url.clone(), games));
    let count = |play: &Play| {
        let items = play.app.home.items();
        items
            .iter()
            .filter(|item| matches!(item, HomeItem::Game(_)))
            .count()
    };
    assert_eq!(count(&play), 2);
    assert_eq!(
        line(&play, play.app.home.chosen),
        chosen,
        "the choice stays"
    );
    assert!(
        play.app.home.items()[0]
            .about(&play.app.keymap)
            .starts_with("against Bo, your turn")
    );
    play.does(Event::Key(Key::Home));
    let actions = play.does(Event::Key(Key::Enter));
    assert_eq!(actions, [Action::Connect(vec![url.clone()])]);
    let room = RoomId::from_draw(1);
    let role = Role::Player;
    let join = Action::Send(ClientMsg::Join { room, role });
    assert_eq!(play.hear(welcome()), [join]);
    play.does(Event::GamesAt(url, vec![game(2, true, None)]));
    assert_eq!(count(&play), 1);
}

#[test]
#[cfg(feature = "host")]
fn an_opponent_comes_back_with_a_game_that_has_them() {
    let mut play = home();
    play.does(Event::Key(Key::Down));
    while !line(&play, 1).contains("minimax") {
        play.does(Event::Key(Key::Right));
    }
    let chosen = line(&play, 1);
    play.does(Event::Key(Key::Up));
    let games = Variant::fixed().count();
    let mut seen = Vec::new();
    for _ in 0..games {
        play.does(Event::Key(Key::Right));
        seen.push(line(&play, 1));
    }
    assert!(
        seen.iter().any(|opponent| opponent.contains("level 3")),
        "{seen:?}"
    );
    assert_eq!(line(&play, 1), chosen, "it is the first game again");
}

#[test]
fn a_name_is_cleared_at_once_and_what_becomes_of_it_is_said() {
    let mut play = home();
    play.app
        .introduce(me(Some("Ana"), false), Choices::default());
    let mut type_name = |text: &str| {
        play.press("n");
        play.does(Event::Key(Key::Ctrl('u')));
        play.press(text);
        let actions = play.does(Event::Key(Key::Enter));
        let notice = play.app.notice().unwrap_or_default().to_owned();
        play.app.clear_notice();
        let name = actions.into_iter().find_map(|action| match action {
            Action::TakeName(name) => Some(name),
            _ => None,
        });
        (name.flatten(), notice)
    };
    for (text, name, said) in [
        ("Bo", Some("Bo"), ""),
        ("", None, "your name stays"),
        ("guest-07", None, "to guests"),
        ("\u{200b}", None, "1 to 20"),
        (
            "Maximiliana von Hohenstein",
            Some("Maximiliana von Hohe"),
            "at most 20 characters",
        ),
        ("B\u{200b}o", Some("Bo"), "cannot be in a name"),
    ] {
        let (taken, notice) = type_name(text);
        assert_eq!(taken.as_deref(), name, "{text}");
        assert!(notice.contains(said), "{text}: {notice}");
        assert_eq!(notice.is_empty(), said.is_empty(), "{text}: {notice}");
    }
}

#[test]
fn a_long_name_and_the_code_of_a_room_are_whole_at_every_size() {
    let seat = SavedSeat {
        servers: vec!["ws://there/ws".to_owned()],
        room: RoomId::from_draw(1),
        token: Token(5),
        variant: Named::Known(Variant::named("custom:20x20x10:exact").unwrap()),
        when: Millis::from_millis(1),
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
    };
    let code = seat.room.to_string();
    let mut app = App::new(vec![seat], Vec::new());
    let name = "Maximiliana von Hohe";
    app.introduce(me(Some(name), false), Choices::default());
    for size in [(40, 12), (60, 20), (80, 24), (120, 40)] {
        let screen = crate::ui::tests::shown(&app, size);
        assert!(screen.contains(&code), "{screen}");
        assert!(screen.contains(name), "{screen}");
        let line = screen.lines().find(|line| line.contains(name)).unwrap();
        assert!(
            line.contains("n changes it") || line.contains("(n)"),
            "{line}"
        );
    }
}

/// The title was saved in the language of the day, and shown so in every other.
#[test]
fn the_way_back_to_a_seat_names_the_game_in_the_language_in_force() {
    let title = |language, saved: &str| {
        let seat: SavedSeat = serde_json::from_value(serde_json::json!({
            "servers": ["ws://there/ws"],
            "room": "K7QM2X",
            "token": Token(5),
            "variant": saved,
            "when": 1,
            "hosted": false,
        }))
        .unwrap();
        within(language, || HomeItem::Return(seat).title())
    };
    for (language, saved, expected) in [
        (Language::En, "connect-four", "Connect Four"),
        (Language::Es, "connect-four", "Cuatro en línea"),
        (Language::Pl, "connect-four", "Czwórki"),
        (
            Language::Es,
            "custom:12x9x5:falls",
            "5 en línea, 12 x 9, con caída",
        ),
        // A variant of a later release.
        (Language::Es, "hex-11", "hex-11"),
    ] {
        let shown = title(language, saved);
        assert!(shown.contains(expected), "{language}, {saved}: {shown}");
    }
}

#[test]
fn the_way_back_is_among_the_keys_wherever_there_is_one() {
    let mut play = home();
    let bar = |play: &Play| {
        let screen = crate::ui::tests::shown(&play.app, (40, 12));
        screen.lines().last().unwrap_or_default().to_owned()
    };
    assert!(!bar(&play).contains("back"), "{}", bar(&play));
    play.press("i");
    assert!(bar(&play).contains("back"), "{}", bar(&play));
    play.does(Event::Key(Key::Esc));
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    assert!(bar(&play).contains("back"), "{}", bar(&play));
    play.hear(welcome());
    assert!(bar(&play).contains("back"), "{}", bar(&play));
    play.press("n");
    assert!(bar(&play).contains("back"), "{}", bar(&play));
    play.join(Some(Side::First), snapshot("connect-four"));
    assert!(bar(&play).contains("back"), "{}", bar(&play));
}

#[test]
fn the_flag_for_ascii_is_told_once_where_it_may_be_needed() {
    let mut play = home();
    play.app.offer_ascii(false);
    assert_eq!(play.app.notice(), None);
    play.app.offer_ascii(true);
    let notice = play.app.notice().unwrap().to_owned();
    play.app.clear_notice();
    assert!(notice.contains("--ascii"), "{notice}");
    let choices = play.app.home.choices.clone();
    let mut next = home();
    next.app.introduce(me(None, false), choices);
    next.app.offer_ascii(true);
    assert_eq!(next.app.notice(), None);
}

/// With so many seats to go back to.
fn home_with_seats(seats: u64) -> Play {
    let seat = |number| SavedSeat {
        servers: vec!["ws://there/ws".to_owned()],
        room: RoomId::from_draw(number),
        token: Token(5),
        variant: Named::Known(Variant::named("connect-four").unwrap()),
        when: Millis::from_millis(1),
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
    };
    let mut play = home();
    play.app.set_seats((0..seats).map(seat).collect());
    play
}

#[test]
fn every_line_is_seen_where_there_is_room_and_else_how_many_more_there_are() {
    for seats in [0, 1, 2, 9] {
        let mut play = home_with_seats(seats);
        let items = play.app.home.items().len();
        for size in [(40, 12), (60, 20), (80, 24), (120, 40)] {
            for chosen in 0..items {
                play.app.home.chosen = chosen;
                let screen = crate::ui::tests::shown(&play.app, size);
                let rows: Vec<_> = screen.lines().collect();
                let starts = ["Back to", "Play <", "With <", "Join a", "Host for", "Quit"];
                let is_line = |row: &&&str| {
                    let row = row.trim_start_matches([' ', '>']);
                    starts.iter().any(|start| row.starts_with(start))
                };
                let seen = rows.iter().filter(is_line).count();
                let more = |what: &str| {
                    let row = rows.iter().find_map(|row| row.split_once(what))?.0;
                    row.split_whitespace().last()?.parse::<usize>().ok()
                };
                let [above, below] = [" more above", " more below"].map(more);
                let hidden = above.unwrap_or(0) + below.unwrap_or(0);
                assert_eq!(seen + hidden, items, "{size:?}\n{screen}");
                let fits = items + 1 < usize::from(size.1) - 3;
                assert_eq!(hidden == 0, fits, "{size:?}\n{screen}");
                let marked = rows.iter().filter(|row| row.trim_start().starts_with("> "));
                assert_eq!(marked.count(), 1, "{screen}");
            }
        }
    }
}

#[test]
fn a_click_finds_the_line_that_is_drawn_there_also_on_a_low_screen() {
    for seats in [1, 9] {
        let mut play = home_with_seats(seats);
        for size in [(40, 12), (60, 20)] {
            play.app.home.chosen = play.app.home.items().len() - 1;
            let screen = crate::ui::tests::shown(&play.app, size);
            let quit = screen.lines().position(|line| line.contains("> Quit"));
            let area = ratatui::layout::Rect::new(0, 0, size.0, size.1);
            let look = crate::ui::tests::look(Glyphs { ascii: false });
            let at = |row: usize| target(&play.app, &look, area, 5, row as u16);
            let last = Some(Target::Line(play.app.home.chosen));
            assert_eq!(at(quit.unwrap()), last, "{screen}");
            assert_eq!(at(quit.unwrap() + 1), None, "{screen}");
        }
    }
}

#[test]
fn a_name_that_seats_and_connections_do_not_take_over_is_said_to_be_late() {
    let typed = |play: &mut Play| {
        play.press("nBo");
        play.does(Event::Key(Key::Enter));
        let notice = play.app.notice().unwrap_or_default().to_owned();
        play.app.clear_notice();
        notice.contains("keep the name")
    };
    assert!(!typed(&mut home()));
    assert!(typed(&mut home_with_seats(1)));
    let mut connecting = home();
    connecting.app.connection = Connection::Connecting;
    assert!(typed(&mut connecting));
    let mut set = home_with_seats(1);
    set.app.introduce(me(Some("Ana"), true), Choices::default());
    assert!(typed(&mut set));
}
