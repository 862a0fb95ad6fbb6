//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Parser, Subcommand};

use super::case::Case;
use super::contender::{StoreKind, Transport};
use super::peer::Peer;

/// Measures what the server costs beside a bare relay: CPU time by the kernel's accounting, latency, memory.
#[derive(Debug, Parser)]
#[command(name = "load")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) job: Option<Job>,

    #[arg(long = "case", value_name = "NAME", value_delimiter = ',', help = case_help())]
    pub(crate) cases: Vec<String>,

    /// Program of the server, with a label where several builds are compared; may be given several times. [default:
    /// enlinea-server beside this program]
    #[arg(long = "server", value_name = "[LABEL=]PATH")]
    pub(crate) servers: Vec<Build>,

    /// Stores of the server to measure.
    #[arg(long = "store", value_enum, value_delimiter = ',', default_values_t = [StoreKind::Memory, StoreKind::Sqlite])]
    pub(crate) stores: Vec<StoreKind>,

    /// Transports of the connections. Each has a relay of its own, which the others are compared with.
    #[arg(long = "transport", value_enum, value_delimiter = ',', default_values_t = [Transport::Plain])]
    pub(crate) transports: Vec<Transport>,

    /// Measures also the relay that writes to the sockets without a channel: the limit of what can be reached.
    #[arg(long)]
    pub(crate) direct: bool,

    /// Leaves the relay out, as to compare builds alone.
    #[arg(long, conflicts_with = "short")]
    pub(crate) no_relay: bool,

    /// Measures also other people's software for the same purpose, over plain connections. Needs Node.js and npm.
    #[arg(long = "peer", value_name = "NAME", value_enum, value_delimiter = ',')]
    pub(crate) peers: Vec<Peer>,

    /// Directory where the peers' packages are installed, and found again by the next run. [default: one below that
    /// for temporary files, which ends with the run]
    #[arg(long, value_name = "DIR")]
    pub(crate) peers_in: Option<PathBuf>,

    /// Rounds: in each, every contender is measured once.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,

    /// Time for which each is measured in a round, in seconds. Paced games take twice that.
    #[arg(long, default_value_t = 2.0)]
    pub(crate) seconds: f64,

    /// Spectators of the one game, in the cases that have them and no number of their own.
    #[arg(long, default_value_t = 1000)]
    pub(crate) watchers: usize,

    /// Clients that are greeted, or idle, in the cases that have no number of their own.
    #[arg(long, default_value_t = 5000)]
    pub(crate) clients: usize,

    /// Minutes of the case `long`.
    #[arg(long, default_value_t = 5.0)]
    pub(crate) minutes: f64,

    /// Directory below which the server stores games. [default: that for temporary files]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// File for one line of JSON for each measurement and each row of the tables.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// The check for every change, half a minute: 100 games and 200 spectators, five rounds; exit status 1 where a
    /// ratio is more than twice its bound.
    #[arg(long, conflicts_with_all = ["cases", "rounds", "seconds", "watchers"])]
    pub(crate) short: bool,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Job {
    /// Runs the bare relay.
    #[command(hide = true)]
    Relay {
        /// Writes to the sockets at once.
        #[arg(long, conflicts_with = "certificate")]
        direct: bool,
        /// Certificate in PEM, for TLS.
        #[arg(long, requires = "key")]
        certificate: Option<PathBuf>,
        /// Private key of the certificate.
        #[arg(long, requires = "certificate")]
        key: Option<PathBuf>,
    },
}

/// A build of the server.
#[derive(Clone, Debug)]
pub(crate) struct Build {
    /// Empty where there is one build alone.
    pub(crate) label: String,
    pub(crate) program: PathBuf,
}

impl FromStr for Build {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (label, program) = text.split_once('=').unwrap_or(("", text));
        let program = PathBuf::from(program);
        if !program.is_file() {
            return Err(format!("there is no program {}", program.display()));
        }
        Ok(Self {
            label: label.to_owned(),
            program,
        })
    }
}

fn case_help() -> String {
    let names = |cases: &[Case]| {
        let names: Vec<_> = cases.iter().map(Case::to_string).collect();
        names.join(", ")
    };
    format!(
        "Cases, separated by commas, or `all`; a number is one of games or of those who come, and may be another \
         [default: {}; others: {}]",
        names(Case::QUICK),
        names(Case::OTHERS)
    )
}
