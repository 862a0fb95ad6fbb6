//! Keys and clicks: from the key to the intent, and to the screen that carries it out.

use protocol::act::Act;
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::view::{Phase, Seat};

use super::app::ServerKind;
use super::table::minutes;
use super::{Action, App, Connection, Screen, Target, View};
use crate::input::{Intent, Key, TournamentKey};
use crate::words::first_act::FirstAct;
use crate::words::offers::plies_to_take_back;

/// An act that must be confirmed before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// Giving the game up.
    Resign,
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

    /// The question, and the keys that answer it.
    pub fn question(self, app: &App) -> String {
        let question = match self {
            Self::Resign => say!("dialogs-resign"),
            Self::Leave if app.server_kind.ends_with_program() => say!("dialogs-leave-alone"),
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
            Self::Tournament(key) => app.tournament_question(key),
            Self::EndGames => say!("dialogs-end-games"),
            Self::StopServer => [say!("dialogs-stop-server"), others(app), fate(app)].join(" "),
            Self::Quit if app.server_kind.ends_with_program() => say!("dialogs-quit-alone"),
            Self::Quit => {
                let mut sentences = vec![say!("dialogs-quit")];
                let is_lost = app.server_kind == ServerKind::Hosted && !app.home.here.is_kept;
                if app.is_at_stake() && !is_lost {
                    // Nobody's time runs while the server is away.
                    sentences.push(if app.server_kind == ServerKind::Hosted {
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
            | Self::Leave
            | Self::EndGames
            | Self::Lock
            | Self::CloseChat
            | Self::Tournament(_) => say!("dialogs-keys"),
        };
        format!("{question}\n\n{keys}")
    }
}

impl App {
    /// Takes a question back whose subject has gone: its keys mean something else again.
    pub(super) fn close_moot_question(&mut self) {
        let stands = match self.confirm {
            None | Some(Confirm::Quit | Confirm::StopServer) => true,
            Some(Confirm::Resign | Confirm::Leave) => self.is_at_stake(),
            Some(Confirm::CloseSeat) => self.waits_for_opponent(),
            Some(Confirm::EndGames) => self.has_own_games(),
            Some(Confirm::Lock | Confirm::CloseChat) => self.screen == Screen::Table,
            Some(Confirm::Tournament(key)) => self.is_tournament_key(key),
        };
        if !stands {
            self.confirm = None;
        }
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

impl App {
    /// True where `intent` can be carried out now: the bottom line leaves the others out.
    pub fn is_available(&self, intent: Intent) -> bool {
        if self.screen == Screen::Form {
            return match intent {
                Intent::Clock => self.form.has_clock(),
                Intent::Edit => self.form.is_on_written(),
                _ => true,
            };
        }
        match intent {
            Intent::Invite => {
                return self.server_kind == ServerKind::Hosted || !self.security.is_empty();
            }
            Intent::Games | Intent::Places | Intent::Person if self.screen == Screen::Lobby => {
                let has_history = |greeting: &super::Greeting| greeting.has_history;
                return self.greeting.as_ref().is_some_and(has_history);
            }
            Intent::NewTournament => return self.has_tournaments(),
            Intent::Tournament(key) => return self.is_tournament_key(key),
            _ => {}
        }
        let Some(table) = self.table().filter(|_| self.screen == Screen::Table) else {
            return true;
        };
        let plays = table.you().is_some() && table.to_move().is_some();
        match intent {
            // Talk and offers are for people at two places.
            Intent::Chat | Intent::Act(Act::OfferDraw) if self.is_at_keyboard() => false,
            Intent::Choose => table.is_my_turn() && table.choices().is_empty(),
            Intent::Act(Act::Resign) | Intent::Notation => plays,
            Intent::Act(Act::OfferDraw) => plays && table.snapshot().offers.draw != table.you(),
            Intent::Act(Act::Abort) => plays && table.plies().len() < 2,
            Intent::Act(Act::Claim) => table.claim_in(self.now) == Some(Millis::ZERO),
            Intent::Accept | Intent::Decline => {
                let offers = &table.snapshot().offers;
                let other = table.you().map(Side::other);
                let open = [offers.draw, offers.takeback, offers.rematch];
                other.is_some() && open.contains(&other)
            }
            Intent::Save | Intent::Copy | Intent::Earlier | Intent::Later | Intent::Beginning => {
                !table.plies().is_empty()
            }
            // What was asked for is not asked for again.
            Intent::Act(Act::AskTakeback) => {
                let seen = table.snapshot();
                let has_plies = |you| plies_to_take_back(table, you).is_some();
                plays
                    && seen.spec.takebacks
                    && seen.offers.takeback != table.you()
                    && table.you().is_some_and(has_plies)
            }
            Intent::Act(Act::Rematch) if self.is_at_keyboard() => table.outcome().is_some(),
            Intent::Act(Act::Rematch) => {
                let offered = table.snapshot().offers.rematch;
                table.you().is_some() && table.outcome().is_some() && offered != table.you()
            }
            Intent::Lock | Intent::Remove | Intent::CloseChat => {
                self.view.as_ref().is_some_and(|view| view.is_owner)
            }
            Intent::Chat => !table.snapshot().chat_closed,
            Intent::Live => self.view.as_ref().is_some_and(View::is_looking_back),
            Intent::Values => self.view.as_ref().is_some_and(View::offers_analysis),
            Intent::Evaluate => {
                let is_offered = self.view.as_ref().is_some_and(View::offers_analysis);
                is_offered && !table.plies().is_empty()
            }
            _ => true,
        }
    }

    /// True if the key for the way back leaves the program: there is no screen before the first one.
    pub(super) fn back_quits(&self) -> bool {
        self.screen == Screen::Home && self.connection == Connection::Down
    }

    pub(super) fn key(&mut self, key: Key) -> Vec<Action> {
        if let Some(confirm) = self.confirm.take() {
            return self.answer_confirm(confirm, key);
        }
        let quits = self.meaning(key) == Some(Intent::Quit);
        if self.help.is_some() {
            self.scroll_help(self.keymap.anywhere(key));
            return if quits { self.quit() } else { Vec::new() };
        }
        // A character is a part of the text.
        if self.prompt.is_some() && (!quits || matches!(key, Key::Char(_))) {
            return self.edit_prompt(key);
        }
        if let Key::Char(letter @ 'A'..='T') = key {
            // The capital letter of a column begins a move if moves consist of a letter and a row.
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
                return self.edit_prompt(Key::Char(letter.to_ascii_lowercase()));
            }
        }
        match self.meaning(key) {
            Some(Intent::Quit) => self.quit(),
            Some(Intent::Help) => {
                self.help = Some(0);
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
            return self.choose(choice);
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
                if self.help.is_some() {
                    self.scroll_help(Some(intent));
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
            Target::Choice(_) | Target::Key(_) => true,
        }
    }

    /// Scrolls the list of keys, or closes it.
    fn scroll_help(&mut self, intent: Option<Intent>) {
        let (Some(at), Some(intent)) = (self.help.take(), intent) else {
            return;
        };
        let is_step = matches!(
            intent,
            Intent::Up
                | Intent::Down
                | Intent::PageUp
                | Intent::PageDown
                | Intent::First
                | Intent::Last
        );
        if is_step {
            // As a list of the lines that the picture can begin with.
            let lines = usize::from(self.help_end.get()) + 1;
            let mut at = usize::from(at);
            step(&mut at, intent, lines);
            self.help = Some(at as u16);
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
        if key != Key::Char('y') && !quits {
            return Vec::new();
        }
        match confirm {
            Confirm::Resign => self.resign(),
            Confirm::Leave | Confirm::CloseSeat => self.leave(),
            Confirm::Quit => vec![Action::Quit],
            Confirm::EndGames => self.go_home(),
            Confirm::StopServer => self.stop_server(),
            Confirm::Lock => self.moderate(Intent::Lock),
            Confirm::CloseChat => self.moderate(Intent::CloseChat),
            Confirm::Tournament(key) => self.act_in_tournament(key),
        }
    }

    /// Leaves the lobby for the first screen, and asks where that ends a game or stops the server under others.
    pub(super) fn leave_lobby(&mut self) -> Vec<Action> {
        match self.server_kind {
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

    /// True for a person in a seat whose opponent has yet to come.
    pub(super) fn waits_for_opponent(&self) -> bool {
        self.table()
            .is_some_and(|table| table.you().is_some() && table.snapshot().phase == Phase::Seating)
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
        !self.is_up() || self.lobby.present > 1 || self.table().is_some_and(is_beside)
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
        let ends_games = self.server_kind.ends_with_program() && self.has_own_games();
        let is_at_stake = self.is_at_stake() && self.server_kind != ServerKind::Own;
        if is_at_stake || ends_games || self.has_guests() {
            self.confirm = Some(Confirm::Quit);
            return Vec::new();
        }
        vec![Action::Quit]
    }
}
