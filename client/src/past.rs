//! Games that are over, as a server keeps them: seen from one of their players, and as records.

mod filter;

use jiff::{SignedDuration, Zoned};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::text::Name;
use protocol::view::{Feature, GameResult, PastGame, PastPlayer, RatingChange};

pub use self::filter::{Filter, Time};

/// True if two names are the same but for capitals.
pub fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// True if a person who showed their key to the server owns the name that it gave them.
pub fn owns_name(name: &Name, features: &[Feature]) -> bool {
    features.contains(&Feature::Identity) && !name.is_of_guest()
}

/// The name of a player, if it is a person.
pub fn person(player: &PastPlayer) -> Option<&Name> {
    match player {
        PastPlayer::Human { name, .. } => Some(name),
        PastPlayer::Bot { .. } => None,
    }
}

/// The name of a player, if it leads to a profile.
pub fn with_profile(player: &PastPlayer) -> Option<&Name> {
    match player {
        PastPlayer::Human {
            name,
            profile: true,
        } => Some(name),
        PastPlayer::Human { profile: false, .. } | PastPlayer::Bot { .. } => None,
    }
}

/// The side that a person had.
pub fn side_of(game: &PastGame, name: &str) -> Option<Side> {
    let is_it = |player: &PastPlayer| person(player).is_some_and(|it| is_same(it.as_str(), name));
    game.players.find(is_it)
}

/// The result for a side; `None` for a game without a result.
pub fn result_for(game: &PastGame, side: Side) -> Option<GameResult> {
    match game.outcome.winner {
        Some(winner) if winner == side => Some(GameResult::Won),
        Some(_) => Some(GameResult::Lost),
        None => game.outcome.counts().then_some(GameResult::Drawn),
    }
}

/// The rating that a change won or lost.
pub fn points(change: RatingChange) -> i32 {
    i32::from(change.after) - i32::from(change.before)
}

/// A rating that was won or lost, with its sign; 0 stands without one.
pub fn signed(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        points => format!("{points:+}"),
    }
}

/// The time at which something happened, `ago` before `now`.
pub fn before(now: &Zoned, ago: Millis) -> Zoned {
    let ago = i64::try_from(ago.as_millis()).unwrap_or(i64::MAX);
    let then = now.checked_sub(SignedDuration::from_millis(ago));
    then.unwrap_or_else(|_| now.clone())
}

/// The time since midnight.
pub fn since_midnight(now: &Zoned) -> Millis {
    let Ok(midnight) = now.start_of_day() else {
        return Millis::ZERO;
    };
    let passed = now.duration_since(&midnight).as_millis();
    Millis::from_millis(u64::try_from(passed).unwrap_or_default())
}

/// The board of a game, at its end; `None` if the server has not kept the moves, or the rules are not known here.
pub fn board(game: &PastGame) -> Option<Game> {
    let variant: Variant = *game.variant.known()?;
    Game::after(variant, game.moves.as_ref()?.iter().copied()).ok()
}

/// The record of a game; `None` if the server has not kept the moves, or they are no game of rules that this program
/// knows.
pub fn record(game: &PastGame, now: &Zoned) -> Option<Record> {
    let day = before(now, game.ended).strftime("%Y.%m.%d").to_string();
    Record::from_past_game(game, Some(&day)).ok()
}
