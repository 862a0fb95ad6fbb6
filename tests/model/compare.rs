//! Comparison of the messages that clients heard with those that the model expects.

use std::collections::{BTreeMap, BTreeSet};

use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::message::{RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::rules::Family;
use protocol::side::{BySide, Side};
use protocol::square::Square;
use protocol::view::{Phase, Seat, Snapshot, YourGame};
use protocol::word::Named;

use super::network::Heard;
use super::out::{Expected, What, YourSeat};
use super::table::LONG_AGO;

/// Rooms of a whole lobby that come with their moves.
pub(super) const BOARDS: usize = 50;
/// Lines of play that an analysis tells of.
const MOST_LINES: usize = 3;

/// Compares message by message for each client. Messages with a time of their own are not among them.
///
/// Messages of a room come in order, and so do those of the lobby. Other answers may overtake them, and come in the
/// order of the questions.
pub(super) fn check(heard: &[Heard], expected: &[Expected]) -> Result<(), String> {
    let mut streams: BTreeMap<_, (Vec<&Heard>, Vec<&Expected>)> = BTreeMap::new();
    for heard in heard.iter().filter(|heard| !is_apart(heard)) {
        let stream = streams.entry((heard.who, source(&heard.message)));
        stream.or_default().0.push(heard);
    }
    for expected in expected {
        let source = match &expected.what {
            What::Exactly(message) => source(message),
            What::Lobby { .. } => Source::Lobby,
            _ => Source::Other,
        };
        let stream = streams.entry((expected.who, source));
        stream.or_default().1.push(expected);
    }
    for ((who, source), (mut heard, expected)) in streams {
        if source == Source::Other {
            heard.sort_by_key(|heard| heard.reference);
        }
        check_one(&heard, &expected).map_err(|problem| format!("client {who} {problem}"))?;
    }
    Ok(())
}

/// Where a message comes from: messages of one source come in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Room(RoomId),
    Lobby,
    Other,
}

fn check_one(heard: &[&Heard], expected: &[&Expected]) -> Result<(), String> {
    for (heard, expected) in heard.iter().zip(expected) {
        is_as_expected(&heard.message, &expected.what).map_err(|problem| {
            let (heard, expected) = (&heard.message, &expected.what);
            format!("heard    {heard:?}\ninstead of {expected:?}\n{problem}")
        })?;
        let is_same = (heard.at, heard.reference) == (expected.at, expected.reference);
        if !is_same {
            return Err(format!(
                "heard {:?}\nat {} with {:?} instead of {} with {:?}",
                heard.message, heard.at, heard.reference, expected.at, expected.reference
            ));
        }
    }
    if let Some(heard) = heard.get(expected.len()) {
        return Err(format!("heard    {:?}\ninstead of nothing", heard.message));
    }
    match expected.get(heard.len()) {
        Some(expected) => Err(format!("heard nothing\ninstead of {:?}", expected.what)),
        None => Ok(()),
    }
}

fn source(message: &ServerMsg) -> Source {
    match message {
        ServerMsg::Joined { snapshot, .. } | ServerMsg::Watching { snapshot } => {
            Source::Room(snapshot.room)
        }
        ServerMsg::Left { room, .. } | ServerMsg::Event { room, .. } => Source::Room(*room),
        ServerMsg::Lobby { .. } | ServerMsg::LobbyChat { .. } => Source::Lobby,
        _ => Source::Other,
    }
}

/// Returns true if a message has its own time: changes of the lobby, heartbeats, analyses, and `pong`, which may
/// overtake.
pub(super) fn is_apart(heard: &Heard) -> bool {
    let is_change = heard.reference.is_none() && matches!(heard.message, ServerMsg::Lobby { .. });
    is_change
        || matches!(
            heard.message,
            ServerMsg::LobbyRoom { .. }
                | ServerMsg::LobbyRoomRemoved { .. }
                | ServerMsg::LobbyPlayers { .. }
                | ServerMsg::Ping
                | ServerMsg::Pong
                | ServerMsg::Analysis { .. }
                | ServerMsg::GameAnalysed { .. }
        )
}

pub(super) fn is_as_expected(heard: &ServerMsg, what: &What) -> Result<(), String> {
    match (what, heard) {
        (What::Exactly(expected), heard) if *expected == plain(heard, expected) => Ok(()),
        (What::Code(code), ServerMsg::Refused { refusal, message }) => {
            let is_same = refusal.code() == *code && *message == refusal.to_string();
            is_same
                .then_some(())
                .ok_or_else(|| "another code".to_owned())
        }
        (
            What::Analysis { game },
            ServerMsg::Analysis {
                variant,
                moves,
                columns,
                lines,
                ..
            },
        ) => {
            let is_same = *variant == Named::Known(game.variant())
                && moves == game.plies()
                && are_columns_of(game, columns)
                && are_lines_of(game, lines);
            is_same
                .then_some(())
                .ok_or_else(|| "another position".to_owned())
        }
        (
            What::Lobby { boards, chat },
            ServerMsg::Lobby {
                rooms, chat: heard, ..
            },
        ) => {
            let watchable = rooms.iter().filter(|room| room.watchable);
            let shown = watchable.take(BOARDS).map(|room| room.room);
            let with_moves = rooms.iter().filter(|room| room.moves.is_some());
            let mut with_moves = with_moves.map(|room| room.room);
            let is_same = heard == chat
                && if *boards {
                    with_moves.eq(shown)
                } else {
                    with_moves.next().is_none()
                };
            is_same
                .then_some(())
                .ok_or_else(|| "another lobby".to_owned())
        }
        (What::HandedOver, ServerMsg::HandedOver { expires_in, .. }) => (*expires_in
            == Millis::from_secs(60))
        .then_some(())
        .ok_or_else(|| "another time".to_owned()),
        (What::YourGames(seats), ServerMsg::YourGames { games }) => are_games_of(seats, games)
            .then_some(())
            .ok_or_else(|| "other games".to_owned()),
        (What::Record(snapshot), ServerMsg::Record { room, text }) => {
            if *room != snapshot.room {
                return Err("another room".to_owned());
            }
            is_record_of(snapshot, text)
        }
        _ => Err("another message".to_owned()),
    }
}

/// A message without what searches of bots found, which is theirs to know, and without absences of which the
/// model does not know the beginning.
fn plain(message: &ServerMsg, expected: &ServerMsg) -> ServerMsg {
    let mut message = message.clone();
    if let (Some(seats), Some(expected)) = (seats(&mut message), seats(&mut expected.clone())) {
        for side in Side::BOTH {
            if let (
                Seat::Human {
                    away: Some(away), ..
                },
                Seat::Human { away: known, .. },
            ) = (&mut seats[side], &expected[side])
                && *known == Some(Millis::from_millis(LONG_AGO))
            {
                *away = Millis::from_millis(LONG_AGO);
            }
        }
    }
    let searches = match &mut message {
        ServerMsg::Joined { snapshot, .. } | ServerMsg::Watching { snapshot } => {
            snapshot.searches.as_mut_slice()
        }
        ServerMsg::Event {
            event: RoomEvent::SearchInfo { search },
            ..
        } => std::slice::from_mut(search),
        _ => &mut [],
    };
    for search in searches {
        (search.score, search.nodes, search.elapsed) = (0, 0, Millis::ZERO);
        (search.depth, search.exact) = (None, None);
        search.pv.clear();
    }
    message
}

fn seats(message: &mut ServerMsg) -> Option<&mut BySide<Seat>> {
    match message {
        ServerMsg::Joined { snapshot, .. } | ServerMsg::Watching { snapshot } => {
            Some(&mut snapshot.seats)
        }
        ServerMsg::RoomInfo { room } => Some(&mut room.seats),
        ServerMsg::Event {
            event: RoomEvent::Started { seats, .. },
            ..
        } => Some(seats),
        _ => None,
    }
}

/// Returns true if these are the values of the columns of a board on which discs fall.
fn are_columns_of(game: &Game, columns: &[ColumnValue]) -> bool {
    if game.variant().family() == Family::Free {
        return columns.is_empty();
    }
    let open: Vec<_> = game.legal().map(Square::column).collect();
    let full = (0..game.shape().columns).map(|column| !open.contains(&column));
    columns
        .iter()
        .map(|value| *value == ColumnValue::Full)
        .eq(full)
}

/// Returns true if these are lines of play from this position of a free board, the best first.
fn are_lines_of(game: &Game, lines: &[BestLine]) -> bool {
    if game.variant().family() == Family::Gravity {
        return lines.is_empty();
    }
    let are_legal = lines.iter().all(|line| {
        let plies = game.plies().iter().chain(&line.pv);
        !line.pv.is_empty() && Game::after(game.variant(), plies.copied()).is_ok()
    });
    let begins: BTreeSet<_> = lines.iter().map(|line| line.pv.first()).collect();
    let most = MOST_LINES.min(game.legal().count());
    are_legal
        && (1..=most).contains(&lines.len())
        && begins.len() == lines.len()
        && lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score))
}

/// Returns true if these are the games of these seats, those that wait first and those that ended last.
fn are_games_of(seats: &[YourSeat], games: &[YourGame]) -> bool {
    let is_one = |game: &YourGame| {
        let is_over = matches!(game.room.phase, Phase::Over { .. });
        let seat = seats.iter().find(|seat| seat.room == game.room.room);
        let is_seat = seat.is_some_and(|seat| {
            // How long the others have been away is in other answers.
            let expected = seat.game.clone().map(|mut expected| {
                expected.room.seats.clone_from(&game.room.seats);
                expected.ended = game.ended;
                expected
            });
            seat.side == game.side && expected.is_none_or(|expected| expected == *game)
        });
        is_seat && is_over == game.ended.is_some()
    };
    games.len() == seats.len()
        && games.iter().all(is_one)
        && games.is_sorted_by_key(|game| (!game.your_turn, game.ended.is_some()))
}

/// Compares the text of a game with the game.
fn is_record_of(snapshot: &Snapshot, text: &str) -> Result<(), String> {
    let record: Record = text.parse().map_err(|error| format!("{error}"))?;
    let plies = record.plies().iter().map(|ply| (ply.square(), ply.left()));
    let made = snapshot.plies.iter().map(|ply| (ply.square, ply.left));
    let reason = match &snapshot.phase {
        Phase::Over { outcome } => Some(outcome.reason),
        Phase::Seating | Phase::Playing => None,
    };
    let is_same = plies.eq(made)
        && Named::Known(record.variant()) == snapshot.spec.variant
        && record.clock() == snapshot.spec.clock
        && record.reason() == reason
        && record.tag("Room") == Some(snapshot.room.as_str());
    is_same
        .then_some(())
        .ok_or_else(|| "another game".to_owned())
}
