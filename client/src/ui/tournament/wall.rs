//! A tournament on a projector: the standings and the code at the left, and the boards of the round at the right.

use qrcode::{EcLevel, QrCode};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};

use super::draw::{digits, pairing_line, rounds, standings};
use crate::board::Look;
use crate::ui::invitation::{Picture, address};
use crate::ui::text::shortened_line;
use crate::ui::widgets::list::{heading, in_ascii};
use crate::ui::widgets::rows;
use crate::ui::widgets::upright;
use crate::ui::{App, roles};
use crate::words::tournament as words;

/// Columns of the standings, and rows of the head.
const LEFT: u16 = 38;
const HEAD: u16 = 6;

/// The fewest columns of a screen that has standings.
const WIDE: u16 = 100;

/// The area of the boards on the whole screen.
pub(in crate::ui) fn boards(app: &App, area: Rect) -> Rect {
    let [_, _, right, _] = parts(app, area);
    right
}

/// The head, the left part, the boards, and the results of the round below them.
fn parts(app: &App, area: Rect) -> [Rect; 4] {
    let head = if area.height < 30 { 2 } else { HEAD };
    let left = if area.width < WIDE { 0 } else { LEFT + 4 };
    let [head, body] = Layout::vertical([Constraint::Length(head), Constraint::Min(0)]).areas(area);
    let [left, right] =
        Layout::horizontal([Constraint::Length(left), Constraint::Min(0)]).areas(body);
    let view = app.tournament.view.as_ref();
    let over = view.map_or(0, |view| {
        view.pairings.iter().filter(|it| it.over).count() as u16
    });
    let results = match app.tournament.running().is_empty() {
        // Between the rounds the pairings have the place of the boards.
        true => right.height,
        false if over == 0 || right.height < 24 => 0,
        false => over.min(4) + 1,
    };
    let [right, results] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(results)]).areas(right);
    [head, left, right, results]
}

/// Draws all but the boards.
pub(in crate::ui) fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let it = &app.tournament;
    let Some(view) = &it.view else {
        return;
    };
    let grey = roles::grey(look);
    let [head, left, _, results] = parts(app, area);
    let name = crate::text::plain(view.spec.name.as_str());
    let about = in_ascii(&words::about(&view.spec), look.glyphs);
    let time = it.countdown(app.now);
    let rest = time.map_or_else(String::new, |time| words::time(time) + " ");
    let mut dots = vec![Span::from(format!("  {} {rest} ", words::phase(view)))];
    dots.extend(rounds(view, look));
    let lines = [
        Line::from(format!("  {name}")).bold(),
        Line::styled(format!("  {about}"), grey),
        Line::from(dots),
    ];
    let is_high = head.height == HEAD;
    // A low head has no room for the name.
    rows(lines.into_iter().skip(usize::from(!is_high)), frame, head);
    let time = time.map(|time| {
        if is_high {
            digits(time, look)
        } else {
            vec![Line::styled(words::time(time), roles::accent(look).bold())]
        }
    });
    let time = time.into_iter().flatten().map(Line::right_aligned);
    rows(time, frame, head);
    if left.width > 0 {
        beside(app, look, frame, left);
        upright(left.right() - 3, left, look, frame);
    }
    let is_between = it.running().is_empty();
    let shown = view.pairings.iter().filter(|it| is_between || it.over);
    let title = if is_between {
        say!("tournament-round", round = u32::from(view.round))
    } else {
        say!("tournament-round-over")
    };
    let heading = (!view.pairings.is_empty()).then(|| heading(&title, &[], results.width, look));
    let line = |pairing| pairing_line(it, view, pairing, false, results.width, look);
    rows(heading.into_iter().chain(shown.map(line)), frame, results);
}

/// The standings, and below them the way in: the code for phones, the address and the code of the tournament.
fn beside(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let it = &app.tournament;
    let (Some(view), area) = (&it.view, area.inner(Margin::new(1, 0))) else {
        return;
    };
    let area = Rect {
        width: LEFT.min(area.width),
        ..area
    };
    let page = address(app);
    let link = page
        .as_deref()
        .map(|page| words::link(page, view.tournament));
    let code = link
        .as_ref()
        .filter(|_| !look.glyphs.ascii)
        .and_then(|link| picture(link));
    let lines = view.standings.len() as u16 + 1;
    let code =
        code.filter(|code| lines + code.height() + 3 <= area.height && code.width() <= area.width);
    let scan = || Line::styled(say!("tournament-scan"), roles::grey(look));
    let mut words: Vec<_> = code.iter().map(|_| scan()).collect();
    words.extend(
        page.map(|page| Line::from(shortened_line(&page, area.width.into(), look.glyphs)).bold()),
    );
    words.push(
        Line::from(say!(
            "tournament-with-code",
            code = view.tournament.to_string()
        ))
        .bold(),
    );
    let below = words.len() as u16 + code.as_ref().map_or(1, Picture::height);
    let list = Rect {
        height: area.height.saturating_sub(below),
        ..area
    };
    standings(it, view, look, frame, list);
    let mut y = list.bottom();
    if let Some(code) = code {
        code.draw((area.x, y).into(), frame.buffer_mut());
        y += code.height();
    }
    let below = Rect {
        y,
        height: area.bottom() - y,
        ..area
    };
    rows(words, frame, below);
}

fn picture(link: &str) -> Option<Picture> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    Some(Picture::new(&code))
}
