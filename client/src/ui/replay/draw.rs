//! How a saved game is drawn: the board, and the panel beside it or the two lines above it.

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::record::GameResult;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::spec::ClockSpec;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::Replay;
use crate::board::{self, Look, Marks};
use crate::language::Id;
use crate::library::day_in;
use crate::text::plain;
use crate::ui::opening;
use crate::ui::text::{shortened, shortened_name, wrapped};
use crate::ui::{Evaluated, Evaluation, game_layout, review};
use crate::values::{Decimals, found_words};
use crate::words::endings::ended;
use crate::words::first_act::FirstAct;
use crate::words::players::names_in;

/// Rows that a long comment leaves to the moves: an empty one, and two of them.
const MOVES: usize = 3;

impl Replay {
    /// The values of the position on the screen, while they are shown and known.
    fn known(&self) -> Option<&Evaluated> {
        let evaluation = self.findings().filter(|_| self.has_values());
        evaluation?.at(self.plies_shown())
    }

    /// The evaluation of the game, while it is shown.
    fn shown_evaluation(&self) -> Option<&Evaluation> {
        self.findings().filter(|_| self.curve)
    }

    /// The chance of the first colour in the position on the screen, where it is shown and known.
    fn share(&self) -> Option<f64> {
        let evaluation = self.findings();
        let evaluation = evaluation.filter(|_| self.curve || self.has_values());
        evaluation?.share(self.plies_shown())
    }

    pub(super) fn draw_in(&self, look: &Look, frame: &mut Frame<'_>, area: Rect) {
        let layout = match self.layout(look, area) {
            Ok(layout) => layout,
            Err(least) => {
                game_layout::too_small(least, frame, area);
                return;
            }
        };
        let position = self.position();
        let values = self.known().map(|known| &known.columns[..]);
        let side = position.side_to_move();
        let marks = Marks {
            line: position.ending().map_or(&[], |ending| ending.line()),
            last: position.plies().last().copied(),
            cursor: ((self.has_values() || self.aims) && position.ending().is_none())
                .then_some((self.cursor, side)),
            forbidden: &[],
            planned: None,
            fall: None,
            values: values.filter(|columns| !columns.is_empty()),
            share: self.share(),
        };
        board::draw(&position, layout.board, marks, look, frame);
        let Some(panel) = layout.panel else {
            let above = Rect {
                height: 2.min(area.height),
                ..area
            };
            let width = usize::from(area.width);
            let analysed = (self.has_values(), self.known());
            let evaluation = self.shown_evaluation();
            let (told, curve) =
                review::low(&position, analysed, self.cursor, evaluation, (look, width));
            let at_end = self.branch.is_none() && self.shown == self.game.plies().len() as u16;
            let told = told.or_else(|| at_end.then(|| self.result()));
            let (first, left) = self.first_line(told, width, curve.is_some());
            let players = Side::BOTH.map(|seat| self.player(seat, look, width / 2));
            let players = players.into_iter().flat_map(|line| line.spans);
            let second = match (curve, left) {
                (Some(curve), _) => curve,
                (None, Some(told)) => Line::from(told),
                (None, None) => players.collect(),
            };
            let lines = vec![Line::from(first), second];
            frame.render_widget(Paragraph::new(lines), above);
            return;
        };
        let width = usize::from(panel.width);
        let legend = marks.values;
        let legend = legend.and_then(|values| layout.board.legend(&position, values));
        let mut lines = self.head(look, &position, legend, panel);
        let moves = review::moves(
            self.line(),
            self.plies_shown(),
            self.shown_evaluation(),
            look,
            width,
        );
        let room = usize::from(panel.height).saturating_sub(lines.len() + 1);
        lines.push(Line::default());
        let hidden = moves.len().saturating_sub(room);
        let mut moves = moves.into_iter();
        lines.extend(moves.by_ref().take(review::heads(&self.game)));
        lines.extend(moves.skip(hidden));
        frame.render_widget(Paragraph::new(lines), panel);
    }

    /// Text above the moves.
    fn head<'a>(
        &self,
        look: &Look,
        position: &Game,
        legend: Option<Id>,
        area: Rect,
    ) -> Vec<Line<'a>> {
        let width = usize::from(area.width);
        let mut lines = Vec::new();
        let brief = self.brief_status();
        let say = |text: &str| wrapped(text, width).into_iter().map(Line::from);
        // With little room what was asked for goes before what is known.
        let is_asked = self.has_values() || self.curve;
        let is_brief = is_asked && review::is_low(area.height);
        if !is_brief {
            let game = opening::title(self.game.variant(), self.record.turns().rule());
            lines.extend(say(&match day_in(&self.record) {
                Some(date) => say!("replay-title", game = game, date = plain(&date)),
                None => game,
            }));
            lines.extend(say(&self.result()));
        }
        // Numbers that stand in one line are read at a glance.
        let status = self.status();
        let is_whole = status.width() <= width;
        lines.extend(say(if is_whole { &status } else { &brief }));
        let mut rest = Vec::new();
        let ply = usize::from(self.shown).checked_sub(1);
        let ply = ply.filter(|_| self.branch.is_none());
        let found = ply.and_then(|at| {
            let ply = &self.record.plies()[at];
            found_words(position, ply, Decimals::OfLanguage)
        });
        if let Some(found) = found {
            rest.extend(say(&found));
        }
        if !is_brief {
            rest.extend(Side::BOTH.map(|seat| self.player(seat, look, width)));
        }
        if self.has_values() {
            let known = self.known();
            rest.extend(review::values(
                position,
                known,
                self.cursor,
                (look, width, area.height),
            ));
        }
        if let Some(evaluation) = self.shown_evaluation() {
            let (shown, height) = (self.plies_shown(), area.height);
            rest.extend(review::evaluation(evaluation, shown, look, width, height));
        }
        if self.has_values() {
            rest.extend(review::legend(legend, width));
        }
        if let Some(explorer) = self.explorer.as_ref().filter(|_| !is_brief) {
            let size = (width, area.height);
            rest.extend(explorer.lines(position, size, look.glyphs));
        }
        if let Some(comment) = self.comment() {
            let taken = lines.len() + rest.len() + MOVES;
            let rows = usize::from(area.height).saturating_sub(taken).max(1);
            let comment = shortened(&plain(comment), width, rows, look.glyphs);
            lines.extend(comment.into_iter().map(Line::from));
        }
        lines.extend(rest);
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
            let opening = self.record.turns().state(self.game.plies().len());
            if FirstAct::lacking(&reason, opening.as_ref()) == Some(FirstAct::Choice) {
                return say!("words-no-result-first-choice");
            }
            let winner = winner.map(name);
            return ended(winner.as_deref(), false, &reason, self.game.shape().in_row);
        }
        match (winner, self.record.result()) {
            (Some(seat), _) => say!("replay-wins", name = name(seat)),
            (None, GameResult::Drawn) => say!("replay-draw"),
            (None, _) => say!("replay-no-result"),
        }
    }

    /// The position shown, and the ply that led to it.
    fn status(&self) -> String {
        let played = self.game.plies().len();
        if let Some(branch) = &self.branch {
            let tried = &branch.game.plies()[usize::from(branch.from)..];
            let tried = tried.iter().map(|&square| branch.game.write_move(square));
            let moves = tried.collect::<Vec<_>>().join(" ");
            return say!("replay-branch", at = branch.from, moves = moves);
        }
        match self.last_move() {
            None => say!("replay-beginning", played = played),
            Some(made) => {
                let made = match self.game.variant().notation() {
                    Notation::Column => say!("lines-column", column = made),
                    Notation::Cell => made,
                };
                say!(
                    "replay-ply",
                    shown = self.shown,
                    played = played,
                    move = made
                )
            }
        }
    }

    /// The same in numbers alone.
    fn brief_status(&self) -> String {
        if self.branch.is_some() {
            return self.status();
        }
        let played = self.game.plies().len();
        match self.last_move() {
            None => format!("0/{played}"),
            Some(made) => format!("{}/{played} {made}", self.shown),
        }
    }

    /// The ply that led to the position shown.
    fn last_move(&self) -> Option<String> {
        let at = usize::from(self.shown).checked_sub(1)?;
        Some(self.game.write_move(self.game.plies()[at]))
    }

    /// The status with what is told of the position, in a line of `width` columns; and what is told where that is
    /// too long for it, unless this line is the only one. The status is numbers alone where that leaves room enough.
    fn first_line(
        &self,
        told: Option<String>,
        width: usize,
        is_only: bool,
    ) -> (String, Option<String>) {
        let status = self.status();
        let Some(told) = told else {
            return (status, None);
        };
        let brief = self.brief_status();
        let lines = [&status, &brief].map(|place| format!("{place}; {told}"));
        let is_whole = |line: &String| line.width() <= width;
        match lines.into_iter().find(is_whole) {
            Some(line) => (line, None),
            None if !is_only && is_whole(&told) => (status, Some(told)),
            // The best line of a free board is as long as it likes: its value comes first.
            None => (format!("{brief}; {told}"), None),
        }
    }

    /// The comment on the ply shown, or that on the game.
    fn comment(&self) -> Option<&str> {
        if self.branch.is_some() {
            return None;
        }
        match usize::from(self.shown).checked_sub(1) {
            None => self.record.comment(),
            Some(at) => self.record.plies()[at].comment(),
        }
    }

    fn name(&self, seat: Side) -> String {
        let name = names_in(&self.record)[seat].take();
        plain(name.as_deref().unwrap_or("?"))
    }

    /// A player in at most `width` columns: the colour, the name, and the time left after the last ply that is shown.
    fn player<'a>(&self, seat: Side, look: &Look, width: usize) -> Line<'a> {
        let turns = self.record.turns();
        let mut colours = Side::BOTH.into_iter();
        let colour = colours.find(|colour| turns.seat_of(*colour) == Some(seat));
        let chip = colour.map_or(Span::from("   "), |colour| {
            look.chip(self.game.variant(), colour)
        });
        let left = colour.and_then(|colour| self.left(colour));
        let left = left.map_or(String::new(), |left| format!(" {left}"));
        let room = width.saturating_sub(left.width() + 6);
        let name = shortened_name(&self.name(seat), room, look.glyphs);
        Line::from(vec![chip, Span::from(format!(" {name}{left}  "))])
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
