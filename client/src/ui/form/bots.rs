//! The bots of the form: those that play the chosen game with its opening.
//!
//! The server is asked whenever the board changes, since it knows how strong they are there. Until it has answered,
//! those of `Welcome` are on offer: that play the game, or a like one where the board is one's own.

use protocol::rules::Variant;
use protocol::view::BotOffer;
use protocol::word::Named;

use super::Form;

impl Form {
    /// Takes the bots of a server.
    pub(in crate::ui) fn offers(&mut self, bots: &[BotOffer]) {
        let mut chosen = self.answers();
        bots.clone_into(&mut self.bots);
        (self.asked, self.answered) = (None, None);
        if self.kept.is_empty() {
            // A server has its own bots: those chosen last stay where it has them, too.
            self.kept = std::mem::take(&mut chosen);
        }
        (self.you, self.opponent) = (0, 0);
        self.remember_bots();
    }

    /// Takes the server's answer to [`ask`](crate::ui::Component::ask). One about an earlier board is of no use.
    pub(in crate::ui) fn answer(&mut self, variant: Variant, bots: Vec<BotOffer>) {
        if self.asked == Some(variant) {
            self.keep_bots(|form| form.answered = Some((variant, bots)));
        }
    }

    /// Makes a change after which other bots may be on offer, with the same bots chosen where they still are.
    pub(super) fn keep_bots(&mut self, change: impl FnOnce(&mut Self)) {
        let kind = |choice| self.bot(choice).map(|bot| bot.kind.clone());
        let (yours, theirs) = (kind(self.you), kind(self.opponent));
        change(self);
        let at = |kind: Option<String>| {
            let able = self.able();
            let at = able.iter().position(|bot| Some(&bot.kind) == kind.as_ref());
            at.map_or(0, |at| at + 1)
        };
        (self.you, self.opponent) = (at(yours), at(theirs));
    }

    /// The bots that play the chosen game with the chosen opening; on a board of one's own those that play the like
    /// of it, until the server has said which play it.
    pub(super) fn able(&self) -> Vec<&BotOffer> {
        if let Some((variant, bots)) = &self.answered
            && self.variant().as_ref() == Ok(variant)
        {
            return bots.iter().filter(|bot| self.opens(bot)).collect();
        }
        let family = self.family();
        let is_like = |other: Variant| match self.games[self.game] {
            Some(variant) => other == variant,
            None => other.family() == family,
        };
        let mut able = Vec::new();
        for bot in &self.bots {
            let mut known = bot.variants.iter().filter_map(Named::known);
            if known.any(|variant| is_like(*variant)) && self.opens(bot) {
                able.push(bot);
            }
        }
        able
    }

    /// True where a bot plays the chosen opening, or none is chosen.
    fn opens(&self, bot: &BotOffer) -> bool {
        self.opening()
            .is_none_or(|rule| bot.openings.contains(&rule))
    }

    /// The bot with this number among those; none for the person, or an open seat.
    pub(super) fn bot(&self, choice: usize) -> Option<&BotOffer> {
        choice
            .checked_sub(1)
            .and_then(|at| self.able().get(at).copied())
    }
}

#[cfg(test)]
mod tests {
    use protocol::message::{ClientMsg, ServerMsg};

    use super::*;
    use crate::input::Key;
    use crate::ui::app::tests::{Play, welcome};
    use crate::ui::{Action, Event, Screen};

    fn offer(kind: &str, variants: &str) -> BotOffer {
        BotOffer {
            kind: kind.to_owned(),
            about: String::new(),
            depths: None,
            default_depth: None,
            presets: Vec::new(),
            variants: variants
                .split(' ')
                .map(|name| name.parse().unwrap())
                .collect(),
            options: Vec::new(),
            level: None,
            openings: Vec::new(),
        }
    }

    fn answer(board: &str, bots: &[&str]) -> ServerMsg {
        ServerMsg::Bots {
            variant: board.parse().unwrap(),
            bots: bots.iter().map(|kind| offer(kind, "gomoku")).collect(),
        }
    }

    /// The form with a board of one's own, and what was sent for it.
    fn own_board() -> (Play, Vec<Action>) {
        let mut play = Play::home();
        let mut greeting = welcome();
        if let ServerMsg::Welcome { bots, .. } = &mut greeting {
            let offers = vec![
                offer("random", "connect-four gomoku"),
                offer("lines", "connect-four connect-four-7x7"),
                offer("perfect", "connect-four"),
                offer("threat", "gomoku"),
            ];
            *bots = offers.into();
        }
        play.hear(greeting);
        play.press("n");
        let sent = play.does(Event::Key(Key::Left));
        assert_eq!(play.app.screen, Screen::Form);
        (play, sent)
    }

    fn able(play: &Play) -> String {
        let able = play.app.form.able();
        let kinds: Vec<_> = able.iter().map(|bot| bot.kind.as_str()).collect();
        kinds.join(" ")
    }

    fn asks(board: &str) -> Vec<Action> {
        let variant = board.parse().unwrap();
        vec![Action::Send(ClientMsg::ListBots { variant })]
    }

    #[test]
    fn who_comes_to_the_form_asks_for_the_bots_of_its_game_once() {
        let mut play = Play::home();
        play.hear(welcome());
        assert_eq!(play.does(Event::Key(Key::Char('n'))), asks("connect-four"));
        play.does(Event::Key(Key::Esc));
        assert_eq!(play.does(Event::Key(Key::Char('n'))), []);
    }

    #[test]
    fn a_game_with_a_name_has_exactly_the_bots_that_say_so() {
        let (mut play, _) = own_board();
        let games = [
            ("connect-four", "random lines perfect"),
            ("connect-four-7x7", "lines"),
            ("gomoku", "random threat"),
        ];
        for (game, expected) in games {
            assert_eq!(play.does(Event::Key(Key::Right)), asks(game));
            assert_eq!(able(&play), expected);
        }
    }

    #[test]
    fn the_answer_about_a_game_with_a_name_brings_its_bots_in_their_order_there() {
        let (mut play, _) = own_board();
        play.does(Event::Key(Key::Right));
        play.hear(answer("connect-four", &["perfect", "random"]));
        assert_eq!(able(&play), "perfect random");
    }

    #[test]
    fn a_board_of_ones_own_is_asked_about_once_and_has_the_bots_of_the_answer() {
        let (mut play, sent) = own_board();
        assert_eq!(sent, asks("custom:9x7x5:falls"));
        assert_eq!(able(&play), "random lines perfect");
        assert_eq!(play.does(Event::Key(Key::Down)), []);
        play.hear(answer("custom:9x7x5:falls", &["random", "perfect"]));
        assert_eq!(able(&play), "random perfect");
        // An answer to another question.
        play.hear(answer("custom:9x9x5:free", &["threat"]));
        assert_eq!(able(&play), "random perfect");
        assert_eq!(
            play.does(Event::Key(Key::Right)),
            asks("custom:10x7x5:falls")
        );
        assert_eq!(able(&play), "random lines perfect");
    }

    #[test]
    fn a_bot_stays_chosen_where_it_plays_the_board_too() {
        let (mut play, _) = own_board();
        let form = &mut play.app.form;
        (form.you, form.opponent) = (2, 3);
        play.hear(answer("custom:9x7x5:falls", &["random", "perfect"]));
        let form = &play.app.form;
        assert_eq!(form.you, 0, "lines does not play it");
        assert_eq!(form.bot(form.opponent).unwrap().kind, "perfect");
        play.does(Event::Key(Key::Down));
        play.does(Event::Key(Key::Right));
        let form = &play.app.form;
        assert_eq!(form.bot(form.opponent).unwrap().kind, "perfect");
    }

    #[test]
    fn a_board_that_cannot_be_is_not_asked_about() {
        let (mut play, _) = own_board();
        for _ in 0..3 {
            play.does(Event::Key(Key::Down));
        }
        // Six in a row and more; no side is longer than nine.
        for in_row in 6..=9 {
            let board = format!("custom:9x7x{in_row}:falls");
            assert_eq!(play.does(Event::Key(Key::Right)), asks(&board));
        }
        assert_eq!(play.does(Event::Key(Key::Right)), []);
    }
}
