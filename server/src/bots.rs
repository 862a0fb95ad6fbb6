//! The bots that this server offers, and whether a bot that is asked for can be had.

use protocol::message::{BotOffer, Preset};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::spec::{BotSpec, Depth};

use engine::bots::{ALL, Kind};

/// Everything on offer, as clients are told.
pub(crate) fn offers() -> Vec<BotOffer> {
    ALL.iter().map(|kind| offer(*kind)).collect()
}

fn offer(kind: &dyn Kind) -> BotOffer {
    let plays_where = |falls: bool| {
        Variant::fixed().any(|variant| variant.shape().falls == falls && kind.plays(variant))
    };
    BotOffer {
        kind: kind.name().to_owned(),
        about: kind.about().to_owned(),
        depths: kind.depths(),
        default_depth: kind.default_depth(),
        presets: kind
            .presets()
            .iter()
            .filter_map(|(name, depth)| {
                Some(Preset {
                    name: (*name).to_owned(),
                    depth: Depth::new(u64::from(*depth)).ok()?,
                })
            })
            .collect(),
        falling: plays_where(true),
        free: plays_where(false),
    }
}

/// The bot with its depth filled in.
///
/// # Errors
///
/// A refusal that says which bots or depths would do.
pub(crate) fn check(bot: &BotSpec, variant: Variant) -> Result<BotSpec, Refusal> {
    let names = |wanted: &dyn Fn(&dyn Kind) -> bool| {
        ALL.iter()
            .filter(|kind| wanted(**kind))
            .map(|kind| kind.name().to_owned())
            .collect()
    };
    let kind = engine::bots::named(bot.kind()).ok_or_else(|| Refusal::UnknownBot {
        kind: bot.kind().to_owned(),
        known: names(&|_| true),
    })?;
    if !kind.plays(variant) {
        return Err(Refusal::BotCannotPlay {
            bot: bot.clone(),
            variant,
            others: names(&|kind| kind.plays(variant)),
        });
    }
    let bad_depth = |expected: String| Refusal::BadDepth {
        bot: bot.clone(),
        expected,
    };
    match (kind.depths(), bot.depth()) {
        (Some((least, most)), Some(depth)) if !(least..=most).contains(&depth) => {
            Err(bad_depth(format!("choose {least} to {most}")))
        }
        (None, Some(_)) => Err(bad_depth(format!(
            "it does not look ahead, so write just {}",
            bot.kind()
        ))),
        (Some(_), Some(_)) | (None, None) => Ok(bot.clone()),
        (Some(_), None) => BotSpec::new(kind.name(), kind.default_depth())
            .map_err(|problem| Refusal::BadSpec { problem }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(bot: &str, variant: &str) -> Result<String, String> {
        check(&bot.parse().unwrap(), variant.parse().unwrap())
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
        let offers = offers();
        assert_eq!(offers.len(), ALL.len());
        assert!(offers.iter().all(|offer| offer.falling || offer.free));
    }
}
