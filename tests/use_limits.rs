//! Limits on what one person may hold and use: over them they are refused, and the games of others go on.

pub(crate) mod town;

use std::time::{Duration, Instant};

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::{HandOverCode, RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::{Limit, Refusal};
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use server::{Config, Rate, UseLimits};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Error as WsError;

use self::town::Town;
use crate::harness::{Client, PATIENCE, bot, hello, me_and_open, quiet, spec, variant};

/// Last number of the address of whoever goes too far.
const GREEDY: u8 = 66;

/// Configuration with these limits; nobody who is slow on a busy machine is closed as silent.
fn limited(connections: usize, limits: UseLimits) -> Config {
    Config {
        connections,
        limits,
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

async fn over_limit(client: &mut Client, message: ClientMsg) -> (Limit, u32) {
    client.say(message).await;
    match client.refusal().await {
        Refusal::OverLimit { limit, most } => (limit, most),
        other => panic!("{other:?}"),
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
async fn connections_of_one_address_leave_places_for_others() {
    let town = Town::with(limited(
        80,
        UseLimits {
            connections: 20,
            greetings: 10,
            kept_places: 20,
            ..UseLimits::default()
        },
    ))
    .await;
    let before = town.innocent_game().await;
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(town.client(GREEDY).await);
    }
    let over = Client::upgrade(town.connect(GREEDY).await, Encoding::Json, &[]).await;
    assert_eq!(status(over), Some(429));
    assert!(town.get(GREEDY, "/healthz").await.contains("200 OK"));
    // More than there are places, and they say nothing.
    let mut silent = Vec::new();
    for _ in 0..200 {
        silent.push(town.connect(GREEDY).await);
    }
    assert!(town.get(3, "/healthz").await.contains("200 OK"));
    town.check_innocent_game(before).await;
    // A place that is given back is free again.
    drop((held, silent));
    while Client::upgrade(town.connect(GREEDY).await, Encoding::Json, &[])
        .await
        .is_err()
    {}
    town.stop().await;
}

#[tokio::test]
async fn connections_that_say_nothing_leave_places_for_others() {
    let town = Town::with(limited(
        80,
        UseLimits {
            connections: 40,
            greetings: 10,
            kept_places: 20,
            ..UseLimits::default()
        },
    ))
    .await;
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
    let town = Town::with(limited(
        8,
        UseLimits {
            kept_places: 4,
            ..UseLimits::default()
        },
    ))
    .await;
    let mut ana = town.client(1).await;
    let (room, token) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut others = Vec::new();
    for last in 2..5 {
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
async fn whoever_does_not_come_back_to_a_seat_loses_the_kept_place() {
    let mut config = limited(
        4,
        UseLimits {
            kept_places: 2,
            ..UseLimits::default()
        },
    );
    config.handshake = Duration::from_secs(1);
    let town = Town::with(config).await;
    let _held = [town.client(1).await, town.client(2).await];
    let mut stranger = town.client(3).await;
    assert!(matches!(stranger.refusal().await, Refusal::Full { .. }));
    assert_eq!(stranger.try_hear().await, None);
    town.stop().await;
}

#[tokio::test]
async fn rooms_and_bots_of_a_person_count_over_reconnects_until_their_games_end() {
    let town = Town::with(limited(
        100,
        UseLimits {
            rooms: 3,
            bots: 2,
            ..UseLimits::default()
        },
    ))
    .await;
    let before = town.innocent_game().await;
    let mut seats = Vec::new();
    for _ in 0..2 {
        let mut client = town.client(GREEDY).await;
        let opened = client.open(spec("connect-four"), me_and_bot()).await;
        seats.push(opened);
    }
    let mut client = town.client(GREEDY).await;
    let refused = over_limit(&mut client, open(me_and_bot())).await;
    assert_eq!(refused, (Limit::Bots, 2));
    client.open(spec("connect-four"), me_and_open()).await;
    let mut client = town.client(GREEDY).await;
    for message in [
        open(me_and_open()),
        ClientMsg::Quick {
            variant: variant("renju"),
            clock: None,
            own_rooms: Vec::new(),
        },
    ] {
        let refused = over_limit(&mut client, message).await;
        assert_eq!(refused, (Limit::Rooms, 3));
    }
    town.check_innocent_game(before).await;
    // A game that ends gives its place back, and another one in its room takes it again.
    let (room, token) = seats[0];
    client.come_back(room, token).await;
    client.say(ClientMsg::Act(Act::Resign)).await;
    client.over().await;
    let mut other = town.client(GREEDY).await;
    // The room notes the end of its game after it has told it.
    let mut opens = async || {
        other.say(open(me_and_open())).await;
        matches!(other.hear().await, ServerMsg::Joined { .. })
    };
    let mut tries = 0;
    while !opens().await {
        tries += 1;
        assert!(tries < 100, "the place is not given back");
    }
    let refused = over_limit(&mut client, ClientMsg::Act(Act::Rematch)).await;
    assert_eq!(refused.0, Limit::Rooms);
    town.stop().await;
}

#[tokio::test]
async fn seats_in_rooms_of_others_count_over_reconnects_until_their_games_end() {
    let limits = UseLimits {
        seats: 2,
        ..UseLimits::default()
    };
    let town = Town::with(limited(100, limits)).await;
    let before = town.innocent_game().await;
    let mut hosts = Vec::new();
    for last in 10..14 {
        let mut host = town.client(last).await;
        let (room, _) = host.open(spec("connect-four"), me_and_open()).await;
        hosts.push((host, room));
    }
    let join = |at: usize| ClientMsg::Join {
        room: hosts[at].1,
        role: Role::Player,
    };
    for (_, room) in &hosts[..2] {
        town.client(GREEDY).await.join(*room).await;
    }
    let mut greedy = town.client(GREEDY).await;
    let refused = over_limit(&mut greedy, join(2)).await;
    assert_eq!(refused, (Limit::Seats, 2));
    // Rooms of their own count apart, and others sit down.
    greedy.open(spec("connect-four"), me_and_open()).await;
    town.check_innocent_game(before).await;
    let mut greedy = town.client(GREEDY).await;
    let (to_join, taken) = (join(2), hosts[3].1);
    town.client(20).await.join(taken).await;
    let (first, _) = &mut hosts[0];
    first.say(ClientMsg::Act(Act::Resign)).await;
    first.over().await;
    // The room notes the end of its game after it has told it.
    let mut tries = 0;
    loop {
        greedy.say(to_join.clone()).await;
        if matches!(greedy.hear().await, ServerMsg::Joined { .. }) {
            break;
        }
        tries += 1;
        assert!(tries < 100, "the seat is not given back");
    }
    town.stop().await;
}

#[tokio::test]
async fn names_that_a_person_binds_are_few_and_others_keep_theirs() {
    let limits = UseLimits {
        names: 2,
        ..UseLimits::default()
    };
    let town = Town::with(limited(100, limits)).await;
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
    for number in 1..=3 {
        let name = format!("greedy {number}");
        assert_eq!(come(GREEDY, &name, key(number)).await, Ok(name));
    }
    // The third was let in, and its name is nobody's: another address binds it.
    assert_eq!(come(7, "greedy 1", None).await, owned);
    assert_eq!(come(7, "greedy 3", key(7)).await, Ok("greedy 3".to_owned()));
    assert_eq!(come(8, "greedy 3", None).await, owned);
    // Another name in place of their own is no further one.
    assert_eq!(come(GREEDY, "Eva", key(1)).await, Ok("Eva".to_owned()));
    assert_eq!(come(8, "Eva", None).await, owned);
    town.check_innocent_game(before).await;
    town.stop().await;
}

#[tokio::test]
async fn forty_guests_of_one_address_play_undisturbed() {
    let town = Town::with(Config {
        limits: UseLimits::default(),
        ..quiet()
    })
    .await;
    let mut guests = Vec::new();
    for _ in 0..40 {
        let mut guest = town.client(7).await;
        guest.open(spec("connect-four"), me_and_bot()).await;
        guests.push(guest);
    }
    for guest in &mut guests {
        guest.play("4").await;
        guest.plies(2).await;
        guest.say(ClientMsg::EnterLobby { boards: true }).await;
    }
    town.stop().await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_is_a_person() {
    let town = Town::with(limited(
        100,
        UseLimits {
            connections: 2,
            trusted_proxies: vec!["10.0.0.9/32".parse().unwrap()],
            ..UseLimits::default()
        },
    ))
    .await;
    let from = async |peer: u8, client: &str| {
        let stream = town.connect(peer).await;
        let headers = [("X-Forwarded-For", client)];
        let mut client = Client::upgrade(stream, Encoding::Json, &headers).await?;
        client.introduce("Ana").await;
        Ok(client)
    };
    let mut held = Vec::new();
    for client in ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2"] {
        held.push(from(9, client).await.unwrap());
    }
    // What the client writes itself stands before what the proxy adds.
    for client in ["192.0.2.1", "192.0.2.77, 192.0.2.1"] {
        assert_eq!(status(from(9, client).await), Some(429));
    }
    // Who is no proxy is not believed.
    held.push(from(3, "192.0.2.10").await.unwrap());
    held.push(from(3, "192.0.2.11").await.unwrap());
    assert_eq!(status(from(3, "192.0.2.12").await), Some(429));
    drop(held);
    town.stop().await;
}

#[tokio::test]
async fn a_flood_of_empty_fragments_is_read_slowly() {
    let town = Town::with(limited(100, UseLimits::default())).await;
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
async fn answers_to_one_person_have_a_budget_over_all_connections() {
    let town = Town::with(limited(
        100,
        UseLimits {
            answers: Rate {
                burst: 20,
                every: Millis::from_secs(3600),
            },
            ..UseLimits::default()
        },
    ))
    .await;
    let before = town.innocent_game().await;
    for _ in 0..10 {
        let mut client = town.client(GREEDY).await;
        client.open(spec("connect-four"), me_and_open()).await;
    }
    // What one asks for in one breath is paid before the next is answered.
    let (mut lobbies, mut refused) = (0, 0);
    for _ in 0..2 {
        let mut client = town.client(GREEDY).await;
        for _ in 0..25 {
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
    assert!((1..=10).contains(&lobbies), "{lobbies} lobbies");
    assert_eq!(refused, 50 - lobbies);
    town.check_innocent_game(before).await;
    let mut other = town.client(3).await;
    other.say(ClientMsg::EnterLobby { boards: true }).await;
    while !matches!(other.hear().await, ServerMsg::Lobby { .. }) {}
    town.stop().await;
}

/// Whoever asked for one all the time ran the budget of everybody behind the address into debt.
#[tokio::test]
async fn an_upgrade_that_is_refused_waits_for_the_budget_like_any_plain_answer() {
    let wait = Duration::from_secs(1);
    let town = Town::with(Config {
        handshake: wait,
        ..limited(
            100,
            UseLimits {
                answers: Rate {
                    burst: 3,
                    every: Millis::from_secs(3600),
                },
                ..UseLimits::default()
            },
        )
    })
    .await;
    let begun = Instant::now();
    for _ in 0..5 {
        let answer = town.get(GREEDY, "/ws").await;
        assert!(answer.starts_with("HTTP/1.1 426"), "{answer}");
    }
    let waited = begun.elapsed();
    assert!(waited >= 2 * wait, "five answers after {waited:?}");
    town.stop().await;
}

#[tokio::test]
async fn wrong_codes_and_tokens_of_a_person_have_a_budget_over_all_connections() {
    let town = Town::with(limited(
        100,
        UseLimits {
            guesses: Rate {
                burst: 5,
                every: Millis::from_secs(3600),
            },
            ..UseLimits::default()
        },
    ))
    .await;
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
    for _ in 0..4 {
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
