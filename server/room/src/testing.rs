//! A room for tests, with a log of the recorded events and a time that the test moves.

use protocol::act::Act;
use protocol::id::{PlayerId, RoomId, Seed, Token, TokenHash};
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningRule, Repeat, SeatSpec};
use protocol::text::Name;
use protocol::view::{Outcome, Phase, SearchInfo, Snapshot};

use crate::{Command, Creator, Event, KeyHolder, Opening, Room, Timing};

pub(crate) const ANA: PlayerId = PlayerId(1);
pub(crate) const BO: PlayerId = PlayerId(2);
pub(crate) const CLEO: PlayerId = PlayerId(3);
pub(crate) const DAN: PlayerId = PlayerId(4);

pub(crate) fn name_of(who: PlayerId) -> Name {
    let name = match who {
        ANA => "Ana",
        BO => "Bo",
        CLEO => "Cleo",
        _ => "Dan",
    };
    Name::clean(name).unwrap()
}

pub(crate) fn hash_of(who: PlayerId) -> TokenHash {
    Token(u128::from(who.0)).hash()
}

pub(crate) fn thought_of(side: Side, ply: u16, pv: &[&str]) -> SearchInfo {
    SearchInfo {
        side,
        ply,
        score: 0,
        depth: None,
        nodes: 1,
        elapsed: Millis::from_millis(1),
        pv: pv.iter().map(|square| square.parse().unwrap()).collect(),
        exact: None,
    }
}

/// Returns the command of an act whose lag is not measured.
pub(crate) const fn act(who: PlayerId, act: Act) -> Command {
    Command::Act {
        who,
        act,
        round_trip: Millis::ZERO,
    }
}

/// Options of a room that Ana is about to open.
#[derive(Clone, Debug)]
pub(crate) struct TestRoomSpec {
    pub(crate) opening: Opening,
}

impl TestRoomSpec {
    pub(crate) fn new(variant: &str) -> Self {
        Self {
            opening: Opening {
                spec: GameSpec::new(Variant::named(variant).unwrap()),
                seats: BySide {
                    first: SeatSpec::Me,
                    second: SeatSpec::Open,
                },
                shuffle: false,
                creator: Some(Creator {
                    who: ANA,
                    name: name_of(ANA),
                    hash: hash_of(ANA),
                    holder: None,
                    key: None,
                }),
                timing: Timing::default(),
                draw: 4,
            },
        }
    }

    pub(crate) fn seats(mut self, first: &str, second: &str) -> Self {
        let seat = |text: &str| match text {
            "me" => SeatSpec::Me,
            "open" => SeatSpec::Open,
            _ => SeatSpec::Bot {
                bot: text.strip_prefix("bot:").unwrap().parse().unwrap(),
            },
        };
        self.opening.seats = BySide {
            first: seat(first),
            second: seat(second),
        };
        self
    }

    pub(crate) fn clock(mut self, clock: &str) -> Self {
        self.opening.spec.clock = Some(clock.parse().unwrap());
        self
    }

    pub(crate) fn repeat(mut self, times: u8) -> Self {
        self.opening.spec.repeat = Repeat::new(times.into()).unwrap();
        self
    }

    pub(crate) fn seed(mut self, seed: u64) -> Self {
        self.opening.spec.seed = Some(Seed(seed));
        self
    }

    pub(crate) fn without_takebacks(mut self) -> Self {
        self.opening.spec.takebacks = false;
        self
    }

    pub(crate) fn with_open_thoughts(mut self) -> Self {
        self.opening.spec.open_thoughts = true;
        self
    }

    pub(crate) fn swap2(mut self) -> Self {
        self.opening.spec.opening = Some(OpeningRule::Swap2);
        self
    }

    pub(crate) fn with_hints(mut self) -> Self {
        self.opening.spec.hints = true;
        self
    }

    pub(crate) fn without_spectators(mut self) -> Self {
        self.opening.spec.spectators = false;
        self
    }

    pub(crate) fn opened_by_server(mut self) -> Self {
        self.opening.creator = None;
        self
    }

    pub(crate) fn open(self) -> TestRoom {
        let now = Millis::from_millis(1_000_000);
        let events = Room::open(&self.opening).unwrap();
        let stamped = events.iter().map(|event| (now, event));
        let room = Room::replay(RoomId::from_draw(1), stamped).unwrap();
        let durable = events.into_iter().filter(Event::is_durable);
        TestRoom {
            room,
            log: durable.map(|event| (now, event)).collect(),
            now,
            store_takes: Millis::ZERO,
        }
    }

    pub(crate) fn open_with_bo(self) -> TestRoom {
        let mut table = self.open();
        table.sit(BO);
        table
    }
}

/// A room, the contents of its store, and the time.
#[derive(Clone)]
pub(crate) struct TestRoom {
    pub(crate) room: Room,
    pub(crate) log: Vec<(Millis, Event)>,
    pub(crate) now: Millis,
    /// Time between the decision of a durable event and its application.
    pub(crate) store_takes: Millis,
}

impl TestRoom {
    /// Returns a game of Ana against Bo at connect-four, without a clock.
    /// Ana and Bo in a rated game, with these keys.
    pub(crate) fn rated([ana, bo]: [KeyHolder; 2]) -> Self {
        let mut spec = TestRoomSpec::new("connect-four").without_takebacks();
        spec.opening.spec.rated = true;
        let creator = spec.opening.creator.as_mut().unwrap();
        creator.holder = Some(ana);
        let mut table = spec.open();
        table.give(Command::Sit {
            who: BO,
            name: name_of(BO),
            hash: hash_of(BO),
            holder: Some(bo),
        });
        table
    }

    pub(crate) fn two_people() -> Self {
        TestRoomSpec::new("connect-four").open_with_bo()
    }

    /// Returns the room of a game that Ana has won against Bo.
    pub(crate) fn played_out() -> Self {
        let mut table = Self::two_people();
        table.play_out_win();
        table
    }

    /// Returns a room of connect-four in which Ana waits for an opponent.
    pub(crate) fn seating() -> Self {
        TestRoomSpec::new("connect-four").open()
    }

    /// Returns a game of Ana against a bot at connect-four, without a clock.
    pub(crate) fn against_bot() -> Self {
        Self::with_seats("me", "bot:random")
    }

    /// Returns a game of two bots at connect-four, which Ana watches.
    pub(crate) fn two_bots() -> Self {
        Self::with_seats("bot:random", "bot:random")
    }

    /// Returns a room of connect-four that Ana opened with these seats.
    pub(crate) fn with_seats(first: &str, second: &str) -> Self {
        TestRoomSpec::new("connect-four")
            .seats(first, second)
            .open()
    }

    pub(crate) fn wait(&mut self, millis: u64) -> &mut Self {
        self.now += Millis::from_millis(millis);
        self
    }

    /// Decides, records and applies.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "tests write the command in place"
    )]
    pub(crate) fn try_give(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        let asked = self.now;
        let events = self.room.decide(asked, &command)?;
        let wake_after = self.room.wake_after(&events);
        if events.iter().any(Event::is_durable) {
            self.now += self.store_takes;
        }
        for event in &events {
            self.room.apply(self.now, event);
            if event.is_durable() {
                self.log.push((asked, event.clone()));
            }
        }
        assert_eq!(self.room.wake_after(&[]), wake_after, "{command:?}");
        Ok(events)
    }

    #[track_caller]
    pub(crate) fn give(&mut self, command: Command) -> Vec<Event> {
        let shown = format!("{command:?}");
        match self.try_give(command) {
            Ok(events) => events,
            Err(refusal) => panic!("{shown}: {refusal}"),
        }
    }

    /// Gives a command that the room refuses with this refusal.
    #[track_caller]
    pub(crate) fn refuses(&mut self, command: Command, expected: Refusal) {
        let shown = format!("{command:?}");
        assert_eq!(self.try_give(command), Err(expected), "{shown}");
    }

    /// Returns what clients are sent for the last of these events.
    #[track_caller]
    pub(crate) fn sent(&self, events: &[Event]) -> RoomEvent {
        let event = events.last().expect("something happened");
        let sent = self.room.client_event(self.now, event);
        sent.expect("clients are sent something").1
    }

    pub(crate) fn tick(&mut self) -> Vec<Event> {
        self.give(Command::Tick)
    }

    /// Gives a tick in so many milliseconds, before which nothing is due.
    #[track_caller]
    pub(crate) fn tick_after(&mut self, millis: u64) -> Vec<Event> {
        self.wait(millis - 1);
        assert_eq!(self.tick(), [], "nothing is due yet");
        self.wait(1).tick()
    }

    /// Returns the milliseconds until something is due.
    pub(crate) fn due_in(&self) -> Option<u64> {
        let deadline = self.room.deadline()?;
        Some((deadline - self.now).as_millis())
    }

    pub(crate) fn try_sit(&mut self, who: PlayerId) -> Result<Vec<Event>, Refusal> {
        self.try_give(Command::Sit {
            who,
            name: name_of(who),
            hash: hash_of(who),
            holder: None,
        })
    }

    #[track_caller]
    pub(crate) fn sit(&mut self, who: PlayerId) -> Vec<Event> {
        self.try_sit(who).unwrap()
    }

    pub(crate) fn try_watch(&mut self, who: PlayerId) -> Result<Vec<Event>, Refusal> {
        self.try_watch_with(who, None)
    }

    pub(crate) fn try_watch_with(
        &mut self,
        who: PlayerId,
        key: Option<TokenHash>,
    ) -> Result<Vec<Event>, Refusal> {
        let name = name_of(who);
        self.try_give(Command::Watch { who, name, key })
    }

    #[track_caller]
    pub(crate) fn watch(&mut self, who: PlayerId) -> Vec<Event> {
        self.try_watch(who).unwrap()
    }

    #[track_caller]
    pub(crate) fn leave(&mut self, who: PlayerId, lost: bool) -> Vec<Event> {
        self.give(Command::Leave { who, lost })
    }

    #[track_caller]
    pub(crate) fn come_back(&mut self, who: PlayerId) -> Vec<Event> {
        self.give(Command::Return {
            who,
            hash: hash_of(who),
        })
    }

    /// Returns the command with which `who` plays now.
    pub(crate) fn ply(&self, who: PlayerId, text: &str) -> Command {
        let revision = self.room.revision();
        let square = self.room.play.game().read_move(text).unwrap();
        act(who, Act::Move { revision, square })
    }

    pub(crate) fn try_play(&mut self, who: PlayerId, text: &str) -> Result<Vec<Event>, Refusal> {
        self.try_give(self.ply(who, text))
    }

    #[track_caller]
    pub(crate) fn play(&mut self, who: PlayerId, text: &str) -> Vec<Event> {
        self.give(self.ply(who, text))
    }

    #[track_caller]
    pub(crate) fn play_with_lag(&mut self, who: PlayerId, text: &str, lag: u64) -> Vec<Event> {
        let mut ply = self.ply(who, text);
        if let Command::Act { round_trip, .. } = &mut ply {
            *round_trip = Millis::from_millis(lag);
        }
        self.give(ply)
    }

    /// Plays the moves, each for the side to move.
    #[track_caller]
    pub(crate) fn play_moves(&mut self, moves: &[&str]) {
        for text in moves {
            let side = self.room.play.side_to_move();
            let who = self.room.seats[side].here().unwrap();
            self.play(who, text);
        }
    }

    /// Plays a whole game of connect-four, which the first side wins.
    #[track_caller]
    pub(crate) fn play_out_win(&mut self) {
        self.play_moves(&["4", "3", "4", "3", "4", "3", "4"]);
    }

    /// Returns the command with which a bot answers now.
    pub(crate) fn bot_ply(&self, text: &str) -> Command {
        let game = self.room.play.game();
        let square = game.read_move(text).unwrap().to_string();
        let ply = self.room.play.ply_count() + 1;
        Command::BotPlay {
            revision: self.room.revision(),
            thought: Ok(thought_of(game.side_to_move(), ply, &[&square])),
        }
    }

    #[track_caller]
    pub(crate) fn bot_plays(&mut self, text: &str) -> Vec<Event> {
        self.give(self.bot_ply(text))
    }

    /// Lets the bots play their first legal ply until the game is over.
    #[track_caller]
    pub(crate) fn bots_play_out(&mut self) {
        while let Some(thinking) = self.room.thinking() {
            let square = thinking.game.legal().next().unwrap();
            let text = thinking.game.write_move(square);
            assert_ne!(self.bot_plays(&text), [], "it would go on for ever");
        }
    }

    /// Returns the same table from its store, after the server was stopped. `Resume` is still to be given.
    pub(crate) fn restarted(&self) -> Self {
        let events = self.log.iter().map(|(at, event)| (*at, event));
        Self {
            room: Room::replay(self.room.id(), events).unwrap(),
            log: self.log.clone(),
            now: self.now,
            store_takes: self.store_takes,
        }
    }

    /// Returns the table as a task loads it that lost the room, with those who are present.
    pub(crate) fn reloaded(&self) -> Self {
        let mut table = self.restarted();
        for event in &self.room.presence_in(&table.room) {
            table.room.apply(table.now, event);
        }
        table
    }

    /// Returns the same table after the restart of a server that was killed.
    pub(crate) fn resumed(&self) -> Self {
        let mut table = self.restarted();
        table.give(Command::Resume);
        table
    }

    /// Gives a command stamped with a moment that has passed.
    #[track_caller]
    pub(crate) fn give_at(&mut self, asked: Millis, command: &Command) -> Vec<Event> {
        let events = self.room.decide(asked, command).unwrap();
        for event in &events {
            self.room.apply(asked, event);
            if event.is_durable() {
                self.log.push((asked, event.clone()));
            }
        }
        events
    }

    /// Takes back the last ply of `who`, with the consent of the other side.
    #[track_caller]
    pub(crate) fn take_back(&mut self, who: PlayerId) {
        self.give(act(who, Act::AskTakeback));
        let other = if who == ANA { BO } else { ANA };
        self.give(act(other, Act::AnswerTakeback { accept: true }));
    }

    /// Starts the next game by the wish of both players.
    #[track_caller]
    pub(crate) fn rematch(&mut self) {
        for who in [ANA, BO] {
            self.give(act(who, Act::Rematch));
        }
    }

    /// Returns the side whose clock runs.
    pub(crate) fn running(&self) -> Option<Side> {
        self.snapshot(ANA).clock.unwrap().running
    }

    /// Returns the time left for each side, in milliseconds.
    pub(crate) fn left(&self) -> (u64, u64) {
        let remaining = self.snapshot(ANA).clock.unwrap().remaining;
        (remaining.first.as_millis(), remaining.second.as_millis())
    }

    /// Returns the time left on the clock after each ply, in milliseconds.
    pub(crate) fn times(&self) -> Vec<u64> {
        let plies = self.snapshot(ANA).plies;
        plies
            .iter()
            .map(|ply| ply.left.unwrap().as_millis())
            .collect()
    }

    pub(crate) fn snapshot(&self, who: PlayerId) -> Snapshot {
        self.room.snapshot(self.now, who)
    }

    pub(crate) fn phase(&self) -> Phase {
        self.snapshot(ANA).phase
    }

    #[track_caller]
    pub(crate) fn outcome(&self) -> Outcome {
        match self.phase() {
            Phase::Over { outcome } => outcome,
            phase @ (Phase::Seating | Phase::Playing) => panic!("the game is {phase:?}"),
        }
    }
}
