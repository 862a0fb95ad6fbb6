//! The opponents to choose from, for a game that begins on the first screen: the levels, other bots, and friends.

use protocol::rules::Variant;
use protocol::spec::Depth;
use protocol::view::BotOffer;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{Bot, Friend, HomeItem, Opponent, ToPlay, row};
use crate::board::Look;
use crate::input::{Binding, Intent, keys};
use crate::language::Said;
use crate::text::plain;
use crate::ui::form::yes_or_no;
use crate::ui::text::wrapped;
use crate::ui::widgets::list::{List, Row, fit_rows};
use crate::ui::{App, Around, Component, Effect, PromptKind, Scene, Screen, Target, roles, step};
use crate::words;

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

impl ToPlay {
    /// Opens the list, where the opponent of this kind that was chosen last is chosen.
    pub(super) fn open(&mut self, opponent: Opponent) {
        self.has_others = false;
        self.chosen = self.place_of(opponent);
    }

    fn place_of(&self, opponent: Opponent) -> usize {
        let bot = self.bot();
        let friend = Item::Friend(self.friend);
        let items = self.items();
        let place = items.iter().position(|item| match (opponent, item) {
            (Opponent::Friend, item) => *item == friend,
            (_, Item::Level(depth, _)) => Bot::level(*depth) == bot,
            _ => false,
        });
        let others = items.iter().position(|item| *item == Item::Others);
        place.or(others).unwrap_or_default()
    }

    fn items(&self) -> Vec<Item> {
        if self.has_others {
            let bots = self.other_bots();
            return bots.map(|bot| Item::Bot(bot.kind.clone())).collect();
        }
        let levels = self.levels().into_iter();
        let levels = levels.map(|(depth, name)| Item::Level(depth, name));
        let others = self.other_bots().next().map(|_| Item::Others);
        let friends = [Friend::Network, Friend::Keyboard].map(Item::Friend);
        let opening = self.has_swap2().then_some(Item::Opening);
        let options = [Some(Item::Hints), opening, Some(Item::Rated)];
        let all = levels.chain(others).chain(friends);
        all.chain(options.into_iter().flatten()).collect()
    }

    /// True if the chosen line of the list is a choice for every game.
    pub(in crate::ui) fn is_option_chosen(&self) -> bool {
        let items = self.items();
        let chosen = items.get(self.chosen);
        matches!(chosen, Some(Item::Hints | Item::Opening | Item::Rated))
    }

    fn choose(&mut self, item: Item) -> Vec<Effect> {
        match item {
            Item::Level(depth, _) => self.play_bot(Bot::level(depth)),
            Item::Others => {
                (self.has_others, self.chosen) = (true, 0);
                Vec::new()
            }
            Item::Bot(kind) => {
                let usual = self.other_bot(&kind);
                let usual = usual.and_then(|bot| bot.depths.and(bot.default_depth));
                match usual {
                    Some(usual) => {
                        vec![Effect::TypeOver(
                            PromptKind::Depth,
                            usual.value().to_string(),
                        )]
                    }
                    None => self.play_bot(Bot { kind, depth: None }),
                }
            }
            Item::Hints | Item::Opening | Item::Rated => {
                match item {
                    Item::Hints => self.hints = !self.hints,
                    Item::Opening => self.swap2 = !self.swap2,
                    _ if self.is_rated() => self.unrated = true,
                    // With hints no game is rated.
                    _ => (self.unrated, self.hints) = (false, false),
                }
                Vec::new()
            }
            Item::Friend(friend) => {
                self.friend = friend;
                vec![Effect::Open(Screen::Home), Effect::Play(Opponent::Friend)]
            }
        }
    }

    /// Takes the depth that was typed for the chosen bot, and plays against it.
    pub(in crate::ui) fn take_depth(&mut self, text: &str) -> Result<Vec<Effect>, String> {
        let mut items = self.items().into_iter();
        let Some(Item::Bot(kind)) = items.nth(self.chosen) else {
            return Ok(Vec::new());
        };
        let depths = self.other_bot(&kind).and_then(|bot| bot.depths);
        let (least, most) = depths.unwrap_or((Depth::MIN, Depth::MAX));
        let depth = text.parse().ok();
        let depth = depth.filter(|depth| (least..=most).contains(depth));
        let (least, most) = (least.value(), most.value());
        let depth = depth.ok_or_else(|| say!("prompts-no-depth", least = least, most = most))?;
        let depth = Some(depth);
        Ok(self.play_bot(Bot { kind, depth }))
    }

    /// A bot beside the levels.
    fn other_bot(&self, kind: &str) -> Option<&BotOffer> {
        self.other_bots().find(|bot| bot.kind == kind)
    }

    fn play_bot(&mut self, bot: Bot) -> Vec<Effect> {
        self.choose_bot(bot);
        self.has_others = false;
        vec![Effect::Open(Screen::Home), Effect::Play(Opponent::Bot)]
    }

    /// A sentence about a line.
    fn about(&self, app: &App, item: &Item) -> String {
        match item {
            Item::Level(depth, _) => self.about_level(*depth),
            Item::Others => say!("home-about-other-bots"),
            Item::Bot(kind) => {
                let bot = self.other_bot(kind);
                bot.map_or(String::new(), |bot| plain(&words::about_bot(bot)))
            }
            Item::Friend(Friend::Network) => match app.home.found.first() {
                _ if app.home.hosted.is_some() => say!("home-about-friend-hosted"),
                Some(found) => say!("home-about-friend-found", server = plain(&found.name)),
                None => say!("home-about-friend-network"),
            },
            Item::Friend(Friend::Keyboard) => say!("home-about-friend-keyboard"),
            Item::Hints => match app.keymap.key(Screen::Table, Intent::Values) {
                Some(key) => say!("form-about-hints-key", key = key),
                None => say!("form-about-hints"),
            },
            Item::Opening => say!("form-about-swap2"),
            Item::Rated => say!("form-about-rated"),
        }
    }
}

impl Component for ToPlay {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-start"), shown;
        Char('g') => Intent::NextGame, id!("keys-next-game"), shown;
        Char('i') => Intent::Rules, id!("keys-rules"), shown;
    };

    fn update(&mut self, _: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let items = self.items();
        match intent {
            Intent::NextGame => {
                self.next_game();
                self.chosen = self.chosen.min(self.items().len().saturating_sub(1));
            }
            Intent::Rules => return vec![Effect::ShowRules(self.game(), None)],
            Intent::Column(column) => {
                let wanted = column + 1;
                let is_wanted =
                    |item: &Item| matches!(item, Item::Level(depth, _) if depth.value() == wanted);
                if let Some(place) = items.iter().position(is_wanted) {
                    self.chosen = place;
                }
            }
            Intent::Back if self.has_others => {
                self.has_others = false;
                let items = self.items();
                let others = items.iter().position(|item| *item == Item::Others);
                self.chosen = others.unwrap_or_default();
            }
            Intent::Back => return vec![Effect::Open(Screen::Home)],
            // The arrow starts no game.
            Intent::Right
                if !(self.is_option_chosen() || items.get(self.chosen) == Some(&Item::Others)) => {}
            Intent::Choose | Intent::Right => {
                if let Some(item) = items.get(self.chosen) {
                    return self.choose(item.clone());
                }
            }
            _ => step(&mut self.chosen, intent, items.len()),
        }
        Vec::new()
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw_list(app, true, scene.look, frame, place(area));
    }

    fn target_at(&self, _: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        let (list, _) = parts(place(area));
        list_of(&self.items(), self.chosen, list).target_at(at)
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
            rows.extend([Row::Gap, title(say!("home-options"))]);
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
    let home = &app.home;
    let to_play = &home.to_play;
    let chosen = match home.items().get(home.chosen) {
        _ if has_focus => to_play.chosen,
        Some(HomeItem::Play(Opponent::Friend)) => to_play.place_of(Opponent::Friend),
        _ => to_play.place_of(Opponent::Bot),
    };
    if list.y > area.y {
        let games = games(to_play.game(), area.width, look);
        frame.render_widget(games, Rect { height: 1, ..area });
    }
    let items = to_play.items();
    list_of(&items, chosen, list).draw(look, frame, |at, width| {
        item(to_play, &items[at], (at == chosen, has_focus), width, look)
    });
    let text = items.get(chosen).map(|item| to_play.about(app, item));
    let text = wrapped(&text.unwrap_or_default(), about.width.into());
    let gap = usize::from(about.height > 2);
    let about = about.rows().skip(gap);
    for (line, row) in text.into_iter().zip(about) {
        frame.render_widget(Line::from(line), row);
    }
}

fn item(
    to_play: &ToPlay,
    item: &Item,
    chosen: (bool, bool),
    width: u16,
    look: &Look,
) -> Line<'static> {
    let option = |label: String, value: String| format!("    {label}: {value}");
    let name = match item {
        Item::Level(depth, name) => format!(" {}  {name}", depth.value()),
        Item::Others => format!("    {}", say!("home-other-bots")),
        Item::Bot(kind) => kind.clone(),
        Item::Friend(Friend::Network) => format!("    {}", say!("home-friend-network")),
        Item::Friend(Friend::Keyboard) => format!("    {}", say!("home-friend-keyboard")),
        Item::Hints => option(say!("form-hints"), yes_or_no(to_play.hints)),
        Item::Opening if to_play.swap2 => option(say!("form-opening"), "swap2".to_owned()),
        Item::Opening => option(say!("form-opening"), say!("form-no-opening")),
        Item::Rated => option(say!("form-rated"), yes_or_no(to_play.is_rated())),
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
