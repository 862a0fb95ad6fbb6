//! The opponents to choose from, for a game that begins on the first screen: the levels, other bots, and friends.

use protocol::rules::Variant;
use protocol::spec::Depth;
use protocol::view::BotOffer;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{Bot, Friend, Opponent, row};
use crate::board::Look;
use crate::input::{Binding, Intent, Key, bind};
use crate::language::Said;
use crate::text::plain;
use crate::ui::text::wrapped;
use crate::ui::widgets::list::{List, Row, fit_rows};
use crate::ui::{Action, App, Page, PromptKind, Scene, Screen, Target, roles, step};
use crate::words;

/// The list of opponents.
#[derive(Debug, Default)]
pub struct Opponents {
    /// The chosen line.
    chosen: usize,
    /// True while the bots beside the levels are listed.
    has_others: bool,
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Level(Depth, String),
    /// Leads to the bots beside the levels.
    Others,
    /// Such a bot, by its kind.
    Bot(String),
    Friend(Friend),
    /// A choice for every game that begins here.
    Hints,
    /// The same.
    Opening,
    /// The same, of games against a friend.
    Rated,
}

impl App {
    /// Opens the list, where the opponent of this kind that was chosen last is chosen.
    pub(super) fn open_opponents(&mut self, opponent: Opponent) {
        self.opponents = Opponents::default();
        self.opponents.chosen = self.place_of(opponent);
        self.screen = Screen::Opponents;
    }

    fn place_of(&self, opponent: Opponent) -> usize {
        let bot = self.home.to_play.bot();
        let friend = Item::Friend(self.home.to_play.friend);
        let items = self.opponents();
        let place = items.iter().position(|item| match (opponent, item) {
            (Opponent::Friend, item) => *item == friend,
            (_, Item::Level(depth, _)) => Bot::level(*depth) == bot,
            _ => false,
        });
        let others = items.iter().position(|item| *item == Item::Others);
        place.or(others).unwrap_or_default()
    }

    fn opponents(&self) -> Vec<Item> {
        let to_play = &self.home.to_play;
        if self.opponents.has_others {
            let bots = to_play.other_bots();
            return bots.map(|bot| Item::Bot(bot.kind.clone())).collect();
        }
        let levels = to_play.levels().into_iter();
        let levels = levels.map(|(depth, name)| Item::Level(depth, name));
        let others = to_play.other_bots().next().map(|_| Item::Others);
        let friends = [Friend::Network, Friend::Keyboard].map(Item::Friend);
        let opening = to_play.has_swap2().then_some(Item::Opening);
        // Ratings need a name that a key owns.
        let rated = self.home.me.key.as_ref().map(|_| Item::Rated);
        let options = [Some(Item::Hints), opening, rated].into_iter().flatten();
        let all = levels.chain(others).chain(friends).chain(options);
        all.collect()
    }

    fn on_opponents_intent(&mut self, intent: Intent) -> Vec<Action> {
        let items = self.opponents();
        match intent {
            Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => step(&mut self.opponents.chosen, intent, items.len()),
            Intent::NextGame => {
                self.home.to_play.next_game();
                let last = self.opponents().len().saturating_sub(1);
                self.opponents.chosen = self.opponents.chosen.min(last);
            }
            Intent::Rules => self.show_rules(self.home.to_play.game(), None),
            Intent::Column(column) => {
                let wanted = column + 1;
                let is_wanted =
                    |item: &Item| matches!(item, Item::Level(depth, _) if depth.value() == wanted);
                if let Some(place) = items.iter().position(is_wanted) {
                    self.opponents.chosen = place;
                }
            }
            Intent::Back if self.opponents.has_others => {
                self.opponents.has_others = false;
                let items = self.opponents();
                let others = items.iter().position(|item| *item == Item::Others);
                self.opponents.chosen = others.unwrap_or_default();
            }
            Intent::Back => self.screen = Screen::Home,
            Intent::Choose => {
                if let Some(item) = items.get(self.opponents.chosen) {
                    return self.choose_opponent(item.clone());
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// True if the chosen line of the list is a choice for every game.
    pub(in crate::ui) fn is_option_chosen(&self) -> bool {
        let items = self.opponents();
        let chosen = items.get(self.opponents.chosen);
        let is_option = matches!(chosen, Some(Item::Hints | Item::Opening | Item::Rated));
        self.screen == Screen::Opponents && is_option
    }

    fn choose_opponent(&mut self, item: Item) -> Vec<Action> {
        match item {
            Item::Level(depth, _) => self.play_bot(Bot::level(depth)),
            Item::Others => {
                self.opponents.has_others = true;
                self.opponents.chosen = 0;
                Vec::new()
            }
            Item::Bot(kind) => {
                let usual = self.other_bot(&kind);
                let usual = usual.and_then(|bot| bot.depths.and(bot.default_depth));
                match usual {
                    Some(usual) => {
                        self.open_prompt_with(PromptKind::Depth, &usual.value().to_string())
                    }
                    None => self.play_bot(Bot { kind, depth: None }),
                }
            }
            Item::Hints | Item::Opening | Item::Rated => {
                let to_play = &mut self.home.to_play;
                let choice = match item {
                    Item::Hints => &mut to_play.hints,
                    Item::Opening => &mut to_play.swap2,
                    _ => &mut to_play.unrated,
                };
                *choice = !*choice;
                Vec::new()
            }
            Item::Friend(friend) => {
                self.home.to_play.friend = friend;
                self.screen = Screen::Home;
                self.play_from_home(Opponent::Friend)
            }
        }
    }

    /// Takes the depth that was typed for the chosen bot, and plays against it.
    pub(in crate::ui) fn take_depth(&mut self, text: &str) -> Vec<Action> {
        let items = self.opponents();
        let Some(Item::Bot(kind)) = items.get(self.opponents.chosen) else {
            return Vec::new();
        };
        let depths = self.other_bot(kind).and_then(|bot| bot.depths);
        let (least, most) = depths.unwrap_or((Depth::MIN, Depth::MAX));
        let depth = text.parse().ok();
        let Some(depth) = depth.filter(|depth| (least..=most).contains(depth)) else {
            let problem = say!(
                "prompts-no-depth",
                least = least.value(),
                most = most.value()
            );
            return self.correct_prompt(PromptKind::Depth, text, problem);
        };
        self.play_bot(Bot {
            kind: kind.clone(),
            depth: Some(depth),
        })
    }

    /// A bot beside the levels.
    fn other_bot(&self, kind: &str) -> Option<&BotOffer> {
        let mut bots = self.home.to_play.other_bots();
        bots.find(|bot| bot.kind == kind)
    }

    fn play_bot(&mut self, bot: Bot) -> Vec<Action> {
        self.home.to_play.choose_bot(bot);
        self.opponents.has_others = false;
        self.screen = Screen::Home;
        self.play_from_home(Opponent::Bot)
    }

    /// A sentence about a line.
    fn about_opponent(&self, item: &Item) -> String {
        match item {
            Item::Level(depth, _) => self.home.to_play.about_level(*depth),
            Item::Others => say!("home-about-other-bots"),
            Item::Bot(kind) => {
                let bot = self.other_bot(kind);
                bot.map_or(String::new(), |bot| plain(&words::about_bot(bot)))
            }
            Item::Friend(Friend::Network) => match self.home.found.first() {
                _ if self.home.hosted.is_some() => say!("home-about-friend-hosted"),
                Some(found) => say!("home-about-friend-found", server = plain(&found.name)),
                None => say!("home-about-friend-network"),
            },
            Item::Friend(Friend::Keyboard) => say!("home-about-friend-keyboard"),
            Item::Hints => match self.keymap.key(Screen::Table, Intent::Values) {
                Some(key) => say!("form-about-hints-key", key = key),
                None => say!("form-about-hints"),
            },
            Item::Opening => say!("form-about-swap2"),
            Item::Rated => say!("form-about-rated"),
        }
    }
}

impl Page for Opponents {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Enter, Right};
        &[
            bind(
                &[Enter, Char(' '), Right],
                Intent::Choose,
                id!("keys-start"),
                true,
            ),
            bind(&[Char('g')], Intent::NextGame, id!("keys-next-game"), true),
            bind(&[Char('i')], Intent::Rules, id!("keys-rules"), true),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_opponents_intent(intent)
    }

    fn chosen(app: &mut App) -> Option<&mut usize> {
        Some(&mut app.opponents.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw_list(app, true, scene.look, frame, place(area));
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        let area = place(area);
        let (list, _) = parts(area);
        list_of(&app.opponents(), app.opponents.chosen, list).target_at(at)
    }
}

/// The list on a screen of its own.
fn place(area: Rect) -> Rect {
    let width = area.width.min(76);
    Rect {
        x: area.x + (area.width - width) / 2,
        width,
        ..area
    }
}

/// The rows of the list, and those of the sentence below it; the first has the games.
fn parts(area: Rect) -> (Rect, Rect) {
    let games = match area.height {
        0..6 => 0,
        6..17 => 1,
        _ => 2,
    };
    let about = match area.height {
        0..12 => 0,
        12..16 => 1,
        _ => 3,
    };
    let list = Rect {
        y: area.y + games,
        height: area.height - games - about,
        ..area
    };
    let about = Rect {
        y: list.bottom(),
        height: about,
        ..area
    };
    (list, about)
}

fn list_of(items: &[Item], chosen: usize, area: Rect) -> List {
    let title = |title| Row::Title(title, Vec::new());
    let mut rows = vec![title(say!("home-bots"))];
    for (at, item) in items.iter().enumerate() {
        if *item == Item::Friend(Friend::Network) {
            rows.extend([Row::Gap, title(say!("home-friends"))]);
        }
        if *item == Item::Hints {
            rows.push(Row::Gap);
        }
        rows.push(Row::Line(at));
    }
    fit_rows(&mut rows, area.height.into());
    List::new(rows, chosen, area)
}

/// Draws the list; without the focus it shows beside the first screen what is chosen there.
pub(super) fn draw_list(
    app: &App,
    has_focus: bool,
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let (list, about) = parts(area);
    let chosen = if has_focus {
        app.opponents.chosen
    } else {
        app.place_of(app.opponent_shown())
    };
    if list.y > area.y {
        let games = games(app.home.to_play.game(), area.width, look);
        frame.render_widget(games, Rect { height: 1, ..area });
    }
    let items = app.opponents();
    list_of(&items, chosen, list).draw(look, frame, |at, width| {
        item(app, &items[at], (at == chosen, has_focus), width, look)
    });
    let text = items.get(chosen).map(|item| app.about_opponent(item));
    let text = wrapped(&text.unwrap_or_default(), about.width.into());
    let gap = u16::from(about.height > 2);
    for (line, y) in text.into_iter().zip(about.y + gap..about.bottom()) {
        frame.render_widget(
            Line::from(line),
            Rect {
                y,
                height: 1,
                ..about
            },
        );
    }
}

impl App {
    /// The kind of opponent that the chosen line of the first screen has.
    fn opponent_shown(&self) -> Opponent {
        use super::HomeItem;
        match self.home.items().get(self.home.chosen) {
            Some(HomeItem::Play(Opponent::Friend)) => Opponent::Friend,
            _ => Opponent::Bot,
        }
    }
}

fn item(app: &App, item: &Item, chosen: (bool, bool), width: u16, look: &Look) -> Line<'static> {
    let to_play = &app.home.to_play;
    let option = |label: String, value: String| format!("    {label}: {value}");
    let yes = |yes| {
        if yes {
            say!("form-yes")
        } else {
            say!("form-no")
        }
    };
    let name = match item {
        Item::Level(depth, name) => format!(" {}  {name}", depth.value()),
        Item::Others => format!("    {}", say!("home-other-bots")),
        Item::Bot(kind) => kind.clone(),
        Item::Friend(Friend::Network) => format!("    {}", say!("home-friend-network")),
        Item::Friend(Friend::Keyboard) => format!("    {}", say!("home-friend-keyboard")),
        Item::Hints => option(say!("form-hints"), yes(to_play.hints)),
        Item::Opening if to_play.swap2 => option(say!("form-opening"), "swap2".to_owned()),
        Item::Opening => option(say!("form-opening"), say!("form-no-opening")),
        Item::Rated => option(say!("form-rated"), yes(to_play.is_rated())),
    };
    row([&name, "", ""], 0, chosen, width, look)
}

/// The games, as many as there is room for, the one to be played first among them.
fn games(game: Variant, width: u16, look: &Look) -> Line<'static> {
    let all: Vec<_> = Variant::fixed().collect();
    let place = all.iter().position(|other| *other == game);
    let titles = all.iter().map(Said::said).collect::<Vec<_>>();
    let chosen = place.unwrap_or_default();
    let wide = |from: usize, to: usize| {
        let shown = titles[from..=to].iter();
        shown.map(|title| title.width() + 3).sum::<usize>()
    };
    let first = (0..=chosen)
        .find(|first| wide(*first, chosen) <= usize::from(width))
        .unwrap_or(chosen);
    let grey = |text: &str| Span::styled(text.to_owned(), roles::grey(look));
    let more = if look.glyphs.ascii { "..." } else { "…" };
    let mut spans = Vec::new();
    let is_cut = wide(first, all.len() - 1) > usize::from(width);
    let mut left = usize::from(width)
        - if is_cut {
            more.width().min(width.into())
        } else {
            0
        };
    for (at, title) in titles.iter().enumerate().skip(first) {
        if title.width() > left {
            spans.push(grey(more));
            break;
        }
        left = left.saturating_sub(title.width() + 3);
        let style = roles::accent(look).add_modifier(Modifier::UNDERLINED);
        spans.push(if at == chosen {
            Span::styled(title.clone(), style)
        } else {
            grey(title)
        });
        spans.push(Span::from("   "));
    }
    Line::from(spans)
}
