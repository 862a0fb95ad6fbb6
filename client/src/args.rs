//! The command line, and the environment variables that stand in for its options.

mod about;
mod environment;
mod help;
mod library;
mod link;
mod log;
mod look;
mod opening;
mod options;
mod room;
mod seat;
mod url;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{Args, FromArgMatches, Parser, Subcommand};
use protocol::id::{HandOverCode, RoomId};
use protocol::text::Name;

pub use about::command;
pub(crate) use help::TYPED;
pub use library::{AnalyseArgs, ExportArgs, GameName, GameSource, ReplayArgs};
pub use link::{RoomLink, ServerLink};
pub use log::{LogArgs, LogLevel};
pub use look::LookArgs;
pub use room::{BotsArgs, DemoArgs, HostArgs, NewArgs, QuickArgs, StoreKind};
pub use seat::SeatArg;
pub(crate) use seat::levels;
pub use url::{DEFAULT_PORT, ServerUrl};

use crate::failure::{Failure, Kind};
use crate::language::Language;
use crate::settings::{InForce, Settings};
use crate::usage;

/// Connect Four and gomoku over the network: with friends, against bots, or to watch.
#[derive(Clone, Debug, Parser)]
#[command(name = "enlinea", version, after_help = help::after_help())]
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
#[command(next_help_heading = "Options for every command")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Common {
    /// The server: a host, host:port, or ws:// address, encrypted where the server offers it; wss:// always is
    /// [default: this machine, then the local network].
    #[arg(long, global = true, value_name = "URL", env = "ENLINEA_SERVER")]
    pub server: Option<ServerLink>,

    /// True where the command line names the server, by `--server` or by the link to a room; false where it is a
    /// setting.
    #[arg(skip)]
    pub names_server: bool,

    /// Your name, as others see it.
    #[arg(long, global = true, env = "ENLINEA_NAME")]
    pub name: Option<String>,

    /// Directory of the saved seats and games [default: the platform's data directory].
    #[arg(long, global = true, value_name = "DIR", env = "ENLINEA_DATA")]
    pub data: Option<PathBuf>,

    /// Sends the key that owns your name also where the connection is not encrypted, so that others can read along.
    #[arg(long, global = true, env = "ENLINEA_KEY_IN_CLEAR", value_parser = clap::builder::FalseyValueParser::new())]
    pub key_in_clear: bool,

    /// Language of the screens and the lines [default: that of the locale, or en].
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "LANGUAGE",
        env = "ENLINEA_LANG"
    )]
    pub lang: Option<Language>,

    /// Disables the search for servers on the local network, and the announcement of one.
    #[arg(long, global = true, env = "ENLINEA_NO_DISCOVERY", value_parser = clap::builder::FalseyValueParser::new())]
    pub no_discovery: bool,

    /// Rings no bell, and sends no notice to the desktop, when it is your turn.
    #[arg(long, global = true, env = "ENLINEA_QUIET", value_parser = clap::builder::FalseyValueParser::new())]
    pub quiet: bool,

    /// Lines of text and no cursor movement, for pipes and screen readers.
    #[arg(long, global = true, conflicts_with = "json")]
    pub plain: bool,

    /// One JSON message of the protocol a line, for scripts.
    #[arg(long, global = true)]
    pub json: bool,

    /// With --plain and --json: for how many seconds a lost connection is tried again.
    #[arg(
        long,
        global = true,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = |text: &str| whole_number(text, 0, LONGEST_PATIENCE),
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

/// Seven days: a game that both left for so long is over anyway.
const LONGEST_PATIENCE: u32 = 7 * 24 * 3600;

impl Common {
    /// The time for which a lost connection is tried again without a screen.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(u64::from(self.patience))
    }

    /// Checks the values that are otherwise checked only when a command needs them.
    ///
    /// # Errors
    ///
    /// A usage failure that names what there is.
    pub fn check(&self) -> Result<(), Failure> {
        self.look.open()?;
        let name = self.name.as_deref();
        if let Some(name) = name.filter(|name| Name::clean(name).is_none()) {
            return Err(Failure::new(
                Kind::Usage,
                say!("options-no-name", name = format!("{name:?}")),
            ));
        }
        Ok(())
    }
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Lists the servers on this machine and on the local network.
    Servers,
    /// Lists your games on a server, with whose turn it is, and its open rooms.
    Rooms,
    /// Lists the bots of a server, the weakest first.
    Bots(BotsArgs),
    /// Serves on this machine and opens a room for a friend; enlinea-server ctl does not reach this server.
    #[command(after_help = help::typed())]
    Host(HostArgs),
    /// Opens a room.
    #[command(after_help = help::typed())]
    New(NewArgs),
    /// Takes an open seat of a room, returns to your own, or takes the one that a page's link hands over.
    #[command(after_help = help::typed())]
    Join(RoomArgs),
    /// Watches a room.
    #[command(after_help = help::typed())]
    Watch(RoomArgs),
    /// Shows as many running games as fit on one screen.
    Tv,
    /// Plays whoever asks for the same game.
    #[command(after_help = help::typed())]
    Quick(QuickArgs),
    /// Shows two bots at play, with no server needed.
    Demo(DemoArgs),
    /// Forgets the key of a server, so that another one is trusted the next time.
    Forget(ForgetArgs),
    /// Shows where your key is, its fingerprint, and your name on the server.
    Whoami,
    /// Takes another name on the server, and frees the one you had there.
    Rename(RenameArgs),
    /// Prints your key, to keep it or to use it on another device.
    ExportKey,
    /// Takes a key that was exported, so that you are the same person here.
    ImportKey(ImportArgs),
    /// Lists the games that you played or watched to the end, and those that go on as `rooms` does.
    Games,
    /// Writes the record of a game.
    Export(ExportArgs),
    /// Shows a game that was saved, ply by ply.
    Replay(ReplayArgs),
    /// Tells what each position of a game is worth, and which moves were mistakes.
    Analyse(AnalyseArgs),
    /// Shows the settings, each with its origin, and the path of their file.
    Config,
    /// Shows the keys of the screens, as the file of settings has them.
    Keys,
    /// Prints the completions of a shell.
    Completions(CompletionsArgs),
    /// Prints the manual page, or writes that of each command to a directory.
    Man(ManArgs),
}

/// The shell to complete for.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// The place of the manual pages.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    /// The directory to write a page of each command to; - is standard output, for the main page [default: -].
    #[arg(value_name = "DIR")]
    pub directory: Option<PathBuf>,
}

/// A new name.
#[derive(Clone, Debug, Args)]
pub struct RenameArgs {
    /// The name.
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// A key to take.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The file with the key; - is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,

    /// Takes it also where there is another key, which is kept beside.
    #[arg(long)]
    pub force: bool,
}

/// A server to forget.
#[derive(Clone, Debug, Args)]
pub struct ForgetArgs {
    /// The server, as it was named in the refusal: a host or host:port.
    pub host: ServerUrl,
}

/// A room that exists.
#[derive(Clone, Debug, Args)]
pub struct RoomArgs {
    /// The code of the room, or a link to it. [`read`] leaves none out: where it was not written, it is the room of
    /// the link that `--server` has.
    #[arg(help = say!("options-room-code"))]
    pub code: Option<RoomLink>,
}

impl RoomArgs {
    /// The room.
    pub fn room(&self) -> RoomId {
        self.code.as_ref().expect("it was read").room
    }

    /// Checks the room of `watch`.
    ///
    /// # Errors
    ///
    /// A usage failure for a link that hands a seat over: it would be lost to both devices.
    fn check_watched(&self) -> Result<(), Failure> {
        let Some(code) = self.code.as_ref().filter(|code| code.hand_over.is_some()) else {
            return Ok(());
        };
        let problem = link::hands_over(code.room.as_str());
        Err(Failure::new(
            Kind::Usage,
            say!("options-see-help", problem = problem),
        ))
    }

    /// The code by which the link hands a seat over, if it does.
    pub fn hand_over(&self) -> Option<HandOverCode> {
        self.code.as_ref().and_then(|code| code.hand_over)
    }

    /// Completes the room by the server, and the server by the link to the room. `server_is_typed` where `--server`
    /// is an argument, and no setting, which a link overrides.
    ///
    /// # Errors
    ///
    /// A usage failure where no room is named, and where two servers are.
    fn complete(
        &mut self,
        server: &mut Option<ServerLink>,
        server_is_typed: bool,
    ) -> Result<(), Failure> {
        let failure =
            |problem| Failure::new(Kind::Usage, say!("options-see-help", problem = problem));
        let Some(code) = &self.code else {
            let room = server.as_ref().and_then(|server| server.room);
            let room = room.ok_or_else(|| failure(say!("options-no-room")))?;
            self.code = Some(room.into());
            return Ok(());
        };
        let Some(of_link) = &code.server else {
            return Ok(());
        };
        match server {
            Some(typed) if server_is_typed && !typed.url.is_same_server(of_link) => {
                let (server, link) = (typed.url.as_str(), of_link.as_str());
                Err(failure(say!(
                    "options-two-servers",
                    server = server,
                    link = link
                )))
            }
            // The link of a page says nothing of encryption against what was typed.
            Some(typed) if server_is_typed && typed.url.is_always_encrypted() => Ok(()),
            _ => {
                *server = Some(of_link.clone().into());
                Ok(())
            }
        }
    }
}

/// Reads the command line, `arguments` with the name of the program first, where `settings` has the defaults of the
/// person.
///
/// # Errors
///
/// [`NoCommandLine::Asked`] where the person wants help or the version; a usage failure on one line otherwise.
pub fn read(
    arguments: impl IntoIterator<Item = std::ffi::OsString>,
    settings: &Settings,
) -> Result<CommandLine, NoCommandLine> {
    let fault = |error: clap::Error| {
        if error.use_stderr() {
            NoCommandLine::Wrong(wrong_usage(&error))
        } else {
            NoCommandLine::Asked(options::framed(&error.render().to_string()))
        }
    };
    let command = environment::without_empty(settings.apply(command()));
    let matches = environment::matches(&command, arguments).map_err(fault)?;
    let mut line = CommandLine::from_arg_matches(&matches).map_err(fault)?;
    line.settings = settings.in_force(&command, &matches);
    let is_typed = matches.value_source("server") == Some(ValueSource::CommandLine);
    line.common.names_server = is_typed;
    if let Some(Command::Join(room) | Command::Watch(room)) = &mut line.command {
        let is_in_link = room.code.as_ref().is_some_and(|code| code.server.is_some());
        line.common.names_server |= is_in_link;
        room.complete(&mut line.common.server, is_typed)
            .map_err(NoCommandLine::Wrong)?;
    }
    // The screens would open at the server; its link leads on to the room, as it does in a browser.
    if let (None, Some(server)) = (&line.command, &line.common.server)
        && let Some(room) = server.room
    {
        line.command = Some(Command::Join(RoomArgs {
            code: Some(room.into()),
        }));
    }
    match &line.command {
        Some(Command::Watch(room)) => room.check_watched(),
        Some(Command::New(room)) => room.check(),
        Some(Command::Host(host)) => host.room.check(),
        // The others open no room.
        _ => Ok(()),
    }
    .map_err(NoCommandLine::Wrong)?;
    Ok(line)
}

/// The address that a server in this program listens on where no command names one: that of the environment, or the
/// default.
///
/// # Errors
///
/// A usage failure where that of the environment is none.
#[cfg(feature = "host")]
pub(crate) fn listen_address() -> Result<std::net::SocketAddr, Failure> {
    let fault = |error: clap::Error| wrong_usage(&error);
    let command = HostArgs::augment_args(clap::Command::new("host"));
    let command = environment::without_empty(command);
    let matches = environment::matches(&command, ["host".into()]).map_err(fault)?;
    let host = HostArgs::from_arg_matches(&matches).map_err(fault)?;
    Ok(host.listen)
}

/// The reason why there is no command line to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCommandLine {
    /// The person asked for this text: help, or the version.
    Asked(String),
    /// The arguments make no sense.
    Wrong(Failure),
}

/// The failure of wrong usage, with where to look.
fn wrong_usage(error: &clap::Error) -> Failure {
    let problem = usage::explained(error);
    Failure::new(Kind::Usage, say!("options-see-help", problem = problem))
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
