//! The positions that weights are fitted to: games of the engine against itself, and positions of their searches.
//!
//! openings -> games at a fixed depth -> positions that their searches evaluated, each searched by itself -> a file,
//! appended as soon as a game is over, so that an interrupted run goes on
//!
//! Positions of games would not do without the others. A search evaluates mostly positions after moves that no player
//! would play, and has to know that they are bad.
//!
//! A line of the file is a position: the engine's score for its side to move, the move that the engine found best or
//! `-`, the variant, and the moves.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use anyhow::{Context, Result};
use arena::RandomOpenings;
use engine::gomoku::Searcher;
use engine::gomoku::training::TrainingPosition;
use engine::{Caches, Choice, Options, SearchRequest, Stop};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::spec::Depth;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::reservoir::Reservoir;
use super::{POINTS_PER_LOGIT, Sample, Tune, sigmoid};
use crate::files;

/// Plies after which a game ends without a result: nothing happens in it any more.
const LONGEST: usize = 160;

/// Score in points up to which an opening counts as even.
const BALANCED: i64 = 80;

/// Random openings drawn in search of an even one.
const DRAWS: usize = 10;

/// Points by which a stray move is worse that is chosen e times less often, and the plies that it is searched.
const STRAY_SPREAD: i32 = 60;
const STRAY_DEPTH: u64 = 2;

/// Text of a best move if there is none.
const NONE: &str = "-";

/// Plays games until the file has positions enough. All lines are read first: a wrong one is an error before hours of
/// games.
pub(super) fn add(tune: &Tune, caches: &Caches, output: &mut dyn Write) -> Result<()> {
    let mut known = 0;
    let file = files::resume(&tune.work, |line| {
        known += 1;
        read_line(line).map(drop)
    })?;
    if known >= tune.positions {
        return Ok(());
    }
    let work = Mutex::new((file, Ok(())));
    let positions = AtomicUsize::new(known);
    let games = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..tune.threads {
            scope.spawn(|| {
                while positions.load(Ordering::Relaxed) < tune.positions {
                    // A resumed run continues with seeds that no earlier run used.
                    let number = known + games.fetch_add(1, Ordering::Relaxed);
                    let lines = play_game(tune, caches, tune.seed.wrapping_add(number as u64));
                    let (file, written) = &mut *work.lock().expect("no holder panics");
                    // Nothing may follow a line that was written in part.
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
    written.with_context(|| format!("cannot write {}", tune.work.display()))?;
    Ok(writeln!(output, "{} games played", games.into_inner())?)
}

/// Reads the samples of a file of positions.
pub(super) fn read(file: &Path, caches: &Caches) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let text = files::read(file)?;
    files::for_each_line(file, &text, |line| {
        let (game, score, best) = read_line(line)?;
        let tables = caches.gomoku_tables(game.variant());
        samples.extend(Sample::new(&tables, &game, score, best));
        Ok(())
    })?;
    Ok(samples)
}

/// Plays one game and returns the lines of its training positions.
fn play_game(tune: &Tune, caches: &Caches, seed: u64) -> Vec<String> {
    let mut searcher = Searcher::new(caches.gomoku_tables(tune.variant), 8);
    let mut game = opening(tune, &mut searcher, seed);
    let mut rng = StdRng::seed_from_u64(seed);
    let mut lines = Vec::new();
    // Positions of the game itself, which cost nothing, with their scores and best moves.
    let mut own = Vec::new();
    let mut winner = None;
    while game.ending().is_none() && game.plies().len() < LONGEST {
        let (choice, drawn) = search(tune, &mut searcher, &game, seed, tune.samples);
        lines.extend(drawn.iter().map(|position| write_line(&game, position)));
        let us = game.side_to_move();
        if choice.exact == Some(true) {
            winner = Some(if choice.score > 0 { us } else { us.other() });
            break;
        }
        own.push((game.clone(), choice.score as i32, choice.square));
        let square = match tune.stray {
            Some(moves) if rng.random_ratio(1, moves) => {
                let depth = Depth::new(STRAY_DEPTH).expect("a depth");
                let request = request(&game, depth, seed);
                let near_best = searcher.choose_near_best(&game, request, STRAY_SPREAD);
                near_best.expect(NEVER).square
            }
            _ => choice.square,
        };
        game.play(square).expect("a choice is allowed");
    }
    lines.extend(own.iter().map(|(game, score, best)| {
        let result = winner.map_or(0.5, |side| f32::from(side == game.side_to_move()));
        let itself = TrainingPosition {
            line: Vec::new(),
            score: mixed(*score, result, tune.result),
            best: Some(*best),
        };
        write_line(game, &itself)
    }));
    lines
}

/// The score of the expected result that is `score` but for a `share` of the result that the game had.
fn mixed(score: i32, result: f32, share: f32) -> i32 {
    let expected = sigmoid(score as f32 / POINTS_PER_LOGIT);
    let mixed = expected + share * (result - expected);
    // The ends are those of the scores beyond which the expected result hardly changes.
    (POINTS_PER_LOGIT * (mixed / (1.0 - mixed)).ln()).clamp(-2_000.0, 2_000.0) as i32
}

/// A random opening that the engine sees as even, or the first if ten draws give none.
fn opening(tune: &Tune, searcher: &mut Searcher, seed: u64) -> Game {
    let mut openings = RandomOpenings::new(tune.variant, seed);
    let mut draws = (0..DRAWS).map(|draw| openings.opening(draw));
    let even = draws.find(|opening| {
        let (choice, _) = search(tune, searcher, opening, seed, 0);
        choice.score.abs() <= BALANCED
    });
    even.unwrap_or_else(|| openings.opening(0))
}

/// The engine's move, and training positions drawn from its search.
fn search(
    tune: &Tune,
    searcher: &mut Searcher,
    game: &Game,
    seed: u64,
    samples: usize,
) -> (Choice, Vec<TrainingPosition>) {
    let mut reservoir = Reservoir::new(samples, seed.wrapping_add(game.plies().len() as u64));
    searcher.limit_nodes(tune.nodes);
    let choice = searcher
        .choose_observed(game, request(game, tune.depth, seed), &mut |line| {
            reservoir.offer(line);
        })
        .expect(NEVER);
    searcher.limit_nodes(None);
    let lines = reservoir.into_lines();
    let positions = lines.iter().filter_map(|line| {
        let request = request(game, tune.sample_depth, seed);
        searcher.search_line(game, line, request).expect(NEVER)
    });
    (choice, positions.collect())
}

const NEVER: &str = "no other code has the flag that stops it";

fn request(game: &Game, depth: Depth, seed: u64) -> SearchRequest<'static> {
    static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);
    SearchRequest {
        depth: Some(depth),
        limit: None,
        elapsed: &|| Millis::from_millis(0),
        stop: &STOP,
        seed: seed.wrapping_add(game.plies().len() as u64),
        options: Options::default(),
        progress: None,
    }
}

/// The line of a position that was drawn from a search of a game.
fn write_line(game: &Game, position: &TrainingPosition) -> String {
    let best = position.best.map(|square| game.write_move(square));
    let best = best.as_deref().unwrap_or(NONE);
    let mut line = format!("{} {best} {}", position.score, game.variant());
    for square in game.plies().iter().chain(&position.line) {
        line.push(' ');
        line.push_str(&game.write_move(*square));
    }
    line.push('\n');
    line
}

/// Reads a position that is not over, its score and its best move.
fn read_line(line: &str) -> Result<(Game, i32, Option<Square>)> {
    let position = || {
        let mut words = line.split_whitespace();
        let score = words.next()?.parse().ok()?;
        let best = words.next()?;
        let mut game = Game::new(words.next()?.parse().ok()?);
        for word in words {
            game.play(game.read_move(word).ok()?).ok()?;
        }
        let best = match best {
            NONE => None,
            word => Some(game.read_move(word).ok()?),
        };
        game.ending().is_none().then_some((game, score, best))
    };
    position()
        .context("not a training position; write a score, the best move, the variant and the moves")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tune(folder: &tempfile::TempDir, positions: usize) -> Tune {
        Tune {
            variant: "custom:9x9x5:free".parse().unwrap(),
            positions,
            depth: Depth::new(2).unwrap(),
            nodes: Some(2_000),
            stray: Some(5),
            samples: 3,
            result: 0.3,
            sample_depth: Depth::new(1).unwrap(),
            work: folder.path().join("positions.txt"),
            held_out: None,
            out: folder.path().join("weights.txt"),
            rounds: 2,
            from_built_in: false,
            threads: 2,
            seed: 7,
        }
    }

    #[test]
    fn weights_come_from_positions_and_a_longer_run_adds_to_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = Vec::new();
        tune(&folder, 30).run(&mut output).unwrap();
        let positions = || std::fs::read_to_string(folder.path().join("positions.txt")).unwrap();
        let first = positions();
        let lines = first.lines().count();
        assert!(lines >= 30);
        tune(&folder, lines + 1).run(&mut output).unwrap();
        assert!(positions().starts_with(&first) && positions().len() > first.len());
        let weights = std::fs::read_to_string(folder.path().join("weights.txt")).unwrap();
        assert!(engine::gomoku::training::are_weights(&weights));
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("games played") && text.contains("round 2: loss "));
        // Positions of another file are held out, and none of those to learn from.
        let other = folder.path().join("other.txt");
        std::fs::write(&other, "-12 e5 custom:9x9x5:free d4 d5\n").unwrap();
        let with_file = Tune {
            held_out: Some(other),
            ..tune(&folder, 1)
        };
        let mut output = Vec::new();
        with_file.run(&mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains(", 1 held out"), "{text}");
    }

    #[test]
    fn positions_of_a_search_are_repeatable_from_a_seed() {
        let folder = tempfile::tempdir().unwrap();
        let caches = Caches::default();
        let play = |seed| play_game(&tune(&folder, 1), &caches, seed);
        let lines = play(7);
        assert_eq!(lines, play(7));
        assert_ne!(lines, play(8));
        // Most are not of the game itself.
        assert!(lines.len() > 8);
        assert!(
            lines.iter().all(|line| read_line(line).is_ok()),
            "{lines:?}"
        );
    }

    #[test]
    fn a_line_that_is_not_a_position_is_an_error_before_any_game() {
        let folder = tempfile::tempdir().unwrap();
        let tune = tune(&folder, usize::MAX);
        for wrong in [
            "resign h9 gomoku h8",
            "12 h9 gomoku h8 h8",
            "12 h9 chess h8",
            "12 a99 gomoku h8",
            "12 gomoku h8",
            "12",
        ] {
            std::fs::write(&tune.work, format!("-12 h9 gomoku h8 i9\n{wrong}\n")).unwrap();
            let failure = format!("{:#}", tune.run(&mut Vec::new()).unwrap_err());
            assert!(failure.contains("line 2"), "{wrong}: {failure}");
        }
    }
}
