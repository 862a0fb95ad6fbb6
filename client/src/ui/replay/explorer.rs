//! The moves that were played on the server from the position that is shown, and how these games ended.

use std::collections::HashMap;

use protocol::game::Game;
use protocol::message::ClientMsg;
use protocol::rules::Variant;
use protocol::square::Square;
use protocol::view::PlayedMove;
use ratatui::style::Stylize;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::board::Glyphs;
use crate::ui::text::wrapped;
use crate::ui::widgets::list::in_ascii;
use crate::ui::{Action, Effect, Replay};

/// The answers of the server, by the moves that lead to the position.
#[derive(Debug, Default)]
pub(super) struct Explorer {
    played: HashMap<Vec<Square>, Vec<PlayedMove>>,
    /// The position that was asked for last.
    asked: Option<Vec<Square>>,
}

/// Rows of a panel from which on each move has a line of its own, and their most.
const ROOMY: u16 = 30;
const MOST: usize = 5;

impl Replay {
    /// Asks for the moves of the position that is shown, unless they are known or on their way.
    pub(super) fn explore(&mut self) -> Option<Effect> {
        let position = self.position();
        let (variant, moves) = (position.variant(), position.plies());
        let explorer = self.explorer.as_mut()?;
        let is_asked = explorer.asked.as_deref() == Some(moves);
        if position.ending().is_some() || is_asked || explorer.played.contains_key(moves) {
            return None;
        }
        let moves = moves.to_vec();
        explorer.asked = Some(moves.clone());
        let ask = ClientMsg::Explore { variant, moves };
        Some(Effect::Do(Action::Send(ask)))
    }

    pub(in crate::ui) fn on_explored(
        &mut self,
        variant: Variant,
        moves: Vec<Square>,
        played: Vec<PlayedMove>,
    ) {
        let is_same = self.game.variant() == variant;
        if let Some(explorer) = self.explorer.as_mut().filter(|_| is_same) {
            explorer.played.insert(moves, played);
        }
    }
}

impl Explorer {
    /// The moves from a position: a line each in a high panel, or all in one.
    pub(super) fn lines<'a>(
        &self,
        position: &Game,
        (width, height): (usize, u16),
        glyphs: Glyphs,
    ) -> Vec<Line<'a>> {
        let Some(played) = self.played.get(position.plies()) else {
            return Vec::new();
        };
        let said = |text: String| {
            let rows = wrapped(&text, width).into_iter();
            rows.map(|row| Line::from(row).dim())
        };
        if played.is_empty() {
            return said(say!("replay-never-played")).collect();
        }
        let written = |it: &PlayedMove| position.write_move(it.square);
        if height < ROOMY {
            let moves = played
                .iter()
                .map(|it| format!("{} ({})", written(it), it.score.games()));
            let mut text = String::new();
            for one in moves {
                let longer = if text.is_empty() {
                    say!("replay-played-here", moves = one)
                } else {
                    format!("{text}, {one}")
                };
                if !text.is_empty() && longer.width() > width {
                    break;
                }
                text = longer;
            }
            return vec![Line::from(text).dim()];
        }
        let each = played.iter().take(MOST).map(|it| {
            let score = say!(
                "profile-score",
                won = it.score.won,
                drawn = it.score.drawn,
                lost = it.score.lost
            );
            let games = it.score.games();
            let score = in_ascii(&score, glyphs);
            Line::from(format!("{:>5} {games:>6}   {score}", written(it)))
        });
        said(say!("replay-played")).chain(each).collect()
    }
}
