//! The game to play from the first screen, and its opponent.

use std::fmt;
use std::str::FromStr;

use protocol::rules::Variant;
use protocol::spec::Depth;
use protocol::view::{BotOffer, Preset};

use crate::args::{DemoArgs, NewArgs, SeatArg};
use crate::choices::Choices;
use crate::text::plain;
use crate::ui::strength::in_words;
use crate::words;
use crate::words::players::LEVELS;

/// The game and the opponent of the first screen.
#[derive(Debug)]
pub struct ToPlay {
    game: Variant,
    /// The bots of a server in this program that play the game, the levels first.
    bots: Vec<BotOffer>,
    opponent: Opponent,
    /// The opponent that was chosen last, who comes back with a game that has them.
    chosen: Opponent,
}

/// An opponent on the first screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A bot, at a depth where it searches.
    Bot(String, Option<Depth>),
    /// A person on this network.
    Friend,
    /// Nobody: two bots play, and this person watches.
    Watch,
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(kind, None) => write!(f, "bot:{kind}"),
            Self::Bot(kind, Some(depth)) => write!(f, "bot:{kind}:{depth}"),
            Self::Friend => f.write_str("friend"),
            Self::Watch => f.write_str("watch"),
        }
    }
}

impl FromStr for Opponent {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match (text, text.parse()) {
            ("friend", _) => Ok(Self::Friend),
            ("watch", _) => Ok(Self::Watch),
            (_, Ok(SeatArg::Bot { kind, level, .. })) => {
                let depth = level.map(|level| level.parse()).transpose();
                Ok(Self::Bot(kind, depth.map_err(|_no_depth| ())?))
            }
            _ => Err(()),
        }
    }
}

impl ToPlay {
    /// Begins with the choices of the last time, as far as these bots have them.
    pub(super) fn new() -> Self {
        let game = Variant::named("connect-four").expect("a variant of ours");
        let opponent = Opponent::Friend;
        let mut to_play = Self {
            bots: bots_for(game),
            game,
            chosen: opponent.clone(),
            opponent,
        };
        to_play.choose(to_play.usual());
        to_play
    }

    /// Takes the choices of the last time, as far as there are such games and bots.
    pub(super) fn remember(&mut self, choices: &Choices) {
        let game = choices
            .game
            .as_deref()
            .and_then(|game| Variant::named(game).ok());
        self.take_game(game.unwrap_or(self.game));
        let opponent = choices.opponent.as_ref();
        let opponent = opponent.and_then(|text| text.parse().ok());
        let opponent = opponent.filter(|opponent| self.opponents().contains(opponent));
        self.choose(opponent.unwrap_or_else(|| self.usual()));
    }

    fn take_game(&mut self, game: Variant) {
        self.bots = bots_for(game);
        self.game = game;
    }

    fn choose(&mut self, opponent: Opponent) {
        self.chosen = opponent.clone();
        self.opponent = opponent;
    }

    /// The game.
    pub fn game(&self) -> Variant {
        self.game
    }

    /// The opponent.
    pub fn opponent(&self) -> &Opponent {
        &self.opponent
    }

    /// Changes the game; the opponent that was chosen stays, and comes back where a game between has none of the like.
    pub(super) fn change_game(&mut self, by: isize) {
        let games: Vec<_> = Variant::fixed().collect();
        self.take_game(turned(&games, &self.game, by));
        self.opponent = if self.opponents().contains(&self.chosen) {
            self.chosen.clone()
        } else {
            self.usual()
        };
    }

    /// Changes the opponent.
    pub(super) fn change_opponent(&mut self, by: isize) {
        self.choose(turned(&self.opponents(), &self.opponent, by));
    }

    /// The opponents of the game: the levels, the other bots at each of their depths with a name, a friend, or nobody.
    fn opponents(&self) -> Vec<Opponent> {
        let mut opponents = Vec::new();
        for bot in &self.bots {
            let mut depths: Vec<_> = bot.presets.iter().map(|preset| preset.depth).collect();
            depths.extend(bot.default_depth);
            depths.sort_unstable();
            depths.dedup();
            let levels = depths.into_iter().map(Some);
            let kind = &bot.kind;
            if bot.depths.is_none() {
                opponents.push(Opponent::Bot(kind.clone(), None));
            } else {
                opponents.extend(levels.map(|depth| Opponent::Bot(kind.clone(), depth)));
            }
        }
        opponents.extend([Opponent::Friend, Opponent::Watch]);
        opponents
    }

    /// A bot that most people can beat, and that answers at once; a friend where there is none.
    fn usual(&self) -> Opponent {
        let usual = "bot:level:3".parse().ok();
        let usual = usual.filter(|usual| self.opponents().contains(usual));
        usual.unwrap_or(Opponent::Friend)
    }

    fn offer(&self) -> Option<(&BotOffer, Option<Depth>)> {
        let Opponent::Bot(kind, depth) = &self.opponent else {
            return None;
        };
        let offer = self.bots.iter().find(|bot| bot.kind == *kind)?;
        Some((offer, *depth))
    }

    /// The opponent in words.
    pub(super) fn opponent_line(&self) -> String {
        match (&self.opponent, self.offer()) {
            (Opponent::Friend, _) => say!("home-opponent-friend"),
            (Opponent::Watch, _) => say!("home-opponent-watch"),
            (Opponent::Bot(kind, _), None) => say!("home-opponent-bot", kind = kind.as_str()),
            (Opponent::Bot(kind, _), Some((offer, depth))) if kind == LEVELS => {
                let level = preset_name(offer, depth).unwrap_or_default();
                say!("home-opponent-level", level = level)
            }
            (Opponent::Bot(kind, _), Some((offer, depth))) => {
                let words = [preset_name(offer, depth), depth_in_words(offer, depth)];
                let words: Vec<_> = words.into_iter().flatten().collect();
                match &words[..] {
                    [] => say!("home-opponent-bot", kind = kind.as_str()),
                    words => say!(
                        "home-opponent-bot-words",
                        kind = kind.as_str(),
                        words = words.join(", ")
                    ),
                }
            }
        }
    }

    /// A hint about the bot: whom it beats, and what it does.
    pub(super) fn about_bot(&self) -> Option<String> {
        let (offer, depth) = self.offer()?;
        let about = plain(&words::about_bot(offer));
        let level = preset(offer, depth).and_then(|preset| preset.level);
        let words = in_words(&offer.kind, depth, self.game);
        Some(match (level.or(offer.level), words) {
            (Some(level), _) => say!(
                "form-about-bot-elo",
                elo = format!("{level:+}"),
                about = about
            ),
            (None, Some(words)) => say!("form-about-bot", strength = words, about = about),
            (None, None) => about,
        })
    }

    /// The room of the game, with the person first.
    pub(super) fn room(&self) -> NewArgs {
        let demo = DemoArgs {
            game: self.game,
            ..DemoArgs::default()
        };
        let me = SeatArg::Me;
        match &self.opponent {
            Opponent::Watch => demo.room(),
            Opponent::Friend => NewArgs {
                first: me,
                second: SeatArg::Open,
                private: false,
                ..demo.room()
            },
            Opponent::Bot(..) => NewArgs {
                first: me,
                second: self.opponent.to_string().parse().unwrap_or(SeatArg::Open),
                ..demo.room()
            },
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

fn preset(offer: &BotOffer, depth: Option<Depth>) -> Option<&Preset> {
    let mut presets = offer.presets.iter();
    presets.find(|preset| Some(preset.depth) == depth)
}

fn preset_name(offer: &BotOffer, depth: Option<Depth>) -> Option<String> {
    preset(offer, depth).map(|preset| plain(&words::level(&preset.name)))
}

/// The depth in words; none for a bot that does not search.
fn depth_in_words(offer: &BotOffer, depth: Option<Depth>) -> Option<String> {
    let (_, most) = offer.depths?;
    Some(match depth? {
        depth if depth == most => say!("home-depth-full"),
        depth => say!("home-depth", count = depth.value()),
    })
}

/// The choice `by` places after `from`, around the end.
fn turned<T: Clone + PartialEq>(choices: &[T], from: &T, by: isize) -> T {
    let at = choices.iter().position(|choice| choice == from);
    let step = by.rem_euclid(choices.len() as isize).unsigned_abs();
    choices[(at.unwrap_or(0) + step) % choices.len()].clone()
}
