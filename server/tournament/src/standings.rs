//! Points, tie-breaks and places, always computed from the results alone, so that a corrected one corrects them all.

use std::cmp::Reverse;

use protocol::side::Side;
use protocol::tournament::{Entrant, Format, RoundResult, Standing};

use crate::{Pairing, Phase, Tournament};

/// Rounds of an arena that a line shows.
const LAST_GAMES: usize = 10;

/// Wins in a row after which games of an arena count double.
const STREAK: u32 = 2;

/// Returns the points of every entrant from the rounds before `round`, in halves; of an arena all, as whole points.
pub(crate) fn points(tournament: &Tournament, round: u16) -> Vec<u32> {
    if tournament.is_arena() {
        return arena(tournament);
    }
    let mut points = vec![0; tournament.entrants.len()];
    let is_knockout = tournament.is_knockout();
    let mut had_bye = vec![false; points.len()];
    let last = if is_knockout {
        tournament.knockout_rounds()
    } else {
        0
    };
    for pairing in tournament
        .pairings
        .iter()
        .filter(|pairing| pairing.round < round)
    {
        if is_knockout {
            // The match for the third place is after the final.
            if pairing.decided.is_some() || pairing.second.is_none() {
                let mut finals = tournament.in_round(last);
                let is_third = pairing.round == last && finals.next() != Some(pairing);
                points[usize::from(pairing.who_goes_on())] += if is_third { 1 } else { 2 };
            }
            continue;
        }
        let first = usize::from(pairing.first);
        let Some(second) = pairing.second else {
            let counts = matches!(tournament.spec.format, Format::Swiss { .. }) && !had_bye[first];
            if counts {
                points[first] += 2 * tournament.games() as u32;
            }
            had_bye[first] = true;
            continue;
        };
        let score = pairing.score();
        points[first] += u32::from(score.first);
        points[usize::from(second)] += u32::from(score.second);
    }
    points
}

/// A win gives 2 points and a draw 1, and twice as many after two wins in a row, until one is missed.
fn arena(tournament: &Tournament) -> Vec<u32> {
    let mut points = vec![0; tournament.entrants.len()];
    let mut streaks = vec![0; points.len()];
    for (pairing, _) in in_order(tournament) {
        let score = pairing.score();
        let sides = [
            (Some(pairing.first), score.first),
            (pairing.second, score.second),
        ];
        for (entrant, score) in sides
            .into_iter()
            .filter_map(|(entrant, score)| Some((usize::from(entrant?), score)))
        {
            let streak: &mut u32 = &mut streaks[entrant];
            points[entrant] += u32::from(score) * if *streak >= STREAK { 2 } else { 1 };
            *streak = if score == 2 { *streak + 1 } else { 0 };
        }
    }
    points
}

/// Returns the pairings that are decided, in the order in which they were.
fn in_order(tournament: &Tournament) -> Vec<(&Pairing, u32)> {
    let decided = tournament.pairings.iter();
    let mut decided: Vec<_> = decided
        .filter_map(|pairing| Some((pairing, pairing.decided?)))
        .collect();
    decided.sort_by_key(|(_, order)| *order);
    decided
}

/// Returns the standings now, the first place at the front.
pub(crate) fn standings(tournament: &Tournament) -> Vec<Standing> {
    let points = points(tournament, u16::MAX);
    let line = |entrant: usize| {
        let number = entrant as Entrant;
        let opponents = tournament.pairings.iter().filter_map(|pairing| {
            let opponent = usize::from(pairing.opponent_of(number)?);
            let side = pairing.side_of(number)?;
            Some((pairing, opponent, side))
        });
        let (mut met, mut sonneborn_berger, mut direct, mut wins) = (Vec::new(), 0, 0, 0);
        for (pairing, opponent, side) in opponents {
            let score = u32::from(pairing.score()[side]);
            if !pairing.games.is_empty() {
                met.push(points[opponent]);
            }
            sonneborn_berger += points[opponent] * score;
            if points[opponent] == points[entrant] {
                direct += score;
            }
            let won = |game: &&crate::Game| game.score.is_some_and(|(score, _)| score[side] == 2);
            wins += pairing.games.iter().filter(won).count() as u16;
        }
        // A round without an opponent counts as one without points, who is the weakest.
        met.sort_unstable_by_key(|points| Reverse(*points));
        let begun = tournament.round - u16::from(matches!(tournament.phase, Phase::Pause { .. }));
        met.truncate(usize::from(begun.saturating_sub(1)));
        let has_opponents = matches!(
            tournament.spec.format,
            Format::Swiss { .. } | Format::RoundRobin { .. }
        );
        Standing {
            entrant: number,
            place: 0,
            points: points[entrant],
            buchholz: if matches!(tournament.spec.format, Format::Swiss { .. }) {
                met.iter().sum()
            } else {
                0
            },
            sonneborn_berger: if has_opponents { sonneborn_berger } else { 0 },
            direct: if has_opponents && all_have_met(tournament, &points, points[entrant]) {
                direct
            } else {
                0
            },
            wins,
            rounds: rounds(tournament, number),
        }
    };
    let key = |line: &Standing| {
        let Standing {
            points,
            buchholz,
            sonneborn_berger,
            direct,
            wins,
            ..
        } = *line;
        let wins = if tournament.is_knockout() { 0 } else { wins };
        Reverse((points, buchholz, sonneborn_berger, direct, wins))
    };
    let mut lines: Vec<_> = (0..points.len()).map(line).collect();
    lines.sort_by_key(key);
    for at in 0..lines.len() {
        let shares = at > 0 && key(&lines[at]) == key(&lines[at - 1]);
        lines[at].place = if shares {
            lines[at - 1].place
        } else {
            at as u16 + 1
        };
    }
    lines
}

/// Returns true if all with these points have met.
fn all_have_met(tournament: &Tournament, points: &[u32], with: u32) -> bool {
    let group: Vec<_> = (0..points.len())
        .filter(|at| points[*at] == with)
        .map(|at| at as Entrant)
        .collect();
    let is_in = |pairing: &&Pairing| {
        let second = pairing.second.filter(|second| group.contains(second));
        second.is_some() && group.contains(&pairing.first) && !pairing.games.is_empty()
    };
    let mut met: Vec<_> = tournament
        .pairings
        .iter()
        .filter(is_in)
        .map(|pairing| {
            let second = pairing.second.expect("it is in the group");
            (pairing.first.min(second), pairing.first.max(second))
        })
        .collect();
    met.sort_unstable();
    met.dedup();
    met.len() == group.len() * group.len().saturating_sub(1) / 2
}

/// Returns the rounds of an entrant; of an arena the last games.
fn rounds(tournament: &Tournament, entrant: Entrant) -> Vec<RoundResult> {
    let result = |pairing: &Pairing| {
        if pairing.second.is_none() {
            return RoundResult::Bye;
        }
        if pairing.decided.is_none() {
            return RoundResult::Open;
        }
        match pairing.winner() {
            None => RoundResult::Drawn,
            winner if winner == pairing.side_of(entrant) => RoundResult::Won,
            Some(Side::First | Side::Second) => RoundResult::Lost,
        }
    };
    if tournament.is_arena() {
        let mut last: Vec<_> = in_order(tournament)
            .into_iter()
            .rev()
            .map(|(pairing, _)| pairing)
            .filter(|pairing| pairing.has(entrant))
            .take(LAST_GAMES)
            .map(result)
            .collect();
        last.reverse();
        return last;
    }
    let from = tournament.entrants[usize::from(entrant)].from_round;
    let of = |round| match tournament
        .in_round(round)
        .find(|pairing| pairing.has(entrant))
    {
        Some(pairing) => result(pairing),
        None if round < from => RoundResult::NotEntered,
        None => RoundResult::Absent,
    };
    (1..=tournament.round).map(of).collect()
}
