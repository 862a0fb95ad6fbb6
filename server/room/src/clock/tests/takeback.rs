//! Takebacks create no time, and the record shows true times across them.

use protocol::refusal::Refusal;

use super::*;

fn ten_and_five() -> TestRoom {
    let mut table = TestRoomSpec::new("connect-four")
        .clock("10s+5s")
        .open_with_bo();
    table.play_moves(&["4", "4"]);
    table
}

#[test]
fn a_takeback_gives_back_the_increment_and_not_the_time_thought() {
    let mut table = ten_and_five();
    table.wait(2_000).play(ANA, "3");
    assert_eq!(table.left(), (13_000, 10_000));
    table.take_back(ANA);
    assert_eq!(table.left(), (8_000, 10_000));
    table.wait(1_000);
    assert_eq!(table.left(), (7_000, 10_000), "the asker is on the clock");
    assert_eq!(table.resumed().left(), (8_000, 10_000));
}

#[test]
fn a_takeback_of_two_plies_takes_both_increments_and_keeps_what_the_asker_thought() {
    let mut table = ten_and_five();
    table.wait(2_000).play(ANA, "3");
    table.wait(3_000).play(BO, "3");
    table.wait(1_500).take_back(ANA);
    assert_eq!(table.left(), (6_500, 7_000));
    assert_eq!(table.resumed().left(), (6_500, 7_000));
}

#[test]
fn after_a_takeback_the_record_has_the_times_of_the_plies_that_were_made() {
    let mut table = ten_and_five();
    table.wait(2_000).play(ANA, "3");
    table.wait(1_000).play(BO, "3");
    assert_eq!(table.times(), [10_000, 10_000, 13_000, 14_000]);
    table.take_back(ANA);
    assert_eq!(table.times(), [10_000, 10_000]);
    table.wait(500).play(ANA, "2");
    table.wait(250).play(BO, "2");
    let times = [10_000, 10_000, 12_500, 13_750];
    assert_eq!(table.times(), times);
    assert_eq!(table.resumed().times(), times);
}

#[test]
fn after_a_takeback_to_the_empty_board_no_ply_is_free_and_nothing_is_aborted() {
    let mut table = ten_and_five();
    table.take_back(ANA);
    assert_eq!(table.snapshot(ANA).plies.len(), 0);
    table.refuses(act(ANA, Act::Abort), Refusal::TooLateToAbort);
    assert_eq!(table.due_in(), Some(10_000));
    table.wait(1_000).play(ANA, "4");
    table.wait(2_000).play(BO, "4");
    assert_eq!(table.left(), (14_000, 13_000));
    assert_eq!(table.resumed().left(), (14_000, 13_000));
}

#[test]
fn a_first_ply_taken_back_is_not_free_again_for_its_side() {
    let mut table = blitz();
    table.play(ANA, "4");
    table.take_back(ANA);
    assert_eq!(table.running(), Some(Side::First));
    table.wait(10_000).play(ANA, "3");
    assert_eq!(table.left(), (52_000, 60_000));
    table.wait(10_000).play(BO, "3");
    assert_eq!(table.left(), (52_000, 60_000), "the other's first is free");
    let mut table = blitz();
    table.play(ANA, "4");
    table.take_back(ANA);
    table.give(act(ANA, Act::Abort));
}

#[test]
fn an_increment_that_is_spent_cannot_be_given_back() {
    let mut table = ten_and_five();
    table.play(ANA, "3");
    table.wait(9_000).play(BO, "3");
    // Bo has 6 of the 15 seconds, the increment of 5 among them, and Ana 2 of hers.
    table.wait(13_000);
    assert_eq!(table.left(), (2_000, 6_000));
    let ask = act(ANA, Act::AskTakeback);
    let refusal = Err(Refusal::NothingToTakeBack);
    assert_eq!(table.try_give(ask.clone()), refusal);
    assert_eq!(table.left(), (2_000, 6_000));
    // An answer comes later than its question.
    let mut table = ten_and_five();
    table.play(ANA, "3");
    table.play(BO, "3");
    table.wait(9_999).give(ask);
    table.wait(1);
    assert_eq!(
        table.try_give(act(BO, Act::AnswerTakeback { accept: true })),
        refusal,
        "she would be left with nothing, and lose on time"
    );
}
