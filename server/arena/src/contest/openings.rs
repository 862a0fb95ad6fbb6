//! The first stones of a game: from a file, or random.
//!
//! Engines without randomness play the same game again and again from the same position, and from the empty
//! board the first side has an advantage. So every game of a contest begins from an opening, and every
//! opening is played twice.

use std::path::Path;
use std::sync::Mutex;

use protocol::game::Game;
use protocol::rules::Variant;
use protocol::text::{decode_any, without_mark};

use super::MatchConfig;
use super::random_openings::RandomOpenings;
use crate::failure::Failure;
use crate::solve;

/// The openings of a contest, one for each round.
pub(crate) struct Openings {
    rounds: usize,
    /// Those of a file, if there is one.
    known: Vec<Game>,
    /// Made when they are asked for: a match with a test has thousands, and rarely plays them.
    random: Mutex<RandomOpenings>,
}

impl Openings {
    /// Number of rounds.
    pub(crate) fn rounds(&self) -> usize {
        self.rounds
    }

    /// The opening of a round, from 0.
    pub(crate) fn opening(&self, round: usize) -> Game {
        if self.known.is_empty() {
            let mut random = self.random.lock().expect("no holder panics");
            random.opening(round)
        } else {
            self.known[round % self.known.len()].clone()
        }
    }
}

/// The openings of a contest, one a round: `wanted` of them, or all of the file, or `default` random ones.
///
/// # Errors
///
/// The file cannot be read, has no opening, or a line is none: it is named.
pub(crate) fn choose(
    config: &MatchConfig,
    wanted: Option<usize>,
    default: usize,
) -> Result<Openings, Failure> {
    let known = match &config.openings {
        Some(file) => from_file(config.variant, file)?,
        None => Vec::new(),
    };
    let default = if known.is_empty() {
        default
    } else {
        known.len()
    };
    Ok(Openings {
        rounds: wanted.unwrap_or(default),
        known,
        random: RandomOpenings::new(config.variant, config.seed).into(),
    })
}

/// Reads openings, one a line, as moves, `-` the empty board; `#` begins a comment.
///
/// # Errors
///
/// The file cannot be read, has no opening, or a line is none: it is named.
fn from_file(variant: Variant, file: &Path) -> Result<Vec<Game>, Failure> {
    let bytes = std::fs::read(file).map_err(|error| {
        Failure::Failed(format!(
            "cannot read the openings in {}: {error}; name another file with --openings",
            file.display()
        ))
    })?;
    from_text(variant, without_mark(&decode_any(&bytes)))
        .map_err(|problem| Failure::Failed(format!("{}, {problem}", file.display())))
}

fn from_text(variant: Variant, text: &str) -> Result<Vec<Game>, String> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let moves = line.split('#').next().unwrap_or_default().trim();
        if moves.is_empty() {
            continue;
        }
        let plies =
            solve::plies(variant, moves).map_err(|error| format!("line {number}: {error}"))?;
        let opening = Game::after(variant, plies).expect("moves that were read are allowed");
        if opening.ending().is_some() {
            return Err(format!(
                "line {number}: the game is over after this opening; leave moves to make"
            ));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err("line 1: there is no opening in this file; write one a line, as moves".into());
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use protocol::record::read_moves;

    use super::*;

    fn after(variant: &str, moves: &str) -> Game {
        let variant = variant.parse().unwrap();
        Game::after(variant, read_moves(variant, moves).unwrap()).unwrap()
    }

    /// The ten thousand of a match with a test were made before its first game.
    #[test]
    fn a_random_opening_is_made_when_it_is_asked_for() {
        let config = MatchConfig::for_variant("gomoku".parse().unwrap());
        let openings = choose(&config, Some(usize::MAX), 1).unwrap();
        let mut expected = RandomOpenings::new(config.variant, config.seed);
        for round in [2, 0, 1] {
            assert_eq!(openings.opening(round), expected.opening(round));
        }
    }

    #[test]
    fn openings_are_read_a_line_each_with_comments() {
        let text = "# of last week\n\nh8 h9 i8 # a diagonal\n  j10\n- # nothing\n";
        let openings = from_text("gomoku".parse().unwrap(), text).unwrap();
        assert_eq!(
            openings,
            [
                after("gomoku", "h8 h9 i8"),
                after("gomoku", "j10"),
                after("gomoku", "")
            ]
        );
    }

    #[test]
    fn a_byte_of_a_comment_that_is_not_utf_8_hides_no_opening() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, b"h8 # Jos\xe9\nj10\n").unwrap();
        let openings = from_file("gomoku".parse().unwrap(), file.path()).unwrap();
        assert_eq!(openings, [after("gomoku", "h8"), after("gomoku", "j10")]);
    }

    #[test]
    fn a_malformed_opening_is_named_by_its_line() {
        for (variant, text, expected) in [
            (
                "gomoku",
                "h8\nh8 h8\n",
                "line 2: ply 2, at character 4 of the moves: h8 is taken",
            ),
            ("gomoku", "h8 z9", "line 1: ply 2"),
            ("connect-four", "# x\n448", "line 2: ply 3"),
            ("connect-four", "1212121", "line 1: the game is over"),
            ("connect-four", "# none\n", "no opening"),
        ] {
            let problem = from_text(variant.parse().unwrap(), text).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
