//! Tournaments played without a server: a clock that the test moves, and results that it draws.

use std::collections::BTreeMap;

use protocol::id::{Seed, TokenHash};
use protocol::refusal::Refusal;
use protocol::rng::SplitMix64;
use protocol::tournament::{EntrantState, Filling, RoundResult, Standing, TournamentPhase};

use super::*;

struct Evening {
    now: Millis,
    log: Vec<(Millis, Event)>,
    it: Tournament,
    rng: SplitMix64,
    rooms: u64,
    people: u128,
}

fn spec(format: Format, games: u8) -> TournamentSpec {
    TournamentSpec {
        games,
        ..TournamentSpec::new(
            "Friday".parse().unwrap(),
            format,
            "connect-four".parse().unwrap(),
        )
    }
}

fn ticket(number: u128) -> Ticket {
    Ticket {
        name: format!("person {number}").parse().unwrap(),
        hash: TokenHash(number),
        holder: None,
    }
}

const SWISS: Format = Format::Swiss { rounds: 5 };
const ROBIN: Format = Format::RoundRobin { twice: false };
const KNOCKOUT: Format = Format::Knockout { third_place: true };

impl Evening {
    fn new(seed: u64, spec: TournamentSpec, people: u128) -> Self {
        let now = Millis::from_secs(1_000_000);
        let opened = Tournament::open(spec, ticket(0), seed).unwrap();
        let it = Tournament::replay(RoomId::from_draw(1), [(now, &opened)]).unwrap();
        let mut evening = Self {
            now,
            log: vec![(now, opened)],
            it,
            rng: SplitMix64::new(Seed(seed)),
            rooms: 0,
            people: 0,
        };
        for _ in 0..people {
            evening.enter();
        }
        evening
    }

    fn enter(&mut self) {
        self.people += 1;
        let ticket = ticket(self.people);
        self.give(&Command::Enter { ticket });
    }

    fn attempt(&mut self, command: &Command) -> Result<(), Refusal> {
        for event in self.it.decide(self.now, command)? {
            assert!(self.it.fits(&event), "{event:?}");
            let read = Event::from_bytes(&event.to_bytes()).unwrap();
            assert_eq!(read, event);
            self.it.apply(self.now, &event);
            if event.is_durable() {
                self.log.push((self.now, event));
            }
        }
        Ok(())
    }

    fn give(&mut self, command: &Command) {
        self.attempt(command).unwrap();
    }

    fn begin(&mut self) {
        self.give(&Command::NextRound);
        if !self.it.is_arena() {
            self.give(&Command::NextRound);
        }
    }

    /// Does what is due up to the next moment at which somebody plays; returns the games that go on.
    fn games_now(&mut self) -> Vec<Running> {
        loop {
            let (tables, later) = self.it.games_to_open(self.now);
            for table in tables {
                self.rooms += 1;
                let room = RoomId::from_draw(self.rooms);
                let pairing = table.pairing;
                self.give(&Command::Opened { pairing, room });
            }
            let due = self.it.deadline();
            if due.is_some_and(|due| due <= self.now) {
                self.give(&Command::Tick);
                self.check();
                continue;
            }
            let running = self.it.games_under_way();
            if !running.is_empty() || self.it.is_over() {
                return running;
            }
            let next = [due, later].into_iter().flatten().min();
            self.now = next.expect("somebody plays, or something is due");
        }
    }

    fn score(&mut self, game: Table, first: u8, decision: Decision) {
        let score = BySide {
            first,
            second: 2 - first,
        };
        let Table { pairing, game, .. } = game;
        self.give(&Command::Score {
            pairing,
            game,
            score,
            decision,
        });
    }

    fn draw(&mut self, below: usize) -> usize {
        (self.rng.next_u64() % below as u64) as usize
    }

    /// Plays to the end; a result is what `result` says of the two, who would win by their number otherwise.
    fn play_out(&mut self, result: impl Fn(Entrant, Entrant) -> u8) {
        while let Some(&Running { table, .. }) = self.games_now().first() {
            let pairing = &self.it.pairings[table.pairing as usize];
            let first = result(pairing.first, pairing.second.unwrap());
            self.score(table, first, Decision::Played);
        }
        assert!(self.it.is_over());
        self.check();
    }

    fn standings(&self) -> Vec<Standing> {
        self.it.view(self.now, |_| true).standings
    }

    fn place_of(&self, entrant: Entrant) -> Standing {
        let standings = self.standings();
        standings
            .into_iter()
            .find(|line| line.entrant == entrant)
            .unwrap()
    }

    /// What holds in every tournament at every moment.
    fn check(&self) {
        let it = &self.it;
        let replayed =
            Tournament::replay(it.id, self.log.iter().map(|(at, event)| (*at, event))).unwrap();
        let mut present = it.clone();
        for entry in &mut present.entrants {
            entry.ready = false;
        }
        assert_eq!(
            Tournament {
                last_wave: it.last_wave,
                ..replayed
            },
            present
        );
        for round in 1..=it.round {
            if it.is_arena() {
                break;
            }
            let mut seen = Vec::new();
            for pairing in it.in_round(round) {
                seen.extend([Some(pairing.first), pairing.second].into_iter().flatten());
            }
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "somebody plays twice in round {round}");
        }
        let standings = self.standings();
        assert_eq!(standings.len(), it.entrants.len());
        assert!(standings.is_sorted_by_key(|line| line.place));
        if matches!(it.spec.format, Format::RoundRobin { .. }) {
            let sum: u32 = standings.iter().map(|line| line.points).sum();
            let scored: u32 = it
                .pairings
                .iter()
                .map(|pairing| u32::from(pairing.score().first + pairing.score().second))
                .sum();
            assert_eq!(sum, scored);
        }
    }

    fn repeats(&self) -> usize {
        let mut met = BTreeMap::new();
        for pairing in &self.it.pairings {
            if let Some(second) = pairing.second {
                *met.entry((pairing.first.min(second), pairing.first.max(second)))
                    .or_insert(0) += 1;
            }
        }
        met.values().map(|times| times - 1).sum()
    }

    fn byes(&self, entrant: Entrant) -> usize {
        let is_bye = |pairing: &&Pairing| pairing.second.is_none() && pairing.first == entrant;
        self.it.pairings.iter().filter(is_bye).count()
    }
}

fn better(first: Entrant, second: Entrant) -> u8 {
    if first < second { 2 } else { 0 }
}

/// People enter late, sit out, leave, do not come, and the server is killed.
fn wild(seed: u64, spec: TournamentSpec, people: u128) {
    let mut evening = Evening::new(seed, spec, people);
    evening.begin();
    while !evening.games_now().is_empty() {
        let running = evening.it.games_under_way();
        let index = evening.draw(running.len());
        let table = running[index].table;
        let entrant = evening.draw(evening.it.entrants.len()) as Entrant;
        match evening.draw(40) {
            0 if evening.people < people + 4 => {
                evening.people += 1;
                let ticket = ticket(evening.people);
                let _ = evening.attempt(&Command::Enter { ticket });
            }
            1 => drop(evening.attempt(&Command::Withdraw { entrant })),
            2 | 3 => drop(evening.attempt(&Command::Pause {
                entrant,
                paused: true,
            })),
            4 | 5 => drop(evening.attempt(&Command::Pause {
                entrant,
                paused: false,
            })),
            6 => evening.score(table, 0, Decision::Forfeit),
            7 => {
                let score = BySide {
                    first: 1,
                    second: 1,
                };
                let game = 0;
                let pairing = evening.draw(evening.it.pairings.len()) as u32;
                let _ = evening.attempt(&Command::Correct {
                    pairing,
                    game,
                    score,
                });
            }
            8 => {
                // A kill: what is not stored is gone.
                let log = evening.log.clone();
                let last_wave = evening.it.last_wave;
                evening.it =
                    Tournament::replay(evening.it.id, log.iter().map(|(at, event)| (*at, event)))
                        .unwrap();
                evening.it.last_wave = last_wave;
            }
            9 => {
                evening.now += Millis::from_secs(30);
            }
            _ => {
                let first = evening.draw(3) as u8;
                evening.score(table, first, Decision::Played);
                // It comes again, as after a restart.
                evening.score(table, 2, Decision::Played);
            }
        }
        evening.check();
    }
    assert!(evening.it.is_over());
}

#[test]
fn thousands_of_random_tournaments_end_with_consistent_standings() {
    for seed in 0..1200 {
        let format = match seed % 4 {
            0 => Format::Swiss {
                rounds: 1 + (seed % 7) as u8,
            },
            1 => Format::RoundRobin {
                twice: seed % 8 == 1,
            },
            2 => KNOCKOUT,
            _ => Format::Arena {
                length: Millis::from_secs(300),
            },
        };
        let mut spec = spec(format, 1 + (seed % 3) as u8);
        spec.filling = (seed % 5 == 0).then(|| Filling {
            bot: "random".parse().unwrap(),
            up_to: 4,
        });
        wild(seed, spec, 2 + u128::from(seed % 11));
    }
}

#[test]
fn tournaments_of_sixty_four_end_whatever_people_do() {
    for seed in 0..40 {
        let format = [
            SWISS,
            KNOCKOUT,
            Format::Arena {
                length: Millis::from_secs(120),
            },
        ][seed as usize % 3];
        wild(seed, spec(format, 1), 64);
    }
}

#[test]
fn a_swiss_tournament_repeats_no_pair_and_gives_nobody_two_byes() {
    for seed in 0..300 {
        for people in [8, 9, 12, 15] {
            let mut evening = Evening::new(seed, spec(SWISS, 1), people);
            evening.begin();
            evening.play_out(better);
            assert_eq!(evening.repeats(), 0, "{seed} {people}");
            for entrant in 0..people as Entrant {
                assert!(evening.byes(entrant) <= 1, "{seed} {people}");
                let (balance, _) = pair_colours(&evening.it, entrant);
                assert!(balance.abs() <= 2, "{seed} {people}: {balance}");
            }
            assert_eq!(evening.standings()[0].entrant, 0, "the best wins");
        }
    }
}

fn pair_colours(it: &Tournament, entrant: Entrant) -> (i64, bool) {
    pair::colours(it, entrant)
}

/// lila #7675.
#[test]
fn eight_players_play_all_seven_rounds() {
    for seed in 0..100 {
        let mut evening = Evening::new(seed, spec(Format::Swiss { rounds: 7 }, 1), 8);
        evening.begin();
        evening.play_out(better);
        assert_eq!(evening.it.round, 7);
    }
}

/// lila #10812.
#[test]
fn when_everybody_withdraws_nobody_is_paired_and_the_tournament_ends() {
    for format in [SWISS, ROBIN, KNOCKOUT] {
        let mut evening = Evening::new(1, spec(format, 2), 5);
        evening.begin();
        evening.games_now();
        let before = evening.it.pairings.len();
        for entrant in 0..5 {
            evening.give(&Command::Withdraw { entrant });
        }
        assert!(evening.games_now().is_empty());
        assert!(evening.it.is_over());
        let after = &evening.it.pairings[before..];
        assert!(
            after
                .iter()
                .all(|pairing| pairing.games.iter().all(|game| game.room.is_none()))
        );
    }
}

/// lila #6619, bbpPairings #27.
#[test]
fn a_second_bye_goes_to_somebody_else_though_the_same_player_stays_last() {
    let mut evening = Evening::new(3, spec(SWISS, 1), 5);
    evening.begin();
    evening.play_out(better);
    for entrant in 0..5 {
        assert_eq!(evening.byes(entrant), 1);
    }
}

/// lila #6647.
#[test]
fn a_finished_game_that_was_not_noticed_is_under_way_until_it_is_and_counts_once() {
    let mut evening = Evening::new(1, spec(SWISS, 1), 2);
    evening.begin();
    let running = evening.games_now();
    let log = evening.log.clone();
    let restarted =
        Tournament::replay(evening.it.id, log.iter().map(|(at, event)| (*at, event))).unwrap();
    assert_eq!(
        restarted.games_under_way(),
        running,
        "the room is asked for its end again"
    );
    evening.score(running[0].table, 2, Decision::Played);
    let seq = evening.it.seq();
    evening.score(running[0].table, 0, Decision::Played);
    assert_eq!(evening.it.seq(), seq);
    assert!(
        evening.it.deadline().is_some_and(|due| due <= evening.now),
        "the round is over"
    );
}

/// lila #15450.
#[test]
fn a_late_entrant_is_not_absent_before_the_entry() {
    let mut evening = Evening::new(1, spec(SWISS, 1), 4);
    evening.begin();
    for Running { table, .. } in evening.games_now() {
        evening.score(table, 2, Decision::Played);
    }
    evening.games_now();
    evening.enter();
    evening.play_out(better);
    let rounds = evening.place_of(4).rounds;
    assert_eq!(rounds[..2], [RoundResult::NotEntered; 2]);
    assert!(!rounds[2..].contains(&RoundResult::NotEntered));
    assert_ne!(rounds[2], RoundResult::Absent);
}

/// liwords #1199.
#[test]
fn a_bye_has_no_game_to_start_and_nobody_waits_for_it() {
    let mut evening = Evening::new(1, spec(SWISS, 1), 3);
    evening.begin();
    let running = evening.games_now();
    assert_eq!(running.len(), 1);
    let bye = evening
        .it
        .in_round(1)
        .find(|pairing| pairing.second.is_none())
        .unwrap()
        .clone();
    assert!(bye.games.is_empty());
    evening.score(running[0].table, 2, Decision::Played);
    assert!(evening.it.is_round_over_in_test());
    assert_eq!(evening.place_of(bye.first).points, 2);
}

impl Tournament {
    fn is_round_over_in_test(&self) -> bool {
        self.deadline().is_some()
    }
}

#[test]
fn everybody_meets_everybody_as_often_as_agreed() {
    for (people, twice) in [(2, false), (5, false), (6, true), (16, false), (7, true)] {
        let mut evening = Evening::new(9, spec(Format::RoundRobin { twice }, 1), people);
        evening.begin();
        evening.play_out(better);
        let games = people * (people - 1) / 2 * if twice { 2 } else { 1 };
        let met = evening
            .it
            .pairings
            .iter()
            .filter(|pairing| pairing.second.is_some())
            .count();
        assert_eq!(met as u128, games, "{people} {twice}");
        let order: Vec<_> = evening
            .standings()
            .iter()
            .map(|line| u128::from(line.entrant))
            .collect();
        assert_eq!(order, (0..people).collect::<Vec<_>>());
    }
}

/// The example of Sensei's Library and of fiveinline.com: A and B have 4 points, and 11 and 9 by Sonneborn-Berger.
#[test]
fn the_published_example_of_sonneborn_berger_is_computed() {
    // The players whom each beats in the first meeting, and in the second.
    let beats = [
        [&[1, 2, 3][..], &[2, 3], &[3], &[]],
        [&[2], &[0, 3], &[1, 3], &[0]],
    ];
    let mut evening = Evening::new(9, spec(Format::RoundRobin { twice: true }, 1), 4);
    evening.begin();
    while let Some(&Running { table, .. }) = evening.games_now().first() {
        let again = usize::from(evening.it.round > 3);
        let BySide { first, second } = table.seats;
        let wins = beats[again][usize::from(first)].contains(&second);
        evening.score(table, if wins { 2 } else { 0 }, Decision::Played);
    }
    let lines = evening.standings().into_iter();
    let lines: Vec<_> = lines
        .map(|line| (line.entrant, line.points / 2, line.sonneborn_berger / 4))
        .collect();
    assert_eq!(lines, [(0, 4, 11), (1, 4, 9), (2, 3, 6), (3, 1, 4)]);
}

#[test]
fn who_comes_late_to_a_round_robin_meets_everybody_too() {
    for people in [4, 5] {
        let mut evening = Evening::new(2, spec(ROBIN, 1), people);
        evening.begin();
        evening.games_now();
        evening.enter();
        evening.enter();
        evening.play_out(better);
        let all = people + 2;
        let met = evening
            .it
            .pairings
            .iter()
            .filter(|pairing| pairing.second.is_some())
            .count();
        assert_eq!((met as u128, evening.repeats()), (all * (all - 1) / 2, 0));
    }
}

#[test]
fn the_best_of_three_ends_when_it_is_decided_and_a_draw_goes_on() {
    let mut evening = Evening::new(1, spec(KNOCKOUT, 3), 2);
    evening.begin();
    let play = |evening: &mut Evening, first| {
        let table = evening.games_now()[0].table;
        evening.score(table, first, Decision::Played);
    };
    for first in [1, 1, 1] {
        play(&mut evening, first);
    }
    play(&mut evening, 0);
    assert!(evening.games_now().is_empty());
    assert_eq!(evening.it.pairings[0].games.len(), 4);
    let mut evening = Evening::new(1, spec(KNOCKOUT, 3), 2);
    evening.begin();
    play(&mut evening, 2);
    play(&mut evening, 2);
    assert!(evening.games_now().is_empty());
    assert_eq!(evening.it.pairings[0].games.len(), 2);
}

#[test]
fn a_knockout_has_a_winner_a_second_and_a_third() {
    for people in [3, 5, 8, 13, 16] {
        let mut evening = Evening::new(4, spec(KNOCKOUT, 1), people);
        evening.begin();
        evening.play_out(better);
        let standings = evening.standings();
        assert_eq!(standings[0].entrant, 0);
        let places: Vec<_> = standings.iter().take(3).map(|line| line.place).collect();
        assert_eq!(places, [1, 2, 3], "{people}");
        let view = evening.it.view(evening.now, |_| true);
        let left = view
            .entrants
            .iter()
            .filter(|entrant| entrant.state == EntrantState::Playing);
        assert_eq!(
            left.count(),
            if people == 3 { 1 } else { 2 },
            "the winners of the final and of the match for third"
        );
    }
}

#[test]
fn in_an_arena_a_win_counts_double_after_two_in_a_row() {
    let mut evening = Evening::new(
        1,
        spec(
            Format::Arena {
                length: Millis::from_secs(600),
            },
            1,
        ),
        2,
    );
    evening.begin();
    for (game, points) in [(1, 2), (2, 4), (3, 8), (4, 12)] {
        let table = evening.games_now()[0].table;
        let pairing = &evening.it.pairings[table.pairing as usize];
        let first = if pairing.first == 0 { 2 } else { 0 };
        evening.score(table, first, Decision::Played);
        assert_eq!(evening.place_of(0).points, points, "game {game}");
    }
    let table = evening.games_now()[0].table;
    evening.score(table, 1, Decision::Played);
    assert_eq!(
        evening.place_of(0).points,
        14,
        "a draw counts double as well, and ends the series"
    );
    assert_eq!(evening.place_of(1).points, 1);
}

#[test]
fn one_who_does_not_come_twice_sits_out_until_they_come_back() {
    let mut evening = Evening::new(1, spec(SWISS, 2), 4);
    evening.begin();
    let table = evening.games_now()[0].table;
    let away = evening.it.pairings[table.pairing as usize].first;
    evening.score(table, 0, Decision::Forfeit);
    evening.now += BETWEEN_GAMES;
    for Running { table: next, .. } in evening.games_now() {
        if next.pairing == table.pairing {
            evening.score(next, 0, Decision::Forfeit);
        }
    }
    assert_eq!(evening.it.entrants[usize::from(away)].state, State::Paused);
    evening.give(&Command::Pause {
        entrant: away,
        paused: false,
    });
    assert_eq!(evening.it.entrants[usize::from(away)].state, State::Playing);
}

#[test]
fn one_who_sits_out_before_the_round_begins_leaves_nobody_without_a_game() {
    let mut evening = Evening::new(1, spec(SWISS, 1), 5);
    evening.give(&Command::NextRound);
    let bye = evening
        .it
        .pairings
        .iter()
        .find(|pairing| pairing.second.is_none())
        .unwrap()
        .first;
    let away = (0..5).find(|entrant| *entrant != bye).unwrap();
    evening.give(&Command::Pause {
        entrant: away,
        paused: true,
    });
    assert_eq!(evening.it.in_round(1).count(), 2);
    assert!(
        evening
            .it
            .in_round(1)
            .all(|pairing| pairing.second.is_some() && !pairing.has(away))
    );
    assert_eq!(evening.it.round, 1);
}

#[test]
fn a_bot_fills_up_and_goes_when_it_is_not_needed() {
    let mut spec = spec(SWISS, 1);
    spec.filling = Some(Filling {
        bot: "level:4".parse().unwrap(),
        up_to: 0,
    });
    let mut evening = Evening::new(1, spec, 3);
    evening.begin();
    assert_eq!(evening.games_now().len(), 2);
    evening.enter();
    for Running { table, .. } in evening.games_now() {
        evening.score(table, 2, Decision::Played);
    }
    evening.games_now();
    assert_eq!(evening.it.round, 2);
    assert_eq!(evening.it.entrants[3].state, State::Paused, "the bot");
    assert!(evening.it.in_round(2).all(|pairing| !pairing.has(3)));
}

#[test]
fn a_hold_stops_the_countdown_and_all_who_are_ready_begin_early() {
    let mut evening = Evening::new(1, spec(SWISS, 1), 2);
    evening.give(&Command::NextRound);
    evening.give(&Command::Hold { held: true });
    let left = evening.it.summary(evening.now).countdown;
    evening.now += Millis::from_secs(600);
    assert_eq!(evening.it.summary(evening.now).countdown, left);
    assert_eq!(evening.it.deadline(), None);
    evening.give(&Command::Hold { held: false });
    assert_eq!(evening.it.summary(evening.now).countdown, left);
    for entrant in [0, 1] {
        assert_eq!(
            evening.it.summary(evening.now).phase,
            TournamentPhase::Pause
        );
        evening.give(&Command::Ready { entrant });
    }
    assert_eq!(
        evening.it.summary(evening.now).phase,
        TournamentPhase::Round
    );
}

#[test]
fn a_correction_corrects_the_standings_and_a_result_that_comes_later_does_not() {
    let mut evening = Evening::new(1, spec(Format::Swiss { rounds: 2 }, 1), 2);
    evening.begin();
    let table = evening.games_now()[0].table;
    let score = BySide {
        first: 0,
        second: 2,
    };
    let Table { pairing, game, .. } = table;
    evening.give(&Command::Correct {
        pairing,
        game,
        score,
    });
    evening.score(table, 2, Decision::Played);
    let first = evening.it.pairings[0].first;
    assert_eq!(evening.place_of(first).points, 0);
    let view = evening.it.pairings(0, 1);
    assert_eq!(view[0].games[0].decision, Some(Decision::Corrected));
    let wrong = BySide {
        first: 2,
        second: 2,
    };
    let refused = evening.attempt(&Command::Correct {
        pairing,
        game,
        score: wrong,
    });
    assert_eq!(refused, Err(Refusal::NoSuchEntrant));
}

/// Ten times as long a road as from 100 entrants would be a pairing that does not scale.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "two times of one run are compared"
)]
fn two_hundred_are_paired_in_a_few_times_what_a_hundred_take() {
    let slowest = |people| {
        let mut evening = Evening::new(1, spec(Format::Swiss { rounds: 9 }, 1), people);
        evening.begin();
        let mut slowest = std::time::Duration::ZERO;
        while !evening.it.is_over() {
            for Running { table, .. } in evening.games_now() {
                evening.score(
                    table,
                    if table.seats.first < table.seats.second {
                        2
                    } else {
                        0
                    },
                    Decision::Played,
                );
            }
            let begun = std::time::Instant::now();
            pair::of_round(&evening.it, evening.it.round + 1);
            slowest = slowest.max(begun.elapsed());
        }
        slowest
    };
    let (hundred, two_hundred) = (slowest(100), slowest(200));
    assert!(
        two_hundred < hundred * 24,
        "{two_hundred:?} and {hundred:?}"
    );
}
