//! The arguments of the commands about tournaments.

use clap::{Args, Subcommand, ValueEnum};
use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::{BotSpec, ClockSpec, OpeningRule};
use protocol::text::ChatText;
use protocol::tournament::{ENTRANTS, Filling, Format, MOST_GAMES, MOST_ROUNDS, TournamentSpec};

use super::{opening, read_clock, suggested, whole_number};
use crate::language::{Said, parsed};

/// An act on tournaments.
#[derive(Clone, Debug, Subcommand)]
pub enum TournamentCommand {
    #[command(about = say!("about-tournament-new"))]
    New(NewTournamentArgs),
    #[command(about = say!("about-tournament-join"))]
    Join(JoinTournamentArgs),
    #[command(about = say!("about-tournament-list"))]
    List,
    #[command(about = say!("about-tournament-show"))]
    Show(ShowTournamentArgs),
}

/// The form of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// In each round equals meet.
    #[value(help = say!("options-format-swiss"))]
    Swiss,
    /// Everybody meets everybody.
    #[value(help = say!("options-format-round-robin"))]
    RoundRobin,
    /// Everybody meets everybody twice.
    #[value(help = say!("options-format-round-robin-twice"))]
    RoundRobinTwice,
    /// The loser is out.
    #[value(help = say!("options-format-knockout"))]
    Knockout,
    /// For a fixed time.
    #[value(help = say!("options-format-arena"))]
    Arena,
}

/// A new tournament.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct NewTournamentArgs {
    #[arg(help = say!("options-tournament-name"), value_name = say!("options-value-name"), value_parser = title)]
    pub title: ChatText,

    #[arg(help = say!("options-format"), long, value_name = say!("options-value-format"), value_enum, default_value_t = FormatArg::Swiss)]
    pub format: FormatArg,

    /// The game.
    #[arg(help = say!("options-game", names = Variant::names().join(", ")), long, value_name = say!("options-value-game"), default_value = "connect-four", value_parser = suggested::game(), hide_possible_values = true)]
    pub game: Variant,

    #[arg(help = say!("options-clock"), long, value_name = say!("options-value-clock"), value_parser = read_clock)]
    pub clock: Option<ClockSpec>,

    /// Rule of the opening.
    #[arg(help = opening::help(), long, value_name = say!("options-value-rule"), value_parser = opening::read)]
    pub opening: Option<OpeningRule>,

    #[arg(help = say!("options-rounds"), long, value_name = "N", default_value = "5", value_parser = |text: &str| whole_number(text, 1, MOST_ROUNDS.into()))]
    pub rounds: u32,

    #[arg(help = say!("options-length"), long, value_name = say!("options-value-time"), default_value = "1h", value_parser = time)]
    pub length: Millis,

    #[arg(help = say!("options-games-of-pairing"), long, value_name = "N", default_value = "2", value_parser = |text: &str| whole_number(text, 1, MOST_GAMES.into()))]
    pub games: u32,

    #[arg(help = say!("options-third-place"), long)]
    pub third_place: bool,

    #[arg(help = say!("options-tournament-rated"), long)]
    pub rated: bool,

    #[arg(help = say!("options-tournament-private"), long)]
    pub private: bool,

    #[arg(help = say!("options-no-late-entries"), long)]
    pub no_late_entries: bool,

    #[arg(help = say!("options-filling-bot"), long, value_name = "BOT", value_parser = parsed::<BotSpec>)]
    pub bot: Option<BotSpec>,

    #[arg(help = say!("options-fill-to"), long, value_name = "N", requires = "bot", default_value = "0", value_parser = |text: &str| whole_number(text, 0, ENTRANTS as u32))]
    pub fill_to: u32,

    #[arg(help = say!("options-tournament-pause"), long, value_name = say!("options-value-time"), default_value = "2m", value_parser = time)]
    pub pause: Millis,

    #[arg(help = say!("options-late"), long, value_name = say!("options-value-time"), default_value = "1m", value_parser = time)]
    pub late: Millis,

    #[arg(help = say!("options-starts-in"), long, value_name = say!("options-value-time"), value_parser = time)]
    pub starts_in: Option<Millis>,
}

/// A tournament to enter.
#[derive(Clone, Debug, Args)]
pub struct JoinTournamentArgs {
    #[arg(help = say!("options-tournament-code"), value_name = say!("options-value-code"), value_parser = code)]
    pub code: RoomId,
}

/// A tournament to show.
#[derive(Clone, Debug, Args)]
pub struct ShowTournamentArgs {
    #[arg(help = say!("options-tournament-code"), value_name = say!("options-value-code"), value_parser = code)]
    pub code: RoomId,

    #[arg(help = say!("options-csv"), long, conflicts_with = "json")]
    pub csv: bool,
}

impl NewTournamentArgs {
    /// The tournament to open.
    pub fn spec(self) -> TournamentSpec {
        let format = match self.format {
            FormatArg::Swiss => Format::Swiss {
                rounds: self.rounds as u8,
            },
            FormatArg::RoundRobin => Format::RoundRobin { twice: false },
            FormatArg::RoundRobinTwice => Format::RoundRobin { twice: true },
            FormatArg::Knockout => Format::Knockout {
                third_place: self.third_place,
            },
            FormatArg::Arena => Format::Arena {
                length: self.length,
            },
        };
        let up_to = self.fill_to as u16;
        TournamentSpec {
            clock: self.clock,
            opening: self.opening,
            games: self.games as u8,
            rated: self.rated,
            listed: !self.private,
            late_entries: !self.no_late_entries,
            filling: self.bot.map(|bot| Filling { bot, up_to }),
            pause: self.pause,
            late: self.late,
            starts_in: self.starts_in,
            ..TournamentSpec::new(self.title, format, self.game)
        }
    }
}

fn code(text: &str) -> Result<RoomId, String> {
    text.parse().map_err(|_wrong| {
        say!(
            "errors-no-tournament-code",
            text = format!("{text:?}"),
            alphabet = String::from_utf8_lossy(RoomId::ALPHABET).into_owned()
        )
    })
}

fn title(text: &str) -> Result<ChatText, String> {
    ChatText::clean(text).ok_or_else(|| say!("options-no-name", name = format!("{text:?}")))
}

fn time(text: &str) -> Result<Millis, String> {
    protocol::spec::span(text).map_err(|error| error.said())
}
