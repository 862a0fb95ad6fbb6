//! The answers of the form as they are remembered for the next start.
//!
//! Bots wait for the server that has them: their lines are answered when its offers come.

use std::collections::BTreeMap;

use protocol::rules::{CustomRules, Family, Overline, Variant};
use protocol::spec::{BotSpec, Depth, OpeningRule, Pace, SeatSpec};
use protocol::view::BotOffer;

use super::{CLOCKS, Form, Order, PACES};

impl Form {
    /// The answers in words.
    pub(in crate::ui) fn answers(&self) -> BTreeMap<String, String> {
        let mut answers = BTreeMap::new();
        let mut put = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                answers.insert(name.to_owned(), value);
            }
        };
        put("game", self.variant().ok().map(|game| game.to_string()));
        put("you", self.seat_in_words(0));
        put("opponent", self.seat_in_words(1));
        let order = match self.order {
            Order::YouFirst => "you",
            Order::OpponentFirst => "opponent",
            Order::Random => "random",
        };
        put("order", Some(order.to_owned()));
        let clock = self.own_clock.map(|clock| clock.to_string());
        put("clock", clock.or(Some(CLOCKS[self.clock].to_owned())));
        put("opening", self.opening().map(|rule| rule.to_string()));
        put(
            "think-time",
            self.think_time.map(|time| time.value().to_string()),
        );
        put("pace", Some(PACES[self.pace].to_string()));
        put(
            "grace",
            self.grace.map(|grace| format!("{}s", grace.value() / 1000)),
        );
        for (name, value) in [
            ("rated", self.rated),
            ("listed", self.listed),
            ("takebacks", self.takebacks),
            ("hints", self.hints),
            ("spectators", self.spectators),
            ("open-thoughts", self.open_thoughts),
        ] {
            put(name, Some(value.to_string()));
        }
        answers
    }

    fn seat_in_words(&self, seat: usize) -> Option<String> {
        let specs = self.seats().ok()?;
        match &specs[seat] {
            SeatSpec::Bot { bot } => Some(bot.to_string()),
            _ => None,
        }
    }

    /// Takes the answers of the last time, as far as they can be read.
    pub(in crate::ui) fn remember(&mut self, answers: &BTreeMap<String, String>) {
        let answer = |name: &str| answers.get(name).map(String::as_str);
        if let Some(game) = answer("game").and_then(|game| game.parse::<Variant>().ok()) {
            let at = self.games.iter().position(|other| *other == Some(game));
            self.game = at.unwrap_or(self.games.len() - 1);
            if at.is_none() {
                self.board = game.shape();
                self.rules = match (game.family(), game.overline()) {
                    (Family::Gravity, _) => CustomRules::Falls,
                    (_, Overline::Wins) => CustomRules::Free,
                    (_, Overline::DoesNotWin) => CustomRules::Exact,
                };
            }
        }
        self.order = match answer("order") {
            Some("opponent") => Order::OpponentFirst,
            Some("random") => Order::Random,
            _ => Order::YouFirst,
        };
        match answer("clock") {
            Some(clock) if !clock.is_empty() => {
                let at = CLOCKS.iter().position(|usual| *usual == clock);
                self.clock = at.unwrap_or(0);
                self.own_clock = clock.parse().ok().filter(|_| at.is_none());
            }
            _ => {}
        }
        self.opening = answer("opening").and_then(|text| {
            let mut known = OpeningRule::KNOWN.iter();
            known.find(|rule| rule.to_string() == text).copied()
        });
        self.think_time = answer("think-time").and_then(|time| time.parse().ok());
        let pace = answer("pace").and_then(|pace| pace.parse::<Pace>().ok());
        let pace = pace.and_then(|pace| {
            let millis = u64::from(pace.value());
            PACES.iter().position(|usual| *usual == millis)
        });
        self.pace = pace.unwrap_or(self.pace);
        let grace = answer("grace").and_then(|grace| protocol::spec::span(grace).ok());
        self.grace = grace.and_then(|grace| protocol::spec::Grace::new(grace.as_millis()).ok());
        for (name, value) in [
            ("rated", &mut self.rated),
            ("listed", &mut self.listed),
            ("takebacks", &mut self.takebacks),
            ("hints", &mut self.hints),
            ("spectators", &mut self.spectators),
            ("open-thoughts", &mut self.open_thoughts),
        ] {
            *value = answer(name)
                .and_then(|yes| yes.parse().ok())
                .unwrap_or(*value);
        }
        self.kept.clone_from(answers);
    }

    /// Chooses the bots of the last time, where this server has them.
    pub(super) fn remember_bots(&mut self) {
        for (seat, name) in ["you", "opponent"].into_iter().enumerate() {
            let bot = self
                .kept
                .get(name)
                .and_then(|bot| bot.parse::<BotSpec>().ok());
            let Some(bot) = bot else { continue };
            let is_it = |offer: &&BotOffer| offer.kind == bot.kind();
            let Some(at) = self.able().iter().position(is_it) else {
                continue;
            };
            *[&mut self.you, &mut self.opponent][seat] = at + 1;
            self.depths[seat] = bot.depth().map_or(self.depths[seat], Depth::value);
            let options = bot.options().map(|(name, value)| (name.to_owned(), value));
            self.options[seat] = options.collect();
        }
        self.kept.clear();
    }
}
