//! Games that are over, in words: players, results, days.

use jiff::Zoned;
use jiff::civil::Date;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::view::{GameResult, MANY_GAMES, PastGame, PastPlayer, Rating, Reason};
use protocol::word::Named;

use super::endings;
use super::players::distinction;
use crate::language::{Id, Said};
use crate::past;
use crate::text::plain;

/// The name of a player; the level of a bot.
pub(crate) fn player(player: &PastPlayer) -> String {
    match player {
        PastPlayer::Human { name, .. } => plain(name.as_str()),
        PastPlayer::Bot { bot } => distinction(bot),
    }
}

/// The names of both players.
pub(crate) fn players(game: &PastGame) -> BySide<String> {
    BySide {
        first: player(&game.players.first),
        second: player(&game.players.second),
    }
}

/// The game, with its opening and its clock.
pub(crate) fn title(game: &PastGame) -> String {
    let opening = game.opening.map(|rule| rule.to_string());
    let clock = game.clock.map(|clock| clock.to_string());
    let parts = [Some(short_title(&game.variant)), opening, clock];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    parts.join(" ")
}

/// The title of a game, and its size only if there are boards of another one.
pub(crate) fn short_title(variant: &Named<Variant>) -> String {
    match variant.known().map(ToString::to_string).as_deref() {
        Some("gomoku-15") => say!("history-game-gomoku-15"),
        Some("gomoku") => say!("history-game-gomoku-20"),
        _ => variant.said(),
    }
}

/// The number of games that a filter wants.
pub(crate) fn total(games: u32) -> String {
    if games < MANY_GAMES {
        games.to_string()
    } else {
        say!("history-many")
    }
}

impl Said for GameResult {
    fn said(&self) -> String {
        match self {
            Self::Won => say!("history-won"),
            Self::Drawn => say!("history-drawn"),
            Self::Lost => say!("history-lost"),
            Self::Other(word) => word.to_string(),
        }
    }
}

/// The result for a side; without a side, as records write it.
pub(crate) fn result(game: &PastGame, side: Option<Side>) -> String {
    let Some(side) = side else {
        let winner = game.outcome.winner;
        return match winner {
            Some(Side::First) => "1-0".to_owned(),
            Some(Side::Second) => "0-1".to_owned(),
            None if game.outcome.counts() => say!("history-drawn"),
            None => say!("history-no-result"),
        };
    };
    past::result_for(game, side).map_or_else(|| say!("history-no-result"), |result| result.said())
}

/// How a game ended, in a few words.
pub(crate) fn how(game: &PastGame) -> String {
    match game.outcome.reason {
        Reason::Line => {
            let in_row = game.variant.known().map(|known| known.shape().in_row);
            match in_row {
                Some(4) => say!("history-how-four"),
                Some(5) => say!("history-how-five"),
                _ => say!("history-how-line"),
            }
        }
        Reason::FullBoard => say!("history-how-full-board"),
        Reason::Resignation => say!("history-how-resignation"),
        Reason::Flag => say!("history-how-flag"),
        Reason::Agreement => say!("history-how-agreement"),
        Reason::Claim => say!("history-how-claim"),
        reason => endings::reason(reason),
    }
}

/// The winner and the loser, or both names of a game without a winner.
pub(crate) fn who_won(game: &PastGame) -> String {
    let BySide { first, second } = players(game);
    match game.outcome.winner {
        Some(Side::First) => say!("history-beat", winner = first, loser = second),
        Some(Side::Second) => say!("history-beat", winner = second, loser = first),
        None => say!("history-met", first = first, second = second),
    }
}

/// A rating, with a question mark if it rests on too few games.
pub(crate) fn rating(rating: Rating) -> String {
    let mark = if rating.is_uncertain() { "?" } else { "" };
    format!("{}{mark}", rating.rating)
}

/// The months, as they stand after a day.
const MONTHS: [Id; 12] = [
    id!("history-january"),
    id!("history-february"),
    id!("history-march"),
    id!("history-april"),
    id!("history-may"),
    id!("history-june"),
    id!("history-july"),
    id!("history-august"),
    id!("history-september"),
    id!("history-october"),
    id!("history-november"),
    id!("history-december"),
];

/// A day in words, seen from now.
pub(crate) fn day(date: Date, now: &Zoned) -> String {
    let today = now.date();
    if date == today {
        return say!("history-today");
    }
    if today.yesterday().is_ok_and(|yesterday| yesterday == date) {
        return say!("history-yesterday");
    }
    let month = MONTHS[usize::from(date.month().unsigned_abs().clamp(1, 12)) - 1].said();
    let day = date.day().to_string();
    if date.year() == today.year() {
        say!("history-day", day = day, month = month)
    } else {
        say!(
            "history-day-of-year",
            day = day,
            month = month,
            year = date.year().to_string()
        )
    }
}
