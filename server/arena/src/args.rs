//! The command line.

mod contest;
mod solver;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, value_parser};
use engine::bots::{self, Bot};
use engine::gomoku::{Tables, TrainingRun};
use external::Fence;
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::record::read_moves;
use protocol::rules::{Variant, VariantError};
use protocol::spec::Depth;

use crate::book::Making;
use crate::built_in_bot::{BuiltInBot, kind_named};
use crate::contest::match_play::Match;
use crate::contest::tournament::Tournament;
use crate::failure::Failure;
use crate::output_file;
use crate::positions::Wanted;
use crate::solve::Solving;
use crate::tune::Tuning;
use crate::verify::Verifying;

/// A command line that was understood.
#[derive(Debug)]
pub(crate) enum Command {
    /// The person asked for this text: help, or the version.
    Told(String),
    /// Print the move of a bot.
    Move(MoveRequest),
    /// Measure the speed of the bots.
    Bench(Plan),
    /// Solve positions.
    Solve(Solving),
    /// Write solved positions of a class.
    Positions(Wanted),
    /// Compare known values with the solver's.
    Verify(Verifying),
    /// Make an opening book.
    MakeBook(Making),
    /// Verify the opening book of this program, and this number of its last positions by a search.
    VerifyBook(usize),
    /// Tune the evaluation of the gomoku engine.
    Tune(Tuning),
    /// Play at the board of another program.
    Gomocup {
        /// Threads to search with, until the manager says another number.
        threads: usize,
    },
    /// Let two engines play each other.
    Match(Box<Match>),
    /// Let many engines play each other.
    Tournament(Box<Tournament>),
}

/// A position, and the bot that is asked for its move.
#[derive(Debug)]
pub(crate) struct MoveRequest {
    pub(crate) bot: BuiltInBot,
    pub(crate) game: Game,
    pub(crate) seed: u64,
    pub(crate) limit: Option<Millis>,
    /// One JSON object instead of lines.
    pub(crate) json: bool,
}

/// Name of the program with all commands.
pub(crate) const ENGINE: &str = "enlinea-engine";

/// Name of the program that is `gomocup` alone.
pub(crate) const BRAIN: &str = "pbrain-enlinea";

/// The measurements of a bench.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Bots on the fixed positions.
    pub(crate) bots: Vec<BuiltInBot>,
    /// Bots whose time per move is measured in the course of a game.
    pub(crate) paces: Vec<BuiltInBot>,
    /// File of the chart.
    pub(crate) svg: Option<PathBuf>,
}

/// The engines of enlinea without a server: ask a bot for its move, or measure how fast it is.
#[derive(Debug, Parser)]
#[command(name = ENGINE, version, about)]
#[command(after_help = "Exit status: 0 done, 1 failed, 2 wrong usage.")]
struct Line {
    #[command(subcommand)]
    command: Word,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Answers with a bot's move in any position.
    Move(MoveArgs),
    /// Prints nodes and time for fixed positions, and time per move in the course of a game.
    Bench(BenchArgs),
    /// Solves positions of a falling game, read from standard input, one a line.
    ///
    /// A position is a string of columns, `-` the empty board. For each a line goes to standard output: the
    /// position, its score, the nodes searched and the microseconds that took (computing time of the thread; with
    /// several threads, time that passed). A score is for the side to move: 0 a draw, k a win with its k-th last
    /// stone, -k a loss to the other side's. A line that makes no sense is told on standard error with its number.
    Solve(solver::SolveArgs),
    /// Writes solved positions of Connect Four, reached by random moves.
    Positions(solver::PositionsArgs),
    /// Compares files of known values with what the solver finds.
    Verify(solver::VerifyArgs),
    /// Makes the opening book of Connect Four, or verifies the one in this program.
    Book(solver::BookArgs),
    /// Tunes the evaluation of the gomoku engine on positions of games that it plays against itself.
    Tune(TuneArgs),
    /// Plays a match of two engines, every opening twice with the sides exchanged.
    ///
    /// Prints games won, drawn and lost, and the difference in Elo with its error at 95 %; progress goes to standard
    /// error. The same seed gives the same openings, and with depths instead of time the same games.
    Match(contest::MatchArgs),
    /// Plays a tournament of any number of engines, each against each, every opening twice.
    ///
    /// Prints a cross table with the Elo of all; progress goes to standard error.
    Tournament(contest::TournamentArgs),
    /// Measures the strength of every bot that plays a variant, at each of its depths with a name, in Elo above random.
    ///
    /// Bots meet those that are near them in strength. With --record it goes on from the games in that file.
    Ladder(contest::LadderArgs),
    /// Plays gomoku at the board of another program, in the Gomocup protocol on standard input and output.
    ///
    /// For Piskvork, c-gomoku-cli and every other manager of that protocol: five or more in a row (rule 0)
    /// and exactly five (rule 1), on boards of 5 to 20 each way, and renju (rule 4) on 15 x 15. It thinks 1 s a move
    /// unless told another time, and leaves at END and at the end of the input. It keeps within the memory
    /// that the manager allows from 17 MiB on: what it needs beside a table of 1 MiB. The program pbrain-enlinea is the
    /// same, but for this word.
    Gomocup(GomocupArgs),
}

/// `pbrain-enlinea`: plays gomoku at the board of another program, in the Gomocup protocol on standard input and
/// output.
///
/// For Piskvork, c-gomoku-cli and every other manager of that protocol, which start a brain without arguments and
/// know it by the name of its program. `enlinea-engine gomocup` is the same.
#[derive(Debug, Parser)]
#[command(name = BRAIN, version)]
#[command(after_help = "Exit status: 0 done, 1 failed, 2 wrong usage.")]
struct BrainLine {
    #[command(flatten)]
    args: GomocupArgs,
}

#[derive(Args, Debug)]
struct GomocupArgs {
    /// Threads to search on, as far as there are cores, until the manager names another number (`INFO thread_num`).
    /// Each beyond the first takes 8 MiB more.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl GomocupArgs {
    fn command(&self) -> Command {
        Command::Gomocup {
            threads: self.threads.into(),
        }
    }
}

#[derive(Args, Debug)]
struct TuneArgs {
    /// The rules: gomoku, gomoku-15, ...
    #[arg(long, default_value = "gomoku")]
    variant: String,

    /// Positions to learn from, those that the file has already included.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: usize,

    /// Plies that the games are searched ahead.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u64).range(1..=20))]
    depth: u64,

    /// Positions drawn from each search of a game.
    #[arg(long, value_name = "N", default_value_t = 30)]
    samples: usize,

    /// Depth of the search of each of them.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u64).range(1..=20))]
    sample_depth: u64,

    /// File of the positions, from which an interrupted run goes on.
    #[arg(long, value_name = "FILE")]
    work: PathBuf,

    /// File of positions on which the losses are told. Without one it is the first twentieth of the others, from which
    /// nothing is learned then.
    #[arg(long, value_name = "FILE")]
    held_out: Option<PathBuf>,

    /// File of the weights: those of the engine for small or for large boards.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Rounds over all positions.
    #[arg(long, value_name = "N", default_value_t = 12)]
    rounds: usize,

    /// Starts from the weights that this program has for the rules instead of random ones; 3 rounds are enough then.
    #[arg(long)]
    fine_tune: bool,

    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Seed of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl TuneArgs {
    fn read(self) -> Result<Tuning, String> {
        let variant: Variant = self
            .variant
            .parse()
            .map_err(|error: VariantError| error.to_string())?;
        if !Tables::fits(variant) {
            return Err(format!(
                "the gomoku engine does not play {variant}; name a variant of gomoku, such as gomoku-15"
            ));
        }
        let files = [&self.work, &self.out].into_iter().chain(&self.held_out);
        output_file::ensure_different(files)?;
        Ok(Tuning {
            variant,
            positions: self.positions,
            depth: Depth::new(self.depth).map_err(|error| error.to_string())?,
            run: TrainingRun {
                positions: self.samples,
                depth: Depth::new(self.sample_depth).map_err(|error| error.to_string())?,
            },
            work: self.work,
            held_out: self.held_out,
            out: self.out,
            rounds: self.rounds,
            fine_tune: self.fine_tune,
            threads: self.threads.into(),
            seed: self.seed,
        })
    }
}

#[derive(Args, Debug)]
struct MoveArgs {
    /// The bot: KIND, KIND:DEPTH or KIND:PRESET, with options, such as negamax:8 or minimax:hard,temperature=10.
    #[arg(long, value_name = "BOT")]
    bot: String,

    /// The rules: connect-four, gomoku, custom:9x7x5:falls, ...
    #[arg(long, default_value = "connect-four")]
    variant: String,

    /// Seed of the choice among equal moves: the same seed, the same move.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Milliseconds to think at most; the deepest finished result is played then.
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(0..=LONGEST_MS))]
    limit: Option<u64>,

    /// Prints one JSON object.
    #[arg(long)]
    json: bool,

    /// The moves so far, such as 444333, "12 1 12" or "h8 h9 i8"; none for the empty board.
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
}

#[derive(Args, Debug)]
struct BenchArgs {
    /// Only bots of this kind; may be given several times.
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<String>,

    /// The depth on the fixed positions.
    #[arg(long, value_name = "N", default_value = "8")]
    depth: String,

    /// The kind whose time per move is measured in the course of a game.
    #[arg(long, value_name = "KIND", default_value = "minimax")]
    chart_kind: String,

    /// The depths at which it is measured.
    #[arg(
        long,
        value_name = "N,N,...",
        value_delimiter = ',',
        default_value = "2,4,6,8,9,10"
    )]
    chart_depths: Vec<String>,

    /// Draws the time per move as an SVG chart into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Reads the command line, the name of the program first.
///
/// # Errors
///
/// A usage failure, or the game that was given is over.
pub(crate) fn read(
    arguments: impl IntoIterator<Item = OsString>,
    fence: Option<Fence>,
) -> Result<Command, Failure> {
    match parsed::<Line>(arguments) {
        Ok(line) => match line.command {
            Word::Move(args) => args.request().map(Command::Move),
            Word::Bench(args) => args.plan().map(Command::Bench).map_err(Failure::Usage),
            Word::Solve(args) => args.solving().map(Command::Solve).map_err(Failure::Usage),
            Word::Positions(args) => Ok(Command::Positions(args.wanted())),
            Word::Verify(args) => Ok(Command::Verify(args.verifying())),
            Word::Book(args) => args.command().map_err(Failure::Usage),
            Word::Tune(args) => args.read().map(Command::Tune).map_err(Failure::Usage),
            Word::Gomocup(args) => Ok(args.command()),
            Word::Tournament(args) => args
                .plan(fence)
                .map(|plan| Command::Tournament(Box::new(plan)))
                .map_err(Failure::Usage),
            Word::Ladder(args) => args
                .plan()
                .map(|plan| Command::Tournament(Box::new(plan)))
                .map_err(Failure::Usage),
            Word::Match(args) => args
                .plan(fence)
                .map(|plan| Command::Match(Box::new(plan)))
                .map_err(Failure::Usage),
        },
        Err(error) => told(&error),
    }
}

/// Reads the command line of `pbrain-enlinea`, the name of the program first.
///
/// # Errors
///
/// A usage failure.
pub(crate) fn read_brain(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Command, Failure> {
    match parsed::<BrainLine>(arguments) {
        Ok(line) => Ok(line.args.command()),
        Err(error) => told(&error),
    }
}

/// Parses a command line in which a number below zero is a value, and wrong as such: it is told with its option.
fn parsed<L: CommandFactory + FromArgMatches>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<L, clap::Error> {
    let matches = with_numbers_below_zero(L::command()).try_get_matches_from(arguments)?;
    L::from_arg_matches(&matches)
}

fn with_numbers_below_zero(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            if arg.get_long().is_some() && arg.get_action().takes_values() {
                arg.allow_negative_numbers(true)
            } else {
                arg
            }
        })
        .mut_subcommands(with_numbers_below_zero)
}

/// Answer of the parser where there is no command: help, or an error.
fn told(error: &clap::Error) -> Result<Command, Failure> {
    if error.use_stderr() {
        Err(Failure::Usage(one_line(&error.to_string())))
    } else {
        Ok(Command::Told(error.render().to_string()))
    }
}

impl MoveArgs {
    fn request(self) -> Result<MoveRequest, Failure> {
        let bot = BuiltInBot::read(&self.bot).map_err(Failure::Usage)?;
        let variant: Variant = self
            .variant
            .parse()
            .map_err(|refusal| Failure::Usage(format!("{refusal}")))?;
        bot.check(variant).map_err(Failure::Usage)?;
        let moves = read_moves(variant, &self.moves.join(" "))
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let game = Game::after(variant, moves).map_err(|(ply, refusal)| {
            Failure::Usage(format!("ply {} is not allowed: {refusal}", ply + 1))
        })?;
        if game.ending().is_some() {
            return Err(Failure::Failed(format!(
                "the game ended with ply {}; give moves that leave one to make",
                game.plies().len()
            )));
        }
        Ok(MoveRequest {
            bot,
            game,
            seed: self.seed,
            limit: self.limit.map(Millis::from_millis),
            json: self.json,
        })
    }
}

impl BenchArgs {
    fn plan(self) -> Result<Plan, String> {
        let kinds: Vec<&'static dyn Bot> = if self.kinds.is_empty() {
            // `level` is left out: its depth is a level and not plies, and it plays as `perfect` and `threat` do.
            let others = bots::ALL.iter().filter(|kind| kind.name() != "level");
            others.copied().collect()
        } else {
            self.kinds
                .iter()
                .map(|name| kind_named(name))
                .collect::<Result<_, _>>()?
        };
        let at_depth = |kind: &'static dyn Bot| match kind.depths() {
            Some(_) => BuiltInBot::with_depth(kind, &self.depth),
            None => BuiltInBot::read(kind.name()),
        };
        let chart_kind = kind_named(&self.chart_kind)?;
        Ok(Plan {
            bots: kinds.into_iter().map(at_depth).collect::<Result<_, _>>()?,
            paces: self
                .chart_depths
                .iter()
                .map(|depth| BuiltInBot::with_depth(chart_kind, depth))
                .collect::<Result<_, _>>()?,
            svg: self.svg,
        })
    }
}

/// A day in milliseconds: nobody waits longer for a move, and no sum of such times is too large.
const LONGEST_MS: u64 = 24 * 3600 * 1000;

/// The message of clap on one line, without its usage lines.
fn one_line(text: &str) -> String {
    let paragraph: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        // No command takes such a value behind `--`.
        .filter(|line| !line.starts_with("tip: to pass"))
        .collect();
    let text = paragraph.join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    format!("{text}; see --help")
}

#[cfg(test)]
mod tests;
