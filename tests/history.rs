//! An evening of two people and a bot, and what the server says of it: every figure is counted here as well.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::{GameNr, Token};
use protocol::message::{ClientMsg, RoomEvent, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::view::{
    GameResult, HistoryFilter, OpponentKind, PastGame, PastPlayer, Place, PlayedMove, Profile,
    RatingChange, Reason, Score,
};
use tempfile::tempdir;

use crate::harness::{Client, TestServer, bot, me_and_open, spec, variant};

/// Seven plies that win for the side that begins.
const WIN: &str = "4 3 4 3 4 3 4";

async fn come(server: &TestServer, name: &str, key: u128) -> Client {
    let mut client = Client::connect(server.address, Encoding::Bincode).await;
    client
        .say(ClientMsg::Hello {
            protocol: VERSION,
            software: "tests".to_owned(),
            name: Some(name.to_owned()),
            key: Some(Token(key)),
            heartbeat: false,
        })
        .await;
    client
        .until(|message| matches!(message, ServerMsg::Welcome { .. }).then_some(()))
        .await;
    client
}

async fn games(
    client: &mut Client,
    filter: HistoryFilter,
    before: Option<GameNr>,
) -> (Vec<PastGame>, Option<GameNr>) {
    client.say(ClientMsg::History { filter, before }).await;
    client
        .until(|message| match message {
            ServerMsg::History { games, older } => Some((games.clone(), *older)),
            ServerMsg::Refused { message, .. } => panic!("{message}"),
            _ => None,
        })
        .await
}

async fn profile(client: &mut Client, name: Option<&str>) -> Profile {
    let name = name.map(|name| name.parse().expect("a name"));
    client.say(ClientMsg::Profile { name }).await;
    client
        .until(|message| match message {
            ServerMsg::Profile { profile } => Some(Profile::clone(profile)),
            ServerMsg::Refused { message, .. } => panic!("{message}"),
            _ => None,
        })
        .await
}

async fn leaderboard(client: &mut Client) -> (Vec<Place>, Vec<Place>) {
    let variant = variant("connect-four");
    let within = None;
    client.say(ClientMsg::Leaderboard { variant, within }).await;
    client
        .until(|message| match message {
            ServerMsg::Leaderboard {
                places, unplaced, ..
            } => Some((places.clone(), unplaced.clone())),
            _ => None,
        })
        .await
}

async fn explored(client: &mut Client, moves: &[&str]) -> Vec<PlayedMove> {
    let moves = moves.iter().map(|square| square.parse().expect("a square"));
    client
        .say(ClientMsg::Explore {
            variant: variant("connect-four"),
            moves: moves.collect(),
        })
        .await;
    client
        .until(|message| match message {
            ServerMsg::Explored { played, .. } => Some(played.clone()),
            _ => None,
        })
        .await
}

async fn ratings(client: &mut Client) -> BySide<RatingChange> {
    client
        .event(|event| match event {
            RoomEvent::Rated { ratings } => Some(*ratings),
            _ => None,
        })
        .await
}

fn rated() -> GameSpec {
    GameSpec::new_rated(variant("connect-four"))
}

/// The end of a game of the evening.
#[derive(Clone, Copy)]
enum End {
    /// The side that begins wins on the board.
    Win,
    /// The side that begins gives up.
    Resignation,
    /// By agreement, after two plies.
    Draw,
}

/// Plays a game between the one who begins and the other.
async fn play(first: &mut Client, second: &mut Client, end: End) {
    let moves = match end {
        End::Win => WIN,
        End::Draw => "4 3",
        End::Resignation => "",
    };
    for (ply, column) in moves.split_whitespace().enumerate() {
        let [mover, other] = if ply % 2 == 0 {
            [&mut *first, &mut *second]
        } else {
            [&mut *second, &mut *first]
        };
        mover.play(column).await;
        other.plies(ply + 1).await;
    }
    match end {
        End::Win => {}
        End::Resignation => first.say(Act::Resign.into()).await,
        End::Draw => {
            first.say(Act::OfferDraw.into()).await;
            second
                .event(|event| matches!(event, RoomEvent::DrawOffered { .. }).then_some(()))
                .await;
            second.say(Act::AnswerDraw { accept: true }.into()).await;
        }
    }
    first.over().await;
    second.over().await;
}

/// Both want the next game, for which the sides are exchanged.
async fn rematch(ana: &mut Client, bruno: &mut Client) {
    ana.say(Act::Rematch.into()).await;
    bruno
        .event(|event| matches!(event, RoomEvent::RematchOffered { .. }).then_some(()))
        .await;
    bruno.say(Act::Rematch.into()).await;
    ana.started().await;
    bruno.started().await;
}

fn names(game: &PastGame) -> [String; 2] {
    let BySide { first, second } = &game.players;
    [first, second].map(|player| match player {
        PastPlayer::Human { name, .. } => name.to_string(),
        PastPlayer::Bot { bot } => bot.to_string(),
    })
}

#[tokio::test]
async fn an_evening_of_twenty_games_is_counted_as_by_hand() {
    let directory = tempdir().expect("a directory");
    let server = TestServer::on_disk(directory.path()).await;
    let (mut ana, mut bruno) = (
        come(&server, "Ana", 1).await,
        come(&server, "Bruno", 2).await,
    );

    // Twelve rated games; Ana begins the odd ones.
    let evening = [
        End::Win,
        End::Win,
        End::Draw,
        End::Resignation,
        End::Win,
        End::Win,
        End::Win,
        End::Draw,
        End::Win,
        End::Resignation,
        End::Draw,
        End::Win,
    ];
    let (room, _) = ana.open(rated(), me_and_open()).await;
    assert!(!ana.replica().snapshot().rated, "one seat is open");
    bruno.join(room).await;
    ana.started().await;
    assert!(ana.replica().snapshot().rated && bruno.replica().snapshot().rated);
    let mut expected = Score::default();
    let mut form = Vec::new();
    let mut course = vec![1500];
    for (number, end) in evening.into_iter().enumerate() {
        if number > 0 {
            rematch(&mut ana, &mut bruno).await;
        }
        let ana_begins = number % 2 == 0;
        let seen = if ana_begins {
            play(&mut ana, &mut bruno, end).await;
            ratings(&mut ana).await.first
        } else {
            play(&mut bruno, &mut ana, end).await;
            ratings(&mut ana).await.second
        };
        assert_eq!(
            Some(&seen.before),
            course.last(),
            "each begins where the last ended"
        );
        course.push(seen.after);
        let result = match (end, ana_begins) {
            (End::Win, true) | (End::Resignation, false) => GameResult::Won,
            (End::Draw, _) => GameResult::Drawn,
            (End::Win, false) | (End::Resignation, true) => GameResult::Lost,
        };
        match result {
            GameResult::Won => expected.won += 1,
            GameResult::Drawn => expected.drawn += 1,
            _ => expected.lost += 1,
        }
        form.push(result);
    }
    // Glicko-2 by hand: two beginners with a deviation of 500 win and lose 242 points by the first game.
    assert_eq!(course[1], 1742);
    // A person who comes after the end is shown it too.
    let mut cleo = come(&server, "Cleo", 3).await;
    cleo.watch(room).await;
    let shown = ratings(&mut cleo).await;
    assert!([shown.first.after, shown.second.after].contains(&course[12]));
    cleo.say(ClientMsg::Leave).await;
    ana.say(ClientMsg::Leave).await;
    ana.left().await;
    bruno.say(ClientMsg::Leave).await;
    bruno.left().await;

    // Two games that are not rated, in a room that is not listed.
    let mut hidden = spec("connect-four");
    hidden.listed = false;
    let (room, _) = ana.open(hidden, me_and_open()).await;
    bruno.join(room).await;
    ana.started().await;
    play(&mut ana, &mut bruno, End::Win).await;
    rematch(&mut ana, &mut bruno).await;
    play(&mut bruno, &mut ana, End::Resignation).await;
    for client in [&mut ana, &mut bruno] {
        client.say(ClientMsg::Leave).await;
        client.left().await;
    }

    // Five games against a level, which Ana gives up, and one that she aborts.
    for number in 0..6 {
        let seats = BySide {
            first: SeatSpec::Me,
            second: bot("level:3"),
        };
        ana.open_for(spec("connect-four"), seats).await;
        let act = if number < 5 { Act::Resign } else { Act::Abort };
        ana.say(act.into()).await;
        ana.over().await;
        ana.say(ClientMsg::Leave).await;
        ana.left().await;
    }

    // The history: twenty games, of which a stranger sees those that were listed.
    let all = HistoryFilter::default();
    let (first_page, older) = games(&mut ana, all.clone(), None).await;
    assert_eq!((first_page.len(), older), (20, None));
    let numbers: Vec<_> = first_page.iter().map(|game| game.game.0).collect();
    assert_eq!(numbers, (1..=20).rev().collect::<Vec<_>>());
    assert_eq!(first_page[0].outcome.reason, Reason::Aborted);
    let mut stranger = come(&server, "Zoe", 3).await;
    let (seen, _) = games(&mut stranger, all.clone(), None).await;
    assert_eq!(seen.len(), 18);
    let count = async |client: &mut Client, filter| games(client, filter, None).await.0.len();
    let of_ana = HistoryFilter {
        player: Some("Ana".parse().expect("a name")),
        ..all.clone()
    };
    let against_bruno = HistoryFilter {
        opponent: Some("bruno".parse().expect("a name")),
        ..of_ana.clone()
    };
    for (filter, expected) in [
        (of_ana.clone(), 20),
        (against_bruno.clone(), 14),
        (
            HistoryFilter {
                result: Some(GameResult::Drawn),
                ..against_bruno.clone()
            },
            3,
        ),
        (
            HistoryFilter {
                result: Some(GameResult::Lost),
                against: Some(OpponentKind::Bots),
                ..of_ana.clone()
            },
            5,
        ),
        (
            HistoryFilter {
                least_plies: Some(7),
                ..of_ana.clone()
            },
            8,
        ),
        (
            HistoryFilter {
                most_plies: Some(1),
                variant: Some(variant("gomoku")),
                ..all.clone()
            },
            0,
        ),
    ] {
        assert_eq!(
            count(&mut ana, filter.clone()).await,
            expected,
            "{filter:?}"
        );
    }

    // One game by its number, with its moves, its line and the ratings.
    ana.say(ClientMsg::PastGame { game: GameNr(1) }).await;
    let game = ana
        .until(|message| match message {
            ServerMsg::PastGame { game } => Some(PastGame::clone(game)),
            _ => None,
        })
        .await;
    assert_eq!(names(&game), ["Ana", "Bruno"]);
    assert_eq!(
        (game.outcome.winner, game.outcome.line.len()),
        (Some(Side::First), 4)
    );
    let moves: Vec<_> = game
        .moves
        .expect("they are kept")
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(moves.join(" "), "d1 c1 d2 c2 d3 c3 d4");
    let change = game.ratings.expect("it was rated");
    assert_eq!((change.first.after, change.second.after), (1742, 1258));
    stranger.say(ClientMsg::PastGame { game: GameNr(13) }).await;
    assert_eq!(
        stranger.refusal().await,
        Refusal::NoSuchGame { game: GameNr(13) }
    );

    // The profile.
    let found = profile(&mut ana, None).await;
    assert_eq!(found.name.as_str(), "Ana");
    assert_eq!(found.ratings.len(), 1);
    assert_eq!(found.ratings[0].games, 12);
    assert_eq!(found.ratings[0].course, course[1..]);
    assert_eq!(Some(&found.ratings[0].rating.rating), course.last());
    assert_eq!(found.results.len(), 1);
    // Two won games that were not rated, and five lost ones against the bot.
    let total = Score {
        won: expected.won + 2,
        lost: expected.lost + 5,
        ..expected
    };
    assert_eq!(found.results[0].score, total);
    let last = [&form[7..], &[GameResult::Won; 2], &[GameResult::Lost; 5]].concat();
    assert_eq!(found.form, last[last.len() - 10..]);
    assert_eq!(found.opponents.len(), 1);
    let between = Score {
        won: expected.won + 2,
        ..expected
    };
    assert_eq!(found.opponents[0].score, between);
    assert_eq!((found.levels.len(), found.levels[0].games), (1, 5));
    assert!(found.levels[0].tenths < 30, "five losses against level 3");
    assert_eq!(found.best_wins.len(), 3);
    assert_eq!(found.games.len(), 10);
    let other = profile(&mut stranger, Some("Bruno")).await;
    let reversed = Score {
        won: between.lost,
        drawn: between.drawn,
        lost: between.won,
    };
    assert_eq!(other.results[0].score, reversed);
    stranger
        .say(ClientMsg::Profile {
            name: Some("Nemo".parse().expect("a name")),
        })
        .await;
    assert!(matches!(
        stranger.refusal().await,
        Refusal::NoSuchPerson { name: Some(_) }
    ));

    // Both have played one opponent only, so that neither has a place.
    let (places, unplaced) = leaderboard(&mut stranger).await;
    assert!(places.is_empty());
    assert_eq!(unplaced.len(), 2);
    let place = unplaced.iter().find(|place| place.name.as_str() == "Ana");
    let place = place.expect("Ana played");
    assert_eq!((place.games, place.rating), (12, found.ratings[0].rating));
    assert_eq!(place.form, form[2..]);

    // Of the listed games all that have a ply begin with the middle column: seven won ones and three drawn ones.
    let played = explored(&mut stranger, &[]).await;
    assert_eq!(played.len(), 1);
    let score = played[0].score;
    assert_eq!((score.won, score.drawn, score.lost), (7, 3, 0));
    assert_eq!(explored(&mut stranger, &["d1"]).await[0].score.lost, 7);
    assert!(explored(&mut stranger, &["a1"]).await.is_empty());

    server.stop().await;
    assert_eq!(server::store::rebuild(directory.path()), Ok(20));
    let server = TestServer::on_disk(directory.path()).await;
    let mut again = come(&server, "Ana", 1).await;
    let after = profile(&mut again, None).await;
    assert_eq!(
        (after.ratings, after.results),
        (found.ratings, found.results)
    );
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_forgets_its_games_says_so() {
    let server = TestServer::start().await;
    let mut ana = come(&server, "Ana", 1).await;
    let filter = HistoryFilter::default();
    ana.say(ClientMsg::History {
        filter,
        before: None,
    })
    .await;
    assert_eq!(ana.refusal().await, Refusal::NoHistory);
    server.stop().await;
}
