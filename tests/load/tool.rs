//! The load tool: arguments -> contenders -> rounds -> tables.
//!
//! In a round every contender is started afresh and measured for a short time, one after the other, so that noise of
//! the machine falls on all of them alike; only ratios within a round are compared. See `LOAD.md`.

mod accounting;
mod arguments;
mod bounds;
mod case;
mod client;
mod colyseus;
mod contender;
mod cores;
mod disk;
mod full_board;
mod measure;
mod pace;
mod peer;
mod relay;
mod report;
mod sample;
mod socket;
mod stage;
mod tls;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

use arguments::{Args, Build, Job};
use case::Case;
use contender::{Contender, Kind, Transport};
use cores::Cores;
use measure::Plan;
use relay::Manner;
use report::{Lines, Results};
use tls::Certificate;

/// Times a bound at which the short form fails: a busy machine must not fail it.
const FAILS_AT: f64 = 2.0;

/// Files that a program has open beside its connections, with room for more.
const OTHER_FILES: u64 = 100;

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let args = Args::parse();
    let done = match args.job {
        Some(job) => relay(&job).map(|()| ExitCode::SUCCESS),
        None => measure(args),
    };
    done.unwrap_or_else(|error| {
        complain(&format!("load: {error:#}"));
        ExitCode::FAILURE
    })
}

/// The relay has the runtime that a server has.
fn relay(job: &Job) -> Result<()> {
    let manner = match job {
        Job::Relay { direct: true, .. } => Manner::Direct,
        Job::Relay {
            certificate: Some(certificate),
            key: Some(key),
            ..
        } => Manner::Encrypted(tls::acceptor(certificate, key)?),
        Job::Relay { .. } => Manner::Channels,
    };
    Runtime::new()?.block_on(relay::run(manner))
}

fn measure(mut args: Args) -> Result<ExitCode> {
    let mut cases = Case::named(&args.cases)?;
    if args.short {
        cases = vec![Case::Games(100), Case::FanOut(None)];
        (args.rounds, args.seconds, args.watchers) = (5, 0.8, 200);
    }
    let packages = tempfile::Builder::new()
        .prefix("enlinea-load-peers-")
        .tempdir()?;
    let contenders = contenders(&args, packages.path())?;
    let cores = Cores::divide()?;
    cores::stay_on(&cores.generator)?;
    let files = cores::raise_open_files()?;
    for case in &cases {
        let needed = case.connections(args.watchers, args.clients) as u64 + OTHER_FILES;
        if files < needed {
            complain(&format!(
                "{case} needs {needed} open files, and {files} are allowed: raise the limit, as with `ulimit -n`"
            ));
        }
    }
    let plan = Plan {
        cores: cores.clone(),
        certificate: Certificate::make()?,
        data: args.data.clone().unwrap_or_else(std::env::temp_dir),
        window: Duration::try_from_secs_f64(args.seconds).context("--seconds")?,
        watchers: args.watchers,
        clients: args.clients,
        long: Duration::try_from_secs_f64(60.0 * args.minutes).context("--minutes")?,
    };
    // On one core a second thread of the generator would only add switches.
    let runtime = match cores.generator.len() {
        1 => Builder::new_current_thread().enable_all().build(),
        _ => Runtime::new(),
    }?;
    let mut lines = Lines::to(args.json.as_deref())?;
    let begin = format!(
        "server on core {:?}, clients on {:?}",
        cores.measured, cores.generator
    );
    say(&begin)?;
    lines.write(
        &json!({"kind": "run", "cores": begin, "rounds": args.rounds, "seconds": args.seconds}),
    )?;
    let mut beyond = Vec::new();
    for case in cases {
        let rounds = if case == Case::Long { 1 } else { args.rounds };
        let results = rounds_of(case, rounds, &contenders, &plan, &runtime, &mut lines)?;
        if results.rows.is_empty() {
            bail!("{case} measures none of these contenders: see --store");
        }
        say(&format!("\n{}", results.to_table()))?;
        for line in results.to_json() {
            lines.write(&line)?;
        }
        beyond.extend(results.beyond(FAILS_AT));
    }
    if !args.short || beyond.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    complain(&beyond.join("\n"));
    Ok(ExitCode::FAILURE)
}

/// Measures a case, every contender once a round. Every other round goes backwards, so that none is always first.
fn rounds_of<'a>(
    case: Case,
    rounds: u32,
    contenders: &'a [Contender],
    plan: &Plan,
    runtime: &Runtime,
    lines: &mut Lines,
) -> Result<Results<'a>> {
    let takes_part = contenders.iter().filter(|contender| case.takes(contender));
    let mut rows: Vec<_> = takes_part
        .map(|contender| (contender, Vec::new()))
        .collect();
    for round in 0..rounds {
        let mut order: Vec<_> = rows.iter_mut().collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for (contender, samples) in order {
            let sample = runtime.block_on(plan.measure(case, contender))?;
            lines.sample(case, contender, round, &sample)?;
            samples.push(sample);
        }
    }
    Ok(Results { case, rows })
}

/// The contenders of the command line. Packages of peers go into `packages` where it has no directory for them.
fn contenders(args: &Args, packages: &Path) -> Result<Vec<Contender>> {
    let builds = if args.servers.is_empty() {
        vec![beside_this()?]
    } else {
        args.servers.clone()
    };
    let mut contenders = Vec::new();
    for &transport in &args.transports {
        let mut add = |label: &str, kind| {
            let suffix = match transport {
                Transport::Plain => "",
                Transport::Tls => ", TLS",
            };
            contenders.push(Contender {
                label: format!("{label}{suffix}"),
                transport,
                kind,
            });
        };
        if !args.no_relay {
            add("relay", Kind::Relay { direct: false });
        }
        // Where a socket is given bytes as they are, there is no place for TLS.
        if args.direct && transport == Transport::Plain {
            add("relay, direct", Kind::Relay { direct: true });
        }
        // The same stores side by side, since those are compared.
        for &store in &args.stores {
            for (build, from) in builds.iter().enumerate() {
                let label = format!("{} {}", from.label, store.as_str());
                let kind = Kind::Server {
                    program: from.program.clone(),
                    build,
                    store,
                };
                add(label.trim_start(), kind);
            }
        }
    }
    let packages = args.peers_in.as_deref().unwrap_or(packages);
    // The working directory of Node.js is another one.
    let packages = std::path::absolute(packages)?;
    for &peer in &args.peers {
        contenders.push(Contender {
            label: peer.label(),
            transport: Transport::Plain,
            kind: Kind::Peer {
                peer,
                server: peer.install(&packages)?,
            },
        });
    }
    Ok(contenders)
}

/// The server that was built with this tool.
fn beside_this() -> Result<Build> {
    let tool = std::env::current_exe().context("cannot tell where this program is")?;
    let program: PathBuf =
        tool.with_file_name(format!("enlinea-server{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        bail!(
            "there is no {}: build it with `cargo build --profile dist -p server --bin enlinea-server`, or name one with --server",
            program.display()
        );
    }
    let label = String::new();
    Ok(Build { label, program })
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
