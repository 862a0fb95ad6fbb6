//! The cross table of a tournament.

use std::fmt;

use protocol::rules::Variant;

use super::bradley_terry::Rating;
use super::score::Tally;

/// Result of a tournament, the strongest contender first.
#[derive(Clone, Debug)]
pub(crate) struct CrossTable {
    pub(crate) variant: Variant,
    /// The time for a move.
    pub(crate) pace: String,
    /// Name of the contender whose Elo is zero; none is the mean of all.
    pub(crate) anchor: Option<String>,
    pub(crate) rows: Vec<Row>,
}

/// A contender's line.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) rating: Rating,
    /// Games lost by a move that was late, or not allowed, or never came.
    pub(crate) faults: u64,
    /// Against everybody, in the order of the rows.
    pub(crate) against: Vec<Tally>,
}

/// The strength of a contender of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its Elo, relative to the anchor.
    pub elo: f64,
    /// The error of that at 95 %.
    pub error: f64,
}

impl Row {
    fn total(&self) -> Tally {
        self.against
            .iter()
            .fold(Tally::default(), |sum, tally| sum.plus(*tally))
    }
}

impl CrossTable {
    /// The strength of each contender, the strongest first.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let standing = |row: &Row| Standing {
            name: row.name.clone(),
            elo: row.rating.elo,
            error: row.rating.error,
        };
        self.rows.iter().map(standing).collect()
    }

    /// The words of every cell, the line of headings first.
    fn cells(&self) -> Vec<Vec<String>> {
        let above = ["", "name", "Elo", "±", "games", "score", "faults"];
        let numbers = (1..=self.rows.len()).map(|number| number.to_string());
        let above = above.map(str::to_owned).into_iter().chain(numbers);
        let mut cells: Vec<Vec<String>> = vec![above.collect()];
        for (at, row) in self.rows.iter().enumerate() {
            let total = row.total();
            let mut line = vec![
                (at + 1).to_string(),
                row.name.clone(),
                format!("{:.0}", row.rating.elo),
                format!("{:.0}", row.rating.error),
                total.games().to_string(),
                match total.games() {
                    0 => "-".to_owned(),
                    games => format!("{:.1}%", 100.0 * total.points() / games as f64),
                },
                row.faults.to_string(),
            ];
            line.extend(row.against.iter().map(|tally| match tally.games() {
                0 => "-".to_owned(),
                games => format!("{}/{games}", tally.points()),
            }));
            cells.push(line);
        }
        cells
    }
}

/// The column of the names, which are written from the left.
const NAME: usize = 1;

/// A line for each contender, below the line of headings.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.rows.iter().map(|row| row.total().games()).sum::<u64>() / 2;
        let anchor = self.anchor.as_deref().unwrap_or("the mean");
        writeln!(
            f,
            "{}, {}, {games} games; Elo relative to {anchor}, errors at 95 %",
            self.variant, self.pace
        )?;
        let cells = self.cells();
        let width = |column: usize| {
            let lengths = cells.iter().map(|line| line[column].chars().count());
            lengths.max().unwrap_or(0)
        };
        for line in &cells {
            for (column, cell) in line.iter().enumerate() {
                let (gap, width) = (if column == 0 { "" } else { "  " }, width(column));
                if column == NAME {
                    write!(f, "{gap}{cell:<width$}")?;
                } else {
                    write!(f, "{gap}{cell:>width$}")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(won: u64, drawn: u64, lost: u64) -> Tally {
        Tally { won, drawn, lost }
    }

    fn cross_table(faults: u64) -> CrossTable {
        let row = |name: &str, elo: f64, faults, against: [Tally; 2]| Row {
            name: name.to_owned(),
            rating: Rating { elo, error: 50.04 },
            faults,
            against: against.to_vec(),
        };
        CrossTable {
            variant: "gomoku".parse().unwrap(),
            pace: "9 ms a move".to_owned(),
            anchor: None,
            rows: vec![
                row("<a>", 123.44, 0, [tally(0, 0, 0), tally(7, 1, 0)]),
                row("b", -123.44, faults, [tally(0, 1, 7), tally(0, 0, 0)]),
            ],
        }
    }

    #[test]
    fn the_table_has_a_line_for_each_with_its_score_against_each() {
        assert_eq!(
            cross_table(3).to_string(),
            "gomoku, 9 ms a move, 8 games; Elo relative to the mean, errors at 95 %\n   \
                name   Elo   ±  games  score  faults      1      2\n\
             1  <a>    123  50      8  93.8%       0      -  7.5/8\n\
             2  b     -123  50      8   6.2%       3  0.5/8      -\n"
        );
    }
}
