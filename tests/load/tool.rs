//! The load tool: arguments -> contenders -> rounds -> tables.
//!
//! In a round every contender is started afresh and measured for a short time, one after the other, so that noise of
//! the machine falls on all of them alike; only ratios within a round are compared. See `LOAD.md`.

mod case;
mod client;
mod colyseus;
mod contender;
mod full_board;
mod machine;
mod measure;
#[path = "../../server/src/testing/postgres.rs"]
#[expect(dead_code, reason = "tests do more with it")]
mod postgres;
mod relay;
mod sample;
mod socket;
mod stage;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use tokio::runtime::{Builder, Runtime};

use case::{Case, StoreKind};
use contender::{Contender, Kind};
use machine::Cores;
use measure::Plan;
use postgres::Postgres;
use sample::Results;

/// Times a bound at which the short form fails: a busy machine must not fail it.
const FAILS_AT: f64 = 2.0;

/// Files that a program has open beside its connections, with room for more.
const OTHER_FILES: u64 = 100;

/// Measures what the server costs beside a bare relay: CPU time by the kernel's accounting, latency, memory.
#[derive(Debug, Parser)]
#[command(name = "load")]
struct Args {
    #[command(subcommand)]
    job: Option<Job>,

    /// Cases, separated by commas: games-N, paced-N, fan-out, churn, idle, long. [default: all but long, with 100 and
    /// 1000 games]
    #[arg(long = "case", value_name = "NAME", value_delimiter = ',')]
    cases: Vec<Case>,

    /// Program of the server. [default: enlinea-server beside this program]
    #[arg(long, value_name = "PATH")]
    server: Option<PathBuf>,

    /// Stores of the server to measure: `postgres` is one server on it, and `postgres-3` three; both need `PostgreSQL`,
    /// and a server that was built with the feature.
    #[arg(long = "store", value_enum, value_delimiter = ',', default_values_t = [StoreKind::Memory, StoreKind::Sqlite])]
    stores: Vec<StoreKind>,

    /// Measures Colyseus too, which npm installs into this directory unless it is there. Needs Node.js.
    #[arg(long, value_name = "DIR")]
    colyseus: Option<PathBuf>,

    /// Measures a server with this database of finished games (`lab history make`) instead, without and with a client
    /// that exports all of them again and again. The games that are played are added to it.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["colyseus", "stores", "short"])]
    history: Option<PathBuf>,

    /// Rounds: in each, every contender is measured once.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Time for which each is measured in a round, in seconds. Paced games take twice that, and `long` 150 times.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,

    /// Directory below which the server stores games. [default: that for temporary files]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The check for every change, half a minute: 100 games and 200 spectators, five rounds; exit status 1 where a
    /// ratio is more than twice its bound.
    #[arg(long, conflicts_with_all = ["cases", "rounds", "seconds"])]
    short: bool,
}

#[derive(Clone, Debug, Subcommand)]
enum Job {
    /// Runs the bare relay.
    #[command(hide = true)]
    Relay,
}

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let args = Args::parse();
    let done = match args.job {
        // The relay has the runtime that a server has.
        Some(Job::Relay) => Runtime::new()
            .map_err(Into::into)
            .and_then(|runtime| runtime.block_on(relay::run()))
            .map(|()| ExitCode::SUCCESS),
        None => measure(args),
    };
    done.unwrap_or_else(|error| {
        complain(&format!("load: {error:#}"));
        ExitCode::FAILURE
    })
}

fn measure(mut args: Args) -> Result<ExitCode> {
    if args.short {
        args.cases = vec![Case::Games(100), Case::FanOut(200)];
        args.seconds = 0.8;
    } else if args.cases.is_empty() {
        args.cases = Case::USUAL.to_vec();
    }
    let contenders = contenders(&args)?;
    let cores = Cores::divide()?;
    // Before this process goes to a part of the cores: the database has all.
    let postgres = if args.stores.iter().any(|store| store.is_shared()) {
        Some(Arc::new(
            Postgres::start("").context("there are stores that need it")?,
        ))
    } else {
        None
    };
    machine::stay_on(&cores.generator)?;
    let files = machine::raise_open_files()?;
    for case in &args.cases {
        let needed = case.connections() as u64 + OTHER_FILES;
        if files < needed {
            complain(&format!(
                "{case} needs {needed} open files, and {files} are allowed: raise the limit, as with `ulimit -n`"
            ));
        }
    }
    let plan = Plan {
        cores: cores.clone(),
        data: args.data.clone().unwrap_or_else(std::env::temp_dir),
        window: Duration::try_from_secs_f64(args.seconds).context("--seconds")?,
        postgres,
    };
    // On one core a second thread of the generator would only add switches.
    let runtime = match cores.generator.len() {
        1 => Builder::new_current_thread().enable_all().build(),
        _ => Runtime::new(),
    }?;
    say(&format!(
        "server on core {:?}, clients on {:?}",
        cores.measured, cores.generator
    ))?;
    let mut beyond = Vec::new();
    for &case in &args.cases {
        let rounds = if case == Case::Long { 1 } else { args.rounds };
        let results = rounds_of(case, rounds, &contenders, &plan, &runtime)?;
        say(&format!("\n{}", results.to_table()))?;
        beyond.extend(
            results
                .judged()
                .into_iter()
                .filter(|judged| !judged.is_within(FAILS_AT)),
        );
    }
    if !args.short || beyond.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    for judged in beyond {
        complain(&format!(
            "more than {FAILS_AT} times its bound: {}",
            judged.to_line()
        ));
    }
    Ok(ExitCode::FAILURE)
}

/// Measures a case, every contender once a round. Every other round goes backwards, so that none is always first.
fn rounds_of<'a>(
    case: Case,
    rounds: u32,
    contenders: &'a [Contender],
    plan: &Plan,
    runtime: &Runtime,
) -> Result<Results<'a>> {
    let takes_part = contenders
        .iter()
        .filter(|contender| case.takes(contender.store()));
    let mut rows: Vec<_> = takes_part
        .map(|contender| (contender, Vec::new()))
        .collect();
    for round in 0..rounds {
        let mut order: Vec<_> = rows.iter_mut().collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for (contender, samples) in order {
            samples.push(runtime.block_on(plan.measure(case, contender))?);
        }
    }
    Ok(Results { case, rows })
}

fn contenders(args: &Args) -> Result<Vec<Contender>> {
    let contender = |label: &str, kind| Contender {
        label: label.to_owned(),
        kind,
    };
    let program = args.server.clone().map_or_else(beside_this, Ok)?;
    if let Some(data) = &args.history {
        let history = |label, is_exported| {
            let (program, data) = (program.clone(), data.clone());
            contender(
                label,
                Kind::History {
                    program,
                    data,
                    is_exported,
                },
            )
        };
        return Ok(vec![history("history", false), history("its export", true)]);
    }
    let mut contenders = vec![contender("relay", Kind::Relay)];
    for &store in &args.stores {
        let program = program.clone();
        contenders.push(contender(store.as_str(), Kind::Server { program, store }));
    }
    if let Some(directory) = &args.colyseus {
        // The working directory of Node.js is another one.
        let server = contender::install_colyseus(&std::path::absolute(directory)?)?;
        contenders.push(contender("colyseus", Kind::Colyseus { server }));
    }
    Ok(contenders)
}

/// The middle one, or the upper of the two in the middle.
fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}

/// The server that was built with this tool.
fn beside_this() -> Result<PathBuf> {
    let tool = std::env::current_exe().context("cannot tell where this program is")?;
    let program = tool.with_file_name(format!("enlinea-server{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(program);
    }
    bail!(
        "there is no {}: build it with `cargo build --profile dist -p server --bin enlinea-server`, or name one with --server",
        program.display()
    );
}

#[expect(clippy::print_stderr, reason = "the tool says why it ends")]
fn complain(text: &str) {
    eprintln!("{text}");
}

fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
