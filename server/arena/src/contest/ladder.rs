//! The ladder: the strength of all bots of a variant, kept as data of the engine.

use std::path::Path;

use engine::{bots, ladder};
use protocol::rules::Variant;
use protocol::spec::Depth;

use super::contender::Contender;
use super::cross_table::CrossTable;
use crate::failure::Failure;
use crate::output_file;

/// Every bot that plays the variant, at each of its named depths and at its default, the weakest first as far as the
/// ladder of this program knows them.
///
/// # Errors
///
/// A sentence: no bot plays it but the random one.
pub(crate) fn contenders(variant: Variant) -> Result<Vec<Contender>, String> {
    let mut found = Vec::new();
    for kind in bots::ALL.iter().filter(|kind| kind.plays(variant)) {
        let presets = kind.presets().iter().map(|(_, plies)| u64::from(*plies));
        let mut depths: Vec<_> = presets.filter_map(|plies| Depth::new(plies).ok()).collect();
        depths.extend(kind.default_depth());
        depths.sort_unstable();
        depths.dedup();
        let depths: Vec<_> = if depths.is_empty() {
            vec![None]
        } else {
            depths.into_iter().map(Some).collect()
        };
        for depth in depths {
            let text = depth.map_or_else(
                || kind.name().to_owned(),
                |depth| format!("{}:{depth}", kind.name()),
            );
            let elo = ladder::elo(variant, kind.name(), depth);
            found.push((elo, Contender::read(&text, None)?));
        }
    }
    if found.len() < 2 {
        return Err(format!(
            "only one bot plays {variant}, so there is nothing to compare; choose another variant"
        ));
    }
    // Bots that were never measured stay in the order of the program, behind the others.
    found.sort_by_key(|(elo, _)| (elo.is_none(), *elo));
    Ok(found.into_iter().map(|(_, contender)| contender).collect())
}

/// The option that names a file of ladders.
const OUT: &str = "--out";

/// Finds out whether a file of ladders can be written, before anything is played.
///
/// # Errors
///
/// The file is none of ladders, or cannot be read or written.
pub(crate) fn ensure_writable(file: &Path) -> Result<(), Failure> {
    read(file)?;
    output_file::ensure_writable(file, OUT)
}

/// Puts the ratings of a table into a file of ladders, in place of those of the same variant.
///
/// # Errors
///
/// The file is none of ladders, or cannot be read or written.
pub(crate) fn write(table: &CrossTable, file: &Path) -> Result<(), Failure> {
    let before = read(file)?;
    output_file::write(file, replaced(table, &before), OUT)
}

/// Returns the text of a file of ladders; an empty one where there is none yet.
fn read(file: &Path) -> Result<String, Failure> {
    let failed = |problem: String| {
        let file = file.display();
        Failure::Failed(format!("{file}: {problem}; name another file with {OUT}"))
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(format!("cannot be read: {error}"))),
    };
    match ladder::parse(&text) {
        Some(_) => Ok(text),
        None => Err(failed("is no file of ladders".to_owned())),
    }
}

/// The text with the lines of the table's variant replaced, the strongest bot first.
fn replaced(table: &CrossTable, before: &str) -> String {
    let variant = table.variant.to_string();
    let is_other = |line: &&str| line.split_whitespace().next() != Some(&variant);
    let mut lines: Vec<String> = before.lines().filter(is_other).map(str::to_owned).collect();
    lines.extend(table.rows.iter().map(|row| {
        let (elo, error) = (
            row.rating.elo.round() as i16,
            row.rating.error.round() as u16,
        );
        format!("{variant} {} {elo} {error}", row.name)
    }));
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::bradley_terry::Rating;
    use super::super::cross_table::Row;
    use super::*;

    #[test]
    fn every_bot_and_level_of_the_variant_is_measured() {
        let names = |variant: &str| -> Vec<String> {
            let found = contenders(variant.parse().unwrap()).unwrap();
            found.iter().map(Contender::name).collect()
        };
        let falling = names("connect-four");
        assert_eq!(falling[0], "random");
        for name in ["negamax:5", "minimax:8", "perfect:60", "level:1", "level:9"] {
            assert!(falling.iter().any(|other| other == name), "{name}");
        }
        assert!(names("gomoku").iter().any(|other| other == "threat:50"));
        assert!(names("renju").iter().any(|other| other == "level:5"));
    }

    #[test]
    fn a_ladder_takes_the_place_of_the_one_before_and_leaves_others() {
        let row = |name: &str, elo| Row {
            name: name.to_owned(),
            engine: name.to_owned(),
            rating: Rating { elo, error: 40.4 },
            faults: 0,
            against: Vec::new(),
        };
        let table = CrossTable {
            variant: "gomoku".parse().unwrap(),
            pace: String::new(),
            anchor: None,
            rows: vec![row("threat:6", 812.6), row("random", 0.0)],
        };
        let before = "# kept\ngomoku threat:6 700 50\ngomoku-15 threat:6 600 50\n";
        assert_eq!(
            replaced(&table, before),
            "# kept\ngomoku-15 threat:6 600 50\ngomoku threat:6 813 40\ngomoku random 0 40\n"
        );
    }
}
