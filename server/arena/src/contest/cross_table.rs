//! The cross table of a tournament: for people, for programs, and as a picture.

use std::fmt::{self, Write};

use protocol::rules::Variant;
use serde_json::{Value, json};

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
    /// In full.
    pub(crate) engine: String,
    pub(crate) rating: Rating,
    /// Games lost by a move that was late, or not allowed, or never came.
    pub(crate) faults: u64,
    /// Against everybody, in the order of the rows.
    pub(crate) against: Vec<Tally>,
}

impl Row {
    fn total(&self) -> Tally {
        self.against
            .iter()
            .fold(Tally::default(), |sum, tally| sum.plus(*tally))
    }

    /// The score of all games in percent; nothing where there are none.
    fn percent(&self) -> Option<f64> {
        let total = self.total();
        (total.games() > 0).then(|| 100.0 * total.points() / total.games() as f64)
    }
}

impl CrossTable {
    /// One JSON object.
    pub(crate) fn to_json(&self) -> Value {
        let names: Vec<_> = self.rows.iter().map(|row| &row.name).collect();
        let standings: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let against = row.against.iter().zip(&names);
                let against: Vec<Value> = against
                    .filter(|(tally, _)| tally.games() > 0)
                    .map(|(tally, name)| {
                        let mut counts = counts(*tally);
                        counts["name"] = json!(name);
                        counts
                    })
                    .collect();
                let mut standing = counts(row.total());
                standing["name"] = json!(row.name);
                standing["engine"] = json!(row.engine);
                standing["elo"] = json!(tenths(row.rating.elo));
                standing["error"] = json!(tenths(row.rating.error));
                standing["faults"] = json!(row.faults);
                standing["against"] = json!(against);
                standing
            })
            .collect();
        json!({
            "variant": self.variant.to_string(),
            "pace": self.pace,
            "anchor": self.anchor,
            "games": self.games(),
            "standings": standings,
        })
    }

    /// A picture, as a file.
    pub(crate) fn to_svg(&self) -> String {
        let mut svg = String::new();
        // Writing into a string cannot fail.
        let _ = self.draw(&mut svg);
        svg
    }

    fn draw(&self, svg: &mut String) -> fmt::Result {
        let cells = self.cells();
        let widths: Vec<f64> = widths(&cells)
            .into_iter()
            .map(|characters| characters as f64 * CHARACTER + 2.0 * PADDING)
            .collect();
        // A table of two is narrower than what stands above it.
        let heading = self.heading().chars().count() as f64 * CHARACTER;
        let width = widths.iter().sum::<f64>().max(heading) + 2.0 * MARGIN;
        let height = LINE * (cells.len() as f64 + 1.5) + 2.0 * MARGIN;
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"monospace\" font-size=\"13\" fill=\"#222\">"
        )?;
        writeln!(svg, "<title>{}</title>", escaped(&self.heading()))?;
        writeln!(
            svg,
            "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>"
        )?;
        writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{}\" font-family=\"sans-serif\">{}</text>",
            MARGIN + LINE / 2.0,
            escaped(&self.heading())
        )?;
        for (at, line) in cells.iter().enumerate() {
            let top = MARGIN + LINE * (at as f64 + 1.5);
            let mut left = MARGIN;
            for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
                if let Some(shade) = self.shade(at, column) {
                    writeln!(
                        svg,
                        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{LINE}\" \
                         fill=\"{shade}\"/>"
                    )?;
                }
                let (x, anchor) = if column == NAME {
                    (left + PADDING, "start")
                } else {
                    (left + width - PADDING, "end")
                };
                writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                    top + 0.7 * LINE,
                    escaped(cell)
                )?;
                left += width;
            }
        }
        writeln!(svg, "</svg>")
    }

    /// The colour behind a cell of the cross table: blue for a good score, orange for a bad one.
    fn shade(&self, line: usize, column: usize) -> Option<&'static str> {
        let row = line.checked_sub(1).and_then(|at| self.rows.get(at))?;
        let tally = row
            .against
            .get(column.checked_sub(self.columns_before())?)?;
        if tally.games() == 0 {
            return None;
        }
        let share = tally.points() / tally.games() as f64;
        // Five steps; the two colours stay apart for people who see few.
        let step = (share * 4.0).round() as usize;
        Some(["#f4b183", "#fbe0cc", "#f2f2f2", "#cfe5f5", "#8fc1e3"][step])
    }

    fn games(&self) -> u64 {
        self.rows.iter().map(|row| row.total().games()).sum::<u64>() / 2
    }

    fn heading(&self) -> String {
        format!(
            "{}, {}, {} games; Elo relative to {}, errors at 95 %",
            self.variant,
            self.pace,
            self.games(),
            self.anchor.as_deref().unwrap_or("the mean")
        )
    }

    /// Columns left of the cross table.
    fn columns_before(&self) -> usize {
        if self.has_faults() { 7 } else { 6 }
    }

    fn has_faults(&self) -> bool {
        self.rows.iter().any(|row| row.faults > 0)
    }

    /// The words of every cell, the line above them first.
    fn cells(&self) -> Vec<Vec<String>> {
        let mut above: Vec<String> = ["", "name", "Elo", "±", "games", "score"]
            .map(str::to_owned)
            .to_vec();
        above.extend(self.has_faults().then(|| "faults".to_owned()));
        above.extend((1..=self.rows.len()).map(|number| number.to_string()));
        let mut cells = vec![above];
        for (at, row) in self.rows.iter().enumerate() {
            let mut line = vec![
                (at + 1).to_string(),
                row.name.clone(),
                format!("{:.0}", row.rating.elo),
                format!("{:.0}", row.rating.error),
                row.total().games().to_string(),
                row.percent()
                    .map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1}%")),
            ];
            line.extend(self.has_faults().then(|| row.faults.to_string()));
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

/// Measures of the picture: a character of a typewriter's face at 13 is less than 8 wide.
const CHARACTER: f64 = 8.0;
const PADDING: f64 = 6.0;
const MARGIN: f64 = 16.0;
const LINE: f64 = 24.0;

/// A line for each contender, below the line of headings.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading())?;
        let cells = self.cells();
        let widths = widths(&cells);
        for line in &cells {
            let words: Vec<String> = line
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, width))| {
                    if column == NAME {
                        format!("{cell:<width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                })
                .collect();
            writeln!(f, "{}", words.join("  "))?;
        }
        Ok(())
    }
}

/// Characters in the longest cell of each column.
fn widths(cells: &[Vec<String>]) -> Vec<usize> {
    let columns = cells.first().map_or(0, Vec::len);
    (0..columns)
        .map(|column| {
            let lengths = cells.iter().map(|line| line[column].chars().count());
            lengths.max().unwrap_or(0)
        })
        .collect()
}

fn counts(tally: Tally) -> Value {
    json!({
        "games": tally.games(),
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
    })
}

/// Text as XML takes it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Rounds to tenths: the errors are larger than that.
fn tenths(value: f64) -> f64 {
    // A zero without a sign.
    (value * 10.0).round() / 10.0 + 0.0
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
            engine: format!("gomocup:{name}"),
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
            cross_table(0).to_string(),
            "gomoku, 9 ms a move, 8 games; Elo relative to the mean, errors at 95 %\n   \
                name   Elo   ±  games  score      1      2\n\
             1  <a>    123  50      8  93.8%      -  7.5/8\n\
             2  b     -123  50      8   6.2%  0.5/8      -\n"
        );
        let text = cross_table(3).to_string();
        assert!(text.contains("score  faults      1"), "{text}");
        assert!(text.contains(" 6.2%       3  0.5/8"), "{text}");
    }

    #[test]
    fn the_json_has_the_same_facts() {
        let json = cross_table(3).to_json();
        assert_eq!(json["variant"], "gomoku");
        assert_eq!(json["anchor"], Value::Null);
        assert_eq!(json["games"], 8);
        assert_eq!(
            json["standings"][1],
            json!({
                "name": "b", "engine": "gomocup:b", "elo": -123.4, "error": 50.0, "faults": 3,
                "games": 8, "won": 0, "drawn": 1, "lost": 7,
                "against": [{"name": "<a>", "games": 8, "won": 0, "drawn": 1, "lost": 7}],
            })
        );
    }

    #[test]
    fn the_picture_has_every_cell_and_no_text_can_break_it() {
        let svg = cross_table(0).to_svg();
        for text in ["&lt;a&gt;", "b", "123", "-123", "93.8%", "7.5/8", "0.5/8"] {
            assert_eq!(svg.matches(&format!(">{text}</text>")).count(), 1, "{text}");
        }
        assert!(!svg.contains("<a>"));
        // The better score is blue, the worse one is orange.
        assert_eq!(svg.matches("#8fc1e3").count(), 1);
        assert_eq!(svg.matches("#f4b183").count(), 1);
    }
}
