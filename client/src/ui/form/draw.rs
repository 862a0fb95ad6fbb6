//! The form as it is drawn: its lines, the explanation of the chosen one, and the button that starts the game.

use ratatui::layout::Rect;

use super::{Field, Form};
use crate::ui::widgets::choices::{Choice, Choices, Item};
use crate::ui::{App, KeyMap, above_notice};

impl Form {
    pub(super) fn choices(&self, keymap: &KeyMap) -> Choices {
        let [usual, more] = self.parts();
        let choice = |field: &Field| {
            let (label, value) = self.line(*field);
            let reason = self.ruled_out(*field);
            Item::Choice(Choice {
                label,
                value,
                is_ruled_out: reason.is_some(),
                note: reason.unwrap_or_default(),
            })
        };
        let mut items: Vec<_> = usual.iter().map(choice).collect();
        items.push(Item::Title(say!("form-more")));
        items.extend(more.iter().map(choice));
        Choices {
            items,
            chosen: self.chosen,
            button: Some(self.line(Field::Start).0),
            about: self.about(keymap),
            hint: self.hint(keymap),
        }
    }
}

/// The area of the form in the body of a screen. A notice does not cover it: it may say what to mend there.
pub(super) fn form_area(app: &App, area: Rect) -> Rect {
    // Below the body are the rows of the notice and of the keys.
    let screen = Rect {
        height: area.height + 2,
        ..area
    };
    above_notice(app, screen, area)
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

    fn start(play: &Play) -> String {
        play.app.form.line(Field::Start).0
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
                assert!(screen.contains(&start(&play)), "{screen}");
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
                assert!(screen.contains(&start(&play)), "{screen}");
            }
            play.does(Event::Key(Key::Down));
        }
    }

    #[test]
    fn an_answer_is_whole_on_a_narrow_screen_before_the_labels_are_even() {
        for language in Language::ALL {
            let mut play = two_bots();
            choose(&mut play, Field::Opponent);
            let screen = within(language, || shown(&play.app, (30, 14)));
            assert!(screen.contains("‹ bot negamax ›"), "{screen}");
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
                        let is_ruled_out = play.app.form.ruled_out(field).is_some();
                        if !seen.contains(&answer) && !is_ruled_out {
                            let screen = within(language, || shown(&play.app, (30, 14)));
                            let last = answer.rsplit_once(", ").map_or(&*answer, |(_, last)| last);
                            let ends = format!("{last} ›");
                            let is_whole = screen.contains(&format!("‹ {answer} ›"));
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
    fn keys_that_do_nothing_on_the_chosen_line_are_not_shown() {
        let screen = shown(&two_bots().app, (120, 40));
        assert!(!screen.contains("type a clock"), "{screen}");
        assert!(!screen.contains("type the value"), "{screen}");
        let mut play = form();
        assert!(shown(&play.app, (120, 40)).contains("type a clock"));
        choose(&mut play, Field::Clock);
        let screen = shown(&play.app, (120, 40));
        assert!(screen.contains("type the value"), "{screen}");
    }
}
