//! The lines of the form in words.

use protocol::rules::CustomRules;
use protocol::spec::Depth;
use protocol::view::BotOffer;
use unicode_width::UnicodeWidthStr;

use super::{CLOCKS, Field, Form, Order, PACES};
use crate::input::Intent;
use crate::language::{Id, Said};
use crate::text::plain;
use crate::ui::strength::in_words;
use crate::ui::{KeyMap, Screen};
use crate::words;
use crate::words::players::LEVELS;

/// The labels before a choice. Options of bots have their names instead, which are words of the protocol.
const LABELS: [Id; 22] = [
    id!("form-game"),
    id!("form-columns"),
    id!("form-rows"),
    id!("form-in-row"),
    id!("form-rules"),
    id!("form-opening"),
    id!("form-you"),
    id!("form-opponent"),
    id!("form-depth"),
    id!("form-opens"),
    id!("form-first"),
    id!("form-clock"),
    id!("form-pace"),
    id!("form-repeat"),
    id!("form-listed"),
    id!("form-takebacks"),
    id!("form-hints"),
    id!("form-spectators"),
    id!("form-thoughts"),
    id!("form-think-time"),
    id!("form-seed"),
    id!("form-grace"),
];

impl Form {
    /// The label of a line, and the choice made there.
    pub fn line(&self, field: Field) -> (String, String) {
        let choice = match field {
            Field::YourOption(at) => return self.option_line(0, at),
            Field::Option(at) => return self.option_line(1, at),
            field => self.choice(field),
        };
        (self.label(field).said(), choice)
    }

    /// The columns of the longest label.
    pub(super) fn label_width() -> usize {
        let labels = LABELS.iter().map(|label| label.said().width());
        labels.max().unwrap_or(0)
    }

    fn label(&self, field: Field) -> Id {
        match field {
            Field::Game => id!("form-game"),
            Field::Columns => id!("form-columns"),
            Field::Rows => id!("form-rows"),
            Field::InRow => id!("form-in-row"),
            Field::Falls => id!("form-rules"),
            Field::Opening => id!("form-opening"),
            Field::You => id!("form-you"),
            Field::Opponent => id!("form-opponent"),
            Field::YourDepth | Field::Depth | Field::YourOption(_) | Field::Option(_) => {
                id!("form-depth")
            }
            Field::Order if self.opening().is_some() => id!("form-opens"),
            Field::Order => id!("form-first"),
            Field::Clock => id!("form-clock"),
            Field::Pace => id!("form-pace"),
            Field::Repeat => id!("form-repeat"),
            Field::Listed => id!("form-listed"),
            Field::Takebacks => id!("form-takebacks"),
            Field::Hints => id!("form-hints"),
            Field::Spectators => id!("form-spectators"),
            Field::OpenThoughts => id!("form-thoughts"),
            Field::ThinkTime => id!("form-think-time"),
            Field::Seed => id!("form-seed"),
            Field::Grace => id!("form-grace"),
            Field::Start => id!("form-start"),
        }
    }

    /// The choice made in a line.
    fn choice(&self, field: Field) -> String {
        let yes = |yes: bool| {
            if yes {
                say!("form-yes")
            } else {
                say!("form-no")
            }
        };
        let bot = |bot: &BotOffer| say!("form-bot", kind = bot.kind.as_str());
        match field {
            Field::Game => {
                self.games[self.game].map_or_else(|| say!("form-own-board"), |game| game.said())
            }
            Field::Columns => self.board.columns.to_string(),
            Field::Rows => self.board.rows.to_string(),
            Field::InRow => self.board.in_row.to_string(),
            Field::Falls => match self.rules {
                CustomRules::Falls => say!("form-falls"),
                CustomRules::Free => say!("form-free", count = self.board.in_row),
                CustomRules::Exact => say!("form-exact", count = self.board.in_row),
            },
            Field::Opening => self
                .opening()
                .map_or_else(|| say!("form-no-opening"), |rule| rule.to_string()),
            Field::You => self.bot(self.you).map_or_else(|| say!("form-person"), bot),
            Field::Opponent => self
                .bot(self.opponent)
                .map_or_else(|| say!("form-anyone"), bot),
            Field::YourDepth => self.depth_line(self.you, 0),
            Field::Depth => self.depth_line(self.opponent, 1),
            Field::Order => match (self.order, self.bot(self.you).is_some()) {
                (Order::YouFirst, false) => say!("form-you-first"),
                (Order::YouFirst, true) => say!("form-your-bot-first"),
                (Order::OpponentFirst, _) => say!("form-opponent-first"),
                (Order::Random, _) => say!("form-random"),
            },
            Field::Clock => match (self.own_clock, CLOCKS[self.clock]) {
                (Some(clock), _) => clock.to_string(),
                (None, "") => say!("form-no-clock"),
                (None, clock) => clock.to_owned(),
            },
            Field::Pace => match PACES[self.pace] {
                0 => say!("form-fast"),
                pace => say!("form-at-least", millis = pace),
            },
            Field::Repeat => say!("form-times", count = self.repeat),
            Field::Listed => yes(self.listed),
            Field::Takebacks => yes(self.takebacks),
            Field::Hints => yes(self.hints),
            Field::Spectators => yes(self.spectators),
            Field::OpenThoughts => yes(self.open_thoughts),
            Field::ThinkTime => self.think_time.map_or_else(
                || say!("form-usual-time"),
                |time| say!("form-think-millis", millis = time.value()),
            ),
            Field::Seed => self
                .seed
                .map_or_else(|| say!("form-new-seed"), |seed| seed.to_string()),
            Field::Grace => self
                .grace
                .map_or_else(|| say!("form-usual-grace"), |_| self.written(Field::Grace)),
            Field::YourOption(_) | Field::Option(_) | Field::Start => String::new(),
        }
    }

    /// A hint about the chosen line, with the keys of `keymap`; empty where there is none.
    pub fn about(&self, keymap: &KeyMap) -> String {
        let key = |intent| keymap.key(Screen::Form, intent);
        let written = |about: String| match key(Intent::Edit) {
            Some(key) => say!("form-about-written", about = about, key = key),
            None => about,
        };
        let about = |choice| self.bot(choice).map(|bot| self.about_bot(bot, choice));
        let option = |seat, at: usize| {
            let option = self.options_of(seat).get(at)?;
            let (least, most, usual) = (option.least, option.most, option.default);
            let about = words::about_option(option);
            Some(written(say!(
                "form-about-option",
                about = about,
                least = least,
                most = most,
                usual = usual
            )))
        };
        match self.fields().get(self.chosen) {
            Some(Field::You | Field::YourDepth) => about(self.you),
            Some(Field::Opponent | Field::Depth) => {
                about(self.opponent).or_else(|| Some(say!("form-about-friend")))
            }
            Some(Field::Clock) => Some(match key(Intent::Clock) {
                Some(key) => say!("form-about-clock-key", key = key),
                None => say!("form-about-clock"),
            }),
            Some(Field::Listed) => Some(say!("form-about-listed")),
            Some(Field::Hints) => Some(match keymap.key(Screen::Table, Intent::Values) {
                Some(key) => say!("form-about-hints-key", key = key),
                None => say!("form-about-hints"),
            }),
            Some(Field::Opening) => self.about_opening(),
            Some(&Field::YourOption(at)) => option(0, at),
            Some(&Field::Option(at)) => option(1, at),
            Some(Field::ThinkTime) => Some(written(say!("form-about-think-time"))),
            Some(Field::Seed) => Some(written(say!("form-about-seed"))),
            Some(Field::OpenThoughts) => Some(say!("form-about-thoughts")),
            Some(Field::Grace) => Some(written(say!("form-about-grace"))),
            Some(Field::InRow) => Some(match self.rules {
                CustomRules::Exact => say!("form-about-in-row-exact"),
                CustomRules::Falls | CustomRules::Free => say!("form-about-in-row"),
            }),
            Some(
                Field::Game
                | Field::Columns
                | Field::Rows
                | Field::Falls
                | Field::Order
                | Field::Pace
                | Field::Repeat
                | Field::Takebacks
                | Field::Spectators
                | Field::Start,
            )
            | None => None,
        }
        .map(|about| plain(&about))
        .unwrap_or_default()
    }

    fn option_line(&self, seat: usize, at: usize) -> (String, String) {
        let option = self.options_of(seat).get(at);
        option.map_or_else(Default::default, |option| {
            let value = self.option_value(seat, option);
            (plain(&option.name), value.to_string())
        })
    }

    /// A bot in words: what it does, and its strength where that was measured.
    fn about_bot(&self, bot: &BotOffer, choice: usize) -> String {
        let seat = usize::from(choice == self.opponent);
        let mut presets = bot.presets.iter();
        let preset = presets.find(|preset| preset.depth.value() == self.depths[seat]);
        let level = preset.and_then(|preset| preset.level).or(bot.level);
        let depth = bot.depths.and(Depth::new(self.depths[seat].into()).ok());
        let game = self.variant().ok();
        let strength = game.and_then(|game| in_words(&bot.kind, depth, game));
        let about = words::about_bot(bot);
        match (level, strength) {
            (Some(level), _) => say!(
                "form-about-bot-elo",
                elo = format!("{level:+}"),
                about = about
            ),
            (None, Some(strength)) => say!("form-about-bot", strength = strength, about = about),
            (None, None) => about,
        }
    }

    fn depth_line(&self, choice: usize, which: usize) -> String {
        let depth = self.depths[which];
        let named = self.bot(choice).and_then(|bot| {
            let preset = bot
                .presets
                .iter()
                .find(|preset| preset.depth.value() == depth)?;
            let level = plain(&words::level(&preset.name));
            if bot.kind == LEVELS {
                return Some(level);
            }
            Some(say!("form-plies-level", count = depth, level = level))
        });
        named.unwrap_or_else(|| say!("form-plies", count = depth))
    }
}
