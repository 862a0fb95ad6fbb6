//! A room under any sequence of commands, at any moments, over restarts.
//!
//! ```text
//! bytes -> the room that is opened, then steps -> decide -> apply -> the durable events -> replay
//! ```

use protocol::act::Act;
use protocol::clock::ClockFace;
use protocol::game::Game;
use protocol::id::{PlayerId, Revision, RoomId, Seq, Token, TokenHash};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule, Repeat, SeatSpec};
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use protocol::turn_order::OpeningMove;
use protocol::view::{SearchInfo, Seat, Snapshot};
use room::{Command, Creator, Event, KeyHolder, Opening, Room, Timing};

/// Opens a room and gives it commands, both as the bytes say.
///
/// # Panics
///
/// `decide` changes the room or gives two answers, a ply is not legal, an event does not read back from its bytes, a
/// side has more time than it earned, an orderly stop costs time, what is due stays due, a stranger changes the game,
/// or the room that is replayed from its durable events is another one.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let Some(mut table) = Table::open(&mut bytes) else {
        return;
    };
    while let Some(step) = bytes.next() {
        table.take_step(step, &mut bytes);
        table.check_time();
    }
    table.check_stranger();
    table.check_replay();
}

/// Bytes that are taken as choices; where they have ended, the first choice.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn byte(&mut self) -> u8 {
        self.next().unwrap_or(0)
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::from(self.byte()) % choices.len()]
    }

    fn person(&mut self) -> PlayerId {
        self.pick(&PEOPLE)
    }

    /// Mostly short spans, some as long as those that a room waits for.
    fn span(&mut self) -> Millis {
        let unit = self.pick(&[1, 50, 1_000, 60_000, 24 * 3_600_000]);
        Millis::from_millis(unit * u64::from(self.byte()))
    }
}

/// The clock of some rooms, and its parts in milliseconds.
const CLOCK: &str = "20s+1s";
const CLOCK_START: u64 = 20_000;
const CLOCK_INCREMENT: u64 = 1_000;

const PEOPLE: [PlayerId; 4] = [PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4)];

/// Somebody who is never in the room.
const STRANGER: PlayerId = PlayerId(99);

const VARIANTS: &[&str] = &[
    "connect-four",
    "custom:3x3x3:free",
    "custom:4x4x4:falls",
    "custom:5x5x4:exact",
    "gomoku-15",
    "renju",
];

const CHOICES: &[OpeningChoice] = &[
    OpeningChoice::Black,
    OpeningChoice::White,
    OpeningChoice::PlaceTwo,
];

fn name_of(who: PlayerId) -> Name {
    Name::clean(&format!("person {}", who.0)).expect("a name")
}

fn hash_of(who: PlayerId) -> TokenHash {
    Token(u128::from(who.0)).hash()
}

fn text(text: &str) -> ChatText {
    ChatText::clean(text).expect("a text")
}

/// A room, what its store has, and the time.
struct Table {
    room: Room,
    log: Vec<(Millis, Event)>,
    now: Millis,
    /// Time between the decision of events and their application.
    store_takes: Millis,
}

impl Table {
    /// Opens a room; none where the opening is refused.
    fn open(bytes: &mut Bytes<'_>) -> Option<Self> {
        let mut spec = GameSpec::new(bytes.pick(VARIANTS).parse().expect("a variant"));
        let flags = bytes.byte();
        let is_set = |bit: u8| flags >> bit & 1 == 1;
        spec.clock = is_set(0).then(|| CLOCK.parse().expect("a clock"));
        spec.opening = is_set(1).then_some(OpeningRule::Swap2);
        spec.takebacks = !is_set(2);
        spec.spectators = !is_set(3);
        spec.open_thoughts = is_set(4);
        spec.hints = is_set(5);
        spec.repeat = Repeat::new(u64::from(flags >> 6)).expect("a small number");
        let seat = |bytes: &mut Bytes<'_>| match bytes.byte() % 4 {
            0 => SeatSpec::Me,
            1 | 2 => SeatSpec::Open,
            _ => SeatSpec::Bot {
                bot: "random".parse().expect("a bot"),
            },
        };
        let opening = Opening {
            spec,
            seats: BySide {
                first: seat(bytes),
                second: seat(bytes),
            },
            shuffle: is_set(6),
            creator: (bytes.byte() % 8 != 7).then(|| Creator {
                who: PEOPLE[0],
                name: name_of(PEOPLE[0]),
                hash: hash_of(PEOPLE[0]),
                holder: None,
                key: None,
            }),
            timing: Timing::default(),
            draw: bytes.byte().into(),
        };
        let now = Millis::from_millis(1_700_000_000_000);
        let events = Room::open(&opening).ok()?;
        let stamped = events.iter().map(|event| (now, event));
        let room = Room::replay(RoomId::from_draw(1), stamped).expect("an opening makes a room");
        let durable = events.iter().filter(|event| event.is_durable());
        Some(Self {
            room,
            log: durable.map(|event| (now, event.clone())).collect(),
            now,
            store_takes: Millis::ZERO,
        })
    }

    fn take_step(&mut self, step: u8, bytes: &mut Bytes<'_>) {
        match step % 8 {
            0 => self.now += bytes.span(),
            1 => self.store_takes = bytes.span(),
            2 => {
                // Time does not go back to a deadline that has passed.
                self.now = self.now.max(self.room.deadline().unwrap_or_default());
                self.give(&Command::Tick);
            }
            3 => self.restart(bytes.flag()),
            4 | 5 => {
                let command = self.ply(bytes);
                self.give(&command);
            }
            _ => {
                let command = self.command(bytes);
                self.give(&command);
            }
        }
    }

    /// Any command, with a board that is nearly always the present one.
    fn command(&self, bytes: &mut Bytes<'_>) -> Command {
        let who = bytes.person();
        let yes = bytes.flag();
        match bytes.byte() % 20 {
            0 => Command::Sit {
                who,
                name: name_of(who),
                hash: hash_of(who),
                holder: yes.then(|| KeyHolder {
                    key: hash_of(who),
                    nonce: 7,
                    owns_name: true,
                }),
            },
            1 => Command::Return {
                who,
                hash: hash_of(bytes.person()),
            },
            2 => Command::Watch {
                who,
                name: name_of(who),
                key: None,
            },
            3 => Command::Leave { who, lost: yes },
            4 => Command::Lock { who, locked: yes },
            5 => Command::Remove {
                who,
                name: name_of(bytes.person()),
            },
            6 => Command::CloseChat { who, closed: yes },
            7 => Command::Chat {
                who,
                text: text("hello"),
            },
            8 => Command::HostSay {
                name: name_of(STRANGER),
                text: text("a word of the host"),
            },
            9 => Command::HostClose,
            10 => Command::Resume,
            11 => Command::HoldClock,
            12 => Command::ReleaseClock,
            13 => Command::Stop,
            14 => Command::Unload,
            15 => Command::Tick,
            _ => self.act(who, yes, bytes),
        }
    }

    fn act(&self, who: PlayerId, yes: bool, bytes: &mut Bytes<'_>) -> Command {
        let act = match bytes.byte() % 10 {
            0 => Act::Resign,
            1 => Act::OfferDraw,
            2 => Act::AnswerDraw { accept: yes },
            3 => Act::AskTakeback,
            4 => Act::AnswerTakeback { accept: yes },
            5 => Act::Abort,
            6 => Act::Claim,
            7 => Act::Rematch,
            8 => Act::AnswerRematch { accept: yes },
            _ => Act::Choose {
                revision: self.revision(bytes),
                choice: bytes.pick(CHOICES),
            },
        };
        Command::Act {
            who,
            act,
            round_trip: bytes.span(),
        }
    }

    /// A ply or a part of an opening, of a person or a bot, which may be illegal.
    fn ply(&self, bytes: &mut Bytes<'_>) -> Command {
        let who = bytes.person();
        let revision = self.revision(bytes);
        match bytes.byte() % 4 {
            0 | 1 => Command::Act {
                who,
                act: Act::Move {
                    revision,
                    square: self.square(bytes),
                },
                round_trip: Millis::from_millis(300),
            },
            2 => Command::BotPlay {
                revision,
                thought: self.thought(bytes).ok_or_else(|| text("no answer")),
            },
            _ => Command::BotOpen {
                revision,
                answer: match bytes.byte() {
                    255 => Err(text("no answer")),
                    count if count & 1 == 0 => {
                        let stones = 0..count / 2 % 8;
                        Ok(OpeningMove::Stones(
                            stones.map(|_| self.square(bytes)).collect(),
                        ))
                    }
                    _ => Ok(OpeningMove::Choice(bytes.pick(CHOICES))),
                },
            },
        }
    }

    fn revision(&self, bytes: &mut Bytes<'_>) -> Revision {
        let Revision(now) = self.room.revision();
        match bytes.byte() {
            255 => Revision(now.wrapping_add(1)),
            254 => Revision(now.saturating_sub(1)),
            _ => Revision(now),
        }
    }

    /// A cell that is mostly a legal one.
    fn square(&self, bytes: &mut Bytes<'_>) -> Square {
        let byte = bytes.byte();
        let game = self.game();
        let legal: Vec<Square> = game.legal().collect();
        if legal.is_empty() || byte > 250 {
            let place = || Square::new(byte % Square::LIMIT, byte / Square::LIMIT);
            return place().expect("it is on the largest board");
        }
        legal[usize::from(byte) % legal.len()]
    }

    /// The search of a bot that is to move, or of one that is not.
    fn thought(&self, bytes: &mut Bytes<'_>) -> Option<SearchInfo> {
        let side = self.room.thinking().map(|thinking| thinking.side);
        let plies = self.room.cells().len();
        let line = bytes.byte();
        (line != 255).then(|| SearchInfo {
            side: side.unwrap_or(Side::First),
            ply: plies as u16 + 1,
            score: i64::from(line),
            depth: None,
            nodes: line.into(),
            elapsed: Millis::from_millis(line.into()),
            pv: (0..line % 4).map(|_| self.square(bytes)).collect(),
            exact: None,
        })
    }

    /// The position by the rules alone: every cell of the room is a legal ply after those before it.
    fn game(&self) -> Game {
        let cells = self.room.cells().iter().copied();
        Game::after(self.room.spec().variant, cells).expect("the plies of a room are legal")
    }

    /// Decides, records, applies and tells.
    fn give(&mut self, command: &Command) {
        let before = self.room.clone();
        let decided = self.room.decide(self.now, command);
        assert_eq!(self.room, before, "{command:?} was only asked");
        assert_eq!(self.room.decide(self.now, command), decided, "{command:?}");
        let Ok(events) = decided else {
            return;
        };
        let wake_after = self.room.wake_after(&events);
        let asked = self.now;
        if events.iter().any(Event::is_durable) {
            self.now += self.store_takes;
        }
        for event in &events {
            if let Event::Played { square, .. } = event {
                let landing = self.game().landing(*square);
                assert_eq!(landing, Ok(*square), "{command:?}");
            }
            if event.is_durable() {
                let stored = Event::from_bytes(&event.to_bytes());
                assert_eq!(stored.as_ref(), Ok(event));
                self.log.push((asked, event.clone()));
            }
            self.room.apply(self.now, event);
            let _told = (
                self.room.client_event(self.now, event),
                self.room.follow_up_events(event).count(),
            );
        }
        assert_eq!(self.room.wake_after(&[]), wake_after, "{command:?}");
        assert_eq!(self.room.seq(), Seq(self.log.len() as u32), "{command:?}");
        let _asked_by_the_server = (self.room.deadline(), self.room.thinking().is_some());
        for who in PEOPLE {
            self.room.snapshot(self.now, who);
        }
    }

    fn clock(&self) -> Option<ClockFace> {
        self.room.snapshot(self.now, STRANGER).clock
    }

    /// Nobody has more time than their acts earned, and a few ticks carry out all that is due.
    fn check_time(&self) {
        let snapshot = self.room.snapshot(self.now, STRANGER);
        if let Some(clock) = snapshot.clock {
            for side in Side::BOTH {
                let plies = 0..snapshot.plies.len();
                let acts = if let Some(opening) = &snapshot.opening {
                    // Either seat may have placed a stone.
                    plies.len() + opening.made.len()
                } else {
                    plies
                        .filter(|&ply| Side::to_move_after(ply) == side)
                        .count()
                };
                let most = CLOCK_START + acts as u64 * CLOCK_INCREMENT;
                let left = clock.remaining[side].as_millis();
                assert!(left <= most, "{side} has {left} ms after {acts} acts");
            }
        }
        let mut later = self.room.clone();
        for _ in 0..4 {
            if later.deadline().is_some_and(|due| due <= self.now)
                && let Ok(events) = later.decide(self.now, &Command::Tick)
            {
                for event in &events {
                    later.apply(self.now, event);
                }
            }
        }
        let is_due = later.deadline().is_some_and(|due| due <= self.now);
        assert!(!is_due || later.is_retired() || later.is_closed());
    }

    /// Whoever is not in the room brings about nothing that is stored, but what was due anyway.
    fn check_stranger(&self) {
        let mut later = self.room.clone();
        let due = later.decide(self.now, &Command::Tick).unwrap_or_default();
        for event in &due {
            later.apply(self.now, event);
        }
        for act in [
            Act::Resign,
            Act::OfferDraw,
            Act::AskTakeback,
            Act::Abort,
            Act::Claim,
            Act::Rematch,
        ] {
            let command = Command::Act {
                who: STRANGER,
                act,
                round_trip: Millis::ZERO,
            };
            let brought = later.decide(self.now, &command).unwrap_or_default();
            assert!(!brought.iter().any(Event::is_durable), "{command:?}");
        }
    }

    fn replayed(&self) -> Room {
        let log = self.log.iter().map(|(at, event)| (*at, event));
        Room::replay(self.room.id(), log).expect("what a room decided fits together")
    }

    /// Starts the server again, after an orderly stop or a kill.
    fn restart(&mut self, orderly: bool) {
        let before = self.clock();
        if orderly {
            self.store_takes = Millis::ZERO;
            self.give(&Command::Stop);
        }
        let deserted = self.room.deserted();
        self.room = self.replayed();
        if let Some(since) = deserted {
            self.room.set_deserted(since);
        }
        self.give(&Command::Resume);
        if orderly {
            let remaining = |clock: Option<ClockFace>| clock.map(|clock| clock.remaining);
            assert_eq!(remaining(self.clock()), remaining(before), "a stop is free");
        }
    }

    /// Compares the room with the one that its durable events make, once everybody has left both and the server has
    /// come back.
    fn check_replay(mut self) {
        // Whoever leaves at a moment at which something is due brings it about.
        for _ in 0..4 {
            self.give(&Command::Tick);
        }
        for who in PEOPLE {
            if self.room.has(who) {
                self.give(&Command::Leave { who, lost: true });
            }
        }
        let mut stored = Self {
            room: self.replayed(),
            log: self.log.clone(),
            ..self
        };
        for table in [&mut self, &mut stored] {
            // First, as in a server that starts: any other command ends a wait that is over.
            table.give(&Command::Resume);
            table.give(&Command::ReleaseClock);
        }
        assert_eq!(self.shown(), stored.shown());
    }

    /// The room without what is only told: the moments of absence and the searches of bots.
    fn shown(&self) -> Snapshot {
        let mut snapshot = self.room.snapshot(self.now, STRANGER);
        snapshot.searches.clear();
        for side in Side::BOTH {
            if let Seat::Human { away, .. } = &mut snapshot.seats[side] {
                *away = None;
            }
        }
        snapshot
    }
}
