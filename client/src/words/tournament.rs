//! Tournaments in words.

use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::span_text;
use protocol::tournament::{
    EntrantState, Format, TournamentPhase, TournamentSpec, TournamentSummary, TournamentView,
};
use protocol::view::PastPlayer;
use protocol::word::Named;

use super::listed;
use super::past::{player, short_title};
use crate::language::Said;
use crate::past::is_same;
use crate::text::plain;

impl Said for Format {
    /// The form, and how long it takes if the organiser chose that.
    fn said(&self) -> String {
        match *self {
            Self::RoundRobin { twice: false } => say!("tournament-round-robin"),
            Self::RoundRobin { twice: true } => say!("tournament-round-robin-twice"),
            Self::Swiss { rounds } => say!("tournament-swiss", count = u32::from(rounds)),
            Self::Knockout { .. } => say!("tournament-knockout"),
            Self::Arena { length } => say!("tournament-arena", time = span_text(length)),
        }
    }
}

/// The form, the game and the clock of a tournament.
pub(crate) fn about(spec: &TournamentSpec<Named<Variant>>) -> String {
    let is_arena = matches!(spec.format, Format::Arena { .. });
    let games = (spec.games > 1 && !is_arena)
        .then(|| say!("tournament-games", count = u32::from(spec.games)));
    let form = [Some(spec.format.said()), games];
    let opening = spec.opening.map(|rule| rule.to_string());
    let clock = spec.clock.map(|clock| clock.to_string());
    let game = [Some(short_title(&spec.variant)), opening, clock];
    let joined = |parts: &[Option<String>], between| {
        let parts: Vec<_> = parts.iter().flatten().cloned().collect();
        parts.join(between)
    };
    format!("{} · {}", joined(&form, ", "), joined(&game, " "))
}

/// How far a tournament in the list is.
pub(crate) fn state(tournament: &TournamentSummary) -> String {
    match (&tournament.phase, tournament.countdown) {
        (TournamentPhase::Entries, Some(left)) => say!("tournament-begins-in", time = time(left)),
        (TournamentPhase::Entries, None) => say!("tournament-takes-entries"),
        (TournamentPhase::Over, _) => say!("tournament-over"),
        (_, Some(left)) if tournament.rounds.is_none() => {
            say!("tournament-ends-in", time = time(left))
        }
        _ => say!(
            "tournament-round-of",
            round = u32::from(tournament.round),
            rounds = tournament
                .rounds
                .map_or_else(|| "?".to_owned(), |rounds| rounds.to_string())
        ),
    }
}

/// A time in whole seconds.
pub(crate) fn time(left: Millis) -> String {
    let seconds = left.as_millis().div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// What the countdown of a tournament is about, and what it waits for without one.
pub(crate) fn phase(view: &TournamentView) -> String {
    let round = u32::from(view.round);
    match view.phase {
        TournamentPhase::Over => {
            let first = view.standings.iter();
            let first = first.filter(|line| line.place == 1 && line.points > 0);
            let names = listed(first.map(|line| name(view, line.entrant)));
            match names.as_str() {
                "" => say!("tournament-is-over"),
                names => format!(
                    "{} {}",
                    say!("tournament-is-over"),
                    say!("tournament-first-place", names = names)
                ),
            }
        }
        _ if view.held => say!("tournament-is-held"),
        TournamentPhase::Entries if view.countdown.is_some() => {
            say!("tournament-round-in", round = 1)
        }
        TournamentPhase::Entries => say!("tournament-waits", name = plain(view.organiser.as_str())),
        TournamentPhase::Pause => say!("tournament-round-in", round = round),
        _ if view.rounds.is_none() && view.countdown.is_some() => say!("tournament-arena-ends"),
        _ => {
            let over = view.pairings.iter().filter(|pairing| pairing.over).count();
            say!(
                "tournament-round-on",
                round = round,
                over = over,
                all = view.pairings.len()
            )
        }
    }
}

/// The entrants in numbers: people who are there and not, and bots.
pub(crate) fn presence(view: &TournamentView) -> String {
    use PastPlayer::{Bot, Human};
    let stays = |state: &EntrantState| *state != EntrantState::Withdrawn;
    let entrants = view.entrants.iter().filter(|it| stays(&it.state));
    let (mut here, mut away, mut bots) = (0, 0, 0);
    for entrant in entrants {
        match (&entrant.player, entrant.present) {
            (Bot { .. }, _) => bots += 1,
            (Human { .. }, true) => here += 1,
            (Human { .. }, false) => away += 1,
        }
    }
    let parts = [
        (here > 0 || bots == 0).then(|| say!("tournament-here", here = here)),
        (away > 0).then(|| say!("tournament-away", away = away)),
        (bots > 0).then(|| say!("tournament-bots", bots = bots)),
    ];
    listed(parts.into_iter().flatten())
}

/// The name of an entrant; a bot has the same one as at a table.
pub(crate) fn name(view: &TournamentView, entrant: u16) -> String {
    let entrant = view.entrants.get(usize::from(entrant));
    entrant.map_or_else(String::new, |entrant| match &entrant.player {
        PastPlayer::Human { name, .. } => plain(name.as_str()),
        PastPlayer::Bot { bot } => bot.said(),
    })
}

/// The same where there is little room: a bot has its level.
pub(crate) fn short_name(view: &TournamentView, entrant: u16) -> String {
    let entrant = view.entrants.get(usize::from(entrant));
    entrant.map_or_else(String::new, |entrant| player(&entrant.player))
}

/// True if an entrant is called so.
pub(crate) fn is_called(view: &TournamentView, entrant: u16, text: &str) -> bool {
    let names = [name(view, entrant), short_name(view, entrant)];
    names.iter().any(|name| is_same(name, text))
}

/// A number of parts of a point, such as halves, with its fraction in as many columns as every other one has.
pub(crate) fn points(number: u32, parts: u32, is_ascii: bool) -> String {
    let fraction = match (number % parts * 4 / parts, is_ascii) {
        (0, true) => "   ",
        (1, true) => ".25",
        (2, true) => ".5 ",
        (_, true) => ".75",
        (0, false) => " ",
        (1, false) => "¼",
        (2, false) => "½",
        (_, false) => "¾",
    };
    format!("{}{fraction}", number / parts)
}

/// The address of the page of a tournament, on a server with this address.
pub(crate) fn link(page: &str, tournament: RoomId) -> String {
    format!("{}/#tournament={tournament}", page.trim_end_matches('/'))
}
