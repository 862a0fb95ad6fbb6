//! The strength of the bots in words.
//!
//! They are for boards on which nobody measured the bots, or a server that does not tell what was measured. The order
//! is that of `server/engine/STRENGTH.md`, the words are a guess.

use protocol::rules::Variant;
use protocol::spec::Depth;

use crate::words::players::LEVELS;

/// Whom a bot of ours beats at this depth; none for a bot that is not known here.
pub(super) fn in_words(kind: &str, depth: Option<Depth>, game: Variant) -> Option<String> {
    let plies = depth.map_or(u8::MAX, Depth::value);
    let words = match (kind, plies) {
        ("random", _) => id!("form-beats-nobody"),
        ("negamax", ..=3) | (LEVELS, ..=2) => id!("form-beats-careless"),
        ("negamax" | "priority", _) | (LEVELS, ..=4) => id!("form-beats-beginners"),
        ("minimax", ..=4) => id!("form-beats-most-beginners"),
        ("minimax", ..=7) | ("threat", ..=5) | ("lines", _) => id!("form-beats-casual"),
        ("perfect", ..=8) | (LEVELS, ..=6) => id!("form-beats-many"),
        ("threat", ..=9) | ("minimax", _) | (LEVELS, ..=8) => id!("form-beats-regular"),
        ("perfect" | LEVELS, _) if Variant::named("connect-four") == Ok(game) => {
            id!("form-beats-all")
        }
        ("perfect" | "threat" | LEVELS, _) => id!("form-beats-hardly"),
        _ => return None,
    };
    Some(words.said())
}

#[cfg(all(test, feature = "host"))]
mod tests {
    use protocol::word::Named;

    use super::*;

    #[test]
    fn every_level_of_every_bot_of_ours_has_words() {
        for bot in crate::host::bots() {
            let depths = bot.presets.iter().map(|preset| preset.depth);
            let depths = depths.map(Some).chain([bot.default_depth]);
            for depth in depths {
                for game in bot.variants.iter().filter_map(Named::known) {
                    let words = in_words(&bot.kind, depth, *game);
                    assert!(words.is_some(), "{} {depth:?}", bot.kind);
                }
            }
        }
        let game = Variant::fixed().next().expect("there are games");
        assert_eq!(in_words("deepblue", None, game), None);
    }

    #[test]
    fn deeper_levels_are_not_called_weaker_than_shallow_ones() {
        let game = Variant::fixed().next().expect("there are games");
        let words = |kind: &str, plies: u64| in_words(kind, Depth::new(plies).ok(), game);
        for (kind, shallow, deep) in [
            ("negamax", 2, 4),
            ("minimax", 4, 6),
            ("minimax", 6, 8),
            ("perfect", 8, 60),
            ("threat", 2, 6),
            ("level", 2, 3),
            ("level", 8, 9),
        ] {
            assert_ne!(words(kind, shallow), words(kind, deep), "{kind}");
        }
    }
}
