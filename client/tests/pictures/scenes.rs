//! The states of the pictures: screens with what a server would say.

use client::board::{Look, Moving};
use client::choices::Choices;
use client::discovery::{Change, Found};
use client::input::Key;
use client::motion::Motion;
use client::ui::{self, App, Evaluated, Event, Goal, Me};
use protocol::analysis::ColumnValue;
use protocol::clock::ClockFace;
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::side::{BySide, Side};
use protocol::text::ChatText;
use protocol::view::{ChatLine, Phase, Ply, RoomSummary};
use protocol::word::Named;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::film::Picture;
use super::stage::{self, Stage, name, seats, snapshot, welcome};

/// A screen that is to be drawn.
pub(crate) struct Scene {
    pub(crate) app: App,
    pub(crate) size: (u16, u16),
    pub(crate) title: &'static str,
}

/// Every still picture, by the name of its file.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("home", home()),
        ("connect-four", connect_four()),
        ("gomoku", gomoku()),
        ("tv", tv()),
        ("replay", replay()),
    ]
}

/// Draws a state as the program does.
pub(crate) fn drawn(app: &App, look: &Look, moving: Moving, size: (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a buffer");
    let draw = terminal.draw(|frame| ui::draw(app, look, moving, frame));
    draw.expect("a buffer cannot fail");
    terminal.backend().buffer().clone()
}

fn home() -> Scene {
    let mut stage = Stage::new();
    let me = Me {
        name: Some("Ana".to_owned()),
        is_set: false,
        key: Some("Q7KD-M2XN".to_owned()),
        key_in_clear: false,
    };
    stage.app.introduce(me, Choices::default());
    let found = Found {
        id: "carla._enlinea._tcp.local.".to_owned(),
        name: "Carla's games".to_owned(),
        urls: vec!["ws://192.168.1.5:4270/ws".to_owned()],
        key: None,
    };
    stage.does(Event::Network(Change::Found(found)));
    Scene {
        app: stage.app,
        size: (80, 24),
        title: "The first screen: the game, the opponent, and the servers on the network",
    }
}

fn connect_four() -> Scene {
    Scene {
        app: connect_four_played().app,
        size: (80, 24),
        title: "Connect Four in play: a blue frame with round holes, the players' clocks, the moves and the chat",
    }
}

/// A table with clocks, moves, chat and somebody who watches.
pub(crate) fn connect_four_played() -> Stage {
    let mut stage = Stage::at_table("connect-four", ["Ana", "Bruno"]);
    let says = |name: &str, side, text: &str| ChatLine {
        name: stage::name(name),
        side: Some(side),
        text: ChatText::clean(text).expect("a text"),
    };
    let mut seen = snapshot(7, "connect-four", ["Bruno", "Ana"]);
    seen.clock = Some(ClockFace {
        remaining: BySide {
            first: Millis::from_secs(277),
            second: Millis::from_secs(302),
        },
        running: Some(Side::Second),
    });
    seen.chat = vec![
        says("Bruno", Side::First, "have fun!"),
        says("Ana", Side::Second, "and you"),
    ];
    seen.spectators = vec![name("Carla")];
    seen.watching = 1;
    stage.join(Side::Second, seen);
    for column in "4 4 4 4 4 4 3 2 6 5 6 5 5 5 3".split(' ') {
        stage.moved(column);
    }
    stage.hover("c4");
    stage
}

fn gomoku() -> Scene {
    let mut stage = Stage::at_table("gomoku-15", ["Ana", "Bruno"]);
    for square in "h8 i9 i7 g9 h9 h7 g8 i8 f8 e8 g10 i6 j7 g7 f9".split(' ') {
        stage.moved(square);
    }
    stage.hover("e10");
    Scene {
        app: stage.app,
        size: (100, 36),
        title: "Gomoku in play: black and white stones on the crossings of a wooden board",
    }
}

pub(crate) fn tv() -> Scene {
    let mut stage = Stage::new();
    stage.app.go(vec!["ws://here/ws".to_owned()], Goal::Tv);
    stage.hear(welcome("Carla"));
    let games = [
        (
            1,
            "connect-four",
            ["Ana", "Bruno"],
            9,
            "4 4 3 5 5 6 4 4 2 1 3",
        ),
        (
            2,
            "gomoku-15",
            ["Dora", "Emil"],
            6,
            "h8 i9 i7 g9 h9 h7 g8 i8 f8 e8",
        ),
        (3, "connect-four", ["Franz", "Gina"], 4, "4 3 3 4 4 2 5"),
        (
            4,
            "gomoku-15",
            ["Hugo", "Ines"],
            2,
            "h8 h9 i8 g8 i9 i10 j10",
        ),
    ];
    let rooms = games.map(|(room, variant, names, watching, _)| RoomSummary {
        room: RoomId::from_draw(room),
        variant: Named::Known(stage::variant(variant)),
        clock: None,
        seats: seats(names),
        phase: Phase::Playing,
        plies: 0,
        spectators: watching,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    });
    stage.hear(ServerMsg::Lobby {
        rooms: rooms.to_vec(),
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    });
    for (room, variant, names, watching, moves) in games {
        let mut seen = snapshot(room, variant, names);
        seen.watching = watching;
        let mut game = Game::new(stage::variant(variant));
        for text in moves.split(' ') {
            let square = game.landing(game.read_move(text).expect("a move"));
            let square = square.expect("a free cell");
            game.play(square).expect("a legal move");
            seen.plies.push(Ply { square, left: None });
        }
        let snapshot = Box::new(seen);
        stage.hear(ServerMsg::Watching { snapshot });
    }
    Scene {
        app: stage.app,
        size: (120, 40),
        title: "TV: four running games side by side",
    }
}

/// A game whose values the solver gave, as `enlinea analyse` writes them.
const RECORD: &str = include_str!("replay.txt");

pub(crate) fn replay() -> Scene {
    let mut stage = Stage::new();
    let mut lines = RECORD.lines();
    let values: Vec<_> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let record = lines.collect::<Vec<_>>().join("\n");
    let record: Record = record.parse().expect("a record");
    let game = record.game();
    stage.app.show_record(record);
    stage.key(Key::Char('a'));
    for (plies, values) in (0..).zip(values) {
        let value = |text: &str| match text {
            "-" => ColumnValue::Full,
            score => ColumnValue::Exact {
                score: score.parse().expect("a score"),
            },
        };
        let columns = values.split_whitespace().map(value).collect();
        let lines = Vec::new();
        let evaluated = Evaluated { columns, lines };
        let moves = game.plies()[..plies].iter().copied();
        let position = Game::after(game.variant(), moves).expect("a part of a game");
        stage.does(Event::Evaluated(Ok(Some((position, evaluated)))));
    }
    stage.does(Event::Evaluated(Ok(None)));
    stage.key(Key::Char('v'));
    for _ in 0..3 {
        stage.key(Key::Left);
    }
    Scene {
        app: stage.app,
        size: (80, 24),
        title: "Looking back: what each move is worth, and the curve of the first side's chances with the mistakes",
    }
}

/// The pictures of a short game, from the first move to the win.
pub(crate) fn game(look: &Look) -> Vec<Picture> {
    let size = (76, 23);
    let mut stage = Stage::at_table("connect-four", ["Ana", "Bruno"]);
    let mut motion = Motion::default();
    motion.observe(&stage.app);
    stage.hover("d1");
    let still = Moving::default();
    let mut pictures = vec![(drawn(&stage.app, look, still, size), 1200)];
    let moves = ["4", "4", "3", "3", "5", "2", "6"];
    for (number, column) in moves.into_iter().enumerate() {
        if number % 2 == 0 {
            let square = format!("{}1", char::from(b'a' - 1 + column.as_bytes()[0] - b'0'));
            stage.hover(&square);
            pictures.push((drawn(&stage.app, look, still, size), 500));
        }
        stage.moved(column);
        motion.observe(&stage.app);
        while let Some((_, picture)) = motion.at(stage.app.now).fall {
            // Fewer pictures than on the screen keep the file small.
            if [2, 4, 6, 7].contains(&picture) {
                let moving = motion.at(stage.app.now);
                pictures.push((drawn(&stage.app, look, moving, size), 40));
            }
            stage.app.now += Millis::from_millis(20);
        }
        pictures.push((drawn(&stage.app, look, still, size), 700));
    }
    stage.won();
    motion.observe(&stage.app);
    let mut lit = None;
    while motion.at(stage.app.now).is_under_way() {
        let moving = motion.at(stage.app.now);
        if moving.lit != lit {
            lit = moving.lit;
            pictures.push((drawn(&stage.app, look, moving, size), 110));
        }
        stage.app.now += Millis::from_millis(20);
    }
    pictures.push((drawn(&stage.app, look, still, size), 4000));
    pictures
}
