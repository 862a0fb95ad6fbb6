//! The pairings of each form.
//!
//! The pairs of a Swiss round are the cheapest perfect matching of all who play, with a bye as one more player if their
//! number is odd. No sum of a weight reaches the next one, so that each matters only where those above it leave a
//! choice:
//!
//! | Weight | Times |
//! | --- | --- |
//! | [`REPEAT`] | earlier meetings of the two; for a bye, earlier byes |
//! | [`UNBALANCED`] | 1 if the better order leaves somebody with three more games on one side than on the other |
//! | [`SCORE`] | square of the difference of points, in halves, at most [`FAR`]; for a bye, from the lowest points |
//! | [`COLOUR`] | square of the larger imbalance that the better order of the two leaves, at most [`UNEVEN`] |
//! | 1 | distance from half the score group in the order of the group, so that its upper half meets its lower half; for a bye, from the last place |

use integer_blossom::min_weight_perfect_matching;
use protocol::id::Seed;
use protocol::millis::Millis;
use protocol::rng::SplitMix64;
use protocol::side::Side;
use protocol::tournament::{ENTRANTS, Entrant, Format};

use crate::{BETWEEN_GAMES, State, Tournament, standings};

/// 128 pairs of 256 entrants cost less than this for their distances.
const COLOUR: i64 = 1 << 16;
const UNEVEN: i64 = 16;
const SCORE: i64 = COLOUR << 11;
const FAR: i64 = 32;
const UNBALANCED: i64 = SCORE << 17;
const REPEAT: i64 = UNBALANCED << 8;

/// Time that two wait in an arena before they meet again, if others are still at their games.
const OTHERS: Millis = Millis::from_secs(20);

/// Two who meet, the first to move in the first game at the front; or one with a bye.
pub(crate) type Pair = (Entrant, Option<Entrant>);

/// Returns the pairs of a round; none if the tournament has no such round.
pub(crate) fn of_round(tournament: &Tournament, round: u16) -> Vec<Pair> {
    match tournament.spec.format {
        Format::RoundRobin { .. } => round_robin(tournament, round),
        Format::Swiss { rounds } if round <= u16::from(rounds) => swiss(tournament, round),
        Format::Knockout { third_place } => knockout(tournament, round, third_place),
        Format::Swiss { .. } | Format::Arena { .. } => Vec::new(),
    }
}

/// Returns the cheapest pairs of `count` players by their places; `None` stands for the bye, which one of them gets if
/// their number is odd.
fn matched(
    count: usize,
    cost: impl Fn(usize, Option<usize>) -> i64,
) -> Vec<(usize, Option<usize>)> {
    let size = count.next_multiple_of(2);
    let mut costs = vec![0; size * size];
    for one in 0..count {
        for other in one + 1..size {
            costs[one * size + other] = cost(one, Some(other).filter(|other| *other < count));
        }
    }
    let mates = min_weight_perfect_matching(&costs, size);
    let mates = mates.into_iter().enumerate();
    let pairs = mates.filter(|(one, mate)| one < mate);
    pairs
        .map(|(one, mate)| (one, Some(mate).filter(|mate| *mate < count)))
        .collect()
}

/// Number drawn for an entrant, which orders equals.
pub(crate) fn draw(tournament: &Tournament, entrant: Entrant) -> u64 {
    let seed = tournament.seed ^ u64::from(entrant).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    SplitMix64::new(Seed(seed)).next_u64()
}

/// How often each two have met; at the place of an entrant with themselves, their byes.
struct Met(Vec<u8>);

impl Met {
    fn before(tournament: &Tournament, round: u16) -> Self {
        let mut met = vec![0; ENTRANTS * ENTRANTS];
        for pairing in tournament
            .pairings
            .iter()
            .filter(|pairing| pairing.round < round)
        {
            let (one, other) = (
                usize::from(pairing.first),
                usize::from(pairing.second.unwrap_or(pairing.first)),
            );
            for place in [one * ENTRANTS + other, other * ENTRANTS + one] {
                met[place] = u8::saturating_add(met[place], 1);
            }
        }
        Self(met)
    }

    fn times(&self, one: Entrant, other: Option<Entrant>) -> i64 {
        let other = usize::from(other.unwrap_or(one));
        i64::from(self.0[usize::from(one) * ENTRANTS + other])
    }
}

/// How much more often an entrant has moved first than second, and whether they did the last time.
pub(crate) fn colours(tournament: &Tournament, entrant: Entrant) -> (i64, bool) {
    let (mut balance, mut last) = (0, false);
    for pairing in tournament
        .pairings
        .iter()
        .filter(|pairing| pairing.second.is_some())
    {
        if let Some(side) = pairing.side_of(entrant) {
            last = side == Side::First;
            balance += if last { 1 } else { -1 };
        }
    }
    (balance, last)
}

/// Puts the one first who should move first.
fn ordered(tournament: &Tournament, one: Entrant, other: Entrant) -> Pair {
    let key = |entrant| (colours(tournament, entrant), draw(tournament, entrant));
    if key(one) <= key(other) {
        (one, Some(other))
    } else {
        (other, Some(one))
    }
}

fn imbalance(one: i64, other: i64) -> i64 {
    let after = |first: i64, second: i64| (first + 1).abs().max((second - 1).abs());
    let least = after(one, other).min(after(other, one));
    (least * least).min(UNEVEN)
}

fn swiss(tournament: &Tournament, round: u16) -> Vec<Pair> {
    let mut players = tournament.active(round);
    if players.len() < 2 {
        return Vec::new();
    }
    let points = standings::points(tournament, round);
    let of = |entrant: Entrant| i64::from(points[usize::from(entrant)]);
    players.sort_by_key(|&entrant| (-of(entrant), draw(tournament, entrant)));
    let met = Met::before(tournament, round);
    let balance: Vec<_> = players
        .iter()
        .map(|&entrant| colours(tournament, entrant).0)
        .collect();
    let group = |entrant| {
        players
            .iter()
            .filter(|other| of(**other) == of(entrant))
            .count()
    };
    let halves: Vec<_> = players
        .iter()
        .map(|&entrant| group(entrant) as i64 / 2)
        .collect();
    let lowest = players.last().map_or(0, |&entrant| of(entrant));
    let pairs = matched(players.len(), |one, other| {
        let far = of(players[one]) - other.map_or(lowest, |other| of(players[other]));
        let (uneven, distance) = match other {
            Some(other) => (
                imbalance(balance[one], balance[other]),
                ((other - one) as i64 - halves[one]).abs(),
            ),
            None => (0, (players.len() - 1 - one) as i64),
        };
        let other = other.map(|other| players[other]);
        REPEAT * met.times(players[one], other)
            + SCORE * (far * far).min(FAR * FAR)
            + UNBALANCED * i64::from(uneven > 4)
            + COLOUR * uneven
            + distance
    });
    let pair = |(one, other): (usize, Option<usize>)| match other {
        Some(other) => ordered(tournament, players[one], players[other]),
        None => (players[one], None),
    };
    let mut pairs: Vec<_> = pairs.into_iter().map(pair).collect();
    // A bye is at the end, the leaders at the front.
    pairs.sort_by_key(|&(one, other)| {
        let best = of(one).max(other.map_or(0, of));
        (other.is_none(), -best)
    });
    pairs
}

/// Entrants of the schedule of a round robin that begins now.
pub(crate) fn ring(tournament: &Tournament) -> Vec<Entrant> {
    let mut ring = tournament.active(1);
    ring.sort_by_key(|&entrant| draw(tournament, entrant));
    ring
}

/// Returns the number of rounds of the schedule.
pub(crate) fn scheduled(tournament: &Tournament, twice: bool) -> u16 {
    let (before, ring) = (tournament.round == 0, &tournament.ring);
    let players = if before {
        tournament.active(1).len()
    } else {
        ring.len()
    } as u16;
    players.next_multiple_of(2).saturating_sub(1) * if twice { 2 } else { 1 }
}

/// The schedule goes round a circle; those whom it leaves free, who came later, meet beside it and after it.
fn round_robin(tournament: &Tournament, round: u16) -> Vec<Pair> {
    let Format::RoundRobin { twice } = tournament.spec.format else {
        return Vec::new();
    };
    let times = if twice { 2 } else { 1 };
    let ring = if round == 1 {
        ring(tournament)
    } else {
        tournament.ring.clone()
    };
    let around = ring.len().next_multiple_of(2).saturating_sub(1);
    let mut pairs = Vec::new();
    let is_scheduled = usize::from(round) <= around * times;
    if is_scheduled {
        let turn = usize::from(round - 1);
        for step in 0..around.div_ceil(2) {
            let (one, other) = if step == 0 {
                (around, turn % around)
            } else {
                ((turn + step) % around, (turn + around - step) % around)
            };
            let (Some(&one), Some(&other)) = (ring.get(one), ring.get(other)) else {
                continue;
            };
            if tournament.is_active(one, round) || tournament.is_active(other, round) {
                let exchanged = (step + turn / around + if step == 0 { turn } else { 0 }) % 2 == 1;
                pairs.push(if exchanged {
                    (other, Some(one))
                } else {
                    (one, Some(other))
                });
            }
        }
    }
    let is_paired = |entrant: Entrant| {
        pairs
            .iter()
            .any(|&(one, other)| one == entrant || other == Some(entrant))
    };
    let free: Vec<_> = tournament
        .active(round)
        .into_iter()
        .filter(|entrant| !is_paired(*entrant))
        .collect();
    let met = Met::before(tournament, round);
    let may_meet = |one: Entrant, other: Entrant| {
        let will = is_scheduled && ring.contains(&one) && ring.contains(&other);
        !will && met.times(one, Some(other)) < times as i64
    };
    let beside = matched(free.len(), |one, other| {
        let meets = other.is_some_and(|other| may_meet(free[one], free[other]));
        i64::from(!meets)
    });
    for (one, other) in beside {
        match other {
            Some(other) if may_meet(free[one], free[other]) => {
                pairs.push(ordered(tournament, free[one], free[other]));
            }
            // After the schedule those who have met all are done.
            Some(other) if is_scheduled => pairs.extend([(free[one], None), (free[other], None)]),
            None if is_scheduled => pairs.push((free[one], None)),
            Some(_) | None => {}
        }
    }
    pairs
}

fn knockout(tournament: &Tournament, round: u16, third_place: bool) -> Vec<Pair> {
    if round == 1 {
        let players = ring(tournament);
        let mut slots = vec![0];
        while slots.len() < players.len() {
            let last = slots.len() * 2 - 1;
            slots = slots
                .into_iter()
                .flat_map(|slot| [slot, last - slot])
                .collect();
        }
        let pair = |slots: &[usize]| (players[slots[0]], players.get(slots[1]).copied());
        return slots.chunks_exact(2).map(pair).collect();
    }
    let before: Vec<_> = tournament.in_round(round - 1).collect();
    let rounds = tournament.knockout_rounds();
    if round > rounds {
        return Vec::new();
    }
    let winners: Vec<_> = before.iter().map(|pairing| pairing.who_goes_on()).collect();
    let mut pairs: Vec<_> = winners
        .chunks_exact(2)
        .map(|pair| ordered(tournament, pair[0], pair[1]))
        .collect();
    if third_place && round == rounds {
        let losers: Vec<_> = before
            .iter()
            .filter_map(|pairing| pairing.opponent_of(pairing.who_goes_on()))
            .collect();
        if let [one, other] = losers[..] {
            pairs.push(ordered(tournament, one, other));
        }
    }
    pairs
}

/// Returns the pairs of those who are free in an arena. Two who met last meet again only if nobody else is to come.
pub(crate) fn arena(tournament: &Tournament, now: Millis) -> Vec<Pair> {
    let is_free = |entrant: &Entrant| {
        let entry = &tournament.entrants[usize::from(*entrant)];
        let mut games = tournament.pairings.iter().rev();
        entry.state == State::Playing
            && (entry.free_since + BETWEEN_GAMES <= now
                || games.clone().all(|pairing| !pairing.has(*entrant)))
            && games.all(|pairing| !pairing.has(*entrant) || pairing.decided.is_some())
    };
    let all = tournament.active(1);
    let mut free: Vec<_> = all.iter().copied().filter(is_free).collect();
    let points = standings::points(tournament, 1);
    let of = |entrant: Entrant| i64::from(points[usize::from(entrant)]);
    free.sort_by_key(|&entrant| (-of(entrant), draw(tournament, entrant)));
    let last = |entrant: Entrant| {
        let mut games = tournament.pairings.iter().rev();
        games.find_map(|pairing| pairing.opponent_of(entrant))
    };
    let waits =
        |entrant: Entrant| tournament.entrants[usize::from(entrant)].free_since + OTHERS <= now;
    let again = |one: Entrant, other: Entrant| {
        last(one) == Some(other)
            && last(other) == Some(one)
            && all.len() > 2
            && !(waits(one) && waits(other))
    };
    let pairs = matched(free.len(), |one, other| match other {
        Some(other) if again(free[one], free[other]) => REPEAT,
        Some(other) => (of(free[one]) - of(free[other])).abs(),
        // Those who have waited longest play.
        None => {
            (now - tournament.entrants[usize::from(free[one])].free_since).as_millis() as i64 / 1000
        }
    });
    let pairs = pairs
        .into_iter()
        .filter_map(|(one, other)| Some((free[one], free[other?])));
    let pairs = pairs.filter(|&(one, other)| !again(one, other));
    pairs
        .map(|(one, other)| ordered(tournament, one, other))
        .collect()
}
