//! Options: numbers by which whoever seats a bot changes how it plays.

use protocol::spec::{BotSpec, OptionRange};

/// An option that a bot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name in a [`BotSpec`].
    pub name: &'static str,
    /// One sentence about it, for people who choose an opponent.
    pub about: &'static str,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
    /// The value where none is given.
    pub default: i32,
}

impl OptionSpec {
    /// The bounds of its value.
    fn range(&self) -> OptionRange {
        OptionRange::new(self.name, self.least, self.most)
    }
}

/// The options that a bot is given; the others have their defaults.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a>(Option<&'a BotSpec>);

impl<'a> From<&'a BotSpec> for Options<'a> {
    fn from(bot: &'a BotSpec) -> Self {
        Self(Some(bot))
    }
}

impl Options<'_> {
    /// The value of `option`, within its bounds whoever wrote it.
    pub fn value(self, option: OptionSpec) -> i32 {
        let given = self.0.and_then(|bot| bot.option(option.name));
        given.map_or(option.default, |value| {
            value.clamp(option.least, option.most)
        })
    }
}

/// The bot with those of its options that change something: an option at its default is left out, so that two texts
/// of the same bot are the same.
///
/// # Errors
///
/// The options that there are, or the one whose value is out of bounds.
pub fn checked(there_are: &[OptionSpec], bot: &BotSpec) -> Result<BotSpec, Vec<OptionRange>> {
    let bare = bot.without_options();
    bot.options().try_fold(bare, |kept, (name, value)| {
        let option = there_are.iter().find(|option| option.name == name);
        let option =
            option.ok_or_else(|| there_are.iter().map(OptionSpec::range).collect::<Vec<_>>())?;
        if !(option.least..=option.most).contains(&value) {
            return Err(vec![option.range()]);
        }
        if value == option.default {
            return Ok(kept);
        }
        Ok(kept
            .with_option(name, value)
            .expect("it was an option of the same bot"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEED: OptionSpec = OptionSpec {
        name: "speed",
        about: "",
        least: 0,
        most: 10,
        default: 3,
    };
    const SIZE: OptionSpec = OptionSpec {
        name: "size",
        least: -5,
        ..SPEED
    };

    fn read(text: &str) -> BotSpec {
        text.parse().unwrap()
    }

    #[test]
    fn an_option_at_its_default_is_left_out() {
        for (given, kept) in [
            ("hal", "hal"),
            ("hal:4,speed=3", "hal:4"),
            ("hal,speed=3,size=-5", "hal,size=-5"),
            ("hal,speed=10,size=4", "hal,size=4,speed=10"),
        ] {
            let bot = checked(&[SPEED, SIZE], &read(given)).unwrap();
            assert_eq!(bot.to_string(), kept);
        }
    }

    #[test]
    fn an_option_that_cannot_be_is_refused_with_those_that_can() {
        let (speed, size) = (SPEED.range(), SIZE.range());
        for (given, there_are, expected) in [
            ("hal,spede=3", &[SPEED, SIZE][..], &[&speed, &size][..]),
            ("hal,speed=11", &[SPEED, SIZE], &[&speed]),
            ("hal,size=-6", &[SPEED, SIZE], &[&size]),
            ("hal,size=1", &[], &[]),
        ] {
            let possible = checked(there_are, &read(given)).unwrap_err();
            assert!(possible.iter().eq(expected.iter().copied()), "{given}");
        }
    }

    #[test]
    fn a_value_is_within_its_bounds_whoever_wrote_it() {
        assert_eq!(Options::default().value(SPEED), 3);
        for (text, value) in [("hal", 3), ("hal,speed=7", 7), ("hal,speed=99", 10)] {
            assert_eq!(Options::from(&read(text)).value(SPEED), value, "{text}");
        }
    }
}
