//! The layout of the screens with a board: the board, and the panel beside or below it.

use protocol::rules::Variant;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Wrap};

use crate::board::{BoardLayout, Look};

/// Columns of the panel beside the board: a name and a clock, two columns of moves; and less, where the board
/// can be larger for it.
const BESIDE: [u16; 3] = [26, 18, 14];

/// Rows of the panel below the board, where the terminal is high rather than wide.
const BELOW: u16 = 9;

/// Columns between the board and the panel.
const GAP: u16 = 1;

/// Columns of the board beside which a panel is of more use than more of the board.
const WIDE_PART: u16 = 20;

/// The layout of the screen.
pub(super) struct GameLayout {
    pub(super) board: BoardLayout,
    /// The area of the panel; without it, two lines above the board have the status and the clocks.
    pub(super) panel: Option<Rect>,
}

/// Lays the screen out; the error is the least width and height of a terminal.
///
/// The larger board wins, and of two equal ones that with the wider panel beside it. Where none has room, a part of it
/// around `centre` is shown.
pub(super) fn lay_out(
    variant: Variant,
    centre: Square,
    values: bool,
    look: &Look,
    area: Rect,
) -> Result<GameLayout, (u16, u16)> {
    if let Some((board, panel)) = largest(candidates(variant, values, look, area)) {
        let panel = Some(panel);
        return Ok(GameLayout { board, panel });
    }
    let under = Rect {
        y: area.y + 2.min(area.height),
        height: area.height.saturating_sub(2),
        ..area
    };
    if let Some(board) = BoardLayout::new(variant, look, under, values) {
        return Ok(GameLayout { board, panel: None });
    }
    let panel = BESIDE[2];
    if area.width >= panel + GAP + 1 + WIDE_PART {
        let left = Rect {
            width: area.width - panel - GAP - 1,
            ..area
        };
        if let Ok(board) = BoardLayout::part(variant, look, left, centre) {
            let panel = Some(panel_beside(board, area));
            return Ok(GameLayout { board, panel });
        }
    }
    BoardLayout::part(variant, look, under, centre)
        .map(|board| GameLayout { board, panel: None })
        // The title, the two lines above the board, and the keys.
        .map_err(|(width, height)| (width, height + 4))
}

/// The layouts of the whole board with a panel: the wider panel first.
fn candidates(variant: Variant, values: bool, look: &Look, area: Rect) -> Vec<(BoardLayout, Rect)> {
    let beside = |panel: u16| {
        let left = Rect {
            // A column stays free at the edge.
            width: area.width.saturating_sub(panel + GAP + 1),
            ..area
        };
        let board = BoardLayout::new(variant, look, left, values)?;
        Some((board, panel_beside(board, area)))
    };
    let above = Rect {
        height: area.height.saturating_sub(BELOW + 1),
        ..area
    };
    let below = BoardLayout::new(variant, look, above, values).map(|board| {
        let taken = board.height() + 1;
        let panel = Rect {
            x: area.x + 1,
            y: area.y + taken,
            width: area.width - 2,
            height: area.height.saturating_sub(taken),
        };
        (board, panel)
    });
    let [wide, medium, narrow] = BESIDE.map(beside);
    // A frame loses more by being small than the panel by being narrow; stones are drawn at any size.
    let narrower = [medium, narrow].into_iter().flatten();
    let narrower = narrower.filter(|(board, _)| board.is_frame());
    let wide = wide.into_iter().chain(below);
    let has_room = |found: &[(BoardLayout, Rect)]| found.iter().any(|(board, _)| board.is_round());
    let mut found: Vec<_> = wide.collect();
    if !has_room(&found) {
        found.extend(narrower);
    }
    found
}

/// The layout with the largest board; of equal ones the first.
fn largest(candidates: Vec<(BoardLayout, Rect)>) -> Option<(BoardLayout, Rect)> {
    let mut best: Option<(BoardLayout, Rect)> = None;
    for (board, panel) in candidates {
        if best.is_none_or(|(before, _)| board.size() > before.size()) {
            best = Some((board, panel));
        }
    }
    best
}

/// The area of the panel beside a board.
fn panel_beside(board: BoardLayout, area: Rect) -> Rect {
    let taken = board.width() + GAP + u16::from(area.width - board.width() > BESIDE[1] + 2 * GAP);
    Rect {
        x: area.x + taken,
        width: (area.width - taken).saturating_sub(1),
        ..area
    }
}

/// Says how large a terminal the board needs.
pub(super) fn too_small((width, height): (u16, u16), frame: &mut Frame<'_>, area: Rect) {
    let whole = frame.area();
    let text = say!(
        "board-too-small",
        width = width,
        height = height,
        columns = whole.width,
        rows = whole.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}
