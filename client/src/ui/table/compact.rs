//! The two lines above the board, where there is no panel.

use protocol::game::Game;
use protocol::side::Side;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::status::{self, Status};
use super::{View, has_row, is_last, offers, turn_mark};
use crate::board::Look;
use crate::past;
use crate::ui::opening::{self, seat_chip};
use crate::ui::text::{fit, shortened_line};
use crate::ui::{App, review};
use crate::words::first_act::FirstAct;

/// The two lines: the status, and the players or what is analysed.
pub(super) struct Compact<'a> {
    pub(super) app: &'a App,
    pub(super) view: &'a View,
    /// The position on the screen.
    pub(super) shown: &'a Game,
    /// The stones of the position that are out of sight, in words and alone. They stand in the place of LIVE, or in
    /// that of the players while there are choices.
    pub(super) hidden: Option<[String; 2]>,
    pub(super) look: &'a Look,
    pub(super) columns: u16,
}

impl Compact<'_> {
    pub(super) fn lines(&self) -> [Line<'static>; 2] {
        let (view, table) = (self.view, &self.view.table);
        let analysed = (view.values.is_some(), view.known_values());
        let evaluation = view.evaluation.as_ref();
        let space = (self.look, self.width());
        let (told, curve) = review::low(self.shown, analysed, view.cursor, evaluation, space);
        let has_turn = table.is_my_turn() && is_last(table, self.shown);
        // What waits for an answer counts more than whose turn it is, which the line of the players marks then.
        let offer = offers::offers(self.app, table).into_iter().next();
        let marks_turn = offer.is_some();
        let status = self.status(offer, told.as_deref().filter(|_| !has_turn));
        let told = told.filter(|_| has_turn);
        let second = self.second_line(curve, told.as_deref(), marks_turn);
        [self.first_line(&status), second]
    }

    fn width(&self) -> usize {
        self.columns.into()
    }

    /// The status: an offer, or what is `told` of the analysis, or else that of the game.
    fn status(&self, offer: Option<(String, Style)>, told: Option<&str>) -> Status {
        let (app, view, width) = (self.app, self.view, self.width());
        if let Some((text, style)) = offer {
            // The keys that answer it stand at its end.
            let text = match text.rsplit_once(": ") {
                Some((offer, keys)) if text.width() > width => {
                    let room = width.saturating_sub(keys.width() + 2);
                    format!("{}: {keys}", shortened_line(offer, room, self.look.glyphs))
                }
                _ => text,
            };
            return Status {
                has_place: text.width() + 1 + status::place(view, 0).width() > width,
                text,
                style,
            };
        }
        if let Some(told) = told {
            return Status {
                text: told.to_owned(),
                style: Style::new(),
                has_place: false,
            };
        }
        let mut status = status::line(app, &view.table, self.look, width);
        let room = width.saturating_sub(status.text.width() + 2);
        let you = view.table.you();
        if let Some((side, ratings)) = you.zip(view.ratings).filter(|_| !status.has_place) {
            let points = past::signed(past::points(ratings[side]));
            let text = format!("{} {points}", status.text);
            if text.width() <= width {
                status.text = text;
            }
        }
        let due = FirstAct::due(&view.table).map(|act| [act.said(), act.in_few_words()]);
        let mut due = due.into_iter().flatten();
        if let Some(due) = due.find(|text| !status.has_place && text.width() <= room) {
            status.text = format!("{}; {due}", status.text);
        }
        status
    }

    /// The choices of an opening, or the status with the position on the screen.
    fn first_line(&self, status: &Status) -> Line<'static> {
        let (table, glyphs, width) = (&self.view.table, self.look.glyphs, self.width());
        if has_row(self.app, table) {
            return opening::row(table, self.columns);
        }
        if status.has_place {
            return Line::from(shortened_line(&status.text, width, glyphs)).style(status.style);
        }
        let room = width.saturating_sub(status.text.width() + 1);
        let hidden = self.hidden.iter().flatten();
        let in_place = hidden.into_iter().find(|text| text.width() <= room);
        let place = in_place.map_or_else(|| status::place(self.view, room), String::clone);
        let room = width.saturating_sub(place.width() + 1);
        Line::from(vec![
            Span::from(fit(&shortened_line(&status.text, room, glyphs), room)).style(status.style),
            Span::from(format!(" {place}")),
        ])
    }

    /// The curve of the evaluation, what is `told` of the analysis, the stones out of sight, or else the players.
    fn second_line(
        &self,
        curve: Option<Line<'static>>,
        told: Option<&str>,
        marks_turn: bool,
    ) -> Line<'static> {
        if let Some(curve) = curve {
            return curve;
        }
        if let Some(told) = told {
            return Line::from(shortened_line(told, self.width(), self.look.glyphs));
        }
        match &self.hidden {
            Some(hidden) if has_row(self.app, &self.view.table) => self.hidden_and_clocks(hidden),
            Some(_) | None => self.players(marks_turn),
        }
    }

    fn hidden_and_clocks(&self, [told, moves]: &[String; 2]) -> Line<'static> {
        let clocks = Side::BOTH.map(|side| self.view.table.left(side, self.app.now));
        let clocks = clocks.into_iter().flatten().map(|left| format!(" {left}"));
        let clocks: String = clocks.collect();
        let room = self.width().saturating_sub(clocks.width() + 1);
        let told = if told.width() <= room { told } else { moves };
        let told = shortened_line(told, room, self.look.glyphs);
        Line::from(format!("{told} {clocks}"))
    }

    /// Both players, where what a bot does, and then the names, give way to the clocks. Where `marks_turn`, whoever is
    /// to move has a mark.
    fn players(&self, marks_turn: bool) -> Line<'static> {
        let (table, look, now) = (&self.view.table, self.look, self.app.now);
        let clocks = Side::BOTH.map(|side| {
            let clock = table.left(side, now);
            clock.map_or(String::new(), |left| format!(" {left}"))
        });
        let names = Side::BOTH.map(|side| opening::occupant(table, side));
        let does = Side::BOTH.map(|side| {
            let name = opening::occupant(table, side);
            self.view.thinks(side, now, &name).unwrap_or(name)
        });
        let columns = |texts: &[String; 2]| texts.iter().map(|text| text.width()).sum::<usize>();
        // Besides there are the chips, the spaces after them and between the players, and the mark.
        let marked = table.to_move().filter(|_| marks_turn);
        let chips = 10 + usize::from(marked.is_some());
        let room = self.width().saturating_sub(columns(&clocks) + chips);
        // A short name leaves its room to the other.
        let [first, second] = names.map(|name| name.width());
        let first = first.min((room / 2).max(room.saturating_sub(second)));
        let rooms = [first, room - first];
        let mut spans = Vec::new();
        for (at, side) in Side::BOTH.into_iter().enumerate() {
            let name = if columns(&does) <= room {
                does[at].clone()
            } else {
                opening::short_occupant(table, side, rooms[at], look.glyphs)
            };
            if marked == Some(side) {
                spans.push(turn_mark(true, look));
            }
            spans.push(seat_chip(table, side, look));
            spans.push(Span::from(format!(" {name}{}  ", clocks[at])));
        }
        Line::from(spans)
    }
}
