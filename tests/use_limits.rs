//! Limits on what one address may hold and use: over them it is refused, and the games of others go on.

pub(crate) mod town;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::{HandOverCode, RoomId, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::refusal::{Refusal, Resource};
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use protocol::tournament::{Format, TournamentAct, TournamentSpec};
use server::Config;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Error as WsError;

use self::town::Town;
use crate::harness::{
    Client, PATIENCE, bot, event_of, hello, me_and_open, number_from_env, quiet, spec,
};

/// Last number of the address of whoever goes too far.
const GREEDY: u8 = 66;

/// Configuration for so many connections, with the limits for so many people at one address; nobody who is slow on a
/// busy machine is closed as silent.
fn limited(connections: usize, people: u32) -> Config {
    Config {
        connections,
        people_per_address: people,
        handshake: PATIENCE,
        ..quiet()
    }
}

/// Returns the status of the answer that refuses an upgrade; none if there is none.
fn status(refused: Result<Client, WsError>) -> Option<u16> {
    match refused {
        Err(WsError::Http(response)) => Some(response.status().as_u16()),
        Err(_closed) => None,
        Ok(_) => panic!("is let in"),
    }
}

fn me_and_bot() -> BySide<SeatSpec> {
    BySide {
        first: SeatSpec::Me,
        second: bot("random"),
    }
}

fn open(seats: BySide<SeatSpec>) -> ClientMsg {
    ClientMsg::Open {
        spec: spec("connect-four"),
        seats,
        shuffle: false,
    }
}

async fn back(client: &mut Client, room: RoomId, token: Token) {
    let role = Role::Seat { token };
    client.say(ClientMsg::Join { room, role }).await;
}

#[tokio::test]
async fn connections_of_one_address_leave_slots_for_others() {
    let town = Town::with(limited(200, 4)).await;
    let before = town.innocent_game().await;
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(town.client(GREEDY).await);
    }
    let over = Client::upgrade(town.connect(GREEDY).await, Encoding::Json, &[]).await;
    assert_eq!(status(over), Some(429));
    assert!(town.get(GREEDY, "/healthz").await.contains("200 OK"));
    // More than there are slots, and they say nothing.
    let mut silent = Vec::new();
    for _ in 0..200 {
        silent.push(town.connect(GREEDY).await);
    }
    assert!(town.get(3, "/healthz").await.contains("200 OK"));
    town.check_innocent_game(before).await;
    // A slot that is given back is free again.
    drop((held, silent));
    while Client::upgrade(town.connect(GREEDY).await, Encoding::Json, &[])
        .await
        .is_err()
    {}
    town.stop().await;
}

#[tokio::test]
async fn connections_that_say_nothing_leave_slots_for_others() {
    let town = Town::with(limited(200, 4)).await;
    let before = town.innocent_game().await;
    let mut silent = Vec::new();
    for _ in 0..200 {
        silent.push(town.connect(GREEDY).await);
    }
    assert!(town.get(3, "/healthz").await.contains("200 OK"));
    town.check_innocent_game(before).await;
    drop(silent);
    town.stop().await;
}

#[tokio::test]
async fn a_full_server_lets_people_back_to_their_seats_and_nobody_else() {
    let town = Town::with(limited(40, 40)).await;
    let mut ana = town.client(1).await;
    let (room, token) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut others = Vec::new();
    for last in 2..39 {
        others.push(town.client(last).await);
    }
    others[0].join(room).await;
    let mut ana_again = town.client(1).await;
    // Before the return to the seat nothing else is possible, and after it everything.
    ana_again.say(ClientMsg::EnterLobby { boards: false }).await;
    assert!(matches!(ana_again.refusal().await, Refusal::Full { .. }));
    let role = Role::Spectator;
    ana_again.say(ClientMsg::Join { room, role }).await;
    assert!(matches!(ana_again.refusal().await, Refusal::Full { .. }));
    back(&mut ana_again, room, Token(token.0 ^ 1)).await;
    let refusal = ana_again.refusal().await;
    assert!(matches!(refusal, Refusal::WrongToken { .. }), "{refusal:?}");
    ana_again.come_back(room, token).await;
    ana_again.play("4").await;
    ana_again.plies(1).await;
    ana_again.say(ClientMsg::EnterLobby { boards: false }).await;
    assert!(town.get(9, "/healthz").await.contains("200 OK"));
    town.stop().await;
}

#[tokio::test]
async fn whoever_does_not_return_to_a_seat_loses_the_reserved_slot() {
    let mut config = limited(4, 40);
    config.handshake = Duration::from_secs(1);
    let town = Town::with(config).await;
    let _held = [
        town.client(1).await,
        town.client(2).await,
        town.client(3).await,
    ];
    let mut stranger = town.client(9).await;
    assert!(matches!(stranger.refusal().await, Refusal::Full { .. }));
    assert_eq!(stranger.try_hear().await, None);
    town.stop().await;
}

#[tokio::test]
async fn names_that_an_address_binds_are_few_and_others_keep_theirs() {
    // Five names.
    let town = Town::with(limited(100, 1)).await;
    let before = town.innocent_game().await;
    let come = async |last, name: &str, key| {
        let stream = town.connect(last).await;
        let client = Client::upgrade(stream, Encoding::Json, &[]).await;
        let mut client = client.expect("is let in");
        let mut said = hello(name);
        if let ClientMsg::Hello { key: shown, .. } = &mut said {
            *shown = key;
        }
        client.say(said).await;
        client
            .until(|message| match message {
                ServerMsg::Welcome { name, .. } => Some(Ok(name.to_string())),
                ServerMsg::Refused { refusal, .. } => Some(Err(refusal.code().to_owned())),
                _ => None,
            })
            .await
    };
    let key = |number| Some(Token(number));
    let owned = Err("name_owned".to_owned());
    for number in 1..=6 {
        let name = format!("greedy {number}");
        assert_eq!(come(GREEDY, &name, key(number)).await, Ok(name));
    }
    // The sixth was let in, and its name is nobody's: another address binds it.
    assert_eq!(come(7, "greedy 1", None).await, owned);
    assert_eq!(come(7, "greedy 6", key(7)).await, Ok("greedy 6".to_owned()));
    assert_eq!(come(8, "greedy 6", None).await, owned);
    // Another name in place of their own is no further one.
    assert_eq!(come(GREEDY, "Eva", key(1)).await, Ok("Eva".to_owned()));
    assert_eq!(come(8, "Eva", None).await, owned);
    town.check_innocent_game(before).await;
    town.stop().await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_an_address() {
    let town = Town::with(Config {
        trusted_proxies: vec!["10.0.0.9/32".parse().unwrap()],
        // Five connections.
        ..limited(100, 1)
    })
    .await;
    let from = async |peer: u8, client: &str| {
        let stream = town.connect(peer).await;
        let headers = [("X-Forwarded-For", client)];
        let mut client = Client::upgrade(stream, Encoding::Json, &headers).await?;
        client.introduce("Ana").await;
        Ok(client)
    };
    let mut held = Vec::new();
    for client in ["192.0.2.1", "192.0.2.2"].repeat(5) {
        held.push(from(9, client).await.unwrap());
    }
    // What the client writes itself stands before what the proxy adds.
    for client in ["192.0.2.1", "192.0.2.77, 192.0.2.1"] {
        assert_eq!(status(from(9, client).await), Some(429));
    }
    // Who is no proxy is not believed.
    for last in 10..15 {
        held.push(from(3, &format!("192.0.2.{last}")).await.unwrap());
    }
    assert_eq!(status(from(3, "192.0.2.15").await), Some(429));
    drop(held);
    town.stop().await;
}

#[tokio::test]
async fn a_flood_of_empty_fragments_is_read_slowly() {
    let town = Town::with(limited(100, 40)).await;
    let before = town.innocent_game().await;
    let mut floods = JoinSet::new();
    for _ in 0..8 {
        let mut client = town.client(GREEDY).await;
        floods.spawn(async move {
            // A message that begins and never ends, with masks of zeros.
            let mut bytes = vec![0x02, 0x80, 0, 0, 0, 0];
            loop {
                bytes.extend([0x00, 0x80, 0, 0, 0, 0].repeat(2000));
                if client.write_bytes(&bytes).await.is_none() {
                    break;
                }
                bytes.clear();
            }
        });
    }
    town.check_innocent_game(before).await;
    drop(floods);
    town.stop().await;
}

#[tokio::test]
async fn answers_count_for_the_address_over_all_connections() {
    let town = Town::with(Config {
        messages_per_second: 1000,
        // 204 KiB.
        ..limited(100, 1)
    })
    .await;
    let before = town.innocent_game().await;
    let mut hosts = Vec::new();
    for last in 10..20 {
        let mut host = town.client(last).await;
        host.open(spec("connect-four"), me_and_open()).await;
        hosts.push(host);
    }
    // What one asks for in one breath is paid before the next is answered.
    let (mut lobbies, mut refused) = (0, 0);
    for _ in 0..2 {
        let mut client = town.client(GREEDY).await;
        for _ in 0..6 {
            for _ in 0..50 {
                client.say(ClientMsg::EnterLobby { boards: true }).await;
            }
            client.say(ClientMsg::Ping).await;
            loop {
                match client.hear().await {
                    ServerMsg::Lobby { .. } => lobbies += 1,
                    ServerMsg::Refused {
                        refusal: Refusal::TooFast { .. },
                        ..
                    } => refused += 1,
                    ServerMsg::Pong => break,
                    _ => {}
                }
            }
        }
    }
    // Each is a KiB at least.
    assert!((1..=300).contains(&lobbies), "{lobbies} lobbies");
    assert_eq!(refused, 600 - lobbies);
    town.check_innocent_game(before).await;
    let mut other = town.client(3).await;
    other.say(ClientMsg::EnterLobby { boards: true }).await;
    while !matches!(other.hear().await, ServerMsg::Lobby { .. }) {}
    town.stop().await;
}

/// Whoever asked for one all the time ran the budget of everybody behind the address into debt.
#[tokio::test]
async fn an_upgrade_that_is_refused_waits_for_the_budget_like_any_plain_answer() {
    // 204 answers of a KiB at once, then 25 a second.
    let town = Town::with(limited(100, 1)).await;
    let begun = Instant::now();
    for _ in 0..254 {
        let answer = town.get(GREEDY, "/ws").await;
        assert!(answer.starts_with("HTTP/1.1 426"), "{answer}");
    }
    let waited = begun.elapsed();
    assert!(waited >= Duration::from_millis(1900), "{waited:?}");
    town.stop().await;
}

#[tokio::test]
async fn wrong_codes_and_tokens_count_for_the_address_over_all_connections() {
    let town = Town::with(limited(100, 3)).await;
    let before = town.innocent_game().await;
    let mut ana = town.client(1).await;
    let hidden = GameSpec {
        listed: false,
        ..spec("connect-four")
    };
    let (hidden, _) = ana.open(hidden, me_and_open()).await;
    let mut greedy = town.client(GREEDY).await;
    let (listed, token) = greedy.open(spec("connect-four"), me_and_open()).await;
    let absent = RoomId::from_draw(1);
    // Four at once, and one more in 14 s.
    for _ in 0..3 {
        let mut client = town.client(GREEDY).await;
        client.say(ClientMsg::RoomInfo { room: absent }).await;
        let refusal = client.refusal().await;
        assert!(matches!(refusal, Refusal::NoSuchRoom { .. }), "{refusal:?}");
    }
    let mut client = town.client(GREEDY).await;
    back(&mut client, listed, Token(token.0 ^ 1)).await;
    let refusal = client.refusal().await;
    assert!(matches!(refusal, Refusal::WrongToken { .. }), "{refusal:?}");
    // Right or wrong is no longer told, on a connection of its own either.
    let mut client = town.client(GREEDY).await;
    let code = HandOverCode::from_draw(1);
    let role = Role::Player;
    for message in [
        ClientMsg::RoomInfo { room: absent },
        ClientMsg::RoomInfo { room: hidden },
        ClientMsg::Record { room: hidden },
        ClientMsg::Watch { room: hidden },
        ClientMsg::Join { room: hidden, role },
        ClientMsg::TakeOver { code },
    ] {
        client.say(message).await;
        assert!(matches!(client.refusal().await, Refusal::TooFast { .. }));
    }
    back(&mut client, listed, Token(token.0 ^ 1)).await;
    assert!(matches!(client.refusal().await, Refusal::TooFast { .. }));
    // What everybody may see is no guess, and the right token is none.
    client.say(ClientMsg::RoomInfo { room: listed }).await;
    while !matches!(client.hear().await, ServerMsg::RoomInfo { .. }) {}
    client.come_back(listed, token).await;
    town.check_innocent_game(before).await;
    let mut other = town.client(3).await;
    other.join(hidden).await;
    town.stop().await;
}

/// 240 rooms of one address hid those of all others.
#[tokio::test]
async fn a_flood_of_rooms_hides_no_room_of_others() {
    let town = Town::with(limited(500, 40)).await;
    let mut ana = town.client(1).await;
    let (waiting, _) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut greedy = Vec::new();
    for _ in 0..12 {
        greedy.push(town.client(GREEDY).await);
    }
    let mut refused = 0;
    for number in 0..240 {
        let client = &mut greedy[number % 12];
        client.say(open(me_and_bot())).await;
        client.say(ClientMsg::Leave).await;
        client.say(ClientMsg::Ping).await;
        client
            .until(|message| {
                let is_refusal = |refusal: &Refusal| matches!(refusal, Refusal::TooFast { .. });
                match message {
                    ServerMsg::Refused { refusal, .. } if is_refusal(refusal) => refused += 1,
                    ServerMsg::Pong => return Some(()),
                    _ => {}
                }
                None
            })
            .await;
    }
    assert!(refused > 0, "240 games were begun at once");
    let mut carla = town.client(3).await;
    carla.say(ClientMsg::EnterLobby { boards: false }).await;
    let rooms = carla
        .until(|message| match message {
            ServerMsg::Lobby { rooms, .. } => Some(rooms.clone()),
            _ => None,
        })
        .await;
    assert!(rooms.iter().any(|room| room.room == waiting));
    assert!(rooms.len() <= 51, "{} rooms", rooms.len());
    // Somebody else finds an opponent in it.
    carla.join(waiting).await;
    ana.started().await;
    town.stop().await;
}

/// 66 connections of one spectator's address used up the lines of a room, and its players could not speak.
#[tokio::test]
async fn a_flood_of_chat_silences_no_player() {
    // Enough lines for each address, so that those of the room are the limit.
    let town = Town::with(Config {
        messages_per_second: 1000,
        ..limited(500, 400)
    })
    .await;
    let mut ana = town.client(1).await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    let say = |text: &str| ClientMsg::Chat {
        text: text.to_owned(),
    };
    let mut floods = JoinSet::new();
    for _ in 0..66 {
        let mut client = town.client(GREEDY).await;
        floods.spawn(async move {
            let role = Role::Spectator;
            client.say(ClientMsg::Join { room, role }).await;
            client.joined().await;
            for _ in 0..10 {
                client.say(say("buy")).await;
            }
            // The room answers it behind the lines.
            client.say(ClientMsg::Resync).await;
            let mut refused = 0;
            client
                .until(|message| {
                    match message {
                        ServerMsg::Refused {
                            refusal: Refusal::Full { .. },
                            ..
                        } => refused += 1,
                        ServerMsg::Refused { refusal, .. } => panic!("{refusal:?}"),
                        ServerMsg::Joined { .. } => return Some(()),
                        _ => {}
                    }
                    None
                })
                .await;
            refused
        });
    }
    let refused: u32 = floods.join_all().await.into_iter().sum();
    assert_eq!(refused, 660 - 250);
    ana.say(say("let us play")).await;
    let heard = ana
        .event(|event| match event {
            RoomEvent::ChatPosted { line } if line.side.is_some() => Some(line.text.to_string()),
            _ => None,
        })
        .await;
    assert_eq!(heard, "let us play");
    town.stop().await;
}

/// 150 connections that resigned against a bot and asked for a rematch in one breath stored 1,500 games a second.
#[tokio::test]
async fn a_flood_of_rematches_begins_few_games() {
    let town = Town::with(limited(500, 40)).await;
    let begun = Instant::now();
    let mut floods = JoinSet::new();
    for _ in 0..50 {
        let mut client = town.client(GREEDY).await;
        floods.spawn(async move {
            client.say(open(me_and_bot())).await;
            if !matches!(client.hear().await, ServerMsg::Joined { .. }) {
                return 0;
            }
            for _ in 0..9 {
                client.say(ClientMsg::Act(Act::Resign)).await;
                client.say(ClientMsg::Act(Act::Rematch)).await;
            }
            client.say(ClientMsg::Resync).await;
            let mut games = 0;
            client
                .until(|message| {
                    let event = event_of(message);
                    if matches!(event, Some(RoomEvent::Over { .. })) {
                        games += 1;
                    }
                    matches!(message, ServerMsg::Joined { .. }).then_some(())
                })
                .await;
            games
        });
    }
    let games: u64 = floods.join_all().await.into_iter().sum();
    let most = 100 + 2 * (begun.elapsed().as_secs() + 1);
    assert!((50..=most).contains(&games), "{games} games of {most}");
    town.stop().await;
}

/// Fourteen addresses that took every slot as soon as it was free cut people off who returned to their games.
#[tokio::test]
async fn a_full_server_that_is_refilled_lets_people_return_to_their_seats() {
    let town = Town::with(limited(400, 40)).await;
    let mut ana = town.client(1).await;
    let (room, token) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut crowd = Vec::new();
    for last in (20..34).cycle().take(379) {
        crowd.push(town.client(last).await);
    }
    let town = Arc::new(town);
    let mut floods = JoinSet::new();
    for last in 20..34 {
        let town = Arc::clone(&town);
        floods.spawn(async move {
            let mut held = VecDeque::new();
            loop {
                held.push_back(town.connect(last).await);
                if held.len() > 30 {
                    held.pop_front();
                }
                tokio::task::yield_now().await;
            }
        });
    }
    for _ in 0..5 {
        let mut again = town.client(1).await;
        again.come_back(room, token).await;
    }
    floods.shutdown().await;
    drop(crowd);
    Arc::into_inner(town)
        .expect("the floods have ended")
        .stop()
        .await;
}

/// Messages by which each of forty people at one address plays one game after the other, for `time` with `pause`
/// between two of them. Panics at a refusal.
async fn club_member(mut client: Client, number: u8, time: Duration, pause: Duration) {
    let begun = Instant::now();
    let chat = || ClientMsg::Chat {
        text: format!("hola {number}"),
    };
    client.say(ClientMsg::EnterLobby { boards: true }).await;
    client.say(open(me_and_bot())).await;
    client.joined().await;
    let mut moves_second = false;
    loop {
        if moves_second {
            client.plies(1).await;
        }
        for message in [
            ClientMsg::Act(Act::Move {
                revision: client.revision(),
                square: "d1".parse().expect("a column"),
            }),
            chat(),
            ClientMsg::AnalyseGame,
        ] {
            sleep(pause).await;
            client.say(message).await;
        }
        client.plies(2).await;
        sleep(pause).await;
        client.say(ClientMsg::Act(Act::Resign)).await;
        client.over().await;
        client.say(ClientMsg::AnalyseGame).await;
        if begun.elapsed() >= time {
            break;
        }
        sleep(pause).await;
        client.say(ClientMsg::Act(Act::Rematch)).await;
        client.started().await;
        moves_second = !moves_second;
    }
    client.say(ClientMsg::Ping).await;
    client
        .until(|message| match message {
            ServerMsg::Refused { refusal, .. } => panic!("{number}: {refusal:?}"),
            ServerMsg::Pong => Some(()),
            _ => None,
        })
        .await;
}

fn tournament(format: Format) -> ClientMsg {
    let spec = TournamentSpec::new(
        "Friday".parse().expect("a name"),
        format,
        "connect-four".parse().expect("a variant"),
    );
    ClientMsg::OpenTournament { spec }
}

/// The code of a tournament, or the refusal.
async fn answer(client: &mut Client) -> Result<RoomId, Refusal> {
    client
        .until(|message| match message {
            ServerMsg::YourTournament { tournament, .. } => Some(Ok(*tournament)),
            ServerMsg::Refused { refusal, .. } => Some(Err(refusal.clone())),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn a_flood_of_tournaments_leaves_place_for_those_of_others() {
    let town = Town::with(limited(100, 40)).await;
    let mut greedy = town.client(GREEDY).await;
    let swiss = Format::Swiss { rounds: 3 };
    for number in 0..12 {
        greedy.say(tournament(swiss)).await;
        let most = Refusal::Full {
            what: Resource::Tournaments,
            most: Some(10),
        };
        let opened = answer(&mut greedy).await;
        assert_eq!(opened.err(), (number >= 10).then_some(most));
    }
    let mut ana = town.client(1).await;
    ana.say(tournament(swiss)).await;
    answer(&mut ana).await.expect("is opened");
    town.stop().await;
}

#[tokio::test]
async fn an_address_enters_a_tournament_only_as_often_as_it_may_have_people() {
    let town = Town::with(limited(100, 3)).await;
    let mut ana = town.client(1).await;
    ana.say(tournament(Format::Knockout { third_place: false }))
        .await;
    let tournament = answer(&mut ana).await.expect("is opened");
    let enter = async |last| {
        let mut client = town.client(last).await;
        let token = None;
        client
            .say(ClientMsg::FollowTournament { tournament, token })
            .await;
        answer(&mut client).await.expect("is there");
        let act = TournamentAct::Enter;
        client.say(ClientMsg::InTournament { act }).await;
        answer(&mut client).await
    };
    for _ in 0..3 {
        enter(GREEDY).await.expect("enters");
    }
    let what = Resource::Entrants;
    let most = Some(3);
    assert_eq!(enter(GREEDY).await, Err(Refusal::Full { what, most }));
    enter(2).await.expect("enters");
    town.stop().await;
}

/// `ENLINEA_CLUB=600` lets them play for ten minutes, at the pace of people.
#[tokio::test]
async fn forty_people_and_bots_at_one_address_are_never_refused() {
    let town = Town::with(limited(2000, 40)).await;
    let time = number_from_env("ENLINEA_CLUB").map(Duration::from_secs);
    let pause = Duration::from_millis(if time.is_some() { 4000 } else { 1 });
    let time = time.unwrap_or_default();
    let mut club = JoinSet::new();
    for number in 0..40 {
        let client = town.client(7).await;
        club.spawn(club_member(client, number, time, pause));
    }
    let played = timeout(time + PATIENCE, club.join_all()).await;
    played.expect("they play to the end");
    town.stop().await;
}
