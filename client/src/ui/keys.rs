//! Keys and clicks: from the key to the intent, and to the screen that carries it out.

use protocol::message::ClientMsg;
use protocol::replica::Replica;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::view::Seat;

use super::minutes;
use super::past::person;
use super::{Action, App, Connection, Help, Screen, ServerKind, Target, View};
use crate::input::{Intent, Key, TournamentKey};
use crate::words::first_act::FirstAct;

/// An act that must be confirmed before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// Giving the game up.
    Resign,
    /// A draw at one keyboard.
    Draw,
    /// Leaving a table with a game that goes on.
    Leave,
    /// Leaving a table at which this person waits for an opponent: the seat is given up.
    CloseSeat,
    /// Leaving the program during a game, or while it serves others.
    Quit,
    /// Ending the server that serves this client alone, with a game on it.
    EndGames,
    /// Stopping the server in this program while others are connected.
    StopServer,
    /// Locking the room, or opening it again.
    Lock,
    /// Closing the chat of the room, or opening it again.
    CloseChat,
    /// Leaving a tournament, or an act of its organiser.
    Tournament(TournamentKey),
}

impl Confirm {
    /// The question that an owner's key asks before it acts.
    pub(super) fn of(intent: Intent) -> Option<Self> {
        match intent {
            Intent::Lock => Some(Self::Lock),
            Intent::CloseChat => Some(Self::CloseChat),
            _ => None,
        }
    }

    /// True while there is something to ask about.
    pub(super) fn stands(self, app: &App) -> bool {
        match self {
            Self::Quit | Self::StopServer => true,
            Self::Resign | Self::Draw | Self::Leave => app.is_at_stake(),
            Self::CloseSeat => app.view.as_ref().is_some_and(View::waits_for_opponent),
            Self::EndGames => app.has_own_games(),
            Self::Lock | Self::CloseChat => app.screen == Screen::Table,
            Self::Tournament(key) => app.tournament.is_key(key),
        }
    }

    /// The question, and the keys that answer it.
    pub fn question(self, app: &App) -> String {
        let question = match self {
            Self::Resign => say!("dialogs-resign"),
            Self::Draw => say!("dialogs-draw"),
            Self::Leave if app.server.kind.ends_with_program() => say!("dialogs-leave-alone"),
            Self::Leave => {
                let waiting = app.has_act_waiting().then(|| say!("dialogs-waiting-lost"));
                let sentences = [say!("dialogs-leave"), seat_kept(app)].into_iter();
                sentences.chain(waiting).collect::<Vec<_>>().join(" ")
            }
            Self::CloseSeat => say!("dialogs-close-seat"),
            Self::Lock if app.table().is_some_and(|table| table.snapshot().locked) => {
                say!("dialogs-unlock")
            }
            Self::Lock => say!("dialogs-lock"),
            Self::CloseChat
                if app
                    .table()
                    .is_some_and(|table| table.snapshot().chat_closed) =>
            {
                say!("dialogs-open-chat")
            }
            Self::CloseChat => say!("dialogs-close-chat"),
            Self::Tournament(key) => app.tournament.question(key),
            Self::EndGames => say!("dialogs-end-games"),
            Self::StopServer => [say!("dialogs-stop-server"), others(app), fate(app)].join(" "),
            Self::Quit if app.server.kind.ends_with_program() => say!("dialogs-quit-alone"),
            Self::Quit => {
                let mut sentences = vec![say!("dialogs-quit")];
                let is_lost = app.server.kind == ServerKind::Hosted && !app.home.here.is_kept;
                if app.is_at_stake() && !is_lost {
                    // Nobody's time runs while the server is away.
                    sentences.push(if app.server.kind == ServerKind::Hosted {
                        say!("dialogs-seat-kept")
                    } else {
                        seat_kept(app)
                    });
                }
                if app.has_act_waiting() {
                    sentences.push(say!("dialogs-waiting-lost"));
                }
                if app.home.hosted.is_some() {
                    sentences.extend([say!("dialogs-server-stops"), others(app), fate(app)]);
                }
                sentences.join(" ")
            }
        };
        let keys = match self {
            Self::StopServer => say!("dialogs-keys-stop"),
            Self::CloseSeat => say!("dialogs-keys-close-seat"),
            Self::Quit => match app.keymap.name(Intent::Quit) {
                key if key.is_empty() => say!("dialogs-keys"),
                key => say!("dialogs-keys-quit", key = key),
            },
            Self::Resign
            | Self::Draw
            | Self::Leave
            | Self::EndGames
            | Self::Lock
            | Self::CloseChat
            | Self::Tournament(_) => say!("dialogs-keys"),
        };
        format!("{question}\n\n{keys}")
    }
}

/// The fate of the game of somebody who leaves while it goes on, and of their seat in it.
fn seat_kept(app: &App) -> String {
    let Some(table) = app.table() else {
        return say!("dialogs-seat-kept");
    };
    let seen = table.snapshot();
    let first_act = table.you().and_then(|you| FirstAct::to_come(table, you));
    let kept = match first_act {
        Some(FirstAct::Move) => return say!("dialogs-seat-kept-first-move"),
        Some(FirstAct::Choice) => return say!("dialogs-seat-kept-first-choice"),
        None if seen.clock.is_some() => say!("dialogs-seat-kept-clock"),
        None => say!("dialogs-seat-kept"),
    };
    // A bot claims nothing.
    let opponent = table.you().map(|you| &seen.seats[you.other()]);
    if let Some(Seat::Human { .. }) = opponent {
        let claim = say!("dialogs-claim-after", time = minutes(seen.grace));
        return format!("{kept} {claim}");
    }
    kept
}

/// The others on the server in this program, in a sentence.
fn others(app: &App) -> String {
    match app.lobby.present.saturating_sub(1) {
        0 => say!("dialogs-others-unknown"),
        others => say!("dialogs-others", count = others),
    }
}

/// What becomes of the games on the server in this program, in a sentence.
fn fate(app: &App) -> String {
    if app.home.here.is_kept {
        say!("dialogs-games-kept")
    } else {
        say!("dialogs-games-lost")
    }
}

/// Lines by which a page key moves the choice.
const PAGE: usize = 10;

/// True for a key that moves in a list.
pub(super) fn is_step(intent: Intent) -> bool {
    matches!(
        intent,
        Intent::Up
            | Intent::Down
            | Intent::PageUp
            | Intent::PageDown
            | Intent::First
            | Intent::Last
    )
}

/// Moves the chosen line in a list of `lines` lines.
pub(super) fn step(chosen: &mut usize, intent: Intent, lines: usize) {
    let last = lines.saturating_sub(1);
    *chosen = match intent {
        Intent::Up => chosen.saturating_sub(1),
        Intent::PageUp => chosen.saturating_sub(PAGE),
        Intent::Down => *chosen + 1,
        Intent::PageDown => *chosen + PAGE,
        Intent::First => 0,
        Intent::Last => last,
        _ => *chosen,
    }
    .min(last);
}

/// The value after the one in force, or before it; or else the first.
pub(super) fn turned<T: Copy>(all: &[T], is_now: impl Fn(&T) -> bool, forward: bool) -> T {
    let by = if forward { 1 } else { all.len() - 1 };
    let now = all.iter().position(is_now);
    all[now.map_or(0, |now| (now + by) % all.len())]
}

impl App {
    /// True where `intent` can be carried out now: the bottom line leaves the others out.
    pub fn is_available(&self, intent: Intent) -> bool {
        self.screen.can(self, intent)
    }

    /// True if the key for the way back leaves the program: there is no screen before the first one.
    pub(super) fn back_quits(&self) -> bool {
        self.screen == Screen::Home && self.server.connection == Connection::Down
    }

    pub(super) fn key(&mut self, key: Key) -> Vec<Action> {
        if let Some(confirm) = self.confirm.take() {
            return self.answer_confirm(confirm, key);
        }
        let quits = self.meaning(key) == Some(Intent::Quit);
        if let Some(help) = self.help.take() {
            let intent = self.keymap.anywhere(key);
            self.help = intent.and_then(|intent| help.after(intent));
            return if quits { self.quit() } else { Vec::new() };
        }
        // A character is a part of the text.
        if self.prompt.is_some() && (!quits || matches!(key, Key::Char(_))) {
            return self.edit_prompt(key);
        }
        let letter = self.letter.take();
        let begins = match key {
            Key::Char(letter @ 'A'..='T') => Some(letter.to_ascii_lowercase()),
            // Small letters have meanings of their own; a number after one shows that a move was meant.
            Key::Char('1'..='9') => {
                let chooses = self
                    .table()
                    .is_some_and(|table| !table.choices().is_empty());
                letter.filter(|_| !chooses)
            }
            _ => None,
        };
        if let Some(letter) = begins {
            // The letter of a column begins a move if moves consist of a letter and a row.
            let variant = match self.screen {
                Screen::Table => {
                    let table = self.table().filter(|table| table.you().is_some());
                    table.map(|table| table.game().variant())
                }
                Screen::Replay => self.replay.as_ref().map(|replay| replay.game().variant()),
                _ => None,
            };
            if variant.is_some_and(|variant| variant.notation() == Notation::Cell) {
                self.open_move_prompt();
                let mut actions = self.edit_prompt(Key::Char(letter));
                if let Key::Char('1'..='9') = key {
                    actions.extend(self.edit_prompt(key));
                }
                return actions;
            }
        }
        if let Key::Char(letter @ 'a'..='t') = key {
            self.letter = Some(letter);
        }
        match self.meaning(key) {
            Some(Intent::Quit) => self.quit(),
            Some(Intent::Help) => {
                self.help = Some(Help::default());
                Vec::new()
            }
            Some(intent) => self.intend(intent),
            None => Vec::new(),
        }
    }

    /// The meaning of a key on the open screen: the digits are the columns of a table.
    fn meaning(&self, key: Key) -> Option<Intent> {
        match key {
            Key::Char(digit @ '1'..='9')
                if matches!(
                    self.screen,
                    Screen::Table | Screen::Replay | Screen::Opponents
                ) =>
            {
                Some(Intent::Column(digit as u8 - b'1'))
            }
            _ => self.keymap.intent(self.screen, key),
        }
    }

    fn intend(&mut self, intent: Intent) -> Vec<Action> {
        self.screen.update(self, intent)
    }

    pub(super) fn click(&mut self, target: Target) -> Vec<Action> {
        if self.help.take().is_some() || self.confirm.is_some() {
            return Vec::new();
        }
        if let Target::Key(key) = target {
            return self.key(key);
        }
        if self.prompt.is_some() {
            return Vec::new();
        }
        if let Target::Choice(choice) = target {
            return self.at_table(|view, around| view.choose(around, choice));
        }
        if let Target::Player(side) = target {
            let seats = self.table().map(|table| table.snapshot().seats.clone());
            let name = seats.as_ref().and_then(|seats| seats[side].person());
            return self.carry_out_one(person(name));
        }
        let was_chosen = self.point(target);
        let intent = self.screen.click(self, was_chosen);
        intent.map_or(Vec::new(), |intent| self.intend(intent))
    }

    /// Turns the plies of a game over, or goes through a list.
    pub(super) fn wheel(&mut self, up: bool) -> Vec<Action> {
        let is_covered = self.help.is_some() || self.confirm.is_some() || self.prompt.is_some();
        match self.screen {
            Screen::Table | Screen::Replay if !is_covered => {
                self.intend(if up { Intent::Earlier } else { Intent::Later })
            }
            // A question is not answered by it, nor a line of text edited.
            _ if self.confirm.is_some() || self.prompt.is_some() => Vec::new(),
            _ => {
                let intent = if up { Intent::Up } else { Intent::Down };
                if let Some(help) = self.help.take() {
                    self.help = help.after(intent);
                    return Vec::new();
                }
                self.intend(intent)
            }
        }
    }

    /// Moves the choice or the cursor to `target`; true where it was there already, or there is no choice.
    pub(super) fn point(&mut self, target: Target) -> bool {
        match target {
            Target::Line(line) => {
                let chosen = self.screen.chosen(self);
                chosen.is_none_or(|chosen| std::mem::replace(chosen, line) == line)
            }
            Target::Cell(square) => {
                if let Some(view) = self.view.as_mut().filter(|_| self.screen == Screen::Table) {
                    view.cursor = square;
                }
                let replay = self.replay.as_mut();
                if let Some(replay) = replay.filter(|_| self.screen == Screen::Replay) {
                    replay.cursor = square;
                }
                true
            }
            Target::Choice(_) | Target::Player(_) | Target::Key(_) => true,
        }
    }

    fn answer_confirm(&mut self, confirm: Confirm, key: Key) -> Vec<Action> {
        if confirm == Confirm::StopServer && key == Key::Char('b') {
            let actions = self.go_home();
            self.say(say!("dialogs-server-goes-on"));
            return actions;
        }
        // The key that asked whether to leave the program, once more.
        let quits = confirm == Confirm::Quit && self.meaning(key) == Some(Intent::Quit);
        let in_words = say!("dialogs-yes").chars().map(Key::Char).eq([key]);
        if key != Key::Char('y') && !in_words && !quits {
            return Vec::new();
        }
        match confirm {
            Confirm::Resign
            | Confirm::Draw
            | Confirm::Leave
            | Confirm::CloseSeat
            | Confirm::Lock
            | Confirm::CloseChat => self.at_table(|view, around| view.on_yes(around, confirm)),
            Confirm::Quit => vec![Action::Quit],
            Confirm::EndGames => self.go_home(),
            Confirm::StopServer => self.stop_server(),
            Confirm::Tournament(key) => {
                let act = self.tournament.act(key);
                self.send(ClientMsg::InTournament { act })
            }
        }
    }

    /// Leaves the lobby for the first screen, and asks where that ends a game or stops the server under others.
    pub(super) fn leave_lobby(&mut self) -> Vec<Action> {
        match self.server.kind {
            kind if kind.ends_with_program() && self.has_own_games() => {
                self.confirm = Some(Confirm::EndGames);
            }
            ServerKind::Hosted if self.has_guests() => self.confirm = Some(Confirm::StopServer),
            ServerKind::Hosted => return self.stop_server(),
            ServerKind::Private | ServerKind::Keyboard | ServerKind::Own | ServerKind::Remote => {
                return self.go_home();
            }
        }
        Vec::new()
    }

    /// True at a table with a game of this person that goes on.
    pub(super) fn is_at_stake(&self) -> bool {
        self.view.as_ref().is_some_and(View::is_at_stake)
    }

    /// True if a move or a resignation waits for the connection; it is lost with the table.
    fn has_act_waiting(&self) -> bool {
        let view = self.view.as_ref().filter(|_| self.server.is_lost());
        view.is_some_and(|view| view.unanswered.is_some())
    }

    fn has_own_games(&self) -> bool {
        self.lobby.own.iter().any(|own| own.state.goes_on())
    }

    /// True where others use the server in this program, or where that is not known.
    fn has_guests(&self) -> bool {
        if self.home.hosted.is_none() {
            return false;
        }
        let is_beside = |table: &Replica| {
            let seen = table.snapshot();
            let is_guest = |side: Side| {
                let is_here = matches!(seen.seats[side], Seat::Human { away: None, .. });
                is_here && table.you() != Some(side)
            };
            seen.watching > u32::from(table.you().is_none()) || Side::BOTH.into_iter().any(is_guest)
        };
        !self.server.is_up() || self.lobby.present > 1 || self.table().is_some_and(is_beside)
    }

    /// Goes back to the first screen, and stops the server in this program.
    pub(super) fn stop_server(&mut self) -> Vec<Action> {
        let mut actions = self.go_home();
        if self.home.hosted.take().is_some() {
            actions.push(Action::StopServer);
        }
        actions
    }

    pub(super) fn quit(&mut self) -> Vec<Action> {
        let ends_games = self.server.kind.ends_with_program() && self.has_own_games();
        let is_at_stake = self.is_at_stake() && self.server.kind != ServerKind::Own;
        if is_at_stake || ends_games || self.has_guests() {
            self.confirm = Some(Confirm::Quit);
            return Vec::new();
        }
        vec![Action::Quit]
    }
}
