//! The state of a screen, reached by what a server would say and by keys.

use client::input::Key;
use client::net::NetEvent;
use client::ui::{App, Event, Goal, Target};
use protocol::id::{PlayerId, Revision, RoomId, Seq, ServerId, Token};
use protocol::message::{MINOR, RoomEvent, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::text::Name;
use protocol::view::{Outcome, Ply, Reason, Seat, Series, Snapshot};
use protocol::word::Named;

use crate::fixture::{self, human};

/// A client with a server that says what a picture wants.
pub(crate) struct Stage {
    pub(crate) app: App,
    seq: u32,
    revision: u32,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let app = App::new(Vec::new(), Vec::new());
        Self {
            app,
            seq: 4,
            revision: 1,
        }
    }

    /// The first player at a table.
    pub(crate) fn at_table(variant: &str, names: [&str; 2]) -> Self {
        let mut stage = Self::new();
        stage.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
        stage.hear(welcome(names[0]));
        let trip = std::time::Duration::from_millis(4);
        stage.does(Event::Net(NetEvent::RoundTrip(trip)));
        stage.join(Side::First, snapshot(7, variant, names));
        stage
    }

    pub(crate) fn join(&mut self, you: Side, snapshot: Snapshot) {
        self.hear(ServerMsg::Joined {
            you: Some(you),
            token: Some(Token(9)),
            owner: false,
            snapshot: Box::new(snapshot),
        });
    }

    pub(crate) fn does(&mut self, event: Event) {
        let now = self.app.now + Millis::from_millis(1);
        // What the loop would carry out is not seen.
        let _ = self.app.update(now, event);
    }

    pub(crate) fn hear(&mut self, message: ServerMsg) {
        self.does(Event::Net(NetEvent::Message(Box::new(message))));
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.does(Event::Key(key));
    }

    pub(crate) fn hover(&mut self, square: &str) {
        let square = square.parse().expect("a square");
        self.does(Event::Hover(Target::Cell(square)));
    }

    pub(crate) fn table_event(&mut self, event: RoomEvent) {
        self.seq += 1;
        let (room, seq) = (RoomId::from_draw(7), Seq(self.seq));
        self.hear(ServerMsg::Event { room, seq, event });
    }

    pub(crate) fn moved(&mut self, text: &str) {
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
    pub(crate) fn won(&mut self) {
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

pub(crate) fn name(text: &str) -> Name {
    Name::clean(text).expect("a name")
}

pub(crate) fn variant(text: &str) -> Variant {
    text.parse().expect("a game")
}

pub(crate) fn seats([first, second]: [&str; 2]) -> BySide<Seat> {
    BySide {
        first: human(first),
        second: human(second),
    }
}

pub(crate) fn snapshot(room: u64, variant: &str, names: [&str; 2]) -> Snapshot {
    Snapshot {
        room: RoomId::from_draw(room),
        seats: seats(names),
        ..fixture::snapshot(variant)
    }
}

pub(crate) fn welcome(player: &str) -> ServerMsg {
    ServerMsg::Welcome {
        protocol: VERSION,
        minor: MINOR,
        software: "pictures".to_owned(),
        server: "this machine".to_owned(),
        id: ServerId(7),
        addresses: Vec::new(),
        features: Vec::new(),
        announcement: None,
        player: PlayerId(1),
        name: name(player),
        bots: Vec::new().into(),
        variants: Variant::fixed().map(Named::Known).collect(),
        nodes: Vec::new(),
    }
}
