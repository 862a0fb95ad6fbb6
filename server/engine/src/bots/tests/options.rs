//! Options of bots, their temperature among them, and the progress of a search.

use protocol::spec::BotSpec;

use super::*;
use crate::search::Progress;

/// The choice of `bot`, written as in a spec, for every seed below `seeds`.
fn choices(bot: &str, game: &Game, seeds: u64) -> Vec<Square> {
    let spec: BotSpec = bot.parse().unwrap();
    let stop = Stop::default();
    let choice = |seed| {
        let request = SearchRequest {
            options: Options::from(&spec),
            ..request(spec.depth().map(|depth| depth.value().into()), seed, &stop)
        };
        choose(named(spec.kind()).unwrap(), game, request, &CACHES).unwrap()
    };
    (0..seeds).map(|seed| choice(seed).square).collect()
}

#[test]
fn temperature_is_the_share_of_random_moves_and_follows_from_the_seed() {
    // One win at once, which every bot that looks ahead takes.
    let game = after("connect-four", "414147");
    let win = game.landing(Square::new(3, 0).unwrap()).unwrap();
    for (temperature, share) in [(0, 1000..=1000), (30, 690..=795), (100, 95..=190)] {
        let bot = format!("lines:1,temperature={temperature}");
        let chosen = choices(&bot, &game, 1000);
        let wins = chosen.iter().filter(|square| **square == win).count();
        assert!(share.contains(&wins), "{temperature}: {wins}");
        assert_eq!(chosen, choices(&bot, &game, 1000), "{bot}");
    }
}

#[test]
fn every_bot_with_a_best_move_has_a_temperature_and_names_of_options_are_words() {
    for kind in ALL {
        let has_one = kind.options().contains(&TEMPERATURE);
        // A level is a strength that was measured, which random moves would change.
        let expected = !["random", "level"].contains(&kind.name());
        assert_eq!(has_one, expected, "{}", kind.name());
        for option in kind.options() {
            let spec = BotSpec::new(kind.name(), None).unwrap();
            assert!(spec.with_option(option.name, option.most).is_ok());
            assert!((option.least..=option.most).contains(&option.default));
            assert!(!option.about.is_empty());
        }
        assert!(kind.options().len() <= BotSpec::MOST_OPTIONS);
    }
}

#[test]
fn priority_weighs_by_the_numbers_that_it_is_given() {
    // First to move: its own two beside an open three of the other side.
    let game = after("gomoku-15", "a1 h8 b1 i8 a15 j8");
    for (bot, expected) in [
        ("priority", &["g8", "k8"][..]),
        ("priority,other_three=0", &["c1", "g8", "k8"]),
        ("priority,other_three=0,other_two=0", &["c1"]),
        ("priority,own_two=1000000", &["c1"]),
        ("priority,own_three=1000000", &["g8", "k8"]),
    ] {
        for square in choices(bot, &game, 20) {
            let square = square.to_string();
            assert!(expected.contains(&square.as_str()), "{bot}: {square}");
        }
    }
}

#[test]
fn a_search_reports_the_depth_of_the_iterations_that_it_finished() {
    let stop = Stop::default();
    let mut rng = StdRng::seed_from_u64(5);
    for (bot, variant) in [
        ("negamax", "connect-four"),
        ("minimax", "connect-four"),
        ("lines", "connect-four"),
        ("perfect", "custom:8x7x4:falls"),
        ("threat", "gomoku-15"),
    ] {
        let game = random_game(variant.parse().unwrap(), 6, &mut rng);
        let progress = Progress::default();
        let request = SearchRequest {
            progress: Some(&progress),
            ..request(Some(4), 1, &stop)
        };
        let choice = choose(named(bot).unwrap(), &game, request, &CACHES).unwrap();
        assert_eq!(progress.depth(), Some(depth(4)), "{bot}: {choice:?}");
    }
}
