//! Tests of the state that survives a lost connection.

use protocol::id::Seq;
use protocol::spec::OpeningChoice;
use protocol::square::Square;
use protocol::view::{ChatLine, LeftWhy};

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
fn while_the_line_is_down_offers_are_dropped_and_the_rest_waits() {
    let mut pending = Pending::default();
    pending.on_message(&welcome());
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
        resign.clone(),
    ] {
        assert_eq!(pending.order(order), None);
    }
    assert_eq!(pending.on_message(&welcome()), [resign]);
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
        let again = pending.unanswered.as_mut().and_then(Unanswered::resend);
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

/// Its room is not there any more, or the seat is somebody else's.
#[test]
fn a_move_of_a_seat_that_is_lost_is_made_nowhere_else() {
    let mut elsewhere = joined(Some(Side::First), &[]);
    if let ServerMsg::Joined { snapshot, .. } = &mut elsewhere {
        snapshot.room = RoomId::from_draw(99);
    }
    for told in [elsewhere, joined(None, &[])] {
        let mut pending = at(&joined(Some(Side::First), &[]));
        pending.order(a_move(1));
        assert!(pending.on_disconnect());
        assert_eq!(pending.on_message(&welcome()), []);
        pending.on_refused(None, &Refusal::WrongToken { room: room() });
        assert_eq!(pending.on_message(&told), []);
    }
}

/// The name of this person at their seat, which another name on the server does not change.
const AT_SEAT: &str = "Ana of then";

fn talk(text: &str) -> Envelope<ClientMsg> {
    let text = text.to_owned();
    ClientMsg::Chat { text }.into()
}

fn to_lobby(text: &str) -> Envelope<ClientMsg> {
    let text = text.to_owned();
    ClientMsg::LobbyChat { text }.into()
}

fn line(name: &str, side: Option<Side>, text: &str) -> ChatLine {
    ChatLine {
        name: Name::clean(name).unwrap(),
        side,
        text: ChatText::clean(text).unwrap(),
    }
}

/// The room as it is told to somebody who comes, with this talk of theirs.
fn joined(you: Option<Side>, said: &[&str]) -> ServerMsg {
    let mut snapshot = snapshot("connect-four");
    snapshot.room = room();
    if let Some(side) = you {
        let name = Name::clean(AT_SEAT).unwrap();
        snapshot.seats[side] = Seat::Human { name, away: None };
    }
    let others = [line("Bo", None, "hi"), line("Bo", you, "one")];
    let name = if you.is_some() { AT_SEAT } else { "Ana" };
    // The side is that of the moment in which it was said, and a rematch changes it.
    let mine = said
        .iter()
        .map(|text| line(name, you.map(Side::other), text));
    snapshot.chat = others.into_iter().chain(mine).collect();
    ServerMsg::Joined {
        you,
        token: None,
        snapshot: Box::new(snapshot),
        owner: false,
    }
}

fn lobby(said: &[&str]) -> ServerMsg {
    let line = |text: &&str| LobbyLine {
        name: Name::clean("Ana").unwrap(),
        text: ChatText::clean(text).unwrap(),
    };
    ServerMsg::Lobby {
        rooms: Vec::new(),
        players: Vec::new(),
        present: 1,
        chat: said.iter().map(line).collect(),
    }
}

fn refused(refusal: Refusal) -> ServerMsg {
    ServerMsg::Refused {
        message: refusal.to_string(),
        refusal,
    }
}

/// Makes the message that says something at a place.
type Say = fn(&str) -> Envelope<ClientMsg>;

/// Both places of talk, each with the message for it.
fn places() -> [(ServerMsg, Say); 2] {
    [(joined(None, &[]), talk), (lobby(&[]), to_lobby)]
}

/// A connection that is in the room, or in the lobby.
fn at(place: &ServerMsg) -> Pending {
    let mut pending = Pending::default();
    pending.on_message(&welcome());
    assert_eq!(pending.on_message(place), []);
    pending
}

/// Loses the connection, comes back, and returns what is written at the place.
fn again(pending: &mut Pending, place: &ServerMsg) -> Vec<String> {
    assert!(pending.on_disconnect());
    assert_eq!(pending.on_message(&welcome()), [], "before the place");
    texts(pending.on_message(place))
}

fn texts(orders: Vec<Envelope<ClientMsg>>) -> Vec<String> {
    let texts = orders.into_iter().map(|order| match order.message {
        ClientMsg::Chat { text } | ClientMsg::LobbyChat { text } => text,
        other => panic!("{other:?}"),
    });
    texts.collect()
}

/// Says something, and returns the `ref` of the message that is written at once.
fn say(pending: &mut Pending, order: Envelope<ClientMsg>) -> u32 {
    let message = order.message.clone();
    let written = pending.order(order).expect("the place is entered");
    assert_eq!(written.message, message);
    written.reference.expect("it has one")
}

#[test]
fn a_line_whose_answer_is_lost_is_said_again_unless_it_has_arrived() {
    for you in [Some(Side::First), None] {
        let mut pending = at(&joined(you, &[]));
        say(&mut pending, talk("one"));
        say(&mut pending, talk("two"));
        // That of somebody else with the same text is another one.
        assert_eq!(again(&mut pending, &joined(you, &["one"])), ["two"]);
        assert_eq!(again(&mut pending, &joined(you, &["one", "two"])), [""; 0]);
        assert_eq!(again(&mut pending, &joined(you, &["one", "two"])), [""; 0]);
    }
}

/// The greeting of a server that gives this name.
fn welcome_as(guest: &str) -> ServerMsg {
    let mut greeting = welcome();
    if let ServerMsg::Welcome { name, .. } = &mut greeting {
        *name = Name::clean(guest).unwrap();
    }
    greeting
}

/// A guest has another name on each connection: what they said under the one before was said once more.
#[test]
fn a_line_of_a_guest_who_comes_back_under_another_name_is_not_said_again() {
    let come = |pending: &mut Pending, guest: &str| {
        assert_eq!(pending.on_message(&welcome_as(guest)), []);
    };
    for (place, order) in places() {
        let told = |said: &[&str]| {
            let mut told = match &place {
                ServerMsg::Lobby { .. } => lobby(said),
                _ => joined(None, said),
            };
            match &mut told {
                ServerMsg::Lobby { chat, .. } => {
                    for line in chat {
                        line.name = Name::clean("guest-07").unwrap();
                    }
                }
                ServerMsg::Joined { snapshot, .. } => {
                    let chat = snapshot.chat.iter_mut();
                    for line in chat.filter(|line| line.name.as_str() == "Ana") {
                        line.name = Name::clean("guest-07").unwrap();
                    }
                }
                _ => {}
            }
            told
        };
        let mut pending = Pending::default();
        come(&mut pending, "guest-07");
        assert_eq!(pending.on_message(&told(&[])), []);
        say(&mut pending, order("one"));
        say(&mut pending, order("two"));
        assert!(pending.on_disconnect());
        come(&mut pending, "guest-12");
        assert_eq!(texts(pending.on_message(&told(&["one"]))), ["two"]);
    }
}

#[test]
fn a_line_that_was_said_before_in_the_same_words_does_not_stand_for_the_lost_one() {
    for known in [true, false] {
        let mut pending = at(&joined(None, if known { &["hi"] } else { &[] }));
        if !known {
            let reference = say(&mut pending, talk("hi"));
            let line = line("Ana", None, "hi");
            let posted = ServerMsg::Event {
                room: room(),
                seq: Seq(9),
                event: RoomEvent::ChatPosted { line },
            };
            assert_eq!(pending.on_talk_answered(Some(reference), &posted), None);
        }
        say(&mut pending, talk("hi"));
        assert_eq!(again(&mut pending, &joined(None, &["hi"])), ["hi"]);
        assert_eq!(again(&mut pending, &joined(None, &["hi", "hi"])), [""; 0]);
    }
}

#[test]
fn a_line_waits_for_its_place_in_order() {
    for (place, order) in places() {
        let mut pending = at(&place);
        say(&mut pending, order("zero"));
        pending.on_disconnect();
        assert_eq!(pending.order(order("one")), None);
        assert_eq!(pending.on_message(&welcome()), []);
        assert_eq!(pending.order(order("two")), None, "not entered yet");
        assert_eq!(texts(pending.on_message(&place)), ["zero", "one", "two"]);
        // Once more told of the place, on the same connection, nothing is said twice.
        assert_eq!(pending.on_message(&place), []);
        say(&mut pending, order("three"));
    }
}

#[test]
fn a_line_that_was_told_without_its_answer_is_not_said_again() {
    let mut pending = at(&joined(None, &[]));
    say(&mut pending, talk("one"));
    // A connection that fell behind is told of the room as it is by then.
    assert_eq!(pending.on_message(&joined(None, &["one"])), []);
    assert_eq!(again(&mut pending, &joined(None, &["one"])), [""; 0]);
}

#[test]
fn a_refused_line_comes_back_and_a_server_on_its_way_out_refuses_none() {
    for (place, order) in places() {
        let mut pending = at(&place);
        let wait = protocol::millis::Millis::from_secs(1);
        let too_fast = refused(Refusal::TooFast { wait });
        say(&mut pending, order("one"));
        let reference = say(&mut pending, order("two"));
        assert_eq!(pending.on_talk_answered(None, &too_fast), None);
        assert_eq!(pending.on_talk_answered(Some(7), &too_fast), None);
        let back = pending.on_talk_answered(Some(reference), &too_fast);
        assert_eq!(back.map(|talk| talk.text).as_deref(), Some("two"));
        let reference = say(&mut pending, order("three"));
        let stops = refused(Refusal::ShuttingDown);
        assert_eq!(pending.on_talk_answered(Some(reference), &stops), None);
        assert_eq!(again(&mut pending, &place), ["one", "three"]);
    }
}

#[test]
fn talk_of_one_room_is_not_said_in_another() {
    let mut pending = at(&joined(None, &[]));
    say(&mut pending, talk("one"));
    let mut elsewhere = snapshot("connect-four");
    elsewhere.room = "ABCDEF".parse().unwrap();
    let elsewhere = ServerMsg::Joined {
        you: None,
        token: None,
        snapshot: Box::new(elsewhere),
        owner: false,
    };
    assert_eq!(again(&mut pending, &elsewhere), [""; 0]);
    assert_eq!(again(&mut pending, &joined(None, &[])), [""; 0]);
    // Nor after the room was left.
    say(&mut pending, talk("two"));
    let why = LeftWhy::Asked;
    pending.on_message(&ServerMsg::Left { room: room(), why });
    assert_eq!(again(&mut pending, &joined(None, &[])), [""; 0]);
}

#[test]
fn the_lobby_that_was_left_is_told_when_it_is_entered_again() {
    let mut pending = at(&lobby(&[]));
    assert!(pending.order(ClientMsg::LeaveLobby.into()).is_some());
    assert_eq!(pending.order(to_lobby("one")), None);
    assert_eq!(texts(pending.on_message(&lobby(&[]))), ["one"]);
}
