//! A bot's move in a position, for people and for programs.

use std::fmt;
use std::time::Duration;

use engine::{Caches, Choice};
use external::Stopwatch;
use protocol::game::Game;
use protocol::spec::Depth;
use protocol::square::Square;
use serde_json::{Value, json};

use crate::args::MoveRequest;
use crate::built_in_bot::BuiltInBot;
use crate::timing::human;

/// A bot's move, with the result of its search.
#[derive(Debug)]
pub(crate) struct BestMove<'a> {
    bot: &'a BuiltInBot,
    game: &'a Game,
    choice: Choice,
    took: Duration,
}

/// Searches for the move.
pub(crate) fn find(request: &MoveRequest) -> BestMove<'_> {
    let MoveRequest { bot, game, .. } = request;
    let watch = Stopwatch::start();
    let caches = Caches::default();
    let choice = bot.choose(game, request.seed, request.limit, watch, &caches);
    BestMove {
        bot,
        game,
        choice,
        took: watch.elapsed(),
    }
}

impl BestMove<'_> {
    /// One JSON object on one line.
    pub(crate) fn to_json(&self) -> Value {
        let Choice {
            square,
            score,
            depth,
            nodes,
            pv,
            exact,
        } = &self.choice;
        json!({
            "bot": self.bot.to_string(),
            "variant": self.game.variant().to_string(),
            "ply": self.game.plies().len() + 1,
            "move": self.game.write_move(*square),
            "square": square.to_string(),
            "score": score,
            "depth": depth.map(Depth::value),
            "nodes": nodes,
            "elapsed_ms": self.took.as_secs_f64() * 1e3,
            "exact": exact,
            "pv": pv.iter().map(|square| self.game.write_move(*square)).collect::<Vec<_>>(),
        })
    }
}

/// The move alone on the first line, for scripts; then a line for each thing there is to say.
impl fmt::Display for BestMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = |square: &Square| self.game.write_move(*square);
        let pv: Vec<_> = self.choice.pv.iter().map(written).collect();
        writeln!(f, "{}", written(&self.choice.square))?;
        writeln!(f, "bot    {}", self.bot)?;
        let certainty = match self.choice.exact {
            Some(true) => " (exact)",
            Some(false) => " (not exact)",
            None => "",
        };
        writeln!(f, "score  {}{certainty}", self.choice.score)?;
        if let Some(depth) = self.choice.depth {
            writeln!(f, "depth  {depth}")?;
        }
        writeln!(f, "nodes  {}", self.choice.nodes)?;
        writeln!(f, "time   {}", human(self.took))?;
        writeln!(f, "pv     {}", pv.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use protocol::record::read_moves;

    use super::*;

    fn request(bot: &str, variant: &str, moves: &str) -> MoveRequest {
        let variant = variant.parse().unwrap();
        let moves = read_moves(variant, moves).unwrap();
        MoveRequest {
            bot: BuiltInBot::read(bot).unwrap(),
            game: Game::after(variant, moves).unwrap(),
            seed: 0,
            limit: None,
            json: false,
        }
    }

    #[test]
    fn the_text_has_the_result_of_the_search() {
        let text = find(&request("lines:1", "connect-four", "172736")).to_string();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[..4],
            ["4", "bot    lines:1", "score  10000", "depth  1"]
        );
        assert!(lines[4].starts_with("nodes  "), "{text}");
        assert_eq!(lines[6], "pv     4");
    }

    #[test]
    fn the_json_has_the_same_facts() {
        let json = find(&request("lines:1", "connect-four", "172736")).to_json();
        assert_eq!(json["move"], "4");
        assert_eq!(json["square"], "d1");
        assert_eq!(json["ply"], 7);
        assert_eq!(json["score"], 10_000);
        assert_eq!(json["depth"], 1);
        assert_eq!(json["pv"], json!(["4"]));
        assert!(!json.to_string().contains('\n'));

        let json = find(&request("priority", "gomoku", "")).to_json();
        assert_eq!(json["depth"], Value::Null);
        assert_eq!(json["move"], json["square"]);
    }
}
