//! The lines of the form in words.

use protocol::rules::CustomRules;
use protocol::spec::Depth;
use protocol::view::BotOffer;

use crate::ui::strength::in_words;

use super::{CLOCKS, Field, Form, Order, PACES};
use crate::language::{Said, words};

impl Form {
    /// The label of a line, and the choice made there.
    pub fn line(&self, field: Field) -> (&str, String) {
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        match field {
            Field::Game => (
                "Game",
                self.games[self.game].map_or("a board of your own".to_owned(), |game| game.said()),
            ),
            Field::Columns => ("Columns", self.board.columns.to_string()),
            Field::Rows => ("Rows", self.board.rows.to_string()),
            Field::InRow => ("In a row", self.board.in_row.to_string()),
            Field::Falls => (
                "Rules",
                match self.rules {
                    CustomRules::Falls => "discs fall".to_owned(),
                    CustomRules::Free => format!("{} in a row or more win", self.board.in_row),
                    CustomRules::Exact => format!("exactly {} in a row win", self.board.in_row),
                },
            ),
            Field::Opening => (
                "Opening",
                self.opening()
                    .map_or("none".to_owned(), |rule| rule.to_string()),
            ),
            Field::You => (
                "On your side",
                self.bot(self.you)
                    .map_or("you".to_owned(), |bot| format!("bot {}", bot.kind)),
            ),
            Field::Opponent => (
                "Opponent",
                self.bot(self.opponent)
                    .map_or("whoever comes".to_owned(), |bot| {
                        format!("bot {}", bot.kind)
                    }),
            ),
            Field::YourDepth => ("Its depth", self.depth_line(self.you, 0)),
            Field::Depth => ("Its depth", self.depth_line(self.opponent, 1)),
            Field::Order => (
                if self.opening().is_some() {
                    "Opens"
                } else {
                    "First move"
                },
                match (self.order, self.bot(self.you).is_some()) {
                    (Order::YouFirst, false) => "you",
                    (Order::YouFirst, true) => "the bot on your side",
                    (Order::OpponentFirst, _) => "the opponent",
                    (Order::Random, _) => "at random",
                }
                .to_owned(),
            ),
            Field::Clock => (
                "Clock",
                match (self.own_clock, CLOCKS[self.clock]) {
                    (Some(clock), _) => clock.to_string(),
                    (None, "") => "none".to_owned(),
                    (None, clock) => clock.to_owned(),
                },
            ),
            Field::Pace => (
                "Pace",
                match PACES[self.pace] {
                    0 => "as fast as they think".to_owned(),
                    pace => format!("at least {pace} ms a ply"),
                },
            ),
            Field::Repeat => ("Play again", format!("{} times", self.repeat)),
            Field::Listed => ("In the lobby", yes(self.listed)),
            Field::Takebacks => ("Takebacks", yes(self.takebacks)),
            Field::Hints => ("Hints", yes(self.hints)),
            Field::Spectators => ("Spectators", yes(self.spectators)),
            Field::OpenThoughts => ("Open thoughts", yes(self.open_thoughts)),
            Field::YourOption(at) => self.option_line(0, at),
            Field::Option(at) => self.option_line(1, at),
            Field::ThinkTime => (
                "Think time",
                self.think_time.map_or("as usual".to_owned(), |time| {
                    format!("{} ms a ply", time.value())
                }),
            ),
            Field::Seed => (
                "Seed",
                self.seed
                    .map_or("a new one".to_owned(), |seed| seed.to_string()),
            ),
            Field::Grace => (
                "Absence",
                self.grace.map_or("as the server has it".to_owned(), |_| {
                    self.written(Field::Grace)
                }),
            ),
            Field::Start => ("Start the game", String::new()),
        }
    }

    /// A hint about the chosen line; empty where there is none.
    pub fn about(&self) -> String {
        let about = |choice| self.bot(choice).map(|bot| self.about_bot(bot, choice));
        let option = |seat, at: usize| {
            let option = self.options_of(seat).get(at)?;
            let (least, most, usual) = (option.least, option.most, option.default);
            let about = words::about(&option.about);
            Some(format!(
                "{about}; {least} to {most}, {usual} by itself; e writes it"
            ))
        };
        match self.fields().get(self.chosen) {
            Some(Field::You | Field::YourDepth) => about(self.you),
            Some(Field::Opponent | Field::Depth) => {
                about(self.opponent).or(Some("a friend joins by the lobby or the code".to_owned()))
            }
            Some(Field::Clock) => Some(
                "time for the whole game, and what each ply adds; c writes one of your own"
                    .to_owned(),
            ),
            Some(Field::Listed) => {
                Some("otherwise only the code of the room leads there".to_owned())
            }
            Some(Field::Hints) => Some(
                "whether v shows during the game what each column is worth; after it v always does"
                    .to_owned(),
            ),
            Some(Field::Opening) => self.about_opening().map(str::to_owned),
            Some(&Field::YourOption(at)) => option(0, at),
            Some(&Field::Option(at)) => option(1, at),
            Some(Field::ThinkTime) => {
                Some("the most time of a bot for a ply, 10 to 60000 ms; e writes it".to_owned())
            }
            Some(Field::Seed) => {
                Some("the same seed gives the same choices of the bots; e writes it".to_owned())
            }
            Some(Field::OpenThoughts) => {
                Some("whether spectators see during the game what bots think".to_owned())
            }
            Some(Field::Grace) => Some(
                "how long a player is away before the other may claim the game; e writes it"
                    .to_owned(),
            ),
            Some(Field::InRow) => Some("as many stones in a row win, or more".to_owned()),
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
        .map(|about| crate::text::plain(&about))
        .unwrap_or_default()
    }

    fn option_line(&self, seat: usize, at: usize) -> (&str, String) {
        let option = self.options_of(seat).get(at);
        option.map_or(("", String::new()), |option| {
            let value = self.option_value(seat, option);
            (&option.name, value.to_string())
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
        let about = words::about(&bot.about);
        match (level, strength) {
            (Some(level), _) => format!("{level:+} Elo over random; {about}"),
            (None, Some(strength)) => format!("{strength}; {about}"),
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
            Some(format!(
                "{depth} plies ({})",
                crate::text::plain(&words::level(&preset.name))
            ))
        });
        named.unwrap_or_else(|| format!("{depth} plies"))
    }
}
