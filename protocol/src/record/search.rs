//! The search of a bot in the comment on its ply: `[%search score=13 exact=no depth=8 nodes=1234 ms=45 line=3,4]`.

use std::fmt;

use super::moves::play_written;
use crate::game::Game;
use crate::millis::Millis;
use crate::side::Side;
use crate::spec::Depth;
use crate::square::Square;
use crate::view::SearchInfo;

/// Beginning of a search in a comment.
pub(super) const SEARCH_COMMAND: &str = "[%search";

/// The search of a bot behind a ply, as the server told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedSearch {
    score: i64,
    exact: Option<bool>,
    depth: Option<Depth>,
    nodes: u64,
    elapsed: Millis,
    /// The plies that the bot expected behind its own, which are legal there.
    line: Vec<Square>,
}

impl RecordedSearch {
    /// Returns the part of a search that a record keeps, where `position` is the one after the ply. Of the line it
    /// is as much as can be played.
    pub(super) fn new(search: &SearchInfo, position: &Game) -> Self {
        let mut ahead = position.clone();
        let expected = search.pv.iter().skip(1);
        // The cell where each comes to lie, whatever cell of the column the server told.
        let line = expected.map_while(|square| ahead.play(*square).ok());
        Self {
            score: search.score,
            exact: search.exact,
            depth: search.depth,
            nodes: search.nodes,
            elapsed: search.elapsed,
            line: line.collect(),
        }
    }

    /// Plies that the bot expected behind its own.
    pub fn line(&self) -> &[Square] {
        &self.line
    }

    /// The search as the server told it, behind this ply of a side, counted from 1.
    pub fn told(&self, side: Side, ply: u16, square: Square) -> SearchInfo {
        SearchInfo {
            side,
            ply,
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            pv: std::iter::once(square)
                .chain(self.line.iter().copied())
                .collect(),
            exact: self.exact,
        }
    }

    /// Reads what stands between `[%search` and `]`, where `position` is the one after the ply. A key that is not
    /// known is passed over; nothing where another program means something else by it.
    pub(super) fn read(text: &str, position: &Game) -> Option<Self> {
        let mut score = None;
        let mut search = Self {
            score: 0,
            exact: None,
            depth: None,
            nodes: 0,
            elapsed: Millis::ZERO,
            line: Vec::new(),
        };
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=')?;
            match key {
                "score" => score = Some(value.parse().ok()?),
                "exact" => {
                    search.exact = Some(match value {
                        "yes" => true,
                        "no" => false,
                        _ => return None,
                    });
                }
                "depth" => search.depth = Some(value.parse().ok()?),
                "nodes" => search.nodes = value.parse().ok()?,
                "ms" => {
                    let millis: u64 = value.parse().ok()?;
                    search.elapsed = Millis::try_from(millis).ok()?;
                }
                "line" => {
                    let mut ahead = position.clone();
                    let moves = value
                        .split(',')
                        .map(|word| play_written(&mut ahead, word).ok());
                    search.line = moves.collect::<Option<_>>()?;
                }
                _ => {}
            }
        }
        search.score = score?;
        Some(search)
    }

    /// The search as a command in a comment; moves are written as in `game`.
    pub(super) fn write(&self, game: &Game) -> String {
        Written { search: self, game }.to_string()
    }
}

struct Written<'a> {
    search: &'a RecordedSearch,
    game: &'a Game,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { search, game } = self;
        write!(f, "{SEARCH_COMMAND} score={}", search.score)?;
        match search.exact {
            Some(true) => write!(f, " exact=yes")?,
            Some(false) => write!(f, " exact=no")?,
            None => {}
        }
        if let Some(depth) = search.depth {
            write!(f, " depth={depth}")?;
        }
        write!(
            f,
            " nodes={} ms={}",
            search.nodes,
            search.elapsed.as_millis()
        )?;
        for (index, square) in search.line.iter().enumerate() {
            let before = if index == 0 { " line=" } else { "," };
            write!(f, "{before}{}", game.write_move(*square))?;
        }
        write!(f, "]")
    }
}
