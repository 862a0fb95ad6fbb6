//! The result of a tournament as text, CSV and JSON.

use std::fmt::Write as _;

use serde_json::json;

use super::{Entrant, PairingView, Standing, TournamentView};
use crate::view::PastPlayer;

/// A form of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Lines for people.
    Text,
    /// A table of the standings and one of the games, for spreadsheets.
    Csv,
    /// One object.
    Json,
}

impl Export {
    /// Returns the form with this ending of a file, and its media type.
    pub fn of_ending(ending: &str) -> Option<(Self, &'static str)> {
        match ending {
            "txt" => Some((Self::Text, "text/plain; charset=utf-8")),
            "csv" => Some((Self::Csv, "text/csv; charset=utf-8")),
            "json" => Some((Self::Json, "application/json")),
            _ => None,
        }
    }

    /// Writes the standings and all games.
    pub fn write(self, view: &TournamentView, pairings: &[PairingView]) -> String {
        match self {
            Self::Text => text(view, pairings),
            Self::Csv => csv(view, pairings),
            Self::Json => json!({ "view": view, "pairings": pairings }).to_string() + "\n",
        }
    }
}

fn name(view: &TournamentView, entrant: Entrant) -> String {
    match &view.entrants[usize::from(entrant)].player {
        PastPlayer::Human { name, .. } => name.to_string(),
        PastPlayer::Bot { bot } => bot.to_string(),
    }
}

/// Writes a number of halves.
fn halves(count: u32) -> String {
    let half = if count % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", count / 2)
}

fn points(view: &TournamentView, line: &Standing) -> String {
    if view.rounds.is_none() {
        line.points.to_string()
    } else {
        halves(line.points)
    }
}

/// The score of a pairing, and how its games came to it.
fn score(pairing: &PairingView) -> (String, String) {
    let score = format!(
        "{} : {}",
        halves(pairing.score.first.into()),
        halves(pairing.score.second.into())
    );
    let decisions = pairing.games.iter().map(|game| {
        game.decision
            .map_or_else(|| "open".to_owned(), |decision| decision.to_string())
    });
    (score, decisions.collect::<Vec<_>>().join(" "))
}

fn text(view: &TournamentView, pairings: &[PairingView]) -> String {
    let mut text = format!("{} ({})\n\n", view.spec.name, view.tournament);
    for line in &view.standings {
        let (name, points) = (name(view, line.entrant), points(view, line));
        let _ = writeln!(
            text,
            "{:>3} {name:<22}{points:>6}{:>8}{:>8}",
            line.place,
            halves(line.buchholz),
            f64::from(line.sonneborn_berger) / 4.0
        );
    }
    let mut round = 0;
    for pairing in pairings {
        if pairing.round != round {
            round = pairing.round;
            let _ = writeln!(text, "\nround {round}");
        }
        let first = name(view, pairing.first);
        let _ = match pairing.second {
            Some(second) => writeln!(
                text,
                "    {first} - {}  {}  {}",
                name(view, second),
                score(pairing).0,
                score(pairing).1
            ),
            None => writeln!(text, "    {first}  bye"),
        };
    }
    text
}

fn csv(view: &TournamentView, pairings: &[PairingView]) -> String {
    let mut text =
        "place,name,points,buchholz_cut_1,sonneborn_berger,direct_encounter,wins\r\n".to_owned();
    for line in &view.standings {
        let cells = [
            line.place.to_string(),
            cell(&name(view, line.entrant)),
            points(view, line),
            halves(line.buchholz),
            (f64::from(line.sonneborn_berger) / 4.0).to_string(),
            halves(line.direct),
            line.wins.to_string(),
        ];
        text += &(cells.join(",") + "\r\n");
    }
    text += "\r\nround,first,second,game,room,first_points,second_points,decision\r\n";
    for pairing in pairings {
        let players = format!(
            "{},{},{}",
            pairing.round,
            cell(&name(view, pairing.first)),
            pairing
                .second
                .map_or_else(String::new, |second| cell(&name(view, second)))
        );
        for (number, game) in (1..).zip(&pairing.games) {
            let room = game.room.map_or_else(String::new, |room| room.to_string());
            let (first, second) = game.score.map_or_else(Default::default, |score| {
                (halves(score.first.into()), halves(score.second.into()))
            });
            let decision = game
                .decision
                .map_or_else(String::new, |decision| decision.to_string());
            let _ = write!(
                text,
                "{players},{number},{room},{first},{second},{decision}\r\n"
            );
        }
        if pairing.second.is_none() {
            let _ = write!(text, "{players},,,,,bye\r\n");
        }
    }
    text
}

/// Quotes a name, so that a spreadsheet takes it for text.
fn cell(name: &str) -> String {
    let guard = if name.starts_with(['=', '+', '-', '@']) {
        "'"
    } else {
        ""
    };
    format!("\"{guard}{}\"", name.replace('"', "\"\""))
}
