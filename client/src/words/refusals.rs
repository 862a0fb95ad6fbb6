//! Refusals of the server.

use protocol::millis::Millis;
use protocol::refusal::{Limit, Refusal, Resource, SpecProblem};
use protocol::rules::{Illegal, Variant};
use protocol::side::Side;
use protocol::spec::{BotSpec, Depth, OpeningChoice, OpeningRule, OptionRange};
use protocol::square::Square;
use protocol::tournament::{ENTRANTS, MOST_GAMES, MOST_ROUNDS, TOURNAMENT_NAME, TournamentProblem};

use super::errors::{column_full, quoted};
use super::listed;
use crate::language::Said;

/// Returns a refusal for people: the server's own `message` where this release does not know it.
pub fn refused(refusal: &Refusal, message: &str) -> String {
    match refusal {
        Refusal::Other { .. } if !message.is_empty() => message.to_owned(),
        known => known.said(),
    }
}

impl Said for Refusal {
    #[expect(clippy::too_many_lines, reason = "one row for each refusal")]
    fn said(&self) -> String {
        match self {
            Self::Version {
                yours,
                oldest,
                newest,
            } => version(*yours, *oldest, *newest),
            Self::HelloExpected => say!("refusals-hello-expected"),
            Self::Malformed { problem } => say!("refusals-malformed", problem = problem.as_str()),
            Self::TooFast { wait } => {
                say!("refusals-too-fast", wait = wait.to_string())
            }
            Self::Full { what, most } => say!("refusals-full", what = exhausted(*what, *most)),
            Self::ShuttingDown => say!("refusals-shutting-down"),
            Self::Internal { reference } => {
                say!("refusals-internal", reference = reference.to_string())
            }
            Self::BadSpec { problem } => problem.said(),
            Self::UnknownBot { kind, known } => say!(
                "refusals-unknown-bot",
                kind = quoted(kind),
                known = listed(known)
            ),
            Self::BotCannotPlay {
                bot,
                variant,
                others,
            } => bot_cannot_play(bot, *variant, others),
            Self::BadDepth { bot, depths } => bad_depth(bot, *depths),
            Self::NoSuchRoom { room } => say!("refusals-no-such-room", room = room.to_string()),
            Self::AlreadyInRoom { room } => {
                say!("refusals-already-in-room", room = room.to_string())
            }
            Self::NotInRoom => say!("refusals-not-in-room"),
            Self::NoOpenSeat { room } => say!("refusals-no-open-seat", room = room.to_string()),
            Self::NoSpectators => say!("refusals-no-spectators"),
            Self::WrongToken { room } => say!("refusals-wrong-token", room = room.to_string()),
            Self::NotSeated => say!("refusals-not-seated"),
            Self::NotStarted => say!("refusals-not-started"),
            Self::GameOver => say!("refusals-game-over"),
            Self::GameNotOver => say!("refusals-game-not-over"),
            Self::NotYourTurn { to_move, ply } => turn_of(*to_move, *ply),
            Self::Stale { yours, current } => say!(
                "refusals-stale",
                yours = yours.to_string(),
                current = current.to_string()
            ),
            Self::ColumnFull { column, open } => column_full(*column, open),
            Self::Occupied { square } => Illegal::Occupied { square: *square }.said(),
            Self::OffBoard {
                square,
                columns,
                rows,
            } => off_board(*square, *columns, *rows),
            Self::TakebacksOff => say!("refusals-takebacks-off"),
            Self::NothingToTakeBack => say!("refusals-nothing-to-take-back"),
            Self::NothingOffered => say!("refusals-nothing-offered"),
            Self::AlreadyOffered => say!("refusals-already-offered"),
            Self::TooLateToAbort => say!("refusals-too-late-to-abort"),
            Self::OpponentPresent => say!("refusals-opponent-present"),
            Self::ClaimTooEarly { wait } => {
                say!("refusals-claim-too-early", wait = wait.to_string())
            }
            Self::BotsDoNot => say!("refusals-bots-do-not"),
            Self::NothingToSay => say!("refusals-nothing-to-say"),
            Self::TooLong { size, limit } => {
                say!("refusals-too-long", size = *size, limit = *limit)
            }
            Self::HintsOff => say!("refusals-hints-off"),
            Self::NotAnalysed { variant } => {
                say!("refusals-not-analysed", game = variant.to_string())
            }
            Self::NothingToAnalyse { plies, last } => {
                say!("refusals-nothing-to-analyse", plies = *plies, last = *last)
            }
            Self::UnknownMessage { name } => say!("refusals-unknown-message", name = quoted(name)),
            Self::UnknownField { field } => say!("refusals-unknown-field", field = quoted(field)),
            Self::NameOwned { name, suggestion } => say!(
                "refusals-name-owned",
                name = name.to_string(),
                suggestion = suggestion.to_string()
            ),
            Self::Banned { wait, reason } => banned(*wait, reason.as_deref()),
            Self::Locked { room } => say!("refusals-locked", room = room.to_string()),
            Self::OverLimit { limit, most } => {
                say!(
                    "refusals-over-limit",
                    limit = limit.said(),
                    most = most.to_string()
                )
            }
            Self::Forbidden { square, kind } => say!(
                "errors-forbidden",
                square = square.to_string(),
                kind = kind.said()
            ),
            Self::BadChoice { expected } => bad_choice(expected),
            Self::WrongCode => say!("refusals-wrong-code"),
            Self::ChatClosed => say!("refusals-chat-closed"),
            Self::NotOwner => say!("refusals-not-owner"),
            Self::UnknownPlayer { name } => {
                say!("refusals-unknown-player", name = name.to_string())
            }
            Self::NotWatching { room } => say!("refusals-not-watching", room = room.to_string()),
            Self::NotInLobby => say!("refusals-not-in-lobby"),
            Self::BadOption { bot, options } => bad_option(bot, options),
            Self::BotCannotOpen {
                bot,
                opening,
                others,
            } => bot_cannot_open(bot, *opening, others),
            Self::Other { name } => say!("refusals-other", name = name.as_str()),
            Self::DiskFull => say!("refusals-disk-full"),
            Self::NoSuchPerson { name: Some(name) } => {
                say!("refusals-no-such-person", name = name.to_string())
            }
            Self::NoSuchPerson { name: None } => say!("refusals-no-own-name"),
            Self::NoSuchGame { game } => say!("refusals-no-such-game", game = game.to_string()),
            Self::NoHistory => say!("refusals-no-history"),
            Self::NoSuchTournament { tournament } => {
                say!("refusals-no-such-tournament", code = tournament.to_string())
            }
            Self::NoTournament => say!("refusals-no-tournament"),
            Self::BadTournament { problem } => problem.said(),
            Self::NotOrganiser => say!("refusals-not-organiser"),
            Self::NotEntered => say!("refusals-not-entered"),
            Self::TooLate => say!("refusals-too-late"),
            Self::NoSuchEntrant => say!("refusals-no-such-entrant"),
            Self::Elsewhere { room, address } => say!(
                "refusals-elsewhere",
                room = room.to_string(),
                address = address.as_str()
            ),
        }
    }
}

fn version(yours: u16, oldest: u16, newest: u16) -> String {
    if oldest == newest {
        say!(
            "refusals-version",
            yours = yours.to_string(),
            newest = newest.to_string()
        )
    } else {
        say!(
            "refusals-version-of-several",
            yours = yours.to_string(),
            oldest = oldest.to_string(),
            newest = newest.to_string()
        )
    }
}

fn bot_cannot_play(bot: &BotSpec, variant: Variant, others: &[String]) -> String {
    say!(
        "refusals-bot-cannot-play",
        bot = bot.to_string(),
        game = variant.to_string(),
        others = listed(others)
    )
}

fn turn_of(side: Side, ply: u32) -> String {
    match side {
        Side::First => say!("refusals-turn-of-first", ply = ply),
        Side::Second => say!("refusals-turn-of-second", ply = ply),
    }
}

fn off_board(square: Square, columns: u8, rows: u8) -> String {
    Illegal::OffBoard {
        square,
        columns,
        rows,
    }
    .said()
}

fn banned(wait: Option<Millis>, reason: Option<&str>) -> String {
    match (wait, reason) {
        (None, None) => say!("refusals-banned-without-reason"),
        (None, Some(reason)) => say!("refusals-banned", reason = reason),
        (Some(wait), None) => say!(
            "refusals-banned-without-reason-for",
            wait = wait.to_string()
        ),
        (Some(wait), Some(reason)) => say!(
            "refusals-banned-for",
            reason = reason,
            wait = wait.to_string()
        ),
    }
}

fn bad_choice(expected: &[OpeningChoice]) -> String {
    let choices: Vec<_> = expected.iter().map(Said::said).collect();
    if choices.is_empty() {
        say!("refusals-nothing-to-choose")
    } else {
        say!("refusals-bad-choice", choices = listed(&choices))
    }
}

fn bot_cannot_open(bot: &BotSpec, opening: OpeningRule, others: &[String]) -> String {
    let (bot, opening) = (bot.to_string(), opening.to_string());
    if others.is_empty() {
        say!("refusals-no-bot-opens", bot = bot, opening = opening)
    } else {
        say!(
            "refusals-bot-cannot-open",
            bot = bot,
            opening = opening,
            others = listed(others)
        )
    }
}

fn bad_depth(bot: &BotSpec, depths: Option<(Depth, Depth)>) -> String {
    let expected = match depths {
        Some((least, most)) => say!(
            "refusals-choose-between",
            least = least.to_string(),
            most = most.to_string()
        ),
        None => say!("refusals-no-depth", kind = bot.kind()),
    };
    say!(
        "refusals-bad-depth",
        bot = bot.to_string(),
        expected = expected
    )
}

fn bad_option(bot: &BotSpec, options: &[OptionRange]) -> String {
    let said = |option: &OptionRange| {
        say!(
            "refusals-option-range",
            name = option.name.as_str(),
            least = option.least.to_string(),
            most = option.most.to_string()
        )
    };
    let options: Vec<_> = options.iter().map(said).collect();
    let expected = if options.is_empty() {
        say!("refusals-no-options", kind = bot.kind())
    } else {
        say!("refusals-choose-from", options = listed(&options))
    };
    say!(
        "refusals-bad-option",
        bot = bot.to_string(),
        expected = expected
    )
}

/// Says that there is no more of a resource.
fn exhausted(what: Resource, most: Option<u32>) -> String {
    let count = most.unwrap_or_default();
    match what {
        Resource::Rooms => say!("refusals-full-rooms", count = count),
        Resource::RoomCodes => say!("refusals-full-codes"),
        Resource::Connections => say!("refusals-full-places"),
        Resource::Games => say!("refusals-full-games", count = count),
        Resource::ChatLines => say!("refusals-full-chat", count = count),
        Resource::VacatedSeats => say!("refusals-full-seats", count = count),
        Resource::Tournaments => say!("refusals-full-tournaments", count = count),
        Resource::Entrants => say!("refusals-full-entrants", count = count),
        Resource::Other(word) => word.to_string(),
    }
}

impl Said for Limit {
    fn said(&self) -> String {
        match self {
            Self::SentOut => say!("refusals-limit-sent-out"),
            Self::Decisions => say!("refusals-limit-decisions"),
            Self::Watched => say!("refusals-limit-watched"),
            Self::Muted => say!("refusals-limit-muted"),
            Self::Other(word) => word.to_string(),
        }
    }
}

impl Said for SpecProblem {
    fn said(&self) -> String {
        match self {
            Self::BothSeatsYours => say!("refusals-both-seats-yours"),
            Self::SeatOfNobody => say!("refusals-seat-of-nobody"),
            Self::NobodyMayWatch => say!("refusals-nobody-may-watch"),
            Self::UnknownOpening => say!("refusals-unknown-opening"),
            Self::OpeningNotPlayed => say!("refusals-opening-not-played"),
            Self::RatedWithHelp => say!("refusals-rated-with-help"),
            Self::Other(word) => say!("refusals-other-problem", name = word.to_string()),
        }
    }
}

impl Said for TournamentProblem {
    fn said(&self) -> String {
        match self {
            Self::Name => say!("refusals-tournament-name", most = TOURNAMENT_NAME as u32),
            Self::Rounds => say!("refusals-tournament-rounds", most = u32::from(MOST_ROUNDS)),
            Self::Games => say!("refusals-tournament-games", most = u32::from(MOST_GAMES)),
            Self::Length => say!("refusals-tournament-length"),
            Self::Filling => say!("refusals-tournament-filling", most = ENTRANTS as u32),
            Self::Times => say!("refusals-tournament-times"),
            Self::Other(word) => say!("refusals-other-problem", name = word.to_string()),
        }
    }
}
