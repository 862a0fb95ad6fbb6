//! The opening swap2: between people, over a restart, against bots, and what is told, recorded and refused.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::record::Record;
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule, Pace, SeatSpec, ThinkTime};
use protocol::view::{OpeningState, Reason};
use server::{Config, EngineSpec, store};
use tempfile::tempdir;

use crate::external::{self, patient};
use crate::harness::{Client, Pair, TestServer, bot, quiet, spec};

fn swap2(variant: &str) -> GameSpec {
    GameSpec {
        opening: Some(OpeningRule::Swap2),
        ..spec(variant)
    }
}

async fn choose(client: &mut Client, choice: OpeningChoice) {
    let revision = client.revision();
    client.say(Act::Choose { revision, choice }.into()).await;
}

/// Waits for the opening in which this is wanted.
async fn opening(client: &mut Client, wanted: impl Fn(&OpeningState) -> bool) -> OpeningState {
    if let Some(state) = &client.replica().snapshot().opening
        && wanted(state)
    {
        return state.clone();
    }
    client
        .event(|event| match event {
            RoomEvent::Opening { opening } => Some(opening.clone()).filter(&wanted),
            _ => None,
        })
        .await
}

async fn play(pair: &mut Pair, moves: &str) {
    for text in moves.split_whitespace() {
        let plies = pair.first.game().plies().len();
        match pair.first.replica().to_move() {
            side if side == pair.first.you() => pair.first.play(text).await,
            _ => pair.second.play(text).await,
        }
        pair.first.plies(plies + 1).await;
        pair.second.plies(plies + 1).await;
    }
}

async fn record_of(pair: &mut Pair) -> String {
    let room = pair.room;
    pair.first.say(ClientMsg::Record { room }).await;
    pair.first
        .until(|message| match message {
            ServerMsg::Record { text, .. } => Some(text.clone()),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn two_people_open_by_swap2_over_a_restart_and_black_wins_for_its_seat() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let mut pair = Pair::at(&server, swap2("gomoku-15")).await;
    play(&mut pair, "h8 a1 h9").await;
    let state = opening(&mut pair.second, |state| state.choices.len() == 3).await;
    assert_eq!((state.to_act, state.to_place), (Side::Second, 0));
    choose(&mut pair.first, OpeningChoice::White).await;
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::NotYourTurn {
            to_move: Side::Second,
            ply: 4
        }
    ));
    choose(&mut pair.second, OpeningChoice::PlaceTwo).await;
    opening(&mut pair.second, |state| state.to_place == 2).await;
    opening(&mut pair.first, |state| state.to_place == 2).await;
    play(&mut pair, "a3").await;
    server.stop().await;

    let server = TestServer::on_disk(directory.path()).await;
    pair.first = server.client_in("Ana", Encoding::Json).await;
    let snapshot = pair.first.come_back(pair.room, pair.tokens.first).await;
    let state = snapshot.opening.unwrap();
    assert_eq!((state.to_act, state.to_place), (Side::Second, 1));
    assert_eq!(state.made, [OpeningChoice::PlaceTwo]);
    pair.second = server.client("Bruno").await;
    pair.second.come_back(pair.room, pair.tokens.second).await;
    play(&mut pair, "b5").await;
    opening(&mut pair.first, |state| state.choices.len() == 2).await;
    choose(&mut pair.first, OpeningChoice::White).await;
    for client in [&mut pair.first, &mut pair.second] {
        let over = opening(client, OpeningState::is_over).await;
        assert_eq!(over.black, Some(Side::Second));
    }
    // White, the first side, has the next stone, and black wins.
    assert!(pair.first.replica().is_my_turn());
    play(&mut pair, "o1 h10 o3 h11 o5 h12").await;
    for client in [&mut pair.first, &mut pair.second] {
        let outcome = client.over().await;
        assert_eq!(outcome.winner, Some(Side::Second));
        assert_eq!(outcome.reason, Reason::Line);
    }
    let text = record_of(&mut pair).await;
    for tag in [
        "[First \"Ana\"]",
        "[Opening \"swap2 place_two white\"]",
        "[Result \"0-1\"]",
    ] {
        assert!(text.contains(tag), "{text}");
    }
    let record: Record = text.parse().unwrap();
    assert_eq!(record.to_string(), text);

    // A rematch: who answered opens now.
    pair.second.say(Act::Rematch.into()).await;
    pair.first.say(Act::Rematch.into()).await;
    for client in [&mut pair.first, &mut pair.second] {
        client.started().await;
        let state = opening(client, |state| state.to_place == 3).await;
        assert_eq!((state.to_act, state.made.len()), (Side::First, 0));
    }
    assert_eq!(pair.second.you(), Some(Side::First));
    server.stop().await;
}

fn quick(variant: &str) -> GameSpec {
    GameSpec {
        think_time: Some(ThinkTime::MIN),
        pace: Pace::new(0).unwrap(),
        ..swap2(variant)
    }
}

#[tokio::test]
async fn bots_open_by_swap2_among_themselves_and_their_stones_are_shown_to_spectators() {
    let server = TestServer::start().await;
    let mut openings = Vec::new();
    for seed in 0..8 {
        let spec = GameSpec {
            seed: Some(protocol::id::Seed(seed)),
            ..quick("custom:9x9x5:free")
        };
        let seats = BySide {
            first: bot("random"),
            second: bot("threat:2"),
        };
        let mut curious = server.client("Carla").await;
        let shuffle = false;
        curious
            .say(ClientMsg::Open {
                spec,
                seats,
                shuffle,
            })
            .await;
        curious.joined().await;
        let outcome = curious.over().await;
        assert!(matches!(outcome.reason, Reason::Line | Reason::FullBoard));
        let snapshot = curious.replica().snapshot();
        let opening = snapshot.opening.clone().unwrap();
        assert!(opening.is_over());
        assert!(snapshot.plies.len() > 5);
        Record::from_snapshot(snapshot, None).unwrap();
        openings.push(opening.made);
    }
    openings.dedup();
    assert!(openings.len() > 1, "{openings:?}");
    server.stop().await;
}

/// Plays the first legal move, and makes the last choice, until the game is over.
async fn play_out(client: &mut Client) {
    while client.replica().outcome().is_none() {
        if !client.replica().is_my_turn() || client.game().ending().is_some() {
            client.hear().await;
            continue;
        }
        let state = client.replica().snapshot().opening.clone().unwrap();
        let revision = client.revision();
        if let Some(&choice) = state.choices.last() {
            choose(client, choice).await;
        } else {
            let square = client.game().legal().next().unwrap();
            client.say(Act::Move { revision, square }.into()).await;
        }
        while client.revision() == revision && client.replica().outcome().is_none() {
            client.hear().await;
        }
    }
}

#[tokio::test]
async fn a_person_plays_swap2_against_each_bot_that_knows_it_on_either_seat() {
    let config = Config {
        engines: vec![EngineSpec {
            name: "tester".to_owned(),
            command: external::command("swap2"),
        }],
        engine_limits: patient(),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    for name in ["random", "threat:2", "tester"] {
        for first in [true, false] {
            let seats = BySide {
                first: SeatSpec::Me,
                second: bot(name),
            };
            let seats = if first { seats } else { seats.swapped() };
            let mut ana = server.client("Ana").await;
            ana.open(quick("gomoku-15"), seats).await;
            play_out(&mut ana).await;
            let outcome = ana.replica().outcome().unwrap().clone();
            assert!(
                matches!(outcome.reason, Reason::Line | Reason::FullBoard),
                "{name}: {outcome:?}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn who_cannot_open_by_swap2_is_not_offered_nor_seated() {
    let config = Config {
        engines: ["swap2", "plain"]
            .map(|manner| EngineSpec {
                name: manner.to_owned(),
                command: external::command(manner),
            })
            .to_vec(),
        engine_limits: patient(),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut ana = server.client("Ana").await;
    let variant = spec("gomoku-15").variant;
    ana.say(ClientMsg::ListBots { variant }).await;
    let openers = ana
        .until(|message| match message {
            ServerMsg::Bots { bots, .. } => {
                let openers = bots.iter().filter(|bot| !bot.openings.is_empty());
                Some(openers.map(|bot| bot.kind.clone()).collect::<Vec<_>>())
            }
            _ => None,
        })
        .await;
    assert_eq!(openers, ["random", "level", "threat", "swap2"]);
    for name in ["priority", "plain"] {
        let seats = BySide {
            first: SeatSpec::Me,
            second: bot(name),
        };
        let (spec, shuffle) = (swap2("gomoku-15"), false);
        ana.say(ClientMsg::Open {
            spec,
            seats,
            shuffle,
        })
        .await;
        match ana.refusal().await {
            Refusal::BotCannotOpen { others, .. } => assert_eq!(others, openers),
            other => panic!("{other}"),
        }
    }
    server.stop().await;
}
