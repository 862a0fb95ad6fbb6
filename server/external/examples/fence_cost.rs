//! Time that the fence adds to the start of an engine: `cargo run --release -p external --example fence_cost`.
//!
//! Starts an engine, asks it for its name and ends it, with a fence and without in turns. The engine is this program
//! too. The first argument is the number of starts, 200 by default.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use external::{ExternalEngine, Fence, Limits};

/// Argument by which this program is the engine.
const ENGINE: &str = "engine";

fn main() -> ExitCode {
    if let Some(failed) = Fence::enter_if_asked() {
        return failed;
    }
    let argument = std::env::args().nth(1);
    let done = if argument.as_deref() == Some(ENGINE) {
        play()
    } else {
        measure(
            argument
                .and_then(|starts| starts.parse().ok())
                .unwrap_or(200),
        )
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// Says its name until it is told to end.
fn play() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        match line?.as_str() {
            "ABOUT" => {
                let mut out = io::stdout().lock();
                writeln!(out, "name=\"example\"")?;
                out.flush()?;
            }
            "END" => break,
            _ => {}
        }
    }
    Ok(())
}

fn measure(starts: usize) -> io::Result<()> {
    let program = std::env::current_exe()?;
    let command = format!("'{}' {ENGINE}", program.display());
    let mut out = io::stdout().lock();
    let Some(fence) = Fence::new() else {
        return writeln!(out, "this platform has no fence");
    };
    // Start to the name, and the name to the end.
    let mut times = [const { (Vec::new(), Vec::new()) }; 2];
    let mut in_force = None;
    for _ in 0..starts.max(1) {
        for (fence, (start, end)) in [None, Some(&fence)].into_iter().zip(&mut times) {
            let begun = Instant::now();
            let engine = ExternalEngine::launch(&command, Limits::default(), fence)
                .map_err(io::Error::other)?;
            let named = Instant::now();
            in_force = engine.in_force().or(in_force);
            drop(engine);
            start.push(named - begun);
            end.push(named.elapsed());
        }
    }
    if let Some(in_force) = in_force {
        writeln!(out, "in force: {in_force}")?;
        if let Some(missing) = in_force.missing() {
            writeln!(out, "missing: {missing}")?;
        }
    }
    for (what, (start, end)) in ["without", "fenced"].into_iter().zip(&mut times) {
        writeln!(
            out,
            "{what}: start {}, end {}",
            quantiles(start),
            quantiles(end)
        )?;
    }
    Ok(())
}

/// Median and 99 in 100, in milliseconds.
fn quantiles(times: &mut [Duration]) -> String {
    times.sort();
    let at =
        |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    format!("{:.2} ms median, {:.2} ms p99", at(50), at(99))
}
