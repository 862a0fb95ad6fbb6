//! Openings with choices: every bot that knows one has its part in it on every free board.

use protocol::rules::Family;
use protocol::side::Side;
use protocol::spec::{BotSpec, OpeningChoice, OpeningRule};
use protocol::view::OpeningState;

use super::*;
use crate::opening::OpeningMove;

const SWAP2: OpeningRule = OpeningRule::Swap2;

fn state(to_place: u8, choices: &[OpeningChoice]) -> OpeningState {
    OpeningState {
        rule: SWAP2,
        to_act: Side::First,
        to_place,
        choices: choices.to_vec(),
        black: None,
        made: Vec::new(),
    }
}

fn free_boards() -> Vec<Variant> {
    let small = [
        "custom:4x4x4:free",
        "custom:5x5x5:exact",
        "custom:4x20x4:free",
        "custom:20x20x4:free",
        "custom:12x9x6:exact",
        "custom:20x20x7:free",
    ];
    let all = variants()
        .into_iter()
        .chain(small.map(|text| text.parse().unwrap()));
    all.filter(|variant| match variant.family() {
        Family::Free => true,
        Family::Gravity | Family::Renju => false,
    })
    .collect()
}

/// Puts `count` stones by the bot, checks them, and returns the game after them.
fn place(bot: &dyn Bot, game: &Game, count: u8, request: SearchRequest<'_>) -> Game {
    let answer = open(bot, game, &state(count, &[]), request, &CACHES).unwrap();
    let OpeningMove::Stones(stones) = answer else {
        panic!("{}: {answer:?}", bot.name());
    };
    assert_eq!(stones.len(), usize::from(count), "{game:?}");
    let mut after = game.clone();
    for stone in stones {
        assert_eq!(after.play(stone), Ok(stone), "{} {game:?}", bot.name());
    }
    assert_eq!(after.ending(), None, "{} {game:?}", bot.name());
    after
}

#[test]
fn random_level_and_threat_know_swap2_and_no_bot_knows_an_opening_of_later_releases() {
    let knowing: Vec<_> = ALL
        .iter()
        .filter(|bot| bot.knows_opening(SWAP2))
        .map(|bot| bot.name())
        .collect();
    assert_eq!(knowing, ["random", "level", "threat"]);
    let later = OpeningRule::from("swap9".to_owned());
    assert!(!ALL.iter().any(|bot| bot.knows_opening(later)));
}

#[test]
fn every_bot_that_knows_swap2_plays_it_on_every_free_board() {
    let stop = Stop::default();
    let sides = [OpeningChoice::Black, OpeningChoice::White];
    let all = [&sides[..], &[OpeningChoice::PlaceTwo]].concat();
    for bot in ALL.iter().filter(|bot| bot.knows_opening(SWAP2)) {
        for variant in free_boards() {
            if !bot.plays(variant) {
                continue;
            }
            for seed in 0..3 {
                let request = request(bot.depths().map(|_| 2), seed, &stop);
                let empty = Game::new(variant);
                let mut three = empty.clone();
                for count in [[3, 0, 0], [1, 2, 0], [1, 1, 1]][seed as usize] {
                    if count > 0 {
                        three = place(*bot, &three, count, request);
                    }
                }
                let five = place(*bot, &three, 2, request);
                for (game, choices) in [(&three, &all[..]), (&five, &sides)] {
                    let ask = || open(*bot, game, &state(0, choices), request, &CACHES);
                    let Ok(OpeningMove::Choice(choice)) = ask() else {
                        panic!("{} makes no choice in {game:?}", bot.name());
                    };
                    assert!(choices.contains(&choice));
                    // The same request, the same answer.
                    assert_eq!(ask(), Ok(OpeningMove::Choice(choice)), "{game:?}");
                }
                for count in 1..=3 {
                    let ask = || open(*bot, &empty, &state(count, &[]), request, &CACHES);
                    assert_eq!(ask(), ask(), "{} {variant}", bot.name());
                }
            }
        }
    }
}

/// An only choice, a choice of a later release, and nothing to do.
#[test]
fn a_state_that_no_room_has_is_answered_too() {
    let stop = Stop::default();
    let game = after("gomoku-15", "h8 i9 c3");
    let later = OpeningChoice::from("place_nine".to_owned());
    for bot in ALL.iter().filter(|bot| bot.knows_opening(SWAP2)) {
        let ask = |state: &OpeningState| {
            let request = request(bot.depths().map(|_| 2), 1, &stop);
            open(*bot, &game, state, request, &CACHES).unwrap()
        };
        for only in [OpeningChoice::Black, OpeningChoice::PlaceTwo, later] {
            assert_eq!(ask(&state(0, &[only])), OpeningMove::Choice(only));
        }
        assert_eq!(ask(&state(0, &[])), OpeningMove::Stones(Vec::new()));
    }
}

#[test]
fn a_bot_that_is_told_to_stop_puts_nothing_and_chooses_nothing() {
    let stop = Stop::default();
    stop.raise();
    let game = Game::new("gomoku-15".parse().unwrap());
    for bot in ALL.iter().filter(|bot| bot.knows_opening(SWAP2)) {
        for state in [state(3, &[]), state(0, &[OpeningChoice::Black])] {
            let answer = open(*bot, &game, &state, request(None, 1, &stop), &CACHES);
            assert_eq!(answer, Err(Stopped), "{}", bot.name());
        }
    }
}

/// Of a position that is won for white nobody takes black, but at random.
#[test]
fn the_temperature_makes_choices_random() {
    let stop = Stop::default();
    let game = after("gomoku-15", "f6 j6 e12");
    let sides = [OpeningChoice::Black, OpeningChoice::White];
    let count_of_black = |bot: &str| {
        let spec: BotSpec = bot.parse().unwrap();
        let takes_black = |seed: &u64| {
            let request = SearchRequest {
                options: Options::from(&spec),
                ..request(Some(6), *seed, &stop)
            };
            let bot = named("threat").unwrap();
            let answer = open(bot, &game, &state(0, &sides), request, &CACHES);
            answer == Ok(OpeningMove::Choice(OpeningChoice::Black))
        };
        (0..20).filter(takes_black).count()
    };
    assert_eq!(count_of_black("threat"), 0);
    let random = count_of_black("threat,temperature=100");
    assert!((3..=17).contains(&random), "{random} of 20");
}
