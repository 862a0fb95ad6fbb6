//! Tunes the evaluation of the gomoku engine on games that it plays against itself.
//!
//! openings -> games at a fixed depth -> a file, one a line, appended as soon as a game is over, so that an
//! interrupted run goes on -> samples -> weights
//!
//! A line: the result (1-0, 0-1 or 1/2), the variant, then the moves, each but those of the opening with the
//! engine's score for its mover.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::gomoku::tuning::{SCALE, Sample, Sampler, fit};
use engine::{Search, Stop, gomoku::Searcher};
use protocol::clock::Millis;
use protocol::game::{Ending, Game};
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::Depth;

use crate::contest::openings;
use crate::failure::Failure;

/// What is tuned, and how.
#[derive(Clone, Debug)]
pub(crate) struct Tuning {
    pub(crate) variant: Variant,
    /// Games to have at the end, those of earlier runs included.
    pub(crate) games: usize,
    pub(crate) depth: Depth,
    /// Where the games are kept.
    pub(crate) work: PathBuf,
    /// Where the weights go.
    pub(crate) out: PathBuf,
    /// Rounds over all samples.
    pub(crate) rounds: usize,
    /// How much a search counts against the result of its game, in percent.
    pub(crate) scores: u8,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

/// Games that are longer are drawn: nothing happens in them any more.
const LONGEST: usize = 160;

/// An opening is taken if the engine sees it as even as this, in its own points.
const BALANCED: i64 = 80;

/// Openings drawn for one that is.
const DRAWS: usize = 10;

/// Plays the games that are missing and writes the weights that fit them.
///
/// # Errors
///
/// A file cannot be read or written, or holds something else.
pub(crate) fn run(tuning: &Tuning, output: &mut dyn Write) -> Result<(), Failure> {
    let known = count_games(&tuning.work)?;
    if known < tuning.games {
        play_games(tuning, known, output)?;
    }
    let samples = read_samples(tuning)?;
    if samples.is_empty() {
        return Err(Failure::Failed(format!(
            "{} holds no position to learn from; ask for more games with --games",
            tuning.work.display()
        )));
    }
    writeln!(output, "{} positions", samples.len())?;
    let mut lines = Vec::new();
    let text = fit(&samples, tuning.rounds, &mut |round, loss| {
        lines.push(format!("round {round}: loss {loss:.5}"));
    });
    for line in lines {
        writeln!(output, "{line}")?;
    }
    std::fs::write(&tuning.out, text).map_err(|error| {
        Failure::Failed(format!(
            "cannot write the weights to {}: {error}; name another file with --out",
            tuning.out.display()
        ))
    })?;
    Ok(())
}

fn cannot_read(work: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!(
        "cannot read the games of {}: {error}; name another file with --work",
        work.display()
    ))
}

fn count_games(work: &Path) -> Result<usize, Failure> {
    match File::open(work) {
        Ok(file) => Ok(BufReader::new(file).lines().count()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(cannot_read(work, &error)),
    }
}

fn play_games(tuning: &Tuning, known: usize, output: &mut dyn Write) -> Result<(), Failure> {
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&tuning.work)
        .map_err(|error| cannot_read(&tuning.work, &error))?;
    let file = Mutex::new(file);
    let next = AtomicUsize::new(known);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..tuning.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tuning.games {
                        return;
                    }
                    let line = play_game(tuning, tuning.seed.wrapping_add(number as u64));
                    let mut file = file.lock().expect("no holder panics");
                    if let Err(error) = writeln!(file, "{line}") {
                        *failed.lock().expect("no holder panics") = Some(error);
                        return;
                    }
                }
            });
        }
    });
    if let Some(error) = failed.into_inner().expect("no holder panics") {
        return Err(error.into());
    }
    writeln!(output, "{} games played", tuning.games - known)?;
    Ok(())
}

/// Plays one game and returns its line.
fn play_game(tuning: &Tuning, seed: u64) -> String {
    let mut searcher = Searcher::new(tuning.variant, 4);
    let mut choose = |game: &Game| {
        let search = Search {
            depth: Some(tuning.depth),
            limit: None,
            elapsed: &|| Millis(0),
            stop: &Stop::default(),
            seed: seed.wrapping_add(game.plies().len() as u64),
        };
        searcher
            .choose(game, search)
            .expect("nobody else has the flag that stops it")
    };
    let openings = openings::from_lots(tuning.variant, seed, DRAWS);
    let balanced = openings
        .iter()
        .find(|opening| choose(opening).score.abs() <= BALANCED);
    let mut game = balanced.unwrap_or(&openings[0]).clone();
    let mut moves: Vec<String> = game
        .plies()
        .iter()
        .map(|square| game.write_move(*square))
        .collect();
    let mut winner = None;
    while game.ending().is_none() && game.plies().len() < LONGEST {
        let side = game.side_to_move();
        let choice = choose(&game);
        let square = game.write_move(choice.square);
        moves.push(format!("{square}/{}", choice.score));
        if choice.exact == Some(true) {
            winner = Some(if choice.score > 0 { side } else { side.other() });
            break;
        }
        game.play(choice.square).expect("a choice is allowed");
    }
    let winner = winner.or_else(|| game.ending().and_then(Ending::winner));
    let result = match winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2",
    };
    format!("{result} {} {}", game.variant(), moves.join(" "))
}

fn read_samples(tuning: &Tuning) -> Result<Vec<Sample>, Failure> {
    let file = File::open(&tuning.work).map_err(|error| cannot_read(&tuning.work, &error))?;
    let sampler = Sampler::default();
    let share = f32::from(tuning.scores) / 100.0;
    let mut samples = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| cannot_read(&tuning.work, &error))?;
        read_line(&line, share, &sampler, &mut samples).ok_or_else(|| {
            Failure::Failed(format!(
                "line {} of {} is no game of a tuning: {line:?}; take the line out",
                number + 1,
                tuning.work.display()
            ))
        })?;
    }
    Ok(samples)
}

/// Takes the positions of one game; nothing where the line is none.
fn read_line(line: &str, share: f32, sampler: &Sampler, samples: &mut Vec<Sample>) -> Option<()> {
    let mut words = line.split(' ');
    let first_got = match words.next()? {
        "1-0" => 1.0,
        "0-1" => 0.0,
        "1/2" => 0.5,
        _ => return None,
    };
    let mut game = Game::new(words.next()?.parse().ok()?);
    for word in words {
        let (square, score) = match word.split_once('/') {
            Some((square, score)) => (square, Some(score.parse::<f32>().ok()?)),
            None => (word, None),
        };
        if let Some(score) = score {
            let got = match game.side_to_move() {
                Side::First => first_got,
                Side::Second => 1.0 - first_got,
            };
            let searched = 1.0 / (1.0 + (-score / SCALE).exp());
            let target = share * searched + (1.0 - share) * got;
            samples.extend(sampler.sample(&game, target));
        }
        game.play(game.read_move(square).ok()?).ok()?;
    }
    Some(())
}
