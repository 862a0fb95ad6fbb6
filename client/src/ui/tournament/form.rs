//! The form for a new tournament: a line for each choice of the organiser, each explained.

use protocol::message::ClientMsg;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::{BotSpec, Depth, OpeningRule, span_text};
use protocol::text::ChatText;
use protocol::tournament::{
    Filling, Format, MOST_GAMES, MOST_ROUNDS, TOURNAMENT_NAME, TournamentSpec,
};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::board::Look;
use crate::input::{Binding, Intent, keys};
use crate::language::{Id, Said};
use crate::ui::form::yes_or_no;
use crate::ui::keys::turned;
use crate::ui::widgets::choices::{Choice, Choices, Item};
use crate::ui::{App, Around, Component, Effect, PromptKind, Scene, Screen, Target, step};

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Name,
    Format,
    Rounds,
    Twice,
    Third,
    Length,
    Game,
    Opening,
    Clock,
    Games,
    Start,
    Bots,
    UpTo,
    Late,
    Rated,
    Listed,
    Pause,
    Come,
}

/// The choices for a new tournament.
#[derive(Debug)]
pub struct TournamentForm {
    chosen: usize,
    spec: TournamentSpec,
}

const CLOCKS: [&str; 6] = ["1m", "3m+2s", "5m", "5m+3s", "10m+5s", "30m"];

/// The times on offer, in seconds.
const PAUSES: [u64; 5] = [30, 60, 120, 300, 600];
const COMES: [u64; 4] = [30, 60, 120, 300];
const STARTS: [u64; 6] = [0, 120, 300, 600, 1800, 3600];
const LENGTHS: [u64; 6] = [900, 1800, 2700, 3600, 5400, 7200];
const UP_TO: [u16; 6] = [0, 4, 6, 8, 12, 16];

impl Default for TournamentForm {
    fn default() -> Self {
        let variant = Variant::named("connect-four").expect("a variant of ours");
        let name = ChatText::clean(&say!("tourney-evening")).expect("a text");
        let spec = TournamentSpec {
            clock: CLOCKS[3].parse().ok(),
            filling: level(4, 0),
            starts_in: Some(Millis::from_secs(STARTS[3])),
            ..TournamentSpec::new(name, Format::Swiss { rounds: 5 }, variant)
        };
        Self { chosen: 0, spec }
    }
}

fn level(level: u8, up_to: u16) -> Option<Filling> {
    let bot: BotSpec = format!("level:{level}").parse().ok()?;
    (level > 0).then_some(Filling { bot, up_to })
}

/// The next of some times, in seconds, or the one before.
fn turned_time(list: &[u64], now: Millis, forward: bool) -> Millis {
    Millis::from_secs(turned(list, |it| Millis::from_secs(*it) == now, forward))
}

impl TournamentForm {
    fn fields(&self) -> Vec<Field> {
        let of_format = match self.spec.format {
            Format::Swiss { .. } => Field::Rounds,
            Format::RoundRobin { .. } => Field::Twice,
            Format::Knockout { .. } => Field::Third,
            Format::Arena { .. } => Field::Length,
        };
        let mut fields = vec![Field::Name, Field::Format, of_format, Field::Game];
        if OpeningRule::Swap2.is_played_in(self.spec.variant) {
            fields.push(Field::Opening);
        }
        fields.push(Field::Clock);
        if of_format != Field::Length {
            fields.push(Field::Games);
        }
        fields.extend([Field::Start, Field::Bots]);
        if self.spec.filling.is_some() {
            fields.push(Field::UpTo);
        }
        if of_format != Field::Third {
            fields.push(Field::Late);
        }
        fields.extend([Field::Rated, Field::Listed]);
        if of_format != Field::Length {
            fields.push(Field::Pause);
        }
        fields.push(Field::Come);
        fields
    }

    fn level(&self) -> u8 {
        let bot = self.spec.filling.as_ref().map(|filling| &filling.bot);
        bot.and_then(BotSpec::depth).map_or(0, Depth::value)
    }

    /// Changes a line by one; in lists around their ends.
    fn change(&mut self, field: Field, forward: bool) {
        let by = if forward { 1 } else { -1 };
        let level_now = self.level();
        let spec = &mut self.spec;
        let up_to = spec.filling.as_ref().map_or(0, |filling| filling.up_to);
        let number =
            |now: u8, least: u8, most: u8| now.saturating_add_signed(by).clamp(least, most);
        match field {
            Field::Name => {}
            Field::Format => {
                let all = [
                    Format::Swiss { rounds: 5 },
                    Format::RoundRobin { twice: false },
                    Format::Knockout { third_place: true },
                    Format::Arena {
                        length: Millis::from_secs(LENGTHS[1]),
                    },
                ];
                let now = std::mem::discriminant(&spec.format);
                let is_now = |it: &Format| std::mem::discriminant(it) == now;
                spec.format = turned(&all, is_now, forward);
            }
            Field::Rounds | Field::Twice | Field::Third | Field::Length => match &mut spec.format {
                Format::Swiss { rounds } => *rounds = number(*rounds, 1, MOST_ROUNDS),
                Format::RoundRobin { twice } => *twice = !*twice,
                Format::Knockout { third_place } => *third_place = !*third_place,
                Format::Arena { length } => *length = turned_time(&LENGTHS, *length, forward),
            },
            Field::Game => {
                let all: Vec<_> = Variant::fixed().collect();
                spec.variant = turned(&all, |it| *it == spec.variant, forward);
                // It takes the advantage of the first stone away.
                let rule = OpeningRule::Swap2;
                spec.opening = rule.is_played_in(spec.variant).then_some(rule);
            }
            Field::Opening => {
                spec.opening = match spec.opening {
                    Some(_) => None,
                    None => Some(OpeningRule::Swap2),
                };
            }
            Field::Clock => {
                let now = spec
                    .clock
                    .map_or_else(String::new, |clock| clock.to_string());
                spec.clock = turned(&CLOCKS, |it| *it == now, forward).parse().ok();
            }
            Field::Games => spec.games = number(spec.games, 1, MOST_GAMES),
            Field::Start => {
                let next = turned_time(&STARTS, spec.starts_in.unwrap_or_default(), forward);
                spec.starts_in = Some(next).filter(|next| *next > Millis::ZERO);
            }
            Field::Bots => spec.filling = level(number(level_now, 0, 9), up_to),
            Field::UpTo => {
                spec.filling = level(level_now, turned(&UP_TO, |it| *it == up_to, forward));
            }
            Field::Late => spec.late_entries = !spec.late_entries,
            Field::Rated => spec.rated = !spec.rated,
            Field::Listed => spec.listed = !spec.listed,
            Field::Pause => spec.pause = turned_time(&PAUSES, spec.pause, forward),
            Field::Come => spec.late = turned_time(&COMES, spec.late, forward),
        }
    }

    /// The name of a line, and its explanation.
    fn words(&self, field: Field) -> [Id; 2] {
        match field {
            Field::Name => [id!("tourney-name"), id!("tourney-about-name")],
            Field::Format => {
                let about = match self.spec.format {
                    Format::Swiss { .. } => id!("tourney-about-swiss"),
                    Format::RoundRobin { .. } => id!("tourney-about-robin"),
                    Format::Knockout { .. } => id!("tourney-about-knockout"),
                    Format::Arena { .. } => id!("tourney-about-arena"),
                };
                [id!("tourney-format"), about]
            }
            Field::Rounds => [id!("tourney-rounds"), id!("tourney-about-rounds")],
            Field::Twice => [id!("tourney-twice"), id!("tourney-about-twice")],
            Field::Third => [id!("tourney-third"), id!("tourney-about-third")],
            Field::Length => [id!("tourney-length"), id!("tourney-about-length")],
            Field::Game => [id!("form-game"), id!("tourney-about-game")],
            Field::Opening => [id!("form-opening"), id!("form-about-swap2")],
            Field::Clock => [id!("form-clock"), id!("tourney-about-clock")],
            Field::Games => [id!("tourney-games"), id!("tourney-about-games")],
            Field::Start => [id!("tourney-start"), id!("tourney-about-start")],
            Field::Bots => [id!("tourney-bots"), id!("tourney-about-bots")],
            Field::UpTo => [id!("tourney-up-to"), id!("tourney-about-up-to")],
            Field::Late => [id!("tourney-late"), id!("tourney-about-late")],
            Field::Rated => [id!("form-rated"), id!("tourney-about-rated")],
            Field::Listed => [id!("form-listed"), id!("tourney-about-listed")],
            Field::Pause => [id!("tourney-pause"), id!("tourney-about-pause")],
            Field::Come => [id!("tourney-come"), id!("tourney-about-come")],
        }
    }

    fn value(&self, field: Field) -> String {
        let spec = &self.spec;
        match (field, spec.format) {
            (Field::Name, _) => spec.name.to_string(),
            (Field::Format, Format::Swiss { .. }) => say!("tourney-swiss"),
            (Field::Format, Format::Arena { .. }) => say!("tourney-arena"),
            (Field::Format, format) => format.said(),
            (_, Format::Swiss { rounds }) if field == Field::Rounds => rounds.to_string(),
            (_, Format::RoundRobin { twice }) if field == Field::Twice => yes_or_no(twice),
            (_, Format::Knockout { third_place }) if field == Field::Third => {
                yes_or_no(third_place)
            }
            (_, Format::Arena { length }) if field == Field::Length => span_text(length),
            (Field::Game, _) => spec.variant.said(),
            (Field::Opening, _) => spec
                .opening
                .map_or_else(|| say!("form-no-opening"), |it| it.to_string()),
            (Field::Clock, _) => spec
                .clock
                .map_or_else(|| say!("form-no-clock"), |it| it.to_string()),
            (Field::Games, _) => spec.games.to_string(),
            (Field::Start, _) => spec
                .starts_in
                .map_or_else(|| say!("tourney-by-hand"), span_text),
            (Field::Bots, _) => {
                let filling = spec.filling.as_ref();
                filling.map_or_else(|| say!("tourney-no-bots"), |it| it.bot.said())
            }
            (Field::UpTo, _) => match spec.filling.as_ref().map_or(0, |it| it.up_to) {
                0 => say!("tourney-even"),
                up_to => up_to.to_string(),
            },
            (Field::Late, _) => yes_or_no(spec.late_entries),
            (Field::Rated, _) => yes_or_no(spec.rated),
            (Field::Listed, _) if spec.listed => say!("form-in-lobby"),
            (Field::Listed, _) => say!("form-by-code"),
            (Field::Pause, _) => span_text(spec.pause),
            (Field::Come, _) => span_text(spec.late),
            _ => String::new(),
        }
    }

    /// Takes the name that was typed.
    pub(in crate::ui) fn write(&mut self, text: &str) -> Result<(), String> {
        let name =
            ChatText::clean(text).filter(|name| name.as_str().chars().count() <= TOURNAMENT_NAME);
        self.spec.name =
            name.ok_or_else(|| say!("refusals-tournament-name", most = TOURNAMENT_NAME as u32))?;
        Ok(())
    }

    fn choices(&self, can_type: String) -> Choices {
        let fields = self.fields();
        let choice = |field: &Field| {
            Item::Choice(Choice {
                label: self.words(*field)[0].said(),
                value: self.value(*field),
                ..Choice::default()
            })
        };
        let chosen = fields.get(self.chosen);
        let about = chosen.map_or_else(
            || say!("tourney-about-open"),
            |it| self.words(*it)[1].said(),
        );
        Choices {
            items: fields.iter().map(choice).collect(),
            chosen: self.chosen,
            button: Some(say!("tourney-open")),
            about,
            hint: if chosen == Some(&Field::Name) {
                can_type
            } else {
                String::new()
            },
        }
    }
}

impl Component for TournamentForm {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-start"), shown;
        Char('e') => Intent::Edit, id!("keys-edit-line"), shown;
    };

    fn update(&mut self, _: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let fields = self.fields();
        let field = fields.get(self.chosen).copied();
        match (intent, field) {
            (Intent::Left, Some(field)) => self.change(field, false),
            (Intent::Right, Some(field)) => self.change(field, true),
            (Intent::Edit, _) => {
                self.chosen = 0;
                let name = self.spec.name.to_string();
                return vec![Effect::TypeOver(PromptKind::Value, name)];
            }
            (Intent::Back, _) => return vec![Effect::Open(Screen::Lobby)],
            (Intent::Choose, _) => {
                let spec = self.spec.clone();
                return vec![Effect::Send(ClientMsg::OpenTournament { spec })];
            }
            (intent, _) => step(&mut self.chosen, intent, fields.len() + 1),
        }
        self.chosen = self.chosen.min(self.fields().len());
        Vec::new()
    }

    fn click(&self, _: bool) -> Option<Intent> {
        let is_line = self.chosen < self.fields().len();
        Some(if is_line {
            Intent::Right
        } else {
            Intent::Choose
        })
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        let key = app.keymap.key(Screen::TournamentForm, Intent::Edit);
        let hint = key.map_or_else(String::new, |key| say!("tourney-type", key = key));
        self.choices(hint).draw(scene.look, frame, area);
    }

    fn target_at(&self, _: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        let choices = self.choices(String::new());
        choices.target_at(area, at).map(Target::Line)
    }
}
