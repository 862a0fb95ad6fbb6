//! The lobby with and without boards, in time that stands still but when a test waits.

use protocol::side::BySide;
use protocol::view::{Phase, Seat};
use protocol::word::Named;

use super::*;
use crate::outbox::{OutboxReader, Outgoing};

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn summary(draw: u64, plies: usize) -> RoomSummary {
    RoomSummary {
        room: RoomId::from_draw(draw),
        variant: Named::Known(Variant::named("gomoku").expect("a variant")),
        clock: None,
        seats: BySide {
            first: Seat::Open,
            second: Seat::Open,
        },
        phase: Phase::Playing,
        plies: plies as u16,
        spectators: 0,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    }
}

fn client(lobby: &Lobby, who: u64, boards: bool) -> OutboxReader {
    let (outbox, outgoing) = Outbox::in_test(100);
    lobby.enter(PlayerId(who), outbox, boards, None);
    outgoing
}

/// Runs the lobby until the end of the test.
fn run(lobby: &Arc<Lobby>) {
    let lobby = Arc::clone(lobby);
    tokio::spawn(async move { lobby.run(CancellationToken::new()).await });
}

/// Returns all that a client was told since the last call.
fn told(outgoing: &OutboxReader) -> Vec<ServerMsg> {
    let items = std::iter::from_fn(|| outgoing.take());
    let message = |item| match item {
        Outgoing::Frame(frame, _) => frame.message().clone(),
        other @ Outgoing::Left { .. } => panic!("{other:?}"),
    };
    items.map(message).collect()
}

/// Returns the rooms of the next message.
fn rooms(outgoing: &mut OutboxReader) -> Vec<RoomSummary> {
    match outgoing.take() {
        Some(Outgoing::Frame(frame, _)) => match frame.message() {
            ServerMsg::Lobby { rooms, .. } => rooms.clone(),
            ServerMsg::LobbyRoom { room } => vec![room.clone()],
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_board_follows_every_change_of_the_room() {
    let cells: Vec<_> = ["h8", "i9", "j10", "k11"].map(square).to_vec();
    let other: Vec<_> = ["h8", "b2"].map(square).to_vec();
    let mut board = Board::default();
    for (revision, cells, changed) in [
        (1, &cells[..0], true),
        (2, &cells[..1], true),
        (3, &cells[..2], true),
        // Something else changed in the room.
        (3, &cells[..2], false),
        // A ply taken back, then another in its place.
        (4, &cells[..1], true),
        (5, &other[..2], true),
        // Reports that were missed, a new game, and a board that was loaded again.
        (9, &cells[..4], true),
        (10, &cells[..0], true),
        (14, &cells[..3], true),
        (15, &other[..2], true),
        (18, &cells[..3], true),
    ] {
        let revision = Revision(revision);
        assert_eq!(board.follow(BoardView { revision, cells }), changed);
        assert_eq!(board.cells, cells, "{revision:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn moves_are_for_those_who_ask_and_of_rooms_that_may_be_watched() {
    let lobby = Lobby::new(Arc::default(), Cluster::default());
    let mut plain = client(&lobby, 1, false);
    let mut boards = client(&lobby, 2, true);
    assert!(rooms(&mut plain).is_empty() && rooms(&mut boards).is_empty());
    let cells = ["h8", "i9"].map(square);
    let secret = RoomSummary {
        watchable: false,
        ..summary(2, 2)
    };
    for (row, shown) in [(summary(1, 2), Some(cells.to_vec())), (secret, None)] {
        let revision = Revision(3);
        let cells = &cells;
        lobby.show(row.clone(), false, BoardView { revision, cells });
        lobby.pass_on();
        assert_eq!(rooms(&mut plain), std::slice::from_ref(&row));
        let with_moves = RoomSummary {
            moves: shown,
            ..row
        };
        assert_eq!(rooms(&mut boards), [with_moves]);
    }
    // Somebody who asks now gets what was played before, and may change their mind.
    let moves = |rooms: Vec<RoomSummary>| rooms.into_iter().filter_map(|room| room.moves).count();
    assert_eq!(moves(rooms(&mut client(&lobby, 1, true))), 1);
    assert_eq!(moves(rooms(&mut client(&lobby, 1, false))), 0);
}

#[tokio::test(start_paused = true)]
async fn the_newest_fifty_that_may_be_watched_have_their_moves() {
    let lobby = Lobby::new(Arc::default(), Cluster::default());
    let mut boards = client(&lobby, 1, true);
    rooms(&mut boards);
    for draw in 1..=120 {
        let row = RoomSummary {
            watchable: draw % 2 == 0,
            ..summary(draw, 1)
        };
        let (revision, cells) = (Revision(2), &[square("h8")]);
        lobby.show(row, false, BoardView { revision, cells });
    }
    // So many changes are one message, the whole list.
    lobby.pass_on();
    let listed = rooms(&mut boards);
    assert_eq!(listed.len(), 120);
    let with_moves: Vec<_> = listed.iter().map(|room| room.moves.is_some()).collect();
    assert_eq!(with_moves.iter().filter(|has| **has).count(), LOBBY_BOARDS);
    for (index, room) in listed.iter().enumerate() {
        assert_eq!(
            room.moves.is_some(),
            room.watchable && index < 100,
            "{index}"
        );
    }
    // A room behind them has its moves when it changes.
    let (revision, cells) = (Revision(3), &["h8", "i9"].map(square));
    lobby.show(summary(2, 2), false, BoardView { revision, cells });
    lobby.pass_on();
    assert_eq!(rooms(&mut boards)[0].moves, Some(cells.to_vec()));
}

#[tokio::test(start_paused = true)]
async fn a_room_takes_the_place_of_one_that_is_gone_from_a_full_list() {
    let lobby = Lobby::new(Arc::default(), Cluster::default());
    for draw in 0..=LOBBY_ROOMS as u64 {
        lobby.show(summary(draw, 0), false, NO_BOARD);
    }
    let mut plain = client(&lobby, 1, false);
    let shown = rooms(&mut plain);
    assert_eq!(shown.len(), LOBBY_ROOMS);
    assert!(!shown.contains(&summary(0, 0)));
    lobby.hide(RoomId::from_draw(7));
    lobby.pass_on();
    let mut told = told(&plain);
    told.sort_by_key(|message| matches!(message, ServerMsg::LobbyRoomRemoved { .. }));
    let (room, gone) = (summary(0, 0), RoomId::from_draw(7));
    let expected = [
        ServerMsg::LobbyRoom { room },
        ServerMsg::LobbyRoomRemoved { room: gone },
    ];
    assert_eq!(told, expected);
}

/// On a server where a thousand people play, each client was sent the whole list seven times a second.
#[tokio::test(start_paused = true)]
async fn the_whole_list_is_sent_every_two_seconds_at_most() {
    let lobby = Arc::new(Lobby::new(Arc::default(), Cluster::default()));
    let outgoing = client(&lobby, 1, false);
    run(&lobby);
    let play_a_ply_everywhere = |plies: u32| {
        for room in 0..2 * MANY as u64 {
            let board = BoardView {
                revision: Revision(plies),
                cells: &[],
            };
            lobby.show(summary(room, plies as usize), false, board);
        }
    };
    for plies in 0..100 {
        play_a_ply_everywhere(plies);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(WHOLE_EVERY).await;
    let list = |told: &ServerMsg| match told {
        ServerMsg::Lobby { rooms, .. } => Some(rooms.first().map(|room| room.plies)),
        _ => None,
    };
    let lists: Vec<_> = told(&outgoing).iter().filter_map(list).collect();
    assert!((5..=8).contains(&lists.len()), "{lists:?}");
    assert_eq!(lists.last(), Some(&Some(99)), "the last change is told");
}

/// The rooms of a client that comes to the lobby now.
fn shown(lobby: &Lobby) -> Vec<RoomSummary> {
    rooms(&mut client(lobby, 99, false))
}

const NO_BOARD: BoardView<'static> = BoardView {
    revision: Revision(1),
    cells: &[],
};

#[test]
fn rooms_are_found_by_all_of_the_words_and_the_newest_come_first() {
    let lobby = Lobby::new(Arc::default(), Cluster::default());
    for draw in 0..30 {
        let name = format!("an-{draw}-").parse().expect("a name");
        let first = Seat::Human { name, away: None };
        let seats = BySide {
            first,
            second: Seat::Open,
        };
        let room = RoomSummary {
            seats,
            ..summary(draw, 0)
        };
        lobby.show(room, false, NO_BOARD);
    }
    let found = |words| {
        let (found, _) = lobby.find(words);
        found.iter().map(|room| room.room).collect::<Vec<_>>()
    };
    assert_eq!(found("7- GOMOKU an-"), [27, 17, 7].map(RoomId::from_draw));
    assert_eq!(found("an- renju"), []);
    let newest: Vec<_> = (10..30).rev().map(RoomId::from_draw).collect();
    assert_eq!(found(" "), newest);
}

#[test]
fn one_address_fills_a_quarter_of_the_list_and_its_other_rooms_move_up() {
    let lobby = Lobby::new(Arc::default(), Cluster::default());
    lobby.show(summary(1000, 0), false, NO_BOARD);
    for draw in 0..300 {
        lobby.note_opener(RoomId::from_draw(draw), Person::at([10, 0, 0, 66].into()));
        lobby.show(summary(draw, 0), false, NO_BOARD);
    }
    lobby.note_opener(RoomId::from_draw(2000), Person::at([10, 0, 0, 7].into()));
    lobby.show(summary(2000, 0), false, NO_BOARD);
    let listed = shown(&lobby);
    assert_eq!(listed.len(), ROOMS_OF_ONE + 2);
    for honest in [1000, 2000] {
        assert!(listed.contains(&summary(honest, 0)), "{honest}");
    }
    // One that is not in the list is not told either.
    let mut other = client(&lobby, 1, false);
    rooms(&mut other);
    lobby.show(summary(299, 1), false, NO_BOARD);
    lobby.pass_on();
    assert!(other.take().is_none());
    lobby.hide(RoomId::from_draw(3));
    lobby.show(summary(299, 2), false, NO_BOARD);
    assert!(shown(&lobby).contains(&summary(299, 2)));
    assert_eq!(shown(&lobby).len(), ROOMS_OF_ONE + 2);
    let (found, looked_at) = lobby.find(&RoomId::from_draw(250).to_string().to_lowercase());
    assert_eq!((found, looked_at), (vec![summary(250, 0)], 301));
    for draw in 0..300 {
        lobby.hide(RoomId::from_draw(draw));
    }
    assert_eq!(lobby.state().listed_of.len(), 1);
    assert_eq!(lobby.state().openers.len(), 1);
}

/// An open room, or one with a bot, whose host is away for so long.
fn hosted(draw: u64, away: Option<u64>, phase: Phase) -> RoomSummary {
    let host = Seat::Human {
        name: "Ana".parse().expect("a name"),
        away: away.map(Millis::from_secs),
    };
    RoomSummary {
        seats: BySide {
            first: host,
            second: Seat::Open,
        },
        phase,
        ..summary(draw, 0)
    }
}

#[tokio::test(start_paused = true)]
async fn an_open_room_leaves_the_list_while_its_host_is_away_for_long() {
    let lobby = Arc::new(Lobby::new(Arc::default(), Cluster::default()));
    run(&lobby);
    // A match of bots, and a game that goes on, stay.
    lobby.show(summary(1, 0), false, NO_BOARD);
    lobby.show(hosted(2, Some(0), Phase::Playing), false, NO_BOARD);
    lobby.show(hosted(3, Some(60), Phase::Seating), true, NO_BOARD);
    let gomoku = Variant::named("gomoku").expect("a variant");
    let invites = || lobby.inviting(gomoku, None, false).len();
    let watching = client(&lobby, 1, false);
    tokio::time::sleep(Duration::from_secs(239)).await;
    assert_eq!((shown(&lobby).len(), invites()), (3, 1));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!((shown(&lobby).len(), invites()), (2, 0));
    assert!(lobby.lists(RoomId::from_draw(3)), "its code is no secret");
    // Something else happens in it.
    lobby.show(hosted(3, Some(301), Phase::Seating), true, NO_BOARD);
    assert_eq!(shown(&lobby).len(), 2);
    let room = hosted(3, None, Phase::Seating);
    lobby.show(room.clone(), true, NO_BOARD);
    assert_eq!((shown(&lobby).len(), invites()), (3, 1));
    tokio::time::sleep(Duration::from_mins(15)).await;
    assert_eq!(shown(&lobby).len(), 3);
    let told = told(&watching);
    let gone = RoomId::from_draw(3);
    let expected = [
        ServerMsg::LobbyRoomRemoved { room: gone },
        ServerMsg::LobbyRoom { room },
    ];
    assert_eq!(told[told.len() - 2..], expected);
}
