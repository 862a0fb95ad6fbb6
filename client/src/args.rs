//! The command line, and the environment variables that stand in for its options.
//!
//! The text of an option is in `languages/*/options.ftl`, that of a command in `commands.ftl`.

#![expect(missing_docs, reason = "the help of an option says what its field is")]

mod environment;
mod help;
mod history;
mod library;
mod link;
mod log;
mod look;
mod opening;
mod options;
mod room;
mod seat;
pub mod settings;
mod suggested;
mod tips;
mod tournament;
mod url;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, FromArgMatches, Parser, Subcommand};
use protocol::id::{HandOverCode, RoomId};
use protocol::text::Name;

pub(crate) use help::TYPED;
pub use history::{HistoryArgs, LeaderboardArgs, ProfileArgs};
pub use library::{AnalyseArgs, ExportArgs, GameSource, ReplayArgs};
pub use link::{Place, RoomLink, ServerLink};
pub use log::{LogArgs, LogLevel};
pub use look::LookArgs;
pub use options::{command, framed};
pub(crate) use room::read_clock;
pub use room::{BotsArgs, DemoArgs, HostArgs, NewArgs, QuickArgs, RatingArgs, StoreKind};
pub use seat::SeatArg;
pub(crate) use seat::levels;
pub use tournament::{
    JoinTournamentArgs, NewTournamentArgs, ShowTournamentArgs, TournamentCommand,
};
pub use url::{DEFAULT_PORT, ServerUrl, shown};

use self::settings::{InForce, Settings};
use crate::failure::{Failure, Kind};
use crate::language::Language;

/// The command line.
#[derive(Clone, Debug, Parser)]
#[command(name = "enlinea", about = say!("about"))]
#[command(version = option_env!("ENLINEA_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")))]
pub struct CommandLine {
    /// Options of every command.
    #[command(flatten)]
    pub common: Common,
    /// The command; the screens open without one.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options of every command with their origins.
    #[arg(skip)]
    pub settings: InForce,
}

/// Options of every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = say!("options-heading-common"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Common {
    #[arg(help = say!("options-server"), long, global = true, value_name = "URL", env = "ENLINEA_SERVER")]
    pub server: Option<ServerLink>,

    /// True where the command line names the server, by `--server` or by the link to a room; false where it is a
    /// setting.
    #[arg(skip)]
    pub names_server: bool,

    #[arg(help = say!("options-name"), long, global = true, value_name = say!("options-value-name"), env = "ENLINEA_NAME")]
    pub name: Option<String>,

    #[arg(help = say!("options-data"), hide_short_help = true, long, global = true, value_name = say!("options-value-directory"), env = "ENLINEA_DATA")]
    pub data: Option<PathBuf>,

    #[arg(help = say!("options-key-in-clear"), hide_short_help = true, long, global = true, env = "ENLINEA_KEY_IN_CLEAR", value_parser = clap::builder::FalseyValueParser::new())]
    pub key_in_clear: bool,

    #[arg(
        help = say!("options-lang"), hide_short_help = true,
        long,
        global = true,
        value_enum,
        value_name = say!("options-value-language"),
        env = "ENLINEA_LANG"
    )]
    pub lang: Option<Language>,

    #[arg(help = say!("options-no-discovery"), hide_short_help = true, long, global = true, env = "ENLINEA_NO_DISCOVERY", value_parser = clap::builder::FalseyValueParser::new())]
    pub no_discovery: bool,

    #[arg(help = say!("options-quiet"), hide_short_help = true, long, global = true, env = "ENLINEA_QUIET", value_parser = clap::builder::FalseyValueParser::new())]
    pub quiet: bool,

    #[arg(help = say!("options-plain"), long, global = true, conflicts_with = "json")]
    pub plain: bool,

    #[arg(help = say!("options-json"), long, global = true)]
    pub json: bool,

    #[arg(
        help = say!("options-patience"), hide_short_help = true,
        long,
        global = true,
        value_name = say!("options-value-seconds"),
        default_value_t = 60,
        value_parser = read_patience,
        env = "ENLINEA_PATIENCE"
    )]
    pub patience: u32,

    /// Options of the screens' look.
    #[command(flatten)]
    pub look: LookArgs,

    /// Options of the log.
    #[command(flatten)]
    pub log: LogArgs,
}

/// True for a name that nothing is cut off.
pub(crate) fn is_name(text: &str) -> bool {
    text.trim().chars().count() <= Name::LONGEST && Name::clean(text).is_some()
}

/// Seven days: a game that both left for so long is over anyway.
const LONGEST_PATIENCE: u32 = 7 * 24 * 3600;

/// Reads a value of `--patience`.
pub(crate) fn read_patience(text: &str) -> Result<u32, String> {
    whole_number(text, 0, LONGEST_PATIENCE)
}

impl Common {
    /// The time for which a lost connection is tried again without a screen.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(u64::from(self.patience))
    }

    /// Words that others type after the code of a room at `server`: ` --server box:9000`, or nothing if they find it.
    pub fn server_option(&self, server: &str) -> String {
        let is_found = |url: &ServerUrl| {
            let is_usual = url.authority().ends_with(&format!(":{DEFAULT_PORT}"));
            *url == ServerUrl::here() || self.server.is_none() && is_usual
        };
        let named = server.parse().ok().filter(|url| !is_found(url));
        named.map_or_else(String::new, |url| format!(" --server {}", url.short()))
    }

    /// Checks the theme and the name, which are an error also if no line needs them.
    ///
    /// # Errors
    ///
    /// A usage failure that names what there is.
    pub fn check(&self) -> Result<(), Failure> {
        self.look.open()?;
        let name = self.name.as_deref();
        let wrong = name.filter(|name| !is_name(name));
        wrong.map_or(Ok(()), |name| {
            let problem = say!("options-no-name", name = format!("{name:?}"));
            Err(Failure::new(Kind::Usage, problem))
        })
    }
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    #[command(about = say!("about-servers"))]
    Servers,
    #[command(about = say!("about-rooms"), aliases = ["lobby", "list"])]
    Rooms,
    #[command(about = say!("about-bots"))]
    Bots(BotsArgs),
    #[command(about = say!("about-host"), alias = "serve")]
    Host(HostArgs),
    #[command(about = say!("about-new"), aliases = ["open", "create"])]
    New(NewArgs),
    #[command(about = say!("about-join"))]
    Join(RoomArgs),
    #[command(about = say!("about-watch"), alias = "spectate")]
    Watch(RoomArgs),
    #[command(about = say!("about-tv"))]
    Tv(TvArgs),
    #[command(about = say!("about-quick"))]
    Quick(QuickArgs),
    #[command(about = say!("about-demo"))]
    Demo(DemoArgs),
    #[command(about = say!("about-forget"))]
    Forget(ForgetArgs),
    #[command(about = say!("about-whoami"))]
    Whoami,
    #[command(about = say!("about-rename"))]
    Rename(RenameArgs),
    #[command(about = say!("about-export-key"))]
    ExportKey,
    #[command(about = say!("about-import-key"))]
    ImportKey(ImportArgs),
    #[command(about = say!("about-games"))]
    Games,
    #[command(about = say!("about-history"))]
    History(HistoryArgs),
    #[command(about = say!("about-profile"))]
    Profile(ProfileArgs),
    #[command(about = say!("about-leaderboard"), alias = "ranking")]
    Leaderboard(LeaderboardArgs),
    #[command(subcommand, about = say!("about-tournament"))]
    Tournament(TournamentCommand),
    #[command(about = say!("about-export"))]
    Export(ExportArgs),
    #[command(about = say!("about-replay"))]
    Replay(ReplayArgs),
    #[command(about = say!("about-analyse"), alias = "analyze")]
    Analyse(AnalyseArgs),
    #[command(about = say!("about-config"))]
    Config,
    #[command(about = say!("about-keys"))]
    Keys,
    #[command(about = say!("about-completions"))]
    Completions(CompletionsArgs),
    #[command(about = say!("about-man"))]
    Man(ManArgs),
}

/// The shell to complete for.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    #[arg(help = say!("options-shell"), value_name = say!("options-value-shell"))]
    pub shell: clap_complete::Shell,
}

/// The place of the manual pages.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    #[arg(help = say!("options-man-directory"), value_name = say!("options-value-directory"))]
    pub directory: Option<PathBuf>,
}

/// A new name.
#[derive(Clone, Debug, Args)]
pub struct RenameArgs {
    #[arg(help = say!("options-rename-name"), value_name = say!("options-value-name"))]
    pub name: String,
}

/// A key to take.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    #[arg(help = say!("options-key-file"), value_name = say!("options-value-file"), default_value = "-")]
    pub file: PathBuf,

    #[arg(help = say!("options-force"), long)]
    pub force: bool,
}

/// A server to forget.
#[derive(Clone, Debug, Args)]
pub struct ForgetArgs {
    #[arg(help = say!("options-forget-host"), value_name = say!("options-value-host"))]
    pub host: ServerUrl,
}

/// The games on the screen with many games.
#[derive(Clone, Debug, Args)]
pub struct TvArgs {
    /// A tournament instead of all running games.
    #[arg(help = say!("options-tv-tournament"), long, value_name = say!("options-value-code"))]
    pub tournament: Option<RoomId>,
}

/// A room that exists, or a server with rooms.
#[derive(Clone, Debug, Args)]
pub struct RoomArgs {
    /// `None` only before [`read`] has taken the room of `--server`.
    #[arg(help = say!("options-room-code"), value_name = say!("options-value-place"))]
    place: Option<Place>,
}

impl RoomArgs {
    fn link(&self) -> Option<&RoomLink> {
        match &self.place {
            Some(Place::Room(link)) => Some(link),
            Some(Place::Server(_)) | None => None,
        }
    }

    /// The room.
    pub fn room(&self) -> RoomId {
        self.link().expect("`read` leaves a room").room
    }

    /// The code by which the link hands a seat over, if it does.
    pub fn hand_over(&self) -> Option<HandOverCode> {
        self.link().and_then(|link| link.hand_over)
    }

    fn server(&self) -> Option<&ServerUrl> {
        match self.place.as_ref()? {
            Place::Room(link) => link.server.as_ref(),
            Place::Server(server) => Some(server),
        }
    }
}

/// Reads the command line, `arguments` with the name of the program first. The settings are its defaults.
///
/// # Errors
///
/// The error of clap, which also stands for a request of the help or the version.
pub fn read(
    arguments: impl IntoIterator<Item = std::ffi::OsString>,
    settings: &Settings,
) -> Result<CommandLine, clap::Error> {
    let mut command = environment::without_empty(settings.apply(command()));
    let matches = environment::matches(&command, arguments).map_err(tips::without_guesses)?;
    let mut line = CommandLine::from_arg_matches(&matches)?;
    line.settings = settings.in_force(&command, &matches);
    let is_typed = matches.value_source("server") == Some(ValueSource::CommandLine);
    line.common.names_server = is_typed;
    complete(&mut line, is_typed).map_err(|problem| {
        command.build();
        let of_command = matches.subcommand_name();
        let command = match of_command {
            Some(name) => command.find_subcommand_mut(name).expect("it was read"),
            None => &mut command,
        };
        command.error(ErrorKind::ValueValidation, problem)
    })?;
    Ok(line)
}

/// Completes a room by its server and a server by its room, and checks what no option shows by itself.
fn complete(line: &mut CommandLine, is_server_typed: bool) -> Result<(), String> {
    let server = line.common.server.clone();
    let room_of_server = server.as_ref().and_then(|server| server.room);
    let place_of_server = room_of_server.map(|room| Place::Room(room.into()));
    match &mut line.command {
        // As in a browser, the link of a room leads to the room.
        None => {
            line.command =
                place_of_server.map(|place| Command::Join(RoomArgs { place: Some(place) }));
        }
        Some(Command::Join(room) | Command::Watch(room)) => {
            if room.place.is_none() {
                room.place = place_of_server;
            }
            if room.place.is_none() {
                return Err(say!("options-no-room"));
            }
            if let Some(of_place) = room.server() {
                let typed = server.filter(|_| is_server_typed).map(|server| server.url);
                if let Some(typed) = &typed
                    && !typed.is_same_server(of_place)
                {
                    return Err(say!(
                        "options-two-servers",
                        server = typed.short(),
                        link = of_place.short()
                    ));
                }
                // The link of a page says nothing against the encryption that was typed.
                let typed = typed.filter(ServerUrl::is_always_encrypted);
                line.common.server = Some(typed.unwrap_or_else(|| of_place.clone()).into());
                line.common.names_server = true;
            }
        }
        Some(Command::New(room)) => return room.check(),
        Some(Command::Host(host)) => return host.room.check(),
        // The others open no room.
        Some(_) => {}
    }
    match &line.command {
        Some(Command::Watch(room)) if room.hand_over().is_some() => {
            return Err(link::hands_over(room.room().as_str()));
        }
        // A server without a room: its lobby, which is what the program opens without a command.
        Some(Command::Join(room) | Command::Watch(room)) if room.link().is_none() => {
            line.command = None;
        }
        _ => {}
    }
    Ok(())
}

/// The address that a server in this program listens on if no command names one: that of the environment, or the
/// default.
///
/// # Errors
///
/// A usage failure if the environment has no such address.
#[cfg(feature = "host")]
pub(crate) fn listen_address() -> Result<std::net::SocketAddr, Failure> {
    let fault = |error: clap::Error| {
        // The first line says what is wrong; the rest is about a command line.
        let problem = error.to_string();
        let problem = problem.lines().next().unwrap_or_default();
        let problem = problem.trim_start_matches("error: ");
        Failure::new(Kind::Usage, format!("ENLINEA_LISTEN: {problem}"))
    };
    let command = HostArgs::augment_args(clap::Command::new("host"));
    let command = environment::without_empty(command);
    let matches = environment::matches(&command, ["host".into()]).map_err(fault)?;
    let host = HostArgs::from_arg_matches(&matches).map_err(fault)?;
    Ok(host.listen)
}

/// True for `-`, which stands for standard input or standard output in the place of a file.
pub(crate) fn is_hyphen(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a whole number between two bounds, both of which are taken.
fn whole_number(text: &str, least: u32, most: u32) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        // Also what is too large for the type.
        _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => Err(say!(
            "options-out-of-range",
            given = text,
            least = least,
            most = most
        )),
        Ok(_) | Err(_) => Err(say!(
            "options-no-number",
            given = format!("{text:?}"),
            least = least,
            most = most
        )),
    }
}

#[cfg(test)]
mod tests;
