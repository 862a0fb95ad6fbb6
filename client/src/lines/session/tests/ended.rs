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
