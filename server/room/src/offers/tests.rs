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
    table.refuses(OFFER, Refusal::AlreadyOffered);
    table.give(answer_draw(false));
    assert_eq!(table.phase(), Phase::Playing);
    table.give(OFFER);
}

#[test]
fn an_offer_lapses_with_the_next_ply() {
    let mut table = TestRoom::two_people();
    table.give(OFFER);
    table.play(ANA, "4");
    table.refuses(answer_draw(true), Refusal::NothingOffered);
    table.give(ASK);
    table.play(BO, "4");
    table.refuses(answer_takeback(true), Refusal::NothingOffered);
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
        table.refuses(command, Refusal::NothingOffered);
    }
}

#[test]
fn a_bot_takes_no_draw() {
    let mut table = TestRoom::against_bot();
    table.refuses(OFFER, Refusal::BotsDoNot);
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
    table.refuses(ASK, Refusal::AlreadyOffered);
    table.give(answer_takeback(false));
    assert_eq!(table.snapshot(ANA).plies.len(), 1);
    assert_eq!(table.room.revision(), Revision(2));
}

#[test]
fn who_made_no_ply_has_none_to_take_back() {
    let mut table = TestRoom::two_people();
    table.refuses(ASK, Refusal::NothingToTakeBack);
    table.play(ANA, "4");
    table.refuses(act(BO, Act::AskTakeback), Refusal::NothingToTakeBack);
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
    table.refuses(ASK, Refusal::TakebacksOff);
}

#[test]
fn a_bot_grants_a_takeback_at_once_and_its_late_ply_is_stale() {
    let mut table = TestRoom::against_bot();
    table.play(ANA, "4");
    let late = table.bot_ply("4");
    table.give(ASK);
    assert_eq!(table.snapshot(ANA).plies.len(), 0);
    let (yours, current) = (Revision(2), Revision(3));
    table.refuses(late, Refusal::Stale { yours, current });
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
    let wins = |first, second| BySide { first, second };
    assert_eq!(before.series.wins, wins(1, 0));
    table.give(act(BO, Act::Rematch));
    assert_eq!(table.snapshot(ANA).offers.rematch, Some(Side::Second));
    table.refuses(act(BO, Act::Rematch), Refusal::AlreadyOffered);
    table.give(act(ANA, Act::Rematch));
    let after = table.snapshot(ANA);
    assert_eq!(after.phase, Phase::Playing);
    assert_eq!(table.room.side_of(ANA), Some(Side::Second));
    assert_eq!((after.series.wins, after.series.game), (wins(0, 1), 2));
    assert_eq!((after.plies.len(), after.watching), (0, 1));
    assert!(after.seq > before.seq && after.revision > before.revision);
    table.play(BO, "4");
}

#[test]
fn a_rematch_that_is_declined_can_be_offered_again() {
    let mut table = TestRoom::played_out();
    let rematch = act(ANA, Act::Rematch);
    table.give(rematch.clone());
    let by = Side::Second;
    assert_eq!(
        table.give(answer_rematch(false)),
        [Event::RematchDeclined { by }]
    );
    assert_eq!(table.snapshot(ANA).offers, Offers::default());
    assert!(matches!(table.phase(), Phase::Over { .. }));
    table.refuses(answer_rematch(false), Refusal::NothingOffered);
    table.give(rematch);
    table.give(act(BO, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn a_rematch_is_for_the_two_players_after_the_game() {
    let accept = false;
    for asked in [Act::Rematch, Act::AnswerRematch { accept }] {
        let mut table = TestRoom::seating();
        table.refuses(act(ANA, asked), Refusal::NotStarted);
        table.sit(BO);
        table.refuses(act(ANA, asked), Refusal::GameNotOver);
        table.play_out_win();
        table.watch(CLEO);
        table.refuses(act(CLEO, asked), Refusal::NotSeated);
        table.give(act(ANA, Act::Rematch));
        let own = table.try_give(act(ANA, asked)).unwrap_err();
        assert!(matches!(
            own,
            Refusal::AlreadyOffered | Refusal::NothingOffered
        ));
    }
}

#[test]
fn a_rematch_of_somebody_who_left_is_declined_as_one_of_somebody_there() {
    let mut table = TestRoom::played_out();
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
    let mut table = TestRoom::played_out();
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
        table.refuses(act(who, Act::Rematch), Refusal::AlreadyOffered);
    }
}

#[test]
fn a_rematch_offered_to_one_who_is_away_waits_for_them() {
    let mut table = TestRoom::played_out();
    table.leave(BO, false);
    table.give(act(ANA, Act::Rematch));
    table.come_back(BO);
    table.give(act(BO, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn games_are_bounded_in_a_series() {
    for (mut table, is_person) in [
        (TestRoom::two_people(), true),
        (TestRoom::against_bot(), false),
    ] {
        let over = |table: &mut TestRoom| table.give(act(ANA, Act::Abort));
        over(&mut table);
        for game in 2..=GAMES_PER_SERIES {
            table.give(act(ANA, Act::Rematch));
            if is_person {
                table.give(act(BO, Act::Rematch));
            }
            assert_eq!(table.snapshot(ANA).series.game, game);
            over(&mut table);
        }
        let mut table = table.restarted();
        table.come_back(ANA);
        let (what, most) = (Resource::Games, Some(500));
        table.refuses(act(ANA, Act::Rematch), Refusal::Full { what, most });
    }
}

#[test]
fn rematch_offers_are_bounded_after_a_game_and_the_last_can_be_taken() {
    let mut table = TestRoom::played_out();
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
    table.refuses(act(ANA, Act::Rematch), Refusal::AlreadyOffered);
    table.come_back(BO);
    table.give(act(ANA, Act::Rematch));
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn a_rematch_needs_the_one_who_offered_it_to_be_there() {
    let mut table = TestRoom::played_out();
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
fn takebacks_are_bounded_in_a_game_and_counted_anew_in_the_next() {
    for (mut table, is_person) in [
        (TestRoom::two_people(), true),
        (TestRoom::against_bot(), false),
    ] {
        table.play(ANA, "4");
        for _ in 0..TAKEBACKS_PER_GAME {
            table.give(ASK);
            if is_person {
                table.give(answer_takeback(false));
            } else {
                table.play(ANA, "4");
            }
        }
        table.refuses(ASK, Refusal::TakebacksOff);
        let mut table = table.resumed();
        table.come_back(ANA);
        table.refuses(ASK, Refusal::TakebacksOff);
        if is_person {
            table.come_back(BO);
        }
        table.give(act(ANA, Act::Resign));
        table.give(act(ANA, Act::Rematch));
        if is_person {
            table.give(act(BO, Act::Rematch));
        }
        table.refuses(ASK, Refusal::NothingToTakeBack);
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
        table.refuses(act(who, Act::OfferDraw), Refusal::AlreadyOffered);
    }
}
