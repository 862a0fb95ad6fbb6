//! The screens themselves, in each of their states.

use protocol::id::Token;
use protocol::rules::Notation;
use protocol::spec::OpeningRule;
use protocol::view::{BotOffer, BotOption};

use super::super::*;
use crate::discovery::Found;
use crate::seats::SavedSeat;

fn offer() -> BotOffer {
    BotOffer {
        kind: "negamax".to_owned(),
        about: "plays anywhere at all".to_owned(),
        depths: Some(("1".parse().unwrap(), "12".parse().unwrap())),
        default_depth: Some("4".parse().unwrap()),
        presets: Vec::new(),
        variants: Variant::fixed().map(Named::Known).collect(),
        options: vec![BotOption {
            name: "own_two".to_owned(),
            about: "weight of a five with two of its stones and none of yours".to_owned(),
            least: 0,
            most: 100,
            default: 10,
        }],
        level: None,
        openings: OpeningRule::KNOWN.to_vec(),
    }
}

fn seat() -> SavedSeat {
    SavedSeat {
        servers: vec!["ws://there/ws".to_owned()],
        room: RoomId::from_draw(7),
        token: Token(9),
        variant: Named::Known(Variant::named("renju").unwrap()),
        when: Millis::ZERO,
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
        own: None,
    }
}

/// The first screen of a guest, of somebody with a name, and while a server runs here.
fn home(kind: usize) -> Play {
    let mut play = Play::home();
    let home = &mut play.app.home;
    match kind {
        0 => {}
        1 => {
            home.me.name = Some("Ana".to_owned());
            home.me.key = Some("1A2B 3C4D".to_owned());
            home.set_seats(vec![seat()]);
            home.recent = vec!["ws://elsewhere/ws".to_owned()];
            home.found.push(Found {
                id: "a".to_owned(),
                name: "Bo".to_owned(),
                urls: vec!["ws://bo/ws".to_owned()],
                key: None,
            });
        }
        _ => {
            let url = "ws://127.0.0.1:4270/ws".to_owned();
            home.hosted = Some(HostedUrls {
                own: url.clone(),
                for_others: vec![url],
                is_kept: false,
            });
        }
    }
    play
}

/// Each of them with each of its lines chosen.
pub(super) fn homes() -> Vec<Play> {
    let mut all = Vec::new();
    for kind in 0..3 {
        for chosen in 0..home(kind).app.home.items().len() {
            let mut play = home(kind);
            play.app.home.chosen = chosen;
            all.push(play);
        }
    }
    all
}

pub(super) fn lobbies() -> Vec<Play> {
    let mut empty = Play::home();
    empty.hear(welcome());
    let mut full = lobby();
    full.app.shared = vec!["ws://192.168.1.5:4270/ws".to_owned()];
    full.app.lobby.present = 7;
    let mut filtered = lobby();
    filtered.press("/xyz");
    filtered.does(Event::Key(Key::Enter));
    let mut talks = lobby();
    talks.press("t");
    vec![empty, full, filtered, talks]
}

/// The form with bots on both sides, with each of its lines chosen.
pub(super) fn forms() -> Vec<Play> {
    let form = |chosen: usize, game: usize| {
        let mut play = Play::home();
        let mut greeting = welcome();
        if let ServerMsg::Welcome { bots, .. } = &mut greeting {
            *bots = vec![offer()].into();
        }
        play.hear(greeting);
        play.press("n");
        for _ in 0..game {
            play.does(Event::Key(Key::Right));
        }
        for field in [Field::You, Field::Opponent] {
            let fields = play.app.form.fields();
            play.app.form.chosen = fields.iter().position(|at| *at == field).unwrap();
            play.does(Event::Key(Key::Right));
        }
        play.app.form.chosen = chosen;
        play
    };
    // Where discs fall, where an opening is chosen, and a board of one's own.
    let games = [0, 3, Variant::fixed().count()];
    let lines = |game| form(0, game).app.form.fields().len();
    games
        .into_iter()
        .flat_map(|game| (0..lines(game)).map(move |line| (line, game)))
        .map(|(line, game)| form(line, game))
        .collect()
}

pub(super) fn rules() -> Vec<Play> {
    let shown = |variant, opening| {
        let mut play = Play::home();
        play.app.show_rules(variant, opening);
        play
    };
    let down = |mut play: Play| {
        play.does(Event::Key(Key::PageDown));
        play
    };
    let each = || Variant::fixed().map(|game| (game, Some(OpeningRule::Swap2)));
    let top = each().map(|(game, rule)| shown(game, rule));
    top.chain(each().map(|(game, rule)| down(shown(game, rule))))
        .collect()
}

pub(super) fn prompts() -> Vec<Play> {
    use PromptKind::{
        Address, Chat, Clock, Code, Filter, LobbyChat, Move, Mute, Name, Port, Remove, Value,
    };
    let kinds = [
        Address,
        Chat,
        Clock,
        Code,
        Filter,
        LobbyChat,
        Move(Notation::Cell),
        Mute,
        Name,
        Port,
        Remove,
        Value,
    ];
    let open = |kind| {
        let mut play = Play::home();
        play.app.open_prompt(kind);
        play
    };
    kinds.map(open).into_iter().collect()
}

pub(super) fn questions() -> Vec<Play> {
    let kinds = [
        Confirm::Resign,
        Confirm::Leave,
        Confirm::Quit,
        Confirm::EndGames,
        Confirm::StopServer,
    ];
    let mut all = Vec::new();
    for confirm in kinds {
        for present in [1, 2, 7] {
            let mut play = Play::home();
            let url = "ws://127.0.0.1:4270/ws".to_owned();
            play.app.home.hosted = Some(HostedUrls {
                own: url.clone(),
                for_others: vec![url],
                is_kept: false,
            });
            play.app.home.here.is_kept = present == 2;
            play.app.lobby.present = present;
            play.app.confirm = Some(confirm);
            all.push(play);
        }
    }
    all
}

pub(super) fn notices() -> Vec<Play> {
    let mut all = Vec::new();
    let mut play = |act: &dyn Fn(&mut Play)| {
        let mut play = lobby();
        act(&mut play);
        all.push(play);
    };
    play(&|play| {
        play.hear(ServerMsg::ShuttingDown);
    });
    play(&|play| {
        play.hear(ServerMsg::Announcement {
            text: Some("ok".to_owned()),
        });
    });
    for name in ["Zoe", "Bo"] {
        play(&|play| {
            play.hear(ServerMsg::Muted {
                names: vec![super::super::name(name)],
            });
        });
    }
    play(&|play| {
        play.does(Event::Saved(Err("?".to_owned())));
    });
    for name in [
        "guest-1",
        "Ana\u{202e}",
        "abcdefghijklmnopqrstuvwxyz",
        "\u{202e}",
    ] {
        play(&|play| {
            play.app.take_name(name);
        });
    }
    all
}

/// TV with a game, and without.
pub(super) fn tvs() -> Vec<Play> {
    let tv = |games: u32| {
        let mut play = Play::home();
        play.app.go(vec!["ws://here/ws".to_owned()], Goal::Tv);
        play.hear(welcome());
        let mut seen = snapshot("connect-four");
        seen.watching = 4;
        let rooms = (1..=games).map(|number| RoomSummary {
            room: RoomId::from_draw(number.into()),
            variant: seen.spec.variant.clone(),
            clock: None,
            seats: seen.seats.clone(),
            phase: Phase::Playing,
            plies: 0,
            spectators: 3,
            watchable: true,
            locked: false,
            moves: None,
            opening: None,
            rated: false,
        });
        let rooms: Vec<_> = rooms.collect();
        play.hear(ServerMsg::Lobby {
            rooms: rooms.clone(),
            players: Vec::new(),
            present: 1,
            chat: Vec::new(),
        });
        for room in rooms {
            let mut snapshot = seen.clone();
            snapshot.room = room.room;
            play.hear(ServerMsg::Watching {
                snapshot: Box::new(snapshot),
            });
        }
        play
    };
    vec![tv(0), tv(1), tv(9)]
}
