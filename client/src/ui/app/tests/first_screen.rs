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

/// The words of a line.
fn words(play: &Play, item: &HomeItem) -> String {
    let texts = play.app.home.texts(item);
    [texts.name, texts.value, texts.detail].join(" ")
}

fn line(play: &Play, at: usize) -> String {
    words(play, &play.app.home.items()[at])
}

/// True for the row that is chosen.
fn is_marked(row: &str) -> bool {
    row.trim_start().starts_with(['▌', '>'])
}

/// Goes down to the line with this.
#[cfg(feature = "host")]
fn choose(play: &mut Play, wanted: &str) {
    for _ in 0..20 {
        let screen = crate::ui::tests::shown(&play.app, (80, 24));
        let mut rows = screen.lines().map(str::trim_start);
        if rows.any(|row| is_marked(row) && row.contains(wanted)) {
            return;
        }
        play.does(Event::Key(Key::Down));
    }
    panic!("{wanted} is not listed");
}

#[test]
#[cfg(feature = "host")]
fn one_key_begins_the_game_of_the_last_time_and_it_is_kept() {
    let mut play = home();
    assert!(line(&play, 0).contains("Connect Four · level 3, careful"));
    play.press("gg");
    let actions = play.does(Event::Key(Key::Enter));
    let own = Action::Host {
        scope: HostScope::Own,
        listen: Listen::Usual,
    };
    assert_eq!(actions.last(), Some(&own));
    let choices = kept(&actions).unwrap().clone();
    let (spec, seats) = opened(&mut play);
    assert_eq!(spec.variant.to_string(), "gomoku");
    assert!(!spec.listed);
    assert_eq!(seats.first, SeatSpec::Me);
    let bot: BotSpec = "level:3".parse().unwrap();
    assert_eq!(seats.second, SeatSpec::Bot { bot });

    let mut next = home();
    next.app.introduce(me(None, false), choices.clone());
    assert!(line(&next, 0).contains("Gomoku"), "{}", line(&next, 0));
    // The same again is nothing new to keep.
    assert_eq!(kept(&next.does(Event::Key(Key::Enter))), None);
    // A bot that there is no more, or that does not play the game.
    for gone in ["bot:deepblue:4", "bot:negamax:4", "nobody"] {
        let mut choices = choices.clone();
        choices.bot = Some(gone.to_owned());
        next.app.introduce(me(None, false), choices);
        assert!(line(&next, 0).contains("level 3"), "{gone}");
    }
}

#[test]
#[cfg(feature = "host")]
fn a_level_is_chosen_by_its_digit_and_another_bot_is_asked_for_its_depth() {
    let mut play = home();
    play.does(Event::Key(Key::Right));
    play.press("8");
    // The arrow that opened the list starts nothing.
    assert_eq!(play.does(Event::Key(Key::Right)), []);
    play.does(Event::Key(Key::Enter));
    let (_, seats) = opened(&mut play);
    let bot: BotSpec = "level:8".parse().unwrap();
    assert_eq!(seats.second, SeatSpec::Bot { bot });

    let mut play = home();
    play.does(Event::Key(Key::Right));
    choose(&mut play, "other bots");
    play.does(Event::Key(Key::Enter));
    let screen = crate::ui::tests::shown(&play.app, (80, 24));
    let all = ["random", "lines", "minimax", "negamax", "perfect"];
    assert!(all.iter().all(|kind| screen.contains(kind)), "{screen}");
    choose(&mut play, "minimax");
    play.does(Event::Key(Key::Enter));
    let prompt = play.app.prompt.as_ref().unwrap();
    assert_eq!(prompt.kind, PromptKind::Depth);
    play.does(Event::Key(Key::Ctrl('u')));
    play.press("99");
    assert_eq!(play.does(Event::Key(Key::Enter)), []);
    assert!(play.app.notice().unwrap().contains("moves ahead"));
    play.does(Event::Key(Key::Ctrl('u')));
    play.press("5");
    play.does(Event::Key(Key::Enter));
    let (_, seats) = opened(&mut play);
    let bot: BotSpec = "minimax:5".parse().unwrap();
    assert_eq!(seats.second, SeatSpec::Bot { bot });
    // The list beside the first screen begins with the levels again.
    play.app.go_home();
    let screen = crate::ui::tests::shown(&play.app, (120, 40));
    assert!(screen.contains("other bots"), "{screen}");
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
#[cfg(feature = "host")]
fn hints_the_opening_and_ratings_are_chosen_in_the_list_of_opponents() {
    let begun = |wanted: &[&str], games: &str, opponent: &str| {
        let mut play = home();
        play.press(games);
        play.does(Event::Key(Key::Right));
        for line in wanted {
            choose(&mut play, line);
            play.does(Event::Key(Key::Enter));
            play.does(Event::Key(Key::Home));
        }
        choose(&mut play, opponent);
        play.does(Event::Key(Key::Enter));
        let (spec, _) = opened(&mut play);
        (spec.hints, spec.opening)
    };
    let swap2 = Some(OpeningRule::Swap2);
    assert_eq!(begun(&[], "", "careful"), (false, None));
    assert_eq!(begun(&["Hints: no"], "", "careful"), (true, None));
    assert_eq!(begun(&["Opening: none"], "gg", "careful"), (false, swap2));
    let both = ["Hints: no", "Opening: none"];
    assert_eq!(begun(&both, "gg", "on this network"), (true, swap2));
    // Connect Four has no such opening.
    let mut play = home();
    play.does(Event::Key(Key::Right));
    let screen = crate::ui::tests::shown(&play.app, (80, 24));
    assert!(
        screen.contains("Rated: yes") && !screen.contains("Opening"),
        "{screen}"
    );
    choose(&mut play, "Rated");
    play.does(Event::Key(Key::Enter));
    assert!(play.app.home.to_play.unrated);
    // With hints no game is rated: the one gives way to the other.
    let mut play = home();
    play.does(Event::Key(Key::Right));
    choose(&mut play, "Hints: no");
    play.does(Event::Key(Key::Enter));
    choose(&mut play, "Rated: no");
    play.does(Event::Key(Key::Enter));
    let screen = crate::ui::tests::shown(&play.app, (80, 24));
    assert!(screen.contains("Rated: yes") && screen.contains("Hints: no"));
}

/// A person whose key owned a name was called a guest, and played for ratings without being asked.
#[test]
#[cfg(feature = "host")]
fn the_first_screen_says_under_which_name_a_friend_is_met_and_that_it_is_for_ratings() {
    let mut play = home();
    let screen = |play: &Play| crate::ui::tests::shown(&play.app, (80, 24));
    assert!(screen(&play).contains("playing as a guest"));
    let mut choices = Choices::default();
    choices.note_known(crate::discovery::HERE, Some("Fay"));
    play.app.introduce(me(None, false), choices.clone());
    let known = screen(&play);
    assert!(known.contains("Fay on this network"), "{known}");
    assert!(known.contains("on this network, rated"), "{known}");
    choices.unrated = true;
    play.app.introduce(me(None, false), choices);
    assert!(!screen(&play).contains("rated"));
}

/// The game of every new person was lost by quitting, by a crash, and by going back.
#[test]
#[cfg(feature = "host")]
fn a_game_of_ones_own_is_left_without_a_question_and_waits_on_the_first_screen() {
    let mut play = home();
    play.does(Event::Key(Key::Enter));
    opened(&mut play);
    let actions = play.join(Some(Side::First), snapshot("connect-four"));
    let remembered = |actions: &[Action]| {
        actions.iter().find_map(|action| match action {
            Action::Remember { own, .. } => own.clone(),
            _ => None,
        })
    };
    let own = remembered(&actions).unwrap();
    assert_eq!(own.ply, 1);
    assert_eq!(play.does(Event::Key(Key::Ctrl('c'))), [Action::Quit]);
    let actions = play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.confirm, None);
    assert!(actions.contains(&Action::Disconnect), "{actions:?}");
    assert_eq!(play.app.screen, Screen::Home);
    let seat = SavedSeat {
        servers: Vec::new(),
        own: Some(own),
        ..saved_seat(1)
    };
    play.app.set_seats(vec![seat.clone()]);
    let first = line(&play, 0);
    assert!(first.contains("move 1"), "{first}");
    let actions = play.does(Event::Key(Key::Enter));
    let scope = HostScope::Own;
    let listen = Listen::Usual;
    assert_eq!(actions, [Action::Host { scope, listen }]);
    play.does(Event::Hosted(HostedUrls {
        own: "ws://127.0.0.1:1/ws".to_owned(),
        for_others: Vec::new(),
        is_kept: true,
    }));
    let role = Role::Seat { token: seat.token };
    let room = seat.room;
    let join = Action::Send(ClientMsg::Join { room, role });
    assert_eq!(play.hear(welcome()), [join]);
}

#[test]
#[cfg(feature = "host")]
fn a_game_of_ones_own_that_cannot_be_kept_asks_before_it_ends() {
    let mut play = home();
    play.does(Event::Key(Key::Enter));
    play.does(Event::Hosted(HostedUrls {
        own: "ws://127.0.0.1:1/ws".to_owned(),
        for_others: Vec::new(),
        is_kept: false,
    }));
    play.hear(welcome());
    play.join(Some(Side::First), snapshot("connect-four"));
    play.does(Event::Key(Key::Ctrl('c')));
    assert_eq!(play.app.confirm, Some(Confirm::Quit));
}

#[test]
#[cfg(feature = "host")]
fn at_one_keyboard_the_seat_of_whoever_is_to_move_is_that_of_the_screen() {
    let mut play = home();
    play.does(Event::Key(Key::Right));
    choose(&mut play, "at this keyboard");
    let actions = play.does(Event::Key(Key::Enter));
    let keyboard = Action::Host {
        scope: HostScope::Keyboard,
        listen: Listen::Usual,
    };
    assert_eq!(actions.last(), Some(&keyboard));
    opened(&mut play);
    let mut waiting = snapshot("connect-four");
    waiting.phase = Phase::Seating;
    let room = waiting.room;
    let actions = play.join(Some(Side::First), waiting);
    assert!(actions.contains(&Action::SitOpposite(room)), "{actions:?}");
    play.join(Some(Side::First), snapshot("connect-four"));
    for side in [Side::First, Side::Second, Side::First] {
        let table = play.app.table().unwrap();
        assert_eq!(table.you(), Some(side));
        assert!(table.is_my_turn());
        assert!(!play.app.is_available(crate::input::Intent::Chat));
        play.moved("4");
    }
    // The colour to move has the name that it has in the theme.
    let theme = crate::board::Theme::named("nightfall").unwrap();
    let (depth, ground) = (crate::board::Depth::True, crate::board::Ground::Dark);
    let look = crate::board::Look::new(Glyphs { ascii: false }, theme, depth, ground);
    let screen = crate::ui::tests::text_in(&play.app, &look, 80, 24);
    assert!(screen.contains("Mint to move"), "{screen}");
    // A draw needs no second person here, so that one key does not end the game.
    assert_eq!(play.press("d"), []);
    assert_eq!(play.app.confirm, Some(Confirm::Draw));
    let draw = ClientMsg::from(Act::OfferDraw);
    assert_eq!(play.press("y"), [Action::Send(draw)]);
    // After the game no one is to move, and either begins another.
    play.over(Some(Side::First));
    let screen = crate::ui::tests::text_in(&play.app, &look, 80, 24);
    for named in ["r: rematch", "r rematch"] {
        assert!(screen.contains(named), "{screen}");
    }
}

/// The game was offered by what the server said of it before it ended.
#[test]
fn a_game_that_is_over_is_not_offered_again() {
    for is_seen_again in [false, true] {
        let mut play = Play::at_table("connect-four");
        let room = play.app.table().unwrap().room();
        play.app.home.games.push(crate::ui::GameThere {
            url: "ws://here/ws".to_owned(),
            room,
            title: "Connect Four".to_owned(),
            opponent: "Bo".to_owned(),
            is_your_turn: true,
        });
        if is_seen_again {
            let mut seen = snapshot("connect-four");
            seen.phase = Phase::Over {
                outcome: Outcome {
                    winner: Some(Side::First),
                    reason: Reason::Resignation,
                    line: Vec::new(),
                },
            };
            play.join(Some(Side::First), seen);
        } else {
            play.over(Some(Side::First));
        }
        assert_eq!(play.app.home.games, []);
    }
}

/// Nothing on the first screen named a key to leave, and the list of keys said that Esc does nothing there.
#[test]
fn the_first_screen_names_the_key_that_leaves_the_program() {
    let mut play = home();
    for size in [(40, 12), (80, 24), (120, 40)] {
        let screen = crate::ui::tests::shown(&play.app, size);
        let keys = screen.lines().last().unwrap();
        assert!(keys.contains("Esc quit"), "{screen}");
    }
    play.press("?");
    let screen = crate::ui::tests::shown(&play.app, (80, 40));
    assert!(!screen.contains("not on this server"), "{screen}");
    let esc = screen.lines().find(|row| row.contains("Esc q")).unwrap();
    assert!(esc.contains("leave the program"), "{screen}");
}

/// "level 3move 5".
#[test]
fn one_server_has_one_line_by_all_its_addresses() {
    let url = |host: &str| format!("ws://{host}:4270/ws");
    let key = Some(protocol::fingerprint::Fingerprint::from_public_key(
        b"a key",
    ));
    let announced = |id: &str, host: &str| Found {
        id: id.to_owned(),
        name: "enlinea".to_owned(),
        urls: vec![url(host)],
        key,
    };
    let mut here = announced(crate::discovery::HERE, "127.0.0.1");
    (here.urls, here.key) = (vec![url("127.0.0.1"), url("192.0.2.2")], None);
    let mut play = home();
    play.app.home.recent = vec![url("127.0.0.1"), url("[fd00::2]")];
    for found in [
        here,
        announced("one", "192.0.2.2"),
        announced("two", "[fd00::2]"),
    ] {
        let change = Change::Found(found);
        play.does(Event::Network(change));
    }
    let is_server = |item: &HomeItem| matches!(item, HomeItem::Found(_) | HomeItem::Recent(..));
    let items = play.app.home.items();
    assert_eq!(
        items.iter().filter(|item| is_server(item)).count(),
        1,
        "{items:?}"
    );
}

#[test]
fn two_texts_of_a_line_have_a_gap_between_them() {
    for ply in [5, 15, 115] {
        let mut play = home();
        let mut seats = home_with_seats(1).app.home.seats;
        seats[0].own = Some(OwnSeat {
            opponent: "Bot, level 3".to_owned(),
            ply,
        });
        play.app.home.seats = seats;
        let screen = crate::ui::tests::shown(&play.app, (80, 24));
        assert!(!screen.contains("level 3move"), "{screen}");
        assert!(
            screen.contains(&format!("  move {}", ply.div_ceil(2))),
            "{screen}"
        );
    }
}

#[test]
fn every_line_is_reached_and_it_is_said_how_many_more_there_are() {
    for seats in [0, 1, 9] {
        let mut play = home_with_seats(seats);
        let items = play.app.home.items();
        for size in [(40, 12), (80, 24), (120, 40)] {
            for (at, item) in items.iter().enumerate() {
                play.app.home.chosen = at;
                let screen = crate::ui::tests::shown(&play.app, size);
                let name = play.app.home.texts(item).name;
                let mut rows = screen.lines();
                let marked = rows.find(|row| is_marked(row));
                assert!(marked.is_some_and(|row| row.contains(&name)), "{screen}");
                let is_whole = items.len() + 1 < usize::from(size.1) - 3;
                let says_more = screen.contains(" more");
                assert_eq!(!is_whole, says_more, "{size:?}\n{screen}");
            }
        }
    }
}

/// Hosts, connects and hears the bots of the server in this program; returns the room that is opened.
#[cfg(feature = "host")]
fn opened(play: &mut Play) -> (GameSpec, BySide<SeatSpec>) {
    let url = "ws://127.0.0.1:1/ws".to_owned();
    let urls = Vec::new();
    play.does(Event::Hosted(HostedUrls {
        own: url,
        for_others: urls,
        is_kept: true,
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
        words(play, recent.unwrap())
    };
    let url = "ws://there:4270/ws".to_owned();
    let mut play = Play::home();
    play.app.introduce(me(None, false), Choices::default());
    assert_eq!(about(&play), "there visited before ");
    let mut greeting = welcome();
    if let ServerMsg::Welcome { features, .. } = &mut greeting {
        features.push(protocol::view::Feature::Identity);
    }
    let [known, unknown] = ["there visited before, as Ana ", "there visited before "];
    // On a connection that others read the key is not shown.
    for (security, expected) in [
        (Security::Encrypted, known),
        (Security::Plain, unknown),
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
    assert_eq!(about(&play), "there visited before ");
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
    assert!(line(&play, 0).contains("against Bo your turn"));
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
        within(language, || words(&home(), &HomeItem::Return(seat)))
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
    let mut play = home();
    play.app.set_seats((0..seats).map(saved_seat).collect());
    play
}

fn saved_seat(number: u64) -> SavedSeat {
    seat_at("ws://there/ws", RoomId::from_draw(number), 5)
}

#[test]
fn a_click_finds_the_line_that_is_drawn_there_also_on_a_low_screen() {
    for seats in [1, 9] {
        let mut play = home_with_seats(seats);
        for size in [(40, 12), (60, 20)] {
            play.app.home.chosen = play.app.home.items().len() - 1;
            let screen = crate::ui::tests::shown(&play.app, size);
            let last = screen.lines().position(is_marked);
            let area = ratatui::layout::Rect::new(0, 0, size.0, size.1);
            let look = crate::ui::tests::look(Glyphs { ascii: false });
            let at = |row: usize| target(&play.app, &look, area, 5, row as u16);
            let expected = Some(Target::Line(play.app.home.chosen));
            assert_eq!(at(last.unwrap()), expected, "{screen}");
            assert_eq!(at(last.unwrap() + 1), None, "{screen}");
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
    connecting.app.server.connection = Connection::Connecting;
    assert!(typed(&mut connecting));
    let mut set = home_with_seats(1);
    set.app.introduce(me(Some("Ana"), true), Choices::default());
    assert!(typed(&mut set));
}
