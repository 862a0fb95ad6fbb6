//! Tests of the state that survives a lost connection.

use protocol::act::Act;
use protocol::id::Revision;
use protocol::side::Side;
use protocol::spec::OpeningChoice;
use protocol::square::Square;

use super::*;
use crate::net::tests::{room, welcome};
use crate::ui::app::tests::snapshot;

/// A move with its column as `ref`.
fn a_move(column: u8) -> Envelope<ClientMsg> {
    Envelope {
        reference: Some(column.into()),
        message: ClientMsg::Act(Act::Move {
            revision: Revision(3),
            square: Square::new(column, 0).unwrap(),
        }),
    }
}

#[test]
fn while_the_line_is_down_a_resignation_waits_for_the_table_and_the_rest_is_dropped() {
    let text = || "hello".to_owned();
    let you = Some(Side::First);
    let mut pending = Pending::default();
    pending.on_message(&welcome());
    pending.on_message(&joined(you, room()));
    assert!(pending.on_disconnect());
    let order = |message| Envelope {
        reference: Some(7),
        message,
    };
    let resign = order(Act::Resign.into());
    for order in [
        order(Act::OfferDraw.into()),
        order(Act::AnswerTakeback { accept: true }.into()),
        order(Act::Claim.into()),
        order(ClientMsg::Chat { text: text() }),
        order(ClientMsg::LobbyChat { text: text() }),
        resign.clone(),
        // It would be refused after the resignation.
        a_move(1),
    ] {
        assert_eq!(pending.order(order), None);
    }
    assert_eq!(pending.on_message(&welcome()), []);
    assert_eq!(pending.on_message(&joined(you, room())), [resign]);
    let claim = order(Act::Claim.into());
    assert_eq!(pending.order(claim.clone()), Some(claim));
}

/// A choice has a revision, too.
#[test]
fn of_the_moves_and_choices_made_while_the_line_is_down_the_last_waits() {
    let choice = Envelope::from(ClientMsg::Act(Act::Choose {
        revision: Revision(3),
        choice: OpeningChoice::White,
    }));
    for last in [a_move(2), choice] {
        let mut pending = Pending::new(true);
        pending.on_message(&welcome());
        pending.on_disconnect();
        pending.order(a_move(1));
        pending.order(last.clone());
        assert_eq!(pending.on_message(&welcome()), []);
        let again = pending.unanswered.as_mut().and_then(Sent::write_again);
        assert_eq!(again, Some(last));
    }
}

#[test]
fn a_move_is_judged_by_the_answer_to_itself_of_a_server_that_goes_on() {
    for (refusal, reference, is_kept) in [
        (Refusal::ShuttingDown, Some(1), true),
        (Refusal::NotSeated, Some(1), false),
        (Refusal::NotSeated, Some(2), true),
        (Refusal::NotSeated, None, true),
    ] {
        let mut pending = Pending::default();
        pending.on_message(&welcome());
        pending.order(a_move(1));
        pending.on_refused(reference, &refusal);
        assert_eq!(pending.unanswered.is_some(), is_kept, "{reference:?}");
    }
}

#[test]
fn moves_and_resignations_have_refs_of_their_own_but_not_in_the_hands_of_a_program() {
    let unmarked = |message: &ClientMsg| Envelope::from(message.clone());
    let messages = [a_move(1).message, ClientMsg::Act(Act::Resign)];
    for is_verbatim in [false, true] {
        let mut pending = Pending::new(is_verbatim);
        pending.on_message(&welcome());
        let mut written = messages.each_ref().map(|message| {
            let written = pending.order(unmarked(message)).unwrap();
            assert_eq!(written.message, *message);
            written.reference
        });
        if is_verbatim {
            assert_eq!(written, [None, None]);
        } else {
            written.sort_unstable();
            assert!(written[0].is_some() && written[0] < written[1]);
        }
    }
}

/// The room as it is told to somebody who comes.
fn joined(you: Option<Side>, room: RoomId) -> ServerMsg {
    let mut snapshot = snapshot("connect-four");
    snapshot.room = room;
    ServerMsg::Joined {
        you,
        token: None,
        snapshot: Box::new(snapshot),
        owner: false,
    }
}

/// Its room is not there any more, or the seat is somebody else's.
#[test]
fn a_move_of_a_seat_that_is_lost_is_made_nowhere_else() {
    let you = Some(Side::First);
    for found in [joined(you, RoomId::from_draw(99)), joined(None, room())] {
        let mut pending = Pending::default();
        pending.on_message(&welcome());
        assert_eq!(pending.on_message(&joined(you, room())), []);
        pending.order(a_move(1));
        assert!(pending.on_disconnect());
        assert_eq!(pending.on_message(&welcome()), []);
        pending.on_refused(None, &Refusal::WrongToken { room: room() });
        assert_eq!(pending.on_message(&found), []);
    }
}

#[test]
fn a_tournament_at_another_server_is_followed_there_unless_a_room_keeps_the_connection() {
    let tournament = RoomId::from_draw(9);
    let follow = || {
        Envelope::from(ClientMsg::FollowTournament {
            tournament,
            token: None,
        })
    };
    // The screens follow it again by themselves.
    for (in_screens, waiting) in [(true, vec![]), (false, vec![follow()])] {
        let mut pending = Pending::default();
        pending.on_message(&welcome());
        pending.set_home(Some((room(), Role::Spectator)));
        pending.order(follow());
        assert!(!pending.on_elsewhere(None, tournament, in_screens));
        pending.set_home(None);
        pending.order(follow());
        assert!(!pending.on_elsewhere(None, room(), in_screens));
        assert!(pending.on_elsewhere(None, tournament, in_screens));
        pending.on_disconnect();
        assert_eq!(pending.on_message(&welcome()), waiting);
    }
}
