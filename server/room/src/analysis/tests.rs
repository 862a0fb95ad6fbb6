use protocol::id::PlayerId;
use protocol::refusal::Refusal;

use crate::testing::{ANA, BO, CLEO, DAN, TestRoom, TestRoomSpec};

fn plies_of(table: &TestRoom, who: PlayerId) -> Result<usize, Refusal> {
    let game = table.room.game_to_analyse(who)?;
    Ok(game.plies().len())
}

#[test]
fn during_a_game_the_options_decide_who_is_told() {
    let spec = || TestRoomSpec::new("connect-four");
    for (spec, players_are_told, spectators_are_told) in [
        (spec(), false, false),
        (spec().with_open_thoughts(), false, true),
        (spec().with_hints(), true, true),
    ] {
        let mut table = spec.open_with_bo();
        table.play_moves(&["4", "4"]);
        table.watch(CLEO);
        for (who, is_told) in [
            (ANA, players_are_told),
            (BO, players_are_told),
            (CLEO, spectators_are_told),
        ] {
            let expected = is_told.then_some(2).ok_or(Refusal::HintsOff);
            assert_eq!(plies_of(&table, who), expected, "{who:?}");
        }
        assert_eq!(plies_of(&table, DAN), Err(Refusal::NotInRoom));
    }
}

#[test]
fn where_only_bots_play_everybody_is_told() {
    let mut table = TestRoom::two_bots();
    table.bot_plays("4");
    assert_eq!(plies_of(&table, ANA), Ok(1));
}

#[test]
fn after_a_game_everybody_is_told_but_of_the_position_that_ended_it() {
    let table = TestRoom::played_out();
    assert_eq!(plies_of(&table, BO), Ok(6));
}

#[test]
fn before_a_game_there_is_nothing_to_tell() {
    let table = TestRoomSpec::new("connect-four").with_hints().open();
    assert_eq!(plies_of(&table, ANA), Err(Refusal::NotStarted));
}
