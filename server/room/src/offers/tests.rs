//! Draws, takebacks and rematches.

use protocol::act::Act;
use protocol::id::Revision;
use protocol::side::BySide;
use protocol::view::Phase;

use super::*;
use crate::Command;
use crate::testing::{ANA, BO, CLEO, TestRoom, TestRoomSpec, act};

const OFFER: Command = act(ANA, Act::OfferDraw);
const ASK: Command = act(ANA, Act::AskTakeback);

fn answer_draw(accept: bool) -> Command {
    act(BO, Act::AnswerDraw { accept })
}

fn answer_takeback(accept: bool) -> Command {
    act(BO, Act::AnswerTakeback { accept })
}

fn answer_rematch(accept: bool) -> Command {
    act(BO, Act::AnswerRematch { accept })
}

#[test]
fn a_draw_that_is_taken_ends_the_game() {
    let mut table = TestRoom::two_people();
    table.give(OFFER);
    assert_eq!(table.snapshot(BO).offers.draw, Some(Side::First));
    table.give(answer_draw(true));
    assert_eq!(table.outcome(), unresolved(Reason::Agreement));
    assert_eq!(table.snapshot(BO).offers, Offers::default());
    assert_eq!(table.snapshot(BO).series.draws, 1);
}

#[test]
fn a_draw_that_is_declined_can_be_offered_again() {
    let mut table = TestRoom::two_people();
    table.give(OFFER);
    assert_eq!(table.try_give(OFFER), Err(Refusal::AlreadyOffered));
    table.give(answer_draw(false));
    assert_eq!(table.phase(), Phase::Playing);
    table.give(OFFER);
}

#[test]
fn two_who_offer_each_other_a_draw_agree() {
    let mut table = TestRoom::two_people();
    table.give(OFFER);
    table.give(act(BO, Act::OfferDraw));
    assert_eq!(table.outcome().reason, Reason::Agreement);
}

#[test]
fn an_offer_lapses_with_the_next_ply() {
    let mut table = TestRoom::two_people();
    table.give(OFFER);
    table.play(ANA, "4");
    assert_eq!(
        table.try_give(answer_draw(true)),
        Err(Refusal::NothingOffered)
    );
    table.give(ASK);
    table.play(BO, "4");
    assert_eq!(
        table.try_give(answer_takeback(true)),
        Err(Refusal::NothingOffered)
    );
}

#[test]
fn nobody_answers_their_own_offer() {
    let mut table = TestRoom::two_people();
    table.play(ANA, "4");
    table.give(OFFER);
    table.give(ASK);
    for command in [
        act(ANA, Act::AnswerDraw { accept: true }),
        act(ANA, Act::AnswerTakeback { accept: true }),
    ] {
        assert_eq!(table.try_give(command), Err(Refusal::NothingOffered));
    }
}

#[test]
fn a_bot_takes_no_draw() {
    let mut table = TestRoomSpec::new("connect-four")
        .seats("me", "bot:random")
        .open();
    assert_eq!(table.try_give(OFFER), Err(Refusal::BotsDoNot));
}

#[test]
fn a_takeback_goes_back_to_the_askers_own_last_ply() {
    for (moves, left) in [(&["4", "5"][..], 0), (&["4"], 0), (&["4", "5", "6"], 2)] {
        let mut table = TestRoom::two_people();
        table.play_moves(moves);
        let revision = table.room.revision();
        table.give(ASK);
        let events = table.give(answer_takeback(true));
        assert_eq!(
            events,
            [Event::TakenBack {
                by: Side::First,
                plies: left
            }]
        );
        let snapshot = table.snapshot(ANA);
        assert_eq!(snapshot.plies.len(), usize::from(left));
        assert_eq!(snapshot.revision, revision.next());
        assert_eq!(snapshot.offers, Offers::default());
    }
}

#[test]
fn a_takeback_that_is_declined_changes_nothing_on_the_board() {
    let mut table = TestRoom::two_people();
    table.play(ANA, "4");
    table.give(ASK);
    assert_eq!(table.try_give(ASK), Err(Refusal::AlreadyOffered));
    table.give(answer_takeback(false));
    assert_eq!(table.snapshot(ANA).plies.len(), 1);
    assert_eq!(table.room.revision(), Revision(2));
}

#[test]
fn who_made_no_ply_has_none_to_take_back() {
    let mut table = TestRoom::two_people();
    assert_eq!(table.try_give(ASK), Err(Refusal::NothingToTakeBack));
    table.play(ANA, "4");
    assert_eq!(
        table.try_give(act(BO, Act::AskTakeback)),
        Err(Refusal::NothingToTakeBack)
    );
}

#[test]
fn the_newer_of_two_questions_for_a_takeback_stands() {
    let mut table = TestRoom::two_people();
    table.play_moves(&["4", "5", "6"]);
    table.give(ASK);
    table.give(act(BO, Act::AskTakeback));
    assert_eq!(table.snapshot(ANA).offers.takeback, Some(Side::Second));
    table.give(act(ANA, Act::AnswerTakeback { accept: true }));
    assert_eq!(table.snapshot(ANA).plies.len(), 1);
}

#[test]
fn where_takebacks_are_off_nobody_asks() {
    let mut table = TestRoomSpec::new("connect-four")
        .without_takebacks()
        .seats("me", "bot:random")
        .open();
    table.play(ANA, "4");
    assert_eq!(table.try_give(ASK), Err(Refusal::TakebacksOff));
}

#[test]
fn a_bot_grants_a_takeback_at_once_and_its_late_ply_is_stale() {
    let mut table = TestRoomSpec::new("connect-four")
        .seats("me", "bot:random")
        .open();
    table.play(ANA, "4");
    let late = table.bot_ply("4");
    table.give(ASK);
    assert_eq!(table.snapshot(ANA).plies.len(), 0);
    assert_eq!(
        table.try_give(late.clone()),
        Err(Refusal::Stale {
            yours: Revision(2),
            current: Revision(3)
        })
    );
    table.play(ANA, "3");
    table.bot_plays("3");
    table.give(ASK);
    assert_eq!(table.snapshot(ANA).plies.len(), 0);
}

#[test]
fn a_rematch_swaps_the_sides_and_keeps_the_score_with_the_people() {
    let mut table = TestRoom::two_people();
    table.watch(CLEO);
    table.play_out_win();
    let before = table.snapshot(ANA);
    assert_eq!(
        before.series.wins,
        BySide {
            first: 1,
            second: 0
        }
    );
    table.give(act(BO, Act::Rematch));
    assert_eq!(table.snapshot(ANA).offers.rematch, Some(Side::Second));
    assert_eq!(
        table.try_give(act(BO, Act::Rematch)),
        Err(Refusal::AlreadyOffered)
    );
    table.give(act(ANA, Act::Rematch));
    let after = table.snapshot(ANA);
    assert_eq!(after.phase, Phase::Playing);
    assert_eq!(table.room.side_of(ANA), Some(Side::Second));
    assert_eq!(
        after.series.wins,
        BySide {
            first: 0,
            second: 1
        }
    );
    assert_eq!(after.series.game, 2);
    assert_eq!((after.plies.len(), after.watching), (0, 1));
    assert!(after.seq > before.seq && after.revision > before.revision);
    table.play(BO, "4");
}

#[test]
fn a_rematch_that_is_declined_can_be_offered_again() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    let rematch = act(ANA, Act::Rematch);
    table.give(rematch.clone());
    let by = Side::Second;
    assert_eq!(
        table.give(answer_rematch(false)),
        [Event::RematchDeclined { by }]
    );
    assert_eq!(table.snapshot(ANA).offers, Offers::default());
    assert!(matches!(table.phase(), Phase::Over { .. }));
    assert_eq!(
        table.try_give(answer_rematch(false)),
        Err(Refusal::NothingOffered)
    );
    table.give(rematch);
    table.give(act(BO, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn a_rematch_that_is_answered_with_yes_begins() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    table.give(act(ANA, Act::Rematch));
    assert_eq!(table.give(answer_rematch(true)), [Event::Started]);
    assert_eq!(table.room.side_of(ANA), Some(Side::Second));
}

#[test]
fn a_rematch_that_is_declined_is_offered_no_more_after_a_restart() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    table.give(act(ANA, Act::Rematch));
    table.give(answer_rematch(false));
    let mut table = table.restarted();
    assert_eq!(table.snapshot(ANA).offers, Offers::default());
    table.come_back(ANA);
    table.come_back(BO);
    assert_eq!(
        table.try_give(answer_rematch(true)),
        Err(Refusal::NothingOffered)
    );
}

#[test]
fn a_rematch_is_answered_by_the_other_player_after_the_game() {
    let mut table = TestRoomSpec::new("connect-four").seats("me", "open").open();
    let answer = act(ANA, Act::AnswerRematch { accept: false });
    assert_eq!(table.try_give(answer.clone()), Err(Refusal::NotStarted));
    table.sit(BO);
    assert_eq!(table.try_give(answer.clone()), Err(Refusal::GameNotOver));
    table.play_out_win();
    table.watch(CLEO);
    table.give(act(ANA, Act::Rematch));
    assert_eq!(table.try_give(answer), Err(Refusal::NothingOffered));
    let accept = act(CLEO, Act::AnswerRematch { accept: true });
    assert_eq!(table.try_give(accept), Err(Refusal::NotSeated));
}

#[test]
fn a_rematch_of_somebody_who_left_is_declined_as_one_of_somebody_there() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    table.give(act(ANA, Act::Rematch));
    table.leave(ANA, false);
    // Agreed to, it is an offer of the other's own.
    let by = Side::Second;
    let mut agreed = table.clone();
    assert_eq!(
        agreed.give(answer_rematch(true)),
        [Event::RematchOffered { by }]
    );
    table.give(answer_rematch(false));
    table.come_back(ANA);
    assert_eq!(table.snapshot(ANA).offers, Offers::default());
}

#[test]
fn rematch_offers_that_are_declined_are_bounded_and_the_last_can_be_taken() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    for offered in 1..=REMATCH_OFFERS_PER_GAME {
        table.give(act(ANA, Act::Rematch));
        if offered < REMATCH_OFFERS_PER_GAME {
            table.give(answer_rematch(false));
        }
    }
    let mut agreed = table.clone();
    assert_eq!(agreed.give(answer_rematch(true)), [Event::Started]);
    table.give(answer_rematch(false));
    for who in [ANA, BO] {
        let refused = table.try_give(act(who, Act::Rematch));
        assert_eq!(refused, Err(Refusal::AlreadyOffered));
    }
}

#[test]
fn a_rematch_with_a_bot_begins_at_once() {
    let mut table = TestRoomSpec::new("connect-four")
        .seats("me", "bot:random")
        .open();
    table.give(act(ANA, Act::Resign));
    table.give(act(ANA, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
    assert_eq!(table.room.thinking().unwrap().side, Side::First);
}

#[test]
fn a_rematch_is_for_players_after_the_game() {
    let mut table = TestRoomSpec::new("connect-four").seats("me", "open").open();
    let rematch = act(ANA, Act::Rematch);
    assert_eq!(table.try_give(rematch.clone()), Err(Refusal::NotStarted));
    table.sit(BO);
    assert_eq!(table.try_give(rematch), Err(Refusal::GameNotOver));
    table.play_out_win();
    table.watch(CLEO);
    assert_eq!(
        table.try_give(act(CLEO, Act::Rematch)),
        Err(Refusal::NotSeated)
    );
}

#[test]
fn a_rematch_offered_to_one_who_is_away_waits_for_them() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    table.leave(BO, false);
    table.give(act(ANA, Act::Rematch));
    table.come_back(BO);
    table.give(act(BO, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn games_are_bounded_in_a_series() {
    for opponent in ["open", "bot:random"] {
        let mut table = TestRoomSpec::new("connect-four")
            .seats("me", opponent)
            .open();
        if opponent == "open" {
            table.sit(BO);
        }
        let over = |table: &mut TestRoom| table.give(act(ANA, Act::Abort));
        over(&mut table);
        for game in 2..=GAMES_PER_SERIES {
            table.give(act(ANA, Act::Rematch));
            if opponent == "open" {
                table.give(act(BO, Act::Rematch));
            }
            assert_eq!(table.snapshot(ANA).series.game, game);
            over(&mut table);
        }
        let mut table = table.restarted();
        table.come_back(ANA);
        let (what, most) = (Resource::Games, Some(500));
        assert_eq!(
            table.try_give(act(ANA, Act::Rematch)),
            Err(Refusal::Full { what, most })
        );
    }
}

#[test]
fn rematch_offers_are_bounded_after_a_game_and_the_last_can_be_taken() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    table.leave(ANA, false);
    table.leave(BO, false);
    let mut players = [ANA, BO].into_iter().cycle();
    for _ in 0..REMATCH_OFFERS_PER_GAME {
        let who = players.next().unwrap();
        table.come_back(who);
        table.give(act(who, Act::Rematch));
        table.leave(who, false);
    }
    table.come_back(ANA);
    assert_eq!(
        table.try_give(act(ANA, Act::Rematch)),
        Err(Refusal::AlreadyOffered)
    );
    table.come_back(BO);
    table.give(act(ANA, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn only_games_with_a_result_count_in_the_series() {
    let mut table = TestRoom::two_people();
    table.give(act(ANA, Act::Abort));
    let series = table.snapshot(ANA).series;
    assert_eq!((series.wins, series.draws), (BySide::default(), 0));
}

#[test]
fn a_rematch_needs_the_one_who_offered_it_to_be_there() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    table.give(act(ANA, Act::Rematch));
    table.leave(ANA, false);
    let by = Side::Second;
    assert_eq!(
        table.give(act(BO, Act::Rematch)),
        [Event::RematchOffered { by }]
    );
    assert_eq!(table.snapshot(BO).offers.rematch, Some(by));
    table.come_back(ANA);
    table.give(act(ANA, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn a_rematch_offer_stands_when_who_made_it_is_back() {
    let mut table = TestRoom::two_people();
    table.play_out_win();
    table.give(act(ANA, Act::Rematch));
    table.leave(ANA, true);
    table.come_back(ANA);
    table.give(act(BO, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn takebacks_are_bounded_in_a_game_and_counted_anew_in_the_next() {
    for opponent in ["open", "bot:random"] {
        let mut table = TestRoomSpec::new("connect-four")
            .seats("me", opponent)
            .open();
        if opponent == "open" {
            table.sit(BO);
        }
        table.play(ANA, "4");
        for _ in 0..TAKEBACKS_PER_GAME {
            table.give(ASK);
            if opponent == "open" {
                table.give(answer_takeback(false));
            } else {
                table.play(ANA, "4");
            }
        }
        assert_eq!(table.try_give(ASK), Err(Refusal::TakebacksOff));
        let mut table = table.resumed();
        table.come_back(ANA);
        assert_eq!(table.try_give(ASK), Err(Refusal::TakebacksOff));
        if opponent == "open" {
            table.come_back(BO);
        }
        table.give(act(ANA, Act::Resign));
        table.give(act(ANA, Act::Rematch));
        if opponent == "open" {
            table.give(act(BO, Act::Rematch));
        }
        assert_eq!(table.try_give(ASK), Err(Refusal::NothingToTakeBack));
    }
}

#[test]
fn draw_offers_are_bounded_in_a_game_and_the_last_can_be_taken() {
    let mut table = TestRoom::two_people();
    for offered in 1..=DRAW_OFFERS_PER_GAME {
        table.give(OFFER);
        if offered < DRAW_OFFERS_PER_GAME {
            table.give(answer_draw(false));
        }
    }
    let mut agreed = table.clone();
    agreed.give(act(BO, Act::OfferDraw));
    assert_eq!(agreed.outcome().reason, Reason::Agreement);
    table.give(answer_draw(false));
    for who in [ANA, BO] {
        let refused = table.try_give(act(who, Act::OfferDraw));
        assert_eq!(refused, Err(Refusal::AlreadyOffered));
    }
}
