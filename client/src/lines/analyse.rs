//! The command `analyse`: the value of each position of a game, with the moves that gave something away.

use engine::analysis::{Analysis, analyse, can_analyse};
use engine::options::Options;
use engine::{Caches, SearchRequest, Stop};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::record::read_moves;
use protocol::turn_order::TurnOrder;
use tokio::time::Instant;

use super::games::load;
use super::json_lines::PositionLine;
use super::output::{Mode, Output};
use crate::args::{AnalyseArgs, Common};
use crate::failure::{Failure, Kind};
use crate::language::Said;
use crate::review::{self, Mistake, Value};
use crate::words::{analysis, endings};

/// Analyses every position of a game, or the one after some moves.
pub(super) async fn run(
    common: &Common,
    args: AnalyseArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let (game, turns, first) = match (&args.moves, &args.game) {
        (Some(moves), _) => {
            let squares = read_moves(args.variant, moves)
                .map_err(|error| Failure::new(Kind::Usage, error.said()))?;
            let plies = squares.len();
            let game = Game::after(args.variant, squares).expect("they were read as legal");
            (game, TurnOrder::default(), plies)
        }
        (None, Some(source)) => {
            let record = load(common, source, args.number).await?;
            (record.game(), record.turns().clone(), 0)
        }
        (None, None) => unreachable!("the arguments need one of them"),
    };
    if !can_analyse(&game) {
        let game = game.variant().said();
        return Err(Failure::failed(say!("lines-not-analysed", game = game)));
    }
    let limit = Millis::from_millis(u64::from(args.seconds) * 1000);
    let mut review = Review {
        game,
        turns,
        caches: Caches::default(),
        limit,
        before: None,
    };
    for plies in first..=review.game.plies().len() {
        if output.is_closed() {
            break;
        }
        review.position(plies, output);
    }
    Ok(())
}

struct Review {
    game: Game,
    turns: TurnOrder,
    caches: Caches,
    limit: Millis,
    /// Value of the position before, if it is proven, and the best move there.
    before: Option<(Option<Value>, String)>,
}

impl Review {
    fn position(&mut self, plies: usize, output: &mut Output) {
        let squares = self.game.plies()[..plies].iter().copied();
        let position = Game::after(self.game.variant(), squares).expect("it is a part of a game");
        let analysis = self.analysis(&position);
        let value =
            Value::of_ending(&position).or_else(|| Value::of(&analysis.columns, &analysis.lines));
        let best = review::best_move(&position, &analysis.columns, &analysis.lines);
        let before = std::mem::replace(&mut self.before, best.map(|best| (value, best)));
        let mistake = before.zip(value).and_then(|((before, best), after)| {
            let mistake = review::mistake(before, after)?;
            Some((mistake, before, best))
        });
        match output.mode() {
            Mode::Plain => {
                if let Some((mistake, before, best)) = mistake {
                    let made = self.game.write_move(self.game.plies()[plies - 1]);
                    output.line(&match (mistake, before) {
                        (Mistake::Blunder, _) => {
                            say!("lines-blunder-won", ply = plies, made = made, best = best)
                        }
                        (Mistake::Mistake, Some(Value::Won)) => {
                            say!("lines-mistake-won", ply = plies, made = made, best = best)
                        }
                        (Mistake::Mistake, Some(_)) => {
                            say!("lines-mistake-drew", ply = plies, made = made, best = best)
                        }
                        (Mistake::Mistake, None) => {
                            say!("lines-mistake-loses", ply = plies, made = made, best = best)
                        }
                    });
                }
                if let Some(ending) = position.ending() {
                    output.line(&endings::ending(ending, &self.turns, position.shape()));
                }
                for line in analysis::columns_of(&position, &analysis.columns)
                    .into_iter()
                    .chain(analysis::lines_of(&position, &analysis.lines))
                {
                    output.line(&say!("lines-after-ply", ply = plies, found = line));
                }
            }
            Mode::Json => {
                output.json_line(&PositionLine {
                    plies,
                    columns: analysis.columns,
                    lines: analysis.lines,
                    nodes: analysis.nodes.to_string(),
                    mistake: mistake.map(|(mistake, ..)| mistake.word()),
                });
            }
        }
    }

    fn analysis(&self, position: &Game) -> Analysis {
        let none = Analysis {
            columns: Vec::new(),
            lines: Vec::new(),
            nodes: 0,
        };
        if position.ending().is_some() {
            return none;
        }
        let start = Instant::now();
        let elapsed = || Millis::from_millis(start.elapsed().as_millis() as u64);
        let request = SearchRequest {
            depth: None,
            limit: Some(self.limit),
            elapsed: &elapsed,
            stop: &Stop::default(),
            seed: 0,
            options: Options::default(),
            progress: None,
        };
        // Nobody stops it.
        analyse(position, request, &self.caches).unwrap_or(none)
    }
}
