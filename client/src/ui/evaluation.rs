//! The evaluation of a game: the value of each of its positions, as a curve and as faults of moves.
//!
//! The answers of a server -> [`Evaluation::put`] -> [`Evaluation::curve`]

use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::id::Revision;
use protocol::rules::Variant;
use protocol::side::Side;

use super::Glyphs;
use crate::review::{self, Mistake, Value};
use crate::values::{self, Decimals};

/// The value of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluated {
    /// The values of its columns, where discs fall.
    pub columns: Vec<ColumnValue>,
    /// Its best lines, where stones are placed freely.
    pub lines: Vec<BestLine>,
}

/// The values of the positions of a game, as far as they are known.
#[derive(Clone, Debug)]
pub struct Evaluation {
    game: Game,
    /// By the number of plies.
    positions: Vec<Option<Evaluated>>,
    /// The revision of the board when it was asked for: older answers are about another game.
    pub(super) since: Revision,
    /// True while answers are to come.
    pub(super) is_running: bool,
    /// True where one has come since it was asked for.
    pub(super) is_answered: bool,
}

/// Odds of e to 1 to win, in points.
const POINTS: f64 = 200.0;

/// Characters of a curve from the lowest part of a row to the whole of it.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII: [char; 3] = [' ', '.', '#'];

/// Most columns of a curve for one position.
const WIDEST: usize = 2;

impl Evaluation {
    /// Creates the evaluation of a game, of which nothing is known.
    pub(super) fn new(game: &Game, since: Revision) -> Self {
        Self {
            game: game.clone(),
            positions: vec![None; game.plies().len() + 1],
            since,
            is_running: true,
            is_answered: false,
        }
    }

    /// The variant of the game.
    pub(super) fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// True if a position is one of the game.
    pub(super) fn has(&self, position: &Game) -> bool {
        let is_same = position.variant() == self.game.variant();
        is_same && self.game.plies().starts_with(position.plies())
    }

    /// Returns whether it is of the game as far as it was played now.
    pub(super) fn is_of(&self, game: &Game) -> bool {
        self.game == *game
    }

    /// Waits for answers again, with what is known.
    pub(super) fn resume(&mut self, since: Revision) {
        self.since = since;
        self.is_running = true;
        self.is_answered = false;
    }

    /// Returns whether the value of every position is known.
    pub(super) fn is_complete(&self) -> bool {
        let (known, all) = self.progress();
        known >= all
    }

    /// Takes in the value of a position.
    pub(super) fn put(&mut self, plies: u16, evaluated: Evaluated) {
        self.is_answered = true;
        if let Some(position) = self.positions.get_mut(usize::from(plies)) {
            *position = Some(evaluated);
        }
    }

    /// Keeps to a game that has other plies now, with what is known of those that stayed.
    pub(super) fn follow(&mut self, game: &Game) {
        let pairs = self.game.plies().iter().zip(game.plies());
        let same = pairs.take_while(|(one, other)| one == other).count();
        self.positions.truncate(same + 1);
        self.positions.resize(game.plies().len() + 1, None);
        self.game = game.clone();
    }

    /// The value of the position after `plies` plies, if it is known.
    pub(super) fn at(&self, plies: u16) -> Option<&Evaluated> {
        self.positions.get(usize::from(plies))?.as_ref()
    }

    /// The number of positions whose value is known, and of all that have one.
    pub(super) fn progress(&self) -> (usize, usize) {
        let known = self.positions.iter().flatten().count();
        let over = usize::from(self.game.ending().is_some());
        (known, self.positions.len() - over)
    }

    /// The fault of a ply, counted from 1.
    pub(super) fn fault(&self, ply: u16) -> Option<Mistake> {
        let before = ply.checked_sub(1)?;
        self.at(before)?;
        review::mistake(self.value(before), self.value(ply)?)
    }

    /// The fault of a ply in words, with the move that was better.
    pub(super) fn fault_in_words(&self, ply: u16) -> Option<String> {
        let fault = self.fault(ply)?;
        let (before, at) = (ply - 1, usize::from(ply - 1));
        let squares = self.game.plies()[..at].iter().copied();
        let position = Game::after(self.game.variant(), squares).ok()?;
        let Evaluated { columns, lines } = self.at(before)?;
        let best = review::best_move(&position, columns, lines)?;
        let made = position.write_move(self.game.plies()[at]);
        Some(match (fault, self.value(before)) {
            (Mistake::Blunder, _) => say!("values-blunder", made = made, best = best),
            (Mistake::Mistake, Some(Value::Won)) => {
                say!("values-mistake-won", made = made, best = best)
            }
            (Mistake::Mistake, Some(_)) => say!("values-mistake-drew", made = made, best = best),
            (Mistake::Mistake, None) => say!("values-mistake-loses", made = made, best = best),
        })
    }

    /// The proven value of a position, for the side to move.
    fn value(&self, plies: u16) -> Option<Value> {
        if usize::from(plies) == self.game.plies().len()
            && let Some(value) = Value::of_ending(&self.game)
        {
            return Some(value);
        }
        let evaluated = self.at(plies)?;
        Value::of(&evaluated.columns, &evaluated.lines)
    }

    /// The chance of the first colour in a position, from 0 to 1: 1 for a proven win.
    pub(super) fn share(&self, plies: u16) -> Option<f64> {
        share(self.value(plies), self.at(plies), plies)
    }

    /// Draws the curve in one line, with a bar through it where the position shown is.
    pub(super) fn strip(&self, shown: u16, width: usize, glyphs: Glyphs) -> String {
        let curve = self.curve(shown, width, 1, glyphs);
        let [levels, marks, ..] = &curve[..] else {
            return String::new();
        };
        let bar = if glyphs.ascii { '|' } else { '│' };
        let columns = levels.chars().zip(marks.chars());
        columns
            .map(|(level, mark)| {
                if matches!(mark, '^' | '↑') {
                    bar
                } else {
                    level
                }
            })
            .collect()
    }

    /// Draws the curve of the first colour's chances in `width` columns and `height` rows of characters, with a row of
    /// faults (`?` a mistake, `X` a blunder) if there are any, and a row with the position shown marked. A curve of one
    /// row has both in one row below it.
    pub(super) fn curve(
        &self,
        shown: u16,
        width: usize,
        height: usize,
        glyphs: Glyphs,
    ) -> Vec<String> {
        let levels: &[char] = if glyphs.ascii { &ASCII } else { &BLOCKS };
        let each = levels.len() - 1;
        let positions = self.positions.len();
        let columns = (positions * (width / positions).clamp(1, WIDEST)).min(width);
        // The positions of a column; all are in one, and a column has at least one.
        let inside = |column: usize| {
            let first = column * positions / columns;
            let end = ((column + 1) * positions / columns).max(first + 1);
            first as u16..end as u16
        };
        let level = |column: usize| {
            let share = inside(column).rev().find_map(|plies| self.share(plies));
            // What is known is seen: the lowest level is no empty place.
            share.map_or(0, |share| {
                ((share * (each * height) as f64).round() as usize).max(1)
            })
        };
        let level: Vec<_> = (0..columns).map(level).collect();
        let row = |row: usize| -> String {
            let part = |level: &usize| levels[level.saturating_sub(row * each).min(each)];
            level.iter().map(part).collect()
        };
        let mut lines: Vec<_> = (0..height).rev().map(row).collect();
        let fault = |column: usize| {
            let faults = inside(column).filter_map(|ply| self.fault(ply));
            faults.max().map_or(' ', Mistake::sign)
        };
        let faults: String = (0..columns).map(fault).collect();
        let mark = |column: usize| inside(column).contains(&shown);
        // In the least room both share a row.
        let is_low = height == 1;
        if !faults.trim().is_empty() && !is_low {
            lines.push(faults.clone());
        }
        let below = if is_low { faults } else { " ".repeat(columns) };
        let marked = below.chars().enumerate();
        let arrow = if glyphs.ascii { '^' } else { '↑' };
        let marked = marked.map(|(column, fault)| if mark(column) { arrow } else { fault });
        lines.push(marked.collect());
        lines
    }
}

/// The chance of the first colour in a position after `plies` plies, as far as its value is known.
fn share(value: Option<Value>, evaluated: Option<&Evaluated>, plies: u16) -> Option<f64> {
    let share = match value {
        Some(Value::Won) => 1.0,
        Some(Value::Drawn) => 0.5,
        Some(Value::Lost) => 0.0,
        None => {
            let points = evaluated?.lines.first()?.score as f64;
            1.0 / (1.0 + (-points / POINTS).exp())
        }
    };
    Some(match Side::to_move_after(usize::from(plies)) {
        Side::First => share,
        Side::Second => 1.0 - share,
    })
}

impl Evaluated {
    /// The chance of the first colour in the position after `plies` plies, whose value this is.
    pub(super) fn share(&self, plies: u16) -> Option<f64> {
        share(Value::of(&self.columns, &self.lines), Some(self), plies)
    }

    /// The best lines in words: `wins in 3: h8 h9 i8`.
    pub(super) fn lines_in_words(&self, game: &Game) -> Vec<String> {
        let words = |line: &BestLine| {
            let pv: Vec<_> = line
                .pv
                .iter()
                .map(|square| game.write_move(*square))
                .collect();
            format!(
                "{}: {}",
                values::line_words(line, Decimals::OfLanguage),
                pv.join(" ")
            )
        };
        self.lines.iter().map(words).collect()
    }
}

#[cfg(test)]
mod tests;
