//! Speed of the bots.
//!
//! Two measures. Nodes and time on fixed positions, whose total of nodes is a signature: it changes when
//! and only when a search visits other positions than before, so a change of speed alone leaves it. And
//! the time per move against the number of the move, at several depths, in the course of one fixed game:
//! the measure of the old report on the `minimax` bot.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use engine::Caches;
use external::Stopwatch;
use protocol::game::Game;
use protocol::record::read_moves;

use crate::args::Plan;
use crate::built_in_bot::BuiltInBot;
use crate::chart::{Chart, Series};
use crate::failure::Failure;
use crate::output_file;
use crate::timing::human;

/// Openings, middles and an ending, quiet and sharp, of which each bot takes those it plays.
const POSITIONS: [(&str, &str); 9] = [
    ("connect-four", "44"),
    ("connect-four", "444333"),
    ("connect-four", "444174454351"),
    ("connect-four", "57145341342266474775646572322"),
    ("connect-four-7x7", "4435"),
    ("custom:9x7x5:falls", "5546"),
    ("gomoku", "k10 k11 l10"),
    ("gomoku-15", "h8 h9 i8 j8 g8 f8 i9 i10"),
    ("custom:12x12x6:free", "f6 g6 f7"),
];

/// A game that fills the board without a line: no side misses a win or overlooks a threat of one ply.
const GAME: &str = "444174454351537733336755522266211226166177";

/// The first ply that is measured: before it `minimax` plays by heart.
const FIRST_MEASURED: usize = 3;

/// Measures what the plan says, and writes the tables as they come.
///
/// # Errors
///
/// The tables or the chart cannot be written.
pub(crate) fn run(plan: &Plan, output: &mut dyn Write) -> Result<(), Failure> {
    if let Some(file) = &plan.svg {
        output_file::ensure_writable(file, "--svg")?;
    }
    write_positions(&plan.bots, output)?;
    let paces: Vec<Pace> = plan
        .paces
        .iter()
        .map(|bot| Pace::new(bot.clone()))
        .collect();
    write!(output, "\n{}", PaceTable(&paces))?;
    if let Some(file) = &plan.svg {
        output_file::write(file, chart(&paces).to_svg(), "--svg")?;
        writeln!(output, "\nchart: {}", file.display())?;
    }
    Ok(())
}

fn write_positions(bots: &[BuiltInBot], output: &mut dyn Write) -> io::Result<()> {
    writeln!(
        output,
        "{:<12} {:>9} {:>12} {:>9} {:>12}",
        "bot", "positions", "nodes", "time", "nodes/s"
    )?;
    let mut signature = 0;
    for bot in bots {
        let measured = Measured::new(bot.clone());
        signature += measured.nodes;
        writeln!(output, "{measured}")?;
    }
    writeln!(output, "signature {signature}")
}

/// A bot on the fixed positions.
struct Measured {
    bot: BuiltInBot,
    positions: usize,
    nodes: u64,
    took: Duration,
}

impl Measured {
    fn new(bot: BuiltInBot) -> Self {
        let games: Vec<Game> = POSITIONS
            .into_iter()
            .map(|(variant, moves)| position(variant, moves))
            .filter(|game| bot.check(game.variant()).is_ok())
            .collect();
        let caches = Caches::default();
        let watch = Stopwatch::start();
        let nodes = games
            .iter()
            // A bot at its deepest has a time for each position.
            .map(|game| bot.choose(game, 0, None, Stopwatch::start(), &caches).nodes)
            .sum();
        Self {
            bot,
            positions: games.len(),
            nodes,
            took: watch.elapsed(),
        }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A clock that saw no time pass still gives a finite speed.
        let seconds = self.took.as_secs_f64().max(1e-9);
        write!(
            f,
            "{:<12} {:>9} {:>12} {:>9} {:>12.0}",
            self.bot.to_string(),
            self.positions,
            self.nodes,
            human(self.took),
            self.nodes as f64 / seconds
        )
    }
}

/// Time of a bot for each ply of the fixed game.
struct Pace {
    bot: BuiltInBot,
    plies: Vec<(usize, Duration)>,
}

impl Pace {
    fn new(bot: BuiltInBot) -> Self {
        let whole = position("connect-four", GAME);
        let mut game = Game::new(whole.variant());
        let mut plies = Vec::new();
        let caches = Caches::default();
        for (index, square) in whole.plies().iter().enumerate() {
            let ply = index + 1;
            if ply >= FIRST_MEASURED {
                let watch = Stopwatch::start();
                bot.choose(&game, 0, None, watch, &caches);
                plies.push((ply, watch.elapsed()));
            }
            game.play(*square).expect("the plies of a game are legal");
        }
        Self { bot, plies }
    }
}

/// A row for each ply, a column for each depth.
struct PaceTable<'a>(&'a [Pace]);

impl fmt::Display for PaceTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<5}", "move")?;
        for pace in self.0 {
            write!(f, " {:>11}", pace.bot.to_string())?;
        }
        writeln!(f)?;
        let rows = self.0.first().map_or(0, |pace| pace.plies.len());
        for row in 0..rows {
            write!(f, "{:<5}", self.0[0].plies[row].0)?;
            for pace in self.0 {
                write!(f, " {:>11}", human(pace.plies[row].1))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn chart(paces: &[Pace]) -> Chart {
    let name = paces.first().map_or("", |pace| pace.bot.name());
    Chart {
        title: format!("Time per move of {name}, Connect Four"),
        x_label: "number of the move".to_owned(),
        y_label: "milliseconds".to_owned(),
        series: paces
            .iter()
            .map(|pace| Series {
                name: pace.bot.to_string(),
                points: pace
                    .plies
                    .iter()
                    .map(|(ply, took)| (*ply as f64, took.as_secs_f64() * 1e3))
                    .collect(),
            })
            .collect(),
    }
}

fn position(variant: &str, moves: &str) -> Game {
    let variant = variant.parse().expect("a constant that a test reads");
    let moves = read_moves(variant, moves).expect("a constant that a test reads");
    Game::after(variant, moves).expect("the moves were read by the same rules")
}

#[cfg(test)]
mod tests {
    use engine::bots;

    use super::*;

    #[test]
    fn the_positions_can_be_read_and_have_a_move_to_make() {
        for (variant, moves) in POSITIONS {
            assert_eq!(position(variant, moves).ending(), None, "{variant} {moves}");
        }
        let whole = position("connect-four", GAME);
        assert_eq!(whole.plies().len(), 42);
        assert_eq!(whole.ending().unwrap().winner(), None);
    }

    /// A search that visits other positions than before shows here. If that was meant, say in the commit
    /// what the new total is and how the speed changed.
    #[test]
    fn the_nodes_of_the_bench_at_depth_five_are_as_they_were() {
        let nodes: Vec<(String, u64)> = bots::ALL
            .iter()
            .filter(|kind| kind.name() != "level")
            .map(|kind| {
                let bot = match kind.depths() {
                    Some(_) => BuiltInBot::with_depth(*kind, "5").unwrap(),
                    None => BuiltInBot::read(kind.name()).unwrap(),
                };
                (bot.to_string(), Measured::new(bot).nodes)
            })
            .collect();
        let expected = [
            ("random", 797),
            ("negamax:5", 16_903),
            ("priority", 755),
            ("lines:5", 9_648),
            ("minimax:5", 10_099),
            ("perfect:5", 96),
            ("threat:5", 3_454),
        ];
        let expected = expected.map(|(bot, nodes)| (bot.to_owned(), nodes));
        assert_eq!(nodes, expected);
    }

    #[test]
    fn a_bench_prints_both_tables_and_draws_the_chart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pace.svg");
        let plan = Plan {
            bots: vec![BuiltInBot::read("lines:2").unwrap()],
            paces: vec![
                BuiltInBot::read("minimax:1").unwrap(),
                BuiltInBot::read("minimax:2").unwrap(),
            ],
            svg: Some(file.clone()),
        };
        let mut output = Vec::new();
        run(&plan, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let nodes = Measured::new(plan.bots[0].clone()).nodes;
        assert!(text.contains(&format!("signature {nodes}\n")), "{text}");
        let rows = text.lines().skip_while(|line| !line.starts_with("move"));
        assert_eq!(
            rows.take_while(|line| !line.is_empty()).count(),
            41,
            "{text}"
        );
        let svg = std::fs::read_to_string(file).unwrap();
        for name in ["minimax:1", "minimax:2"] {
            assert!(svg.contains(name), "{svg}");
        }
    }

    #[test]
    fn a_chart_that_cannot_be_written_is_a_failure_that_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan {
            bots: Vec::new(),
            paces: vec![BuiltInBot::read("minimax:1").unwrap()],
            svg: Some(folder.path().join("no such folder").join("pace.svg")),
        };
        let failure = run(&plan, &mut Vec::new()).unwrap_err().to_string();
        assert!(failure.contains("no such folder"), "{failure}");
        assert!(failure.contains("--svg"), "{failure}");
    }
}
