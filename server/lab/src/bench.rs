//! Speed of the bots.
//!
//! Two measures. Nodes and time on fixed positions, whose total of nodes is a signature: it changes when
//! and only when a search visits other positions than before, so a change of only the speed leaves it. And
//! the time per move against the number of the move, at several depths, in the course of one fixed game:
//! the measure of the old report on the `minimax` bot.

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use arena::timing::human;
use clap::Args;
use engine::bots::{self, Bot};
use engine::{Caches, Options, SearchRequest, Stop};
use external::Stopwatch;
use protocol::game::Game;
use protocol::record::read_moves;
use protocol::spec::Depth;

use crate::args;

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

/// Prints nodes and time of the bots on fixed positions, and the time of one per move in the course of a game.
#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Only bots of this kind; may be given several times.
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<String>,

    /// The depth on the fixed positions.
    #[arg(long, value_name = "N", default_value = "8", value_parser = args::depth)]
    depth: Depth,

    /// The kind whose time per move is measured.
    #[arg(long, value_name = "KIND", default_value = "minimax")]
    pace_kind: String,

    /// The depths at which it is measured.
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', default_value = "2,4,6,8,9,10", value_parser = args::depth)]
    pace_depths: Vec<Depth>,
}

impl Bench {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        let named =
            |name: &str| bots::named(name).with_context(|| format!("no bot is called {name}"));
        let kinds = if self.kinds.is_empty() {
            // The depth of `level` is a level and not plies, and it plays as `perfect` and `threat` do.
            let others = bots::ALL.iter().filter(|kind| kind.name() != "level");
            others.copied().collect()
        } else {
            self.kinds
                .iter()
                .map(|name| named(name))
                .collect::<Result<Vec<_>>>()?
        };
        writeln!(
            output,
            "bot          positions        nodes      time      nodes/s"
        )?;
        let mut signature = 0;
        for kind in kinds {
            let (positions, nodes, took) = measure(kind, self.depth)?;
            signature += nodes;
            writeln!(
                output,
                "{:<12} {positions:>9} {nodes:>12} {:>9} {:>12.0}",
                kind.name(),
                human(took),
                // A clock that saw no time pass still gives a finite speed.
                nodes as f64 / took.as_secs_f64().max(1e-9)
            )?;
        }
        writeln!(output, "signature {signature}\n")?;
        self.write_paces(named(&self.pace_kind)?, output)
    }

    /// Writes a row for each ply of the game, and a column for each depth.
    fn write_paces(&self, kind: &'static dyn Bot, output: &mut dyn Write) -> Result<()> {
        let whole = position("connect-four", GAME);
        let mut game = Game::new(whole.variant());
        let caches: Vec<Caches> = self.pace_depths.iter().map(|_| Caches::default()).collect();
        write!(output, "{} to", kind.name())?;
        for depth in &self.pace_depths {
            write!(output, " {depth:>9}")?;
        }
        writeln!(output)?;
        for (index, square) in whole.plies().iter().enumerate() {
            let ply = index + 1;
            if ply >= FIRST_MEASURED {
                write!(output, "move {ply:<5}")?;
                for (depth, caches) in self.pace_depths.iter().zip(&caches) {
                    let watch = Stopwatch::start();
                    choose(kind, *depth, &game, caches)?;
                    write!(output, " {:>9}", human(watch.elapsed()))?;
                }
                writeln!(output)?;
            }
            game.play(*square).expect("the plies of a game are legal");
        }
        Ok(())
    }
}

/// The number of positions that a bot plays, its nodes on them and the time they took.
fn measure(kind: &'static dyn Bot, depth: Depth) -> Result<(usize, u64, Duration)> {
    let games = POSITIONS.map(|(variant, moves)| position(variant, moves));
    let games: Vec<&Game> = games
        .iter()
        .filter(|game| kind.plays(game.variant()))
        .collect();
    let caches = Caches::default();
    let watch = Stopwatch::start();
    let mut nodes = 0;
    for game in &games {
        nodes += choose(kind, depth, game, &caches)?;
    }
    Ok((games.len(), nodes, watch.elapsed()))
}

/// The nodes of a bot's search at a depth, which bots ignore that do not look ahead.
fn choose(kind: &'static dyn Bot, depth: Depth, game: &Game, caches: &Caches) -> Result<u64> {
    if let Some((least, most)) = kind.depths() {
        let name = kind.name();
        ensure!(
            (least..=most).contains(&depth),
            "{name} has depths {least} to {most}, not {depth}"
        );
    }
    let request = SearchRequest {
        depth: Some(depth),
        limit: None,
        elapsed: &|| protocol::millis::Millis::from_millis(0),
        stop: &Stop::default(),
        seed: 0,
        options: Options::default(),
        progress: None,
    };
    let choice = bots::choose(kind, game, request, caches);
    Ok(choice
        .expect("no other code has the flag that stops it")
        .nodes)
}

fn position(variant: &str, moves: &str) -> Game {
    let variant = variant.parse().expect("a constant that a test reads");
    let moves = read_moves(variant, moves).expect("a constant that a test reads");
    Game::after(variant, moves).expect("the moves were read by the same rules")
}

#[cfg(test)]
mod tests {
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
        let depth = Depth::new(5).unwrap();
        let nodes: Vec<(&str, u64)> = bots::ALL
            .iter()
            .filter(|kind| kind.name() != "level")
            .map(|kind| (kind.name(), measure(*kind, depth).unwrap().1))
            .collect();
        let expected = [
            ("random", 797),
            ("negamax", 16_903),
            ("priority", 755),
            ("lines", 9_648),
            ("minimax", 10_099),
            ("perfect", 96),
            ("threat", 4_666),
        ];
        assert_eq!(nodes, expected);
    }

    #[test]
    fn a_bench_prints_both_tables() {
        let depths = |plies: &[u64]| {
            plies
                .iter()
                .map(|plies| Depth::new(*plies).unwrap())
                .collect()
        };
        let bench = |kind: &str| Bench {
            kinds: vec![kind.to_owned()],
            depth: Depth::new(2).unwrap(),
            pace_kind: "minimax".to_owned(),
            pace_depths: depths(&[1, 2]),
        };
        let mut output = Vec::new();
        bench("lines").run(&mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let (_, nodes, _) = measure(bots::named("lines").unwrap(), Depth::new(2).unwrap()).unwrap();
        assert!(text.contains(&format!("signature {nodes}\n")), "{text}");
        assert_eq!(text.matches("move ").count(), 40, "{text}");
        assert!(bench("chess").run(&mut Vec::new()).is_err());
    }
}
