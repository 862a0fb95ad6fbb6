//! The picture of the games: the first is the largest, and the others share what is left.

use protocol::side::Side;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::{Tile, Tv};
use crate::board::{self, BoardLayout, Look, Marks};
use crate::language::Said;
use crate::text::plain;
use crate::ui::opening::seat_chip;
use crate::ui::table::{result, short_result, turn_mark};
use crate::ui::text::{fit, shortened_line};
use crate::ui::tournament::wall;
use crate::ui::widgets::strong;
use crate::ui::{App, Scene, Target, chosen_style};
use crate::words::players::short_names;

/// The place of a game on the screen.
#[derive(Clone, Copy)]
struct Place {
    /// The rows above the board.
    head: Rect,
    board: BoardLayout,
}

/// Columns of a game, so that names can be read.
const NARROWEST: u16 = 16;

/// Rows above a board: the game, and both players. Where the board needs it, the players alone.
const HEADS: [u16; 2] = [3, 2];

/// Parts into which a side of the screen is divided, to try where the largest game ends.
const PARTS: u16 = 12;

/// The weight of the largest board beside that of each other.
const FIRST: u32 = 2;

impl Place {
    /// Characters that the board covers: a measure for boards of different games.
    fn size(&self) -> u32 {
        u32::from(self.board.width()) * u32::from(self.board.height())
    }

    /// Lays a game out in `area`, its board with `new`. The larger board wins over the higher head.
    fn with(area: Rect, new: impl Fn(Rect) -> Option<BoardLayout>) -> Option<Self> {
        if area.width < NARROWEST {
            return None;
        }
        let place = |rows: u16| {
            let under = Rect {
                y: area.y + rows.min(area.height),
                height: area.height.saturating_sub(rows),
                ..area
            };
            let board = new(under)?;
            let head = Rect {
                height: rows,
                ..area
            };
            Some(Self { head, board })
        };
        // Of two equal ones the last is taken: the high head.
        HEADS
            .into_iter()
            .rev()
            .filter_map(place)
            .max_by_key(Self::size)
    }

    /// Columns of the names and clocks: as the board, unless that is too narrow for them.
    fn names(&self) -> u16 {
        self.board.width().max(NARROWEST * 2).min(self.head.width)
    }

    fn new(tile: &Tile, look: &Look, area: Rect) -> Option<Self> {
        let variant = tile.table.game().variant();
        Self::with(area, |under| BoardLayout::new(variant, look, under, false))
    }

    /// The part of a board around the last move.
    fn part(tile: &Tile, look: &Look, area: Rect) -> Option<Self> {
        let game = tile.table.game();
        let shape = game.shape();
        let middle = protocol::square::Square::new(shape.columns / 2, shape.rows / 2)?;
        let at = game.plies().last().copied().unwrap_or(middle);
        let variant = game.variant();
        Self::with(area, |under| {
            BoardLayout::part(variant, look, under, at).ok()
        })
    }
}

/// Games on a projector.
const ON_WALL: usize = 6;

/// Lays the first games out in cells of one size, for a projector.
fn equal(tiles: &[Tile], look: &Look, area: Rect) -> Vec<(usize, Place)> {
    let most = tiles.len().min(ON_WALL) as u16;
    let grids = (1..=most).flat_map(|games| (1..=games).map(move |columns| (games, columns)));
    let laid = grids.map(|(games, columns)| {
        let rows = games.div_ceil(columns);
        let grid = Grid {
            area,
            columns,
            rows,
        };
        let place = |at: u16| {
            Some((
                at.into(),
                Place::new(&tiles[usize::from(at)], look, grid.cell(at))?,
            ))
        };
        (0..games).filter_map(place).collect::<Vec<_>>()
    });
    // More games are worth smaller boards.
    let value = |places: &Vec<(usize, Place)>| {
        let all: u32 = places.iter().map(|(_, place)| place.size()).sum();
        all * places.len() as u32
    };
    laid.max_by_key(value).unwrap_or_default()
}

/// Lays out as many games as fit, each with its place in the list; the first is there in any case.
fn places(tiles: &[Tile], look: &Look, area: Rect) -> Vec<(usize, Place)> {
    let others = (tiles.len() as u16).saturating_sub(1);
    let best = (1..=others)
        .flat_map(|others| divisions(area, others))
        .filter_map(|(first, rest)| divided(tiles, look, first, rest))
        .max_by_key(|places| {
            let all: u32 = places.iter().map(|(_, place)| place.size()).sum();
            (places.len(), all + places[0].1.size() * FIRST)
        });
    if let Some(best) = best {
        return best;
    }
    let first = tiles.first();
    let whole = first.and_then(|tile| Place::new(tile, look, area));
    let part = || first.and_then(|tile| Place::part(tile, look, area));
    let place = whole.or_else(part);
    place.into_iter().map(|place| (0, place)).collect()
}

/// The grid of the smaller games: its area, columns and rows.
#[derive(Clone, Copy)]
struct Grid {
    area: Rect,
    columns: u16,
    rows: u16,
}

impl Grid {
    fn cell(self, at: u16) -> Rect {
        let (width, height) = (self.area.width / self.columns, self.area.height / self.rows);
        Rect {
            x: self.area.x + at % self.columns * width,
            y: self.area.y + at / self.columns * height,
            // A column stays free between two games.
            width: width.saturating_sub(1),
            height,
        }
    }
}

/// The ways to divide an area into a part for the largest game, and a grid for `others` beside or below it.
fn divisions(area: Rect, others: u16) -> impl Iterator<Item = (Rect, Grid)> {
    (PARTS / 3..PARTS).flat_map(move |part| {
        let width = (area.width * part / PARTS).max(1);
        let height = (area.height * part / PARTS).max(1);
        let beside = (
            Rect {
                width: width.saturating_sub(1),
                ..area
            },
            Rect {
                x: area.x + width,
                width: area.width.saturating_sub(width),
                ..area
            },
        );
        let below = (
            Rect { height, ..area },
            Rect {
                y: area.y + height,
                height: area.height.saturating_sub(height),
                ..area
            },
        );
        [beside, below].into_iter().flat_map(move |(first, area)| {
            (1..=others).map(move |columns| {
                let rows = others.div_ceil(columns);
                let grid = Grid {
                    area,
                    columns,
                    rows,
                };
                (first, grid)
            })
        })
    })
}

/// Lays the games out in such a division, each in the next cell that is left; those that do not fit, or would be
/// larger than the first, are passed over. `None` where the first does not fit, or no other does.
fn divided(tiles: &[Tile], look: &Look, first: Rect, grid: Grid) -> Option<Vec<(usize, Place)>> {
    let (largest, others) = tiles.split_first()?;
    let largest = Place::new(largest, look, first)?;
    let mut places = vec![(0, largest)];
    for (index, tile) in (1..).zip(others) {
        let at = places.len() as u16 - 1;
        if at == grid.columns * grid.rows {
            break;
        }
        let place = Place::new(tile, look, grid.cell(at));
        if let Some(place) = place.filter(|place| place.size() <= largest.size()) {
            places.push((index, place));
        }
    }
    (places.len() > 1).then_some(places)
}

/// The games on the screen with their places in the list. The chosen one is always among them.
fn shown(tv: &Tv, look: &Look, area: Rect) -> Vec<(usize, Place)> {
    let mut shown = if tv.is_wall() {
        equal(&tv.tiles, look, area)
    } else {
        places(&tv.tiles, look, area)
    };
    if tv.is_choosing
        && shown.iter().all(|(index, _)| *index != tv.chosen)
        && let Some(tile) = tv.tiles.get(tv.chosen)
    {
        // In the place of the last one, or of all where it does not fit there.
        let last = shown.pop();
        let fits = last.and_then(|(_, place)| {
            let area = Rect {
                height: place.head.height + place.board.height(),
                ..place.head
            };
            Place::new(tile, look, area).filter(|_| !shown.is_empty())
        });
        let alone = || Place::new(tile, look, area).or_else(|| Place::part(tile, look, area));
        if let Some(place) = fits {
            shown.push((tv.chosen, place));
        } else if let Some(place) = alone() {
            shown = vec![(tv.chosen, place)];
        }
    }
    shown
}

/// The area of the games.
fn boards(app: &App, area: Rect) -> Rect {
    if app.tv.is_wall() {
        wall::boards(app, area)
    } else {
        area
    }
}

pub(super) fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
    let is_there = |place: &Place| place.head.contains(at) || place.board.contains(at);
    shown(&app.tv, look, boards(app, area))
        .into_iter()
        .find(|(_, place)| is_there(place))
        .map(|(index, _)| Target::Line(index))
}

pub(super) fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
    let tv = &app.tv;
    if tv.is_wall() {
        wall::draw(app, scene.look, frame, area);
    }
    let places = shown(tv, scene.look, boards(app, area));
    if places.is_empty() && tv.is_wall() {
        return;
    }
    if places.is_empty() {
        let text = if tv.tiles.is_empty() {
            say!("tv-none")
        } else {
            say!("tv-too-small")
        };
        let area = area.inner(ratatui::layout::Margin::new(1, 1));
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let hidden = tv.tiles.len() - places.len();
    for (index, place) in places {
        let tile = &tv.tiles[index];
        let is_chosen = tv.is_choosing && index == tv.chosen;
        let more = if index == 0 { hidden } else { 0 };
        head(app, tile, scene.look, (place, is_chosen, more), frame);
        let table = &tile.table;
        let marks = Marks {
            line: table.outcome().map_or(&[], |outcome| &outcome.line[..]),
            last: table.game().plies().last().copied(),
            cursor: None,
            planned: None,
            forbidden: &table.snapshot().forbidden,
            fall: None,
            values: None,
            share: None,
        };
        board::draw(table.game(), place.board, marks, scene.look, frame);
    }
}

/// Draws what stands above a board; `more` games have no room on the screen.
fn head(
    app: &App,
    tile: &Tile,
    look: &Look,
    (place, is_chosen, more): (Place, bool, usize),
    frame: &mut Frame<'_>,
) {
    let table = &tile.table;
    let (area, names) = (place.head, usize::from(place.names()));
    let width = usize::from(area.width);
    let seen = table.snapshot();
    // At the end of the first line: a title may be cut, the number of games that are not seen may not.
    let more = (more > 0).then(|| format!(" {}", say!("tv-more", count = more)));
    let columns = width.saturating_sub(1 + more.as_ref().map_or(0, |more| more.width()));
    let outcome = table.outcome().map(|outcome| {
        let whole = result(table, outcome, look);
        let short = short_result(table, outcome, look);
        let fits = whole.width() <= columns;
        let text = if fits { whole } else { short };
        Line::from(format!(" {}", shortened_line(&text, columns, look.glyphs))).bold()
    });
    // This client is no audience.
    let (room, game) = (table.room().to_string(), table.game().variant().said());
    let alone = format!("{room} {game}");
    let title = match seen.watching.saturating_sub(1) {
        0 => None,
        others => Some(say!("tv-watched", room = room, game = game, count = others)),
    };
    let title = title.filter(|title| title.width() <= columns);
    let title = title.unwrap_or(alone);
    let title = format!(" {}", shortened_line(&title, columns, look.glyphs));
    let title = Line::from(fit(&title, width)).dim();
    let seats = short_names(&table.snapshot().seats);
    let [first, second] =
        Side::BOTH.map(|side| player(app, tile, (side, &seats[side]), look, names));
    let lines = match (outcome, area.height >= HEADS[0]) {
        (None, true) => vec![title, first, second],
        (None, false) => vec![first, second],
        (Some(outcome), true) => vec![outcome, first, second],
        (Some(outcome), false) => {
            let [first, second] = Side::BOTH.map(|side| plain(&seats[side]));
            let both = fit(&format!(" {first} - {second}"), width);
            vec![outcome, Line::from(both)]
        }
    };
    let text = Paragraph::new(lines).style(chosen_style(is_chosen));
    frame.render_widget(text, area);
    if let Some(more) = more {
        let taken = (more.width() as u16).min(area.width);
        let end = Rect {
            x: area.right() - taken,
            width: taken,
            height: 1.min(area.height),
            ..area
        };
        frame.render_widget(Line::from(more).bold(), end);
    }
}

fn player<'a>(
    app: &App,
    tile: &Tile,
    (side, name): (Side, &str),
    look: &Look,
    width: usize,
) -> Line<'a> {
    let table = &tile.table;
    let is_turn = table.to_move() == Some(side);
    let clock = table
        .left(side, app.now)
        .map_or(String::new(), |left| left.to_string());
    let name = fit(&plain(name), width.saturating_sub(clock.width() + 6));
    let style = strong(is_turn);
    Line::from(vec![
        turn_mark(is_turn, look),
        seat_chip(table, side, look),
        Span::from(format!(" {name} ")).style(style),
        Span::from(clock).style(style),
    ])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The areas of the games on the screen, with the sizes of their boards.
    pub(in crate::ui::tv) fn boards(tv: &Tv, look: &Look, area: Rect) -> Vec<(Rect, u32)> {
        let whole = |place: Place| {
            let area = Rect {
                width: place.names().max(place.board.width()),
                height: place.head.height + place.board.height(),
                ..place.head
            };
            (area, place.size())
        };
        let places = shown(tv, look, area).into_iter();
        places.map(|(_, place)| whole(place)).collect()
    }
}
