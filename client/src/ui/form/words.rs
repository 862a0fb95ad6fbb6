//! The lines of the form in words.

use protocol::millis::Millis;
use protocol::rules::CustomRules;
use protocol::view::BotOffer;

use super::{Field, Form, Order, PACES};
use crate::input::Intent;
use crate::language::{Id, Said};
use crate::text::plain;
use crate::ui::{KeyMap, Screen};
use crate::words;
use crate::words::players::LEVELS;

/// The answer to a question of a form.
pub(in crate::ui) fn yes_or_no(is_so: bool) -> String {
    if is_so {
        say!("form-yes")
    } else {
        say!("form-no")
    }
}

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
            Field::Rated => id!("form-rated"),
            Field::Listed => id!("form-listed"),
            Field::Takebacks => id!("form-takebacks"),
            Field::Hints => id!("form-hints"),
            Field::Spectators => id!("form-spectators"),
            Field::OpenThoughts => id!("form-thoughts"),
            Field::ThinkTime => id!("form-think-time"),
            Field::Seed => id!("form-seed"),
            Field::Grace => id!("form-grace"),
            Field::Start => match (self.bot(self.you), self.bot(self.opponent)) {
                (Some(_), Some(_)) => id!("form-start-watch"),
                (_, Some(_)) => id!("form-start-play"),
                (_, None) => id!("form-start"),
            },
        }
    }

    /// The choice made in a line.
    fn choice(&self, field: Field) -> String {
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
            Field::Clock => match self.clock() {
                None => say!("form-no-clock"),
                Some(clock) if clock.increment() == Millis::ZERO => time(clock.initial()),
                Some(clock) => format!("{} + {}", time(clock.initial()), time(clock.increment())),
            },
            Field::Pace => match PACES[self.pace] {
                0 => say!("form-fast"),
                pace => say!("form-at-least", millis = pace),
            },
            Field::Repeat => say!("form-times", count = self.repeat),
            Field::Rated => yes_or_no(self.is_rated()),
            Field::Listed if self.listed => say!("form-in-lobby"),
            Field::Listed => say!("form-by-code"),
            Field::Takebacks => yes_or_no(self.takebacks && !self.is_rated()),
            Field::Hints => yes_or_no(self.hints && !self.is_rated()),
            Field::Spectators => yes_or_no(self.spectators),
            Field::OpenThoughts => yes_or_no(self.open_thoughts),
            Field::ThinkTime => self.think_time.map_or_else(
                || say!("form-usual-time"),
                |time| say!("form-think-millis", millis = time.value()),
            ),
            Field::Seed => self
                .seed
                .map_or_else(|| say!("form-new-seed"), |seed| seed.to_string()),
            Field::Grace => self.grace.map_or_else(
                || say!("form-usual-grace"),
                |grace| time(Millis::from_millis(grace.value().into())),
            ),
            Field::YourOption(_) | Field::Option(_) | Field::Start => String::new(),
        }
    }

    /// The explanation of the chosen line.
    pub fn about(&self, keymap: &KeyMap) -> String {
        let bot = |choice| self.bot(choice).map(|bot| self.about_bot(bot, choice));
        let option = |seat, at: usize| {
            let option = self.options_of(seat).get(at);
            option.map_or_else(String::new, |option| {
                say!(
                    "form-about-option",
                    about = words::about_option(option),
                    least = option.least,
                    most = option.most,
                    usual = option.default
                )
            })
        };
        let Some(field) = self.fields().get(self.chosen).copied() else {
            return String::new();
        };
        let about = match field {
            Field::Game => match keymap.key(Screen::Form, Intent::Rules) {
                Some(key) => say!("form-about-game-key", key = key),
                None => say!("form-about-game"),
            },
            Field::Columns | Field::Rows => say!("form-about-board"),
            Field::Falls => say!("form-about-rules"),
            Field::You | Field::YourDepth => {
                bot(self.you).unwrap_or_else(|| say!("form-about-you"))
            }
            Field::Opponent | Field::Depth => {
                bot(self.opponent).unwrap_or_else(|| say!("form-about-friend"))
            }
            Field::Order => say!("form-about-first"),
            Field::Clock => match self.clock() {
                None => say!("form-about-no-clock"),
                Some(clock) if clock.increment() == Millis::ZERO => {
                    say!("form-about-clock", time = time(clock.initial()))
                }
                Some(clock) => say!(
                    "form-about-clock-more",
                    time = time(clock.initial()),
                    more = time(clock.increment())
                ),
            },
            Field::Rated => say!("form-about-rated"),
            Field::Listed => say!("form-about-listed"),
            Field::Takebacks => say!("form-about-takebacks"),
            Field::Hints => match keymap.key(Screen::Table, Intent::Values) {
                Some(key) => say!("form-about-hints-key", key = key),
                None => say!("form-about-hints"),
            },
            Field::Spectators => say!("form-about-spectators"),
            Field::Opening => self
                .about_opening()
                .unwrap_or_else(|| say!("form-about-no-opening")),
            Field::YourOption(at) => option(0, at),
            Field::Option(at) => option(1, at),
            Field::ThinkTime => say!("form-about-think-time"),
            Field::Seed => say!("form-about-seed"),
            Field::OpenThoughts => say!("form-about-thoughts"),
            Field::Grace => say!("form-about-grace"),
            Field::Pace => say!("form-about-pace"),
            Field::Repeat => say!("form-about-repeat"),
            Field::InRow => match self.rules {
                CustomRules::Exact => say!("form-about-in-row-exact"),
                CustomRules::Falls | CustomRules::Free => say!("form-about-in-row"),
            },
            Field::Start => match (self.bot(self.you), self.bot(self.opponent)) {
                (_, Some(_)) => String::new(),
                (_, None) => say!("form-about-start"),
            },
        };
        plain(&about)
    }

    /// The values that can be typed on the chosen line.
    pub fn hint(&self, keymap: &KeyMap) -> String {
        let key = |intent| keymap.key(Screen::Form, intent);
        let field = self.fields().get(self.chosen).copied();
        let typed = match field.filter(|field| self.ruled_out(*field).is_none()) {
            Some(Field::Clock) => key(Intent::Clock).or_else(|| key(Intent::Edit)),
            Some(field) if field.is_written() => key(Intent::Edit),
            _ => None,
        };
        match (typed, field) {
            (None, _) => String::new(),
            (Some(key), Some(Field::Clock)) => say!("form-hint-clock", key = key),
            (Some(key), _) => say!("form-hint-typed", key = key),
        }
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
        let about = words::about_bot(bot);
        match level.map(|level| format!("{level:+}")) {
            Some(elo) => say!("form-about-bot-elo", elo = elo, about = about),
            None => about,
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

/// A time of a clock in words: whole minutes and hours, or else seconds.
fn time(time: Millis) -> String {
    match time.as_millis() {
        millis if millis % 3_600_000 == 0 => say!("form-hours", count = millis / 3_600_000),
        millis if millis % 60_000 == 0 => say!("form-minutes", count = millis / 60_000),
        millis if millis % 1000 == 0 => say!("form-seconds", count = millis / 1000),
        millis => say!("form-millis", count = millis),
    }
}
