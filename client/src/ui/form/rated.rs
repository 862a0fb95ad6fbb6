//! Play for ratings in the form: between two owners of names, without help.

use super::{Field, Form};

impl Form {
    /// Notes whether this person owns the name that the server knows them by.
    pub(in crate::ui) fn set_owner(&mut self, owns_name: bool) {
        self.owns_name = owns_name;
    }

    /// True if the game is to count for ratings.
    pub(super) fn is_rated(&self) -> bool {
        self.rated && self.no_rating().is_none()
    }

    /// Why the game cannot count for ratings; `None` if it can.
    pub(super) fn no_rating(&self) -> Option<String> {
        if self.bot(self.you).or(self.bot(self.opponent)).is_some() {
            return Some(say!("form-never-with-bots"));
        }
        (!self.owns_name).then(|| say!("form-only-with-name"))
    }

    /// Why a line that is a help has no effect in a rated game.
    pub(super) fn no_help(&self, field: Field) -> Option<String> {
        let is_help = matches!(field, Field::Takebacks | Field::Hints);
        (is_help && self.is_rated()).then(|| say!("form-never-rated"))
    }
}

#[cfg(test)]
mod tests {
    use protocol::message::{ClientMsg, ServerMsg};
    use protocol::view::Feature;

    use super::super::Field;
    use crate::choices::Choices;
    use crate::input::Key;
    use crate::ui::app::tests::{Play, welcome};
    use crate::ui::tests::shown;
    use crate::ui::{Action, Event, Me};

    /// The form of a person with a key, whose name it owns.
    fn form_of_owner() -> Play {
        let mut play = Play::home();
        let me = Me {
            key: Some("Q7KD".to_owned()),
            ..Me::default()
        };
        play.app.introduce(me, Choices::default());
        play.app
            .go(vec!["ws://here/ws".to_owned()], crate::ui::Goal::Lobby);
        let mut welcome = welcome();
        if let ServerMsg::Welcome { features, .. } = &mut welcome {
            *features = vec![Feature::Identity, Feature::History];
        }
        play.hear(welcome);
        play.press("n");
        play
    }

    fn set(play: &mut Play, field: Field, key: Key) {
        let fields = play.app.form.fields();
        play.app.form.chosen = fields.iter().position(|known| *known == field).unwrap();
        play.does(Event::Key(key));
    }

    fn opened(play: &mut Play) -> protocol::spec::GameSpec<protocol::rules::Variant> {
        let actions = play.does(Event::Key(Key::Enter));
        let spec = actions.into_iter().find_map(|action| match action {
            Action::Send(ClientMsg::Open { spec, .. }) => Some(spec),
            _ => None,
        });
        spec.expect("a room is opened")
    }

    #[test]
    fn a_game_of_a_person_with_a_name_is_rated_without_help_unless_they_say_otherwise() {
        let mut play = form_of_owner();
        set(&mut play, Field::Hints, Key::Right);
        set(&mut play, Field::Takebacks, Key::Down);
        let screen = shown(&play.app, (120, 40));
        assert!(screen.contains("never in a rated game"), "{screen}");
        let spec = opened(&mut play);
        assert_eq!(
            (spec.rated, spec.takebacks, spec.hints),
            (true, false, false)
        );
        let mut play = form_of_owner();
        set(&mut play, Field::Rated, Key::Right);
        let spec = opened(&mut play);
        assert_eq!(
            (spec.rated, spec.takebacks, spec.hints),
            (false, true, false)
        );
    }

    #[test]
    fn a_guest_plays_without_ratings() {
        let mut play = Play::home();
        play.app
            .go(vec!["ws://here/ws".to_owned()], crate::ui::Goal::Lobby);
        play.hear(welcome());
        play.press("n");
        set(&mut play, Field::Rated, Key::Right);
        let spec = opened(&mut play);
        assert_eq!((spec.rated, spec.takebacks), (false, true));
    }
}
