//! The bot that plays with the gomoku engine, [`gomoku`](crate::gomoku).

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::{Depth, OpeningRule};
use protocol::view::OpeningState;

use super::{Bot, SPREAD, TEMPERATURE, depth};
use crate::caches::Caches;
use crate::gomoku::{Searcher, Tables};
use crate::opening::OpeningMove;
use crate::options::OptionSpec;
use crate::search::{Choice, SearchRequest, Stopped};

/// The gomoku engine with a fresh table for every move.
pub(super) struct Threat;

/// Plies that no search reaches: the time decides.
const FULL: u8 = 50;

/// Memory of the transposition table, touched only as far as the search fills it.
const MEBIBYTES: usize = 32;

impl Bot for Threat {
    fn name(&self) -> &'static str {
        "threat"
    }

    fn about(&self) -> &'static str {
        "searches gomoku by its threats, as deep as its time allows"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        Some((depth(1), depth(FULL.into())))
    }

    fn default_depth(&self) -> Option<Depth> {
        Some(depth(FULL.into()))
    }

    fn presets(&self) -> &'static [(&'static str, u8)] {
        &[("easy", 2), ("medium", 6), ("full", FULL)]
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[SPREAD, TEMPERATURE]
    }

    fn usual_time(&self) -> Option<Millis> {
        Some(Millis::from_millis(1000))
    }

    fn plays(&self, variant: Variant) -> bool {
        Tables::fits(variant)
    }

    fn choose(
        &self,
        game: &Game,
        request: SearchRequest<'_>,
        caches: &Caches,
    ) -> Result<Choice, Stopped> {
        let mut searcher = searcher(game, caches);
        match request.options.value(SPREAD) {
            0 => searcher.choose(game, request),
            spread => searcher.choose_near_best(game, request, spread),
        }
    }

    fn knows_opening(&self, rule: OpeningRule) -> bool {
        match rule {
            OpeningRule::Swap2 => true,
            OpeningRule::Other(_) => false,
        }
    }

    fn open(
        &self,
        game: &Game,
        state: &OpeningState,
        request: SearchRequest<'_>,
        caches: &Caches,
    ) -> Result<OpeningMove, Stopped> {
        searcher(game, caches).open(game, state, request)
    }
}

/// A fresh engine, as for every move: entries of other moves would change the choice for the same seed.
pub(super) fn searcher(game: &Game, caches: &Caches) -> Searcher {
    Searcher::new(caches.gomoku_tables(game.variant()), MEBIBYTES)
}
