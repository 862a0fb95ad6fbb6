//! Plies by people, and the ways to end a game.

use protocol::act::Act;
use protocol::spec::{Grace, OpeningChoice};
use protocol::view::{self};

mod swap2;

use super::*;
use crate::testing::{ANA, BO, CLEO, DAN, TestRoom, TestRoomSpec, act, name_of};

#[test]
fn a_line_wins_and_shows_its_cells() {
    let mut table = TestRoom::two_people();
    table.play_moves(&["4", "4", "3", "3", "5", "5"]);
    let events = table.play(ANA, "6");
    assert_eq!(events.len(), 2, "{events:?}");
    let outcome = table.outcome();
    let line: Vec<_> = outcome.line.iter().map(Square::to_string).collect();
    assert_eq!(outcome.winner, Some(Side::First));
    assert_eq!(outcome.reason, Reason::Line);
    assert_eq!(line, ["c1", "d1", "e1", "f1"]);
}

#[test]
fn a_full_board_is_a_draw() {
    let mut table = TestRoomSpec::new("custom:3x3x3:free").open_with_bo();
    table.play_moves(&["a1", "b1", "c1", "b2", "b3", "a2", "c2", "c3", "a3"]);
    assert_eq!(table.outcome(), unresolved(Reason::FullBoard));
    assert_eq!(table.snapshot(ANA).series.draws, 1);
}

#[test]
fn a_move_sent_twice_is_played_once() {
    let mut table = TestRoom::two_people();
    let twice = table.ply(ANA, "4");
    table.give(twice.clone());
    let (yours, current) = (Revision(1), Revision(2));
    table.refuses(twice, Refusal::Stale { yours, current });
    assert_eq!(table.snapshot(ANA).plies.len(), 1);
}

#[test]
fn what_the_rules_do_not_allow_is_refused_with_a_way_out() {
    let mut table = TestRoom::two_people();
    table.play_moves(&["4", "4", "4", "4", "4", "4"]);
    let open = vec![1, 2, 3, 5, 6, 7];
    let column_full = Refusal::ColumnFull { column: 4, open };
    assert_eq!(table.try_play(ANA, "4"), Err(column_full));
}

#[test]
fn the_two_players_play_in_turn_and_nobody_before_or_after_the_game() {
    let mut table = TestRoom::seating();
    assert_eq!(table.try_play(ANA, "4"), Err(Refusal::NotStarted));
    table.sit(BO);
    table.watch(CLEO);
    assert_eq!(table.try_play(CLEO, "4"), Err(Refusal::NotSeated));
    assert_eq!(table.try_play(DAN, "4"), Err(Refusal::NotInRoom));
    let (to_move, ply) = (Side::First, 1);
    let not_yours = Refusal::NotYourTurn { to_move, ply };
    assert_eq!(table.try_play(BO, "4"), Err(not_yours));
    table.play_out_win();
    assert_eq!(table.try_play(BO, "1"), Err(Refusal::GameOver));
}

#[test]
fn who_resigns_loses_on_anybodys_turn() {
    for (who, winner) in [(ANA, Side::Second), (BO, Side::First)] {
        let mut table = TestRoom::two_people();
        table.play(ANA, "4");
        table.give(act(who, Act::Resign));
        assert_eq!(table.outcome(), won(winner, Reason::Resignation));
    }
}

#[test]
fn a_game_is_aborted_only_before_each_side_has_moved() {
    for plies in [0, 1] {
        let mut table = TestRoom::two_people();
        table.play_moves(&["4"][..plies]);
        table.give(act(BO, Act::Abort));
        assert_eq!(table.outcome(), unresolved(Reason::Aborted));
        assert_eq!(table.snapshot(ANA).series.wins, BySide::default());
    }
    let mut table = TestRoom::two_people();
    table.play_moves(&["4", "4"]);
    table.refuses(act(ANA, Act::Abort), Refusal::TooLateToAbort);
}

#[test]
fn a_game_is_claimed_from_one_who_is_away_for_the_grace_and_not_before() {
    for (chosen, grace) in [(None, 60_000), (Grace::new(300_000).ok(), 300_000)] {
        let mut spec = TestRoomSpec::new("connect-four");
        spec.opening.spec.grace = chosen;
        let mut table = spec.open_with_bo();
        assert_eq!(table.snapshot(ANA).grace, Millis::from_millis(grace));
        let claim = act(ANA, Act::Claim);
        table.refuses(claim.clone(), Refusal::OpponentPresent);
        table.leave(BO, true);
        table.wait(grace - 1);
        let wait = Millis::from_millis(1);
        table.refuses(claim.clone(), Refusal::ClaimTooEarly { wait });
        table.wait(1);
        assert_eq!(table.tick(), [], "nobody wins by a claim they did not make");
        table.give(claim);
        assert_eq!(table.outcome(), won(Side::First, Reason::Claim));
    }
}

/// Whoever took the seat beside somebody who had waited and left had won as soon as they came.
#[test]
fn an_absence_from_before_the_game_is_no_claim() {
    let mut table = TestRoom::seating();
    table.leave(ANA, true);
    table.wait(120_000).sit(BO);
    let claim = act(BO, Act::Claim);
    let wait = Millis::from_secs(60);
    let early = Err(Refusal::ClaimTooEarly { wait });
    assert_eq!(table.try_give(claim.clone()), early);
    let (name, away) = (name_of(ANA), Some(Millis::ZERO));
    let seen = table.snapshot(BO).seats.first;
    assert_eq!(seen, view::Seat::Human { name, away });
    table.wait(60_000).give(claim);
    assert_eq!(table.outcome(), won(Side::Second, Reason::Claim));
}

#[test]
fn nothing_is_claimed_from_one_who_came_back_or_from_a_bot() {
    let claim = act(ANA, Act::Claim);
    let mut table = TestRoom::two_people();
    table.leave(BO, true);
    table.wait(120_000).come_back(BO);
    table.refuses(claim.clone(), Refusal::OpponentPresent);
    let mut table = TestRoom::against_bot();
    table.wait(120_000);
    table.refuses(claim.clone(), Refusal::OpponentPresent);
}

#[test]
fn a_choice_is_refused_for_the_game_and_the_revision_before_it_is_for_the_opening() {
    let choice = |revision| {
        let (revision, choice) = (Revision(revision), OpeningChoice::White);
        act(ANA, Act::Choose { revision, choice })
    };
    let mut table = TestRoom::seating();
    table.refuses(choice(0), Refusal::NotStarted);
    table.sit(BO);
    let (yours, current) = (Revision(0), Revision(1));
    let stale = Refusal::Stale { yours, current };
    table.refuses(choice(0), stale);
    let expected = Vec::new();
    let bad_choice = Refusal::BadChoice { expected };
    table.refuses(choice(1), bad_choice);
    table.give(act(ANA, Act::Resign));
    table.refuses(choice(1), Refusal::GameOver);
}
