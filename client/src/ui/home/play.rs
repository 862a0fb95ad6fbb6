//! The game to play from the first screen, with the bot and the friend that were chosen last.

use std::fmt;
use std::str::FromStr;

use protocol::rules::Variant;
use protocol::spec::{Depth, OpeningRule};
use protocol::view::{BotOffer, Preset};

use crate::args::{DemoArgs, NewArgs, RatingArgs, SeatArg};
use crate::choices::Choices;
use crate::language::Id;
use crate::text::plain;
use crate::words;
use crate::words::players::LEVELS;

/// The game and the opponents of the first screen.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct ToPlay {
    game: Variant,
    /// The bots of a server in this program that play the game, the levels first.
    bots: Vec<BotOffer>,
    /// The bot that was chosen last; a game that does not have it is played against the usual one.
    bot: Bot,
    /// The place where a friend plays.
    pub friend: Friend,
    /// The kind of game that was begun last.
    pub last: Opponent,
    /// True if games show what moves are worth.
    pub hints: bool,
    /// True if games begin with the opening swap2, as far as they and the bot have it.
    pub swap2: bool,
    /// True if games against a friend do not count for ratings.
    pub unrated: bool,
    /// The chosen line of the list.
    pub(super) chosen: usize,
    /// True while the bots beside the levels are listed.
    pub(super) has_others: bool,
}

/// A bot, at a depth where it searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// The kind.
    pub kind: String,
    /// The depth.
    pub depth: Option<Depth>,
}

/// The place where a friend plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Friend {
    /// On another machine of this network.
    #[default]
    Network,
    /// At this keyboard, in turns.
    Keyboard,
}

/// The kind of a game that begins on the first screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// Against a bot.
    #[default]
    Bot,
    /// Against a friend.
    Friend,
    /// Two bots play, and this person watches.
    Watch,
}

/// The level that most people can beat.
const USUAL: u64 = 3;

/// The names of the levels; that of the last one is another where games are not solved.
const NAMES: [Id; 9] = [
    id!("home-level-1"),
    id!("home-level-2"),
    id!("home-level-3"),
    id!("home-level-4"),
    id!("home-level-5"),
    id!("home-level-6"),
    id!("home-level-7"),
    id!("home-level-8"),
    id!("home-level-9"),
];

/// A sentence about each level.
const ABOUT: [Id; 9] = [
    id!("home-about-level-1"),
    id!("home-about-level-2"),
    id!("home-about-level-3"),
    id!("home-about-level-4"),
    id!("home-about-level-5"),
    id!("home-about-level-6"),
    id!("home-about-level-7"),
    id!("home-about-level-8"),
    id!("home-about-level-9"),
];

impl Bot {
    /// A bot of this level.
    pub fn level(depth: Depth) -> Self {
        Self {
            kind: LEVELS.to_owned(),
            depth: Some(depth),
        }
    }

    /// The usual opponent of a new person.
    fn usual() -> Self {
        Self::level(Depth::new(USUAL).expect("a level is a depth"))
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            None => write!(f, "bot:{}", self.kind),
            Some(depth) => write!(f, "bot:{}:{depth}", self.kind),
        }
    }
}

impl FromStr for Bot {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let Ok(SeatArg::Bot { kind, level, .. }) = text.parse() else {
            return Err(());
        };
        let depth = level.map(|level| level.parse()).transpose();
        let depth = depth.map_err(|_no_depth| ())?;
        Ok(Self { kind, depth })
    }
}

impl ToPlay {
    pub(super) fn new() -> Self {
        let game = Variant::named("connect-four").expect("a variant of ours");
        Self {
            game,
            bots: bots_for(game),
            bot: Bot::usual(),
            friend: Friend::default(),
            last: Opponent::default(),
            hints: false,
            swap2: false,
            unrated: false,
            chosen: 0,
            has_others: false,
        }
    }

    /// Takes the choices of the last time, as far as there are such games and bots.
    pub(super) fn remember(&mut self, choices: &Choices) {
        let game = choices.game.as_deref();
        if let Some(game) = game.and_then(|game| Variant::named(game).ok()) {
            self.take_game(game);
        }
        let bot = choices.bot.as_ref().and_then(|text| text.parse().ok());
        self.bot = bot.unwrap_or_else(Bot::usual);
        self.friend = match choices.friend.as_deref() {
            Some("keyboard") => Friend::Keyboard,
            _ => Friend::Network,
        };
        self.last = match choices.last.as_deref() {
            Some("friend") => Opponent::Friend,
            Some("watch") => Opponent::Watch,
            _ => Opponent::Bot,
        };
        (self.hints, self.swap2, self.unrated) = (choices.hints, choices.swap2, choices.unrated);
    }

    /// Writes the choices for the next time.
    pub(super) fn note(&self, choices: &mut Choices) {
        choices.game = Some(self.game.to_string());
        choices.bot = Some(self.bot.to_string());
        let friend = match self.friend {
            Friend::Network => "network",
            Friend::Keyboard => "keyboard",
        };
        choices.friend = Some(friend.to_owned());
        let last = match self.last {
            Opponent::Bot => "bot",
            Opponent::Friend => "friend",
            Opponent::Watch => "watch",
        };
        choices.last = Some(last.to_owned());
        (choices.hints, choices.swap2, choices.unrated) = (self.hints, self.swap2, self.unrated);
    }

    fn take_game(&mut self, game: Variant) {
        self.bots = bots_for(game);
        self.game = game;
    }

    /// The game.
    pub fn game(&self) -> Variant {
        self.game
    }

    /// True if the game has the opening swap2.
    pub(super) fn has_swap2(&self) -> bool {
        OpeningRule::Swap2.is_played_in(self.game)
    }

    /// True if a game against a friend counts for ratings: with hints it never does.
    pub(super) fn is_rated(&self) -> bool {
        !self.unrated && !self.hints
    }

    /// Changes the game to the next one.
    pub(in crate::ui) fn next_game(&mut self) {
        let games: Vec<_> = Variant::fixed().collect();
        let place = games.iter().position(|game| *game == self.game);
        let next = place.map_or(0, |place| (place + 1) % games.len());
        self.take_game(games[next]);
    }

    /// The bot of the game: the one that was chosen last, or the usual one where that does not play it at this depth.
    pub fn bot(&self) -> Bot {
        let is_offered = |bot: &Bot| {
            let offer = self.offer(bot);
            offer.is_some_and(|offer| match (bot.depth, offer.depths) {
                (None, depths) => depths.is_none() || offer.default_depth.is_some(),
                (Some(depth), Some((least, most))) => (least..=most).contains(&depth),
                (Some(_), None) => false,
            })
        };
        Some(&self.bot)
            .filter(|bot| is_offered(bot))
            .cloned()
            .unwrap_or_else(Bot::usual)
    }

    pub(in crate::ui) fn choose_bot(&mut self, bot: Bot) {
        self.bot = bot;
    }

    fn offer(&self, bot: &Bot) -> Option<&BotOffer> {
        self.bots.iter().find(|offer| offer.kind == bot.kind)
    }

    /// The levels of the game, the weakest first, each with its name.
    pub(in crate::ui) fn levels(&self) -> Vec<(Depth, String)> {
        let levels = self.bots.iter().find(|offer| offer.kind == LEVELS);
        let presets = levels.into_iter().flat_map(|offer| &offer.presets);
        presets
            .map(|preset| (preset.depth, self.level_name(preset.depth)))
            .collect()
    }

    fn level_name(&self, depth: Depth) -> String {
        let is_solved = Variant::named("connect-four") == Ok(self.game);
        match NAMES.get(usize::from(depth.value()) - 1) {
            Some(_) if usize::from(depth.value()) == NAMES.len() && !is_solved => {
                say!("home-level-champion")
            }
            Some(name) => name.said(),
            None => depth.to_string(),
        }
    }

    /// A sentence about a level.
    pub(in crate::ui) fn about_level(&self, depth: Depth) -> String {
        let is_solved = Variant::named("connect-four") == Ok(self.game);
        match ABOUT.get(usize::from(depth.value()) - 1) {
            Some(_) if usize::from(depth.value()) == ABOUT.len() && !is_solved => {
                say!("home-about-champion")
            }
            Some(about) => about.said(),
            None => String::new(),
        }
    }

    /// The bots beside the levels.
    pub(in crate::ui) fn other_bots(&self) -> impl Iterator<Item = &BotOffer> {
        self.bots.iter().filter(|offer| offer.kind != LEVELS)
    }

    /// The bot of the game in words: "level 4, steady".
    pub(in crate::ui) fn bot_in_words(&self) -> String {
        let bot = self.bot();
        match (bot.kind.as_str(), bot.depth, self.offer(&bot)) {
            (LEVELS, Some(depth), _) => {
                let name = self.level_name(depth);
                say!("home-bot-level", number = depth.value(), name = name)
            }
            (kind, Some(depth), Some(offer)) => {
                let depth = depth_in_words(offer, depth);
                say!("home-bot-depth", kind = kind, depth = depth)
            }
            (kind, ..) => kind.to_owned(),
        }
    }

    /// The level of the bot, or its kind.
    pub(super) fn bot_in_short(&self) -> String {
        let bot = self.bot();
        match (bot.kind.as_str(), bot.depth) {
            (LEVELS, Some(depth)) => say!("words-level-number", number = depth.value().to_string()),
            (kind, _) => kind.to_owned(),
        }
    }

    /// The room of such a game, with the person first.
    pub(super) fn room(&self, opponent: Opponent) -> NewArgs {
        let demo = DemoArgs {
            game: self.game,
            ..DemoArgs::default()
        };
        let bot = self.bot();
        let opens = |rule| {
            let offer = self.offer(&bot);
            offer.is_some_and(|offer| offer.openings.contains(&rule))
        };
        let swap2 = OpeningRule::Swap2;
        let has_swap2 = self.swap2 && self.has_swap2();
        let second = match (opponent, self.friend) {
            (Opponent::Watch, _) => return demo.room(),
            (Opponent::Bot, _) => bot.to_string().parse(),
            (Opponent::Friend, _) => Ok(SeatArg::Open),
        };
        NewArgs {
            first: SeatArg::Me,
            second: second.unwrap_or(SeatArg::Open),
            private: opponent == Opponent::Bot || self.friend == Friend::Keyboard,
            opening: Some(swap2)
                .filter(|rule| has_swap2 && (opponent == Opponent::Friend || opens(*rule))),
            hints: self.hints,
            rating: RatingArgs {
                rated: false,
                unrated: self.unrated,
            },
            ..demo.room()
        }
    }
}

/// The bots of a server in this program that play the game, the levels first.
#[cfg(feature = "host")]
fn bots_for(game: Variant) -> Vec<BotOffer> {
    let mut bots = crate::host::bots_for(game);
    bots.sort_by_key(|bot| bot.kind != LEVELS);
    bots
}

/// There is no server in this program.
#[cfg(not(feature = "host"))]
fn bots_for(_: Variant) -> Vec<BotOffer> {
    Vec::new()
}

/// A depth of a bot in words: the name that it has, or the number of plies.
fn depth_in_words(offer: &BotOffer, depth: Depth) -> String {
    let mut presets = offer.presets.iter();
    let preset = presets.find(|preset: &&Preset| preset.depth == depth);
    match preset {
        Some(preset) => plain(&words::level(&preset.name)),
        None => say!("home-depth", count = depth.value()),
    }
}
