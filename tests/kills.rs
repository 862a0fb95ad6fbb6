//! A server that is killed in the middle of many games, again and again: nothing that was told is missing.
//!
//! Each round starts the server on the same data, has everybody come back to their seats, lets them play until
//! a number of plies was told, and kills it without a word. Players who come back compare the messages
//! they received with the room as it is now.
//!
//! The gate runs a short form. More of it:
//! `ENLINEA_KILLS=20 ENLINEA_GAMES=100 cargo test -p tests --test whole kills -- --nocapture`

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join_all;
use protocol::act::Act;
use protocol::clock::ClockFace;
use protocol::codec::Encoding;
use protocol::id::{Revision, RoomId, Seq, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::square::Square;
use protocol::view::{Phase, Snapshot};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tempfile::tempdir;
use tokio::sync::Notify;

use crate::binaries::ServerProcess;
use crate::harness::{Client, bot, me_and_open, spec};

/// A number from the environment, for longer runs by hand.
fn wanted(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |number| {
        number
            .parse()
            .unwrap_or_else(|_| panic!("{name}={number:?} is no number"))
    })
}

#[expect(clippy::print_stdout, reason = "what a long run by hand found")]
#[tokio::test]
async fn what_was_told_is_there_after_every_kill() {
    let (rounds, games) = (wanted("ENLINEA_KILLS", 3), wanted("ENLINEA_GAMES", 12));
    let data = tempdir().unwrap();
    let mut rng = StdRng::seed_from_u64(wanted("ENLINEA_SEED", 7) as u64);
    let mut tables: Vec<_> = (0..games)
        .map(|number| Table::new(number, rng.random()))
        .collect();
    for _ in 0..rounds {
        let server = ServerProcess::start(data.path());
        let plies = Arc::new(Plies::new(games + rng.random_range(0..3 * games)));
        let playing = tables.into_iter().map(|table| {
            let plies = Arc::clone(&plies);
            tokio::spawn(table.play_until_cut(server.address, plies))
        });
        let playing: Vec<_> = playing.collect();
        plies.enough.notified().await;
        // Killed, not asked to end.
        drop(server);
        let ended = join_all(playing).await;
        tables = ended.into_iter().map(|table| table.unwrap()).collect();
    }
    let server = ServerProcess::start(data.path());
    for table in &mut tables {
        assert!(table.come_back(server.address).await.is_some());
    }
    let sum = |count: fn(&Table) -> usize| tables.iter().map(count).sum::<usize>();
    let told = sum(|table| table.told_events);
    let (lost, kept) = (sum(|table| table.lost_moves), sum(|table| table.kept_moves));
    println!(
        "{rounds} kills, {games} games: {told} told events, none missing; of the moves without an answer \
         {lost} were lost and played again, {kept} were kept and refused as stale"
    );
    assert!(told > rounds * games);
}

/// Plies told in this round, and the word that it was enough.
struct Plies {
    left: AtomicUsize,
    enough: Notify,
}

impl Plies {
    fn new(most: usize) -> Self {
        Self {
            left: AtomicUsize::new(most),
            enough: Notify::new(),
        }
    }

    fn count(&self) {
        let counted = |left: usize| left.checked_sub(1);
        if self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted)
            == Ok(1)
        {
            self.enough.notify_one();
        }
    }
}

/// The messages to a player, and the right to the seat.
struct Player {
    name: String,
    token: Option<Token>,
    seq: Seq,
    revision: Revision,
    game: u16,
    plies: Vec<Square>,
    /// The clock when the last ply was told.
    clock: Option<ClockFace>,
    is_over: bool,
    client: Option<Client>,
}

impl Player {
    fn new(name: String) -> Self {
        Self {
            name,
            token: None,
            seq: Seq(0),
            revision: Revision(0),
            game: 1,
            plies: Vec::new(),
            clock: None,
            is_over: false,
            client: None,
        }
    }

    /// The next message; none where the server is gone.
    async fn hear(&mut self, told: &mut usize) -> Option<ServerMsg> {
        let message = self.client.as_mut()?.try_hear().await?;
        if let ServerMsg::Event { seq, event, .. } = &message {
            *told += 1;
            self.seq = *seq;
            match event {
                RoomEvent::Started {
                    revision, series, ..
                } => {
                    (self.revision, self.game, self.is_over) = (*revision, series.game, false);
                    self.plies.clear();
                    self.clock = None;
                }
                RoomEvent::Moved {
                    revision,
                    made,
                    clock,
                    ..
                } => {
                    self.revision = *revision;
                    self.plies.push(made.square);
                    self.clock = *clock;
                }
                RoomEvent::Over { .. } => self.is_over = true,
                _ => {}
            }
        }
        Some(message)
    }

    /// Takes over the room as it is now, which must have everything that was told.
    fn compare(&mut self, now: &Snapshot) {
        assert!(now.seq >= self.seq, "{}: events are missing", self.name);
        assert!(now.revision >= self.revision, "{}", self.name);
        assert!(
            now.series.game == self.game || self.is_over,
            "{}",
            self.name
        );
        let plies: Vec<_> = now.plies.iter().map(|ply| ply.square).collect();
        if now.series.game == self.game {
            assert!(
                plies.starts_with(&self.plies),
                "{}: told {:?}, now {plies:?}",
                self.name,
                self.plies
            );
            if let (Some(told), Some(clock), true) =
                (self.clock, now.clock, plies.len() == self.plies.len())
            {
                let waits = Side::to_move_after(plies.len()).other();
                assert_eq!(clock.remaining[waits], told.remaining[waits]);
            }
        }
        assert!(!self.is_over || now.series.game > self.game || is_over(now));
        (self.seq, self.revision, self.game) = (now.seq, now.revision, now.series.game);
        (self.plies, self.is_over) = (plies, is_over(now));
        self.clock = None;
    }
}

fn is_over(snapshot: &Snapshot) -> bool {
    matches!(snapshot.phase, Phase::Over { .. })
}

/// A room with its players: two people, or one against a bot.
struct Table {
    room: Option<RoomId>,
    spec: GameSpec,
    against_bot: bool,
    players: Vec<Player>,
    /// The move without an answer when the server was killed: whose, and meant for which revision.
    unanswered: Option<(usize, Revision, Square)>,
    rng: StdRng,
    told_events: usize,
    lost_moves: usize,
    kept_moves: usize,
}

impl Table {
    fn new(number: usize, seed: u64) -> Self {
        let against_bot = number % 4 == 3;
        let variant = ["connect-four", "gomoku-15", "connect-four-7x7"][number % 3];
        let players = (0..if against_bot { 1 } else { 2 })
            .map(|seat| Player::new(format!("player {number}-{seat}")));
        let clock = number.is_multiple_of(2).then(|| "10m+2s".parse().unwrap());
        Self {
            room: None,
            spec: GameSpec {
                clock,
                ..spec(variant)
            },
            against_bot,
            players: players.collect(),
            unanswered: None,
            rng: StdRng::seed_from_u64(seed),
            told_events: 0,
            lost_moves: 0,
            kept_moves: 0,
        }
    }

    async fn play_until_cut(mut self, address: SocketAddr, plies: Arc<Plies>) -> Self {
        if self.come_back(address).await.is_some() {
            while self.play_on(&plies).await.is_some() {}
        }
        for player in &mut self.players {
            player.client = None;
        }
        self
    }

    /// Everybody takes their seat, new or kept; none where the server is gone.
    async fn come_back(&mut self, address: SocketAddr) -> Option<()> {
        for at in 0..self.players.len() {
            let encoding = Encoding::ALL[self.rng.random_range(0..2)];
            let client = Client::try_connect(address, &self.players[at].name, encoding).await?;
            self.players[at].client = Some(client);
            let role = match self.players[at].token {
                Some(token) => Role::Seat { token },
                None => Role::Player,
            };
            let ask = match self.room {
                Some(room) => ClientMsg::Join { room, role },
                None => self.opening(),
            };
            self.say(at, ask).await?;
            loop {
                match self.hear(at).await? {
                    ServerMsg::Joined {
                        token, snapshot, ..
                    } => {
                        let player = &mut self.players[at];
                        player.token = player.token.or(token);
                        self.room = Some(snapshot.room);
                        player.compare(&snapshot);
                        break;
                    }
                    // Taken, though nobody could be told: the token was never given to anybody.
                    ServerMsg::Refused {
                        refusal: Refusal::NoOpenSeat { .. },
                        ..
                    } => {
                        self.forget();
                        return None;
                    }
                    ServerMsg::Refused { message, .. } => panic!("refused: {message}"),
                    _ => {}
                }
            }
        }
        self.send_again().await
    }

    /// Begins anew in another room.
    fn forget(&mut self) {
        self.room = None;
        for player in &mut self.players {
            *player = Player::new(player.name.clone());
        }
    }

    fn opening(&self) -> ClientMsg {
        let seats = if self.against_bot {
            BySide {
                first: SeatSpec::Me,
                second: bot("random"),
            }
        } else {
            me_and_open()
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
        let arrived = self.players[at].revision != revision;
        self.say(at, ClientMsg::Act(Act::Move { revision, square }))
            .await?;
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
                ServerMsg::Refused { refusal, .. } => {
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
    async fn play_on(&mut self, plies: &Plies) -> Option<()> {
        if self.players[0].is_over {
            for at in 0..self.players.len() {
                self.say(at, ClientMsg::Act(Act::Rematch)).await?;
            }
            while self.players.iter().any(|player| player.is_over) {
                self.hear_all().await?;
                for at in 0..self.players.len() {
                    if self.players[at].is_over {
                        self.hear(at).await?;
                    }
                }
            }
            return Some(());
        }
        let client = self.players[0].client.as_ref()?;
        let to_move = client.game().side_to_move();
        let mine = |player: &Player| {
            player
                .client
                .as_ref()
                .is_some_and(|c| c.you() == Some(to_move))
        };
        let Some(at) = self.players.iter().position(mine) else {
            // The bot's turn, or nobody has come for the other seat yet.
            self.hear(0).await?;
            return Some(());
        };
        let square = client.game().legal().choose(&mut self.rng)?;
        let revision = self.players[at].revision;
        if self.rng.random_ratio(1, 10) {
            let text = "hello".to_owned();
            self.say(at, ClientMsg::Chat { text }).await?;
        }
        self.unanswered = Some((at, revision, square));
        self.say(at, ClientMsg::Act(Act::Move { revision, square }))
            .await?;
        while self.players[at].revision == revision {
            self.hear(at).await?;
        }
        self.unanswered = None;
        plies.count();
        self.hear_all().await
    }

    /// Lets everybody hear what the one who is furthest has heard.
    async fn hear_all(&mut self) -> Option<()> {
        let furthest = self.players.iter().map(|player| player.revision).max()?;
        for at in 0..self.players.len() {
            while self.players[at].revision < furthest {
                self.hear(at).await?;
            }
        }
        // A ply that ends the game is followed by the word of it.
        let ended = |player: &Player| {
            let client = player.client.as_ref();
            client.is_some_and(|client| client.game().ending().is_some()) && !player.is_over
        };
        for at in 0..self.players.len() {
            while ended(&self.players[at]) {
                self.hear(at).await?;
            }
        }
        Some(())
    }

    async fn say(&mut self, at: usize, message: ClientMsg) -> Option<()> {
        self.players[at].client.as_mut()?.try_say(message).await
    }

    async fn hear(&mut self, at: usize) -> Option<ServerMsg> {
        let told = &mut self.told_events;
        self.players[at].hear(told).await
    }
}
