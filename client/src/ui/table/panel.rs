//! The panel beside the board: players, offers, moves, searches, chat.
//!
//! The head is always shown. Below it, sections share the rows: each gets its least, and the rest is given
//! out in turns, a row at a time, so that a low terminal still shows the end of each section.

use protocol::replica::Replica;
use protocol::side::Side;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::offers::offers;
use super::seats::{closed, player, ratings, series};
use super::talk::ChatSpace;
use super::{View, status, talk, thoughts};
use crate::board::Look;
use crate::input::Intent;
use crate::language::Id;
use crate::text::plain;
use crate::ui::opening;
use crate::ui::review;
use crate::ui::text::{fit, rule, shortened_line, spoken, wrapped};
use crate::ui::{App, Glyphs, Screen, invitation};
use crate::words::first_act::FirstAct;
use crate::words::{endings, events};

/// Lines under a heading.
struct Section<'a> {
    heading: String,
    lines: Vec<Line<'a>>,
    /// Shows the last lines where not all fit, rather than the first.
    from_end: bool,
    /// Lines at the beginning that stay if there is room for more than them.
    heads: usize,
}

/// Rows of a section with one line: an empty one, the heading, and the line.
const LEAST: usize = 3;

pub(super) fn draw(
    app: &App,
    view: &View,
    (legend, hidden): (Option<Id>, Option<[String; 2]>),
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let table = &view.table;
    let width = usize::from(area.width);
    let (mut lines, _) = head(app, table, look, (width, area.height), (legend, hidden));
    let room = usize::from(area.height).saturating_sub(lines.len());
    let mut sections = [
        moves(app, table, look, width),
        talk(app, table, width),
        thoughts(app, table, look, width),
        invitation(app, table, width),
    ];
    // Where two have no room, people go before moves, of which the board has the last one.
    let talk_is_first = room < 2 * LEAST;
    let rows = sections.each_ref().map(|section| section.lines.len());
    view.chat_space.set(ChatSpace {
        rows: room_for_talk(rows, talk_is_first, room) as u16,
        width: area.width,
    });
    let has_talk = talk::said(app, table).next().is_some();
    if talk::is_over_board(app, view) {
        sections[TALK].lines.clear();
    }
    if talk_is_first && has_talk {
        sections.swap(0, TALK);
    }
    let shares = share(sections.each_ref().map(|section| section.lines.len()), room);
    for (section, share) in sections.into_iter().zip(shares) {
        if share == 0 {
            continue;
        }
        lines.push(Line::default());
        lines.push(rule(&section.heading, width, look.glyphs));
        let hidden = section.lines.len() - share;
        let skipped = if section.from_end { hidden } else { 0 };
        let heads = section.heads.min(share.saturating_sub(1));
        let mut shown = section.lines.into_iter();
        lines.extend(shown.by_ref().take(heads));
        lines.extend(shown.skip(skipped).take(share - heads));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// The place of the talk among the sections.
const TALK: usize = 1;

/// Rows that a talk of any length would get among sections with these numbers of lines.
fn room_for_talk<const N: usize>(mut lines: [usize; N], talk_is_first: bool, room: usize) -> usize {
    lines[TALK] = room;
    if talk_is_first {
        lines.swap(0, TALK);
        share(lines, room)[0]
    } else {
        share(lines, room)[TALK]
    }
}

/// Shares `room` rows among sections with these numbers of lines; a heading and the empty row above it are part of the
/// cost.
fn share<const N: usize>(lines: [usize; N], mut room: usize) -> [usize; N] {
    let mut shares = [0; N];
    loop {
        let mut given = false;
        for (lines, share) in lines.iter().zip(&mut shares) {
            let price = if *share == 0 { LEAST } else { 1 };
            if *share < *lines && price <= room {
                *share += 1;
                room -= price;
                given = true;
            }
        }
        if !given {
            return shares;
        }
    }
}

/// The title, the status, the choices of the opening, what is `hidden` of the position, the players, and the open
/// offers; and the number of lines above the players.
fn head<'a>(
    app: &App,
    table: &Replica,
    look: &Look,
    (width, height): (usize, u16),
    (legend, hidden): (Option<Id>, Option<[String; 2]>),
) -> (Vec<Line<'a>>, usize) {
    let mut lines = above_choices(app, table, look, (width, height));
    lines.extend(opening::lines(table, look, width));
    let below_choices = lines.len();
    lines.extend(analysis(app, look, (width, height), legend));
    let mut offer_lines = Vec::new();
    for offer in offers(app, table) {
        offer_lines.extend(styled(offer, width));
    }
    // The clocks of both are worth more than a gap, and so is what waits for an answer or the choice of an opening.
    let waits = !(table.choices().is_empty() && offer_lines.is_empty());
    let needed = lines.len() + Side::BOTH.len() + offer_lines.len() + usize::from(!waits);
    let room = usize::from(height).saturating_sub(needed);
    let hidden = hidden.map(|hidden| out_of_view(hidden, look.glyphs, (width, room.max(1))));
    let mut hidden = hidden.unwrap_or_default();
    // One that has the code of the room stays.
    let code = table.room().to_string();
    let may_go = |title: &&mut Line<'_>| !title.to_string().contains(&code);
    if room > 0 {
        lines.splice(below_choices..below_choices, hidden);
    } else if !is_brief(app, height)
        && let Some(title) = lines.first_mut().filter(may_go)
        && let Some(told) = hidden.pop()
    {
        // The choices stay where a click finds them.
        *title = told;
    }
    let needed = lines.len() + Side::BOTH.len() + offer_lines.len();
    if !waits || needed < usize::from(height) {
        lines.push(Line::default());
    }
    let above = lines.len();
    lines.extend(Side::BOTH.map(|side| player(app, table, side, look, width)));
    // Above the score: low screens have no room for both, and what is asked waits for its answer.
    lines.extend(offer_lines);
    let room = usize::from(height).saturating_sub(lines.len());
    lines.extend(first_act(table, width, room));
    lines.extend(ratings(table, app.view.as_ref(), width));
    lines.extend(series(table, width));
    lines.extend(closed(table, width));
    (lines, above)
}

/// The moves out of view, in as many words as `rows` rows have room for; the moves alone, and then their beginning,
/// where there is little.
fn out_of_view<'a>(
    [told, moves]: [String; 2],
    glyphs: Glyphs,
    (width, rows): (usize, usize),
) -> Vec<Line<'a>> {
    let whole = [told, moves.clone()].map(|text| wrapped(&text, width));
    let fitting = whole.into_iter().find(|lines| lines.len() <= rows);
    let lines = fitting.unwrap_or_else(|| vec![shortened_line(&moves, width, glyphs)]);
    lines.into_iter().take(rows).map(Line::from).collect()
}

/// The first act of a side that is due, in as many words as have room in `rows` rows.
fn first_act<'a>(table: &Replica, width: usize, rows: usize) -> Vec<Line<'a>> {
    let due = FirstAct::due(table);
    let texts = due.map(|act| [act.said(), act.in_few_words()]);
    let texts = texts.into_iter().flatten();
    let mut told = texts.map(|text| styled((text, Style::new()), width).collect::<Vec<_>>());
    told.find(|lines| lines.len() <= rows).unwrap_or_default()
}

/// The player at a position, where the panel is drawn in `area`.
pub(super) fn player_at(
    app: &App,
    table: &Replica,
    told: (Option<Id>, Option<[String; 2]>),
    look: &Look,
    area: Rect,
    at: Position,
) -> Option<Side> {
    let (_, above) = head(
        app,
        table,
        look,
        (usize::from(area.width), area.height),
        told,
    );
    let line = usize::from(at.y.checked_sub(area.y)?).checked_sub(above)?;
    let side = Side::BOTH.get(line).copied();
    side.filter(|_| area.contains(at))
}

/// The choice of the opening at a position, where the panel is drawn in `area`.
pub(super) fn choice_at(
    app: &App,
    table: &Replica,
    look: &Look,
    area: Rect,
    at: Position,
) -> Option<usize> {
    let size = (usize::from(area.width), area.height);
    let above = above_choices(app, table, look, size).len();
    let line = usize::from(at.y.checked_sub(area.y)?).checked_sub(above)?;
    let is_there = area.contains(at) && line < table.choices().len();
    is_there.then_some(line)
}

/// The title and the status, as far as there is room for them.
fn above_choices<'a>(
    app: &App,
    table: &Replica,
    look: &Look,
    (width, height): (usize, u16),
) -> Vec<Line<'a>> {
    let room = table.room().to_string();
    let title = opening::title(table.game().variant(), table.snapshot().spec.opening);
    let word = say!("table-room") + " ";
    let gap = width.saturating_sub(word.width() + room.len());
    let code = [Span::from(word).dim(), Span::from(room).bold()];
    let mut lines = if is_brief(app, height) {
        Vec::new()
    } else if title.width() < gap {
        let mut spans = vec![Span::from(fit(&title, gap)).bold()];
        spans.extend(code);
        vec![Line::from(spans)]
    } else {
        let title = wrapped(&title, width).into_iter();
        let title = title.map(|row| Line::from(row).bold());
        title.chain([Line::from(code.to_vec())]).collect()
    };
    let back = app.view.as_ref().filter(|view| view.is_looking_back());
    let is_over = table.outcome().is_some();
    let place = back.filter(|_| is_over && is_brief(app, height));
    let status = if let Some(view) = place {
        (status::place(view, width), Style::new().bold())
    } else {
        let status = status::line(app, table, look, usize::MAX);
        (status.text, status.style)
    };
    lines.extend(styled(status, width));
    if place.is_none()
        && let Some(text) = table.outcome().and_then(|over| endings::row(table, over))
    {
        lines.extend(styled((text, Style::new()), width));
    }
    lines.extend(opening::stones_to_place(table, look));
    lines
}

/// The value of the column under the cursor or the best lines, while values are shown; the evaluation of the game.
fn analysis<'a>(
    app: &App,
    look: &Look,
    (width, height): (usize, u16),
    legend: Option<Id>,
) -> Vec<Line<'a>> {
    let Some(view) = &app.view else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if view.values.is_some() {
        let (position, known) = (view.shown(), view.known_values());
        lines.extend(review::values(
            &position,
            known,
            view.cursor,
            (look, width, height),
        ));
    }
    if let Some(evaluation) = &view.evaluation {
        let shown = view.plies_shown();
        lines.extend(review::evaluation(evaluation, shown, look, width, height));
    }
    if view.values.is_some() {
        lines.extend(review::legend(legend, width));
    }
    lines
}

/// True where the analysis takes the place of the title, and of the result while an earlier position is shown.
fn is_brief(app: &App, height: u16) -> bool {
    let view = app.view.as_ref();
    let is_asked = view.is_some_and(|view| view.values.is_some() || view.evaluation.is_some());
    is_asked && review::is_low(height)
}

/// Wraps a text of one style.
fn styled<'a>((text, style): (String, Style), width: usize) -> impl Iterator<Item = Line<'a>> {
    let style = move |text| Line::from(text).style(style);
    wrapped(&text, width).into_iter().map(style)
}

/// The moves in pairs, in as many columns as fit.
fn moves<'a>(app: &App, table: &Replica, look: &Look, width: usize) -> Section<'a> {
    let game = table.game();
    let shown = app.view.as_ref().map_or(0, View::plies_shown);
    let played = game.plies().len();
    let evaluation = app.view.as_ref().and_then(|view| view.evaluation.as_ref());
    Section {
        heading: if usize::from(shown) < played {
            say!("table-moves-at", shown = shown, played = played)
        } else {
            say!("table-moves")
        },
        lines: review::moves(game, shown, evaluation, look, width),
        from_end: true,
        heads: review::heads(game),
    }
}

/// The chat and the spectators.
fn talk<'a>(app: &App, table: &Replica, width: usize) -> Section<'a> {
    let seen = table.snapshot();
    let names: Vec<_> = seen
        .spectators
        .iter()
        .map(|name| plain(name.as_str()))
        .collect();
    let mut lines = Vec::new();
    for said in talk::said(app, table) {
        let name = plain(said.name.as_str());
        let text = events::talk(said);
        for (at, row) in spoken(&text, width).into_iter().enumerate() {
            match row.strip_prefix(&name).filter(|_| at == 0) {
                Some(rest) => lines.push(Line::from(vec![
                    Span::from(name.clone()).bold(),
                    Span::from(rest.to_owned()),
                ])),
                None => lines.push(Line::from(row)),
            }
        }
    }
    let heading = match seen.watching {
        0 => say!("table-talk"),
        // The server names a few, and none of many.
        watching if names.is_empty() => say!("table-talk-watching-unnamed", watching = watching),
        watching => say!(
            "table-talk-watching",
            watching = watching,
            names = names.join(", ")
        ),
    };
    let key = app.keymap.key(Screen::Table, Intent::Chat);
    let is_offered = lines.is_empty() && seen.watching > 0 && !seen.chat_closed;
    if let Some(key) = key.filter(|_| is_offered) {
        lines.push(Line::from(say!("table-says-something", key = key)).dim());
    }
    Section {
        heading,
        lines,
        from_end: true,
        heads: 0,
    }
}

/// The searches of the bots up to the position shown, the last first.
fn thoughts<'a>(app: &App, table: &Replica, look: &Look, width: usize) -> Section<'a> {
    let back = app.view.as_ref().filter(|view| view.is_looking_back());
    let shown = back.map_or(u16::MAX, View::plies_shown);
    let mut lines = Vec::new();
    let searches = table.snapshot().searches.iter().rev();
    for thought in searches.filter(|thought| thought.ply <= shown) {
        lines.extend(thoughts::thinking(table, thought, look, width));
    }
    Section {
        heading: say!("table-thoughts"),
        lines,
        from_end: false,
        heads: 0,
    }
}

/// The command that a friend types to join, while a seat is open and this program serves.
fn invitation<'a>(app: &App, table: &Replica, width: usize) -> Section<'a> {
    let mut lines = Vec::new();
    if let Some(link) = invitation::link(app, table) {
        let hint = if invitation::is_announced(app) {
            say!("table-invite-hint")
        } else {
            say!("table-invite-hint-address")
        };
        lines.extend(
            wrapped(&hint, width)
                .into_iter()
                .map(|row| Line::from(row).dim()),
        );
        let command = format!("enlinea join {link}");
        lines.extend(wrapped(&command, width).into_iter().map(Line::from));
    }
    Section {
        heading: say!("table-invite"),
        lines,
        from_end: false,
        heads: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_has_the_room_that_the_other_sections_leave() {
        for (lines, room, expected) in [
            ([10, 0, 0], 2, 0),
            ([10, 0, 0], 5, 3),
            ([10, 0, 0], 6, 1),
            ([10, 3, 0], 20, 8),
            ([0, 1, 0], 20, 18),
            ([10, 1, 10], 9, 1),
        ] {
            let talk = room_for_talk(lines, room < 2 * LEAST, room);
            assert_eq!(talk, expected, "{lines:?} {room}");
        }
    }

    #[test]
    fn sections_share_the_room_and_none_is_forgotten() {
        let sections = [10, 2, 50];
        for (room, expected) in [
            (0, [0, 0, 0]),
            (3, [1, 0, 0]),
            (9, [1, 1, 1]),
            (16, [4, 2, 4]),
            (100, [10, 2, 50]),
        ] {
            assert_eq!(share(sections, room), expected, "{room}");
        }
    }
}
