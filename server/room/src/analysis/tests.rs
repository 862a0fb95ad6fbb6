use protocol::id::PlayerId;
use protocol::refusal::Refusal;

use crate::Command;
use crate::testing::{ANA, BO, CLEO, DAN, TestRoom, TestRoomSpec, name_of};

fn plies_of(table: &TestRoom, who: PlayerId) -> Result<usize, Refusal> {
    let game = table.room.game_to_analyse(who)?;
    Ok(game.plies().len())
}

#[test]
fn during_a_game_without_hints_nobody_is_told() {
    let mut table = TestRoom::two_people();
    table.play(ANA, "4");
    for who in [ANA, BO] {
        assert_eq!(plies_of(&table, who), Err(Refusal::HintsOff));
    }
}

#[test]
fn with_hints_those_present_are_told_of_the_game_so_far() {
    let mut table = TestRoomSpec::new("connect-four")
        .with_hints()
        .open_with_bo();
    table.play(ANA, "4");
    table.play(BO, "4");
    let (who, name) = (CLEO, name_of(CLEO));
    table.give(Command::Watch {
        who,
        name,
        key: None,
    });
    for who in [ANA, BO, CLEO] {
        assert_eq!(plies_of(&table, who), Ok(2));
    }
    assert_eq!(plies_of(&table, DAN), Err(Refusal::NotInRoom));
}

#[test]
fn with_open_thoughts_spectators_are_told_and_players_are_not() {
    let mut table = TestRoomSpec::new("connect-four")
        .with_open_thoughts()
        .open_with_bo();
    table.play(ANA, "4");
    table.watch(CLEO);
    assert_eq!(plies_of(&table, CLEO), Ok(1));
    for who in [ANA, BO] {
        assert_eq!(plies_of(&table, who), Err(Refusal::HintsOff));
    }
}

#[test]
fn where_only_bots_play_everybody_is_told() {
    let mut table = TestRoomSpec::new("connect-four")
        .seats("bot:random", "bot:random")
        .open();
    table.bot_plays("4");
    assert_eq!(plies_of(&table, ANA), Ok(1));
}

#[test]
fn after_a_game_everybody_is_told_but_of_the_position_that_ended_it() {
    let mut table = TestRoom::two_people();
    for (who, square) in [
        (ANA, "1"),
        (BO, "2"),
        (ANA, "1"),
        (BO, "2"),
        (ANA, "1"),
        (BO, "2"),
        (ANA, "1"),
    ] {
        table.play(who, square);
    }
    assert_eq!(plies_of(&table, BO), Ok(6));
}

#[test]
fn before_a_game_there_is_nothing_to_tell() {
    let table = TestRoomSpec::new("connect-four").with_hints().open();
    assert_eq!(plies_of(&table, ANA), Err(Refusal::NotStarted));
}
