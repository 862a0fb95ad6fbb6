//! The command line.

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, value_parser};
use external::Fence;
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::record::read_moves;
use protocol::rules::Variant;

use crate::built_in_bot::BuiltInBot;
use crate::contest::match_play::Match;
use crate::contest::tournament::Tournament;
use crate::failure::Failure;
use crate::solve::Solving;
use crate::values::{milliseconds, variant};

/// A command line that was understood.
#[derive(Debug)]
pub(crate) enum Command {
    /// Help, or the version, that was asked for.
    Text(String),
    /// Print the move of a bot.
    Move(MoveRequest),
    /// Solve positions.
    Solve(Solving),
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

/// Name of the program that is only `gomocup`.
pub(crate) const BRAIN: &str = "pbrain-enlinea";

/// The engines of enlinea without a server: ask a bot for its move, or let engines play each other.
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
    /// Solves positions of a falling game, read from standard input, one a line.
    ///
    /// A position is a string of columns, `-` the empty board. For each a line goes to standard output: the
    /// position, its score, the nodes searched and the microseconds that took (computing time of the thread; with
    /// several threads, time that passed). A score is for the side to move: 0 a draw, k a win with its k-th last
    /// stone, -k a loss to the other side's. A line that makes no sense is reported on standard error with its number.
    Solve(Solving),
    /// Plays a match of two engines, every opening twice with the sides exchanged.
    ///
    /// Prints games won, drawn and lost, and the difference in Elo with its error at 95 %; progress goes to standard
    /// error. The same seed gives the same openings, and with depths instead of time the same games.
    Match(Match),
    /// Plays a tournament of any number of engines, each against each, every opening twice.
    ///
    /// Prints a cross table with the Elo of all; progress goes to standard error.
    Tournament(Tournament),
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

/// The tournament of another program.
#[derive(Debug, Parser)]
struct TournamentLine {
    #[command(flatten)]
    tournament: Tournament,
}

#[derive(Args, Debug)]
struct MoveArgs {
    /// The bot: KIND, KIND:DEPTH or KIND:PRESET, with options, such as negamax:8 or minimax:hard,temperature=10.
    #[arg(long, value_name = "BOT", value_parser = BuiltInBot::read)]
    bot: BuiltInBot,

    /// The rules: connect-four, gomoku, custom:9x7x5:falls, ...
    #[arg(long, default_value = "connect-four", value_parser = variant)]
    variant: Variant,

    /// Seed of the choice among equal moves: the same seed, the same move.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Milliseconds to think at most; the deepest finished result is played then.
    #[arg(long, value_name = "MS", value_parser = milliseconds(0))]
    limit: Option<Millis>,

    /// Prints one JSON object.
    #[arg(long)]
    json: bool,

    /// The moves so far, such as 444333, "12 1 12" or "h8 h9 i8"; none for the empty board.
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
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
    let line = match Line::try_parse_from(arguments) {
        Ok(line) => line,
        Err(error) => return text(&error).map(Command::Text),
    };
    match line.command {
        Word::Move(args) => args.request().map(Command::Move),
        Word::Solve(solving) => Ok(Command::Solve(solving)),
        Word::Gomocup(args) => Ok(args.command()),
        Word::Match(mut plan) => {
            plan.config.fence = fence;
            Ok(Command::Match(Box::new(plan)))
        }
        Word::Tournament(mut plan) => {
            plan.config.fence = fence;
            Ok(Command::Tournament(Box::new(plan)))
        }
    }
}

/// Reads the arguments of a tournament, the name of the program first.
///
/// # Errors
///
/// A usage failure, or the text of a help that was asked for.
pub(crate) fn read_tournament(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Tournament, Failure> {
    match TournamentLine::try_parse_from(arguments) {
        Ok(line) => Ok(line.tournament),
        Err(error) => Err(text(&error).map_or_else(|failure| failure, Failure::Failed)),
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
    match BrainLine::try_parse_from(arguments) {
        Ok(line) => Ok(line.args.command()),
        Err(error) => text(&error).map(Command::Text),
    }
}

/// Answer of the parser if there is no command: help, or an error.
fn text(error: &clap::Error) -> Result<String, Failure> {
    if error.use_stderr() {
        Err(Failure::Usage(one_line(&error.to_string())))
    } else {
        Ok(error.render().to_string())
    }
}

impl MoveArgs {
    fn request(self) -> Result<MoveRequest, Failure> {
        let Self { bot, variant, .. } = self;
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
            limit: self.limit,
            json: self.json,
        })
    }
}

/// The message of clap on one line, without its usage lines.
fn one_line(text: &str) -> String {
    let paragraph: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        // No command takes such a value after `--`.
        .filter(|line| !line.starts_with("tip: to pass"))
        .collect();
    let text = paragraph.join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    format!("{text}; see --help")
}

#[cfg(test)]
mod tests;
