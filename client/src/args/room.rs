//! The arguments of the commands that open a room: the game, its seats, its clock, and what is allowed in it.

use std::net::{Ipv6Addr, SocketAddr};

use clap::{Args, ValueEnum};
use protocol::id::Seed;
use protocol::millis::Millis;
use protocol::rules::{Family, Variant};
use protocol::side::BySide;
use protocol::spec::{ClockSpec, GameSpec, Grace, OpeningRule, Pace, Repeat, SeatSpec, ThinkTime};
use protocol::view::BotOffer;

use super::{DEFAULT_PORT, SeatArg, opening};
use crate::failure::{Failure, Kind};
use crate::language::{Said, parsed};

/// The options of `quick`.
#[derive(Clone, Debug, Args)]
pub struct QuickArgs {
    /// The game.
    #[arg(help = game_help(), long, value_name = "GAME", default_value = "connect-four", value_parser = parsed::<Variant>)]
    pub game: Variant,

    /// Time at the start and per ply, such as 5m+3s [default: no clock].
    #[arg(long, value_name = "CLOCK", value_parser = parsed::<ClockSpec>)]
    pub clock: Option<ClockSpec>,
}

/// The bots to list.
#[derive(Clone, Debug, Args)]
pub struct BotsArgs {
    /// Only those that play this game.
    #[arg(help = say!("options-bots-game", names = Variant::names().join(", ")), long, value_name = "GAME", value_parser = parsed::<Variant>)]
    pub game: Option<Variant>,
}

/// A new room.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct NewArgs {
    /// The game.
    #[arg(help = game_help(), long, value_name = "GAME", default_value = "connect-four", value_parser = parsed::<Variant>)]
    pub game: Variant,

    /// Player of the first move: me, open, bot:KIND, bot:KIND:DEPTH or bot:KIND:PRESET, and options such as
    /// ,temperature=10.
    #[arg(long, value_name = "SEAT", default_value = "me")]
    pub first: SeatArg,

    /// Player of the second move: me, open, bot:KIND, bot:KIND:DEPTH or bot:KIND:PRESET, and options such as
    /// ,temperature=10.
    #[arg(long, value_name = "SEAT", default_value = "open")]
    pub second: SeatArg,

    /// Chooses at random which of the two moves first.
    #[arg(long)]
    pub shuffle: bool,

    /// Time at the start and per ply, such as 5m+3s [default: no clock].
    #[arg(long, value_name = "CLOCK", value_parser = parsed::<ClockSpec>)]
    pub clock: Option<ClockSpec>,

    /// Rule of the opening.
    #[arg(help = opening::help(), long, value_name = "RULE", value_parser = opening::read)]
    pub opening: Option<OpeningRule>,

    /// Keeps the room out of the lobby: only its code leads there.
    #[arg(long)]
    pub private: bool,

    /// The least time of a ply between bots, in milliseconds [default: 700; 0 with --plain and --json].
    #[arg(long, value_name = "MS", value_parser = parsed::<Pace>)]
    pub pace: Option<Pace>,

    /// Number of rematches between bots.
    #[arg(long, value_name = "N", default_value = "0", value_parser = parsed::<Repeat>)]
    pub repeat: Repeat,

    /// Seed of the bots' random choices: the same seed gives the same game.
    #[arg(long, value_name = "N", value_parser = parsed::<Seed>)]
    pub seed: Option<Seed>,

    /// The most time of a bot for one ply, in milliseconds [default: 1000 for level, perfect, threat and other
    /// programs, 10000 for the rest].
    #[arg(long, value_name = "MS", value_parser = parsed::<ThinkTime>)]
    pub think_time: Option<ThinkTime>,

    /// Nobody may ask for a ply back.
    #[arg(long)]
    pub no_takebacks: bool,

    /// Whoever is present may ask during the game what each column is worth (v on the screens).
    #[arg(long)]
    pub hints: bool,

    /// Spectators of a person's game see the searches of bots while it goes on, and what each column is worth.
    #[arg(long)]
    pub open_thoughts: bool,

    /// Time that a player must be away before the other may claim the game, such as 5m [default: the server's].
    #[arg(long, value_name = "TIME", value_parser = grace)]
    pub grace: Option<Grace>,

    /// Nobody may watch.
    #[arg(long)]
    pub no_spectators: bool,
}

impl NewArgs {
    /// The specification of the game to open. `in_lines` says that no screen shows it, so that the default
    /// pace is no delay.
    pub fn spec(&self, in_lines: bool) -> GameSpec {
        let pace = if in_lines { Pace::MIN } else { Pace::default() };
        GameSpec {
            clock: self.clock,
            listed: !self.private,
            takebacks: !self.no_takebacks,
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

    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.first == SeatArg::Me && self.second == SeatArg::Me {
            return Err(Failure::new(Kind::Usage, say!("options-both-seats-yours")));
        }
        let are_bots = matches!(
            (&self.first, &self.second),
            (SeatArg::Bot { .. }, SeatArg::Bot { .. })
        );
        if self.repeat != Repeat::default() && !are_bots {
            return Err(Failure::new(Kind::Usage, say!("options-repeat-of-people")));
        }
        opening::check(self.opening, self.game)
    }
}

/// A server on this machine, with a room.
#[derive(Clone, Debug, Args)]
pub struct HostArgs {
    /// Address to listen on, or a port alone; port 0 takes any free port. `[::]` accepts IPv4 and IPv6, `0.0.0.0`
    /// IPv4 alone.
    #[arg(
        long,
        value_name = "[ADDR:]PORT",
        default_value = "[::]:4270",
        value_parser = listen,
        env = "ENLINEA_LISTEN"
    )]
    pub listen: SocketAddr,

    /// Storage of games: a database that outlives the server, or memory.
    #[arg(long, value_enum, default_value_t = StoreKind::Sqlite)]
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
    #[arg(help = game_help(), long, value_name = "GAME", default_value = "connect-four", value_parser = parsed::<Variant>)]
    pub game: Variant,

    /// The least time of a ply, in milliseconds [default: 700; 0 with --plain and --json].
    #[arg(long, value_name = "MS", value_parser = parsed::<Pace>)]
    pub pace: Option<Pace>,

    /// Seed of the bots' random choices: the same seed gives the same game.
    #[arg(long, value_name = "N", value_parser = parsed::<Seed>)]
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
            hints: false,
            open_thoughts: false,
            grace: None,
            no_spectators: false,
        }
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
