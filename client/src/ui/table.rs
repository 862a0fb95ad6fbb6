//! A table: the board on the left, everything about it on the right.

use protocol::clock::Millis;
use protocol::message::{Outcome, Phase, Reason, Thought};
use protocol::side::Side;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::Looks;
use super::board::{self, Marks, Place, colour, sign};
use super::lobby::fit;
use crate::app::{App, Line as Wire, View};
use crate::table::Table;
use crate::text::plain;

/// Columns for what stands beside the board; without them only the board is shown.
const SIDE: u16 = 30;

/// The board's place, and what is left beside it.
fn parts(view: &View, area: Rect) -> Result<(Place, Option<Rect>), (u16, u16)> {
    let shape = view.table.game().shape();
    let beside = Rect {
        width: area.width.saturating_sub(SIDE + 1),
        ..area
    };
    if let Ok(place) = Place::of(shape, beside) {
        let taken = place.width() + 2;
        let side = Rect {
            x: area.x + taken,
            width: area.width - taken,
            ..area
        };
        return Ok((place, Some(side)));
    }
    // Two lines for what one must know: whose turn it is, and the clocks.
    let below = Rect {
        y: area.y + 2.min(area.height),
        height: area.height.saturating_sub(2),
        ..area
    };
    Place::of(shape, below)
        .map(|place| (place, None))
        .map_err(|(width, height)| (width, height + 5))
}

pub(super) fn cell_at(app: &App, _: Looks, area: Rect, at: Position) -> Option<Square> {
    parts(app.view.as_ref()?, area).ok()?.0.cell_at(at)
}

pub(super) fn draw(app: &App, looks: Looks, frame: &mut Frame<'_>, area: Rect) {
    let Some(view) = &app.view else {
        return;
    };
    let table = &view.table;
    let (place, side) = match parts(view, area) {
        Ok(parts) => parts,
        Err((width, height)) => {
            let whole = frame.area();
            let text = format!(
                "The board needs {width} x {height} characters, this terminal has {} x {}. \
                 Make it larger, or its letters smaller.",
                whole.width, whole.height
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
    };
    let line = table.outcome().map_or(&[][..], |outcome| &outcome.line);
    let marks = Marks {
        line,
        last: table.game().plies().last().copied(),
        cursor: table
            .you()
            .filter(|_| table.is_my_turn())
            .map(|side| (view.cursor, side)),
    };
    board::draw(table.game(), place, marks, looks, frame);
    if let Some(side) = side {
        beside(app, table, looks, frame, side);
    } else {
        let lines = vec![state(app, table, looks), clocks(app, table, looks)];
        let above = Rect {
            height: 2.min(area.height),
            ..area
        };
        frame.render_widget(Text::from(lines), above);
    }
}

/// Everything beside the board, the most needed first: a low terminal shows what fits.
fn beside(app: &App, table: &Table, looks: Looks, frame: &mut Frame<'_>, area: Rect) {
    let width = usize::from(area.width);
    let mut lines = vec![
        Line::from(vec![
            Span::from(table.game().variant().title()).bold(),
            Span::from("  room ").dim(),
            Span::from(table.room().to_string()).bold(),
        ]),
        state(app, table, looks),
        Line::default(),
    ];
    lines.extend(Side::BOTH.map(|side| player(app, table, side, looks, width)));
    lines.extend(series(table));
    lines.extend(offers(app, table));
    lines.extend(invitation(app, table));
    let head = |title: &'static str| [Line::default(), Line::from(title).dim()];
    lines.extend(head("moves"));
    let room = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(moves(table, width, (room / 3).max(2)));
    if !table.seen().thoughts.is_empty() {
        lines.extend(head("what the bot thought"));
        for thought in table.seen().thoughts.iter().rev().take(2) {
            lines.extend(thinking(table, thought));
        }
    }
    if table.seen().watching > 0 {
        let names: Vec<_> = table
            .seen()
            .spectators
            .iter()
            .map(|name| plain(name.as_str()))
            .collect();
        lines.extend(head("watching"));
        lines.push(Line::from(format!(
            "{}: {}",
            table.seen().watching,
            names.join(", ")
        )));
    }
    if !table.seen().chat.is_empty() {
        lines.extend(head("talk"));
        let room = usize::from(area.height).saturating_sub(lines.len()).max(3);
        let chat = &table.seen().chat;
        for said in &chat[chat.len().saturating_sub(room)..] {
            let name = Span::from(format!("{}: ", plain(said.name.as_str()))).bold();
            lines.push(Line::from(vec![
                name,
                Span::from(plain(said.text.as_str())),
            ]));
        }
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

/// Whose turn it is, or how the game ended.
fn state<'a>(app: &App, table: &Table, looks: Looks) -> Line<'a> {
    if let Wire::Lost { .. } = app.line {
        return Line::from("the line is broken").bold();
    }
    let text = match (table.outcome(), table.to_move()) {
        (Some(outcome), _) => return Line::from(ending(table, outcome, looks)).bold(),
        (None, Some(_)) if table.is_my_turn() => {
            return Line::from("your turn").style(Style::new().bold().reversed());
        }
        (None, Some(side)) => {
            format!(
                "{} {} is to move",
                sign(side, looks),
                plain(&table.occupant(side))
            )
        }
        (None, None) => format!("waiting: tell a friend the code {}", table.room()),
    };
    match table.you() {
        Some(_) => Line::from(text),
        None => Line::from(format!("watching: {text}")),
    }
}

/// How a game ended, as people say it.
fn ending(table: &Table, outcome: &Outcome, looks: Looks) -> String {
    // With its sign: two bots may have one name.
    let name = |side: Side| format!("{} {}", sign(side, looks), plain(&table.occupant(side)));
    let by = match outcome.reason {
        Reason::Line => format!("with {} in a row", table.game().shape().in_row),
        Reason::FullBoard => "the board is full".to_owned(),
        Reason::Resignation => "by resignation".to_owned(),
        Reason::Flag => "on time".to_owned(),
        Reason::Agreement => "agreed".to_owned(),
        Reason::Claim => "since the other stayed away".to_owned(),
        Reason::Aborted => "aborted, no result".to_owned(),
        Reason::NoFirstMove => "aborted: the first move did not come in time".to_owned(),
        Reason::Abandoned => "aborted: both stayed away".to_owned(),
        Reason::BotFailed => "since the bot failed".to_owned(),
    };
    match outcome.winner {
        Some(side) if Some(side) == table.you() => format!("You win {by}!"),
        Some(side) => format!("{} wins {by}", name(side)),
        None if outcome.counts() => format!("A draw: {by}"),
        None => format!("Game {by}"),
    }
}

fn player<'a>(app: &App, table: &Table, side: Side, looks: Looks, width: usize) -> Line<'a> {
    let turn = table.to_move() == Some(side);
    let you = if table.you() == Some(side) {
        " (you)"
    } else {
        ""
    };
    let away = table
        .away(side, app.now)
        .map_or(String::new(), |away| format!(" away {}", shown(away)));
    let clock = table
        .left(side, app.now)
        .map_or(String::new(), |left| left.to_string());
    let name = fit(
        &format!("{}{you}{away}", plain(&table.occupant(side))),
        width.saturating_sub(clock.len() + 5),
    );
    let mark = if turn { ">" } else { " " };
    let style = if turn {
        Style::new().bold()
    } else {
        Style::new()
    };
    Line::from(vec![
        Span::from(mark),
        Span::from(sign(side, looks)).style(colour(side).add_modifier(Modifier::BOLD)),
        Span::from(format!(" {name} ")).style(style),
        Span::from(clock).bold(),
    ])
}

fn clocks<'a>(app: &App, table: &Table, looks: Looks) -> Line<'a> {
    let mut spans = Vec::new();
    for side in Side::BOTH {
        let clock = table
            .left(side, app.now)
            .map_or(String::new(), |left| left.to_string());
        spans.push(Span::from(sign(side, looks)).style(colour(side)));
        spans.push(Span::from(format!(
            " {} {clock}  ",
            plain(&table.occupant(side))
        )));
    }
    Line::from(spans)
}

fn series<'a>(table: &Table) -> Option<Line<'a>> {
    let series = table.seen().series;
    let played = series.wins.first + series.wins.second + series.draws;
    (played > 0).then(|| {
        let (first, second, draws) = (series.wins.first, series.wins.second, series.draws);
        Line::from(format!(
            "game {}, score {first} : {second}, {draws} drawn",
            series.game
        ))
        .dim()
    })
}

/// What somebody waits for an answer to, and what this person may do about it.
fn offers<'a>(app: &App, table: &Table) -> Vec<Line<'a>> {
    let offers = table.seen().offers;
    let mut lines = Vec::new();
    let mut offer = |by: Option<Side>, what: &str, answer: &str| {
        if let Some(by) = by {
            let text = if table.you() == Some(by) {
                format!("you {what}")
            } else if table.you().is_some() {
                format!("{} {what}: {answer}", plain(&table.occupant(by)))
            } else {
                format!("{} {what}", plain(&table.occupant(by)))
            };
            lines.push(Line::from(text).style(Style::new().bold().reversed()));
        }
    };
    offer(offers.draw, "offered a draw", "y takes it, n does not");
    offer(
        offers.takeback,
        "asked for a ply back",
        "y grants it, n does not",
    );
    offer(offers.rematch, "wants a rematch", "r agrees");
    match table.claim_in(app.now) {
        Some(Millis::ZERO) => lines.push(Line::from("g claims the game").bold()),
        Some(wait) => {
            let wait = shown(wait);
            lines.push(Line::from(format!("you may claim the game in {wait}")));
        }
        None => {}
    }
    lines
}

/// What to tell a friend, while this program serves and a seat is open.
fn invitation<'a>(app: &App, table: &Table) -> Vec<Line<'a>> {
    let waits = table.seen().phase == Phase::Seating;
    match app.shared.first().filter(|_| waits) {
        Some(url) => vec![
            Line::default(),
            Line::from("a friend on your network finds you in the list, or types").dim(),
            Line::from(format!("enlinea --server {url} join {}", table.room())),
        ],
        None => Vec::new(),
    }
}

/// The last moves, two sides a line where there is room.
fn moves<'a>(table: &Table, width: usize, most: usize) -> Vec<Line<'a>> {
    let game = table.game();
    let each = if game.shape().falls { 5 } else { 8 };
    let in_line = (width / each).clamp(1, 8) & !1;
    let in_line = in_line.max(1);
    let written: Vec<String> = game
        .plies()
        .iter()
        .enumerate()
        .map(|(at, &square)| {
            let written = game.write_move(square);
            if at % 2 == 0 {
                format!("{}.{written} ", at / 2 + 1)
            } else {
                format!("{written}  ")
            }
        })
        .collect();
    let lines: Vec<Line<'a>> = written
        .chunks(in_line)
        .map(|line| Line::from(line.concat()))
        .collect();
    let skipped = lines.len().saturating_sub(most);
    lines.into_iter().skip(skipped).collect()
}

fn thinking<'a>(table: &Table, thought: &Thought) -> Vec<Line<'a>> {
    let depth = thought
        .depth
        .map_or(String::new(), |depth| format!(", depth {depth}"));
    let line: Vec<String> = thought
        .pv
        .iter()
        .map(|&square| table.game().write_move(square))
        .collect();
    vec![
        Line::from(format!(
            "ply {}: score {}{depth}",
            thought.ply, thought.score
        )),
        Line::from(format!(
            "{} nodes, {} a second",
            thought.nodes,
            thought.nodes_per_second()
        )),
        Line::from(line.join(" ")).dim(),
    ]
}

/// A span without tenths.
fn shown(span: Millis) -> String {
    let seconds = span.0.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
