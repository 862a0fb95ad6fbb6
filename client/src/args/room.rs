//! The arguments of the commands that open a room: the game, its seats, its clock, and what is allowed in it.

use std::net::{Ipv6Addr, SocketAddr};

use clap::{Args, ValueEnum};
use protocol::id::Seed;
use protocol::millis::Millis;
use protocol::rules::{Family, Variant};
use protocol::side::BySide;
use protocol::spec::{ClockSpec, GameSpec, Grace, OpeningRule, Pace, Repeat, SeatSpec, ThinkTime};
use protocol::view::BotOffer;

use super::{DEFAULT_PORT, SeatArg, opening, seat, suggested};
use crate::failure::Failure;
use crate::language::{Said, parsed};

/// The options of `quick`.
#[derive(Clone, Debug, Args)]
pub struct QuickArgs {
    /// The game.
    #[arg(help = game_help(), long, value_name = say!("options-value-game"), default_value = "connect-four", value_parser = suggested::game(), hide_possible_values = true)]
    pub game: Variant,

    #[arg(help = say!("options-clock"), long, value_name = say!("options-value-clock"), value_parser = read_clock)]
    pub clock: Option<ClockSpec>,

    /// Choice to play for ratings.
    #[command(flatten)]
    pub rating: RatingArgs,
}

/// Choice to play for ratings.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct RatingArgs {
    #[arg(help = say!("options-rated"), long, overrides_with = "unrated")]
    pub rated: bool,

    #[arg(help = say!("options-unrated"), long)]
    pub unrated: bool,
}

impl RatingArgs {
    /// True to play for ratings, which `usual` says if no option does.
    pub fn or(self, usual: bool) -> bool {
        self.rated || usual && !self.unrated
    }
}

/// The bots to list.
#[derive(Clone, Debug, Args)]
pub struct BotsArgs {
    /// Only those that play this game.
    #[arg(help = say!("options-bots-game", names = Variant::names().join(", ")), long, value_name = say!("options-value-game"), value_parser = suggested::game(), hide_possible_values = true)]
    pub game: Option<Variant>,
}

/// A new room.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct NewArgs {
    /// The game.
    #[arg(help = game_help(), long, value_name = say!("options-value-game"), default_value = "connect-four", value_parser = suggested::game(), hide_possible_values = true)]
    pub game: Variant,

    #[arg(help = say!("options-first"), long, value_name = say!("options-value-seat"), value_parser = seat::suggested(), hide_possible_values = true, default_value = "me")]
    pub first: SeatArg,

    #[arg(help = say!("options-second"), long, value_name = say!("options-value-seat"), value_parser = seat::suggested(), hide_possible_values = true, default_value = "open")]
    pub second: SeatArg,

    #[arg(help = say!("options-shuffle"), long)]
    pub shuffle: bool,

    #[arg(help = say!("options-clock"), long, value_name = say!("options-value-clock"), value_parser = read_clock)]
    pub clock: Option<ClockSpec>,

    /// Rule of the opening.
    #[arg(help = opening::help(), long, value_name = say!("options-value-rule"), value_parser = opening::read)]
    pub opening: Option<OpeningRule>,

    #[arg(help = say!("options-private"), long)]
    pub private: bool,

    #[arg(help = say!("options-pace-between-bots"), long, value_name = "MS", value_parser = parsed::<Pace>)]
    pub pace: Option<Pace>,

    #[arg(help = say!("options-repeat"), long, value_name = "N", default_value = "0", value_parser = parsed::<Repeat>)]
    pub repeat: Repeat,

    #[arg(help = say!("options-seed"), long, value_name = "N", value_parser = parsed::<Seed>)]
    pub seed: Option<Seed>,

    #[arg(help = say!("options-think-time"), long, value_name = "MS", value_parser = parsed::<ThinkTime>)]
    pub think_time: Option<ThinkTime>,

    #[arg(help = say!("options-no-takebacks"), long)]
    pub no_takebacks: bool,

    /// Choice to play for ratings.
    #[command(flatten)]
    pub rating: RatingArgs,

    #[arg(help = say!("options-hints"), long, conflicts_with = "rated")]
    pub hints: bool,

    #[arg(help = say!("options-open-thoughts"), long)]
    pub open_thoughts: bool,

    #[arg(help = say!("options-grace"), long, value_name = say!("options-value-time"), value_parser = grace)]
    pub grace: Option<Grace>,

    #[arg(help = say!("options-no-spectators"), long)]
    pub no_spectators: bool,
}

impl NewArgs {
    /// The specification of the game to open. `in_lines` says that no screen shows it, so that the default
    /// pace is no delay, and `owns_name` that the person has a name to play for ratings with.
    pub fn spec(&self, in_lines: bool, owns_name: bool) -> GameSpec {
        let pace = if in_lines { Pace::MIN } else { Pace::default() };
        let is_bot = |seat: &SeatArg| matches!(seat, SeatArg::Bot { .. });
        let has_bot = is_bot(&self.first) || is_bot(&self.second);
        let rated = self.rating.or(owns_name && !has_bot && !self.hints);
        GameSpec {
            rated,
            clock: self.clock,
            listed: !self.private,
            takebacks: !self.no_takebacks && !rated,
            hints: self.hints,
            open_thoughts: self.open_thoughts,
            grace: self.grace,
            spectators: !self.no_spectators,
            pace: self.pace.unwrap_or(pace),
            repeat: self.repeat,
            think_time: self.think_time,
            seed: self.seed,
            opening: self.opening,
            ..GameSpec::new(self.game)
        }
    }

    /// The seats of the room to open, with presets replaced by the depths that `offers` gives them.
    ///
    /// # Errors
    ///
    /// A sentence with the bots, depths or presets there are.
    pub fn seats(&self, offers: &[BotOffer]) -> Result<BySide<SeatSpec>, Failure> {
        let [first, second] = [&self.first, &self.second].map(|seat| seat.resolve(offers));
        Ok(BySide {
            first: first?,
            second: second?,
        })
    }

    pub(super) fn check(&self) -> Result<(), String> {
        if self.first == SeatArg::Me && self.second == SeatArg::Me {
            return Err(say!("options-both-seats-yours"));
        }
        let are_bots = matches!(
            (&self.first, &self.second),
            (SeatArg::Bot { .. }, SeatArg::Bot { .. })
        );
        if self.repeat != Repeat::default() && !are_bots {
            return Err(say!("options-repeat-of-people"));
        }
        opening::check(self.opening, self.game)
    }
}

/// A server on this machine, with a room.
#[derive(Clone, Debug, Args)]
pub struct HostArgs {
    #[arg(
        help = say!("options-listen"),
        long,
        alias = "port",
        value_name = say!("options-value-address"),
        default_value = "[::]:4270",
        value_parser = listen,
        env = "ENLINEA_LISTEN"
    )]
    pub listen: SocketAddr,

    #[arg(help = say!("options-store"), value_name = say!("options-value-store"), long, value_enum, default_value_t = StoreKind::Sqlite)]
    pub store: StoreKind,

    /// The room.
    #[command(flatten)]
    pub room: NewArgs,
}

/// The storage of a server's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreKind {
    /// In a database.
    #[value(help = say!("options-store-sqlite"))]
    Sqlite,
    /// In memory.
    #[value(help = say!("options-store-memory"))]
    Memory,
}

/// Help for a game: every name, so that a new one needs no word here.
fn game_help() -> String {
    say!("options-game", names = Variant::names().join(", "))
}

/// The options of `demo`.
#[derive(Clone, Debug, Args)]
pub struct DemoArgs {
    /// The game.
    #[arg(help = game_help(), long, value_name = say!("options-value-game"), default_value = "connect-four", value_parser = suggested::game(), hide_possible_values = true)]
    pub game: Variant,

    #[arg(help = say!("options-pace"), long, value_name = "MS", value_parser = parsed::<Pace>)]
    pub pace: Option<Pace>,

    #[arg(help = say!("options-seed"), long, value_name = "N", value_parser = parsed::<Seed>)]
    pub seed: Option<Seed>,
}

impl Default for DemoArgs {
    fn default() -> Self {
        let game = Variant::named("connect-four").expect("a variant of ours");
        Self {
            game,
            pace: None,
            seed: None,
        }
    }
}

impl DemoArgs {
    /// The room of the demonstration: two of the bots that play the game, fast enough to be over in
    /// seconds where no pace holds them back.
    pub fn room(&self) -> NewArgs {
        let (first, second) = match self.game.family() {
            Family::Gravity => ("bot:negamax:3", "bot:minimax:4"),
            Family::Free => ("bot:priority", "bot:priority"),
            Family::Renju => ("bot:level:3", "bot:level:3"),
        };
        let seat = |text: &str| text.parse().expect("a seat as it is written");
        NewArgs {
            game: self.game,
            first: seat(first),
            second: seat(second),
            shuffle: false,
            clock: None,
            opening: None,
            private: true,
            pace: self.pace,
            repeat: Repeat::default(),
            seed: self.seed,
            think_time: None,
            no_takebacks: false,
            rating: RatingArgs::default(),
            hints: false,
            open_thoughts: false,
            grace: None,
            no_spectators: false,
        }
    }
}

/// The clock in a text such as `5m+3s` or `90s`, or `5+3` as players write five minutes and three seconds.
pub(crate) fn read_clock(text: &str) -> Result<ClockSpec, String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('+') {
        Some((minutes, seconds)) if is_number(minutes) && is_number(seconds) => {
            parsed(&format!("{minutes}m+{seconds}s"))
        }
        _ => parsed(text),
    }
}

/// The grace in a text such as `90s` or `5m`.
fn grace(text: &str) -> Result<Grace, String> {
    let span: Millis = protocol::spec::span(text).map_err(|error| error.said())?;
    Grace::new(span.as_millis()).map_err(|_out_of_bounds| say!("errors-grace", given = text))
}

/// The address in a text such as `192.168.1.5:4270`; a port alone is one of every address of this machine, as the
/// default is.
fn listen(text: &str) -> Result<SocketAddr, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok((Ipv6Addr::UNSPECIFIED, port).into()),
        Err(_) => text.parse().map_err(|_wrong| {
            say!(
                "options-no-listen",
                text = format!("{text:?}"),
                port = DEFAULT_PORT
            )
        }),
    }
}
