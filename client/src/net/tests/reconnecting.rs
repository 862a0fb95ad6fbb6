//! Connections after the first: when they are tried, and what is told of them.

use tokio::io::DuplexStream;
use tokio::sync::mpsc::unbounded_channel;
use tokio_tungstenite::tungstenite::protocol::Role as End;

use super::super::connect::Opened;
use super::*;

#[tokio::test]
async fn a_lost_connection_comes_back_to_its_seat_and_repeats_the_unanswered_move() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.welcome().await;
        link.set_seat(Some((room(), Token(7))));
        link.send(a_move(3));
        assert_eq!(visit.hear().await, Some(a_move(3)));
        drop(visit);
        let lost = until(&mut events, |event| matches!(event, NetEvent::Lost { .. })).await;
        assert!(
            matches!(lost, NetEvent::Lost { attempt: 0, .. }),
            "{lost:?}"
        );
        let mut visit = double.welcome().await;
        assert_eq!(visit.hear().await, Some(seat_wanted()));
        visit.say(joined(3)).await;
        assert_eq!(visit.hear().await, Some(a_move(3)));
        visit.say(moved(4)).await;
        until(
            &mut events,
            |event| matches!(event, NetEvent::Message(message) if **message == moved(4)),
        )
        .await;
        // Answered now: the next return does not repeat it.
        drop(visit);
        let mut visit = double.welcome().await;
        assert_eq!(visit.hear().await, Some(seat_wanted()));
        visit.say(joined(4)).await;
        until(&mut events, |event| is(event, &joined(4))).await;
        link.send(ClientMsg::Act(Act::Resign));
        assert_eq!(visit.hear().await, Some(ClientMsg::Act(Act::Resign)));
    })
    .await;
}

#[tokio::test]
async fn a_move_that_was_played_before_the_line_broke_is_not_repeated() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.welcome().await;
        link.set_seat(Some((room(), Token(7))));
        link.send(a_move(3));
        visit.hear().await;
        drop(visit);
        let mut visit = double.welcome().await;
        assert_eq!(visit.hear().await, Some(seat_wanted()));
        visit.say(joined(4)).await;
        until(&mut events, |event| is(event, &joined(4))).await;
        link.send(ClientMsg::Resync);
        assert_eq!(visit.hear().await, Some(ClientMsg::Resync));
    })
    .await;
}

/// A refused question, or a refused offer, took the move that was made after it for refused as well.
#[tokio::test]
async fn a_move_is_repeated_though_something_else_was_refused() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.welcome().await;
        link.set_seat(Some((room(), Token(7))));
        link.send(a_move(3));
        assert_eq!(visit.hear().await, Some(a_move(3)));
        let refused = ServerMsg::Refused {
            message: Refusal::NothingOffered.to_string(),
            refusal: Refusal::NothingOffered,
        };
        visit.say(refused.clone()).await;
        until(&mut events, |event| is(event, &refused)).await;
        drop(visit);
        let mut visit = double.welcome().await;
        assert_eq!(visit.hear().await, Some(seat_wanted()));
        visit.say(joined(3)).await;
        assert_eq!(visit.hear().await, Some(a_move(3)));
    })
    .await;
}

/// They were as frequent for ever as the first one.
#[tokio::test]
async fn retries_of_a_server_that_drops_everybody_it_welcomes_grow_rarer() {
    in_time(async {
        for (longest_retry, expected) in [
            // Longer than any connection of this test lasts.
            (Duration::from_hours(1), [0, 1, 2, 3]),
            // Shorter: each connection is as good as the first.
            (Duration::ZERO, [0, 0, 0, 0]),
        ] {
            let (double, url) = Double::start().await;
            let mut settings = settings(&[&url]);
            settings.timing.longest_retry = longest_retry;
            let (_link, mut events) = Link::open(settings);
            for wanted in expected {
                drop(double.welcome().await);
                let lost = until(&mut events, |event| matches!(event, NetEvent::Lost { .. })).await;
                assert!(
                    matches!(lost, NetEvent::Lost { attempt, .. } if attempt == wanted),
                    "{lost:?} for {wanted}"
                );
            }
        }
    })
    .await;
}

/// An encrypted connection to a server that says this id, or one that is not taken.
async fn opened(server: Result<Option<ServerId>, String>) -> Opened<DuplexStream> {
    let (near, _far) = tokio::io::duplex(1);
    Opened {
        stream: WebSocketStream::from_raw_socket(near, End::Client, None).await,
        encoding: Encoding::Bincode,
        security: Security::Encrypted,
        server,
        about: String::new(),
        notice: Some("a new key".to_owned()),
        problems: Vec::new(),
    }
}

/// Whoever came back to another server in the place of theirs was a guest and read nothing of it.
#[tokio::test]
async fn a_server_that_says_the_id_of_another_is_told_also_of_a_connection_that_came_back() {
    let (_orders, orders) = unbounded_channel();
    let (events, mut told) = unbounded_channel();
    let (connected, _) = watch::channel(String::new());
    let mut task = Task::new(Env::real(), settings(&[]), orders, events, connected);
    let mistaken = || Err("you play as a guest here".to_owned());
    for (server, expected) in [
        (Ok(Some(ServerId(7))), &["a new key"][..]),
        (Ok(Some(ServerId(7))), &[]),
        (mistaken(), &["you play as a guest here"]),
        (mistaken(), &[]),
        (Ok(Some(ServerId(7))), &[]),
        (mistaken(), &["you play as a guest here"]),
    ] {
        task.note(&opened(server).await);
        let notices: Vec<_> = std::iter::from_fn(|| told.try_recv().ok())
            .map(|event| match event {
                NetEvent::Security {
                    notice: Some(notice),
                    ..
                }
                | NetEvent::Notice(notice) => notice,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(notices, expected);
    }
}
