//! Thoughts of bots and values of positions, in words.

use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::replica::Replica;
use protocol::rules::Variant;
use protocol::square::Square;
use protocol::view::{SearchInfo, Thinking};

use super::listed;
use super::players::occupant;
use crate::values::{self, Decimals};

/// Says for how long a bot has thought.
pub(super) fn thinking_in_words(table: &Replica, thinking: &Thinking) -> String {
    let name = occupant(table, thinking.side);
    let time = thinking.elapsed.to_string();
    match thinking.depth {
        Some(depth) => say!(
            "lines-thinks-depth",
            name = name,
            time = time,
            depth = depth.to_string()
        ),
        None => say!("lines-thinks", name = name, time = time),
    }
}

/// Says what a bot found for a ply.
pub(super) fn thought_in_words(table: &Replica, thought: &SearchInfo) -> String {
    let game = table.game();
    let certainty = thought.exact.map(|is_exact| {
        if is_exact {
            say!("lines-exact")
        } else {
            say!("lines-not-exact")
        }
    });
    let depth = thought.depth.map(|depth| depth.to_string());
    let pv = thought.pv.iter().map(|&square| game.write_move(square));
    let pv: Vec<_> = pv.collect();
    let nodes = say!(
        "lines-nodes",
        nodes = thought.nodes,
        time = thought.elapsed.as_millis().to_string()
    );
    let found = [
        Some(values::search_words(game, thought, Decimals::Point)),
        certainty,
        depth.map(|depth| say!("lines-depth", depth = depth)),
        Some(nodes),
        Some(say!("lines-expects", moves = pv.join(" "))),
    ];
    say!(
        "lines-thought",
        ply = thought.ply,
        name = occupant(table, thought.side),
        found = listed(found.into_iter().flatten())
    )
}

/// Describes the analysis of the position after these moves: the scores of its columns, or its best lines.
pub(crate) fn analysis(
    variant: Variant,
    moves: &[Square],
    columns: &[ColumnValue],
    lines: &[BestLine],
) -> Vec<String> {
    let Ok(position) = Game::after(variant, moves.iter().copied()) else {
        return Vec::new();
    };
    let plies = moves.len();
    let mut found: Vec<_> = lines_of(&position, lines).collect();
    if found.is_empty() {
        found.extend(columns_of(&position, columns));
    }
    if found.is_empty() {
        found.push(say!("lines-no-value"));
    }
    let said = found.into_iter();
    said.map(|found| say!("lines-after-ply", ply = plies, found = found))
        .collect()
}

/// Describes the values of the columns of a position, if it has any.
pub(crate) fn columns_of(position: &Game, columns: &[ColumnValue]) -> Option<String> {
    let words: Vec<_> = (1..)
        .zip(columns)
        .map(|(number, value)| format!("{number} {}", values::words(position, *value)))
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// Describes the best lines of a position of a game, each with its first move in front.
pub(crate) fn lines_of<'a>(
    game: &'a Game,
    lines: &'a [BestLine],
) -> impl Iterator<Item = String> + 'a {
    lines.iter().map(|line| {
        let score = values::line_words(line, Decimals::Point);
        let pv: Vec<_> = line
            .pv
            .iter()
            .map(|square| game.write_move(*square))
            .collect();
        format!("{score}: {}", pv.join(" "))
    })
}
