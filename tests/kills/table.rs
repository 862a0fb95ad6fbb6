//! Everybody at one table: two people, one against a bot, or two bots; and who watches them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::act::Act;
use protocol::clock::ClockFace;
use protocol::codec::Encoding;
use protocol::id::{Revision, RoomId};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use super::member::Member;
use super::round::Round;
use super::told::Told;
use crate::harness::{Client, bot, me_and_open, spec};

/// Time after which somebody asks again for what was refused because the store fails.
const AGAIN: Duration = Duration::from_millis(100);

/// Time that each ply adds, as in [`CLOCK`].
const INCREMENT: Millis = Millis::from_secs(2);

const CLOCK: &str = "10m+2s";

/// The most that a standstill may cost the side to move, by `time.rs`, and a little for the way of a signal.
const STANDSTILL: Duration = Duration::from_millis(250 + 100);

/// Players at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Players {
    People,
    PersonAndBot,
    Bots,
}

/// A room with its members.
pub(super) struct Table {
    pub(super) number: usize,
    players: Players,
    spec: GameSpec,
    /// Of the server, since somebody came to it.
    address: Option<SocketAddr>,
    room: Option<RoomId>,
    members: Vec<Member>,
    /// The move without an answer when the server was killed: by whom, and meant for which revision.
    unanswered: Option<(usize, Revision, Square)>,
    /// The moment at which the last ply was sent, if nobody came back since.
    sent: Option<Instant>,
    rng: StdRng,
    pub(super) told: Told,
    pub(super) told_events: usize,
    pub(super) lost_moves: usize,
    pub(super) kept_moves: usize,
    round: Arc<Round>,
}

impl Table {
    pub(super) fn new(number: usize, seed: u64) -> Self {
        let players = match number % 8 {
            3 | 7 => Players::PersonAndBot,
            6 => Players::Bots,
            _ => Players::People,
        };
        let (playing, watching) = match players {
            Players::People => (2, usize::from(number.is_multiple_of(8))),
            Players::PersonAndBot => (1, usize::from(number % 8 == 7)),
            Players::Bots => (0, 1),
        };
        let members = (0..playing + watching)
            .map(|member| Member::new(format!("person {number}-{member}"), member >= playing));
        let variant = ["connect-four", "gomoku-15", "connect-four-7x7"][number % 3];
        let pace = if players == Players::Bots { "20" } else { "0" };
        Self {
            number,
            players,
            spec: GameSpec {
                clock: number.is_multiple_of(2).then(|| CLOCK.parse().unwrap()),
                pace: pace.parse().unwrap(),
                ..spec(variant)
            },
            address: None,
            room: None,
            members: members.collect(),
            unanswered: None,
            sent: None,
            rng: StdRng::seed_from_u64(seed),
            told: Told::default(),
            told_events: 0,
            lost_moves: 0,
            kept_moves: 0,
            round: Arc::new(Round::new(false)),
        }
    }

    pub(super) fn people(&self) -> usize {
        self.members.len()
    }

    /// Plays until the server is killed, and not a moment less.
    pub(super) async fn play_until_killed(
        mut self,
        address: SocketAddr,
        round: Arc<Round>,
    ) -> Self {
        self.round = round;
        if self.come_back(address).await.is_some() {
            while self.play_on().await.is_some() {}
        }
        assert!(
            self.round.is_killed(),
            "table {}: a connection ended before the server was killed",
            self.number
        );
        for member in &mut self.members {
            member.client = None;
        }
        self.sent = None;
        self
    }

    /// Everybody takes their place, new or kept; none where the server is gone.
    pub(super) async fn come_back(&mut self, address: SocketAddr) -> Option<()> {
        self.address = Some(address);
        for at in 0..self.members.len() {
            let encoding = Encoding::ALL[self.rng.random_range(0..2)];
            let client = Client::try_connect(address, &self.members[at].name, encoding).await?;
            self.members[at].client = Some(client);
            if !self.enter(at).await? {
                return self.begin_anew().await;
            }
        }
        self.send_again().await
    }

    /// Everybody goes to another room, on new connections.
    async fn begin_anew(&mut self) -> Option<()> {
        (self.room, self.unanswered, self.sent) = (None, None, None);
        for member in &mut self.members {
            *member = Member::new(std::mem::take(&mut member.name), member.watches);
        }
        Box::pin(self.come_back(self.address?)).await
    }

    /// False if the seat is taken.
    async fn enter(&mut self, at: usize) -> Option<bool> {
        let member = &self.members[at];
        let role = match member.token {
            _ if member.watches => Role::Spectator,
            Some(token) => Role::Seat { token },
            None => Role::Player,
        };
        let ask = match self.room {
            Some(room) => ClientMsg::Join { room, role },
            None => self.opening(),
        };
        self.say(at, ask.clone()).await?;
        loop {
            match self.hear(at).await? {
                ServerMsg::Joined { snapshot, .. } => {
                    self.room = Some(snapshot.room);
                    self.round.enter(snapshot.room);
                    return Some(true);
                }
                // Taken, though nobody could be told: the token was never given to anybody.
                ServerMsg::Refused {
                    refusal: Refusal::NoOpenSeat { .. },
                    ..
                } => {
                    assert!(self.members[at].token.is_none());
                    return Some(false);
                }
                ServerMsg::Refused {
                    refusal: Refusal::Internal { .. } | Refusal::DiskFull,
                    ..
                } => {
                    self.wait().await;
                    self.say(at, ask.clone()).await?;
                }
                ServerMsg::Refused { message, .. } => panic!("refused: {message}"),
                _ => {}
            }
        }
    }

    fn opening(&self) -> ClientMsg {
        let random = || bot("random");
        let seats = match self.players {
            Players::People => me_and_open(),
            Players::PersonAndBot => BySide {
                first: SeatSpec::Me,
                second: random(),
            },
            Players::Bots => BySide {
                first: random(),
                second: random(),
            },
        };
        ClientMsg::Open {
            spec: self.spec.clone(),
            seats,
            shuffle: false,
        }
    }

    /// The move that had no answer is sent again with its old revision: it is played once, whether it had
    /// arrived or not.
    async fn send_again(&mut self) -> Option<()> {
        let Some((at, revision, square)) = self.unanswered else {
            return Some(());
        };
        let arrived = self.members[at].revision != revision;
        let ask = ClientMsg::Act(Act::Move { revision, square });
        self.say(at, ask.clone()).await?;
        loop {
            match self.hear(at).await? {
                ServerMsg::Event {
                    event: RoomEvent::Moved { made, .. },
                    ..
                } if !arrived => {
                    assert_eq!(made.square, square);
                    self.lost_moves += 1;
                    break;
                }
                ServerMsg::Refused {
                    refusal: Refusal::Internal { .. } | Refusal::DiskFull,
                    ..
                } => {
                    self.wait().await;
                    self.say(at, ask.clone()).await?;
                }
                ServerMsg::Refused { refusal, .. } => {
                    // A write that seemed to fail may have been one.
                    let arrived = arrived || self.members[at].revision != revision;
                    assert!(arrived, "a move that was lost is refused: {refusal}");
                    assert!(matches!(refusal, Refusal::Stale { .. } | Refusal::GameOver));
                    self.kept_moves += 1;
                    break;
                }
                _ => {}
            }
        }
        self.unanswered = None;
        self.hear_all().await
    }

    /// One ply, or another game.
    async fn play_on(&mut self) -> Option<()> {
        if self.members[0].is_over {
            return match self.players {
                Players::Bots => self.begin_anew().await,
                Players::People | Players::PersonAndBot => self.play_another().await,
            };
        }
        let Some(at) = self.members.iter().position(Member::is_to_move) else {
            // The bot's turn, or nobody has come for the other seat yet.
            self.hear(0).await?;
            return self.hear_all().await;
        };
        // A refusal of a move must not be taken for one of a line.
        if !self.round.may_refuse && self.rng.random_ratio(1, 10) {
            let text = "hello".to_owned();
            self.say(at, ClientMsg::Chat { text }).await?;
        }
        let client = self.members[at].client.as_ref()?;
        let square = client.game().legal().choose(&mut self.rng)?;
        self.play(at, square).await?;
        self.hear_all().await
    }

    async fn play(&mut self, at: usize, square: Square) -> Option<()> {
        let (revision, before) = (self.members[at].revision, self.members[at].clock);
        let turn = self.sent.replace(Instant::now());
        self.unanswered = Some((at, revision, square));
        let ask = ClientMsg::Act(Act::Move { revision, square });
        self.say(at, ask.clone()).await?;
        while self.members[at].revision == revision {
            if let ServerMsg::Refused {
                refusal: Refusal::Internal { .. } | Refusal::DiskFull,
                ..
            } = self.hear(at).await?
            {
                self.wait().await;
                self.say(at, ask.clone()).await?;
            }
        }
        self.unanswered = None;
        if let (Some(turn), Some(before)) = (turn, before)
            && self.players == Players::People
        {
            self.check_clock(at, turn, before);
        }
        Some(())
    }

    /// Asserts that the last ply was charged no more than the time in which the server ran since `turn`.
    fn check_clock(&self, at: usize, turn: Instant, before: ClockFace) {
        let member = &self.members[at];
        let side = member.client.as_ref().and_then(Client::you);
        let (Some(side), Some(after)) = (side, member.clock) else {
            return;
        };
        // The first ply of each side is free of the clock, and earns nothing.
        if member.plies() <= 2 {
            return;
        }
        let charged = before.remaining[side] + INCREMENT - after.remaining[side];
        let most = self.round.running_since(turn) + STANDSTILL;
        assert!(
            u128::from(charged.as_millis()) <= most.as_millis(),
            "{} was charged {charged:?} of {most:?}",
            member.name
        );
    }

    async fn play_another(&mut self) -> Option<()> {
        for at in 0..self.members.len() {
            if !self.members[at].watches {
                self.offer_rematch(at).await?;
            }
        }
        for at in 0..self.members.len() {
            while self.members[at].is_over {
                self.hear(at).await?;
            }
        }
        self.hear_all().await
    }

    async fn offer_rematch(&mut self, at: usize) -> Option<()> {
        let ask = ClientMsg::Act(Act::Rematch);
        let side = self.members[at].client.as_ref().and_then(Client::you);
        self.say(at, ask.clone()).await?;
        while self.members[at].is_over {
            match self.hear(at).await? {
                ServerMsg::Event {
                    event: RoomEvent::RematchOffered { by },
                    ..
                } if Some(by) == side => break,
                ServerMsg::Refused {
                    refusal: Refusal::Internal { .. } | Refusal::DiskFull,
                    ..
                } => {
                    self.wait().await;
                    self.say(at, ask.clone()).await?;
                }
                // It was offered before the server was killed.
                ServerMsg::Refused { refusal, .. } => {
                    assert!(matches!(refusal, Refusal::AlreadyOffered), "{refusal}");
                    break;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Lets everybody hear what the one who is furthest has heard.
    async fn hear_all(&mut self) -> Option<()> {
        let furthest = self.members.iter().map(|member| member.revision).max()?;
        for at in 0..self.members.len() {
            while self.members[at].revision < furthest {
                self.hear(at).await?;
            }
        }
        // A ply that ends the game is followed by the word of it.
        for at in 0..self.members.len() {
            while self.members[at].awaits_the_end() {
                self.hear(at).await?;
            }
        }
        Some(())
    }

    /// Waits before something is asked for again that the store could not do.
    async fn wait(&mut self) {
        self.round.refuse();
        sleep(AGAIN).await;
    }

    async fn say(&mut self, at: usize, message: ClientMsg) -> Option<()> {
        self.members[at].client.as_mut()?.try_say(message).await
    }

    async fn hear(&mut self, at: usize) -> Option<ServerMsg> {
        let message = self.members[at].hear(&mut self.told).await?;
        if let ServerMsg::Refused {
            refusal: Refusal::ShuttingDown,
            ..
        } = &message
        {
            return None;
        }
        if let ServerMsg::Event { event, .. } = &message {
            self.told_events += 1;
            if at == 0 && matches!(event, RoomEvent::Moved { .. }) {
                self.round.tell_ply();
            }
        }
        Some(message)
    }
}
