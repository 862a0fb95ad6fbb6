//! Bots in a room: the search that is due and its time limit, the answer, and the search information kept.

use protocol::game::Game;
use protocol::id::{Revision, Seed};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rng::SplitMix64;
use protocol::side::Side;
use protocol::spec::BotSpec;
use protocol::text::{ChatText, Name};
use protocol::turn_order::OpeningMove;
use protocol::view::{OpeningState, Reason, SearchInfo};

use crate::play::{over, won};
use crate::{Event, Phase, Room};

/// A search that is due: a bot is to move.
#[derive(Clone, Debug)]
pub struct Thinking<'a> {
    /// Revision of the board, to be given back with the answer.
    pub revision: Revision,
    /// Side that the bot plays.
    pub side: Side,
    /// Bot to run, with its options.
    pub bot: &'a BotSpec,
    /// Position to search.
    pub game: &'a Game,
    /// Opening that is under way, in which the bot puts stones or chooses; none where it is to play a ply.
    pub opening: Option<OpeningState>,
    /// Seed of the bot's random numbers, a function of the room's seed, the game and the ply.
    pub seed: u64,
    /// Time limit of the search.
    pub limit: Millis,
    /// True if the limit was chosen by a person. If it was not, a bot that has a usual time is quicker.
    pub chosen: bool,
    /// Moment before which the answer must not be given to the room, so that people can follow the game.
    pub not_before: Millis,
}

/// Search information of the last plies by bots in this game, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Searches(Vec<SearchInfo>);

/// Maximum number of entries: as many as fit beside the board on a large terminal.
const MAX_SEARCHES: usize = 20;

/// Time reserved for an answer on its way from the search thread to the room.
const MARGIN: Millis = Millis::from_millis(50);

impl Searches {
    pub(crate) fn add(&mut self, thought: SearchInfo) {
        if self.0.len() == MAX_SEARCHES {
            self.0.remove(0);
        }
        self.0.push(thought);
    }

    /// Removes the entries of plies that were taken back: all but those of the first `plies`.
    pub(crate) fn keep_first(&mut self, plies: u16) {
        self.0.retain(|thought| thought.ply <= plies);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn as_slice(&self) -> &[SearchInfo] {
        &self.0
    }
}

impl Room {
    /// Returns the search that is due now, if a bot is to move.
    pub fn thinking(&self) -> Option<Thinking<'_>> {
        match self.phase {
            Phase::Playing => {}
            Phase::Seating { .. } | Phase::Over { .. } | Phase::Closed => return None,
        }
        let side = self.play.side_to_move();
        let bot = self.seats[side].bot()?;
        let on_clock = self.limit_on_clock(side);
        let most = Millis::from_millis(self.spec.think_time.unwrap_or_default().value().into());
        // The pace must not cost a bot its game: if the clock is short, the bot is quicker.
        let pace = if self.is_bots_only() {
            let pace = Millis::from_millis(u64::from(self.spec.pace.value()));
            on_clock.map_or(pace, |limit| pace.min(limit))
        } else {
            Millis::ZERO
        };
        Some(Thinking {
            revision: self.revision,
            side,
            bot,
            game: self.play.game(),
            opening: self.play.opening().filter(|opening| !opening.is_over()),
            seed: self.seed_of_ply(),
            limit: on_clock.map_or(most, |limit| most.min(limit)),
            chosen: self.spec.think_time.is_some(),
            not_before: self.play.turn_due_at() + pace,
        })
    }

    /// Returns the time that the clock leaves for a ply of the bot of `side`, which is to move; none without a clock.
    ///
    /// It is a twentieth of the time left and half of the increment: enough for any game, since the time left shrinks
    /// with it. It is always short enough for the answer to come before the flag falls. A free ply takes no longer,
    /// for the sake of whoever waits, and at most half of the time allowed for it.
    fn limit_on_clock(&self, side: Side) -> Option<Millis> {
        let (clock, spec) = self.play.clock().zip(self.spec.clock)?;
        let left = clock.left(side, self.play.turn_due_at());
        let share = Millis::from_millis(left.as_millis() / 20)
            + Millis::from_millis(spec.increment().as_millis() / 2);
        let bound = if self.play.next_act_is_free() {
            Millis::from_millis(self.timing.first_move.as_millis() / 2)
        } else {
            left - MARGIN
        };
        Some(share.min(bound))
    }

    /// Returns the bot's random seed for the next ply: the same for the same room seed, game and ply.
    fn seed_of_ply(&self) -> u64 {
        let Seed(room) = self.spec.seed.unwrap_or(Seed(0));
        let game = first_random(room ^ first_random(u64::from(self.series.game)));
        first_random(game ^ u64::from(self.play.ply_count()))
    }

    /// Plays a ply by a bot. A bot whose answer has no legal ply has failed, and loses.
    pub(crate) fn bot_plays(
        &self,
        now: Millis,
        revision: Revision,
        thought: &Result<SearchInfo, ChatText>,
    ) -> Result<Vec<Event>, Refusal> {
        self.bot_acts(now, revision, thought.as_ref(), |thought| {
            let square = *thought.pv.first()?;
            let mut events = self.played(now, &[square], Millis::ZERO).ok()?;
            events.push(Event::SearchInfo {
                search: thought.clone(),
            });
            Some(events)
        })
    }

    /// Puts the stones of a bot in an opening, as many as are asked for, or makes its choice.
    pub(crate) fn bot_opens(
        &self,
        now: Millis,
        revision: Revision,
        answer: &Result<OpeningMove, ChatText>,
    ) -> Result<Vec<Event>, Refusal> {
        self.bot_acts(now, revision, answer.as_ref(), |answer| match answer {
            OpeningMove::Stones(squares) => {
                let asked = self.play.opening().map(|opening| opening.to_place);
                let is_whole = asked == u8::try_from(squares.len()).ok() && !squares.is_empty();
                is_whole.then(|| self.played(now, squares, Millis::ZERO).ok())?
            }
            OpeningMove::Choice(choice) => self.chosen(now, *choice, Millis::ZERO).ok(),
        })
    }

    /// Returns the events that `events` makes of the answer. The bot has failed, and loses, if there are none or the
    /// answer is an error.
    fn bot_acts<T>(
        &self,
        now: Millis,
        revision: Revision,
        answer: Result<&T, &ChatText>,
        events: impl FnOnce(&T) -> Option<Vec<Event>>,
    ) -> Result<Vec<Event>, Refusal> {
        self.ensure_playing()?;
        self.ensure_current(revision)?;
        let side = self.play.side_to_move();
        let Some(bot) = self.seats[side].bot() else {
            return Err(Refusal::NotYourTurn {
                to_move: side,
                ply: u32::from(self.play.ply_count()) + 1,
            });
        };
        if let Some(end) = self.ended_before(now) {
            return Ok(end);
        }
        let failed = || over(won(side.other(), Reason::BotFailed));
        let last_words = match answer.map(events) {
            Ok(Some(events)) => return Ok(events),
            Ok(None) => None,
            Err(why) => Name::clean(bot.kind()).map(|name| Event::ChatPosted {
                name,
                side: Some(side),
                text: why.clone(),
            }),
        };
        Ok(last_words.into_iter().chain(failed()).collect())
    }
}

/// Returns the first random number that follows from `seed`.
pub(crate) fn first_random(seed: u64) -> u64 {
    SplitMix64::new(Seed(seed)).next_u64()
}

#[cfg(test)]
mod tests {
    use protocol::act::Act;
    use protocol::id::PlayerId;
    use protocol::spec::{Pace, ThinkTime};
    use protocol::view::Phase;

    use super::*;
    use crate::testing::{ANA, CLEO, TestRoom, TestRoomSpec, act, thought_of};
    use crate::{Audience, Command};

    fn against_bot() -> TestRoom {
        TestRoom::with_seats("me", "bot:lines:4")
    }

    fn two_bots() -> TestRoomSpec {
        TestRoomSpec::new("connect-four").seats("bot:lines:4", "bot:random")
    }

    fn searches_seen(table: &TestRoom, who: PlayerId) -> usize {
        table.snapshot(who).searches.len()
    }

    #[test]
    fn a_bot_is_asked_when_it_is_to_move_and_not_otherwise() {
        let mut table = against_bot();
        assert!(table.room.thinking().is_none());
        table.play(ANA, "4");
        let thinking = table.room.thinking().unwrap();
        assert_eq!(thinking.bot.to_string(), "lines:4");
        assert_eq!(thinking.side, Side::Second);
        assert_eq!(thinking.game.plies().len(), 1);
        table.bot_plays("4");
        assert!(table.room.thinking().is_none());
        table.give(act(ANA, Act::Resign));
        assert!(table.room.thinking().is_none());
    }

    #[test]
    fn a_time_to_think_counts_as_chosen_where_somebody_said_it() {
        for (said, limit, chosen) in [
            (None, 10_000, false),
            (Some(9_999), 9_999, true),
            (Some(10_000), 10_000, true),
            (Some(100), 100, true),
        ] {
            let mut spec = two_bots();
            spec.opening.spec.think_time = said.map(|time| ThinkTime::new(time).unwrap());
            let table = spec.open();
            let thinking = table.room.thinking().unwrap();
            assert_eq!(
                (thinking.limit, thinking.chosen),
                (Millis::from_millis(limit), chosen)
            );
        }
    }

    #[test]
    fn a_bot_does_not_play_for_a_person() {
        let mut table = against_bot();
        let ply = table.bot_ply("4");
        let not_yours = |to_move, ply| Err(Refusal::NotYourTurn { to_move, ply });
        assert_eq!(table.try_give(ply), not_yours(Side::First, 1));
    }

    #[test]
    fn a_bot_that_answers_late_is_stale_and_after_the_game_too_late() {
        let mut table = against_bot();
        table.play(ANA, "4");
        let late = table.bot_ply("4");
        table.bot_plays("4");
        assert!(matches!(
            table.try_give(late.clone()),
            Err(Refusal::Stale { .. })
        ));
        table.give(act(ANA, Act::Resign));
        table.refuses(late.clone(), Refusal::GameOver);
    }

    #[test]
    fn a_bot_without_a_legal_ply_loses() {
        for pv in [&[][..], &["t20"]] {
            let mut table = against_bot();
            table.play(ANA, "4");
            table.give(Command::BotPlay {
                revision: table.room.revision(),
                thought: Ok(thought_of(Side::Second, 2, pv)),
            });
            assert_eq!(table.outcome(), won(Side::First, Reason::BotFailed));
        }
    }

    #[test]
    fn a_bot_that_failed_says_why_and_loses() {
        let mut table = against_bot();
        table.play(ANA, "4");
        table.give(Command::BotPlay {
            revision: table.room.revision(),
            thought: Err("it ended".parse().unwrap()),
        });
        assert_eq!(table.outcome(), won(Side::First, Reason::BotFailed));
        let chat = table.snapshot(ANA).chat;
        let [line] = &chat[..] else {
            panic!("{chat:?} is not one line");
        };
        assert_eq!(line.name.as_str(), "lines");
        assert_eq!(line.side, Some(Side::Second));
        assert_eq!(line.text.as_str(), "it ended");
    }

    #[test]
    fn a_bot_whose_flag_fell_loses_on_time() {
        let mut table = TestRoomSpec::new("connect-four")
            .clock("10s")
            .seats("me", "bot:random")
            .open();
        table.play(ANA, "4");
        table.bot_plays("4");
        table.play(ANA, "4");
        table.wait(10_001).bot_plays("4");
        assert_eq!(table.outcome(), won(Side::First, Reason::Flag));
    }

    #[test]
    fn the_winning_ply_of_a_bot_ends_the_game() {
        let mut table = two_bots().open();
        for column in ["4", "3", "4", "3", "4", "3"] {
            table.bot_plays(column);
        }
        let events = table.bot_plays("4");
        assert!(matches!(
            events[..],
            [
                Event::Played { .. },
                Event::Over { .. },
                Event::SearchInfo { .. }
            ]
        ));
        assert!(matches!(table.phase(), Phase::Over { .. }));
    }

    #[test]
    fn bots_among_themselves_keep_a_pace_and_against_people_they_do_not() {
        let table = two_bots().open();
        let not_before = table.room.thinking().unwrap().not_before;
        assert_eq!(not_before, table.now + Millis::from_millis(700));

        let mut table = against_bot();
        table.wait(1_000).play(ANA, "4");
        assert_eq!(table.room.thinking().unwrap().not_before, table.now);
    }

    /// It was cut to the time for thinking, which is ten seconds where nobody chose one.
    #[test]
    fn bots_keep_a_pace_that_is_longer_than_they_may_think() {
        for (clock, kept) in [(None, 60_000), (Some("1h"), 60_000), (Some("1m"), 3_000)] {
            let mut spec = two_bots();
            if let Some(clock) = clock {
                spec = spec.clock(clock);
            }
            spec.opening.spec.pace = Pace::new(60_000).unwrap();
            spec.opening.spec.think_time = Some(ThinkTime::new(100).unwrap());
            let mut table = spec.open();
            table.bot_plays("4");
            table.bot_plays("4");
            let thinking = table.room.thinking().unwrap();
            assert_eq!(thinking.limit, Millis::from_millis(100), "{clock:?}");
            let pace = thinking.not_before - table.now;
            assert_eq!(pace, Millis::from_millis(kept), "{clock:?}");
        }
    }

    #[test]
    fn on_a_clock_a_bot_keeps_enough_for_the_rest_of_the_game() {
        for (clock, limit) in [
            ("1m", 3_000),
            ("1m+4s", 5_000),
            ("1h", 10_000),
            ("1s+1h", 950),
        ] {
            let mut table = two_bots().clock(clock).open();
            table.bot_plays("4");
            table.bot_plays("4");
            assert_eq!(
                table.room.thinking().unwrap().limit,
                Millis::from_millis(limit),
                "{clock}"
            );
        }
    }

    #[test]
    fn for_a_first_ply_a_bot_takes_no_longer_than_for_others_and_half_of_the_time_at_most() {
        for (clock, limit) in [("5s+1s", 750), ("1m", 3000), ("10m", 4000)] {
            let mut spec = two_bots().clock(clock);
            spec.opening.timing.first_move = Millis::from_secs(8);
            let mut table = spec.open();
            for column in ["4", "4"] {
                let thinking = table.room.thinking().unwrap();
                assert_eq!(thinking.limit, Millis::from_millis(limit), "{clock}");
                table.bot_plays(column);
            }
        }
    }

    #[test]
    fn the_pace_costs_no_bot_its_game() {
        let mut table = two_bots().clock("1s").open();
        for _ in 0..8 {
            for column in ["1", "2"] {
                let ready = table.room.thinking().unwrap().not_before;
                table.now = ready.max(table.now);
                table.bot_plays(column);
                if table.phase() != Phase::Playing {
                    assert_eq!(table.outcome().reason, Reason::Line);
                    return;
                }
            }
        }
    }

    /// A stored game goes on with the seeds that it would have had on the server that began it.
    #[test]
    fn the_seeds_of_stored_games_are_as_they_always_were() {
        let mut table = two_bots().seed(5).repeat(1).open();
        assert_eq!(table.room.thinking().unwrap().seed, 0x3038_78a2_d910_07f3);
        table.bot_plays("4");
        assert_eq!(table.room.thinking().unwrap().seed, 0xf492_33ec_1551_61c7);
        table.bots_play_out();
        table.wait(3_000).tick();
        assert_eq!(table.room.thinking().unwrap().seed, 0x78dc_15d0_2783_2fb3);
    }

    #[test]
    fn while_a_person_plays_searches_go_to_nobody_and_after_it_to_all() {
        let mut table = against_bot();
        table.watch(CLEO);
        table.play(ANA, "4");
        let events = table.bot_plays("4");
        assert!(table.room.searches_are_secret());
        assert_eq!(table.room.client_event(table.now, &events[1]), None);
        assert_eq!(searches_seen(&table, ANA), 0);
        assert_eq!(searches_seen(&table, CLEO), 0);
        table.give(act(ANA, Act::Resign));
        let (audience, _) = table.room.client_event(table.now, &events[1]).unwrap();
        assert_eq!(audience, Audience::All);
        for who in [ANA, CLEO] {
            assert_eq!(searches_seen(&table, who), 1);
        }
        assert_eq!(table.room.searches().len(), 1);
    }

    #[test]
    fn searches_of_bots_alone_and_open_thoughts_are_for_spectators_during_play() {
        let mut bots = two_bots().open();
        let events = bots.bot_plays("4");
        assert!(!bots.room.searches_are_secret());
        let (audience, _) = bots.room.client_event(bots.now, &events[1]).unwrap();
        assert_eq!(audience, Audience::Spectators);
        assert_eq!(searches_seen(&bots, ANA), 1);

        let open = TestRoomSpec::new("connect-four").with_open_thoughts();
        let mut table = open.seats("me", "bot:lines:4").open();
        table.watch(CLEO);
        table.play(ANA, "4");
        let events = table.bot_plays("4");
        let (audience, _) = table.room.client_event(table.now, &events[1]).unwrap();
        assert_eq!(audience, Audience::Spectators);
        assert_eq!(searches_seen(&table, ANA), 0);
        assert_eq!(searches_seen(&table, CLEO), 1);
    }

    #[test]
    fn searches_go_with_the_plies_they_were_about_and_with_the_game() {
        let mut table = against_bot();
        table.play(ANA, "4");
        table.bot_plays("4");
        table.play(ANA, "3");
        table.bot_plays("3");
        table.give(act(ANA, Act::AskTakeback));
        let kept: Vec<_> = table.room.searches().iter().map(|kept| kept.ply).collect();
        assert_eq!(kept, [2]);
        table.give(act(ANA, Act::Resign));
        table.give(act(ANA, Act::Rematch));
        assert_eq!(table.room.searches(), []);
    }

    #[test]
    fn only_the_last_twenty_searches_are_kept() {
        let mut table = TestRoomSpec::new("gomoku")
            .seats("bot:random", "bot:random")
            .open();
        // Two columns for each side, so that neither gets five in a row.
        for row in 1..=11 {
            let (ours, theirs) = if row % 4 == 0 { ("t", "r") } else { ("a", "c") };
            table.bot_plays(&format!("{ours}{row}"));
            table.bot_plays(&format!("{theirs}{row}"));
        }
        let searches = table.room.searches();
        assert_eq!(searches.len(), 20);
        assert_eq!(searches[0].ply, 3);
    }
}
