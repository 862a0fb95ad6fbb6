//! A tournament is at one server, and goes on at another one with all its rooms.

use std::time::Instant;

use protocol::codec::Encoding;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::tournament::{Format, TournamentAct, TournamentPhase};
use tokio::time::timeout;

use super::{Node, database, ready};
use crate::harness::{Client, PATIENCE};
use crate::tournament::{act, enter, lose, open, play_round, spec, view};

const PEOPLE: [&str; 6] = ["Bo", "Cleo", "Dan", "Eva", "Finn", "Gus"];

/// Tries the servers, and those that they name, until one has the tournament. Returns which one.
async fn follow_at(nodes: &[Node], name: &str, code: RoomId, token: Token) -> (Client, usize) {
    let mut at = 0;
    loop {
        let follow = ClientMsg::FollowTournament {
            tournament: code,
            token: Some(token),
        };
        let node = nodes[at].address();
        let mut next = (at + 1) % nodes.len();
        if let Some(mut client) = Client::try_connect(node, name, Encoding::Bincode).await
            && client.try_say(follow).await.is_some()
        {
            while let Some(message) = client.try_hear().await {
                match message {
                    ServerMsg::YourTournament { .. } => return (client, at),
                    ServerMsg::Refused { refusal, .. } => {
                        if let Refusal::Elsewhere { address, .. } = refusal {
                            let named = nodes.iter().position(|node| node.url() == address);
                            next = named.unwrap_or(next);
                        }
                        break;
                    }
                    _ => {}
                }
            }
        }
        at = next;
    }
}

/// Asks a server for its list until the tournament is in it with all entrants, and is once.
async fn listed(node: &Node, code: RoomId) {
    let mut client = node.client("Zoe").await;
    let listed = async {
        loop {
            client.say(ClientMsg::ListTournaments).await;
            let found = client.until(|message| match message {
                ServerMsg::Tournaments { tournaments } => {
                    let lines = tournaments.iter().filter(|line| line.tournament == code);
                    Some(lines.map(|line| line.entrants).collect::<Vec<_>>())
                }
                _ => None,
            });
            let found = found.await;
            assert!(found.len() < 2, "{found:?}");
            if found == [6] {
                return;
            }
        }
    };
    timeout(PATIENCE, listed).await.expect("is listed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_at_another_server_with_every_point_when_its_own_is_killed() {
    let Some(database) = database() else { return };
    let nodes = [(); 3].map(|()| Node::start(&database));
    let mut organiser = nodes[0].client("Ana").await;
    let mut swiss = spec(Format::Swiss { rounds: 3 });
    swiss.games = 1;
    let (code, own) = open(&mut organiser, swiss).await;
    let mut people = Vec::new();
    for name in PEOPLE {
        let mut client = nodes[0].client(name).await;
        let token = enter(&mut client, code).await;
        people.push((client, token));
    }
    for node in &nodes {
        listed(node, code).await;
    }
    let mut other = nodes[1].client("Hal").await;
    let follow = ClientMsg::FollowTournament {
        tournament: code,
        token: None,
    };
    other.say(follow).await;
    let (room, address) = (code, nodes[0].url());
    assert_eq!(other.refusal().await, Refusal::Elsewhere { room, address });
    organiser.say(act(TournamentAct::NextRound)).await;
    let mut won = play_round(&mut organiser, &mut people, 1).await;
    // Of the second round one game is over and one has begun.
    let has_begun = |pairings: &[protocol::tournament::PairingView]| {
        let rooms = pairings.iter().map(|it| it.games.first()?.room);
        rooms.collect::<Option<Vec<_>>>()
    };
    let second = view(&mut organiser, |view| {
        view.round == 2 && has_begun(&view.pairings).is_some()
    });
    let pairings = second.await.pairings;
    let rooms = has_begun(&pairings).expect("as above");
    let pairs: Vec<_> = pairings.iter().map(|it| (it.first, it.second)).collect();
    let loser = |at: usize| usize::from(pairs[at].1.expect("six are even"));
    lose(&mut people[loser(0)], rooms[0]).await;
    view(&mut organiser, |view| {
        view.round == 2 && view.pairings[0].games[0].score.is_some()
    })
    .await;
    let mover = usize::from(pairs[1].0);
    let token = people[mover].1;
    people[mover].0.come_back(rooms[1], token).await;
    people[mover].0.play("4").await;
    people[mover].0.plies(1).await;
    ready(&database, 3, &[&nodes[1], &nodes[2]]).await;
    let [killed, left @ ..] = nodes;
    drop(killed.process.program.kill());
    let begun = Instant::now();
    let (found, at) = timeout(PATIENCE, follow_at(&left, "Ana", code, own))
        .await
        .expect("it is somewhere");
    organiser = found;
    let took = begun.elapsed();
    assert!(took < 2 * server::store::LEASE, "{took:?}");
    for ((client, token), name) in people.iter_mut().zip(PEOPLE) {
        let found = follow_at(&left, name, code, *token).await;
        *client = found.0;
        assert_eq!(found.1, at, "all of it is at one server");
    }
    let plies = people[mover].0.come_back(rooms[1], token).await.plies.len();
    assert_eq!(plies, 1);
    people[mover].0.say(ClientMsg::Leave).await;
    people[mover].0.left().await;
    for (at, room) in rooms.iter().enumerate().skip(1) {
        lose(&mut people[loser(at)], *room).await;
    }
    won.extend(pairs);
    won.extend(play_round(&mut organiser, &mut people, 3).await);
    let over = view(&mut organiser, |view| view.phase == TournamentPhase::Over).await;
    assert_eq!(won.len(), 9);
    for line in &over.standings {
        let wins = won
            .iter()
            .filter(|(first, _)| *first == line.entrant)
            .count();
        assert_eq!(line.points, 2 * wins as u32, "{:?}", over.standings);
    }
    for node in &left {
        listed(node, code).await;
    }
}
