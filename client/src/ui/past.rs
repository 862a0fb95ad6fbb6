//! Parts of the screens for games that are over: the way between them, and the line of a game.
//!
//! The server answers one question for each of them; the way back asks it again.

use jiff::Zoned;
use protocol::message::ClientMsg;
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
use super::widgets::draw_position;
use super::widgets::list::{in_ascii, mark};
use super::{Action, App, History, Leaderboard, Profile, Replay, Screen, Server, roles, step};
use crate::board::{Glyphs, Look};
use crate::input::Intent;
use crate::past::{self, Filter};
use crate::words;

/// A page of games that are over, by its question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Games.
    History(Filter),
    /// A person; `None` is this person.
    Profile(Option<Name>),
    /// The order of the players of a game.
    Leaderboard { variant: Variant, today: bool },
}

/// The way through the pages.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// The page on the screen.
    open: Option<Question>,
    /// The pages before it, each with its chosen line.
    before: Vec<(Question, usize)>,
    /// The screen from which the first of them was opened.
    from: Option<Screen>,
    /// True until the server has answered.
    pub(super) waits: bool,
    /// The line to choose when the answer comes.
    pub(super) chosen: usize,
}

/// Most pages to go back to.
const LONGEST: usize = 50;

/// A person on these seats, if possible another one than this one.
pub(super) fn person_of<'a>(seats: &'a BySide<Seat>, server: &Server) -> Option<&'a Name> {
    let names = seats.iter().filter_map(|(_, seat)| seat.person());
    let is_own = |name: &Name| server.says(|own| past::is_same(&own.name, name.as_str()));
    names.min_by_key(|name| is_own(name) || name.is_of_guest())
}

impl App {
    /// True on a screen of games that are over.
    pub(super) fn is_on_past(&self) -> bool {
        matches!(
            self.screen,
            Screen::History | Screen::Profile | Screen::Leaderboard
        )
    }

    /// Opens a page, to go back from it to the screen that is open.
    pub(super) fn open_past(&mut self, question: Question) -> Vec<Action> {
        if !self.server.has_history() {
            self.say(say!("refusals-no-history"));
            return Vec::new();
        }
        let chosen = self.screen.chosen(self).map_or(0, |chosen| *chosen);
        let is_on_past = self.is_on_past();
        let trail = &mut self.trail;
        if let Some(before) = trail.open.take().filter(|_| is_on_past) {
            trail.before.push((before, chosen));
            let surplus = trail.before.len().saturating_sub(LONGEST);
            trail.before.drain(..surplus);
        } else {
            (trail.before, trail.from) = (Vec::new(), Some(self.screen));
        }
        self.ask_past(question, 0)
    }

    /// Shows another page instead of the open one.
    pub(super) fn ask_past(&mut self, question: Question, chosen: usize) -> Vec<Action> {
        let message = match &question {
            Question::History(filter) => {
                self.screen = Screen::History;
                *self.history = History::new(filter.clone());
                filter.question(&self.clock, None)
            }
            Question::Profile(name) => {
                self.screen = Screen::Profile;
                *self.profile = Profile::default();
                ClientMsg::Profile { name: name.clone() }
            }
            Question::Leaderboard { variant, today } => {
                self.screen = Screen::Leaderboard;
                *self.leaderboard = Leaderboard::new(*variant, *today);
                let within = today.then(|| past::since_midnight(&self.clock));
                ClientMsg::Leaderboard {
                    variant: *variant,
                    within,
                }
            }
        };
        self.trail.open = Some(question);
        (self.trail.waits, self.trail.chosen) = (true, chosen);
        self.send(message)
    }

    /// Asks for the open page again, as on a connection that came back.
    pub(super) fn ask_past_again(&mut self) -> Vec<Action> {
        match self.trail.open.clone() {
            Some(question) => self.ask_past(question, 0),
            None => self.enter_lobby(),
        }
    }

    /// Goes back to the page before, or to the screen from which the first one was opened.
    pub(super) fn leave_past(&mut self) -> Vec<Action> {
        if let Some((question, chosen)) = self.trail.before.pop() {
            return self.ask_past(question, chosen);
        }
        self.trail.open = None;
        match self.trail.from.take() {
            Some(Screen::Table) if self.view.is_some() => {
                self.screen = Screen::Table;
                Vec::new()
            }
            _ => self.enter_lobby(),
        }
    }

    /// Opens the profile of a player, or says that there is no profile.
    pub(super) fn open_profile(&mut self, name: Option<&Name>) -> Vec<Action> {
        let Some(name) = name else {
            self.say(say!("history-no-profile"));
            return Vec::new();
        };
        self.open_past(Question::Profile(Some(name.clone())))
    }

    /// Opens the games of this person, or all games for a guest.
    pub(super) fn open_games(&mut self) -> Vec<Action> {
        let own = self
            .server
            .greeting
            .as_ref()
            .filter(|greeting| greeting.owns_name);
        let filter = Filter {
            player: own.and_then(|greeting| Name::clean(&greeting.name)),
            ..Filter::default()
        };
        self.open_past(Question::History(filter))
    }

    /// Does what a key means on each of the pages, on one with a list of `lines` lines.
    pub(super) fn on_past_intent(&mut self, intent: Intent, lines: usize) -> Vec<Action> {
        match intent {
            Intent::Back => self.leave_past(),
            Intent::Places => self.open_leaderboard(),
            _ => {
                if let Some(chosen) = self.screen.chosen(self) {
                    step(chosen, intent, lines);
                }
                Vec::new()
            }
        }
    }

    /// A game beside a list: its last position, the result, the ratings, the address; `now` is the time of the answer.
    pub(super) fn draw_beside(
        &self,
        game: &PastGame,
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
        if let Some(link) = self.link_to(game) {
            lines.push(Line::default());
            let link = shortened_line(&link, area.width.into(), look.glyphs);
            lines.push(Line::styled(link, roles::grey(look)));
        }
        let top = below.y + rows + u16::from(rows > 0);
        for (line, y) in lines.into_iter().zip(top..area.bottom()) {
            frame.render_widget(line, row(y));
        }
    }

    /// Looks through a game that is over.
    pub(super) fn look_back_at(&mut self, game: &PastGame) -> Vec<Action> {
        let Some(record) = past::record(game, &self.clock) else {
            self.say(say!("history-no-moves"));
            return Vec::new();
        };
        let replay = Replay::new(record, Some(self.screen));
        let effects = self.replay.insert(replay).explore();
        self.screen = Screen::Replay;
        self.carry_out(effects.into_iter().collect())
    }

    /// The address of a game on the page of the server.
    pub(super) fn link_to(&self, game: &PastGame) -> Option<String> {
        let told = self
            .server
            .greeting
            .iter()
            .flat_map(|greeting| &greeting.addresses);
        let mut addresses = self.server.shared.iter().chain(told);
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
        let name_style = if self.is_chosen {
            Style::new().bold()
        } else {
            Style::new()
        };
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
        if self.is_chosen {
            line.style(roles::tint(look))
        } else {
            line
        }
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
