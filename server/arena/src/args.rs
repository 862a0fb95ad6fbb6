//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use engine::bots::{self, Kind};
use protocol::clock::Millis;
use protocol::game::Game;
use protocol::record::read_moves;
use protocol::rules::Variant;

use crate::bot::{Bot, kind_named};
use crate::failure::Failure;

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Command {
    /// The person asked for this text: help, or the version.
    Told(String),
    /// What does a bot play here?
    Move(Question),
    /// How fast are the bots?
    Bench(Plan),
}

/// A position, and the bot that is asked for its move.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) bot: Bot,
    pub(crate) game: Game,
    pub(crate) seed: u64,
    pub(crate) limit: Option<Millis>,
    /// One JSON object instead of lines.
    pub(crate) json: bool,
}

/// What a bench measures.
#[derive(Debug)]
pub(crate) struct Plan {
    /// On the fixed positions.
    pub(crate) bots: Vec<Bot>,
    /// In the course of a game.
    pub(crate) paces: Vec<Bot>,
    /// Where the chart goes.
    pub(crate) svg: Option<PathBuf>,
}

/// The engines of enlinea without a server: ask a bot for its move, or measure how fast it is.
#[derive(Debug, Parser)]
#[command(name = "enlinea-engine", version, about)]
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
}

#[derive(Args, Debug)]
struct MoveArgs {
    /// The bot: KIND, KIND:DEPTH or KIND:PRESET, such as negamax:8 or minimax:hard.
    #[arg(long, value_name = "BOT")]
    bot: String,

    /// The rules: connect-four, gomoku, custom:9x7x5:falls, ...
    #[arg(long, default_value = "connect-four")]
    variant: String,

    /// What lots among equal moves are drawn from: the same seed, the same move.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Milliseconds to think at most; the deepest finished result is played then.
    #[arg(long, value_name = "MS")]
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
pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Failure> {
    match Line::try_parse_from(arguments) {
        Ok(line) => match line.command {
            Word::Move(args) => args.question().map(Command::Move),
            Word::Bench(args) => args.plan().map(Command::Bench).map_err(Failure::Usage),
        },
        Err(error) if error.use_stderr() => Err(Failure::Usage(one_line(&error.to_string()))),
        Err(error) => Ok(Command::Told(error.render().to_string())),
    }
}

impl MoveArgs {
    fn question(self) -> Result<Question, Failure> {
        let bot = Bot::read(&self.bot).map_err(Failure::Usage)?;
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
        Ok(Question {
            bot,
            game,
            seed: self.seed,
            limit: self.limit.map(Millis),
            json: self.json,
        })
    }
}

impl BenchArgs {
    fn plan(self) -> Result<Plan, String> {
        let kinds: Vec<&'static dyn Kind> = if self.kinds.is_empty() {
            bots::ALL.to_vec()
        } else {
            self.kinds
                .iter()
                .map(|name| kind_named(name))
                .collect::<Result<_, _>>()?
        };
        let at_depth = |kind: &'static dyn Kind| match kind.depths() {
            Some(_) => Bot::with_depth(kind, &self.depth),
            None => Bot::read(kind.name()),
        };
        let chart_kind = kind_named(&self.chart_kind)?;
        Ok(Plan {
            bots: kinds.into_iter().map(at_depth).collect::<Result<_, _>>()?,
            paces: self
                .chart_depths
                .iter()
                .map(|depth| Bot::with_depth(chart_kind, depth))
                .collect::<Result<_, _>>()?,
            svg: self.svg,
        })
    }
}

/// What clap says over several lines, on one, without its usage lines.
fn one_line(text: &str) -> String {
    let paragraph: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let text = paragraph.join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    format!("{text}; see --help")
}
