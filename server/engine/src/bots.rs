//! The bots: one file below `bots/` and one line in [`ALL`] each.

mod lines;
mod minimax;
mod negamax;
mod perfect;
mod priority;
mod random;
mod threat;

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::spec::Depth;

use crate::search::{Choice, SearchRequest, Stopped};

pub(crate) use perfect::is_solved;

/// Every kind, in the order in which people are shown them.
pub static ALL: &[&dyn Bot] = &[
    &negamax::Negamax,
    &minimax::Minimax,
    &lines::Lines,
    &perfect::Perfect,
    &threat::Threat,
    &priority::Priority,
    &random::Random,
];

/// A way to choose moves, with a name that people pick it by.
pub trait Bot: Sync {
    /// The word for it: small letters, digits and hyphens.
    fn name(&self) -> &'static str;

    /// One sentence about it, for people who choose an opponent.
    fn about(&self) -> &'static str;

    /// The least and the greatest depth; none where it does not look ahead.
    fn depths(&self) -> Option<(Depth, Depth)>;

    /// The depth it has where none is said; none where it does not look ahead.
    fn default_depth(&self) -> Option<Depth>;

    /// Named depths.
    fn presets(&self) -> &'static [(&'static str, u8)] {
        &[]
    }

    /// How long it thinks about a ply at its default depth where nobody says how long; none where that depth
    /// is reached soon enough.
    fn usual_time(&self) -> Option<Millis> {
        None
    }

    /// Whether it plays this variant.
    fn plays(&self, variant: Variant) -> bool;

    /// The move it makes in `game`, which is not over.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop first. Running out of time is no error.
    fn choose(&self, game: &Game, request: SearchRequest<'_>) -> Result<Choice, Stopped>;
}

/// The kind of this name.
pub fn named(name: &str) -> Option<&'static dyn Bot> {
    ALL.iter().copied().find(|kind| kind.name() == name)
}

/// What every bot here that looks ahead offers: 1 to 12 plies. Beyond that the old programs' searches
/// would only ever be cut off by their time.
fn one_to_twelve() -> (Depth, Depth) {
    (depth(1), depth(12))
}

fn depth(plies: u64) -> Depth {
    Depth::new(plies).expect("a constant within the bounds")
}

#[cfg(test)]
mod tests;
