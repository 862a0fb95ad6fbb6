//! Tunes the evaluation and the move ordering of the gomoku engine on positions of games that it plays
//! against itself.
//!
//! openings -> games at a fixed depth -> positions that their searches evaluated, each searched by itself -> a
//! file, appended as soon as a game is over, so that an interrupted run goes on -> samples -> weights
//!
//! A line of the file is a position: the engine's score for its side to move, the result of the game for that side,
//! the move that the engine found best or `-`, the variant, the moves of the game, `/`, and the moves of the search
//! from there. The positions of the game itself are among them, with the score of the search for its move. The
//! weights are fitted to the scores; the result is for who wants to fit something else.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::gomoku::tuning::{Sample, fit};
use engine::gomoku::{Searcher, TrainingPosition, TrainingRun};
use engine::{Caches, Choice, Options, SearchRequest, Stop};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::Depth;
use protocol::square::Square;

use crate::contest::random_openings::random_openings;
use crate::failure::Failure;
use crate::{output_file, work_file};

/// Settings of a tuning run.
#[derive(Clone, Debug)]
pub(crate) struct Tuning {
    pub(crate) variant: Variant,
    /// Positions to have at the end, at least, those of earlier runs included.
    pub(crate) positions: usize,
    /// Depth of the search for a move of the games.
    pub(crate) depth: Depth,
    /// Training positions drawn from each search of a game.
    pub(crate) run: TrainingRun,
    /// File of the positions.
    pub(crate) work: PathBuf,
    /// File of positions that are held out; without one the first twentieth of the others is.
    pub(crate) held_out: Option<PathBuf>,
    /// File of the weights.
    pub(crate) out: PathBuf,
    /// Passes over all positions.
    pub(crate) rounds: usize,
    /// Start from the weights of this program for the variant, rather than from random ones.
    pub(crate) fine_tune: bool,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

/// Plies after which a game ends without a result: nothing happens in it any more.
const LONGEST: usize = 160;

/// Score in points up to which an opening counts as even.
const BALANCED: i64 = 80;

/// Random openings drawn in search of an even one.
const DRAWS: usize = 10;

/// One position in so many is held out where there is no file of others.
const HELD_OUT: usize = 20;

/// Text of a best move where there is none.
const NONE: &str = "-";

/// Texts of the result of a game, for the side to move of the position.
const WON: &str = "won";
const DRAWN: &str = "drawn";
const LOST: &str = "lost";

/// Text between the moves of the game and those that a search played on from there.
const BRANCH: &str = "/";

/// Plays until there are positions enough, and writes the weights that fit them.
///
/// # Errors
///
/// A file cannot be read or written, or holds something else.
pub(crate) fn run(tuning: &Tuning, output: &mut dyn Write) -> Result<(), Failure> {
    let caches = Caches::default();
    output_file::ensure_writable(&tuning.out, "--out")?;
    let held_out = tuning.held_out.as_deref();
    let held_out = held_out
        .map(|file| match read_samples(file, &caches) {
            Ok(samples) if samples.is_empty() => Err(Failure::Failed(format!(
                "{} holds no position to measure on; name another file with --held-out",
                file.display()
            ))),
            read => read,
        })
        .transpose()?;
    add_positions(tuning, &caches, output)?;
    let mut training = read_samples(&tuning.work, &caches)?;
    let held_out = held_out.unwrap_or_else(|| {
        training
            .drain(..training.len() / HELD_OUT)
            .collect::<Vec<_>>()
    });
    if training.is_empty() || held_out.is_empty() {
        return Err(Failure::Failed(format!(
            "{} holds too few positions to learn from and to measure on; ask for more with --positions",
            tuning.work.display()
        )));
    }
    writeln!(
        output,
        "{} positions to learn from, {} held out",
        training.len(),
        held_out.len()
    )?;
    let start = tuning.fine_tune.then(|| tuning.variant.shape());
    let (text, losses) = fit(&training, &held_out, tuning.rounds, start);
    for (number, losses) in losses.iter().enumerate() {
        writeln!(
            output,
            "round {number}: loss {:.5} of the value, {:.5} of the policy",
            losses.value, losses.policy
        )?;
    }
    output_file::write(&tuning.out, text, "--out")
}

fn no_position(work: &Path, number: usize, line: &str) -> Failure {
    work_file::wrong_line(work, number, line, "position of a tuning")
}

/// Plays games until the file has positions enough. All that are there are read first: a wrong one is told before
/// hours of games.
fn add_positions(tuning: &Tuning, caches: &Caches, output: &mut dyn Write) -> Result<(), Failure> {
    let mut known = 0;
    let file = work_file::open(&tuning.work, |number, line| {
        known = number;
        read_line(line)
            .map(drop)
            .ok_or_else(|| no_position(&tuning.work, number, line))
    })?;
    if known >= tuning.positions {
        return Ok(());
    }
    let work = Mutex::new((file, Ok(())));
    let positions = AtomicUsize::new(known);
    let games = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..tuning.threads {
            scope.spawn(|| {
                while positions.load(Ordering::Relaxed) < tuning.positions {
                    // A resumed run continues with seeds that no earlier run used.
                    let number = known + games.fetch_add(1, Ordering::Relaxed);
                    let lines = play_game(tuning, caches, tuning.seed.wrapping_add(number as u64));
                    let (file, written) = &mut *work.lock().expect("no holder panics");
                    // Nothing may stand behind a line that was written in part.
                    if written.is_err() {
                        break;
                    }
                    *written = file.write_all(lines.concat().as_bytes());
                    positions.fetch_add(lines.len(), Ordering::Relaxed);
                }
            });
        }
    });
    let (_, written) = work.into_inner().expect("no holder panics");
    written.map_err(|error| work_file::cannot_write(&tuning.work, &error))?;
    writeln!(output, "{} games played", games.into_inner())?;
    Ok(())
}

/// Plays one game and returns the lines of its training positions.
fn play_game(tuning: &Tuning, caches: &Caches, seed: u64) -> Vec<String> {
    let mut searcher = Searcher::new(caches.gomoku_tables(tuning.variant), 8);
    let mut game = opening(tuning, &mut searcher, seed);
    let mut positions = Vec::new();
    let mut proven = None;
    while game.ending().is_none() && game.plies().len() < LONGEST {
        let (choice, drawn) = search(tuning, &mut searcher, &game, seed, tuning.run);
        positions.extend(drawn.into_iter().map(|position| (game.clone(), position)));
        if choice.exact == Some(true) {
            let mover = game.side_to_move();
            proven = Some(if choice.score > 0 {
                mover
            } else {
                mover.other()
            });
            break;
        }
        // The position of the game itself costs nothing, and its result means most.
        let itself = TrainingPosition {
            line: Vec::new(),
            score: choice.score as i32,
            best: Some(choice.square),
        };
        positions.push((game.clone(), itself));
        game.play(choice.square).expect("a choice is allowed");
    }
    let winner = proven.or_else(|| game.ending()?.winner());
    let lines = positions.iter();
    lines
        .map(|(game, position)| write_line(game, position, winner))
        .collect()
}

/// A random opening that the engine sees as even, or the first where ten draws give none.
fn opening(tuning: &Tuning, searcher: &mut Searcher, seed: u64) -> Game {
    let mut openings = random_openings(tuning.variant, seed, DRAWS);
    let no_positions = TrainingRun {
        positions: 0,
        ..tuning.run
    };
    let even = openings.iter().position(|opening| {
        let (choice, _) = search(tuning, searcher, opening, seed, no_positions);
        choice.score.abs() <= BALANCED
    });
    openings.swap_remove(even.unwrap_or(0))
}

/// The engine's move, and training positions from its search.
fn search(
    tuning: &Tuning,
    searcher: &mut Searcher,
    game: &Game,
    seed: u64,
    run: TrainingRun,
) -> (Choice, Vec<TrainingPosition>) {
    let search = SearchRequest {
        depth: Some(tuning.depth),
        limit: None,
        elapsed: &|| Millis::from_millis(0),
        stop: &Stop::default(),
        seed: seed.wrapping_add(game.plies().len() as u64),
        options: Options::default(),
        progress: None,
    };
    searcher
        .choose_and_sample(game, search, run)
        .expect("nobody else has the flag that stops it")
}

/// The line of a position that was drawn from a search of a game, which this side won in the end.
fn write_line(game: &Game, position: &TrainingPosition, winner: Option<Side>) -> String {
    let write = |squares: &[Square]| {
        let moves = squares.iter().map(|square| game.write_move(*square));
        moves.collect::<Vec<_>>().join(" ")
    };
    let mover = if position.line.len().is_multiple_of(2) {
        game.side_to_move()
    } else {
        game.side_to_move().other()
    };
    let result = match winner {
        Some(side) if side == mover => WON,
        Some(_) => LOST,
        None => DRAWN,
    };
    let best = position.best.map(|square| game.write_move(square));
    format!(
        "{} {result} {} {} {} {BRANCH} {}\n",
        position.score,
        best.as_deref().unwrap_or(NONE),
        game.variant(),
        write(game.plies()),
        write(&position.line)
    )
}

fn read_samples(work: &Path, caches: &Caches) -> Result<Vec<Sample>, Failure> {
    let cannot_read = |error| work_file::cannot_read(work, &error);
    let file = File::open(work).map_err(cannot_read)?;
    let mut samples = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(cannot_read)?;
        let (game, score, best) =
            read_line(&line).ok_or_else(|| no_position(work, number + 1, &line))?;
        let tables = caches.gomoku_tables(game.variant());
        samples.extend(Sample::new(&tables, &game, score, best));
    }
    Ok(samples)
}

/// Parses a position that is not over, its score and its best move.
fn read_line(line: &str) -> Option<(Game, i32, Option<Square>)> {
    let mut words = line.split_whitespace();
    let score = words.next()?.parse().ok()?;
    let is_result = |word: &&str| [WON, DRAWN, LOST].contains(word);
    words.next().filter(is_result)?;
    let best = words.next()?;
    let mut game = Game::new(words.next()?.parse().ok()?);
    let mut branches = 0;
    for word in words {
        if word == BRANCH {
            branches += 1;
        } else {
            game.play(game.read_move(word).ok()?).ok()?;
        }
    }
    if branches != 1 {
        return None;
    }
    let best = match best {
        NONE => None,
        word => Some(game.read_move(word).ok()?),
    };
    game.ending().is_none().then_some((game, score, best))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning(folder: &tempfile::TempDir, positions: usize) -> Tuning {
        Tuning {
            variant: "custom:9x9x5:free".parse().unwrap(),
            positions,
            depth: Depth::new(2).unwrap(),
            run: TrainingRun {
                positions: 3,
                depth: Depth::new(1).unwrap(),
            },
            work: folder.path().join("positions.txt"),
            held_out: None,
            out: folder.path().join("weights.txt"),
            rounds: 2,
            fine_tune: false,
            threads: 2,
            seed: 7,
        }
    }

    #[test]
    fn weights_come_from_positions_and_more_of_them_go_on_from_those_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Vec::new();
        run(&tuning(&folder, 30), &mut output).unwrap();
        let positions = || std::fs::read_to_string(folder.path().join("positions.txt")).unwrap();
        let first = positions();
        assert!(first.lines().count() >= 30);
        run(&tuning(&folder, first.lines().count() + 1), &mut output).unwrap();
        assert!(positions().starts_with(&first) && positions().len() > first.len());
        let weights = std::fs::read_to_string(folder.path().join("weights.txt")).unwrap();
        let kept = include_str!("../../engine/src/gomoku/weights_small.txt");
        let names = |text: &str| -> Vec<String> {
            let first = |line: &str| line.split(' ').next().unwrap().to_owned();
            text.lines().map(first).collect()
        };
        assert_eq!(names(&weights), names(kept));
        let told = String::from_utf8(output).unwrap();
        assert!(told.contains("games played") && told.contains("round 2: loss "));
    }

    #[test]
    fn positions_of_another_file_are_held_out_and_none_of_those_to_learn_from() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Vec::new();
        run(&tuning(&folder, 40), &mut output).unwrap();
        let other = folder.path().join("other.txt");
        std::fs::write(&other, "-12 lost e5 custom:9x9x5:free d4 / d5\n").unwrap();
        let with_file = Tuning {
            held_out: Some(other.clone()),
            ..tuning(&folder, 1)
        };
        let mut told = Vec::new();
        run(&with_file, &mut told).unwrap();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(", 1 held out"), "{told}");
        let all: usize = told.split(' ').next().unwrap().parse().unwrap();
        let first = format!(
            "{} positions to learn from, {} held out",
            all - all / 20,
            all / 20
        );
        let output = String::from_utf8(output).unwrap();
        assert!(output.contains(&first), "{output} {told}");
        std::fs::remove_file(&other).unwrap();
        // Before hours of games.
        let longer = Tuning {
            positions: usize::MAX,
            ..with_file
        };
        let failure = run(&longer, &mut Vec::new()).unwrap_err().to_string();
        assert!(failure.contains("other.txt"), "{failure}");
    }

    /// The losses were told of no position, as zero.
    #[test]
    fn a_tuning_without_positions_to_measure_on_writes_no_weights() {
        let folder = tempfile::tempdir().unwrap();
        let short = tuning(&folder, 1);
        std::fs::write(&short.work, "-12 lost e5 custom:9x9x5:free d4 / d5\n").unwrap();
        let failure = run(&short, &mut Vec::new()).unwrap_err().to_string();
        assert!(
            failure.contains("ask for more with --positions"),
            "{failure}"
        );
        let nothing = folder.path().join("nothing.txt");
        std::fs::write(&nothing, "").unwrap();
        let with_file = Tuning {
            held_out: Some(nothing),
            // Before hours of games.
            positions: usize::MAX,
            ..short
        };
        let failure = run(&with_file, &mut Vec::new()).unwrap_err().to_string();
        assert!(
            failure.contains("nothing.txt holds no position"),
            "{failure}"
        );
        assert!(!with_file.out.exists());
    }

    #[test]
    fn a_line_that_was_cut_off_is_taken_out_before_more_games_are_played() {
        let folder = tempfile::tempdir().unwrap();
        let work = tuning(&folder, 20).work;
        run(&tuning(&folder, 20), &mut Vec::new()).unwrap();
        let text = std::fs::read_to_string(&work).unwrap();
        let kept = text.trim_end().rsplit_once('\n').unwrap().0;
        std::fs::write(&work, &text[..text.len() - 2]).unwrap();
        let lines = text.lines().count();
        run(&tuning(&folder, lines + 1), &mut Vec::new()).unwrap();
        let now = std::fs::read_to_string(&work).unwrap();
        assert!(now.starts_with(kept) && now.lines().count() > lines);
        // A whole line that is none is told before anything is played.
        std::fs::write(&work, "12 won h9 chess h8 /\n").unwrap();
        let failure = run(&tuning(&folder, usize::MAX), &mut Vec::new()).unwrap_err();
        assert!(failure.to_string().starts_with("line 1 of "), "{failure}");
    }

    #[test]
    fn a_position_learned_from_is_legal_and_a_line_that_is_none_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let tuning = tuning(&folder, 1);
        for wrong in [
            "resign won h9 gomoku h8 /",
            "12 won h9 gomoku h8 h8 /",
            "12 won h9 chess h8 /",
            "12 won a99 gomoku h8 /",
            "12 h9 gomoku h8 /",
            "12 won h9 gomoku h8",
            "12 won h9 gomoku h8 / i9 / i8",
            "12 won gomoku h8 /",
            "12",
        ] {
            let right = "-12 lost h9 gomoku h8 / i9";
            std::fs::write(&tuning.work, format!("{right}\n{wrong}\n")).unwrap();
            let failure = run(&tuning, &mut Vec::new()).unwrap_err().to_string();
            assert!(failure.starts_with("line 2 of "), "{wrong}: {failure}");
        }
    }
}
