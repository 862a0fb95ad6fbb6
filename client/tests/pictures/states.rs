//! The states of every screen that are kept as files.

use client::choices::Choices;
use client::discovery::{Change, Found};
use client::input::Key;
use client::seats::SavedSeat;
use client::ui::{App, Event, Goal, Me, Screen};
use protocol::analysis::{BestLine, ColumnValue};
use protocol::id::{GameNr, RoomId, Token};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::text::ChatText;
use protocol::tournament::{PairingView, TournamentPhase, TournamentView};
use protocol::view::{
    Feature, LobbyLine, Outcome, Phase, Reason, RoomSummary, Seat, Snapshot, YourGame,
};
use protocol::word::Named;

use super::past;
use super::scenes;
use super::stage::{self, Stage, name, seats, snapshot, welcome};
use super::tournament;

/// Every state, by the first part of its files' names.
pub(crate) fn all() -> Vec<(&'static str, App)> {
    vec![
        ("home", home()),
        ("lobby", lobby().app),
        ("settings", settings()),
        ("form", form()),
        ("table", scenes::connect_four_played().app),
        ("table-ended", ended().app),
        ("table-looked-back", looked_back()),
        ("table-prompt", gomoku_prompt()),
        ("table-question", with_keys("x")),
        ("table-help", with_keys("?")),
        ("table-gomoku-looked-back", gomoku_looked_back()),
        ("tv", scenes::tv().app),
        ("replay", scenes::replay().app),
        ("rules", rules()),
        ("history", history()),
        ("profile", profile()),
        ("leaderboard", leaderboard()),
        ("tournament", swiss()),
        (
            "tournament-cross-table",
            all_games(tournament::round_robin()),
        ),
        ("tournament-bracket", all_games(tournament::knockout())),
        ("tournament-form", tournament_form()),
        ("wall", wall(tournament::swiss_round())),
    ]
}

fn with_keys(keys: &str) -> App {
    let mut stage = scenes::connect_four_played();
    press(&mut stage, keys);
    stage.app
}

fn press(stage: &mut Stage, keys: &str) {
    for key in keys.chars() {
        stage.key(Key::Char(key));
    }
}

fn home() -> App {
    let seat = SavedSeat {
        servers: vec!["ws://192.168.1.9:4270/ws".to_owned()],
        room: RoomId::from_draw(7),
        token: Token(9),
        variant: Named::Known(Variant::named("connect-four").unwrap()),
        when: Millis::from_secs(1),
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
        own: None,
    };
    let mut app = App::new(vec![seat], vec!["ws://192.168.1.9:4270/ws".to_owned()]);
    let me = Me {
        name: Some("Ana".to_owned()),
        is_set: false,
        key: Some("Q7KD-M2XN".to_owned()),
        key_in_clear: false,
    };
    app.introduce(me, Choices::default());
    let found = Found {
        id: "carla._enlinea._tcp.local.".to_owned(),
        name: "Carla's games".to_owned(),
        urls: vec!["ws://192.168.1.5:4270/ws".to_owned()],
        key: None,
    };
    let _ = app.update(Millis::from_millis(1), Event::Network(Change::Found(found)));
    app
}

fn room(number: u64, variant: &str, first: &str, second: Option<&str>) -> RoomSummary {
    let human = |text| Seat::Human {
        name: name(text),
        away: None,
    };
    RoomSummary {
        room: RoomId::from_draw(number),
        variant: Named::Known(stage::variant(variant)),
        clock: None,
        seats: BySide {
            first: human(first),
            second: second.map_or(Seat::Open, human),
        },
        phase: match second {
            Some(_) => Phase::Playing,
            None => Phase::Seating,
        },
        plies: 12,
        spectators: number as u32 % 3,
        watchable: true,
        locked: number == 4,
        moves: None,
        opening: None,
        rated: false,
    }
}

/// The lobby, with the bots of the program.
fn lobby() -> Stage {
    let mut stage = Stage::new();
    stage.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    let mut greeting = welcome("Ana");
    if let ServerMsg::Welcome { bots, .. } = &mut greeting {
        *bots = client::host::bots().into();
    }
    stage.hear(greeting);
    let mut timed = room(5, "gomoku-15", "Dora", None);
    timed.clock = Some("5m+3s".parse().expect("a clock"));
    let mut over = room(6, "connect-four", "Ana", Some("Carla"));
    over.phase = Phase::Over {
        outcome: Outcome {
            winner: Some(Side::First),
            reason: Reason::Line,
            line: Vec::new(),
        },
    };
    let mut own = room(1, "connect-four", "Ana", Some("Bruno"));
    let moves = ["d1", "d2", "e1", "c1", "e2", "e3"];
    own.moves = Some(moves.map(|text| text.parse().expect("a square")).to_vec());
    let rooms = vec![
        own.clone(),
        room(2, "gomoku-15", "Emil", Some("Franz")),
        timed,
        room(3, "renju", "Gina", Some("Hugo")),
        room(4, "connect-four", "Ines", None),
        over.clone(),
    ];
    let said = |who: &str, text: &str| LobbyLine {
        name: name(who),
        text: ChatText::clean(text).expect("a text"),
    };
    stage.hear(ServerMsg::Lobby {
        rooms,
        players: ["Ana", "Dora", "Ines"].map(name).to_vec(),
        present: 4,
        chat: vec![
            said("Dora", "who plays gomoku?"),
            said("Ines", "after this one, gladly"),
        ],
    });
    let game = |room, your_turn, ended| YourGame {
        room,
        side: Side::First,
        your_turn,
        ended,
    };
    let games = vec![
        game(own, true, None),
        game(over, false, Some(Millis::from_secs(90))),
    ];
    stage.hear(ServerMsg::YourGames { games });
    stage
}

fn form() -> App {
    let mut stage = lobby();
    press(&mut stage, "n");
    for _ in 0..2 {
        stage.key(Key::Down);
    }
    stage.key(Key::Right);
    stage.app
}

fn settings() -> App {
    let mut app = home();
    app.settings.theme = "classic".into();
    app.settings.falls = true;
    app.screen = Screen::Settings;
    app
}

fn rules() -> App {
    let mut stage = lobby();
    press(&mut stage, "ni");
    stage.app
}

/// The lobby of a server that keeps games, for Ana, who owns her name.
fn owner() -> Stage {
    let mut stage = Stage::new();
    let me = Me {
        key: Some("Q7KD-M2XN".to_owned()),
        ..Me::default()
    };
    stage.app.introduce(me, Choices::default());
    stage.app.clock = past::NOW.parse().expect("a time");
    stage.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    let mut greeting = welcome("Ana");
    if let ServerMsg::Welcome {
        features,
        addresses,
        ..
    } = &mut greeting
    {
        *features = vec![Feature::Identity, Feature::History];
        *addresses = vec!["http://192.168.1.5:4270/".to_owned()];
    }
    stage.hear(greeting);
    stage
}

fn history() -> App {
    let mut stage = owner();
    press(&mut stage, "m");
    stage.hear(ServerMsg::History {
        games: past::games(),
        older: Some(GameNr(1102)),
    });
    stage.app
}

fn profile() -> App {
    let mut stage = owner();
    press(&mut stage, "b");
    let leaders = leaders();
    stage.hear(leaders);
    stage.key(Key::Down);
    stage.key(Key::Enter);
    let profile = Box::new(past::profile());
    stage.hear(ServerMsg::Profile { profile });
    stage.app
}

fn leaderboard() -> App {
    let mut stage = owner();
    press(&mut stage, "b");
    let leaders = leaders();
    stage.hear(leaders);
    stage.key(Key::Down);
    stage.app
}

fn leaders() -> ServerMsg {
    let [places, unplaced] = past::leaderboard();
    ServerMsg::Leaderboard {
        variant: past::variant("connect-four"),
        places,
        unplaced,
    }
}

/// A server with tournaments.
fn evening(goal: Goal) -> Stage {
    let mut stage = Stage::new();
    stage.app.go(vec!["ws://here/ws".to_owned()], goal);
    let mut greeting = welcome("Ana");
    if let ServerMsg::Welcome {
        features,
        addresses,
        ..
    } = &mut greeting
    {
        *features = vec![Feature::Tournament];
        *addresses = vec!["http://192.168.1.5:4270/".to_owned()];
    }
    stage.hear(greeting);
    stage.hear(tournament::list());
    stage
}

fn tournament_form() -> App {
    let mut stage = evening(Goal::Lobby);
    press(&mut stage, "e");
    stage.key(Key::Down);
    stage.app
}

fn followed(stage: &mut Stage, view: TournamentView) {
    let is_organiser = view.phase == TournamentPhase::Pause;
    stage.hear(tournament::yours(is_organiser, Some(tournament::ANA)));
    let view = Box::new(view);
    stage.hear(ServerMsg::Tournament { view });
}

fn swiss() -> App {
    let mut stage = evening(Goal::Lobby);
    stage.key(Key::Enter);
    followed(&mut stage, tournament::swiss_pause());
    stage.app
}

fn all_games((view, pairings): (TournamentView, Vec<PairingView>)) -> App {
    let mut stage = evening(Goal::Lobby);
    stage.key(Key::Enter);
    followed(&mut stage, view);
    press(&mut stage, "cc");
    stage.hear(ServerMsg::TournamentPairings {
        tournament: tournament::code(),
        pairings,
        more: None,
    });
    stage.app
}

fn wall(view: TournamentView) -> App {
    let mut stage = evening(Goal::Wall(tournament::code()));
    let running = view.pairings.iter().flat_map(|pairing| &pairing.games);
    let running: Vec<_> = running
        .filter(|game| game.score.is_none())
        .filter_map(|game| game.room)
        .collect();
    followed(&mut stage, view);
    for room in running {
        let snapshot = Box::new(Snapshot {
            room,
            ..snapshot(0, "connect-four", ["Kasia", "Zofia"])
        });
        stage.hear(ServerMsg::Watching { snapshot });
    }
    stage.app
}

/// Gomoku in play, with a move that is being written.
fn gomoku_prompt() -> App {
    let mut stage = Stage::at_table("gomoku-15", ["Ana", "Bruno"]);
    for square in "h8 i9 i7 g9 h9 h7 g8 i8".split(' ') {
        stage.moved(square);
    }
    stage.hover("e10");
    press(&mut stage, "mj1");
    stage.app
}

const WON: [&str; 7] = ["4", "1", "4", "1", "3", "4", "5"];

/// A game that the first side has won: the row 2 to 5 is complete.
fn ended() -> Stage {
    let mut stage = Stage::at_table("connect-four", ["Ana", "Bruno"]);
    for column in WON {
        stage.moved(column);
    }
    stage.moved("1");
    stage.moved("2");
    stage.won();
    stage
}

/// An answer to the question after this many plies of the game at the table.
fn analysis(
    stage: &Stage,
    plies: usize,
    columns: Vec<ColumnValue>,
    lines: Vec<BestLine>,
) -> ServerMsg {
    let game = stage.app.table().expect("at a table").game();
    ServerMsg::Analysis {
        variant: Named::Known(game.variant()),
        moves: game.plies()[..plies].to_vec(),
        columns,
        lines,
        nodes: 1000,
        elapsed: Millis::from_millis(20),
    }
}

fn looked_back() -> App {
    let mut stage = ended();
    let scores = [1, -2, 3, -4, 4, -3, 8, -16, 18];
    press(&mut stage, "va,");
    for (plies, score) in (0..).zip(scores) {
        let columns = (0..7)
            .map(|column| ColumnValue::Exact {
                score: score - (column - 3_i8).abs() * 2,
            })
            .collect();
        let answer = analysis(&stage, plies, columns, Vec::new());
        stage.hear(answer);
    }
    press(&mut stage, ",");
    stage.app
}

fn gomoku_looked_back() -> App {
    let mut stage = Stage::new();
    stage.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    stage.hear(welcome("Ana"));
    let mut seen = snapshot(7, "gomoku-15", ["Ana", "Bruno"]);
    seen.spec.hints = true;
    seen.seats = seats(["Ana", "Bruno"]);
    stage.join(Side::First, seen);
    for square in ["h8", "i9", "h9"] {
        stage.moved(square);
    }
    press(&mut stage, "va");
    for plies in 0..=3_u8 {
        let line = |square: &str, score| BestLine {
            pv: [square, "j10"]
                .map(|text| text.parse().expect("a square"))
                .to_vec(),
            score,
            end: None,
            depth: None,
        };
        let lines = vec![line("g7", 80 + i64::from(plies) * 40), line("k8", -30)];
        let answer = analysis(&stage, usize::from(plies), Vec::new(), lines);
        stage.hear(answer);
    }
    press(&mut stage, ",");
    stage.app
}
