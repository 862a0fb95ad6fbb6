//! The screen of a saved game: its board at any ply, comments, clock times, and its evaluation. Needs no server.

use protocol::game::Game;
use protocol::id::Revision;
use protocol::millis::Millis;
use protocol::record::{GameResult, Record};
use protocol::side::Side;
use protocol::spec::ClockSpec;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::board::{self, Marks, sign};
use super::parts::{self, Parts};
use super::table::in_words;
use super::text::{fit, wrapped};
use super::{Action, App, Evaluated, Evaluation, Page, Scene, Screen, Target, review};
use crate::board::Look;
use crate::input::{Binding, Intent, Key, bind};
use crate::language::Said;
use crate::text::plain;
use crate::values::{found_words, has_values};

/// A saved game on the screen.
#[derive(Debug)]
pub struct Replay {
    record: Record,
    game: Game,
    /// The position on the screen, by the number of its plies.
    pub shown: u16,
    /// The cell whose value is told.
    pub(super) cursor: Square,
    /// True while the values of the position are shown.
    values: bool,
    evaluation: Option<Evaluation>,
}

/// Plies by which a page key goes on.
const PAGE: u16 = 10;

impl Page for Replay {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Down, End, Home, Left, Right, Up};
        &[
            bind(
                &[Left, Char(','), Char('h')],
                Intent::Earlier,
                id!("keys-replay-back"),
                true,
            ),
            bind(
                &[Right, Char('.'), Char('l'), Char(' ')],
                Intent::Later,
                id!("keys-replay-on"),
                true,
            ),
            bind(
                &[Home, Char('<')],
                Intent::Beginning,
                id!("keys-replay-start"),
                true,
            ),
            bind(
                &[End, Char('>')],
                Intent::Live,
                id!("keys-replay-end"),
                true,
            ),
            bind(
                &[Down, Char('j')],
                Intent::PageDown,
                id!("keys-ten-on"),
                false,
            ),
            bind(
                &[Up, Char('k')],
                Intent::PageUp,
                id!("keys-ten-back"),
                false,
            ),
            bind(&[Char('a')], Intent::Evaluate, id!("keys-analyse"), true),
            bind(&[Char('v')], Intent::Values, id!("keys-values"), true),
            bind(&[Char('c')], Intent::Copy, id!("keys-copy"), false),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.at_replay(intent)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        if let Some(replay) = &app.replay {
            replay.draw(scene.look, frame, area);
        }
    }

    fn click(_app: &App, _was_chosen: bool) -> Option<Intent> {
        None
    }

    fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        let parts = app.replay.as_ref()?.parts(look, area).ok()?;
        parts.board.cell_at(at).map(Target::Cell)
    }
}

impl App {
    /// Shows a saved game, at its end.
    pub fn show_record(&mut self, record: Record) {
        self.replay = Some(Replay::new(record));
        self.screen = Screen::Replay;
    }

    fn at_replay(&mut self, intent: Intent) -> Vec<Action> {
        let Some(replay) = &mut self.replay else {
            return self.go_home();
        };
        let shown = replay.shown;
        match intent {
            Intent::Earlier => replay.look_at(shown.saturating_sub(1)),
            Intent::Later => replay.look_at(shown + 1),
            Intent::PageUp => replay.look_at(shown.saturating_sub(PAGE)),
            Intent::PageDown => replay.look_at(shown.saturating_add(PAGE)),
            Intent::Beginning => replay.look_at(0),
            Intent::Live => replay.look_at(u16::MAX),
            Intent::Evaluate => {
                if replay.evaluation.take().is_some() {
                    replay.values = false;
                    return vec![Action::StopEvaluation];
                }
                return vec![replay.evaluate()];
            }
            Intent::Values => {
                replay.values = !replay.values;
                if replay.values && replay.evaluation.is_none() {
                    return vec![replay.evaluate()];
                }
            }
            Intent::Column(column) if column < replay.game.shape().columns => {
                let cursor = Square::new(column, replay.cursor.row());
                replay.cursor = cursor.unwrap_or(replay.cursor);
            }
            Intent::Copy => {
                let record = Box::new(replay.record.clone());
                self.say(super::table::COPIED);
                return vec![Action::Copy(record)];
            }
            // It was opened from a command line: nothing is behind it.
            Intent::Back => return vec![Action::Quit],
            _ => {}
        }
        Vec::new()
    }

    /// Takes in what the engine in this program tells of a position; with none, it has told of all.
    pub(super) fn evaluated(&mut self, told: Result<Option<(u16, Evaluated)>, String>) {
        let Some(replay) = &mut self.replay else {
            return;
        };
        match (told, &mut replay.evaluation) {
            (Ok(Some((plies, evaluated))), Some(evaluation)) => evaluation.put(plies, evaluated),
            (Ok(None), Some(evaluation)) => evaluation.is_running = false,
            // It was stopped meanwhile.
            (Ok(_), None) => {}
            (Err(problem), _) => {
                (replay.evaluation, replay.values) = (None, false);
                self.say(problem);
            }
        }
    }
}

impl Replay {
    fn new(record: Record) -> Self {
        let game = record.game();
        let shape = game.shape();
        let middle = Square::new(shape.columns / 2, shape.rows / 2);
        let mut replay = Self {
            shown: 0,
            cursor: middle.expect("the middle of a board is on it"),
            values: false,
            evaluation: None,
            record,
            game,
        };
        replay.look_at(u16::MAX);
        replay
    }

    fn look_at(&mut self, plies: u16) {
        self.shown = plies.min(self.game.plies().len() as u16);
        // A board that is a window shows the last stone.
        let last = usize::from(self.shown).checked_sub(1);
        if let (Some(last), false) = (last, has_values(&self.game)) {
            self.cursor = self.game.plies()[last];
        }
    }

    fn evaluate(&mut self) -> Action {
        self.evaluation = Some(Evaluation::new(&self.game, Revision(0)));
        let game = Box::new(self.game.clone());
        let first = self.shown;
        Action::Evaluate { game, first }
    }

    /// The position on the screen.
    fn position(&self) -> Game {
        let squares = self.game.plies()[..usize::from(self.shown)].iter().copied();
        Game::after(self.game.variant(), squares).expect("the plies of a game are legal")
    }

    fn parts(&self, look: &Look, area: Rect) -> Result<Parts, (u16, u16)> {
        let values = self.values && has_values(&self.game);
        parts::parts(self.game.variant(), self.cursor, values, look, area)
    }

    /// The values of the position on the screen, while they are shown and known.
    fn known(&self) -> Option<&Evaluated> {
        let evaluation = self.evaluation.as_ref().filter(|_| self.values);
        evaluation?.at(self.shown)
    }

    /// The chance of the first colour in the position on the screen, where it is known.
    fn share(&self) -> Option<f64> {
        self.evaluation.as_ref()?.share(self.shown)
    }

    fn draw(&self, look: &Look, frame: &mut Frame<'_>, area: Rect) {
        let parts = match self.parts(look, area) {
            Ok(parts) => parts,
            Err(least) => {
                parts::too_small(least, frame, area);
                return;
            }
        };
        let position = self.position();
        let values = self.known().map(|known| &known.columns[..]);
        let side = position.side_to_move();
        let marks = Marks {
            line: position.ending().map_or(&[], |ending| ending.line()),
            last: position.plies().last().copied(),
            cursor: (self.values && position.ending().is_none()).then_some((self.cursor, side)),
            forbidden: &[],
            planned: None,
            fall: None,
            values: values.filter(|columns| !columns.is_empty()),
            share: self.share(),
        };
        board::draw(&position, parts.board, marks, look, frame);
        let Some(rest) = parts.rest else {
            let above = Rect {
                height: 2.min(area.height),
                ..area
            };
            let width = usize::from(area.width);
            let analysed = (self.values, self.known());
            let evaluation = self.evaluation.as_ref();
            let (told, curve) =
                review::low(&position, analysed, self.cursor, evaluation, (look, width));
            let players = Side::BOTH.map(|seat| self.player(seat, look));
            let players = players.into_iter().flat_map(|line| line.spans);
            let first = match told {
                Some(told) => format!("{}; {told}", self.status()),
                None if self.shown == self.game.plies().len() as u16 => {
                    format!("{}; {}", self.status(), self.result())
                }
                None => self.status(),
            };
            let second = curve.map_or_else(|| players.collect(), Line::from);
            let lines = vec![Line::from(first), second];
            frame.render_widget(Paragraph::new(lines), above);
            return;
        };
        let width = usize::from(rest.width);
        let legend = marks.values;
        let legend = legend.and_then(|values| parts.board.legend(&position, values));
        let mut lines = self.head(look, &position, legend, rest);
        let moves = review::moves(&self.game, self.shown, self.evaluation.as_ref(), width);
        let room = usize::from(rest.height).saturating_sub(lines.len() + 1);
        lines.push(Line::default());
        let hidden = moves.len().saturating_sub(room);
        lines.extend(moves.into_iter().skip(hidden));
        frame.render_widget(Paragraph::new(lines), rest);
    }

    /// Text above the moves.
    fn head<'a>(
        &self,
        look: &Look,
        position: &Game,
        legend: Option<&'static str>,
        area: Rect,
    ) -> Vec<Line<'a>> {
        let width = usize::from(area.width);
        let mut lines = Vec::new();
        let mut say = |text: &str| {
            lines.extend(wrapped(text, width).into_iter().map(Line::from));
        };
        let date = self
            .record
            .tag("Date")
            .map_or(String::new(), |date| format!(", {}", plain(date)));
        // With little room what was asked for goes before what is known.
        let is_asked = self.values || self.evaluation.is_some();
        let is_brief = is_asked && area.height < LOW;
        if !is_brief {
            say(&format!("{}{date}", self.game.variant().said()));
            say(&self.result());
        }
        say(&self.status());
        if let Some(comment) = self.comment() {
            say(&plain(comment));
        }
        let ply = usize::from(self.shown).checked_sub(1);
        let found = ply.and_then(|at| found_words(position, &self.record.plies()[at]));
        if let Some(found) = found {
            say(&found);
        }
        if !is_brief {
            lines.extend(Side::BOTH.map(|seat| self.player(seat, look)));
        }
        if self.values {
            lines.extend(review::values(
                position,
                self.known(),
                self.cursor,
                legend,
                width,
            ));
        }
        if let Some(evaluation) = &self.evaluation {
            let (shown, height) = (self.shown, area.height);
            lines.extend(review::evaluation(evaluation, shown, look, width, height));
        }
        if let Some(title) = lines.first_mut() {
            *title = std::mem::take(title).bold();
        }
        lines
    }

    /// The result in words.
    fn result(&self) -> String {
        let winner = match self.record.result() {
            GameResult::FirstWon => Some(Side::First),
            GameResult::SecondWon => Some(Side::Second),
            GameResult::Drawn | GameResult::Unfinished => None,
        };
        let name = |seat| self.name(seat);
        if let Some(reason) = self.record.reason() {
            return in_words(winner, None, name, &reason, self.game.shape().in_row);
        }
        match (winner, self.record.result()) {
            (Some(seat), _) => format!("{} wins", name(seat)),
            (None, GameResult::Drawn) => "A draw".to_owned(),
            (None, _) => "The game has no result".to_owned(),
        }
    }

    /// The position shown, and the ply that led to it.
    fn status(&self) -> String {
        let played = self.game.plies().len();
        match usize::from(self.shown).checked_sub(1) {
            None => format!("ply 0 of {played}"),
            Some(at) => {
                let made = self.game.write_move(self.game.plies()[at]);
                format!("ply {} of {played}: {made}", self.shown)
            }
        }
    }

    /// The comment on the ply shown, or that on the game.
    fn comment(&self) -> Option<&str> {
        match usize::from(self.shown).checked_sub(1) {
            None => self.record.comment(),
            Some(at) => self.record.plies()[at].comment(),
        }
    }

    fn name(&self, seat: Side) -> String {
        let tag = match seat {
            Side::First => "First",
            Side::Second => "Second",
        };
        let name = plain(self.record.tag(tag).unwrap_or("?"));
        // A record tells bots from people; at tables they have no such sign.
        match name.strip_prefix("bot:") {
            Some(bot) => bot.to_owned(),
            None => name,
        }
    }

    /// A player: the colour, the name, and the time left after the last ply that is shown.
    fn player<'a>(&self, seat: Side, look: &Look) -> Line<'a> {
        let turns = self.record.turns();
        let mut colours = Side::BOTH.into_iter();
        let colour = colours.find(|colour| turns.seat_of(*colour) == Some(seat));
        let sign = colour.map_or(Span::from(" "), |colour| {
            Span::from(sign(colour, look.glyphs)).bold()
        });
        let name = fit(&self.name(seat), NAME);
        let left = colour.and_then(|colour| self.left(colour));
        let left = left.map_or(String::new(), |left| format!(" {left}"));
        Line::from(vec![
            sign,
            Span::from(format!(" {}{left}  ", name.trim_end())),
        ])
    }

    /// The time that a colour had left after its last ply that is shown, or before its first one.
    fn left(&self, colour: Side) -> Option<Millis> {
        let shown = &self.record.plies()[..usize::from(self.shown)];
        let plies = shown.iter().enumerate().rev();
        let mut own = plies.filter(|(at, _)| Side::to_move_after(*at) == colour);
        match own.next() {
            Some((_, ply)) => ply.left(),
            None => self.record.clock().map(ClockSpec::initial),
        }
    }
}

/// Rows of a panel below which an analysis takes the place of the title and the players.
const LOW: u16 = 14;

/// Columns of a name.
const NAME: usize = 20;

#[cfg(test)]
mod tests;
