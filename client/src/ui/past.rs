//! Parts of the screens for games that are over: the way between them, and the line of a game.
//!
//! The server answers one question for each of them. A page is kept while another one is open, and is as it was on the
//! way back.

use std::mem::take;

use jiff::Zoned;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::text::Name;
use protocol::view::{GameResult, PastGame, Seat};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::text::{fit, shortened_line, shortened_name};
use super::widgets::list::{in_ascii, mark, tinted};
use super::widgets::{draw_position, strong};
use super::{
    Action, App, Around, Effect, History, Leaderboard, Profile, Screen, Server, roles, step,
};
use crate::board::{Glyphs, Look};
use crate::input::Intent;
use crate::past::{self, Filter};
use crate::words;

/// A page of games that are over.
#[derive(Debug)]
pub(super) enum Page {
    History(Box<History>),
    Profile(Box<Profile>),
    Leaderboard(Box<Leaderboard>),
}

/// Shows the games of this person, or all games to a guest.
pub(super) fn games(server: &Server) -> Effect {
    let own = server.greeting.as_ref().filter(|it| it.owns_name);
    games_of(own.and_then(|greeting| Name::clean(&greeting.name)))
}

/// Shows the games of a player, or all games.
pub(super) fn games_of(player: Option<Name>) -> Effect {
    show_games(Filter {
        player,
        ..Filter::default()
    })
}

/// Shows the games that a filter lets through.
pub(super) fn show_games(filter: Filter) -> Effect {
    Effect::ShowPage(Page::History(Box::new(History::new(filter))))
}

/// Shows the order of the players of a game, or else of Connect Four.
pub(super) fn places(variant: Option<Variant>) -> Effect {
    let variant = variant.unwrap_or(Leaderboard::default().variant);
    Effect::ShowPage(Page::Leaderboard(Box::new(Leaderboard::new(
        variant, false,
    ))))
}

/// Shows the profile of a player, or says that there is none.
pub(super) fn person(name: Option<&Name>) -> Effect {
    let Some(name) = name.cloned() else {
        return Effect::Say(say!("history-no-profile"));
    };
    Effect::ShowPage(Page::Profile(Box::new(Profile::new(name))))
}

/// Looks through a game.
pub(super) fn look_back_at(game: &PastGame, around: &Around<'_>) -> Effect {
    match past::record(game, around.clock) {
        Some(record) => Effect::LookBack(Box::new(record)),
        None => Effect::Say(say!("history-no-moves")),
    }
}

/// Does what a key means on every page, with a list of `lines` lines.
pub(super) fn on_key(intent: Intent, chosen: &mut usize, lines: usize) -> Vec<Effect> {
    match intent {
        Intent::Back => return vec![Effect::LeavePage],
        Intent::Places => return vec![places(None)],
        _ => step(chosen, intent, lines),
    }
    Vec::new()
}

/// A person on these seats, if possible another one than this one.
pub(super) fn person_of<'a>(seats: &'a BySide<Seat>, server: &Server) -> Option<&'a Name> {
    let names = seats.iter().filter_map(|(_, seat)| seat.person());
    let is_own = |name: &Name| server.says(|own| past::is_same(&own.name, name.as_str()));
    names.min_by_key(|name| is_own(name) || name.is_of_guest())
}

impl App {
    /// True on a page of games that are over.
    pub(super) fn is_on_page(&self) -> bool {
        matches!(
            self.screen,
            Screen::History | Screen::Profile | Screen::Leaderboard
        )
    }

    /// Opens a page, to go back from it to the one that is open.
    pub(super) fn open_page(&mut self, page: Page) -> Vec<Action> {
        if !self.server.has_history() {
            self.say(say!("refusals-no-history"));
            return Vec::new();
        }
        match self.show_page(page) {
            Some(before) => self.pages.push(before),
            None => self.pages.clear(),
        }
        self.screen.ask(self)
    }

    /// Shows a page, and returns the one that was open.
    fn show_page(&mut self, page: Page) -> Option<Page> {
        let before = match self.screen {
            Screen::History => Some(Page::History(take(&mut self.history))),
            Screen::Profile => Some(Page::Profile(take(&mut self.profile))),
            Screen::Leaderboard => Some(Page::Leaderboard(take(&mut self.leaderboard))),
            _ => None,
        };
        self.screen = match page {
            Page::History(_) => Screen::History,
            Page::Profile(_) => Screen::Profile,
            Page::Leaderboard(_) => Screen::Leaderboard,
        };
        match page {
            Page::History(page) => self.history = page,
            Page::Profile(page) => self.profile = page,
            Page::Leaderboard(page) => self.leaderboard = page,
        }
        before
    }

    /// Goes back to the page before, as it was, or else to the table or the lobby.
    pub(super) fn leave_page(&mut self) -> Vec<Action> {
        let Some(before) = self.pages.pop() else {
            return self.open(Screen::Table);
        };
        self.show_page(before);
        self.screen.ask(self)
    }
}

/// A game beside a list: its last position, the result, the ratings, the address; `now` is the time of the answer.
pub(super) fn draw_beside(
    game: &PastGame,
    server: &Server,
    now: &Zoned,
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let ended = past::before(now, game.ended);
    let day = words::past::day(ended.date(), now);
    let title = format!(
        "{} · {day}, {}",
        words::past::who_won(game),
        ended.strftime("%H:%M")
    );
    let title = shortened_line(
        &in_ascii(&title, look.glyphs),
        area.width.into(),
        look.glyphs,
    );
    let row = |y: u16| Rect {
        y,
        height: 1,
        ..area
    };
    frame.render_widget(Line::from(title).bold(), row(area.y));
    let below = Rect {
        y: area.y + 2,
        height: area.height.saturating_sub(10).min(16),
        ..area
    };
    let rows = draw_board(game, look, frame, below).unwrap_or_default();
    let names = words::past::players(game);
    let result = say!(
        "history-how-and-moves",
        how = words::past::how(game),
        count = game.plies
    );
    let mut lines = vec![pair(&say!("history-result"), &result, area.width, look)];
    if let Some(ratings) = &game.ratings {
        let arrow = if look.glyphs.ascii { "->" } else { "→" };
        lines.extend(ratings.iter().map(|(side, change)| {
            let change = format!("{} {arrow} {}", change.before, change.after);
            pair(&names[side], &change, area.width, look)
        }));
    }
    if let Some(link) = link_to(game, server) {
        lines.push(Line::default());
        let link = shortened_line(&link, area.width.into(), look.glyphs);
        lines.push(Line::styled(link, roles::grey(look)));
    }
    let top = below.y + rows + u16::from(rows > 0);
    for (line, y) in lines.into_iter().zip(top..area.bottom()) {
        frame.render_widget(line, row(y));
    }
}

/// The address of a game on the page of the server.
pub(super) fn link_to(game: &PastGame, server: &Server) -> Option<String> {
    let told = server
        .greeting
        .iter()
        .flat_map(|greeting| &greeting.addresses);
    let mut addresses = server.shared.iter().chain(told);
    let address = addresses.next()?;
    let address = address.split('#').next().unwrap_or_default();
    let page = address
        .replacen("wss://", "https://", 1)
        .replacen("ws://", "http://", 1);
    let page = page.strip_suffix("/ws").unwrap_or(&page);
    Some(format!(
        "{}/#game={}",
        page.trim_end_matches('/'),
        game.game
    ))
}

/// The style of a result.
pub(super) fn result_style(result: Option<GameResult>, look: &Look) -> Style {
    match result {
        Some(GameResult::Won) => roles::accent(look),
        Some(GameResult::Lost) => Style::new(),
        Some(GameResult::Drawn | GameResult::Other(_)) | None => roles::grey(look),
    }
}

/// The last results, the newest at the right.
pub(super) fn form(results: &[GameResult], glyphs: Glyphs) -> String {
    let marks = if glyphs.ascii {
        ["+", ".", "-"]
    } else {
        ["●", "·", "○"]
    };
    let mark = |result: &GameResult| match result {
        GameResult::Won => marks[0],
        GameResult::Lost => marks[2],
        GameResult::Drawn | GameResult::Other(_) => marks[1],
    };
    results.iter().map(mark).collect()
}

/// Columns from which on a line of a game has all that it can have.
const ROOMY: usize = 60;

/// A game in a line, seen from a player.
pub(super) struct GameLine<'a> {
    pub(super) game: &'a PastGame,
    /// The side from which it is seen; `None` for a game of others.
    pub(super) side: Option<Side>,
    /// When it ended, if that is shown.
    pub(super) ended: Option<Zoned>,
    pub(super) is_chosen: bool,
}

impl GameLine<'_> {
    /// The line, `width` columns wide.
    pub(super) fn draw(&self, width: u16, look: &Look) -> Line<'static> {
        let width = usize::from(width);
        let (game, glyphs, grey) = (self.game, look.glyphs, roles::grey(look));
        let names = words::past::players(game);
        let (chip, players) = match self.side {
            Some(side) => (Some(side), names[side.other()].clone()),
            None => (None, format!("{} - {}", names.first, names.second)),
        };
        // A colour that an opening gave to a seat is not known.
        let chip = chip.filter(|_| game.opening.is_none());
        let chip = chip.zip(game.variant.known());
        let chip = chip.map(|(side, variant)| look.chip(*variant, side));
        let result = self.side.and_then(|side| past::result_for(game, side));
        let change = self.side.zip(game.ratings.as_ref());
        let change = change.map(|(side, ratings)| past::points(ratings[side]));
        let change_style = match change {
            Some(1..) => roles::accent(look),
            _ => Style::new(),
        };
        let change = change.map_or(String::new(), past::signed);
        let name_style = strong(self.is_chosen);
        let cell = |text: &str, width: usize| {
            let text = shortened_line(text, width.saturating_sub(1), glyphs);
            fit(&text, width)
        };
        let time = self.ended.as_ref();
        let time = time.map(|ended| ended.strftime("%H:%M ").to_string());
        let mut spans = vec![mark(self.is_chosen, look)];
        spans.extend(time.map(|time| Span::styled(time, grey)));
        spans.extend([chip.unwrap_or_else(|| Span::from("   ")), Span::from(" ")]);
        let taken: usize = spans.iter().map(Span::width).sum();
        let left = width.saturating_sub(taken + 6);
        let name = |width: usize| {
            let name = shortened_name(&players, width.saturating_sub(1), glyphs);
            Span::styled(fit(&name, width), name_style)
        };
        let result_words = words::past::result(game, self.side);
        let result_style = result_style(result, look);
        if width < ROOMY {
            let result_width = 10.min(left / 2);
            spans.extend([
                name(left - result_width),
                Span::styled(cell(&result_words, result_width), result_style),
            ]);
        } else {
            let rest = left.saturating_sub(10 + 4);
            let (name_width, game_width) = (rest / 4, rest * 2 / 5);
            let plies = game.plies.to_string();
            spans.extend([
                name(name_width),
                Span::styled(cell(&words::past::title(game), game_width), grey),
                Span::styled(cell(&result_words, 10), result_style),
                Span::styled(
                    cell(&words::past::how(game), rest - name_width - game_width),
                    grey,
                ),
                Span::styled(format!("{plies:>4}"), grey),
            ]);
        }
        spans.push(Span::styled(format!("{change:>5} "), change_style));
        let line = Line::from(spans);
        tinted(line, self.is_chosen, look)
    }
}

/// Draws the last position of a game and returns its height; `None` if there is no board or no room.
fn draw_board(game: &PastGame, look: &Look, frame: &mut Frame<'_>, area: Rect) -> Option<u16> {
    draw_position(&past::board(game)?, &game.outcome.line, look, frame, area)
}

/// A line with a value at its right end.
fn pair(left: &str, right: &str, width: u16, look: &Look) -> Line<'static> {
    let width = usize::from(width);
    let right = shortened_line(right, width.saturating_sub(left.width() + 1), look.glyphs);
    let gap = width.saturating_sub(right.width());
    Line::from(vec![
        Span::styled(fit(left, gap), roles::grey(look)),
        Span::from(right),
    ])
}

#[cfg(test)]
pub(super) mod tests;
