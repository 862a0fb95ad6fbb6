//! The opening in the form: the rules that the chosen game may begin with.

use protocol::spec::OpeningRule;

use super::Form;

impl Form {
    /// The rules of openings that the chosen game may begin with.
    pub(super) fn rules_of_opening(&self) -> Vec<OpeningRule> {
        let Ok(variant) = self.variant() else {
            return Vec::new();
        };
        let known = OpeningRule::KNOWN.iter().copied();
        known.filter(|rule| rule.is_played_in(variant)).collect()
    }

    /// The rule that is chosen, where the chosen game has it.
    pub(super) fn opening(&self) -> Option<OpeningRule> {
        let rules = self.rules_of_opening();
        self.opening.filter(|rule| rules.contains(rule))
    }

    pub(super) fn change_opening(&mut self, by: i8) {
        let rules = self.rules_of_opening().into_iter().map(Some);
        let choices: Vec<_> = std::iter::once(None).chain(rules).collect();
        let at = choices.iter().position(|choice| *choice == self.opening());
        let step = isize::from(by).rem_euclid(choices.len() as isize);
        let next = (at.unwrap_or(0) + step.unsigned_abs()) % choices.len();
        self.opening = choices[next];
    }

    /// A hint about the rule that is chosen.
    pub(super) fn about_opening(&self) -> Option<String> {
        match self.opening()? {
            OpeningRule::Swap2 => Some(say!("form-about-swap2")),
            OpeningRule::Other(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::message::{ClientMsg, ServerMsg};
    use protocol::view::BotOffer;

    use super::super::Field;
    use crate::input::Key;
    use crate::ui::app::tests::{Play, welcome};
    use crate::ui::{Action, Event};

    fn offer(kind: &str, opens: bool) -> BotOffer {
        let rules: &[super::OpeningRule] = if opens {
            super::OpeningRule::KNOWN
        } else {
            &[]
        };
        BotOffer {
            kind: kind.to_owned(),
            about: String::new(),
            depths: None,
            default_depth: None,
            presets: Vec::new(),
            variants: vec!["gomoku-15".parse().unwrap()],
            options: Vec::new(),
            level: None,
            openings: rules.to_vec(),
        }
    }

    /// The form with gomoku on 15 x 15 and the line of the opening chosen.
    fn form() -> Play {
        let mut play = Play::home();
        let mut greeting = welcome();
        if let ServerMsg::Welcome { bots, .. } = &mut greeting {
            *bots = vec![offer("plain", false), offer("opener", true)].into();
        }
        play.hear(greeting);
        play.press("n");
        while play.app.form.line(Field::Game).1 != "Gomoku 15 x 15" {
            play.does(Event::Key(Key::Right));
        }
        play.does(Event::Key(Key::Down));
        assert_eq!(play.app.form.fields()[1], Field::Opening);
        play
    }

    fn able(play: &Play) -> Vec<&str> {
        let able = play.app.form.able();
        able.iter().map(|bot| bot.kind.as_str()).collect()
    }

    fn opening(play: &mut Play) -> Option<super::OpeningRule> {
        // As after a refusal.
        play.app.server.request = None;
        let actions = play.does(Event::Key(Key::Enter));
        let [.., Action::Send(ClientMsg::Open { spec, .. })] = &actions[..] else {
            panic!("{actions:?}");
        };
        spec.opening
    }

    #[test]
    fn an_opening_is_chosen_where_the_game_has_it() {
        let mut play = form();
        assert_eq!(opening(&mut play), None);
        play.does(Event::Key(Key::Right));
        assert_eq!(play.app.form.line(Field::Opening).1, "swap2");
        assert_eq!(opening(&mut play), Some(super::OpeningRule::Swap2));
        for back in [Key::Left, Key::Right] {
            play.does(Event::Key(back));
        }
        // Where discs fall there is none, and it comes back with the game.
        play.does(Event::Key(Key::Up));
        play.does(Event::Key(Key::Left));
        while play.app.form.line(Field::Game).1 != "Connect Four" {
            play.does(Event::Key(Key::Left));
        }
        assert!(!play.app.form.fields().contains(&Field::Opening));
        assert_eq!(opening(&mut play), None);
    }

    #[test]
    fn only_bots_that_play_the_opening_are_offered_with_it() {
        let mut play = form();
        assert_eq!(able(&play), ["plain", "opener"]);
        play.app.form.opponent = 2;
        play.does(Event::Key(Key::Right));
        assert_eq!(able(&play), ["opener"]);
        let form = &play.app.form;
        assert_eq!(form.bot(form.opponent).unwrap().kind, "opener");
        play.does(Event::Key(Key::Right));
        play.app.form.opponent = 1;
        play.does(Event::Key(Key::Right));
        assert_eq!(play.app.form.opponent, 0, "plain does not play it");
    }
}
