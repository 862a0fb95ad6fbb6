//! The list of keys, from the one table that they are read by: in groups, and first those that work now.

use std::cell::Cell;

use protocol::act::Act;
use protocol::rules::{Notation, Shape};
use protocol::spec::OpeningChoice;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::keys::{is_step, step};
use super::text::{rule, wrapped};
use super::{App, Confirm, Glyphs, Screen, opening};
use crate::input::{Binding, Intent, Key};
use crate::language::Id;

/// The list of keys on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// The first line shown.
    first: usize,
    /// The last line that it could begin with when it was drawn.
    pub(super) end: Cell<u16>,
}

impl Help {
    /// The list after a key, which scrolls it or else closes it.
    pub(super) fn after(mut self, intent: Intent) -> Option<Self> {
        // As a list of the lines that the picture can begin with.
        step(&mut self.first, intent, usize::from(self.end.get()) + 1);
        is_step(intent).then_some(self)
    }
}

/// Columns of the keys' names, and on the narrowest screens.
const NAMES: [usize; 2] = [13, 9];

/// The width from which groups stand side by side, and a key that does not work has its reason beside it.
const WIDE: usize = 72;

/// A group of keys, in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Play,
    Talk,
    LookBack,
    Room,
    Program,
}

impl Group {
    const ALL: [Self; 5] = [
        Self::Play,
        Self::LookBack,
        Self::Talk,
        Self::Room,
        Self::Program,
    ];

    fn of(screen: Screen, intent: Intent) -> Self {
        match intent {
            Intent::Choose
            | Intent::NewGame
            | Intent::NextGame
            | Intent::Quick
            | Intent::Code
            | Intent::Settings
            | Intent::Watch
            | Intent::Tv
            | Intent::Notation
            | Intent::Act(_)
            | Intent::Accept
            | Intent::Decline
            | Intent::Clock
            | Intent::Name
            | Intent::Edit
            | Intent::Rules
            | Intent::Today
            | Intent::NewTournament
            | Intent::Tournament(_)
            | Intent::Column(_) => Self::Play,
            Intent::Chat | Intent::Mute => Self::Talk,
            Intent::Earlier
            | Intent::Later
            | Intent::Beginning
            | Intent::Live
            | Intent::Values
            | Intent::Evaluate
            | Intent::Save
            | Intent::Copy
            | Intent::Games
            | Intent::Person
            | Intent::Places => Self::LookBack,
            Intent::Invite
            | Intent::Lock
            | Intent::Remove
            | Intent::CloseChat
            | Intent::FilterText
            | Intent::FilterGame
            | Intent::FilterState => Self::Room,
            Intent::Up
            | Intent::Down
            | Intent::Left
            | Intent::Right
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown
                if screen == Screen::Table =>
            {
                Self::Play
            }
            Intent::PageUp | Intent::PageDown if screen == Screen::Replay => Self::LookBack,
            Intent::Up
            | Intent::Down
            | Intent::Left
            | Intent::Right
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown
            | Intent::Back
            | Intent::Quit
            | Intent::Help => Self::Program,
        }
    }

    fn title(self) -> String {
        match self {
            Self::Play => say!("help-play"),
            Self::Talk => say!("help-talk"),
            Self::LookBack => say!("help-look-back"),
            Self::Room => say!("help-room"),
            Self::Program => say!("help-program"),
        }
    }
}

/// Draws the list over the whole screen.
pub(super) fn draw(app: &App, help: &Help, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    frame.render_widget(Clear, area);
    let width = usize::from(area.width).saturating_sub(2);
    let lines = lines(app, glyphs, width);
    let all = lines.len() as u16;
    // The last row says how much there is below.
    let rows = if all > area.height && area.height > 3 {
        area.height.saturating_sub(1)
    } else {
        area.height
    };
    let last = all.saturating_sub(rows);
    help.end.set(last);
    let at = (help.first as u16).min(last);
    let list = Rect {
        x: area.x + 1,
        width: width as u16,
        height: rows,
        ..area
    };
    frame.render_widget(Paragraph::new(lines).scroll((at, 0)), list);
    if rows < area.height {
        let below = Rect {
            y: area.y + rows,
            height: 1,
            ..list
        };
        let more = match (last - at, glyphs.ascii) {
            (0, _) => String::new(),
            (count, true) => say!("help-more", arrow = "v", count = count),
            (count, false) => say!("help-more", arrow = "↓", count = count),
        };
        let line = if glyphs.ascii { "-" } else { "─" };
        let rule = line.repeat(width.saturating_sub(more.width() + 1));
        let rule = Line::from(vec![Span::from(rule + " ").dim(), Span::from(more).bold()]);
        frame.render_widget(rule, below);
    }
}

/// The keys of a row, what they do, and for those that do not work now, when they do.
struct Row {
    keys: String,
    does: String,
    when: Option<String>,
}

/// The groups of keys that work now, side by side if there is room, and below them all other keys.
fn lines(app: &App, glyphs: Glyphs, width: usize) -> Vec<Line<'static>> {
    let (waiting, working): (Vec<_>, Vec<_>) = rows(app, glyphs)
        .into_iter()
        .partition(|(_, row)| row.when.is_some());
    let is_wide = width >= WIDE;
    let columns = if is_wide { 2 } else { 1 };
    let each = (width + 3) / columns - 3;
    let mut sides = vec![Vec::new(); columns];
    for group in Group::ALL {
        let rows = working.iter().filter(|(of, _)| *of == group);
        let rows: Vec<_> = rows.flat_map(|(_, row)| written(row, each)).collect();
        if rows.is_empty() {
            continue;
        }
        // In the shorter of the columns, so that the list is as short as it can be.
        let side = sides.iter_mut().min_by_key(|side| side.len());
        let side = side.expect("there is a column");
        if !side.is_empty() {
            side.push(Line::default());
        }
        side.push(rule(&group.title(), each, glyphs));
        side.extend(rows);
    }
    let height = sides.iter().map(Vec::len).max().unwrap_or_default();
    let mut sides: Vec<_> = sides.into_iter().map(Vec::into_iter).collect();
    let beside = |_| {
        let mut spans = Vec::new();
        for (at, side) in sides.iter_mut().enumerate() {
            let before: usize = spans.iter().map(Span::width).sum();
            spans.push(Span::from(" ".repeat(at * (each + 3) - before)));
            let line = side.next().unwrap_or_default();
            let style = line.style;
            spans.extend(line.spans.into_iter().map(|span| span.patch_style(style)));
        }
        Line::from(spans)
    };
    let mut lines: Vec<_> = (0..height).map(beside).collect();
    if !waiting.is_empty() {
        lines.push(Line::default());
        lines.push(rule(&say!("help-not-now"), width, glyphs));
        let waiting = waiting.iter().flat_map(|(_, row)| written(row, width));
        lines.extend(waiting.map(|line| line.style(Style::new().dim())));
    }
    lines
}

/// The lines of a row: what is too long for its columns takes several.
fn written(row: &Row, width: usize) -> Vec<Line<'static>> {
    let names = NAMES[usize::from(width < 30)];
    let rest = width.saturating_sub(names + 1).max(1);
    let does = match &row.when {
        Some(when) if width < WIDE => format!("{} ({when})", row.does),
        Some(_) | None => row.does.clone(),
    };
    let beside = row.when.as_ref().filter(|_| width >= WIDE);
    let meaning = if beside.is_some() { rest / 2 } else { rest };
    let parts = [
        wrapped(&row.keys, names),
        wrapped(&does, meaning),
        beside.map_or(Vec::new(), |when| wrapped(when, rest - meaning - 1)),
    ];
    let widths = [names, meaning, 0];
    let height = parts.iter().map(Vec::len).max().unwrap_or_default();
    let line = |at: usize| {
        let spans = parts.iter().zip(widths).enumerate();
        let spans = spans.map(|(column, (lines, width))| {
            let text = lines.get(at).map_or("", String::as_str);
            let gap = " ".repeat((width + 1).saturating_sub(text.width()));
            let span = Span::from(text.to_owned() + &gap);
            if column == 0 && row.when.is_none() {
                span.bold()
            } else {
                span
            }
        });
        Line::from(spans.collect::<Vec<_>>())
    };
    (0..height).map(line).collect()
}

/// The keys of the open screen with their meanings, each in its group.
fn rows(app: &App, glyphs: Glyphs) -> Vec<(Group, Row)> {
    let row = |keys: String, does: String| Row {
        keys,
        does,
        when: None,
    };
    let mut rows = Vec::new();
    let table = app.table().filter(|_| app.screen == Screen::Table);
    if let Some(table) = table {
        let choices = opening::keys(table);
        rows.extend(choices.map(|(key, choice)| (Group::Play, row(key, choose(choice)))));
        let shape = table.game().shape();
        let keys = match table.game().variant().notation() {
            Notation::Column => (format!("1-{}", shape.columns.min(9)), say!("help-columns")),
            Notation::Cell => (letters(shape), say!("help-letters")),
        };
        // A spectator plays nothing.
        rows.extend(table.you().map(|_| (Group::Play, row(keys.0, keys.1))));
    }
    if app.screen == Screen::Replay {
        let column = row("1-9".to_owned(), say!("help-go-to-column"));
        rows.push((Group::LookBack, column));
    }
    let (moves, bindings): (Vec<_>, Vec<_>) = app
        .keymap
        .bindings(app.screen)
        .iter()
        .partition(|binding| STEPS.iter().flatten().any(|step| *step == binding.intent));
    rows.extend(bindings.into_iter().map(|binding| {
        let group = Group::of(app.screen, binding.intent);
        (group, of_binding(app, binding, glyphs))
    }));
    // Keys that move in four directions have one row.
    for (steps, does) in STEPS.iter().zip([id!("help-steps"), id!("help-jumps")]) {
        let of = moves
            .iter()
            .filter(|binding| steps.contains(&binding.intent));
        let keys: Vec<_> = of.map(|binding| names(binding, glyphs)).collect();
        if !keys.is_empty() {
            let group = Group::of(app.screen, steps[0]);
            rows.push((group, row(keys.join(" "), does.said())));
        }
    }
    if table.is_some_and(|table| table.you().is_some()) {
        rows.push((Group::Play, row(say!("help-mouse"), say!("help-click"))));
    }
    rows
}

/// The keys that begin a move on a board of this shape.
pub(super) fn letters(shape: Shape) -> String {
    format!("A-{}", char::from(b'@' + shape.columns))
}

fn of_binding(app: &App, binding: &Binding, glyphs: Glyphs) -> Row {
    let does = match binding.intent {
        Intent::Back if app.back_quits() => say!("keys-quit"),
        _ => binding.does.said(),
    };
    let asks = Confirm::of(binding.intent).is_some();
    Row {
        keys: names(binding, glyphs),
        does: if asks {
            say!("help-asks-first", does = does)
        } else {
            does
        },
        when: when(app, binding.intent).map(Id::said),
    }
}

/// Keys that move the cursor or the choice, by a step or further.
const STEPS: [[Intent; 4]; 2] = [
    [Intent::Up, Intent::Down, Intent::Left, Intent::Right],
    [
        Intent::First,
        Intent::Last,
        Intent::PageUp,
        Intent::PageDown,
    ],
];

fn names(binding: &Binding, glyphs: Glyphs) -> String {
    let names = binding.keys.iter().map(|key| name(*key, glyphs));
    names.collect::<Vec<_>>().join(" ")
}

/// The name of a key: an arrow for those that have one on them.
pub(super) fn name(key: Key, glyphs: Glyphs) -> String {
    match key {
        Key::Left if !glyphs.ascii => "←".to_owned(),
        Key::Right if !glyphs.ascii => "→".to_owned(),
        Key::Up if !glyphs.ascii => "↑".to_owned(),
        Key::Down if !glyphs.ascii => "↓".to_owned(),
        _ => key.shown(),
    }
}

/// The time at which a key works that does not work now.
fn when(app: &App, intent: Intent) -> Option<Id> {
    if app.is_available(intent) {
        return None;
    }
    Some(match intent {
        Intent::Choose => id!("help-on-your-turn"),
        Intent::Act(Act::AskTakeback)
        | Intent::Save
        | Intent::Copy
        | Intent::Earlier
        | Intent::Later
        | Intent::Beginning => id!("help-after-a-move"),
        Intent::Act(Act::Rematch) | Intent::Values | Intent::Evaluate => id!("help-when-over"),
        Intent::Act(Act::Claim) => id!("help-when-away"),
        Intent::Act(Act::Abort) => id!("help-before-moves"),
        Intent::Act(_) | Intent::Notation => id!("help-while-you-play"),
        Intent::Edit => id!("help-on-typed-line"),
        Intent::Clock => id!("help-with-clock"),
        Intent::Chat => id!("help-while-read"),
        Intent::Accept | Intent::Decline => id!("help-when-offered"),
        Intent::Live => id!("help-when-back"),
        Intent::Lock | Intent::Remove | Intent::CloseChat => id!("help-in-your-room"),
        _ => id!("help-elsewhere"),
    })
}

/// A choice of an opening, as an act.
fn choose(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::Black => say!("help-choose-black"),
        OpeningChoice::White => say!("help-choose-white"),
        OpeningChoice::PlaceTwo => say!("help-choose-two"),
        OpeningChoice::Other(word) => say!("help-choose-other", choice = word.to_string()),
    }
}
