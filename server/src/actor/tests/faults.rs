//! Rooms that break, and rooms whose store fails.

use super::*;

/// The fault put everybody out, and whoever was back first claimed the game.
#[tokio::test(start_paused = true)]
async fn nobody_claims_at_once_from_one_whom_a_fault_of_the_room_put_out() {
    let mut trial = Trial::open().await;
    trial.enter(1, Part::Player(Token(2))).await;
    for who in [0, 1] {
        trial.play(who).await;
    }
    wait(3_600_000).await;
    trial.break_room().await;
    trial.room = trial.directory.find(trial.room.room()).await.unwrap();
    trial.enter(0, Part::Returning(Token(1))).await;
    let claim = Command::Act {
        who: PlayerId(0),
        act: Act::Claim,
        round_trip: Millis::ZERO,
    };
    let claimed = trial.room.host(claim).await.expect("the room is there");
    let wait = Config::default().timing.grace;
    assert_eq!(claimed, Err(Refusal::ClaimTooEarly { wait }));
}

#[tokio::test(start_paused = true)]
async fn a_room_that_broke_comes_back_though_nobody_asks_for_it() {
    let mut trial = Trial::open_with(Some("60s")).await;
    trial.enter(1, Part::Player(Token(2))).await;
    for who in [0, 1] {
        trial.play(who).await;
    }
    let revived = Arc::clone(&trial.directory).revive_due(CancellationToken::new());
    let revived = tokio::spawn(revived);
    trial.break_room().await;
    assert_eq!(trial.directory.in_memory_count(), 0);
    wait(6_000).await;
    assert_eq!(trial.directory.in_memory_count(), 1);
    trial.room = trial.directory.find(trial.room.room()).await.unwrap();
    // The next time it takes twice as long.
    trial.break_room().await;
    wait(6_000).await;
    assert_eq!(trial.directory.in_memory_count(), 0);
    wait(5_000).await;
    assert_eq!(trial.directory.in_memory_count(), 1);
    trial.room = trial.directory.find(trial.room.room()).await.unwrap();
    // Ana does not come back: her grace period ends, and then her time.
    wait(121_000).await;
    let row = trial.room.look().await.expect("the room is there");
    assert!(matches!(row.phase, Phase::Over { .. }), "{:?}", row.phase);
    revived.abort();
}

/// The note of its rest was the end of the room in memory: whatever came after the game was refused as `internal`.
#[tokio::test(start_paused = true)]
async fn a_game_that_ends_with_nobody_back_is_kept_in_memory_for_a_rematch() {
    let mut trial = Trial::open_with(Some("60s")).await;
    trial.enter(1, Part::Player(Token(2))).await;
    for who in [0, 1] {
        trial.play(who).await;
    }
    let revived = Arc::clone(&trial.directory).revive_due(CancellationToken::new());
    let revived = tokio::spawn(revived);
    trial.break_room().await;
    wait(130_000).await;
    trial.room = trial.directory.find(trial.room.room()).await.unwrap();
    let row = trial.room.look().await.expect("the room is there");
    assert!(matches!(row.phase, Phase::Over { .. }), "{:?}", row.phase);
    trial.enter(0, Part::Returning(Token(1))).await;
    let rematch = Command::Act {
        who: PlayerId(0),
        act: Act::Rematch,
        round_trip: Millis::ZERO,
    };
    let offered = trial.room.host(rematch).await.expect("the room is there");
    assert_eq!(offered, Ok(()));
    revived.abort();
}
