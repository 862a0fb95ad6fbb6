//! A person in a simulation: the client's own connection, and moves, words and pauses that follow from a seed.

use std::time::Duration;

use client::net::{Env, Link, NetEvent, Settings};
use protocol::act::Act;
use protocol::id::{Revision, RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::view::Snapshot;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep_until};

use super::network::Lines;
use super::witness::Witness;

/// The way of a person into a room.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// Opens one.
    Opens(Box<GameSpec>, BySide<SeatSpec>),
    /// Takes the open seat in the room of another person.
    Joins(&'static str),
    /// Looks on in the room of another person.
    Watches(&'static str),
    /// Takes the seat of the other device now and then.
    SharesSeat,
}

/// State of a person's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The connection is lost, or not made yet.
    Offline,
    /// Connected since `Welcome`, and in no room.
    Connected,
    /// Connected, and the way into the room has no answer.
    Entering,
    /// In the room since `Joined`.
    Inside,
}

pub(super) struct Person {
    name: &'static str,
    way: Way,
    /// The device with which this one shares the seat.
    shares_with: Option<&'static str>,
    link: Link,
    events: UnboundedReceiver<NetEvent>,
    rng: StdRng,
    witness: Witness,
    replica: Option<Replica>,
    token: Option<Token>,
    /// The room to be in, and as what.
    home: Option<(RoomId, Role)>,
    place: Place,
    /// The revision at which this person moved last, until it is refused.
    moved: Option<Revision>,
    /// Lines of talk so far.
    lines: u32,
    /// True once this person said something at the end.
    has_said_goodbye: bool,
    /// Longest pause between two acts.
    pace: Duration,
}

impl Person {
    /// Connects.
    pub(super) fn new(
        lines: &Lines,
        name: &'static str,
        way: Way,
        shares_with: Option<&'static str>,
        seed: u64,
        witness: Witness,
    ) -> Self {
        let urls = vec!["ws://localhost:4270/ws".to_owned()];
        let settings = Settings::new(urls, Some(name.to_owned()));
        let (link, events) = Link::open_in(Env::simulated(lines.plug(name), seed), settings);
        let mut rng = StdRng::seed_from_u64(seed);
        let pace = Duration::from_millis(rng.random_range(200..2500));
        Self {
            name,
            way,
            shares_with,
            link,
            events,
            rng,
            witness,
            replica: None,
            token: None,
            home: None,
            place: Place::Offline,
            moved: None,
            lines: 0,
            has_said_goodbye: false,
            pace,
        }
    }

    /// Acts until the simulation ends.
    pub(super) async fn run(mut self) {
        let mut next = Instant::now();
        loop {
            tokio::select! {
                biased;
                event = self.events.recv() => match event {
                    Some(event) => self.on_event(event),
                    None => return,
                },
                () = sleep_until(next) => {
                    self.act();
                    next = Instant::now() + self.pause();
                }
            }
            self.report();
        }
    }

    fn pause(&mut self) -> Duration {
        let most = self.pace.as_millis() as u64;
        Duration::from_millis(self.rng.random_range(50..most.max(51)))
    }

    fn chance(&mut self, one_in: u32) -> bool {
        self.rng.random_ratio(1, one_in)
    }

    /// Tells the witness if this person is in the room, and which move of theirs has no answer.
    fn report(&self) {
        let unanswered = self.replica.as_ref().and_then(|replica| {
            let waits = replica.is_my_turn() && replica.game().ending().is_none();
            self.moved
                .filter(|revision| waits && *revision == replica.revision())
        });
        self.witness.stands(self.name, self.is_inside(), unanswered);
    }

    /// Does what there is to do now.
    fn act(&mut self) {
        let closing = self.witness.is_closing();
        if !self.is_inside() {
            self.come_in(closing);
        }
        if closing {
            self.say_goodbye();
            return;
        }
        let Some(replica) = &self.replica else {
            return;
        };
        let Some(you) = replica.you() else {
            if self.is_inside() && self.chance(30) {
                self.chat();
            }
            return;
        };
        if self.home.is_none() {
            return;
        }
        let offers = replica.snapshot().offers;
        let other = Some(you.other());
        if replica.outcome().is_some() {
            self.act_after_end(you, offers.rematch);
        } else if replica.to_move().is_none() {
            // The game has not begun.
        } else if offers.draw == other {
            let accept = self.chance(2);
            self.send(Act::AnswerDraw { accept });
        } else if offers.takeback == other {
            let accept = self.chance(2);
            self.send(Act::AnswerTakeback { accept });
        } else {
            self.act_in_game();
        }
    }

    fn is_inside(&self) -> bool {
        self.place == Place::Inside
    }

    fn send(&self, act: Act) {
        self.link.send(ClientMsg::Act(act));
    }

    /// Says something at the end: a room whose store said no, and wrote all the same, finds that out when somebody asks
    /// for something.
    fn say_goodbye(&mut self) {
        if self.is_inside() && !self.has_said_goodbye {
            self.has_said_goodbye = true;
            self.chat();
        }
    }

    /// Offers a rematch, or answers the one that is offered.
    fn act_after_end(&mut self, you: Side, rematch: Option<Side>) {
        if !self.is_inside() {
            return;
        }
        if rematch == Some(you.other()) {
            let accept = self.chance(2);
            self.send(Act::AnswerRematch { accept });
        } else if rematch.is_none() {
            self.send(Act::Rematch);
        }
    }

    /// Moves where it is this person's turn, and offers or talks at random.
    fn act_in_game(&mut self) {
        let moves = self.replica.as_ref().is_some_and(|replica| {
            replica.is_my_turn()
                && replica.game().ending().is_none()
                && self.moved != Some(replica.revision())
        });
        if moves {
            self.play();
        }
        if self.chance(15) {
            self.chat();
        }
        if self.is_inside() && self.chance(25) {
            self.send(Act::AskTakeback);
        }
        if self.is_inside() && self.chance(60) {
            self.send(Act::OfferDraw);
        }
        if self.is_inside() && self.chance(150) {
            self.send(Act::Resign);
        }
    }

    /// Moves, also while the connection is lost.
    fn play(&mut self) {
        let replica = self.replica.as_ref().expect("is in a room");
        let square = replica.game().legal().choose(&mut self.rng);
        let square = square.expect("the game goes on");
        let (room, revision) = (replica.room(), replica.revision());
        self.moved = Some(revision);
        self.witness.moves(room, revision, square);
        self.witness
            .note(|| format!("{} plays {square:?} at {revision}", self.name));
        self.send(Act::Move { revision, square });
    }

    fn chat(&mut self) {
        self.lines += 1;
        let text = format!("{} says {}", self.name, self.lines);
        self.link.send(ClientMsg::Chat { text });
    }

    /// Asks for the way into the room, where that has not been asked, or was refused.
    fn come_in(&mut self, closing: bool) {
        if self.place != Place::Connected {
            return;
        }
        let ask = match (&self.home, &self.way) {
            (Some((room, role)), _) => ClientMsg::Join {
                room: *room,
                role: role.clone(),
            },
            (None, Way::Opens(spec, seats)) if self.replica.is_none() => ClientMsg::Open {
                spec: (**spec).clone(),
                seats: seats.clone(),
                shuffle: true,
            },
            // The seat is with the other device, and is taken back at times.
            (None, Way::Opens(..) | Way::SharesSeat) => {
                let device = |name| self.witness.room_of(name);
                let seat = device(self.name).or_else(|| self.shares_with.and_then(device));
                let Some((room, Some(token))) = seat else {
                    return;
                };
                // At the end whoever has it keeps it.
                let takes = match (closing, &self.way) {
                    (false, _) => self.chance(8),
                    (true, Way::Opens(..)) => !self
                        .shares_with
                        .is_some_and(|other| self.witness.is_in(other)),
                    (true, _) => false,
                };
                if !takes {
                    return;
                }
                self.token = Some(token);
                let role = Role::Seat { token };
                ClientMsg::Join { room, role }
            }
            (None, Way::Joins(other)) => match self.witness.room_of(other) {
                Some((room, _)) => ClientMsg::Join {
                    room,
                    role: Role::Player,
                },
                None => return,
            },
            (None, Way::Watches(other)) => match self.witness.room_of(other) {
                Some((room, _)) => ClientMsg::Join {
                    room,
                    role: Role::Spectator,
                },
                None => return,
            },
        };
        self.place = Place::Entering;
        self.link.send(ask);
    }

    fn on_event(&mut self, event: NetEvent) {
        let message = match event {
            NetEvent::Message(message) => message,
            NetEvent::Lost { why, retry_in, .. } => {
                self.witness
                    .note(|| format!("{} lost: {why}, again in {retry_in:?}", self.name));
                self.place = Place::Offline;
                // It may be lost with the line.
                self.has_said_goodbye = false;
                return;
            }
            NetEvent::Failed { why } => {
                self.witness
                    .fail(|| format!("{} gives up: {why}", self.name));
                return;
            }
            NetEvent::Verbatim(_)
            | NetEvent::Security { .. }
            | NetEvent::Notice(_)
            | NetEvent::RoundTrip(_) => return,
        };
        match *message {
            ServerMsg::Welcome { .. } => {
                // The link asks for the room by itself.
                self.place = if self.home.is_some() {
                    Place::Entering
                } else {
                    Place::Connected
                };
            }
            ServerMsg::Joined {
                you,
                token,
                snapshot,
                owner: _,
            } => self.enter(you, token, *snapshot),
            ServerMsg::Event { room, seq, event } => {
                let Some(replica) = self.replica.as_mut().filter(|known| known.room() == room)
                else {
                    return;
                };
                if let Err(gap) = replica.apply(Millis::ZERO, seq, &event) {
                    self.witness
                        .fail(|| format!("{}: {gap}, with {event:?}", self.name));
                    return;
                }
                self.witness.sees(self.name, replica, self.token);
            }
            ServerMsg::Left { room, why } => {
                self.witness
                    .note(|| format!("{} left {room}: {why:?}", self.name));
                (self.place, self.home) = (Place::Connected, None);
                self.moved = None;
                if self.witness.is_closed(room) {
                    self.replica = None;
                }
            }
            ServerMsg::Refused { refusal, .. } => self.refused(&refusal),
            _ => {}
        }
    }

    fn enter(&mut self, you: Option<Side>, token: Option<Token>, snapshot: Snapshot) {
        let room = snapshot.room;
        self.place = Place::Inside;
        if let (Some(_), Some(token)) = (you, token) {
            self.token = Some(token);
            self.home = Some((room, Role::Seat { token }));
            self.link.set_seat(Some((room, token)));
        } else {
            self.home = Some((room, Role::Spectator));
            self.link.set_watching(room);
        }
        match Replica::new(you, snapshot, Millis::ZERO) {
            Ok(replica) => {
                self.witness.sees(self.name, &replica, token);
                self.replica = Some(replica);
            }
            Err(error) => self.witness.fail(|| format!("{}: {error}", self.name)),
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        self.witness
            .note(|| format!("{} refused: {refusal:?}", self.name));
        match refusal {
            // The link keeps the move, and asks for the room again.
            Refusal::ShuttingDown => return,
            Refusal::NoOpenSeat { .. } => {
                if let Way::Joins(other) = self.way {
                    // Taken by a connection of this very person that was lost before the token came.
                    self.way = Way::Watches(other);
                }
            }
            Refusal::NoSuchRoom { room } if !self.witness.is_closed(*room) => {
                self.witness
                    .fail(|| format!("{}: the room {room} is gone", self.name));
            }
            Refusal::WrongToken { room } => {
                self.witness
                    .fail(|| format!("{}: the seat in {room} is gone", self.name));
            }
            _ => {}
        }
        self.moved = None;
        self.has_said_goodbye = false;
        if self.place == Place::Entering {
            self.place = Place::Connected;
        }
    }
}
