//! The bots that this server offers, built in and external, and the check of a bot that is asked for.

use engine::bots::{ALL, Bot};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::spec::{BotSpec, Depth};
use protocol::view::{BotOffer, Preset};
use protocol::word::Named;

use crate::engines::ExternalBot;

/// Returns all bots on offer, as sent to clients.
pub(crate) fn offers(engines: &[ExternalBot]) -> Vec<BotOffer> {
    all(engines).map(Offered::offer).collect()
}

/// A bot on offer.
#[derive(Clone, Copy)]
enum Offered<'a> {
    BuiltIn(&'static dyn Bot),
    Engine(&'a ExternalBot),
}

fn all(engines: &[ExternalBot]) -> impl Iterator<Item = Offered<'_>> {
    let built_in = ALL.iter().map(|&kind| Offered::BuiltIn(kind));
    built_in.chain(engines.iter().map(Offered::Engine))
}

impl Offered<'_> {
    fn name(&self) -> &str {
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

    fn offer(self) -> BotOffer {
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
                    Some(Preset {
                        name: (*name).to_owned(),
                        depth: Depth::new(u64::from(*depth)).ok()?,
                        level: None,
                    })
                })
                .collect(),
            variants: variants.map(Named::Known).collect(),
            options: Vec::new(),
            level: None,
        }
    }
}

/// Returns the bot with its depth filled in.
///
/// # Errors
///
/// A refusal that says which bots or depths are possible.
pub(crate) fn check(
    engines: &[ExternalBot],
    bot: &BotSpec,
    variant: Variant,
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
    let bad_depth = |expected: String| Refusal::BadDepth {
        bot: bot.clone(),
        expected,
    };
    match (found.depths(), bot.depth()) {
        (Some((least, most)), Some(depth)) if !(least..=most).contains(&depth) => {
            Err(bad_depth(format!("choose {least} to {most}")))
        }
        (None, Some(_)) => {
            let why = match found {
                Offered::BuiltIn(_) => "it does not look ahead",
                Offered::Engine(_) => "it looks ahead as far as it likes",
            };
            Err(bad_depth(format!("{why}, so write just {}", bot.kind())))
        }
        (Some(_), Some(_)) | (None, None) => Ok(bot.clone()),
        (Some(_), None) => {
            BotSpec::new(found.name(), found.default_depth()).map_err(|error| Refusal::BadSpec {
                problem: error.to_string(),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(bot: &str, variant: &str) -> Result<String, String> {
        check(&[], &bot.parse().unwrap(), variant.parse().unwrap())
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
        ] {
            let refusal = checked(bot, variant).unwrap_err();
            assert!(refusal.contains(expected), "{bot}: {refusal}");
        }
    }

    #[test]
    fn a_depth_that_is_not_said_is_filled_in() {
        assert_eq!(checked("negamax:7", "connect-four").unwrap(), "negamax:7");
        assert!(
            checked("negamax", "connect-four")
                .unwrap()
                .starts_with("negamax:")
        );
        assert_eq!(checked("random", "gomoku").unwrap(), "random");
    }

    #[test]
    fn every_kind_is_offered_where_it_plays() {
        let offers = offers(&[]);
        assert_eq!(offers.len(), ALL.len());
        assert!(offers.iter().all(|offer| !offer.variants.is_empty()));
    }
}
