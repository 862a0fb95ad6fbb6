//! The bot that plays a random legal move: the weakest opponent, and the measure of all others.

use protocol::game::Game;
use protocol::rules::Variant;
use protocol::spec::{Depth, OpeningRule};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::Bot;
use crate::caches::Caches;
use crate::options::OptionSpec;
use crate::search::{Choice, SearchRequest, Stopped};

/// A random legal move.
pub(super) struct Random;

impl Bot for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "plays any legal move, chosen at random"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        None
    }

    fn default_depth(&self) -> Option<Depth> {
        None
    }

    fn options(&self) -> &'static [OptionSpec] {
        // All its moves are random.
        &[]
    }

    fn plays(&self, _: Variant) -> bool {
        // The rules themselves say what is legal, those of every family.
        true
    }

    fn choose(
        &self,
        game: &Game,
        request: SearchRequest<'_>,
        _: &Caches,
    ) -> Result<Choice, Stopped> {
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        let legal: Vec<_> = game.legal().collect();
        let mut rng = StdRng::seed_from_u64(request.seed);
        let square = *legal
            .choose(&mut rng)
            .expect("a game that is not over has a legal move");
        Ok(Choice {
            square,
            score: 0,
            depth: None,
            nodes: legal.len() as u64,
            pv: vec![square],
            exact: None,
        })
    }
    fn knows_opening(&self, rule: OpeningRule) -> bool {
        // By `Bot::open`, which acts at random.
        match rule {
            OpeningRule::Swap2 => true,
            OpeningRule::Other(_) => false,
        }
    }
}
