//! The bot for people: nine levels on every board, from a beginner to the best bot that there is.
//!
//! A level is a depth and a [spread](SPREAD) of the strongest play on the board: that of `perfect` or `threat`, or of
//! [`Wide`] where discs fall on a board that is too large for `perfect`. They are chosen so that every level is
//! about as much stronger than the one below as that is than the next below it: [`ladder`](crate::ladder) has what was
//! measured.

mod wide;

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::{Family, Variant};
use protocol::spec::{BotSpec, Depth, OpeningRule};
use protocol::view::OpeningState;

use self::wide::Wide;
use super::perfect::{Perfect, is_solved};
use super::threat::{Threat, searcher};
use super::{Bot, SPREAD, depth};
use crate::caches::Caches;
use crate::opening::OpeningMove;
use crate::options::{OptionSpec, Options};
use crate::search::{Choice, SearchRequest, Stopped};

/// The levels. What is the depth of other bots is the level of this one.
pub(super) struct Level;

/// The number of levels.
const LEVELS: u64 = 9;

/// The play of the strongest bot of a board at a level: its depth and its [spread](SPREAD).
struct Handicap {
    plies: u8,
    spread: i32,
}

const fn handicap(plies: u8, spread: i32) -> Handicap {
    Handicap { plies, spread }
}

/// The levels below the highest on the board of Connect Four, which is solved: from the fifth on they know every score,
/// and choose by it.
const SOLVED: [Handicap; LEVELS as usize - 1] = [
    handicap(2, 100),
    handicap(4, 40),
    handicap(6, 20),
    handicap(10, 2),
    handicap(42, 19),
    handicap(42, 15),
    handicap(42, 11),
    handicap(42, 6),
];

/// The levels below the highest on other boards where discs fall.
const FALLING: [Handicap; LEVELS as usize - 1] = [
    handicap(2, 100),
    handicap(4, 60),
    handicap(4, 25),
    handicap(6, 15),
    handicap(10, 3),
    handicap(12, 1),
    handicap(12, 0),
    handicap(18, 0),
];

/// The levels below the highest on boards where discs fall that are too large for the solver.
const WIDE: [Handicap; LEVELS as usize - 1] = [
    handicap(2, 1000),
    handicap(2, 600),
    handicap(2, 300),
    handicap(2, 140),
    handicap(3, 80),
    handicap(4, 50),
    handicap(6, 20),
    handicap(8, 5),
];

/// The levels below the highest on free boards.
const FREE: [Handicap; LEVELS as usize - 1] = [
    handicap(1, 500),
    handicap(2, 280),
    handicap(2, 190),
    handicap(3, 140),
    handicap(3, 88),
    handicap(5, 68),
    handicap(6, 12),
    handicap(11, 3),
];

/// Nodes of a move of the highest level on a free board where nobody says how long it may take: about a second.
const NODES: u64 = 1_000_000;

/// Plies of such a move on a board where discs fall that is not solved: about as long.
const PLIES: u64 = 20;

/// Plies of such a move on a board that is too large for the solver: about as long.
const WIDE_PLIES: u64 = 8;

impl Bot for Level {
    fn name(&self) -> &'static str {
        "level"
    }

    fn about(&self) -> &'static str {
        "nine levels, each a little stronger than the one before"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        Some((depth(1), depth(LEVELS)))
    }

    fn default_depth(&self) -> Option<Depth> {
        Some(depth(LEVELS.div_ceil(2)))
    }

    fn presets(&self) -> &'static [(&'static str, u8)] {
        &[
            ("level1", 1),
            ("level2", 2),
            ("level3", 3),
            ("level4", 4),
            ("level5", 5),
            ("level6", 6),
            ("level7", 7),
            ("level8", 8),
            ("level9", 9),
        ]
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[]
    }

    fn usual_time(&self) -> Option<Millis> {
        Some(Millis::from_millis(1000))
    }

    fn plays(&self, variant: Variant) -> bool {
        strongest(variant).plays(variant)
    }

    fn choose(
        &self,
        game: &Game,
        request: SearchRequest<'_>,
        caches: &Caches,
    ) -> Result<Choice, Stopped> {
        let bot = strongest(game.variant());
        let Some(handicap) = handicap_of(game.variant(), request) else {
            return at_its_best(bot, game, request, caches);
        };
        let spec = BotSpec::new(bot.name(), None)
            .and_then(|spec| spec.with_option(SPREAD.name, handicap.spread))
            .expect("names of this program");
        let request = SearchRequest {
            depth: Some(depth(handicap.plies.into())),
            options: Options::from(&spec),
            ..request
        };
        bot.choose(game, request, caches)
    }

    fn knows_opening(&self, rule: OpeningRule) -> bool {
        Threat.knows_opening(rule)
    }

    fn open(
        &self,
        game: &Game,
        state: &OpeningState,
        request: SearchRequest<'_>,
        caches: &Caches,
    ) -> Result<OpeningMove, Stopped> {
        let handicap = handicap_of(game.variant(), request);
        let request = SearchRequest {
            depth: handicap.map_or(Threat.default_depth(), |handicap| {
                Some(depth(handicap.plies.into()))
            }),
            ..request
        };
        Threat.open(game, state, request, caches)
    }
}

/// The bot whose play is made weaker.
fn strongest(variant: Variant) -> &'static dyn Bot {
    match variant.family() {
        Family::Gravity if Perfect.plays(variant) => &Perfect,
        Family::Gravity => &Wide,
        Family::Free | Family::Renju => &Threat,
    }
}

fn handicaps(variant: Variant) -> &'static [Handicap] {
    match variant.family() {
        Family::Gravity if is_solved(variant.shape()) => &SOLVED,
        Family::Gravity if Perfect.plays(variant) => &FALLING,
        Family::Gravity => &WIDE,
        Family::Free | Family::Renju => &FREE,
    }
}

/// The handicap of the level that is asked for; none for the highest.
fn handicap_of(variant: Variant, request: SearchRequest<'_>) -> Option<&'static Handicap> {
    let level = request.depth.or(Level.default_depth())?;
    handicaps(variant).get(usize::from(level.value()).saturating_sub(1))
}

/// A move of the highest level.
fn at_its_best(
    bot: &dyn Bot,
    game: &Game,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Choice, Stopped> {
    let variant = game.variant();
    let mut request = SearchRequest {
        depth: bot.default_depth(),
        ..request
    };
    if request.limit.is_none() {
        match variant.family() {
            Family::Free | Family::Renju => {
                let mut searcher = searcher(game, caches);
                searcher.limit_nodes(Some(NODES));
                return searcher.choose(game, request);
            }
            Family::Gravity if is_solved(variant.shape()) => {}
            Family::Gravity if Perfect.plays(variant) => request.depth = Some(depth(PLIES)),
            Family::Gravity => request.depth = Some(depth(WIDE_PLIES)),
        }
    }
    bot.choose(game, request, caches)
}
