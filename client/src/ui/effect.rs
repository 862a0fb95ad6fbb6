//! The effects of a screen beyond itself, and the one place that carries them out.

use std::collections::BTreeMap;

use jiff::Zoned;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role};
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::rules::Variant;
use protocol::spec::OpeningRule;

use super::past::Page;
use super::{
    Action, App, Confirm, Ends, Goal, HostScope, KeyMap, Listen, Opponent, PromptKind, Replay,
    Screen, Server, View,
};
use crate::net::{WhileLost, while_lost};

/// The part of the rest that a screen may know when it changes.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) now: Millis,
    /// The time of day when the last message came.
    pub(super) clock: &'a Zoned,
    pub(super) keymap: &'a KeyMap,
    pub(super) server: &'a Server,
}

/// The surroundings of a screen in an app, whose other parts may be borrowed.
macro_rules! around {
    ($app:ident) => {
        &$crate::ui::effect::Around {
            now: $app.now,
            clock: &$app.clock,
            keymap: &$app.keymap,
            server: &$app.server,
        }
    };
}
pub(super) use around;

/// An effect of a screen beyond itself.
#[derive(Debug)]
pub(super) enum Effect {
    /// Leaves this to the event loop.
    Do(Action),
    /// Sends a message.
    Send(ClientMsg),
    /// Shows a notice.
    Say(String),
    /// Shows a notice that is not true any more after something.
    SayUntil(String, Ends),
    /// Takes away the notice that is true until this happens.
    EndNotice(Ends),
    /// Says what became of the last key that needed the connection, while that is lost.
    Unsent(Option<String>),
    /// Rings, if this person may not see the screen.
    Ring,
    /// Takes a game that is over from the list of those that go on.
    EndGame(RoomId),
    /// Asks before an act.
    Ask(Confirm),
    /// Begins a line of text.
    Type(PromptKind),
    /// Begins a line with a text in it.
    TypeOver(PromptKind, String),
    /// Opens a screen.
    Open(Screen),
    /// Shows the rules of a game.
    ShowRules(Variant, Option<OpeningRule>),
    /// Shows the running games.
    ShowTv,
    /// Opens a page of games that are over, or goes back from it.
    ShowPage(Page),
    LeavePage,
    /// Looks through a game of the server.
    LookBack(Box<Record>),
    /// Tells what others need to join.
    Invite,
    /// Goes back to the first screen, and closes the connection.
    GoHome,
    /// Leaves the lobby, or a table.
    LeaveLobby,
    LeaveTable,
    /// Leaves the screen for the lobby, or for the one that leads there.
    EnterLobby,
    /// Ends the program.
    Quit,
    /// Keeps a setting for the next start, or the answers of the form.
    Keep(&'static str, String),
    KeepForm(BTreeMap<String, String>),
    /// Connects to a server.
    Go(Vec<String>, Goal),
    /// Starts a server in this program.
    Serve(HostScope, Goal),
    /// Connects to the server in this program that serves others.
    GoToHosted(Goal, Listen),
    /// Starts a game, as the first screen has it.
    Play(Opponent),
    /// Goes into a room: to this person's seat, to an open one, or else to watch.
    Enter(RoomId),
    /// Returns to a seat.
    Return(RoomId, Token),
    /// Watches a room, or goes to this person's seat there.
    Watch(RoomId),
    /// Plays the next person who asks for the same game.
    Quick(Variant),
    /// Follows a tournament.
    Follow(RoomId),
}

/// A request for a room: the server has one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoomRequest {
    /// To return to this seat.
    Return(RoomId, Token),
    /// To play in this room, or else to watch.
    Enter(RoomId),
    /// Any other.
    Other,
}

impl App {
    /// Carries out what a screen does.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<Action> {
        let mut actions = Vec::new();
        for effect in effects {
            actions.extend(self.carry_out_one(effect));
        }
        actions
    }

    pub(super) fn carry_out_one(&mut self, effect: Effect) -> Vec<Action> {
        match effect {
            Effect::Do(action) => return vec![action],
            Effect::Send(message) => return self.send(message),
            Effect::Say(text) => self.say(text),
            Effect::SayUntil(text, ends) => self.say_until(text, ends),
            Effect::EndNotice(ends) => self.end_notice(ends),
            Effect::Unsent(words) => self.server.unsent = words,
            Effect::Ring => {
                return self
                    .may_ring()
                    .then_some(Action::Bell)
                    .into_iter()
                    .collect();
            }
            Effect::EndGame(room) => self.home.end_game(room),
            Effect::Ask(confirm) => self.confirm = Some(confirm),
            Effect::Type(kind) => return self.open_prompt(kind),
            Effect::TypeOver(kind, text) => return self.open_prompt_with(kind, &text),
            Effect::Open(screen) => return self.open(screen),
            Effect::ShowRules(variant, opening) => self.show_rules(variant, opening),
            Effect::ShowTv => {
                self.open_tv();
                return self.ask_for_lobby();
            }
            Effect::ShowPage(page) => return self.open_page(page),
            Effect::LeavePage => return self.leave_page(),
            Effect::LookBack(record) => {
                self.replay = Some(Replay::new(*record, Some(self.screen)));
                return self.open(Screen::Replay);
            }
            Effect::Invite => self.tell_how_others_join(),
            Effect::GoHome => return self.go_home(),
            Effect::LeaveLobby => return self.leave_lobby(),
            Effect::LeaveTable => return self.leave(),
            Effect::EnterLobby => {
                let mut actions = self.close_tv(None);
                actions.extend(self.enter_lobby());
                return actions;
            }
            Effect::Quit => return self.quit(),
            Effect::Keep(name, value) => {
                let kept = self.home.keep(|kept| {
                    kept.settings.insert(name.to_owned(), value);
                });
                return kept.into_iter().collect();
            }
            Effect::KeepForm(answers) => {
                let kept = self.home.keep(|kept| kept.form = answers);
                return kept.into_iter().collect();
            }
            Effect::Go(urls, goal) => return self.go(urls, goal),
            Effect::Serve(scope, goal) => return self.serve(scope, goal),
            Effect::GoToHosted(goal, listen) => return self.go_to_hosted(goal, listen),
            Effect::Play(opponent) => {
                let effects = self.home.play(opponent);
                return self.carry_out(effects);
            }
            Effect::Enter(room) => return self.enter_room(room),
            Effect::Return(room, token) => return self.return_to(room, token),
            Effect::Watch(room) => {
                return if self.lobby.own.iter().any(|own| own.room == room) {
                    self.enter_room(room)
                } else {
                    self.ask_for_room(room, Role::Spectator, RoomRequest::Other)
                };
            }
            Effect::Quick(variant) => {
                let quick = self.quick(variant, None, self.server.owns_name());
                return self.send(quick);
            }
            Effect::Follow(tournament) => {
                self.screen = Screen::Tournament;
                return self.follow(tournament);
            }
        }
        Vec::new()
    }

    /// Lets the table do something, if there is one.
    pub(super) fn at_table(
        &mut self,
        act: impl FnOnce(&mut View, &Around<'_>) -> Vec<Effect>,
    ) -> Vec<Action> {
        let view = self.view.as_mut();
        let effects = view.map(|view| act(view, around!(self)));
        self.carry_out(effects.unwrap_or_default())
    }

    /// Opens a screen as it is.
    pub(super) fn open(&mut self, screen: Screen) -> Vec<Action> {
        if screen == Screen::Table && self.view.is_none() {
            return self.enter_lobby();
        }
        self.screen = screen;
        screen.ask(self)
    }

    /// Sends what this person does: a lost connection does not keep all of it, and a key that repeats would ask for a
    /// second room, or be refused at the table of the first.
    pub(super) fn send(&mut self, message: ClientMsg) -> Vec<Action> {
        if self.server.is_lost() {
            let has_resigned = self.view.as_ref().is_some_and(View::has_resigned);
            let fate = while_lost(&message, has_resigned);
            if let Some(words) = fate.in_words(&message, self.table()) {
                self.server.unsent = Some(words);
            }
            if matches!(fate, WhileLost::NotSent | WhileLost::Dropped) {
                return Vec::new();
            }
        }
        let asks_for_room = matches!(
            message,
            ClientMsg::Open { .. }
                | ClientMsg::Join { .. }
                | ClientMsg::Quick { .. }
                | ClientMsg::TakeOver { .. }
        );
        if asks_for_room {
            if self.server.request.is_some() {
                return Vec::new();
            }
            self.server.request = Some(RoomRequest::Other);
        }
        vec![Action::Send(message)]
    }

    /// Asks for a room, and notes for what.
    pub(super) fn ask_for_room(
        &mut self,
        room: RoomId,
        role: Role,
        request: RoomRequest,
    ) -> Vec<Action> {
        let actions = self.send(ClientMsg::Join { room, role });
        if !actions.is_empty() {
            self.server.request = Some(request);
        }
        actions
    }
}

#[cfg(test)]
mod tests {
    use crate::input::Key;
    use crate::ui::app::tests::{Play, snapshot};
    use crate::ui::{Action, Event};
    use protocol::message::ClientMsg;
    use protocol::refusal::Refusal;
    use protocol::side::Side;

    /// It opened two rooms, of which the server refused the second.
    #[test]
    fn a_key_that_repeats_opens_one_room() {
        let mut play = Play::in_lobby();
        play.press("n");
        let opens = |play: &mut Play| {
            let actions = play.does(Event::Key(Key::Enter));
            matches!(actions[..], [.., Action::Send(ClientMsg::Open { .. })])
        };
        assert!(opens(&mut play));
        assert!(!opens(&mut play));
        play.refuse(Refusal::ShuttingDown);
        assert!(opens(&mut play), "the first has its answer");
        assert!(!opens(&mut play));
        play.join(Some(Side::First), snapshot("connect-four"));
        assert!(play.app.server.request.is_none());
    }
}
