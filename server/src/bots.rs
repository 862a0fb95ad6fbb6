//! The bots that this server offers, built in and external, and the check of a bot that is asked for.

pub(crate) mod engine_pool;
pub(crate) mod engines;

use engine::bots::{ALL, Bot};
use engine::ladder;
use engine::options::{OptionSpec, checked};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::shared::Shared;
use protocol::spec::{BotSpec, Depth, OpeningRule};
use protocol::view::{BotOffer, BotOption, Preset};
use protocol::word::Named;

use crate::bots::engines::ExternalBot;

/// Bots and games, as everybody is told who comes.
#[derive(Debug)]
pub(crate) struct OnOffer {
    pub(crate) bots: Shared<Vec<BotOffer>>,
    pub(crate) variants: Shared<Vec<Named<Variant>>>,
}

impl OnOffer {
    pub(crate) fn new(engines: &[ExternalBot]) -> Self {
        Self {
            bots: offers(engines).into(),
            variants: Variant::fixed().map(Named::Known).collect(),
        }
    }
}

/// Returns all bots on offer, as sent to clients, in the order of their strength.
fn offers(engines: &[ExternalBot]) -> Vec<BotOffer> {
    all(engines).map(|bot| bot.offer(None)).collect()
}

/// Returns the bots that every server offers, in the order of their strength.
pub fn built_in() -> Vec<BotOffer> {
    offers(&[])
}

/// Returns those of them that play `variant`, with their strength there, the weakest first.
pub fn built_in_for(variant: Variant) -> Vec<BotOffer> {
    that_play(&[], variant)
}

/// Returns the kinds of all bots on offer.
pub(crate) fn names(engines: &[ExternalBot]) -> impl Iterator<Item = &str> {
    all(engines).map(Offered::name)
}

/// Returns the bots that play `variant`, which need not have a name, with their strength there, the weakest first.
pub(crate) fn that_play(engines: &[ExternalBot], variant: Variant) -> Vec<BotOffer> {
    let playing = all(engines).filter(|bot| bot.plays(variant));
    let mut offers: Vec<_> = playing.map(|bot| bot.offer(Some(variant))).collect();
    let is_measured = offers.iter().any(|offer| offer.level.is_some());
    if is_measured {
        // Where some were measured all of our own were; those of others stay behind them.
        offers.sort_by_key(|offer| (offer.level.is_none(), offer.level));
    }
    offers
}

/// A bot on offer.
#[derive(Clone, Copy)]
enum Offered<'a> {
    BuiltIn(&'static dyn Bot),
    Engine(&'a ExternalBot),
}

/// The bots, the weakest first. Nobody has measured the engines of others: they come last, in the order in which the
/// host names them.
fn all(engines: &[ExternalBot]) -> impl Iterator<Item = Offered<'_>> {
    let built_in = ALL.iter().map(|&kind| Offered::BuiltIn(kind));
    built_in.chain(engines.iter().map(Offered::Engine))
}

impl<'a> Offered<'a> {
    fn name(self) -> &'a str {
        match self {
            Self::BuiltIn(kind) => kind.name(),
            Self::Engine(engine) => &engine.name,
        }
    }

    fn plays(&self, variant: Variant) -> bool {
        match self {
            Self::BuiltIn(kind) => kind.plays(variant),
            Self::Engine(engine) => engine.plays(variant),
        }
    }

    /// Returns true if the bot plays the opening, in a variant that it plays.
    fn opens(&self, opening: OpeningRule) -> bool {
        match self {
            Self::BuiltIn(kind) => kind.knows_opening(opening),
            Self::Engine(engine) => engine.knows_opening(opening),
        }
    }

    /// Returns the least and the greatest depth it can be given; none if it has no search or no limit of
    /// depth.
    fn depths(&self) -> Option<(Depth, Depth)> {
        match self {
            Self::BuiltIn(kind) => kind.depths(),
            Self::Engine(_) => None,
        }
    }

    fn default_depth(&self) -> Option<Depth> {
        match self {
            Self::BuiltIn(kind) => kind.default_depth(),
            Self::Engine(_) => None,
        }
    }

    fn options(&self) -> &'static [OptionSpec] {
        match self {
            Self::BuiltIn(kind) => kind.options(),
            Self::Engine(_) => &[],
        }
    }

    /// Returns its offer, with its strength in `variant` where one is asked about.
    fn offer(self, variant: Option<Variant>) -> BotOffer {
        let strength = |depth| ladder::elo(variant?, self.name(), depth);
        let variants = Variant::fixed().filter(|variant| self.plays(*variant));
        let (about, presets) = match self {
            Self::BuiltIn(kind) => (kind.about().to_owned(), kind.presets()),
            Self::Engine(engine) => (engine.about(), &[][..]),
        };
        BotOffer {
            kind: self.name().to_owned(),
            about,
            depths: self.depths(),
            default_depth: self.default_depth(),
            presets: presets
                .iter()
                .filter_map(|(name, depth)| {
                    let depth = Depth::new(u64::from(*depth)).ok()?;
                    Some(Preset {
                        name: (*name).to_owned(),
                        depth,
                        level: strength(Some(depth)),
                    })
                })
                .collect(),
            variants: variants.map(Named::Known).collect(),
            options: self.options().iter().map(offered).collect(),
            level: strength(self.default_depth()),
            openings: OpeningRule::KNOWN
                .iter()
                .copied()
                .filter(|rule| self.opens(*rule))
                .collect(),
        }
    }
}

fn offered(option: &OptionSpec) -> BotOption {
    BotOption {
        name: option.name.to_owned(),
        about: option.about.to_owned(),
        least: option.least,
        most: option.most,
        default: option.default,
    }
}

/// Returns the bot with its depth filled in, and without the options that are at their defaults.
///
/// # Errors
///
/// A refusal that says which bots, depths or options are possible.
pub(crate) fn check(
    engines: &[ExternalBot],
    bot: &BotSpec,
    variant: Variant,
    opening: Option<OpeningRule>,
) -> Result<BotSpec, Refusal> {
    let names = |wanted: &dyn Fn(Offered<'_>) -> bool| {
        all(engines)
            .filter(|bot| wanted(*bot))
            .map(|bot| bot.name().to_owned())
            .collect()
    };
    let found = all(engines)
        .find(|found| found.name() == bot.kind())
        .ok_or_else(|| Refusal::UnknownBot {
            kind: bot.kind().to_owned(),
            known: names(&|_| true),
        })?;
    if !found.plays(variant) {
        return Err(Refusal::BotCannotPlay {
            bot: bot.clone(),
            variant,
            others: names(&|bot| bot.plays(variant)),
        });
    }
    if let Some(opening) = opening.filter(|rule| !found.opens(*rule)) {
        // Where the variant has no such opening, no other bot is a way out.
        let has_opening = opening.is_played_in(variant);
        return Err(Refusal::BotCannotOpen {
            bot: bot.clone(),
            opening,
            others: names(&|bot| has_opening && bot.plays(variant) && bot.opens(opening)),
        });
    }
    let depths = found.depths();
    let depth = match (depths, bot.depth()) {
        (None, None) => None,
        (Some(_), None) => found.default_depth(),
        (Some((least, most)), Some(depth)) if (least..=most).contains(&depth) => Some(depth),
        (Some(_) | None, Some(_)) => {
            let bot = bot.clone();
            return Err(Refusal::BadDepth { bot, depths });
        }
    };
    let bot = bot.clone().with_depth(depth);
    checked(found.options(), &bot).map_err(|options| Refusal::BadOption { bot, options })
}

#[cfg(test)]
mod tests {

    use super::*;

    fn asked(bot: &str, variant: &str) -> Result<String, String> {
        check(&[], &bot.parse().unwrap(), variant.parse().unwrap(), None)
            .map(|bot| bot.to_string())
            .map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn a_bot_that_cannot_be_had_is_refused_with_those_that_can() {
        for (bot, variant, expected) in [
            ("hal", "connect-four", "negamax"),
            ("priority", "connect-four", "minimax"),
            ("negamax:4", "gomoku", "priority"),
            ("negamax:40", "connect-four", "choose 1 to 12"),
            ("random:3", "connect-four", "write just random"),
            ("random,temperature=3", "gomoku", "write just random"),
            (
                "priority,own_to=3",
                "gomoku",
                "own_two from 0 to 1000000, own_three from",
            ),
            (
                "lines,temperature=101",
                "connect-four",
                "temperature from 0 to 100",
            ),
            ("lines,temperature=-1", "connect-four", "0 to 100"),
            ("priority,other_two=1000001", "gomoku", "0 to 1000000"),
            // In the order in which they are looked at.
            ("negamax:40,temperature=101", "gomoku", "priority"),
            ("negamax:40,temperature=101", "connect-four", "1 to 12"),
        ] {
            let refusal = asked(bot, variant).unwrap_err();
            assert!(refusal.contains(expected), "{bot}: {refusal}");
        }
    }

    #[test]
    fn a_bot_is_no_way_out_where_the_game_has_no_such_opening() {
        for (bot, variant, way_out) in [
            (
                "priority",
                "gomoku-15",
                "choose one of: random, level, threat",
            ),
            ("priority", "custom:9x9x3:free", "leave the opening out"),
            ("negamax", "connect-four", "leave the opening out"),
        ] {
            let opening = Some(OpeningRule::Swap2);
            let (bot, game) = (bot.parse().unwrap(), variant.parse().unwrap());
            let refusal = check(&[], &bot, game, opening).unwrap_err().to_string();
            assert!(refusal.ends_with(way_out), "{variant}: {refusal}");
        }
    }

    #[test]
    fn a_depth_that_is_not_said_is_filled_in() {
        assert_eq!(asked("negamax:7", "connect-four").unwrap(), "negamax:7");
        assert!(
            asked("negamax", "connect-four")
                .unwrap()
                .starts_with("negamax:")
        );
        assert_eq!(asked("random", "gomoku").unwrap(), "random");
    }

    #[test]
    fn options_are_kept_with_a_depth_filled_in_and_dropped_at_their_defaults() {
        for (bot, variant, kept) in [
            ("priority,own_two=9", "gomoku", "priority,own_two=9"),
            (
                "lines,temperature=20",
                "connect-four",
                "lines:6,temperature=20",
            ),
            ("lines:3,temperature=0", "connect-four", "lines:3"),
            (
                "priority,own_two=4,own_four=0",
                "gomoku",
                "priority,own_four=0",
            ),
        ] {
            assert_eq!(asked(bot, variant).unwrap(), kept);
        }
    }

    #[test]
    fn the_bots_that_play_a_board_are_told_the_weakest_first() {
        for (variant, expected) in [
            (
                "custom:8x7x5:falls",
                "random negamax level lines minimax perfect",
            ),
            ("custom:12x12x5:free", "random priority level threat"),
            ("renju", "random level threat"),
            ("custom:20x20x4:falls", "random negamax level lines minimax"),
            ("custom:9x9x8:free", "random priority"),
        ] {
            let offers = that_play(&[], variant.parse().unwrap());
            let kinds: Vec<_> = offers.iter().map(|offer| offer.kind.as_str()).collect();
            assert_eq!(kinds.join(" "), expected, "{variant}");
        }
    }

    #[test]
    fn where_bots_were_measured_their_strength_is_told_and_orders_them() {
        for variant in Variant::fixed() {
            let offers = that_play(&[], variant);
            let levels: Vec<_> = offers.iter().map(|offer| offer.level.unwrap()).collect();
            assert!(levels.is_sorted(), "{variant}: {levels:?}");
            assert_eq!(levels[0], 0, "{variant}");
            for preset in offers.iter().flat_map(|offer| &offer.presets) {
                assert!(preset.level > Some(0), "{variant}: {preset:?}");
            }
        }
        // What every client is told at first holds for no board in particular.
        assert!(offers(&[]).iter().all(|offer| offer.level.is_none()));
    }

    #[test]
    fn the_options_of_a_bot_are_offered_with_their_bounds() {
        let offers = offers(&[]);
        let options = |kind| {
            let offer = offers.iter().find(|offer| offer.kind == kind).unwrap();
            let text = |option: &BotOption| {
                let BotOption { least, most, .. } = option;
                format!("{}={} of {least} to {most}", option.name, option.default)
            };
            offer.options.iter().map(text).collect::<Vec<_>>()
        };
        assert!(options("random").is_empty());
        assert_eq!(
            options("threat"),
            ["spread=0 of 0 to 1000", "temperature=0 of 0 to 100"]
        );
        assert_eq!(
            options("priority"),
            [
                "own_two=4 of 0 to 1000000",
                "own_three=60 of 0 to 1000000",
                "own_four=2000 of 0 to 1000000",
                "other_two=1 of 0 to 1000000",
                "other_three=15 of 0 to 1000000",
                "other_four=400 of 0 to 1000000",
                "temperature=0 of 0 to 100",
            ]
        );
    }

    #[test]
    fn every_kind_is_offered_where_it_plays() {
        let offers = offers(&[]);
        assert_eq!(offers.len(), ALL.len());
        assert!(offers.iter().all(|offer| !offer.variants.is_empty()));
    }
}
