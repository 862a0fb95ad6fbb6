//! The form for a new game: one line for each choice, changed with left and right.

mod bots;
mod draw;
mod kept;
mod numbers;
mod opening;
mod rated;
mod words;

use std::collections::BTreeMap;

use protocol::id::Seed;
use protocol::message::ClientMsg;
use protocol::rules::{CustomRules, Family, Shape, ShapeError, Variant};
use protocol::side::BySide;
use protocol::spec::{
    BotSpec, ClockSpec, Depth, GameSpec, Grace, OpeningRule, Pace, Repeat, SeatSpec, ThinkTime,
};
use protocol::view::BotOffer;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use self::draw::form_area;
pub(super) use self::words::yes_or_no;
use super::{Action, App, Around, Component, Effect, PromptKind, Scene, Screen, Target, step};
use crate::args::read_clock;
use crate::board::Look;
use crate::input::{Binding, Intent, keys};
use crate::language::Said;

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The variant.
    Game,
    /// The columns of a custom board.
    Columns,
    /// The rows of a custom board.
    Rows,
    /// The stones in a row that win on a custom board.
    InRow,
    /// Gravity on a custom board, and how many in a row win.
    Falls,
    /// The rule of the opening.
    Opening,
    /// The occupant of this person's seat: the person, or a bot.
    You,
    /// The occupant of the other seat: open, or a bot.
    Opponent,
    /// The search depth of the bot in this person's seat.
    YourDepth,
    /// The search depth of the opponent's bot.
    Depth,
    /// An option of the bot in this person's seat, by its number among those of the offer.
    YourOption(usize),
    /// An option of the opponent's bot.
    Option(usize),
    /// The most time of a bot for a ply.
    ThinkTime,
    /// The seed of the bots' random choices.
    Seed,
    /// The side that moves first.
    Order,
    /// The clock.
    Clock,
    /// The least time of a ply between bots.
    Pace,
    /// The number of rematches between bots.
    Repeat,
    /// Counts for ratings.
    Rated,
    /// Listed in the lobby.
    Listed,
    /// Takebacks allowed.
    Takebacks,
    /// Scores of columns shown on request during the game.
    Hints,
    /// Spectators allowed.
    Spectators,
    /// The searches of bots shown to spectators during the game.
    OpenThoughts,
    /// Absence after which the other may claim the game.
    Grace,
    /// Starts the game.
    Start,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    YouFirst,
    OpponentFirst,
    Random,
}

/// The choices for a new game.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Form {
    /// The line that is chosen.
    pub chosen: usize,
    /// The line whose value is typed: another may be chosen by the mouse, or by an answer that makes lines.
    edited: Option<Field>,
    games: Vec<Option<Variant>>,
    game: usize,
    board: Shape,
    rules: CustomRules,
    bots: Vec<BotOffer>,
    /// The board of one's own whose bots the server was asked for last.
    asked: Option<Variant>,
    /// Its answer, for that board.
    answered: Option<(Variant, Vec<BotOffer>)>,
    /// 0 is the person; bots follow, in the order of [`able`](Self::able).
    you: usize,
    /// 0 is an open seat; bots follow, in the order of [`able`](Self::able).
    opponent: usize,
    depths: [u8; 2],
    order: Order,
    clock: usize,
    /// The rule of the opening, for the variants that have it.
    opening: Option<OpeningRule>,
    /// A clock that was typed, in place of one of [`CLOCKS`].
    own_clock: Option<ClockSpec>,
    pace: usize,
    repeat: u8,
    /// True if this person owns the name that the server knows them by.
    owns_name: bool,
    rated: bool,
    listed: bool,
    takebacks: bool,
    hints: bool,
    spectators: bool,
    open_thoughts: bool,
    /// Options that differ from those of the offers, for each seat.
    options: [BTreeMap<String, i32>; 2],
    /// The most time of a bot for a ply; none is the usual one.
    think_time: Option<ThinkTime>,
    seed: Option<Seed>,
    grace: Option<Grace>,
    /// Answers of the last time that wait for the bots of the server.
    kept: BTreeMap<String, String>,
}

/// The clocks on offer: none, then from fast to slow.
const CLOCKS: [&str; 7] = ["", "1m", "3m+2s", "5m", "5m+3s", "10m+5s", "30m"];

/// The least times of a ply between bots, in milliseconds, from no delay to one that shows every search.
const PACES: [u64; 4] = [0, 300, 700, 2000];

impl Form {
    pub(super) fn new() -> Self {
        Self {
            chosen: 0,
            edited: None,
            games: Variant::fixed().map(Some).chain([None]).collect(),
            game: 0,
            board: Shape {
                columns: 9,
                rows: 7,
                in_row: 5,
            },
            rules: CustomRules::Falls,
            bots: Vec::new(),
            asked: None,
            answered: None,
            you: 0,
            opponent: 0,
            depths: [4, 4],
            order: Order::YouFirst,
            clock: 0,
            opening: None,
            own_clock: None,
            pace: 2,
            repeat: 0,
            owns_name: false,
            rated: true,
            listed: true,
            takebacks: true,
            hints: false,
            spectators: true,
            open_thoughts: false,
            options: Default::default(),
            think_time: None,
            seed: None,
            grace: None,
            kept: BTreeMap::new(),
        }
    }

    /// True where the chosen line starts the game.
    fn is_on_start(&self) -> bool {
        self.fields().get(self.chosen) == Some(&Field::Start)
    }

    /// True where the chosen line has a value that can be typed.
    pub(super) fn is_on_written(&self) -> bool {
        let field = self.fields().get(self.chosen).copied();
        let field = field.filter(|field| self.ruled_out(*field).is_none());
        field.is_some_and(|field| field == Field::Clock || field.is_written())
    }

    /// True where the game has a clock to type.
    pub(super) fn has_clock(&self) -> bool {
        !self.is_of_bots()
    }

    fn variant(&self) -> Result<Variant, ShapeError> {
        if let Some(variant) = self.games[self.game] {
            return Ok(variant);
        }
        let Shape {
            columns,
            rows,
            in_row,
        } = self.board;
        let shape = Shape::new(columns, rows, in_row)?;
        Ok(Variant::custom(shape, self.rules))
    }

    fn family(&self) -> Family {
        self.games[self.game].map_or(self.rules.family(), |variant| variant.family())
    }

    /// The lines from the top: the usual ones, then those that few change.
    pub fn fields(&self) -> Vec<Field> {
        let [usual, more] = self.parts();
        [usual, more, vec![Field::Start]].concat()
    }

    /// The usual lines, and those that few change.
    fn parts(&self) -> [Vec<Field>; 2] {
        let searches = |choice| self.bot(choice).is_some_and(|bot| bot.depths.is_some());
        let mut usual = vec![Field::Game];
        if self.games[self.game].is_none() {
            usual.extend([Field::Columns, Field::Rows, Field::InRow, Field::Falls]);
        }
        if !self.rules_of_opening().is_empty() {
            usual.push(Field::Opening);
        }
        usual.push(Field::Opponent);
        if searches(self.opponent) {
            usual.push(Field::Depth);
        }
        usual.extend([Field::Order, Field::Clock, Field::Rated]);
        let mut more = vec![
            Field::Listed,
            Field::Takebacks,
            Field::Hints,
            Field::Spectators,
            Field::OpenThoughts,
            Field::Grace,
            Field::You,
        ];
        if searches(self.you) {
            more.push(Field::YourDepth);
        }
        more.extend((0..self.options_of(0).len()).map(Field::YourOption));
        more.extend((0..self.options_of(1).len()).map(Field::Option));
        if self.bot(self.you).or(self.bot(self.opponent)).is_some() {
            more.extend([Field::ThinkTime, Field::Seed]);
        }
        if self.is_of_bots() {
            more.extend([Field::Pace, Field::Repeat]);
        }
        [usual, more]
    }

    /// True if both seats have a bot.
    fn is_of_bots(&self) -> bool {
        self.bot(self.you).is_some() && self.bot(self.opponent).is_some()
    }

    /// Why a line has no effect with the other choices; `None` if it has one.
    fn ruled_out(&self, field: Field) -> Option<String> {
        match field {
            Field::Clock => self.is_of_bots().then(|| say!("form-never-of-bots")),
            Field::Rated => self.no_rating(),
            field => self.no_help(field),
        }
    }

    fn change(&mut self, by: i8) {
        let Some(&field) = self.fields().get(self.chosen) else {
            return;
        };
        if self.ruled_out(field).is_some() {
            return;
        }
        let turn = |at: usize, of: usize| (at + of).saturating_add_signed(isize::from(by)) % of;
        let step = |at: u8, low: u8, high: u8| at.saturating_add_signed(by).clamp(low, high);
        let bots = self.able().len() + 1;
        match field {
            Field::Game => {
                self.game = turn(self.game, self.games.len());
                (self.you, self.opponent) = (0, 0);
            }
            Field::Columns => {
                self.keep_bots(|form| form.board.columns = step(form.board.columns, 3, 20));
            }
            Field::Rows => self.keep_bots(|form| form.board.rows = step(form.board.rows, 3, 20)),
            Field::InRow => {
                self.keep_bots(|form| form.board.in_row = step(form.board.in_row, 3, 10));
            }
            Field::Falls => {
                let rules = CustomRules::ALL;
                let at = rules.iter().position(|rules| *rules == self.rules);
                self.rules = rules[turn(at.unwrap_or(0), rules.len())];
                (self.you, self.opponent) = (0, 0);
            }
            Field::Opening => self.keep_bots(|form| form.change_opening(by)),
            Field::You => {
                self.you = turn(self.you, bots);
                self.options[0].clear();
                self.depths[0] = self.usual_depth(self.you, self.depths[0]);
            }
            Field::Opponent => {
                self.opponent = turn(self.opponent, bots);
                self.options[1].clear();
                self.depths[1] = self.usual_depth(self.opponent, self.depths[1]);
            }
            Field::YourDepth => self.depths[0] = self.deeper(self.you, self.depths[0], by),
            Field::Depth => self.depths[1] = self.deeper(self.opponent, self.depths[1], by),
            Field::Order => {
                let orders = [Order::YouFirst, Order::OpponentFirst, Order::Random];
                let at = orders.iter().position(|order| *order == self.order);
                self.order = orders[turn(at.unwrap_or(0), orders.len())];
            }
            Field::Clock => {
                self.own_clock = None;
                self.clock = turn(self.clock, CLOCKS.len());
            }
            Field::Pace => self.pace = step(self.pace as u8, 0, PACES.len() as u8 - 1).into(),
            Field::Repeat => self.repeat = step(self.repeat, 0, 100),
            Field::Rated => self.rated = !self.rated,
            Field::Listed => self.listed = !self.listed,
            Field::Takebacks => self.takebacks = !self.takebacks,
            Field::Hints => self.hints = !self.hints,
            Field::Spectators => self.spectators = !self.spectators,
            Field::OpenThoughts => self.open_thoughts = !self.open_thoughts,
            Field::YourOption(at) => self.change_option(0, at, by),
            Field::Option(at) => self.change_option(1, at, by),
            Field::ThinkTime => self.change_think_time(by),
            Field::Seed => self.change_seed(by),
            Field::Grace => self.change_grace(by),
            Field::Start => {}
        }
    }

    /// Sets the clock from text such as `5m+3s`; `none`, `0` and `-` are no clock.
    pub(super) fn write_clock(&mut self, text: &str) -> Result<(), String> {
        self.own_clock = match text {
            "none" | "0" | "-" => None,
            text => Some(read_clock(text)?),
        };
        self.clock = 0;
        Ok(())
    }

    /// The clock; `None` for a game without one.
    fn clock(&self) -> Option<ClockSpec> {
        let usual = || CLOCKS[self.clock].parse().ok();
        self.own_clock.or_else(usual)
    }

    /// The default depth of the chosen bot; `before` where it has none.
    fn usual_depth(&self, choice: usize, before: u8) -> u8 {
        self.bot(choice)
            .and_then(|bot| bot.default_depth)
            .map_or(before, Depth::value)
    }

    fn deeper(&self, choice: usize, depth: u8, by: i8) -> u8 {
        let bounds = self.bot(choice).and_then(|bot| bot.depths);
        bounds.map_or(depth, |(least, most)| {
            depth
                .saturating_add_signed(by)
                .clamp(least.value(), most.value())
        })
    }

    /// The occupants of this person's seat and of the other.
    fn seats(&self) -> Result<[SeatSpec; 2], Box<dyn Said>> {
        let seat = |seat: usize, choice: usize, person: SeatSpec| -> Result<_, Box<dyn Said>> {
            match self.bot(choice) {
                None => Ok(person),
                Some(offer) => {
                    let depth = match offer.depths {
                        Some((least, most)) => {
                            let depth = self.depths[seat].clamp(least.value(), most.value());
                            let depth = u64::from(depth);
                            Some(Depth::new(depth)?)
                        }
                        None => None,
                    };
                    let bot = BotSpec::new(&offer.kind, depth)?;
                    let bot = self.with_options(seat, bot)?;
                    Ok(SeatSpec::Bot { bot })
                }
            }
        };
        Ok([
            seat(0, self.you, SeatSpec::Me)?,
            seat(1, self.opponent, SeatSpec::Open)?,
        ])
    }

    /// The message that opens the room described by the form.
    fn room(&self) -> Result<ClientMsg, Box<dyn Said>> {
        let variant = self.variant()?;
        let [yours, theirs] = self.seats()?;
        let has_bots = self.bot(self.you).or(self.bot(self.opponent)).is_some();
        let only_bots = self.is_of_bots();
        let clock = self.clock().filter(|_| !only_bots);
        let seats = BySide {
            first: yours,
            second: theirs,
        };
        Ok(ClientMsg::Open {
            spec: GameSpec {
                clock,
                listed: self.listed,
                rated: self.is_rated(),
                takebacks: self.takebacks && !self.is_rated(),
                hints: self.hints && !self.is_rated(),
                spectators: self.spectators,
                pace: Pace::new(PACES[self.pace])?,
                repeat: Repeat::new(u64::from(self.repeat))?,
                opening: self.opening(),
                open_thoughts: self.open_thoughts,
                think_time: self.think_time.filter(|_| has_bots),
                seed: self.seed.filter(|_| has_bots),
                grace: self.grace,
                ..GameSpec::new(variant)
            },
            seats: if self.order == Order::OpponentFirst {
                seats.swapped()
            } else {
                seats
            },
            shuffle: self.order == Order::Random,
        })
    }
}

impl Component for Form {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-start"), shown;
        Char('c') => Intent::Clock, id!("keys-clock"), shown;
        Char('i') => Intent::Rules, id!("keys-rules");
        Char('e') => Intent::Edit, id!("keys-edit-line"), shown;
    };

    /// Asks which bots play the chosen board, and how well, unless that was asked.
    fn ask(&mut self, _: &Around<'_>) -> Option<Effect> {
        let variant = self.variant().ok()?;
        let is_new = self.asked.replace(variant) != Some(variant);
        let ask = ClientMsg::ListBots { variant };
        is_new.then_some(Effect::Do(Action::Send(ask)))
    }

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let fields = self.fields();
        let mut effects = Vec::new();
        match intent {
            Intent::Clock if self.has_clock() => {
                let clock = fields.iter().position(|field| *field == Field::Clock);
                self.chosen = clock.unwrap_or_default();
                return vec![Effect::Type(PromptKind::Clock)];
            }
            Intent::Clock => effects.push(Effect::Say(say!("form-fault-no-clock"))),
            Intent::Rules => effects.push(match self.variant() {
                Ok(variant) => Effect::ShowRules(variant, self.opening()),
                Err(problem) => Effect::Say(problem.said()),
            }),
            Intent::Edit => match fields.get(self.chosen) {
                Some(Field::Clock) if self.has_clock() => {
                    return vec![Effect::Type(PromptKind::Clock)];
                }
                Some(field) if field.is_written() => {
                    self.edited = Some(*field);
                    return vec![Effect::TypeOver(PromptKind::Value, self.written(*field))];
                }
                _ => effects.push(Effect::Say(say!("form-fault-not-typed"))),
            },
            Intent::Left => self.change(-1),
            Intent::Right => self.change(1),
            Intent::Back => effects.push(Effect::Open(Screen::Lobby)),
            Intent::Choose => match self.room() {
                Ok(open) => return vec![Effect::KeepForm(self.answers()), Effect::Send(open)],
                Err(problem) => effects.push(Effect::Say(problem.said())),
            },
            _ => step(&mut self.chosen, intent, fields.len()),
        }
        self.chosen = self.chosen.min(self.fields().len() - 1);
        effects.extend(self.ask(around));
        effects
    }

    fn can(&self, _: &Around<'_>, intent: Intent) -> bool {
        match intent {
            Intent::Clock => self.has_clock(),
            Intent::Edit => self.is_on_written(),
            _ => true,
        }
    }

    fn click(&self, _: bool) -> Option<Intent> {
        // A click changes a line, and the last one starts the game.
        Some(if self.is_on_start() {
            Intent::Choose
        } else {
            Intent::Right
        })
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        self.choices(&app.keymap)
            .draw(scene.look, frame, form_area(app, area));
    }

    fn target_at(&self, app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        let choices = self.choices(&app.keymap);
        let line = choices.target_at(form_area(app, area), at);
        line.map(Target::Line)
    }
}
