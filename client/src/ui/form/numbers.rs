//! Numbers of the form that are stepped with left and right or written: options of bots, think time, seed, grace.

#[cfg(test)]
mod tests;

use protocol::id::Seed;
use protocol::spec::{BotSpec, BotSpecError, Grace, ThinkTime, span};
use protocol::view::BotOption;

use super::{Field, Form};
use crate::language::{Said, parsed};

/// Think times to step through, in milliseconds; the first is the usual one of the bot.
const THINK_TIMES: [u32; 7] = [0, 100, 500, 1_000, 5_000, 10_000, 60_000];

/// Graces to step through, in milliseconds; the first is that of the server.
const GRACES: [u32; 6] = [0, 30_000, 60_000, 300_000, 3_600_000, 86_400_000];

impl Field {
    /// True for a line whose value can be written.
    pub(super) fn is_written(self) -> bool {
        matches!(
            self,
            Self::YourOption(_) | Self::Option(_) | Self::ThinkTime | Self::Seed | Self::Grace
        )
    }
}

/// The value after or before `now` among `values`, without going around.
fn stepped(values: &[u32], now: u32, by: i8) -> u32 {
    let next = if by > 0 {
        values.iter().find(|value| **value > now)
    } else {
        values.iter().rev().find(|value| **value < now)
    };
    next.copied().unwrap_or(now)
}

impl Form {
    /// The options of the bot in a seat: 0 is this person's, 1 the other.
    pub(super) fn options_of(&self, seat: usize) -> &[BotOption] {
        let choice = [self.you, self.opponent][seat];
        self.bot(choice).map_or(&[], |bot| &bot.options)
    }

    /// The value of an option.
    pub(super) fn option_value(&self, seat: usize, option: &BotOption) -> i32 {
        let value = self.options[seat].get(&option.name).copied();
        value.map_or(option.default, |value| {
            value.clamp(option.least, option.most)
        })
    }

    /// Steps through an option: by one, or by a tenth of it where it is large.
    pub(super) fn change_option(&mut self, seat: usize, at: usize, by: i8) {
        let Some(option) = self.options_of(seat).get(at) else {
            return;
        };
        let value = self.option_value(seat, option);
        let step = (value / 10).max(1).saturating_mul(by.into());
        let value = value.saturating_add(step).clamp(option.least, option.most);
        let name = option.name.clone();
        self.options[seat].insert(name, value);
    }

    /// The bot with the options that differ from those it has by itself.
    pub(super) fn with_options(&self, seat: usize, bot: BotSpec) -> Result<BotSpec, BotSpecError> {
        let options = self.options_of(seat).iter();
        let values = options.map(|option| (option, self.option_value(seat, option)));
        let mut changed = values.filter(|(option, value)| *value != option.default);
        changed.try_fold(bot, |bot, (option, value)| {
            bot.with_option(&option.name, value)
        })
    }

    pub(super) fn change_think_time(&mut self, by: i8) {
        let now = self.think_time.map_or(0, ThinkTime::value);
        self.think_time = ThinkTime::new(stepped(&THINK_TIMES, now, by).into()).ok();
    }

    pub(super) fn change_grace(&mut self, by: i8) {
        let now = self.grace.map_or(0, Grace::value);
        self.grace = Grace::new(stepped(&GRACES, now, by).into()).ok();
    }

    pub(super) fn change_seed(&mut self, by: i8) {
        self.seed = match (self.seed, by > 0) {
            (None, true) => Some(Seed(1)),
            (None | Some(Seed(0 | 1)), false) => None,
            (Some(Seed(seed)), true) => Some(Seed(seed.saturating_add(1))),
            (Some(Seed(seed)), false) => Some(Seed(seed - 1)),
        };
    }

    /// The value of a line as it is written.
    pub(super) fn written(&self, field: Field) -> String {
        let option = |seat: usize, at: usize| {
            let option = self.options_of(seat).get(at);
            option.map(|option| self.option_value(seat, option).to_string())
        };
        match field {
            Field::YourOption(at) => option(0, at),
            Field::Option(at) => option(1, at),
            Field::ThinkTime => self.think_time.map(|time| time.value().to_string()),
            Field::Seed => self.seed.map(|seed| seed.to_string()),
            Field::Grace => self.grace.map(|grace| format!("{}s", grace.value() / 1000)),
            _ => None,
        }
        .unwrap_or_default()
    }

    /// Sets the line that is edited from text; `-` is the usual value.
    pub(in crate::ui) fn write_value(&mut self, text: &str) -> Result<(), String> {
        let Some(field) = self.edited else {
            return Ok(());
        };
        let text = Some(text).filter(|text| *text != "-");
        match field {
            Field::YourOption(at) => self.write_option(0, at, text)?,
            Field::Option(at) => self.write_option(1, at, text)?,
            Field::ThinkTime => self.think_time = read(text)?,
            Field::Seed => self.seed = read(text)?,
            Field::Grace => {
                let grace = |text: &str| {
                    let time = span(text).map_err(|error| error.said())?;
                    Grace::new(time.as_millis()).map_err(|error| error.said())
                };
                self.grace = text.map(grace).transpose()?;
            }
            _ => {}
        }
        Ok(())
    }

    fn write_option(&mut self, seat: usize, at: usize, text: Option<&str>) -> Result<(), String> {
        let Some(option) = self.options_of(seat).get(at) else {
            return Ok(());
        };
        let (name, bounds) = (option.name.clone(), option.least..=option.most);
        let value = text.map_or(Ok(option.default), |text| {
            let value = text.parse().ok().filter(|value| bounds.contains(value));
            value.ok_or_else(|| {
                let (least, most) = bounds.clone().into_inner();
                say!(
                    "form-fault-option",
                    name = name.as_str(),
                    least = least,
                    most = most,
                    text = format!("{text:?}")
                )
            })
        })?;
        self.options[seat].insert(name, value);
        Ok(())
    }
}

/// A value in text; none is the usual one.
fn read<T: std::str::FromStr>(text: Option<&str>) -> Result<Option<T>, String>
where
    T::Err: Said,
{
    text.map(parsed).transpose()
}
