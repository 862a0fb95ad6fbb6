//! The table screen: the board on the left, the panel (`table/panel.rs`) on the right or below.

mod analysis;
mod compact;
mod keys;
mod offers;
mod offline;
mod panel;
mod premove;
mod saving;
mod seats;
mod status;
mod talk;
mod thoughts;
mod update;

use protocol::act::Act;
use protocol::game::Game;
use protocol::replica::Replica;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Paragraph;

use super::chat_space::ChatSpace;
use super::frame::top_of_writing;
use super::game_layout::{self, GameLayout};
use super::opening;
use super::{Action, App, Connection, Page, Scene, Target, invitation};
use crate::board::{self, BoardLayout, Look, Marks, Moving};
use crate::input::{Binding, Intent, Key, bind};
use crate::values::has_values;

pub use analysis::Values;
use compact::Compact;
pub(super) use saving::COPIED;
pub(super) use seats::{minutes, turn_mark};
pub(super) use status::{result, short_result};
pub use update::View;

impl Page for View {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Enter};
        &[
            bind(&[Char('>')], Intent::Live, id!("keys-live"), true),
            bind(&[Enter, Char(' ')], Intent::Choose, id!("keys-play"), true),
            bind(&[Char('i')], Intent::Rules, id!("keys-rules"), false),
            bind(
                &[Char('m')],
                Intent::Notation,
                id!("keys-write-move"),
                false,
            ),
            bind(
                &[Char('r')],
                Intent::Act(Act::Rematch),
                id!("keys-rematch"),
                true,
            ),
            bind(&[Char('t')], Intent::Chat, id!("keys-talk"), true),
            bind(
                &[Char('u')],
                Intent::Act(Act::AskTakeback),
                id!("keys-takeback"),
                true,
            ),
            bind(
                &[Char('d')],
                Intent::Act(Act::OfferDraw),
                id!("keys-offer-draw"),
                false,
            ),
            bind(&[Char('y')], Intent::Accept, id!("keys-accept"), false),
            bind(&[Char('n')], Intent::Decline, id!("keys-decline"), false),
            bind(
                &[Char('x')],
                Intent::Act(Act::Resign),
                id!("keys-resign"),
                true,
            ),
            bind(
                &[Char('b')],
                Intent::Act(Act::Abort),
                id!("keys-abort"),
                false,
            ),
            bind(
                &[Char('g')],
                Intent::Act(Act::Claim),
                id!("keys-claim"),
                false,
            ),
            bind(&[Char('o')], Intent::Lock, id!("keys-lock"), false),
            bind(&[Char('e')], Intent::Remove, id!("keys-remove"), false),
            bind(&[Char('p')], Intent::Mute, id!("keys-ignore"), false),
            bind(
                &[Char('z')],
                Intent::CloseChat,
                id!("keys-close-chat"),
                false,
            ),
            bind(&[Char('s')], Intent::Save, id!("keys-save"), false),
            bind(&[Char('c')], Intent::Copy, id!("keys-copy"), false),
            bind(&[Char('v')], Intent::Values, id!("keys-values"), true),
            bind(&[Char('a')], Intent::Evaluate, id!("keys-analyse"), true),
            bind(&[Char(',')], Intent::Earlier, id!("keys-earlier"), false),
            bind(&[Char('.')], Intent::Later, id!("keys-later"), false),
            bind(
                &[Char('<')],
                Intent::Beginning,
                id!("keys-beginning"),
                false,
            ),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_table_intent(intent)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw(app, scene, frame, area);
    }

    fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        target_at(app, look, area, at)
    }
}

impl View {
    fn layout(&self, look: &Look, area: Rect) -> Result<GameLayout, (u16, u16)> {
        let game = self.table.game();
        let values = self.values.is_some() || self.evaluation.is_some() && !has_values(game);
        game_layout::lay_out(game.variant(), self.centre, values, look, area)
    }
}

/// The target at a position: a cell, or a choice of the opening.
fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
    let view = app.view.as_ref()?;
    let layout = view.layout(look, area).ok()?;
    if let Some(square) = layout.board.cell_at(at) {
        return Some(Target::Cell(square));
    }
    let table = &view.table;
    let choice = match layout.panel {
        Some(area) => panel::choice_at(app, table, look, area, at),
        None if has_row(app, table) => opening::in_row(table, head_row(area), at),
        None => None,
    };
    choice.map(Target::Choice)
}

/// True where the line above the board has the choices of the opening. What waits for an answer counts more, and
/// a lost connection.
fn has_row(app: &App, table: &Replica) -> bool {
    let is_lost = matches!(app.connection, Connection::Lost { .. });
    !table.choices().is_empty() && !is_lost && offers::offers(app, table).is_empty()
}

fn head_row(area: Rect) -> Rect {
    Rect {
        height: 1.min(area.height),
        ..area
    }
}

fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
    let Scene { look, moving } = scene;
    let glyphs = look.glyphs;
    let Some(view) = &app.view else {
        return;
    };
    let table = &view.table;
    let layout = match view.layout(look, area) {
        Ok(layout) => layout,
        Err(least) => {
            app.chat_space.set(ChatSpace::NONE);
            game_layout::too_small(least, frame, area);
            return;
        }
    };
    let shown = view.shown();
    let marks = marks(view, &shown, moving);
    board::draw(&shown, layout.board, marks, look, frame);
    let hidden = out_of_view(table, &shown, layout.board);
    if let Some(panel) = layout.panel {
        // Lines end above what is being typed: the last of them is the latest.
        let height = top_of_writing(app, frame.area()).saturating_sub(panel.y);
        let panel = Rect {
            height: panel.height.min(height),
            ..panel
        };
        let legend = marks.values;
        let legend = legend.and_then(|values| layout.board.legend(&shown, values));
        panel::draw(app, table, (legend, hidden), look, frame, panel);
    } else {
        app.chat_space.set(ChatSpace::NONE);
        let compact = Compact {
            app,
            view,
            shown: &shown,
            hidden,
            look,
            columns: area.width,
        };
        let above = Rect {
            height: 2.min(area.height),
            ..area
        };
        frame.render_widget(Paragraph::new(compact.lines().to_vec()), above);
    }
    // Over the panel, where the screen is too small for both.
    if let Some(link) = invitation::link(app, table) {
        let free = free_for_invitation(&link, layout.panel, area);
        invitation::draw(app, &link, glyphs, frame, free.intersection(area));
    }
    talk::draw(app, table, glyphs, frame, area);
}

/// True where `shown` is the position in which the game goes on, or ended.
fn is_last(table: &Replica, shown: &Game) -> bool {
    shown.plies().len() == table.game().plies().len()
}

/// The last move of the position `shown`, or the stones of an opening with choices, where they are out of the part of
/// the board that is on the screen: in words, and alone.
fn out_of_view(table: &Replica, shown: &Game, layout: BoardLayout) -> Option<[String; 2]> {
    let plies = shown.plies();
    let is_opened = table.opening().is_some();
    let first = if is_opened {
        0
    } else {
        plies.len().saturating_sub(1)
    };
    let hidden = plies[first..]
        .iter()
        .filter(|square| !layout.shows(**square));
    let hidden: Vec<_> = hidden.map(|square| shown.write_move(*square)).collect();
    let moves = hidden.join(", ");
    let told = if is_opened {
        say!("table-out-of-view", moves = moves.as_str())
    } else {
        say!("table-last-move", move = moves.as_str())
    };
    (!hidden.is_empty()).then_some([told, moves])
}

/// The marks on the board in the position `shown`.
fn marks<'a>(view: &'a View, shown: &Game, moving: Moving) -> Marks<'a> {
    let table = &view.table;
    let is_last = is_last(table, shown);
    let line = match table.outcome() {
        Some(outcome) if is_last => moving.part_of(&outcome.line),
        Some(_) | None => &[],
    };
    let is_past = !is_last && table.outcome().is_none();
    let whose = if view.values.is_some() && (is_past || table.outcome().is_some()) {
        // Nobody plays any more: the cursor chooses whose value is told.
        Some(shown.side_to_move()).filter(|_| shown.ending().is_none())
    } else {
        let aims = opening::stone_to_place(view).or_else(|| view.aims_with());
        aims.filter(|_| is_last)
    };
    Marks {
        line,
        last: shown.plies().last().copied(),
        cursor: whose.map(|side| (view.cursor, side)),
        planned: view.planned().filter(|_| is_last),
        forbidden: if is_last {
            &table.snapshot().forbidden
        } else {
            &[]
        },
        fall: moving.fall.filter(|_| is_last),
        values: view
            .known_values()
            .map(|values| &values.columns[..])
            .filter(|columns| !columns.is_empty()),
        share: view.share(),
    }
}

/// The area for the invitation: beside the panel, or above it; without one, below the two lines.
fn free_for_invitation(link: &str, panel: Option<Rect>, area: Rect) -> Rect {
    let top = panel.map_or(area.y + 2, |_| area.y);
    let (right, bottom) = match panel {
        Some(panel) if panel.y == area.y => (panel.x, area.bottom()),
        Some(panel) => (area.right(), panel.y),
        None => (area.right(), area.bottom()),
    };
    let free = Rect::new(area.x, top, right - area.x, bottom.saturating_sub(top));
    if free.width > link.len() as u16 {
        return free;
    }
    // A narrow one beside a panel: the panel has nothing to say at its lower edge.
    Rect {
        width: area.width,
        ..free
    }
}
