//! `enlinea-server`: arguments, logging, signals -> [`server::run`].

mod log;
mod subcommands;

/// That of musl takes a fifth more of the processor in games without a pause, see `COSTS.md`.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::ffi::OsString;
use std::fmt::{Display, Write as _};
use std::io::{IsTerminal, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::{CommandFactory, FromArgMatches, Parser, ValueEnum};
use external::Fence;
use server::settings::{self, Settings};
use server::{Config, Encryption, EngineSpec, Env, Identity, ServiceManager, store};
use tracing::warn;

use log::LogFormat;
use subcommands::Job;

/// Hosts games in a row: Connect Four and gomoku, for people, bots and spectators.
#[derive(Debug, Parser)]
#[command(name = "enlinea-server", about, args_override_self = true)]
#[command(version = option_env!("ENLINEA_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")))]
struct Args {
    #[command(subcommand)]
    job: Option<Job>,

    /// Address and port to listen on, or a port of every address; port 0 takes any free port. `[::]` hears IPv4 and
    /// IPv6, `0.0.0.0` IPv4 alone. A socket that a service manager passes (`LISTEN_FDS`) is taken instead.
    #[arg(
        long,
        value_name = "[ADDR:]PORT",
        default_value = server::DEFAULT_LISTEN,
        value_parser = server::listen_address,
        env = "ENLINEA_LISTEN"
    )]
    listen: SocketAddr,

    /// Directory of the stored games, the key, the bans and the console, which one server at a time uses; the
    /// platform's data directory if not given. Games in memory have none if not given.
    #[arg(long, value_name = "DIR", env = "ENLINEA_DATA", global = true)]
    data: Option<PathBuf>,

    /// Storage of games: `sqlite`, a database that outlives the server; `memory`; or the URL of a `PostgreSQL` database
    /// that several servers share, such as `postgres://enlinea@localhost/enlinea`.
    #[arg(
        long,
        value_name = "KIND",
        default_value = "sqlite",
        env = "ENLINEA_STORE"
    )]
    store: StoreKind,

    /// Address at which clients reach this server among those that share a database, such as `ws://node-a:4270`.
    #[arg(long, value_name = "URL", env = "ENLINEA_ADVERTISE")]
    advertise: Option<String>,

    /// Name of the server, shown to players; 50 characters at most.
    #[arg(
        long,
        default_value = "enlinea",
        value_parser = server::server_name,
        env = "ENLINEA_SERVER_NAME"
    )]
    name: String,

    /// Encryption on the same port: off, optional for clients, or required [default: optional; off for games in memory
    /// alone without --data, where no key is kept].
    #[arg(long, value_enum, env = "ENLINEA_TLS")]
    tls: Option<Tls>,

    /// Certificate of an authority and those behind it, in PEM, instead of the server's own key; looked at again every
    /// minute.
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_key",
        env = "ENLINEA_TLS_CERT"
    )]
    tls_cert: Option<PathBuf>,

    /// Private key of the certificate, in PEM.
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_cert",
        env = "ENLINEA_TLS_KEY"
    )]
    tls_key: Option<PathBuf>,

    /// Name by which requests may call the server, beside its addresses, localhost, names below .local and those of the
    /// machine and of the certificate; may be given several times. The variable has them separated by commas.
    #[arg(
        long = "allowed-host",
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = server::allowed_host,
        env = "ENLINEA_ALLOWED_HOSTS"
    )]
    allowed_hosts: Vec<String>,

    /// Directory with the files of the page for browsers, read at each request, instead of those in the program: for
    /// work on the page.
    #[arg(long, value_name = "DIR", env = "ENLINEA_WEB")]
    web: Option<PathBuf>,

    /// Does not announce the server on the local network.
    #[arg(long, env = "ENLINEA_NO_DISCOVERY", value_parser = clap::builder::FalseyValueParser::new())]
    no_discovery: bool,

    /// Does not let two bots play for whoever wants to watch.
    #[arg(long)]
    no_exhibition: bool,

    /// Seats a Gomocup engine as the bot NAME; may be given several times. The variable has one on each line.
    ///
    /// COMMAND is split into words as in a shell. The engine plays five in a row on square boards, in a
    /// process of its own for each seat. On Linux a fence is around it: it reads the programs of the system, its own
    /// folder and those of the files that COMMAND names, writes into a folder that ends with it, and reaches no
    /// network. Elsewhere it has the rights of the server.
    #[arg(long = "engine", value_name = "NAME=COMMAND", env = "ENLINEA_ENGINES")]
    engines: Vec<EngineLines>,

    /// File in TOML with settings, those below, such as `rooms = 500`. A flag wins.
    #[arg(long = "settings", value_name = "FILE", env = "ENLINEA_SETTINGS")]
    settings_file: Option<PathBuf>,

    /// Answers `/metrics`, for Prometheus, and `/healthz` on another port: a port of this machine alone, or an address
    /// that everybody who reaches it may read.
    #[arg(
        long,
        value_name = "[ADDR:]PORT",
        value_parser = server::admin_address,
        env = "ENLINEA_ADMIN_LISTEN"
    )]
    admin_listen: Option<SocketAddr>,

    /// Format of the log on standard error. The environment variable `ENLINEA_LOG` selects its contents.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log: LogFormat,

    #[command(flatten)]
    settings: Settings,
}

/// Engines, one on each line that is not empty.
#[derive(Clone, Debug)]
struct EngineLines(Vec<EngineSpec>);

impl FromStr for EngineLines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum StoreKind {
    Sqlite,
    Memory,
    Postgres(String),
}

impl FromStr for StoreKind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "sqlite" => Ok(Self::Sqlite),
            "memory" => Ok(Self::Memory),
            url if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(Self::Postgres(url.to_owned()))
            }
            _ => Err("write sqlite, memory or the URL of a database, postgres://user@host/name"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tls {
    Off,
    Optional,
    Required,
}

/// Exit code for wrong arguments and settings, the same as the client's: a service manager need not try them again.
const WRONG_USAGE: u8 = 2;

/// Arguments that do not go together, or name what cannot be served.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WrongArguments(String);

fn main() -> ExitCode {
    // Before anything else: the process that becomes an engine has one thread.
    if let Some(failed) = Fence::enter_if_asked() {
        return failed;
    }
    let args = match parse(&[]) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => {
            complain(&one_line(&error.to_string()));
            return ExitCode::from(WRONG_USAGE);
        }
        Err(asked) => return show(&asked),
    };
    match run(args) {
        Ok(code) => code,
        Err(error) => {
            // One line: the error, and its causes.
            complain(&format!("{error:#}"));
            let is_wrong_engine = matches!(error.downcast_ref(), Some(server::Error::Engine(_)));
            if is_wrong_engine || error.is::<WrongArguments>() {
                ExitCode::from(WRONG_USAGE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// Writes the help or the version. A reader that closes the pipe, as `head` does, is no failure.
fn show(asked: &clap::Error) -> ExitCode {
    let written = asked.print().and_then(|()| std::io::stdout().flush());
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(&format!("cannot write to standard output: {error}"));
            ExitCode::FAILURE
        }
        Ok(()) | Err(_) => ExitCode::SUCCESS,
    }
}

/// Reads the command line, with these flags in front of its own.
fn parse(in_front: &[String]) -> Result<Args, clap::Error> {
    let mut words = std::env::args_os();
    let program = words.next().into_iter();
    let words = program
        .chain(in_front.iter().map(OsString::from))
        .chain(words);
    let matches = without_empty_variables(Args::command()).try_get_matches_from(words)?;
    Args::from_arg_matches(&matches)
}

/// Returns the command line without the variables that are empty, as a line of a unit's file of variables may be:
/// they are as if they were not there.
fn without_empty_variables(program: clap::Command) -> clap::Command {
    program.mut_args(|argument| {
        let value = argument.get_env().and_then(std::env::var_os);
        if value.is_some_and(|value| value.is_empty()) {
            argument.env(None::<&str>)
        } else {
            argument
        }
    })
}

fn run(mut args: Args) -> Result<ExitCode> {
    let filter = match log::filter(std::env::var_os(log::VARIABLE).as_deref()) {
        Ok(filter) => filter,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    if let Some(job) = args.job.take() {
        log::start(args.log, filter);
        return job.run(
            || args.data.map_or_else(data_directory, Ok),
            Args::command(),
        );
    }
    if let Some(path) = &args.settings_file {
        match settings::flags_of_file(path) {
            Ok(flags) => args = parse(&flags)?,
            Err(error) => return Ok(wrong_usage(&error)),
        }
    }
    // Before there are other threads.
    let passed = server::passed_listener().context("cannot take the socket that was passed")?;
    let _written_at_the_end = log::start_apart(args.log, filter);
    let runtime = tokio::runtime::Runtime::new().context("cannot start the tasks of the server")?;
    let served = runtime.block_on(serve(args, passed));
    // A store that hangs has been waited for, and was reported; it must not keep the program running.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

fn wrong_usage(error: &impl Display) -> ExitCode {
    complain(&error.to_string());
    ExitCode::from(WRONG_USAGE)
}

async fn serve(args: Args, passed: Option<TcpListener>) -> Result<()> {
    let shutdown = shutdown_signal()?;
    #[cfg(unix)]
    ignore_file_size_signal()?;
    let directory = own_directory(&args)?;
    let store = open_store(&args, directory.as_deref())?;
    let encryption = encryption(&args, directory.as_deref())?;
    check_web_directory(args.web.as_deref())?;
    let listener = open_listener(args.listen, passed)?;
    let address = listener.local_addr()?;
    let mut env = Env::real(listener).with_service_manager(ServiceManager::from_env());
    let mut metrics_at = None;
    if let Some(address) = args.admin_listen {
        let listener = tokio::net::TcpListener::bind(address).await;
        let listener =
            listener.with_context(|| format!("cannot listen on {address} for metrics"))?;
        metrics_at = Some(listener.local_addr()?);
        env = env.with_admin(listener);
    }
    // What is the server's own is hidden from the engines.
    let hidden = [&directory, &args.tls_key, &args.tls_cert];
    let engine_fence = Fence::new().map(|fence| {
        let hidden = hidden.into_iter().flatten();
        hidden.fold(fence, |fence, path| fence.hide(path))
    });
    let introduction = introduction(address, metrics_at, &encryption)?;
    let shutdown = async {
        // Clients are served now: whoever reads the address may connect. The log has it as well.
        if let Err(error) = introduce(&introduction) {
            warn!(%error, "cannot write the address to standard output; the server runs all the same");
        }
        shutdown.await;
    };
    let config = Config {
        name: args.name,
        encryption,
        allowed_hosts: args.allowed_hosts,
        web: args.web,
        discovery: !args.no_discovery,
        console: directory.clone(),
        bans: directory,
        exhibition: !args.no_exhibition,
        engines: args.engines.into_iter().flat_map(|lines| lines.0).collect(),
        engine_fence,
        ..args.settings.into_config()
    };
    server::serve(env, config, store, Box::pin(shutdown)).await?;
    Ok(())
}

/// Returns the directory where the server keeps what is its own; none for games in memory alone.
fn own_directory(args: &Args) -> Result<Option<PathBuf>> {
    Ok(match (&args.data, &args.store) {
        (Some(directory), _) => Some(directory.clone()),
        (None, StoreKind::Sqlite | StoreKind::Postgres(_)) => Some(data_directory()?),
        (None, StoreKind::Memory) => None,
    })
}

fn open_store(args: &Args, directory: Option<&Path>) -> Result<Box<dyn store::Store>> {
    if args.advertise.is_some() && !matches!(args.store, StoreKind::Postgres(_)) {
        let problem = "--advertise is for servers that share a database; name it with --store postgres://user@host/name";
        bail!(WrongArguments(problem.to_owned()));
    }
    Ok(match (&args.store, directory) {
        (StoreKind::Postgres(url), _) => open_postgres(url, args, directory)?,
        (StoreKind::Sqlite, Some(directory)) => store::sqlite(directory)?,
        (StoreKind::Memory, Some(directory)) => store::memory_beside(directory)?,
        (StoreKind::Sqlite | StoreKind::Memory, None) => store::memory(),
    })
}

#[cfg(feature = "postgres")]
fn open_postgres(
    url: &str,
    args: &Args,
    directory: Option<&Path>,
) -> Result<Box<dyn store::Store>> {
    let Some(address) = &args.advertise else {
        let problem =
            "say how clients reach this server beside the others: --advertise ws://node-a:4270";
        bail!(WrongArguments(problem.to_owned()));
    };
    Ok(store::postgres(url, address, store::LEASE, directory)?)
}

#[cfg(not(feature = "postgres"))]
fn open_postgres(_: &str, _: &Args, _: Option<&Path>) -> Result<Box<dyn store::Store>> {
    let problem =
        "this enlinea-server was built without PostgreSQL; build it with --features postgres";
    bail!(WrongArguments(problem.to_owned()))
}

/// Checks that a directory that was named for the page has one.
fn check_web_directory(web: Option<&Path>) -> Result<()> {
    match web {
        Some(web) if !web.join("index.html").is_file() => bail!(WrongArguments(format!(
            "there is no index.html in {}: name the directory of the page with --web",
            web.display()
        ))),
        _ => Ok(()),
    }
}

/// Returns the socket that was passed to the program, or one at `address`.
fn open_listener(
    address: SocketAddr,
    passed: Option<TcpListener>,
) -> Result<tokio::net::TcpListener> {
    if let Some(passed) = passed {
        return Ok(tokio::net::TcpListener::from_std(passed)?);
    }
    server::listen(address).with_context(|| {
        format!(
            "cannot listen on {address}; choose another address with --listen, such as --listen 0.0.0.0:0 for any free port"
        )
    })
}

/// Returns the use of TLS that the arguments ask for; `directory` is where the server keeps what is its own.
fn encryption(args: &Args, directory: Option<&Path>) -> Result<Encryption> {
    let files = args.tls_cert.as_ref().zip(args.tls_key.as_ref());
    let default = match (&files, directory) {
        (None, None) => Tls::Off,
        (Some(_), _) | (_, Some(_)) => Tls::Optional,
    };
    let identity = || match (files, directory) {
        (Some((certificate, key)), _) => Ok(Identity::from_files(certificate, key)?),
        (None, Some(directory)) => Ok(Identity::kept_in(directory)?),
        // A new key at each start would be refused by every client that remembers the last one.
        (None, None) => {
            let problem = "there is no directory for the key of the server; name one with --data, or a certificate with --tls-cert";
            bail!(WrongArguments(problem.to_owned()))
        }
    };
    Ok(match args.tls.unwrap_or(default) {
        Tls::Off if files.is_some() => {
            let problem =
                "a certificate is given and TLS is off; leave out --tls-cert or --tls off";
            bail!(WrongArguments(problem.to_owned()))
        }
        Tls::Off => Encryption::Off,
        Tls::Optional => Encryption::Optional(identity()?),
        Tls::Required => Encryption::Required(identity()?),
    })
}

/// Returns the address of the server first, for programs, then the ones to give to others, and its key. The QR code
/// comes before what a small screen shows last.
fn introduction(
    address: SocketAddr,
    metrics_at: Option<SocketAddr>,
    encryption: &Encryption,
) -> Result<String> {
    let mut text = String::new();
    writeln!(text, "listening on {address}")?;
    let links = server::page_links(address, encryption.is_required());
    if std::io::stdout().is_terminal()
        && let Some(link) = links.first()
    {
        writeln!(text, "{}", server::qr(link))?;
    }
    for link in &links {
        writeln!(text, "in a browser: {link}")?;
    }
    for short in server::short_addresses(address, encryption.is_required()) {
        writeln!(text, "join with: enlinea --server {short}")?;
    }
    if let Some(identity) = encryption.identity() {
        writeln!(text, "key: {}", identity.fingerprint())?;
    }
    if let Some(address) = metrics_at {
        writeln!(text, "metrics: http://{address}/metrics")?;
    }
    Ok(text)
}

fn introduce(introduction: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(introduction.as_bytes())?;
    out.flush()
}

fn data_directory() -> Result<PathBuf> {
    use etcetera::BaseStrategy;
    match etcetera::choose_base_strategy() {
        Ok(strategy) => Ok(strategy.data_dir().join("enlinea")),
        Err(error) => bail!(
            "there is no home directory to keep games in ({error}); name a directory with --data, or keep nothing: --store memory"
        ),
    }
}

/// Returns clap's error, which has many lines, as one line.
fn one_line(explained: &str) -> String {
    let said: Vec<_> = explained
        .lines()
        .take_while(|line| !line.starts_with("Usage:"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let said = said.join(" ");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    format!("{said}; see enlinea-server --help")
}

/// Says why the server ends; the status says so to whoever no longer reads it.
fn complain(problem: &str) {
    let _unread = writeln!(std::io::stderr(), "enlinea-server: {problem}");
}

/// A file that may not grow any more (`ulimit -f`, `LimitFSIZE=` of systemd) is a fault of the store, of which people
/// are told, and not the end of the server by a signal.
#[cfg(unix)]
fn ignore_file_size_signal() -> Result<()> {
    use rustix::process::Signal;
    use tokio::signal::unix::{SignalKind, signal};

    // What is registered once stays so until the program ends: nobody has to listen.
    let kind = SignalKind::from_raw(Signal::XFSZ.as_raw());
    let _taken = signal(kind).context("cannot take the signal of a file that may not grow")?;
    Ok(())
}

/// Returns true if the program was started to outlive its terminal, as by `nohup`, or if that cannot be known.
#[cfg(unix)]
fn keeps_running_without_terminal() -> bool {
    // The kernel's list of the signals that are ignored, a bit for each; the first is SIGHUP.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_none_or(|bits| bits & 1 == 1)
}

/// Completes when the server is asked to stop, by Ctrl-C or by the signal that the platform sends to
/// services.
fn shutdown_signal() -> Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for Ctrl-C")?;
        let mut terminate = signal(SignalKind::terminate()).context("cannot listen for SIGTERM")?;
        // The terminal of the host was closed.
        let mut hang_up = if keeps_running_without_terminal() {
            None
        } else {
            Some(signal(SignalKind::hangup()).context("cannot listen for SIGHUP")?)
        };
        let hung_up = async move {
            match &mut hang_up {
                Some(signal) => drop(signal.recv().await),
                None => std::future::pending().await,
            }
        };
        Ok(async move {
            tokio::select! {
                biased;
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                () = hung_up => {}
            }
        })
    }
    #[cfg(windows)]
    {
        use tokio::signal::windows::{ctrl_c, ctrl_close, ctrl_shutdown};
        let mut interrupt = ctrl_c().context("cannot listen for Ctrl-C")?;
        let mut close = ctrl_close().context("cannot listen for the window's close")?;
        let mut shutdown = ctrl_shutdown().context("cannot listen for shutdowns")?;
        Ok(async move {
            tokio::select! {
                biased;
                _ = interrupt.recv() => {}
                _ = close.recv() => {}
                _ = shutdown.recv() => {}
            }
        })
    }
}
