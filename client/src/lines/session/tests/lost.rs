//! Lines typed while the connection is lost.

use super::*;

impl Trial {
    fn lose(&mut self) {
        self.session.on_lost();
    }

    /// The messages that were given to the connection since this was asked last.
    fn orders(&mut self) -> Vec<ClientMsg> {
        std::mem::take(&mut self.sent)
    }

    /// Lines said since the last call.
    fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }
}

pub(super) fn chat_line(said: &str) -> ChatLine {
    let (name, text) = said.split_once(": ").unwrap();
    ChatLine {
        name: Name::clean(name).unwrap(),
        side: None,
        text: ChatText::clean(text).unwrap(),
    }
}

/// Returns the lines of talk that are written at the return, where `before` was said before the loss and the server
/// has `told` then.
fn talk_at_the_return(before: &[&str], told: &[&str]) -> Vec<String> {
    let mut trial = Trial::player();
    for said in before {
        let line = chat_line(said);
        trial.event(RoomEvent::ChatPosted { line });
        assert_eq!(trial.lines.last().unwrap(), said);
    }
    trial.lose();
    trial.said();
    trial.seen.chat = told.iter().map(|said| chat_line(said)).collect();
    trial.join(Some(Side::First));
    let mut said = trial.said();
    // A return without an end of the connection, as after a gap, tells nothing again.
    trial.join(Some(Side::First));
    let again = trial.said();
    said.retain(|line| !again.contains(line));
    assert_eq!(again.len(), 4, "{again:?}");
    said
}

/// Talk of the time without a connection was never written.
#[test]
fn what_was_said_while_the_connection_was_lost_is_told_once_at_the_return() {
    let full: Vec<_> = (1..=52).map(|number| format!("Ben: {number}")).collect();
    let full: Vec<_> = full.iter().map(String::as_str).collect();
    for (before, told, expected) in [
        (&[][..], &[][..], &[][..]),
        (&["Ben: a", "Ana: b"], &["Ben: a", "Ana: b"], &[]),
        (&[], &["Ben: a", "Cleo: b"], &["Ben: a", "Cleo: b"]),
        // The echo of one's own line went down with the connection.
        (&["Ben: a"], &["Ben: a", "Ana: b"], &["Ana: b"]),
        (&["Ben: a"], &["Ben: a", "Ben: a"], &["Ben: a"]),
        // The server tells the last fifty.
        (&full[..50], &full[2..], &["Ben: 51", "Ben: 52"]),
        (&full[..2], &full[2..], &full[2..]),
        // Cleo was muted for as long as the connection lasted.
        (
            &["Ben: a", "Ben: c"],
            &["Ben: a", "Cleo: b", "Ben: c", "Ben: d"],
            &["Ben: d"],
        ),
    ] {
        assert_eq!(talk_at_the_return(before, told), expected, "{before:?}");
    }
}

fn at_a_terminal() -> Trial {
    let mut trial = Trial::new(Role::Player, Some(Side::First), false);
    trial.lines.clear();
    trial
}

/// Nothing was said of it, and the seat was said to be kept once the connection was back.
#[test]
fn a_resignation_is_kept_and_its_answer_waited_for_also_after_the_return() {
    for is_patient in [true, false] {
        let mut trial = Trial::new(Role::Player, Some(Side::First), is_patient);
        trial.lose();
        trial.said();
        trial.types(&["resign"]);
        let kept = "your resignation is kept: sent when the connection is back";
        assert_eq!(trial.said(), [kept]);
        assert_eq!(trial.orders(), [ClientMsg::Act(Act::Resign)]);
        trial.input_ends();
        trial.join(Some(Side::First));
        // The connection has sent it, or sends it again.
        assert_eq!((trial.orders(), trial.ended.clone()), (vec![], None));
        assert!(!trial.has_said("your seat is kept"), "{:?}", trial.lines);
        trial.over();
        assert_eq!(trial.orders(), [ClientMsg::Leave]);
        assert!(!trial.has_said("your seat is kept"), "{:?}", trial.lines);
    }
}

#[test]
fn a_resignation_that_the_connection_took_with_it_is_waited_for_in_the_same_game_alone() {
    for (is_same, leaves) in [(true, false), (false, true)] {
        let mut trial = Trial::player();
        trial.types(&["resign"]);
        trial.input_ends();
        assert_eq!(trial.orders(), [ClientMsg::Act(Act::Resign)]);
        trial.lose();
        if !is_same {
            trial.seen.series.game += 1;
        }
        trial.join(Some(Side::First));
        assert_eq!(trial.orders().contains(&ClientMsg::Leave), leaves);
    }
}

/// The server that comes back judges it.
#[test]
fn a_resignation_that_a_server_on_its_way_out_refused_is_waited_for() {
    for (refusal, leaves) in [(Refusal::ShuttingDown, false), (Refusal::NotSeated, true)] {
        let mut trial = Trial::player();
        trial.types(&["resign"]);
        trial.input_ends();
        trial.orders();
        trial.refuse(refusal);
        trial.lose();
        trial.join(Some(Side::First));
        assert_eq!(trial.orders().contains(&ClientMsg::Leave), leaves);
    }
}

#[test]
fn what_is_typed_without_a_connection_is_told_as_kept_or_not_sent() {
    let mut trial = at_a_terminal();
    trial.lose();
    for (line, expected, is_sent) in [
        ("4", "your move 4 is kept", true),
        // The last one counts, as on the screens.
        ("5", "your move 5 is kept", true),
        ("say hello", "not sent: try again", false),
        ("draw", "not sent: try again", false),
        ("takeback", "not sent: try again", false),
        ("abort", "not sent: try again", false),
        ("claim", "not sent: try again", false),
        ("analyse", "not sent: try again", false),
        ("clocks", "nobody has a clock", false),
    ] {
        trial.types(&[line]);
        let said = trial.said();
        let is_said = matches!(&said[..], [said] if said.contains(expected));
        assert!(is_said, "{line}: {said:?}");
        assert_eq!(trial.orders().len(), usize::from(is_sent), "{line}");
    }
}

/// The server closed the connection over it, and was sent it again by the next one.
#[test]
fn a_line_that_no_server_takes_is_not_sent() {
    let mut trial = at_a_terminal();
    trial.types(&[&format!("say {}", "ñ".repeat(201))]);
    let said = trial.said();
    assert!(
        said[0].contains("at most 200") && said[0].contains("201"),
        "{said:?}"
    );
    assert_eq!(trial.orders(), []);
    trial.types(&[&format!("say {}", "ñ".repeat(200))]);
    assert_eq!(trial.orders().len(), 1);
}

#[test]
fn lines_of_a_pipe_wait_for_the_connection() {
    let mut trial = Trial::player();
    trial.lose();
    trial.types(&["draw", "who"]);
    assert_eq!(trial.orders(), []);
    trial.join(Some(Side::First));
    assert_eq!(
        trial.orders().first(),
        Some(&ClientMsg::Act(Act::OfferDraw))
    );
}
