//! The drawing of the form: its lines, the description of the chosen one, and the line that starts the game.
//!
//! The last of them is pinned below the others, so that it is in sight however many there are.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::{Field, Form};
use crate::ui::text::{fit, shortened, shortened_line};
use crate::ui::{
    App, Glyphs, Target, above_notice, centred, chosen_style, edge, framed, line_under, scroll,
};

/// Rows of the description, where there is room.
const ABOUT: u16 = 3;

/// Rows inside the edge from which on the parts stand apart.
const HIGH: u16 = 12;

/// The areas inside the edge of the form.
struct Parts {
    /// The lines but for the last.
    list: Rect,
    /// The row below them, where there is room for one.
    gap: Option<Rect>,
    about: Rect,
    /// The last line, which starts the game.
    start: Rect,
}

/// The area of the form in the body of a screen. A notice does not cover it: it may say what to mend there.
fn frame_area(app: &App, area: Rect) -> Rect {
    // Below the body are the rows of the notice and of the keys.
    let screen = Rect {
        height: area.height + 2,
        ..area
    };
    let lines = app.form.fields().len() as u16;
    // The edge, the gap and the description; the last line is one of the lines.
    let height = lines + 3 + ABOUT;
    centred(above_notice(app, screen, area), 60, height)
}

fn parts(app: &App, area: Rect) -> Parts {
    let (inside, _) = framed(frame_area(app, area));
    let (gap, about) = match inside.height {
        HIGH.. => (1, ABOUT),
        6..HIGH => (0, 2),
        0..6 => (0, 0),
    };
    let start = inside.height.min(1);
    let list = inside.height.saturating_sub(start + about + gap);
    let row = |y: u16, height: u16| Rect {
        y: inside.y + y,
        height,
        ..inside
    };
    Parts {
        list: row(0, list),
        gap: (gap > 0).then(|| row(list, gap)),
        about: Rect {
            x: inside.x + 2.min(inside.width),
            width: inside.width.saturating_sub(4),
            ..row(list + gap, about)
        },
        start: row(inside.height - start, start),
    }
}

/// The number of the first line in the list, of how many lines, and the rows for them.
fn window(form: &Form, list: Rect) -> (usize, usize, usize) {
    let lines = form.fields().len().saturating_sub(1);
    let room = usize::from(list.height);
    // On the line below the list its end is shown.
    let chosen = form.chosen.min(lines.saturating_sub(1));
    (scroll(chosen, room), lines, room)
}

pub(super) fn draw(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let Parts {
        list,
        gap,
        about,
        start,
    } = parts(app, area);
    let form = &app.form;
    let (first, lines, room) = window(form, list);
    let mut block = edge(glyphs).title(format!(" {} ", say!("form-title")));
    let above = first;
    if above > 0 {
        let above = say!("form-more-above", count = above);
        block = block.title_top(Line::from(format!(" {above} ")).right_aligned());
    }
    let below = lines.saturating_sub(first + room);
    let below = (below > 0).then(|| {
        let below = say!("form-more-below", count = below);
        Line::from(format!(" {below} ")).right_aligned()
    });
    match (gap, below) {
        (Some(gap), Some(below)) => frame.render_widget(below.dim(), gap),
        (None, Some(below)) => block = block.title_bottom(below),
        (_, None) => {}
    }
    let (_, has_edge) = framed(frame_area(app, area));
    if has_edge {
        frame.render_widget(block, frame_area(app, area));
    }
    let fields = form.fields();
    let shown = fields.iter().enumerate().take(lines).skip(first).take(room);
    for ((at, &field), y) in shown.zip(list.y..) {
        let row = Rect {
            y,
            height: 1,
            ..list
        };
        let line = line(form, field, at == form.chosen, list.width, glyphs);
        frame.render_widget(line, row);
    }
    let width = usize::from(about.width);
    let text = shortened(
        &form.about(&app.keymap),
        width,
        usize::from(about.height),
        glyphs,
    );
    let text: Vec<_> = text.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(Text::from(text)).dim(), about);
    let (label, _) = form.line(Field::Start);
    let label = Line::from(format!("  [ {label} ]  ")).bold();
    frame.render_widget(label.style(chosen_style(form.is_on_start())), start);
}

/// The fewest columns of what gives way where a line has no room: the label, which loses its indent as well, and then
/// the answer before its last part.
const LABEL: usize = 2;

fn line(form: &Form, field: Field, chosen: bool, width: u16, glyphs: Glyphs) -> Line<'static> {
    let (label, answer) = form.line(field);
    let [before, after] = if chosen { ["< ", " >"] } else { ["  ", ""] };
    // A space stays free before the choice. A long answer begins where its own label ends.
    let even = Form::label_width().max(label.width());
    let around = 2 + 1 + before.width() + 2;
    let free = usize::from(width).saturating_sub(answer.width() + around);
    let indent = if free < label.width() { "" } else { "  " };
    let free = free + 2 - indent.len();
    let labels = free.clamp(LABEL.min(label.width()), even);
    let label = fit(&shortened_line(&label, labels, glyphs), labels + 1);
    let label = format!("{indent}{label}{before}");
    let room = usize::from(width).saturating_sub(label.width() + 2);
    let answer = shortened_answer(&answer, room, glyphs);
    Line::from(format!("{label}{answer}{after}")).style(chosen_style(chosen))
}

/// Cuts an answer to `room` columns, before its last part where it has several: by its end `Gomoku 15 x 15, exactly
/// five` differs from `Gomoku 15 x 15`.
fn shortened_answer(answer: &str, room: usize, glyphs: Glyphs) -> String {
    let (name, last) = answer.rsplit_once(", ").unwrap_or((answer, ""));
    let last = format!(", {last}");
    match room.checked_sub(last.width()) {
        Some(left @ LABEL..) if last.width() > 2 && answer.width() > room => {
            shortened_line(name, left, glyphs) + &last
        }
        _ => shortened_line(answer, room, glyphs),
    }
}

/// The line at a position.
pub(super) fn target_at(app: &App, area: Rect, at: Position) -> Option<Target> {
    let Parts { list, start, .. } = parts(app, area);
    let (first, lines, _) = window(&app.form, list);
    if start.contains(at) {
        return Some(Target::Line(lines));
    }
    line_under(list, 0, first, lines, at.y).map(Target::Line)
}

#[cfg(test)]
mod tests {
    use protocol::message::ServerMsg;
    use protocol::rules::Variant;
    use protocol::view::BotOffer;
    use protocol::word::Named;

    use super::*;
    use crate::input::Key;
    use crate::language::{Language, within};
    use crate::ui::app::tests::{Play, welcome};
    use crate::ui::tests::shown;
    use crate::ui::{Event, Screen};

    fn form() -> Play {
        let mut play = Play::home();
        let mut greeting = welcome();
        if let ServerMsg::Welcome { bots, .. } = &mut greeting {
            let negamax = BotOffer {
                kind: "negamax".to_owned(),
                about: "searches".to_owned(),
                depths: Some(("1".parse().unwrap(), "12".parse().unwrap())),
                default_depth: None,
                presets: Vec::new(),
                variants: Variant::fixed().map(Named::Known).collect(),
                options: Vec::new(),
                level: None,
                openings: Vec::new(),
            };
            *bots = vec![negamax].into();
        }
        play.hear(greeting);
        play.press("n");
        assert_eq!(play.app.screen, Screen::Form);
        play
    }

    fn choose(play: &mut Play, field: Field) {
        let fields = play.app.form.fields();
        play.app.form.chosen = fields.iter().position(|at| *at == field).unwrap();
    }

    /// The form with a bot on both sides, which has the most lines.
    fn two_bots() -> Play {
        let mut play = form();
        for field in [Field::You, Field::Opponent] {
            choose(&mut play, field);
            play.does(Event::Key(Key::Right));
        }
        play.app.form.chosen = 0;
        play
    }

    #[test]
    fn the_start_is_in_sight_wherever_the_choice_is() {
        for size in [(40, 12), (80, 24), (120, 40)] {
            let mut play = two_bots();
            for at in 0..play.app.form.fields().len() {
                play.app.form.chosen = at;
                let screen = shown(&play.app, size);
                assert!(screen.contains("[ Start the game ]"), "{screen}");
            }
        }
    }

    #[test]
    fn a_notice_does_not_cover_the_start() {
        let mut play = two_bots();
        for _ in 0..20 {
            play.app
                .say("so many words that they take more than one row ".repeat(3));
            for size in [(40, 12), (80, 24)] {
                let screen = shown(&play.app, size);
                assert!(screen.contains("[ Start the game ]"), "{screen}");
            }
            play.does(Event::Key(Key::Down));
        }
    }

    #[test]
    fn a_list_that_goes_on_says_so_at_both_edges() {
        let mut play = two_bots();
        let screen = shown(&play.app, (40, 12));
        assert!(screen.contains("more below"), "{screen}");
        assert!(!screen.contains("more above"), "{screen}");
        play.app.form.chosen = play.app.form.fields().len() - 1;
        let screen = shown(&play.app, (40, 12));
        assert!(!screen.contains("more below"), "{screen}");
        assert!(screen.contains("more above"), "{screen}");
        let screen = shown(&play.app, (120, 40));
        assert!(!screen.contains("more"), "{screen}");
    }

    #[test]
    fn what_does_not_fit_ends_at_a_word_and_says_that_it_goes_on() {
        let mut play = two_bots();
        choose(&mut play, Field::Hints);
        let screen = shown(&play.app, (40, 12));
        assert!(screen.contains("v shows during"), "{screen}");
        assert!(screen.contains("…"), "{screen}");
        assert!(shown(&play.app, (80, 24)).contains("always does"));
    }

    #[test]
    fn an_answer_is_whole_on_a_narrow_screen_before_the_labels_are_even() {
        for language in Language::ALL {
            let mut play = two_bots();
            choose(&mut play, Field::Opponent);
            let screen = within(language, || shown(&play.app, (30, 14)));
            assert!(screen.contains("< bot negamax >"), "{screen}");
        }
    }

    /// Gomoku of exactly five was cut to the words of gomoku on the same board.
    #[test]
    fn an_answer_on_a_narrow_screen_is_whole_or_cut_before_its_last_part() {
        let mut cut = Vec::new();
        for language in Language::ALL {
            for (mut play, is_own_board) in
                [(form(), false), (two_bots(), false), (two_bots(), true)]
            {
                if is_own_board {
                    choose(&mut play, Field::Game);
                    play.does(Event::Key(Key::Left));
                }
                let mut at = 0;
                while play.app.form.fields()[at] != Field::Start {
                    play.app.form.chosen = at;
                    let mut seen = Vec::new();
                    for _ in 0..24 {
                        let field = play.app.form.fields()[at];
                        let (_, answer) = within(language, || play.app.form.line(field));
                        if !seen.contains(&answer) {
                            let screen = within(language, || shown(&play.app, (30, 14)));
                            let last = answer.rsplit_once(", ").map_or(&*answer, |(_, last)| last);
                            let ends = format!("{last} >");
                            let is_whole = screen.contains(&format!("< {answer} >"));
                            let is_cut_before_its_end = last != answer && screen.contains(&ends);
                            if !is_whole && !is_cut_before_its_end {
                                cut.push(format!("{language}: {answer}\n{screen}"));
                            }
                            seen.push(answer);
                        }
                        play.does(Event::Key(Key::Right));
                    }
                    at += 1;
                }
            }
        }
        assert!(cut.is_empty(), "{}", cut.join("\n"));
    }

    #[test]
    fn a_click_on_the_pinned_line_starts_the_game() {
        let play = two_bots();
        let area = Rect::new(0, 1, 40, 9);
        let start = parts(&play.app, area).start;
        let at = Position::new(start.x + 4, start.y);
        let last = play.app.form.fields().len() - 1;
        assert_eq!(target_at(&play.app, area, at), Some(Target::Line(last)));
    }

    #[test]
    fn keys_that_do_nothing_on_the_chosen_line_are_not_shown() {
        let screen = shown(&two_bots().app, (120, 40));
        assert!(!screen.contains("write a clock"), "{screen}");
        assert!(!screen.contains("write the line"), "{screen}");
        let mut play = form();
        assert!(shown(&play.app, (120, 40)).contains("write a clock"));
        choose(&mut play, Field::Clock);
        let screen = shown(&play.app, (120, 40));
        assert!(screen.contains("write the line"), "{screen}");
    }
}
