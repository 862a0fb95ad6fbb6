//! An evening of each format: sixteen entrants play to the end, and the server is killed in the middle of a round.
//!
//! Twelve are at sockets, two at pages and two at terminals; without a browser two more are at sockets. At sockets the
//! lower number wins, and some pairs agree on a draw. Those at screens play a column of their own: they beat everybody
//! at a socket, who resigns, and among them the one who begins wins with four upright.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::join_all;
use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::tournament::{
    Decision, Entrant, Format, PairingView, TournamentAct, TournamentPhase, TournamentView,
};
use protocol::view::{PastPlayer, Seat};
use tempfile::tempdir;
use termlens::Screen;
use tokio::sync::watch;
use tokio::time::timeout;

use super::browser::{Devtools, HOST};
use super::link;
use super::page::{Device, Page};
use crate::binaries::{ServerProcess, server};
use crate::harness::Client;
use crate::pty;
use crate::tournament::{act, enter, follow, open, pairings, spec, view};

/// Those at sockets from this number on play one game before the kill, so that the second round is not over before it.
const HOLDS: usize = 6;

/// The columns of those at pages, and of those at terminals.
const PAGES: [&str; 2] = ["2", "3"];
const TERMINALS: [(&str, char); 2] = [("Tess", '4'), ("Theo", '5')];

/// Plies of a game of two at screens.
const WIN: usize = 7;

/// Longer than a board that has just come is deaf.
const DEAF: Duration = Duration::from_secs(1);

#[tokio::test]
async fn an_evening_of_a_round_robin() {
    evening(Format::RoundRobin { twice: false }).await;
}

#[tokio::test]
async fn an_evening_of_a_swiss_tournament() {
    evening(Format::Swiss { rounds: 5 }).await;
}

#[tokio::test]
async fn an_evening_of_a_knockout() {
    evening(Format::Knockout { third_place: true }).await;
}

#[tokio::test]
async fn an_evening_of_an_arena() {
    let length = Millis::from_secs(60);
    evening(Format::Arena { length }).await;
}

async fn evening(format: Format) {
    let directory = tempdir().unwrap();
    let first_run = start("127.0.0.1:0", directory.path());
    let address = first_run.address;
    let mut organiser = connect(address, "Ana").await;
    let mut spec = spec(format);
    spec.games = 1;
    let (code, token) = open(&mut organiser, spec).await;

    let devtools = Devtools::connect().await;
    let mut pages = Vec::new();
    for column in PAGES.iter().filter(|_| devtools.is_some()) {
        let at = link(address, &format!("#tournament={code}"));
        let page = Page::open(devtools.as_ref().unwrap(), Device::DESKTOP, &at).await;
        page.expect("WebSocket connection to");
        page.tap("Enter the tournament").await;
        pages.push((page, column));
    }
    let at_terminals = TERMINALS.map(|(name, column)| {
        let (url, code) = (first_run.url(), code.to_string());
        tokio::task::spawn_blocking(move || play_at_terminal(&url, name, &code, column))
    });
    let (state, is_up) = watch::channel(Server::First);
    let mut at_sockets = Vec::new();
    let ends = Arc::<Mutex<BTreeMap<_, _>>>::default();
    for number in 0..14 - pages.len() {
        let mut client = connect(address, &format!("p{number}")).await;
        let person = Person {
            number,
            token: enter(&mut client, code).await,
            code,
            draws: !matches!(format, Format::Knockout { .. }),
            games: if number < HOLDS { usize::MAX } else { 1 },
            ends: Arc::clone(&ends),
            server: is_up.clone(),
        };
        at_sockets.push((person, client));
    }
    view(&mut organiser, |view| view.entrants.len() == 16).await;
    organiser.say(act(TournamentAct::NextRound)).await;

    let course = async {
        view(&mut organiser, is_middle).await;
        let _ = state.send(Server::Killed);
        first_run.program.kill();
        let again = start(&address.to_string(), directory.path());
        let _ = state.send(Server::Again);
        let mut organiser = connect(address, "Ana").await;
        follow(&mut organiser, code, Some(token)).await;
        let over = view(&mut organiser, |view| view.phase == TournamentPhase::Over).await;
        (again, over, pairings(&mut organiser).await)
    };
    let at_sockets = at_sockets
        .into_iter()
        .map(|(person, client)| person.play(address, client));
    let at_pages = pages
        .iter()
        .map(|(page, column)| play_at_page(page, column));
    let ((again, over, pairings), ..) =
        futures::join!(course, join_all(at_sockets), join_all(at_pages));
    for (page, _) in pages {
        page.close().await;
    }
    for at_terminal in at_terminals {
        at_terminal.await.expect("plays to the end");
    }
    check_results(&over, &pairings, &ends.lock().unwrap());
    check_standings(&over, &pairings);

    // The result is there for good.
    again.program.kill();
    let later = start(&address.to_string(), directory.path());
    let mut visitor = connect(later.address, "Cleo").await;
    follow(&mut visitor, code, None).await;
    let seen = view(&mut visitor, |_| true).await;
    assert_eq!(seen.standings, over.standings);
}

/// Kills at most, each in a later round.
const KILLS: usize = 8;

#[tokio::test]
async fn a_tournament_that_is_killed_again_and_again_counts_each_result_once() {
    let directory = tempdir().unwrap();
    let mut server = start("127.0.0.1:0", directory.path());
    let address = server.address;
    let mut organiser = connect(address, "Ana").await;
    let mut spec = spec(Format::RoundRobin { twice: true });
    spec.games = 1;
    let (code, token) = open(&mut organiser, spec).await;
    let (state, is_up) = watch::channel(Server::First);
    let ends = Arc::<Mutex<BTreeMap<_, _>>>::default();
    let mut people = Vec::new();
    for number in 0..16 {
        let mut client = connect(address, &format!("p{number}")).await;
        let person = Person {
            number,
            token: enter(&mut client, code).await,
            code,
            draws: true,
            games: usize::MAX,
            ends: Arc::clone(&ends),
            server: is_up.clone(),
        };
        people.push(person.play(address, client));
    }
    organiser.say(act(TournamentAct::NextRound)).await;
    let course = async {
        // What was seen stays.
        let mut seen = BTreeMap::new();
        let mut note = |view: &TournamentView| {
            for pairing in view.pairings.iter().filter(|it| it.over) {
                let before = seen.insert(pairing.pairing, pairing.score);
                assert!(before.is_none_or(|before| before == pairing.score));
            }
        };
        let is_over = |view: &TournamentView| view.phase == TournamentPhase::Over;
        let (mut round, mut kills) = (0, 0);
        while kills < KILLS {
            let is_later = |view: &TournamentView| {
                note(view);
                view.round > round || is_over(view)
            };
            let now = view(&mut organiser, is_later).await;
            if is_over(&now) {
                break;
            }
            (round, kills) = (now.round, kills + 1);
            let _ = state.send(Server::Killed);
            server.program.kill();
            server = start(&address.to_string(), directory.path());
            let _ = state.send(Server::Again);
            organiser = connect(address, "Ana").await;
            follow(&mut organiser, code, Some(token)).await;
        }
        assert!(kills > 2, "{kills}");
        follow(&mut organiser, code, Some(token)).await;
        let over = view(&mut organiser, |view| {
            note(view);
            is_over(view)
        })
        .await;
        let pairings = pairings(&mut organiser).await;
        for (pairing, score) in seen {
            let number = pairing.expect("it has begun") as usize;
            assert_eq!(pairings[number].score, score);
        }
        (over, pairings)
    };
    let ((over, pairings), _) = futures::join!(course, join_all(people));
    check_results(&over, &pairings, &ends.lock().unwrap());
    check_standings(&over, &pairings);
}

fn start(listen: &str, data: &Path) -> ServerProcess {
    let limits = ["--allowed-host", HOST, "--people-per-address", "100"];
    ServerProcess::by(server(listen, data).args(limits))
}

async fn connect(address: SocketAddr, name: &str) -> Client {
    let connected = Client::try_connect(address, name, Encoding::Bincode).await;
    connected.expect("the server listens")
}

/// Some games of the round are over, and others are not.
fn is_middle(view: &TournamentView) -> bool {
    let over = view.pairings.iter().filter(|pairing| pairing.over).count();
    let least = if view.rounds.is_none() { 9 } else { 1 };
    let is_second = view.rounds.is_none() || view.round == 2;
    is_second && over >= least && view.pairings.iter().any(|pairing| !pairing.over)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Server {
    First,
    Killed,
    Again,
}

/// An entrant at a socket, called p0, p1 and so on.
struct Person {
    number: usize,
    token: Token,
    code: RoomId,
    draws: bool,
    /// Games until the next kill.
    games: usize,
    /// The winner of each game that somebody saw end.
    ends: Arc<Mutex<BTreeMap<RoomId, Option<Side>>>>,
    server: watch::Receiver<Server>,
}

impl Person {
    async fn play(mut self, address: SocketAddr, mut client: Client) {
        while self.play_here(&mut client).await.is_none() {
            self.games = usize::MAX;
            client = loop {
                let is_again = self.server.wait_for(|state| *state == Server::Again).await;
                is_again.expect("the evening goes on");
                // It may be killed again meanwhile.
                if let Some(client) = self.come_back(address).await {
                    break client;
                }
            };
        }
    }

    async fn come_back(&self, address: SocketAddr) -> Option<Client> {
        let name = format!("p{}", self.number);
        let mut client = Client::try_connect(address, &name, Encoding::Bincode).await?;
        let (tournament, token) = (self.code, Some(self.token));
        let follow = ClientMsg::FollowTournament { tournament, token };
        client.try_say(follow).await?;
        Some(client)
    }

    /// Plays until the tournament is over; `None` if the server is gone before.
    async fn play_here(&mut self, client: &mut Client) -> Option<()> {
        let mut room = None;
        loop {
            match client.try_hear().await? {
                ServerMsg::YourTable { room: new, .. } if room != Some(new) => {
                    if room.replace(new).is_some() {
                        client.try_say(ClientMsg::Leave).await?;
                    }
                    let role = Role::Seat { token: self.token };
                    let join = ClientMsg::Join { room: new, role };
                    client.try_say(join).await?;
                }
                ServerMsg::Joined { .. } => {
                    let is_held = self.games == 0;
                    self.games = self.games.saturating_sub(1);
                    if is_held {
                        // The server is killed meanwhile.
                        while client.try_hear().await.is_some() {}
                        return None;
                    }
                    self.act(client, true).await?;
                }
                ServerMsg::Event { room, event, .. } => match event {
                    RoomEvent::Over { outcome, .. } => {
                        let mut ends = self.ends.lock().unwrap();
                        let before = ends.insert(room, outcome.winner);
                        assert!(before.is_none_or(|before| before == outcome.winner));
                    }
                    RoomEvent::Moved { .. } => self.act(client, false).await?,
                    _ => {}
                },
                ServerMsg::Tournament { view } if view.phase == TournamentPhase::Over => {
                    return Some(());
                }
                ServerMsg::Refused { refusal, .. } => {
                    // It was said before the kill as well.
                    let is_repeated =
                        matches!(refusal, Refusal::GameOver | Refusal::AlreadyOffered);
                    assert!(is_repeated, "p{}: {refusal}", self.number);
                }
                _ => {}
            }
        }
    }

    /// Does what the other at the table expects.
    async fn act(&self, client: &mut Client, is_first: bool) -> Option<()> {
        let replica = client.replica();
        let (game, you) = (replica.game(), client.you()?);
        let opponent = match &replica.snapshot().seats[you.other()] {
            Seat::Human { name, .. } => number(name.as_str()),
            Seat::Open | Seat::Bot { .. } => panic!("an opponent"),
        };
        let is_turn = game.side_to_move() == you;
        let act = match opponent {
            Some(other) if self.draws && is_drawn(self.number, other) => Act::OfferDraw,
            Some(other) if other < self.number => Act::Resign,
            None if is_turn && game.plies().is_empty() => Act::Move {
                revision: client.revision(),
                square: game.read_move("1").unwrap(),
            },
            None if is_turn => Act::Resign,
            _ => return Some(()),
        };
        if is_first || opponent.is_none() {
            client.try_say(ClientMsg::Act(act)).await?;
        }
        Some(())
    }
}

fn number(name: &str) -> Option<usize> {
    name.strip_prefix('p')?.parse().ok()
}

fn is_drawn(one: usize, other: usize) -> bool {
    (one + other).is_multiple_of(5)
}

async fn play_at_page(page: &Page, column: &str) {
    const OVER: &str = "[...document.querySelectorAll('.tournament-line span')].some((one) => one.textContent.startsWith('over'))";
    let turn = "document.body.innerText.toLowerCase().includes('your turn')";
    loop {
        page.until("a turn, or the end", &format!("{turn} || {OVER}"))
            .await;
        if page.evaluate(OVER).await == serde_json::json!(true) {
            break;
        }
        // The board may be gone by now, where the key does nothing.
        page.press(column).await;
        // A move that the kill took, or that came while the board was deaf, is made again.
        let is_played = format!("!({turn})");
        let _ = timeout(DEAF, page.until("the move", &is_played)).await;
    }
    let leads = "document.querySelector('a[href^=\"#tournament=\"]')";
    page.evaluate(&format!("{leads}.click(); 0")).await;
    page.shows("wins the tournament").await;
}

fn play_at_terminal(url: &str, name: &str, code: &str, column: char) {
    let data = tempdir().unwrap();
    let arguments = ["--server", url, "--name", name, "tournament", "join", code];
    let mut terminal = pty::enlinea(data.path(), &arguments, &[]);
    let is_lost = |screen: &Screen| screen.contains("trying again");
    let is_over = |screen: &Screen| screen.contains("The tournament is over.");
    // The move that wins is on the screen a moment before the end.
    let goes_on = |screen: &Screen| !is_lost(screen) && plies(screen) < WIN;
    let is_turn = |screen: &Screen| screen.contains("your turn") && goes_on(screen);
    loop {
        let screen = pty::whole(&mut terminal, |screen| is_turn(screen) || is_over(screen))
            .unwrap_or_else(|problem| panic!("{name} waits for a turn: {problem}"));
        if is_over(&screen) {
            return;
        }
        pty::press(&mut terminal, column);
        // A move that the kill took is made again. The answer may be on the screen with it.
        let before = plies(&screen);
        let is_done =
            |now: &Screen| !is_turn(now) || plies(now) < before || plies(now) > before + 1;
        pty::whole(&mut terminal, is_done)
            .unwrap_or_else(|problem| panic!("{name} has moved: {problem}"));
    }
}

/// The moves on a screen, such as `1. 4  2`.
fn plies(screen: &Screen) -> usize {
    let text = screen.text();
    let lines = text.lines().filter_map(|line| line.split_once(". "));
    let moves = lines.flat_map(|(_, moves)| moves.split_whitespace());
    moves.filter(|one| one.parse::<u8>().is_ok()).count()
}

/// Each game counts once, as it was played.
fn check_results(
    over: &TournamentView,
    pairings: &[PairingView],
    ends: &BTreeMap<RoomId, Option<Side>>,
) {
    let draws = !matches!(over.spec.format, Format::Knockout { .. });
    let number = |entrant: Entrant| match &over.entrants[usize::from(entrant)].player {
        PastPlayer::Human { name, .. } => number(name.as_str()),
        PastPlayer::Bot { .. } => panic!("nobody asked for a bot"),
    };
    let mut rooms = BTreeMap::new();
    for pairing in pairings {
        let second = pairing.second.expect("sixteen are even");
        let (first_wins, is_drawn) = match (number(pairing.first), number(second)) {
            (Some(one), Some(other)) => (one < other, draws && is_drawn(one, other)),
            // Those at screens have no number.
            (first, second) => (first.is_none() || second.is_some(), false),
        };
        let score = match (is_drawn, first_wins) {
            (true, _) => (1, 1),
            (false, true) => (2, 0),
            (false, false) => (0, 2),
        };
        let [game] = &pairing.games[..] else {
            panic!("one game each: {pairing:?}");
        };
        let scored = game.score.map(|score| (score.first, score.second));
        assert_eq!(
            (scored, game.decision),
            (Some(score), Some(Decision::Played)),
            "{pairing:?}"
        );
        let room = game.room.expect("it was played");
        assert_eq!(rooms.insert(room, pairing.pairing), None);
        let winner = match score {
            (2, _) => Some(Side::First),
            (_, 2) => Some(Side::Second),
            _ => None,
        };
        if let Some(seen) = ends.get(&room) {
            assert_eq!(*seen, winner, "{pairing:?}");
        }
    }
    for room in ends.keys() {
        assert!(rooms.contains_key(room), "the end of {room} is lost");
    }
}

/// The standings are those that the pairings give, counted by other means.
fn check_standings(over: &TournamentView, pairings: &[PairingView]) {
    let played = || {
        pairings.iter().flat_map(|it| {
            let sides = BySide {
                first: it.first,
                second: it.second.unwrap(),
            };
            [Side::First, Side::Second].map(|side| {
                let (one, other) = (usize::from(sides[side]), usize::from(sides[side.other()]));
                (it, one, other, u32::from(it.score[side]))
            })
        })
    };
    let rounds: Vec<_> = played().map(|(pairing, ..)| pairing.round).collect();
    let (mut points, mut streaks, mut met) = ([0; 16], [0; 16], BTreeMap::new());
    for (pairing, one, other, score) in played() {
        *met.entry((one, other)).or_insert(0) += 1;
        let is_third = |it: &PairingView| it.round == 4 && it.pairing == Some(15);
        points[one] += match over.spec.format {
            Format::Knockout { .. } if is_third(pairing) => score / 2,
            Format::Arena { .. } if streaks[one] >= 2 => 2 * score,
            _ => score,
        };
        streaks[one] = if score == 2 { streaks[one] + 1 } else { 0 };
    }
    match over.spec.format {
        Format::RoundRobin { twice } => {
            let times = if twice { 2 } else { 1 };
            assert!(
                met.len() == 240 && met.values().all(|it| *it == times),
                "{met:?}"
            );
        }
        Format::Swiss { .. } => assert!(met.len() == 80 && rounds.len() == 80, "{met:?}"),
        Format::Knockout { .. } => {
            for (round, games) in [(1, 8), (2, 4), (3, 2), (4, 2)] {
                let here = rounds.iter().filter(|it| **it == round).count();
                assert_eq!(here, 2 * games);
            }
        }
        Format::Arena { .. } => assert!(pairings.len() > 16, "{}", pairings.len()),
    }
    let mut before = None;
    for (at, line) in over.standings.iter().enumerate() {
        let entrant = usize::from(line.entrant);
        let mine = || played().filter(move |(_, one, ..)| *one == entrant);
        let mut opponents: Vec<_> = mine().map(|(_, _, other, _)| points[other]).collect();
        opponents.sort_unstable();
        let buchholz = opponents.iter().skip(1).sum::<u32>();
        let sonneborn_berger = mine()
            .map(|(_, _, other, score)| score * points[other])
            .sum();
        let wins = mine().filter(|(.., score)| *score == 2).count() as u16;
        let expected = match over.spec.format {
            Format::Swiss { .. } => (buchholz, sonneborn_berger),
            Format::RoundRobin { .. } => (0, sonneborn_berger),
            Format::Knockout { .. } | Format::Arena { .. } => (0, 0),
        };
        assert_eq!((line.buchholz, line.sonneborn_berger), expected, "{line:?}");
        assert_eq!(
            (line.points, line.wins),
            (points[entrant], wins),
            "{line:?}"
        );
        let counts = if matches!(over.spec.format, Format::Knockout { .. }) {
            0
        } else {
            wins
        };
        let key = (line.points, expected, line.direct, counts);
        let place = match before {
            Some((above, place)) if above == key => place,
            Some((above, _)) => {
                assert!(above > key, "{line:?}");
                at as u16 + 1
            }
            None => 1,
        };
        assert_eq!(line.place, place);
        before = Some((key, place));
    }
}
