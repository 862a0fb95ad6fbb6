//! The command line of matches and tournaments.

use std::path::PathBuf;

use clap::{Args, value_parser};
use external::Fence;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::OpeningRule;

use super::LONGEST_MS;
use crate::contest::MatchConfig;
use crate::contest::contender::Contender;
use crate::contest::ladder;
use crate::contest::match_play::Match;
use crate::contest::sprt::Sprt;
use crate::contest::tournament::Tournament;
use crate::output_file;

#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    /// The one contender: a bot, such as negamax:8 or lines:5,temperature=10, or gomocup:COMMAND, a program that
    /// speaks the Gomocup protocol.
    ///
    /// With NAME= before it has that name in what is printed. Both may be the same bot where one has a name: random
    /// new=random.
    #[arg(value_name = "A")]
    one: String,

    /// The other one.
    #[arg(value_name = "B")]
    other: String,

    /// Number of games at most; an even number. By default 100, or twice the openings of a file; 20000 with --sprt.
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// Ends the match as soon as it is known whether A is ELO1 stronger than B or only ELO0, at 5 % error.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    #[command(flatten)]
    config: MatchConfigArgs,
}

#[derive(Args, Debug)]
pub(super) struct TournamentArgs {
    /// The contenders: bots, such as negamax:8, and programs, as gomocup:COMMAND; with a name as NAME=...
    ///
    /// A bot may be there several times where the others have names: random new=random.
    #[arg(value_name = "CONTENDER", required = true, num_args = 2..)]
    contenders: Vec<String>,

    /// Rounds; in each, every two contenders play two games. By default 10, or the openings of a file.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// The contender whose Elo is zero, by its name. By default it is the mean of all.
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,

    /// Lets two contenders meet only where they are at most N places apart in the order in which they are given.
    ///
    /// A contender that wins every game against another says no more about their strength.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    neighbours: Option<u16>,

    /// Writes the table into this file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Draws it into this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    config: MatchConfigArgs,
}

#[derive(Args, Debug)]
pub(super) struct LadderArgs {
    /// Rounds; in each, every two bots that meet play two games.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    rounds: u32,

    /// Lets two bots meet only where they are at most N places apart in the ladder of this program.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..))]
    neighbours: u16,

    /// Puts the ratings into this file of ladders, such as ladder.txt of the engine, in place of those of the variant.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    games: GamesArgs,
}

/// Options of all contests.
#[derive(Args, Debug)]
struct GamesArgs {
    /// A file of openings, one a line, as moves, - the empty board; # begins a comment. With fewer than rounds they
    /// begin again, and games of bots without a time may repeat. By default they are balanced, or random where discs
    /// fall.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Nodes of each search that balances an opening of gomoku; 0 leaves openings random.
    ///
    /// Stones are drawn until searches for both sides see the position as even. More nodes take longer and leave
    /// fewer openings that one side wins whoever has it.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = value_parser!(u64).range(0..=1_000_000_000))]
    balance_nodes: u64,

    /// Milliseconds for a move. By default bots play by their depth, and perfect:60, threat:50, level:9 and other
    /// programs have 1000.
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=LONGEST_MS))]
    time_ms: Option<u64>,

    /// Milliseconds by which a move may overrun; beyond, the game is lost.
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = value_parser!(u64).range(0..=LONGEST_MS))]
    tolerance_ms: u64,

    /// The rules: connect-four, gomoku, custom:9x7x5:falls, ...
    #[arg(long, default_value = "gomoku")]
    variant: String,

    /// Seed of the openings and of the choice among equal moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games at once; with more than the machine has cores, moves get less time than they are said to.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    concurrency: u16,

    /// Appends every game to this file when it is over; an interrupted contest goes on from those in it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Options of contests whose contenders are named.
#[derive(Args, Debug)]
struct MatchConfigArgs {
    #[command(flatten)]
    games: GamesArgs,

    /// Program, by its name, that has all your rights instead of a fence around it; may be given several times.
    ///
    /// On Linux other programs read the programs of the system, their own folder and those of the files that their
    /// command names, write into a folder that ends with them, and reach no network. Elsewhere there is no fence.
    #[arg(long = "engine-trust", value_name = "NAME")]
    engine_trust: Vec<String>,

    /// An opening with choices that every game begins with, on an empty board: swap2.
    ///
    /// The first of two puts three stones; the other takes a side, or puts two more and lets the first one choose.
    /// Contenders that do not know it are refused.
    #[arg(long, value_name = "RULE", conflicts_with = "openings", value_parser = read_opening)]
    opening: Option<OpeningRule>,

    /// Milliseconds after each answer of another program in which it is told nothing; no clock counts them.
    ///
    /// Some programs drop what comes before they have noticed that their own move is written.
    #[arg(long, value_name = "MS", default_value_t = SETTLE_MS, value_parser = value_parser!(u64).range(0..=LONGEST_MS))]
    settle_ms: u64,

    /// MiB of memory that another program is told to keep within.
    ///
    /// 350 is what Gomocup allows. Some programs take it all and need a while for that before their first move. On
    /// Linux none can have much more.
    #[arg(long, value_name = "N", default_value_t = MEMORY_MIB, value_parser = value_parser!(u64).range(1..=1 << 20))]
    memory_mib: u64,

    /// Threads on which another program is told to search. Bots have one.
    ///
    /// A program that has more than the machine has cores for, with all games at once, gets less of each.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    engine_threads: u16,

    /// Depth of bots without a depth of their own.
    #[arg(long, value_name = "N", conflicts_with = "time_ms")]
    depth: Option<String>,
}

/// Milliseconds by default after an answer of another program.
const SETTLE_MS: u64 = 10;

/// MiB of memory by default of another program.
const MEMORY_MIB: u64 = 350;

impl MatchArgs {
    /// The match that was asked for.
    ///
    /// # Errors
    ///
    /// A sentence about the argument that cannot be used.
    pub(super) fn plan(self, fence: Option<Fence>) -> Result<Match, String> {
        if let Some(games) = self.games
            && (games == 0 || games % 2 == 1)
        {
            return Err(format!(
                "--games {games}: every opening is played twice, so give an even number, 2 or more"
            ));
        }
        let (config, contenders) = self.config.read(&[self.one, self.other], fence)?;
        output_file::ensure_different(config.files())?;
        Ok(Match {
            contenders: contenders
                .try_into()
                .expect("two texts give two contenders"),
            config,
            games: self.games,
            sprt: self.sprt,
        })
    }
}

impl TournamentArgs {
    /// The tournament that was asked for.
    ///
    /// # Errors
    ///
    /// A sentence about the argument that cannot be used.
    pub(super) fn plan(self, fence: Option<Fence>) -> Result<Tournament, String> {
        let (config, contenders) = self.config.read(&self.contenders, fence)?;
        let names: Vec<String> = contenders.iter().map(Contender::name).collect();
        let anchor = match self.anchor {
            None => None,
            Some(wanted) => Some(names.iter().position(|name| *name == wanted).ok_or_else(
                || {
                    format!(
                        "--anchor {wanted}: nobody is called that; choose one of: {}",
                        names.join(", ")
                    )
                },
            )?),
        };
        let files = config.files().chain(&self.json).chain(&self.svg);
        output_file::ensure_different(files)?;
        Ok(Tournament {
            contenders,
            config,
            rounds: self.rounds.map(|rounds| rounds as usize),
            anchor,
            reach: self.neighbours.map(usize::from),
            ladder: None,
            json: self.json,
            svg: self.svg,
        })
    }
}

impl LadderArgs {
    /// The tournament that was asked for.
    ///
    /// # Errors
    ///
    /// A sentence about the argument that cannot be used.
    pub(super) fn plan(self) -> Result<Tournament, String> {
        let config = self.games.config()?;
        output_file::ensure_different(config.files().chain(&self.out))?;
        let contenders = ladder::contenders(config.variant)?;
        let is_anchor = |contender: &Contender| contender.name() == "random";
        Ok(Tournament {
            anchor: contenders.iter().position(is_anchor),
            contenders,
            config,
            rounds: Some(self.rounds as usize),
            reach: Some(self.neighbours.into()),
            ladder: self.out,
            json: None,
            svg: None,
        })
    }
}

impl GamesArgs {
    /// The settings of games in which no other program takes part.
    ///
    /// # Errors
    ///
    /// There are no such rules.
    fn config(self) -> Result<MatchConfig, String> {
        let variant: Variant = self
            .variant
            .parse()
            .map_err(|refusal| format!("{refusal}"))?;
        Ok(MatchConfig {
            variant,
            limit: self.time_ms.map(Millis::from_millis),
            tolerance: Millis::from_millis(self.tolerance_ms),
            settle: Millis::from_millis(SETTLE_MS),
            memory_mib: MEMORY_MIB,
            engine_threads: 1,
            seed: self.seed,
            concurrency: self.concurrency.into(),
            balance_nodes: self.balance_nodes,
            openings: self.openings,
            opening: None,
            record: self.record,
            fence: None,
            engine_trust: Vec::new(),
        })
    }
}

impl MatchConfigArgs {
    fn read(
        self,
        texts: &[String],
        fence: Option<Fence>,
    ) -> Result<(MatchConfig, Vec<Contender>), String> {
        let games = self.games.config()?;
        let contenders: Vec<Contender> = texts
            .iter()
            .map(|text| Contender::read(text, self.depth.as_deref()))
            .collect::<Result<_, _>>()?;
        if let Some(depth) = self.depth
            && !contenders
                .iter()
                .zip(texts)
                .any(|(contender, text)| contender.takes_depth(text))
        {
            return Err(format!(
                "--depth {depth}: no bot here is without a depth that it could have; leave it out"
            ));
        }
        for (at, contender) in contenders.iter().enumerate() {
            let name = contender.name();
            if contenders[..at].iter().any(|other| other.name() == name) {
                return Err(format!(
                    "two contenders are called {name}; give one another name, as in {}",
                    contender.clone().renamed("new")
                ));
            }
        }
        let programs: Vec<String> = contenders
            .iter()
            .filter(|contender| contender.is_program())
            .map(Contender::name)
            .collect();
        if let Some(name) = self
            .engine_trust
            .iter()
            .find(|name| !programs.contains(name))
        {
            return Err(if programs.is_empty() {
                format!("--engine-trust {name}: no other program takes part; leave it out")
            } else {
                format!(
                    "--engine-trust {name}: no other program is called that; choose one of: {}",
                    programs.join(", ")
                )
            });
        }
        let config = MatchConfig {
            settle: Millis::from_millis(self.settle_ms),
            memory_mib: self.memory_mib,
            engine_threads: self.engine_threads,
            opening: self.opening,
            fence,
            engine_trust: self.engine_trust,
            ..games
        };
        Ok((config, contenders))
    }
}

/// Reads the name of an opening with choices.
fn read_opening(text: &str) -> Result<OpeningRule, String> {
    match OpeningRule::from(text.to_owned()) {
        OpeningRule::Other(_) => Err(format!("no opening is called {text:?}; choose swap2")),
        rule @ OpeningRule::Swap2 => Ok(rule),
    }
}
