//! The page of a tournament: the standings at the left, and what goes on at the right; one of them on a narrow screen.

use std::cmp::Ordering;

use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::tournament::{
    Decision, Format, PairingGame, PairingView, RoundResult, Standing, TournamentPhase,
    TournamentView,
};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{Pane, TieBreak, Tournament, games};
use crate::board::{Glyphs, Look};
use crate::input::{Intent, TournamentKey};
use crate::ui::text::{fit, shortened_line, shortened_name, wrapped};
use crate::ui::widgets::list::{List, Row, fit_rows, in_ascii, mark, tinted};
use crate::ui::widgets::{rows, strong, upright};
use crate::ui::{App, Screen, Target, roles};
use crate::words::tournament as words;

/// Columns from which on the standings and the round are side by side.
const WIDE: u16 = 72;

/// Rows and columns of the round from which on the countdown has large digits.
const LARGE: (u16, u16) = (22, 60);

/// The head of the page, and its body.
fn parts(area: Rect) -> [Rect; 2] {
    let head = if area.height < 14 { 1 } else { 3 };
    Layout::vertical([Constraint::Length(head), Constraint::Min(0)]).areas(area)
}

/// The standings and the round; the standings of a narrow screen have a part of their own.
fn halves(area: Rect) -> [Rect; 2] {
    let left = if area.width < WIDE {
        0
    } else {
        (area.width * 2 / 5).min(48)
    };
    let gap = if left > 0 { 3 } else { 0 };
    let widths = [
        Constraint::Length(left),
        Constraint::Length(gap),
        Constraint::Min(0),
    ];
    let [left, _, right] = Layout::horizontal(widths).areas(area);
    [left, right]
}

pub(super) fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let it = &app.tournament;
    let Some(view) = &it.view else {
        return;
    };
    let [top, body] = parts(area);
    rows(head(view, top.width, look), frame, top);
    match it.pane {
        Pane::Round => {
            let [left, right] = halves(body);
            if left.width > 0 {
                standings(it, view, look, frame, left);
                upright(left.right() + 1, body, look, frame);
            }
            let list = round(app, view, look, frame, right);
            draw_list(it, view, &list, look, frame);
        }
        Pane::Standings => standings(it, view, look, frame, body),
        Pane::Games if games::draw(it, view, look, frame, body) => {}
        Pane::Games => draw_list(it, view, &all_rounds(it, body), look, frame),
    }
}

pub(super) fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
    let it = &app.tournament;
    let view = it.view.as_ref()?;
    let [_, body] = parts(area);
    let list = match it.pane {
        Pane::Round => {
            let [_, right] = halves(body);
            let rows = above(app, view, right, look).len() as u16;
            round_list(app, view, below(right, rows))
        }
        Pane::Standings => standings_list(it, view, body),
        Pane::Games => all_rounds(it, body),
    };
    list.target_at(at)
}

/// The name with the code, then the form and the rounds.
fn head(view: &TournamentView, width: u16, look: &Look) -> Vec<Line<'static>> {
    let grey = roles::grey(look);
    let spec = &view.spec;
    let code = in_ascii(&format!(" · {}", view.tournament), look.glyphs);
    let name = crate::text::plain(spec.name.as_str());
    let room = usize::from(width).saturating_sub(code.width() + 2);
    let name = shortened_line(&name, room, look.glyphs);
    let mut presence = words::presence(view);
    if presence.width() >= room - name.width() {
        presence.clear();
    }
    let gap = " ".repeat(room - name.width() - presence.width());
    let first = [
        Span::from(format!(" {name}")).bold(),
        Span::styled(format!("{code}{gap}{presence}"), grey),
    ];
    let dots = rounds(view, look);
    let room = usize::from(width).saturating_sub(4 + dots.len());
    let about = in_ascii(&words::about(spec), look.glyphs);
    let about = shortened_line(&about, room, look.glyphs);
    let second = [Span::styled(format!(" {about}   "), grey)];
    let second = second.into_iter().chain(dots);
    vec![first.into_iter().collect(), second.collect()]
}

/// A dot for each round: over, this one, and to come.
pub(super) fn rounds(view: &TournamentView, look: &Look) -> Vec<Span<'static>> {
    let [full, now, empty] = if look.glyphs.ascii {
        ["*", "O", "."]
    } else {
        ["●", "◉", "○"]
    };
    let dot = |round: u16| match round.cmp(&view.round) {
        _ if view.phase == TournamentPhase::Over => Span::from(full),
        Ordering::Less => Span::from(full),
        Ordering::Equal => Span::styled(now, roles::accent(look)),
        Ordering::Greater => Span::styled(empty, roles::grey(look)),
    };
    // Before the first round they are not yet told from each other.
    let shown = view.rounds.filter(|_| view.round > 0).unwrap_or_default();
    let dots = (1..=shown).map(dot);
    dots.flat_map(|dot| [dot, Span::from(" ")]).collect()
}

/// The name of an entrant in at most `width` columns.
pub(super) fn name_in(view: &TournamentView, entrant: u16, width: usize, glyphs: Glyphs) -> String {
    let whole = words::name(view, entrant);
    if whole.width() <= width {
        return whole;
    }
    shortened_name(&words::short_name(view, entrant), width, glyphs)
}

fn is_arena(view: &TournamentView) -> bool {
    matches!(view.spec.format, Format::Arena { .. })
}

/// The points of an entrant.
fn points(view: &TournamentView, entrant: u16, glyphs: Glyphs) -> String {
    let line = view.standings.iter().find(|line| line.entrant == entrant);
    let parts = if is_arena(view) { 1 } else { 2 };
    words::points(line.map_or(0, |line| line.points), parts, glyphs.ascii)
}

fn standings_list(it: &Tournament, view: &TournamentView, area: Rect) -> List {
    let rows = (0..view.standings.len()).map(Row::Line).collect();
    let own = || {
        view.standings
            .iter()
            .position(|line| Some(line.entrant) == it.entrant)
    };
    let chosen = match it.pane {
        Pane::Standings => it.chosen,
        _ => own().unwrap_or_default(),
    };
    let area = Rect {
        y: area.y + 1.min(area.height),
        height: area.height.saturating_sub(1 + about_rows(it, view, area)),
        ..area
    };
    List::new(rows, chosen, area)
}

fn tie_break(it: &Tournament, view: &TournamentView) -> TieBreak {
    let all = TieBreak::all(&view.spec.format);
    all[it.tie_break.min(all.len() - 1)]
}

/// The explanation of the chosen tie-break, in lines.
fn about(it: &Tournament, view: &TournamentView, width: u16) -> Vec<String> {
    let [_, about] = tie_break(it, view).words();
    wrapped(&about, usize::from(width).saturating_sub(3))
}

fn about_rows(it: &Tournament, view: &TournamentView, area: Rect) -> u16 {
    let rows = about(it, view, area.width).len() as u16 + 1;
    // Beside the round the standings come first.
    let lines = match it.pane {
        Pane::Standings => 6,
        Pane::Round | Pane::Games => view.standings.len() as u16 + 1,
    };
    if area.height >= rows + lines { rows } else { 0 }
}

/// Draws the standings with as many columns as there is room for, and below them the explanation of the chosen one.
pub(super) fn standings(
    it: &Tournament,
    view: &TournamentView,
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let grey = roles::grey(look);
    let all = TieBreak::all(&view.spec.format);
    let chosen = tie_break(it, view);
    let column = if look.glyphs.ascii { 8 } else { 6 };
    let room = usize::from(area.width).saturating_sub(6 + 12 + column + 1);
    let shown = match room / column {
        0 => &[],
        some if some >= all.len() => all,
        _ => std::slice::from_ref(&chosen),
    };
    let rest = room - shown.len() * column;
    let form = view.standings.iter().map(|line| line.rounds.len()).max();
    let form = form.filter(|form| rest >= form + 10 && it.pane == Pane::Standings);
    let name = 12 + (rest - form.map_or(0, |form| form + 2)).min(16);
    let right = |text: &str| " ".repeat(column.saturating_sub(text.width())) + text;
    let head = fit(&say!("tournament-standings"), name);
    let head = format!("      {head}{}", right(&say!("tournament-points")));
    let mut heads = vec![Span::styled(head, grey)];
    heads.extend(shown.iter().map(|at| {
        let is_chosen = *at == chosen;
        let style = if is_chosen { roles::accent(look) } else { grey };
        Span::styled(right(&at.words()[0]), style)
    }));
    rows([Line::from(heads)], frame, area);
    standings_list(it, view, area).draw(look, frame, |at, _| {
        let line = &view.standings[at];
        let is_own = Some(line.entrant) == it.entrant;
        let is_chosen = it.pane == Pane::Standings && at == it.chosen;
        let you = if is_own {
            say!("leaderboard-you")
        } else {
            String::new()
        };
        let room = name - you.width() - 2;
        let entrant = name_in(view, line.entrant, room, look.glyphs);
        let entrant = fit(&format!("{entrant} {you}"), name);
        let mut spans = vec![
            mark(is_own || is_chosen, look),
            Span::styled(format!("{:>3} ", line.place), grey),
            Span::styled(entrant, strong(is_own || is_chosen)),
            Span::from(right(&points(view, line.entrant, look.glyphs))).bold(),
        ];
        let of = |at: &TieBreak| Span::styled(right(&at.of(line, look.glyphs.ascii)), grey);
        spans.extend(shown.iter().map(of));
        spans.extend(form.map(|_| Span::from(format!("  {}", marks(line, look.glyphs)))));
        let tint = if is_own || is_chosen {
            roles::tint(look)
        } else {
            Style::new()
        };
        Line::from(spans).style(tint)
    });
    let explained = about_rows(it, view, area).saturating_sub(1);
    let about = about(it, view, area.width).into_iter();
    let about = about.map(|line| Line::styled(format!("  {line}"), grey));
    let below = below(area, area.height - explained);
    rows(about, frame, below);
}

/// The rounds of a line of the standings.
fn marks(line: &Standing, glyphs: Glyphs) -> String {
    let mark = |result: &RoundResult| match (result, glyphs.ascii) {
        (RoundResult::Won, true) => '+',
        (RoundResult::Won, false) => '●',
        (RoundResult::Lost, true) => '-',
        (RoundResult::Lost, false) => '○',
        (RoundResult::Drawn, true) => '=',
        (RoundResult::Drawn, false) => '·',
        (RoundResult::Bye, _) => 'B',
        (RoundResult::Absent, _) => 'x',
        _ => ' ',
    };
    line.rounds.iter().map(mark).collect()
}

/// The words for the countdown, or for the cause of waiting without one.
fn phase(app: &App, view: &TournamentView) -> String {
    let starts = Intent::Tournament(TournamentKey::NextRound);
    let is_own = app.tournament.is_organiser && view.phase == TournamentPhase::Entries;
    let key = app.keymap.key(Screen::Tournament, starts);
    match key.filter(|_| is_own && !view.held && view.countdown.is_none()) {
        Some(key) => say!("tournament-waits-key", key = key),
        None => words::phase(view),
    }
}

/// What stands above the pairings: the countdown, and this person's game.
fn above(app: &App, view: &TournamentView, area: Rect, look: &Look) -> Vec<Line<'static>> {
    let it = &app.tournament;
    let left = it.countdown(app.now);
    let phase = phase(app, view);
    let is_large = area.height >= LARGE.0 && area.width >= LARGE.1;
    let mut lines = match left {
        Some(left) if is_large => {
            let first = [Line::from(format!(" {phase}")), Line::default()];
            let digits = digits(left, look).into_iter();
            first
                .into_iter()
                .chain(digits)
                .chain([Line::default()])
                .collect()
        }
        Some(left) => vec![Line::from(vec![
            Span::from(format!(" {phase} ")),
            Span::styled(words::time(left), roles::accent(look).bold()),
        ])],
        None => {
            let phase = wrapped(&phase, usize::from(area.width).saturating_sub(2));
            phase
                .into_iter()
                .map(|line| Line::from(format!(" {line}")).bold())
                .collect()
        }
    };
    let own = it.own().filter(|own| !own.over && area.height > 6);
    if let Some(own) = own {
        let me = it.entrant.unwrap_or_default();
        let is_first = own.first == me;
        let other = if is_first {
            own.second
        } else {
            Some(own.first)
        };
        let game = match other {
            None => say!("tournament-bye"),
            Some(other) if area.width < LARGE.1 => say!(
                "tournament-your-game-short",
                name = words::name(view, other)
            ),
            Some(other) => say!("tournament-your-game", name = words::name(view, other)),
        };
        let side = if is_first { Side::First } else { Side::Second };
        let variant = view
            .spec
            .variant
            .known()
            .filter(|_| view.spec.opening.is_none());
        let chip = variant
            .filter(|_| other.is_some())
            .map(|variant| look.chip(*variant, side));
        let mut spans = vec![Span::from(" ")];
        spans.extend(chip.into_iter().flat_map(|chip| [chip, Span::from(" ")]));
        let ready = it.me().is_some_and(|me| me.ready);
        let ready = ready.then(|| format!(" {}", say!("tournament-is-ready")));
        spans.push(Span::styled(game, roles::accent(look).bold()));
        spans.extend(ready.map(Span::from));
        lines.push(Line::from(spans));
    }
    lines
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect {
        y: area.y + rows,
        height: area.height - rows,
        ..area
    }
}

/// Draws what stands above the pairings, and returns their list.
fn round(app: &App, view: &TournamentView, look: &Look, frame: &mut Frame<'_>, area: Rect) -> List {
    let lines = above(app, view, area, look);
    let taken = lines.len() as u16;
    rows(lines, frame, area);
    round_list(app, view, below(area, taken))
}

fn round_list(app: &App, view: &TournamentView, area: Rect) -> List {
    let it = &app.tournament;
    let now = view.pairings.len();
    let title = |round: u16| {
        Row::Title(
            say!("tournament-round", round = u32::from(round)),
            Vec::new(),
        )
    };
    let mut rows = Vec::new();
    if now > 0 {
        let games = || Row::Title(say!("tournament-arena-games"), Vec::new());
        rows.extend([
            Row::Gap,
            if is_arena(view) {
                games()
            } else {
                title(view.round)
            },
        ]);
        rows.extend((0..now).map(Row::Line));
    }
    if view.phase == TournamentPhase::Pause && it.own().is_some_and(|own| own.second.is_some()) {
        rows.extend([Row::Gap, Row::Words(say!("tournament-by-itself"))]);
    }
    if !view.next.is_empty() {
        rows.extend([Row::Gap, title(view.round + 1)]);
        rows.extend((now..now + view.next.len()).map(Row::Line));
    }
    if view.phase == TournamentPhase::Entries {
        let enter = Intent::Tournament(TournamentKey::EnterTournament);
        let key = app.keymap.key(Screen::Tournament, enter);
        let key = key.filter(|_| app.is_available(enter));
        let words = key.map(|key| say!("tournament-enter", key = key));
        let words = words.or_else(|| it.me().map(|_| say!("tournament-entered")));
        rows.extend(
            words
                .into_iter()
                .flat_map(|words| [Row::Gap, Row::Words(words)]),
        );
    }
    fit_rows(&mut rows, area.height.into());
    List::new(rows, it.chosen, area)
}

/// The pairings of all rounds, each round with its title.
fn all_rounds(it: &Tournament, area: Rect) -> List {
    let mut rows = Vec::new();
    let mut round = 0;
    for (at, pairing) in it.pairings.iter().enumerate() {
        if pairing.round != round {
            round = pairing.round;
            rows.push(Row::Title(
                say!("tournament-round", round = u32::from(round)),
                Vec::new(),
            ));
        }
        rows.push(Row::Line(at));
    }
    List::new(rows, it.chosen, area)
}

fn draw_list(
    it: &Tournament,
    view: &TournamentView,
    list: &List,
    look: &Look,
    frame: &mut Frame<'_>,
) {
    let listed = it.listed();
    list.draw(look, frame, |at, width| {
        let Some(pairing) = listed.get(at) else {
            return Line::default();
        };
        let line = pairing_line(it, view, pairing, at == it.chosen, width, look);
        tinted(line, at == it.chosen, look)
    });
}

/// A pairing in a line: its score, once there is one.
pub(super) fn pairing_line(
    it: &Tournament,
    view: &TournamentView,
    pairing: &PairingView,
    is_chosen: bool,
    width: u16,
    look: &Look,
) -> Line<'static> {
    let grey = roles::grey(look);
    let variant = view
        .spec
        .variant
        .known()
        .filter(|_| view.spec.opening.is_none());
    let chip = |side| variant.map_or(Span::from("   "), |variant| look.chip(*variant, side));
    let score = |side: Side| words::points(pairing.score[side].into(), 2, look.glyphs.ascii);
    let is_forfeit = |game: &PairingGame| game.decision == Some(Decision::Forfeit);
    let forfeit = pairing.games.iter().any(is_forfeit) && pairing.over;
    let forfeit = forfeit.then(|| say!("tournament-forfeit"));
    let has_points = pairing.score != BySide::default();
    let score = match (pairing.second, &forfeit) {
        (None, _) => fit("", 11),
        (Some(_), Some(forfeit)) if !has_points => format!("{forfeit:^11}"),
        (Some(_), _) if pairing.over || has_points => {
            format!("{:>4} : {:<4}", score(Side::First), score(Side::Second))
        }
        // Points of the players so far would be read as a result.
        (Some(_), _) if look.glyphs.ascii => format!("{:^11}", "-"),
        (Some(_), _) => format!("{:^11}", "–"),
    };
    let forfeit = forfeit.filter(|_| has_points).unwrap_or_default();
    let number = pairing.pairing.filter(|_| width >= 44);
    let number = number.map_or_else(String::new, |number| format!("{:>3} ", number + 1));
    let room = usize::from(width).saturating_sub(number.width() + score.width() + 2 + 8 + 1);
    let [left, right] = [room - room / 2, room / 2];
    let name = |entrant: u16, width: usize| {
        let is_own = Some(entrant) == it.entrant;
        let style = strong(is_own || is_chosen);
        Span::styled(name_in(view, entrant, width, look.glyphs), style)
    };
    let first = name(pairing.first, left);
    let second = pairing.second.map_or_else(
        || {
            Span::styled(
                shortened_line(&say!("tournament-free"), right, look.glyphs),
                grey,
            )
        },
        |second| name(second, right),
    );
    let pads =
        [left - first.width(), right - second.width()].map(|pad| Span::from(" ".repeat(pad)));
    let [after, mut before] = pads;
    if before.width() > forfeit.width() {
        before = Span::styled(fit(&forfeit, before.width()), grey);
    }
    let style = if pairing.over {
        Style::new().bold()
    } else {
        grey
    };
    let has_second = pairing.second.is_some();
    Line::from(vec![
        mark(is_chosen, look),
        Span::styled(number, grey),
        chip(Side::First),
        Span::from(" "),
        first,
        after,
        Span::styled(score, style),
        before,
        second,
        Span::from(" "),
        if has_second {
            chip(Side::Second)
        } else {
            Span::from("   ")
        },
    ])
}

/// The digits, three columns of five rows each, a row in three bits.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 1, 1],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// A time in large digits, five rows.
pub(super) fn digits(left: Millis, look: &Look) -> Vec<Line<'static>> {
    let time = words::time(left);
    let full = if look.glyphs.ascii { "##" } else { "██" };
    let row = |row: usize| {
        let mut text = String::from(" ");
        for character in time.chars() {
            let digit = character.to_digit(10);
            let bits = digit.map_or([0, 1, 0, 1, 0], |digit| DIGITS[digit as usize])[row];
            let columns = if digit.is_some() { 3 } else { 1 };
            for bit in (0..columns).rev() {
                text += if bits >> bit & 1 == 1 { full } else { "  " };
            }
            text += "  ";
        }
        Line::styled(text, roles::accent(look))
    };
    (0..5).map(row).collect()
}
