//! The bots: one file below `bots/` and one line in [`ALL`] each.
//!
//! The file of a bot names its document, and says where the document had to be interpreted. `bots/tests/oracle.rs` has
//! each bot in its plain form, and the fast form must choose from exactly the same moves.

mod level;
mod lines;
mod minimax;
mod negamax;
mod perfect;
mod priority;
mod random;
mod threat;

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::{Depth, OpeningRule};
use protocol::view::OpeningState;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::caches::Caches;
use crate::opening::{OpeningMove, random_move};
use crate::options::OptionSpec;
use crate::search::{Choice, SearchRequest, Stopped};

pub(crate) use perfect::is_solved;

/// Every bot, in the order in which people are shown them: of any two that meet, the weaker at its default depth and
/// in its usual time first. `STRENGTH.md` has the games that say so.
pub static ALL: &[&dyn Bot] = &[
    &random::Random,
    &negamax::Negamax,
    &priority::Priority,
    &level::Level,
    &lines::Lines,
    &minimax::Minimax,
    &perfect::Perfect,
    &threat::Threat,
];

/// The chance of a random move, an option of every bot that has a best one, but of `level`.
pub const TEMPERATURE: OptionSpec = OptionSpec {
    name: "temperature",
    about: "chance in percent that it plays a random legal move instead of its best",
    least: 0,
    most: 100,
    default: 0,
};

/// The points by which a move may be worse than the best and still be chosen often, an option of the strongest bots.
pub const SPREAD: OptionSpec = OptionSpec {
    name: "spread",
    about: "points by which a move that it chooses may well be worse than its best",
    least: 0,
    most: 1000,
    default: 0,
};

/// A way to choose moves, with a name that people pick it by.
pub trait Bot: Sync {
    /// The name: small letters, digits and hyphens.
    fn name(&self) -> &'static str;

    /// One sentence about it, for people who choose an opponent.
    fn about(&self) -> &'static str;

    /// The least and the greatest depth, in plies; none where it does not look ahead.
    fn depths(&self) -> Option<(Depth, Depth)>;

    /// The depth where a request names none; none where it does not look ahead.
    fn default_depth(&self) -> Option<Depth>;

    /// Named depths, in plies.
    fn presets(&self) -> &'static [(&'static str, u8)] {
        &[]
    }

    /// Numbers by which it can be changed.
    fn options(&self) -> &'static [OptionSpec] {
        &[TEMPERATURE]
    }

    /// Time for a ply at its default depth where nobody says how long; none where that depth is reached soon
    /// enough without a limit.
    fn usual_time(&self) -> Option<Millis> {
        None
    }

    /// True if it plays this variant: only what was written for its family, which is matched without `_`.
    fn plays(&self, variant: Variant) -> bool;

    /// Chooses a move in `game`, which is not over and whose variant it [plays](Self::plays): the best that it finds,
    /// whatever its [temperature](TEMPERATURE). Games are played with [`choose`].
    ///
    /// The same request gives the same choice under a depth, and without a limit of time. `caches` are the caller's,
    /// and may come empty.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop first. Running out of time is no error.
    fn choose(
        &self,
        game: &Game,
        request: SearchRequest<'_>,
        caches: &Caches,
    ) -> Result<Choice, Stopped>;

    /// True if it knows an opening with choices. Whether it [plays](Self::plays) the variant is another question.
    fn knows_opening(&self, _: OpeningRule) -> bool {
        false
    }

    /// Puts the stones that are to be placed in an opening, or makes one of its choices: the best that it finds,
    /// whatever its [temperature](TEMPERATURE). A bot that does not know the opening acts at random.
    ///
    /// `game` is not over and has the stones so far, and there is something to do in `state`. The same request gives
    /// the same answer, as for [`choose`](Self::choose).
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop first. Running out of time is no error.
    fn open(
        &self,
        game: &Game,
        state: &OpeningState,
        request: SearchRequest<'_>,
        _: &Caches,
    ) -> Result<OpeningMove, Stopped> {
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        let mut rng = StdRng::seed_from_u64(request.seed);
        Ok(random_move(game, state, &mut rng))
    }
}

/// The bot of this name, if there is one.
pub fn named(name: &str) -> Option<&'static dyn Bot> {
    ALL.iter().copied().find(|kind| kind.name() == name)
}

/// Chooses a move as [`Bot::choose`] does, or a random one, as often as the temperature in the request's options says.
///
/// The same request gives the same choice: also whether it is a random one follows from the seed.
///
/// # Errors
///
/// As of [`Bot::choose`].
pub fn choose(
    bot: &dyn Bot,
    game: &Game,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Choice, Stopped> {
    if is_random(request) {
        return random::Random.choose(game, request, caches);
    }
    bot.choose(game, request, caches)
}

/// Acts in an opening as [`Bot::open`] does, or at random, as often as the temperature in the request's options says.
///
/// # Errors
///
/// As of [`Bot::open`].
pub fn open(
    bot: &dyn Bot,
    game: &Game,
    state: &OpeningState,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<OpeningMove, Stopped> {
    if is_random(request) {
        return random::Random.open(game, state, request, caches);
    }
    bot.open(game, state, request, caches)
}

/// Draws whether the temperature makes this act of a bot a random one.
fn is_random(request: SearchRequest<'_>) -> bool {
    // Not the numbers that the bot itself draws from the seed: both draws would agree.
    let mut rng = StdRng::seed_from_u64(!request.seed);
    rng.random_range(0..100) < request.options.value(TEMPERATURE)
}

/// The depths of the classic bots that look ahead: 1 to 12 plies. Beyond that their searches would only ever end
/// by time.
fn one_to_twelve() -> (Depth, Depth) {
    (depth(1), depth(12))
}

fn depth(plies: u64) -> Depth {
    Depth::new(plies).expect("a constant within the bounds")
}

#[cfg(test)]
mod tests;
