//! Games that ended while this person was not there.

use super::*;

/// Ends the game at the server, which tells nobody.
fn ended_unseen() -> Trial {
    let mut trial = Trial::new(Role::Seat { token: TOKEN }, Some(Side::First), false);
    trial.session.table = None;
    trial.lines.clear();
    trial.seen.phase = Phase::Over {
        outcome: Outcome {
            winner: Some(Side::First),
            reason: Reason::Resignation,
            line: Vec::new(),
        },
    };
    trial
}

/// It was kept at once, as one of the day on which it was seen.
#[test]
fn a_game_that_ended_unseen_is_kept_when_the_server_has_told_when_it_ended() {
    let mut trial = ended_unseen();
    trial.join(Some(Side::First));
    assert_eq!(trial.sent, [ClientMsg::YourGames]);
    assert!(trial.kept.is_empty());
    trial.lines.clear();
    trial.hear(&ServerMsg::YourGames { games: Vec::new() });
    assert_eq!(trial.kept.len(), 1);
    assert_eq!(trial.lines, Vec::<String>::new());
    // It is known to be over from now on.
    trial.join(Some(Side::First));
    assert_eq!((trial.sent.len(), trial.kept.len()), (1, 2));
}

/// A program finds no answer among the lines that it has not asked for.
#[test]
fn nothing_is_asked_for_a_program_nor_for_who_watches_or_sees_the_end() {
    let mut program = ended_unseen();
    program.session.set_verbatim(true);
    let mut watching = ended_unseen();
    let mut seeing = Trial::player();
    program.join(Some(Side::First));
    watching.join(None);
    seeing.over();
    for trial in [program, watching, seeing] {
        assert_eq!((trial.sent.len(), trial.kept.len()), (0, 1));
    }
}

/// The next start offered the way back to a game that was over.
#[test]
fn the_seat_of_a_game_that_is_over_is_saved_again_with_the_next_game() {
    let mut trial = Trial::player();
    assert!(trial.is_saved);
    trial.over();
    assert_eq!(
        (&trial.forgotten[..], trial.is_saved),
        (&[TOKEN][..], false)
    );
    trial.seen.revision = trial.seen.revision.next();
    trial.seen.series.game = 2;
    trial.event(RoomEvent::Started {
        revision: trial.seen.revision,
        series: trial.seen.series,
        seats: trial.seen.seats.clone(),
        clock: None,
        rated: false,
    });
    assert!(trial.is_saved);
    // Whoever returns to it plays on in the room, and comes back there after a lost connection.
    let mut trial = ended_unseen();
    let message = ServerMsg::Joined {
        you: Some(Side::First),
        token: Some(TOKEN),
        owner: false,
        snapshot: Box::new(trial.seen.clone()),
    };
    trial.session.on_message(Millis::default(), &message);
    let effects = trial.session.effects();
    let (room, token) = (trial.seen.room, TOKEN);
    assert!(effects.contains(&Effect::Rejoining { room, token }));
    assert!(effects.contains(&Effect::Forget(token)));
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Seated { .. }))
    );
}
