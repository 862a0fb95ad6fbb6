//! Names of players: bots have them in the language of the person, as on the page.

#[cfg(test)]
mod tests;

use protocol::record::Record;
use protocol::replica::Replica;
use protocol::side::{BySide, Side};
use protocol::spec::BotSpec;
use protocol::view::Seat;

use crate::language::Said;
use crate::text::plain;

/// The kind of bot whose depths are levels.
pub(crate) const LEVELS: &str = "level";

/// The bot that plays at random.
const RANDOM: &str = "random";

impl Said for BotSpec {
    /// The level, or the kind with its depth; options are not said.
    fn said(&self) -> String {
        let depth = self.depth().map(|depth| depth.to_string());
        match (level(self), depth) {
            (Some(level), _) => say!("words-bot-of-level", level = level),
            (None, Some(depth)) => say!("words-bot-of-depth", kind = self.kind(), depth = depth),
            (None, None) => say!("words-bot-of-kind", kind = self.kind()),
        }
    }
}

/// The level of a bot in words; none where it has none.
fn level(bot: &BotSpec) -> Option<String> {
    match (bot.kind(), bot.depth()) {
        (LEVELS, Some(level)) => Some(say!("words-level-number", number = level.to_string())),
        (RANDOM, _) => Some(say!("words-level-random")),
        _ => None,
    }
}

/// The level of a bot, or its kind: for columns that have no room for its name.
pub fn distinction(bot: &BotSpec) -> String {
    level(bot).unwrap_or_else(|| bot.kind().to_owned())
}

/// The name without the depth of a kind that has no levels.
fn short(bot: &BotSpec) -> String {
    match level(bot) {
        Some(_) => bot.said(),
        None => say!("words-bot-of-kind", kind = bot.kind()),
    }
}

impl Said for Seat {
    /// The name of the player; it came from somebody else.
    fn said(&self) -> String {
        match self {
            Self::Open => say!("words-seat-open"),
            Self::Human { name, .. } => name.to_string(),
            Self::Bot { bot } => bot.said(),
        }
    }
}

/// A player as it is saved, for whatever language it is shown in.
pub(crate) fn saved(seat: &Seat) -> String {
    match seat {
        Seat::Bot { bot } => format!("bot:{bot}"),
        Seat::Open | Seat::Human { .. } => seat.said(),
    }
}

/// The name of a player that was saved.
pub(crate) fn of_saved(saved: &str) -> String {
    let bot = saved.strip_prefix("bot:").map(str::parse::<BotSpec>);
    match bot {
        Some(Ok(bot)) => bot.said(),
        Some(Err(_)) | None => plain(saved),
    }
}

/// The names of both players; two bots with one name have their specs instead, which tell them apart.
pub fn names(seats: &BySide<Seat>) -> BySide<String> {
    with_bots(seats, &[BotSpec::said])
}

/// The names of both players where there is little room.
pub fn short_names(seats: &BySide<Seat>) -> BySide<String> {
    with_bots(seats, &[short, BotSpec::said])
}

/// The name of a seat's occupant.
pub(super) fn occupant(table: &Replica, side: Side) -> String {
    names(&table.snapshot().seats)[side].clone()
}

/// A side with the name of its occupant.
pub(super) fn who(table: &Replica, side: Side) -> String {
    let name = occupant(table, side);
    match side {
        Side::First => say!("lines-first", name = name),
        Side::Second => say!("lines-second", name = name),
    }
}

fn with_bots(seats: &BySide<Seat>, forms: &[Form]) -> BySide<String> {
    let bots = seats.as_ref().map(|seat| match seat {
        Seat::Bot { bot } => Some(bot),
        Seat::Open | Seat::Human { .. } => None,
    });
    let bots = told_apart(bots, forms);
    BySide::from_fn(|side| bots[side].clone().unwrap_or_else(|| seats[side].said()))
}

/// The names of both players in a record, where it has them.
pub fn names_in(record: &Record) -> BySide<Option<String>> {
    let tags = BySide::from_fn(|side| {
        record.tag(match side {
            Side::First => "First",
            Side::Second => "Second",
        })
    });
    let specs = tags.map(|tag| tag?.strip_prefix("bot:")?.parse::<BotSpec>().ok());
    let bots = told_apart(specs.as_ref().map(Option::as_ref), &[BotSpec::said]);
    BySide::from_fn(|side| bots[side].clone().or_else(|| tags[side].map(str::to_owned)))
}

/// A way to name a bot.
type Form = fn(&BotSpec) -> String;

/// The names of bots: in the first of `forms` that tells two different ones apart, or else as their specs.
fn told_apart(bots: BySide<Option<&BotSpec>>, forms: &[Form]) -> BySide<Option<String>> {
    let tells_apart = |form: &Form| match (bots.first, bots.second) {
        (Some(first), Some(second)) => first == second || form(first) != form(second),
        (_, None) | (None, _) => true,
    };
    let form = { forms.iter().copied() }.find(tells_apart);
    let form = form.unwrap_or(ToString::to_string);
    bots.map(|bot| bot.map(form))
}
