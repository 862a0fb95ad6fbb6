//! A person in a simulation: the client's own connection, and moves, words and pauses that follow from a seed.

use std::time::Duration;

use client::net::{Env, Link, NetEvent, Settings};
use protocol::act::Act;
use protocol::id::{Revision, RoomId};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;

use super::network::Network;

pub(super) struct Person {
    link: Link,
    events: UnboundedReceiver<NetEvent>,
    rng: StdRng,
    replica: Option<Replica>,
    /// Revision at which this person moved last.
    moved: Option<Revision>,
    /// Games that are over.
    games: u32,
}

impl Person {
    /// Connects, and looks at the lobby.
    pub(super) fn new(network: &Network, name: &'static str, seed: u64) -> Self {
        let urls = vec!["ws://localhost:4270/ws".to_owned()];
        let settings = Settings::new(urls, Some(name.to_owned()));
        let (link, events) = Link::open_in(Env::simulated(network.plug(name), seed), settings);
        link.send(ClientMsg::EnterLobby { boards: false });
        Self {
            link,
            events,
            rng: StdRng::seed_from_u64(seed),
            replica: None,
            moved: None,
            games: 0,
        }
    }

    /// Opens a room and returns its code.
    pub(super) async fn open(&mut self, spec: GameSpec, seats: BySide<SeatSpec>) -> RoomId {
        let shuffle = true;
        self.link.send(ClientMsg::Open {
            spec,
            seats,
            shuffle,
        });
        self.entered().await
    }

    /// Enters a room.
    pub(super) async fn join(&mut self, room: RoomId, role: Role) {
        self.link.send(ClientMsg::Join { room, role });
        self.entered().await;
    }

    async fn entered(&mut self) -> RoomId {
        while self.replica.is_none() {
            self.hear().await;
        }
        self.room().room()
    }

    /// Plays, or looks on, until so many games are over; then leaves.
    pub(super) async fn stay(mut self, games: u32) {
        loop {
            // The event that a game is over comes behind its last ply.
            let room = self.room();
            let goes_on = room.is_my_turn() && room.game().ending().is_none();
            if goes_on && self.moved != Some(room.revision()) {
                self.play().await;
            }
            let over = self.games;
            self.hear().await;
            if self.games == games {
                break;
            }
            if self.games > over && self.room().you().is_some() {
                self.pause(3).await;
                self.link.send(ClientMsg::Act(Act::Rematch));
            }
        }
        self.pause(3).await;
        self.link.send(ClientMsg::Leave);
        drop(self.link);
        while self.events.recv().await.is_some() {}
    }

    /// Moves again, or asks for a rematch again, after the store failed.
    async fn try_again(&mut self) {
        self.pause(2).await;
        self.moved = None;
        if self.room().outcome().is_some() && self.room().you().is_some() {
            self.link.send(ClientMsg::Act(Act::Rematch));
        }
    }

    /// Thinks, moves, and at times says something.
    async fn play(&mut self) {
        self.pause(20).await;
        let replica = self.replica.as_ref().expect("is in a room");
        let square = replica.game().legal().choose(&mut self.rng);
        let square = square.expect("the game goes on");
        let revision = replica.revision();
        self.moved = Some(revision);
        self.link
            .send(ClientMsg::Act(Act::Move { revision, square }));
        if self.rng.random_ratio(1, 4) {
            self.pause(2).await;
            let text = format!("well, {square:?}");
            self.link.send(ClientMsg::Chat { text });
        }
    }

    async fn pause(&mut self, most: u64) {
        let millis = self.rng.random_range(0..most * 1000);
        sleep(Duration::from_millis(millis)).await;
    }

    /// Takes in the next event. No time is shown, so the moment is always the same.
    async fn hear(&mut self) {
        let event = self.events.recv().await.expect("the connection comes back");
        let NetEvent::Message(message) = event else {
            return;
        };
        match *message {
            ServerMsg::Joined {
                you,
                token,
                snapshot,
                owner: _,
            } => {
                let seat = token.map(|token| (snapshot.room, token));
                match seat {
                    Some(seat) => self.link.set_seat(Some(seat)),
                    None => self.link.set_watching(snapshot.room),
                }
                let replica = Replica::new(you, *snapshot, Millis::ZERO);
                self.replica = Some(replica.expect("legal plies"));
            }
            ServerMsg::Event { seq, event, .. } => {
                let replica = self.replica.as_mut().expect("is in a room");
                replica
                    .apply(Millis::ZERO, seq, &event)
                    .expect("events without a gap");
                if let RoomEvent::Over { .. } = event {
                    self.games += 1;
                }
                if let RoomEvent::Started { .. } = event {
                    self.moved = None;
                }
            }
            ServerMsg::Refused {
                refusal: Refusal::Internal { .. },
                ..
            } => self.try_again().await,
            _ => {}
        }
    }

    fn room(&self) -> &Replica {
        self.replica.as_ref().expect("is in a room")
    }
}
