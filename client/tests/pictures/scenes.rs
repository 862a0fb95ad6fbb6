//! The states of the pictures: screens with what a server would say.

use client::board::{Look, Moving};
use client::choices::Choices;
use client::discovery::{Change, Found};
use client::input::Key;
use client::motion::Motion;
use client::net::NetEvent;
use client::ui::{self, App, Evaluated, Event, Goal, Me, Target};
use protocol::analysis::ColumnValue;
use protocol::clock::ClockFace;
use protocol::id::{PlayerId, Revision, RoomId, Seq, ServerId, Token};
use protocol::message::{RoomEvent, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;
use protocol::text::{ChatText, Name};
use protocol::view::{
    ChatLine, Offers, Outcome, Phase, Ply, Reason, RoomSummary, Seat, Series, Snapshot,
};
use protocol::word::Named;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::film::Picture;

/// A screen that is to be drawn.
pub(crate) struct Scene {
    pub(crate) app: App,
    pub(crate) size: (u16, u16),
    pub(crate) title: &'static str,
}

/// Every still picture, by the name of its file.
pub(crate) fn all() -> [(&'static str, Scene); 5] {
    [
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
    let mut stage = Stage::at_table("connect-four", ["Ana", "Bruno"]);
    let says = |name: &str, side, text: &str| ChatLine {
        name: self::name(name),
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
    Scene {
        app: stage.app,
        size: (80, 24),
        title: "Connect Four in play: a blue frame with round holes, the players' clocks, the moves and the chat",
    }
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

fn tv() -> Scene {
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
        variant: Named::Known(self::variant(variant)),
        clock: None,
        seats: seats(names),
        phase: Phase::Playing,
        plies: 0,
        spectators: watching,
        watchable: true,
        locked: false,
        moves: None,
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
        let mut game = protocol::game::Game::new(self::variant(variant));
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

fn replay() -> Scene {
    let mut stage = Stage::new();
    let mut lines = RECORD.lines();
    let values: Vec<_> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let record = lines.collect::<Vec<_>>().join("\n");
    stage.app.show_record(record.parse().expect("a record"));
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
        stage.does(Event::Evaluated(Ok(Some((plies, evaluated)))));
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

/// A client with a server that says what a picture wants.
struct Stage {
    app: App,
    seq: u32,
    revision: u32,
}

impl Stage {
    fn new() -> Self {
        let app = App::new(Vec::new(), Vec::new());
        Self {
            app,
            seq: 4,
            revision: 1,
        }
    }

    /// The first player at a table.
    fn at_table(variant: &str, names: [&str; 2]) -> Self {
        let mut stage = Self::new();
        stage.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
        stage.hear(welcome(names[0]));
        let trip = std::time::Duration::from_millis(4);
        stage.does(Event::Net(NetEvent::RoundTrip(trip)));
        stage.join(Side::First, snapshot(7, variant, names));
        stage
    }

    fn join(&mut self, you: Side, snapshot: Snapshot) {
        self.hear(ServerMsg::Joined {
            you: Some(you),
            token: Some(Token(9)),
            owner: false,
            snapshot: Box::new(snapshot),
        });
    }

    fn does(&mut self, event: Event) {
        let now = self.app.now + Millis::from_millis(1);
        // What the loop would carry out is not seen.
        let _ = self.app.update(now, event);
    }

    fn hear(&mut self, message: ServerMsg) {
        self.does(Event::Net(NetEvent::Message(Box::new(message))));
    }

    fn key(&mut self, key: Key) {
        self.does(Event::Key(key));
    }

    fn hover(&mut self, square: &str) {
        let square = square.parse().expect("a square");
        self.does(Event::Hover(Target::Cell(square)));
    }

    fn table_event(&mut self, event: RoomEvent) {
        self.seq += 1;
        let (room, seq) = (RoomId::from_draw(7), Seq(self.seq));
        self.hear(ServerMsg::Event { room, seq, event });
    }

    fn moved(&mut self, text: &str) {
        let table = self.app.table().expect("a table");
        let game = table.game();
        let square = game.landing(game.read_move(text).expect("a move"));
        self.revision += 1;
        let event = RoomEvent::Moved {
            revision: Revision(self.revision),
            side: game.side_to_move(),
            ply: game.plies().len() as u16 + 1,
            made: Ply {
                square: square.expect("a free cell"),
                left: None,
            },
            ends_game: false,
            clock: table.snapshot().clock,
        };
        self.table_event(event);
    }

    /// The first side has won, as the board says.
    fn won(&mut self) {
        let game = self.app.table().expect("a table").game();
        let ending = game.ending().expect("a game that is over");
        let outcome = Outcome {
            winner: Some(Side::First),
            reason: Reason::Line,
            line: ending.line().to_vec(),
        };
        let mut series = Series {
            game: 1,
            ..Series::default()
        };
        series.wins[Side::First] = 1;
        let clock = None;
        self.table_event(RoomEvent::Over {
            outcome,
            series,
            clock,
        });
    }
}

fn name(text: &str) -> Name {
    Name::clean(text).expect("a name")
}

fn variant(text: &str) -> Variant {
    text.parse().expect("a game")
}

fn seats([first, second]: [&str; 2]) -> BySide<Seat> {
    let human = |text| Seat::Human {
        name: name(text),
        away: None,
    };
    BySide {
        first: human(first),
        second: human(second),
    }
}

fn snapshot(room: u64, variant: &str, names: [&str; 2]) -> Snapshot {
    Snapshot {
        room: RoomId::from_draw(room),
        spec: GameSpec::new(self::variant(variant)).map_variant(Named::Known),
        seq: Seq(4),
        revision: Revision(1),
        seats: seats(names),
        phase: Phase::Playing,
        plies: Vec::new(),
        clock: None,
        offers: Offers::default(),
        series: Series {
            game: 1,
            ..Series::default()
        },
        grace: Millis::from_secs(60),
        chat: Vec::new(),
        spectators: Vec::new(),
        watching: 0,
        searches: Vec::new(),
        thinking: None,
        forbidden: Vec::new(),
        opening: None,
        locked: false,
        chat_closed: false,
    }
}

fn welcome(player: &str) -> ServerMsg {
    ServerMsg::Welcome {
        protocol: VERSION,
        minor: 0,
        software: "pictures".to_owned(),
        server: "this machine".to_owned(),
        id: ServerId(7),
        addresses: Vec::new(),
        features: Vec::new(),
        announcement: None,
        player: PlayerId(1),
        name: name(player),
        bots: Vec::new(),
        variants: Variant::fixed().map(Named::Known).collect(),
    }
}
