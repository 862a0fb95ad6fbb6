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

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning(folder: &tempfile::TempDir, games: usize) -> Tuning {
        Tuning {
            variant: "custom:9x9x5:free".parse().unwrap(),
            games,
            depth: Depth::new(2).unwrap(),
            work: folder.path().join("games.txt"),
            out: folder.path().join("weights.txt"),
            rounds: 2,
            scores: 100,
            threads: 2,
            seed: 7,
        }
    }

    #[test]
    fn weights_come_from_games_and_more_games_go_on_from_those_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Vec::new();
        run(&tuning(&folder, 3), &mut output).unwrap();
        let games = |folder: &tempfile::TempDir| {
            std::fs::read_to_string(folder.path().join("games.txt")).unwrap()
        };
        let first = games(&folder);
        assert_eq!(first.lines().count(), 3);
        run(&tuning(&folder, 5), &mut output).unwrap();
        assert!(games(&folder).starts_with(&first));
        let weights = std::fs::read_to_string(folder.path().join("weights.txt")).unwrap();
        let kept = include_str!("../../engine/src/gomoku/weights.txt");
        let names = |text: &str| -> Vec<String> {
            let first = |line: &str| line.split(' ').next().unwrap().to_owned();
            text.lines().map(first).collect()
        };
        assert_eq!(names(&weights), names(kept));
        let told = String::from_utf8(output).unwrap();
        assert!(told.contains("2 games played") && told.contains("round 2: loss 0."));
    }

    #[test]
    fn a_game_learned_from_is_legal_and_a_line_that_is_none_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let tuning = tuning(&folder, 2);
        std::fs::write(
            &tuning.work,
            "1-0 gomoku h8 i9/-12 i8/20\nresign gomoku h8\n",
        )
        .unwrap();
        let failure = run(&tuning, &mut Vec::new()).unwrap_err().to_string();
        assert!(failure.starts_with("line 2 of "), "{failure}");
        std::fs::write(&tuning.work, "1-0 gomoku h8 h8/3\n1-0 gomoku\n").unwrap();
        let failure = run(&tuning, &mut Vec::new()).unwrap_err().to_string();
        assert!(failure.starts_with("line 1 of "), "{failure}");
    }
}
