//! The lines of the form in words.

use protocol::rules::CustomRules;

use super::{CLOCKS, Field, Form, Order, PACES};

impl Form {
    /// The label of a line, and the choice made there.
    pub fn line(&self, field: Field) -> (&'static str, String) {
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let discs_fall = match self.rules {
            CustomRules::Falls => true,
            CustomRules::Free | CustomRules::Exact => false,
        };
        match field {
            Field::Game => (
                "Game",
                self.games[self.game].map_or("a board of your own".to_owned(), |game| game.title()),
            ),
            Field::Columns => ("Columns", self.board.columns.to_string()),
            Field::Rows => ("Rows", self.board.rows.to_string()),
            Field::InRow => ("In a row", self.board.in_row.to_string()),
            Field::Falls => ("Discs fall", yes(discs_fall)),
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
            Field::Start => ("Start the game", String::new()),
        }
    }

    /// A hint about the chosen line; empty where there is none.
    pub fn about(&self) -> String {
        let about = |choice| self.bot(choice).map(|bot| bot.about.clone());
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

    fn depth_line(&self, choice: usize, which: usize) -> String {
        let depth = self.depths[which];
        let named = self.bot(choice).and_then(|bot| {
            let preset = bot
                .presets
                .iter()
                .find(|preset| preset.depth.value() == depth)?;
            Some(format!(
                "{depth} plies ({})",
                crate::text::plain(&preset.name)
            ))
        });
        named.unwrap_or_else(|| format!("{depth} plies"))
    }
}
