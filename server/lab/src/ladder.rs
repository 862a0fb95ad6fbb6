//! The ladder: the strength of all bots of a variant, saved as data of the engine.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, ensure};
use arena::Standing;
use clap::Args;
use engine::{bots, ladder};
use protocol::rules::Variant;
use protocol::spec::Depth;

use crate::{args, files};

/// Measures the strength of every bot that plays a variant, at each of its depths with a name, in Elo above random.
#[derive(Args, Debug)]
pub(crate) struct Ladder {
    /// The rules: connect-four, gomoku, ...
    #[arg(long, default_value = "gomoku", value_parser = args::variant)]
    variant: Variant,

    /// Puts the ratings into this file of ladders, such as ladder.txt of the engine, in place of those of the variant.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Options of the tournament in which they meet: see `enlinea-engine tournament --help`. With --neighbours bots
    /// meet only those that are near them in the ladder of this program, and with --record an interrupted run goes on.
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<OsString>,
}

impl Ladder {
    pub(crate) fn run(&self, output: &mut dyn Write, errors: &mut dyn Write) -> Result<()> {
        let contenders = contenders(self.variant);
        ensure!(contenders.len() > 1, "only one bot plays {}", self.variant);
        let out = match &self.out {
            Some(path) => {
                let mut file = files::open(path)?;
                let mut before = String::new();
                file.read_to_string(&mut before)?;
                let name = path.display();
                ladder::parse(&before)
                    .with_context(|| format!("{name} is not a file of ladders"))?;
                Some((file, before))
            }
            None => None,
        };
        let variant = self.variant.to_string();
        let words = ["lab", "--variant", &variant, "--anchor", "random"];
        let words = words
            .into_iter()
            .chain(contenders.iter().map(String::as_str));
        let arguments = words
            .map(OsString::from)
            .chain(self.options.iter().cloned());
        let standings = arena::tournament(arguments, errors).map_err(|problem| anyhow!(problem))?;
        let rungs = rungs(&variant, &standings);
        writeln!(output, "{}", rungs.join("\n"))?;
        if let Some((mut file, before)) = out {
            files::replace(&mut file, replaced(&variant, &before, &rungs).as_bytes())?;
        }
        Ok(())
    }
}

/// Every bot that plays the variant, at each of its named depths and at its default, the weakest first as far as the
/// ladder of this program knows them.
fn contenders(variant: Variant) -> Vec<String> {
    let mut found = Vec::new();
    for kind in bots::ALL.iter().filter(|kind| kind.plays(variant)) {
        let presets = kind.presets().iter().map(|(_, plies)| u64::from(*plies));
        let mut depths: Vec<_> = presets.filter_map(|plies| Depth::new(plies).ok()).collect();
        depths.extend(kind.default_depth());
        depths.sort_unstable();
        depths.dedup();
        let mut depths: Vec<_> = depths.into_iter().map(Some).collect();
        if depths.is_empty() {
            depths.push(None);
        }
        for depth in depths {
            let name = kind.name();
            let text = depth.map_or_else(|| name.to_owned(), |depth| format!("{name}:{depth}"));
            found.push((ladder::elo(variant, name, depth), text));
        }
    }
    // Bots that were never measured stay in the order of the program, after the others.
    found.sort_by_key(|(elo, _)| (elo.is_none(), *elo));
    found.into_iter().map(|(_, text)| text).collect()
}

/// The lines of a ladder, the strongest bot first.
fn rungs(variant: &str, standings: &[Standing]) -> Vec<String> {
    let rung = |standing: &Standing| {
        let Standing { name, elo, error } = standing;
        format!("{variant} {name} {elo:.0} {error:.0}")
    };
    standings.iter().map(rung).collect()
}

/// The text of a file of ladders with the lines of a variant replaced.
fn replaced(variant: &str, before: &str, rungs: &[String]) -> String {
    let is_other = |line: &&str| line.split_whitespace().next() != Some(variant);
    let lines = before.lines().filter(is_other);
    let lines = lines.chain(rungs.iter().map(String::as_str));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_and_level_of_the_variant_is_measured() {
        let names = |variant: &str| contenders(variant.parse().unwrap());
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
        let standing = |name: &str, elo| Standing {
            name: name.to_owned(),
            elo,
            error: 40.4,
        };
        let standings = [standing("threat:6", 812.6), standing("random", 0.0)];
        let before = "# kept\ngomoku threat:6 700 50\ngomoku-15 threat:6 600 50\n";
        assert_eq!(
            replaced("gomoku", before, &rungs("gomoku", &standings)),
            "# kept\ngomoku-15 threat:6 600 50\ngomoku threat:6 813 40\ngomoku random 0 40\n"
        );
    }

    #[test]
    fn the_bots_of_a_small_board_are_measured_and_saved() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("ladder.txt");
        let options = "--rounds 1 --neighbours 1 --time-ms 2 --tolerance-ms 60000";
        let ladder = |out: PathBuf| Ladder {
            variant: "custom:3x3x3:falls".parse().unwrap(),
            out: Some(out),
            options: options.split(' ').map(OsString::from).collect(),
        };
        ladder(out.clone())
            .run(&mut Vec::new(), &mut Vec::new())
            .unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        let rungs = ladder::parse(&text).unwrap();
        assert_eq!(
            rungs.len(),
            contenders("custom:3x3x3:falls".parse().unwrap()).len()
        );
        let random = rungs.iter().find(|rung| rung.bot == "random").unwrap();
        assert_eq!((random.elo, random.error), (0, 0));
        // A file of something else is refused before a game is played.
        std::fs::write(&out, "a diary\n").unwrap();
        let refused = ladder(out).run(&mut Vec::new(), &mut Vec::new());
        assert!(
            refused
                .unwrap_err()
                .to_string()
                .contains("not a file of ladders")
        );
    }
}
