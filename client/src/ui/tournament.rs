//! The tournament that this client follows: from whatever screen, and on a page of its own.
//!
//! `your_tournament`, `tournament` -> [`Tournament`] -> `tournament/draw.rs`, and `tournament/wall.rs` for a projector
//! `your_table` -> the table opens over any screen; a while after the game the standings are back

mod draw;
mod form;
mod games;
#[cfg(test)]
pub(super) mod tests;
pub(super) mod wall;

use protocol::id::{RoomId, Token};
use protocol::message::ClientMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::BySide;
use protocol::spec::BotSpec;
use protocol::text::Name;
use protocol::tournament::{
    Entrant, EntrantState, EntrantView, Format, PairingView, Standing, TournamentAct,
    TournamentPhase, TournamentView,
};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use self::draw::name_in;
pub use self::form::TournamentForm;
use super::{
    Action, App, Around, Component, Confirm, Effect, PromptKind, Scene, Screen, Target, step,
};
use crate::board::Look;
use crate::input::{Binding, Intent, TournamentKey, keys};
use crate::seats::SavedTournament;
use crate::words::tournament as words;

/// Time for which the end of a game stays on the screen before the standings, unless a key is pressed there.
const END: Millis = Millis::from_secs(8);

/// Time between two questions for the list in the lobby, which the server does not send by itself.
const LIST: Millis = Millis::from_secs(10);

/// The tournament that the client follows, as far as it is known.
#[derive(Debug, Default)]
pub struct Tournament {
    code: Option<RoomId>,
    view: Option<Box<TournamentView>>,
    /// The time at which the view came, for its countdown.
    heard: Millis,
    is_organiser: bool,
    entrant: Option<Entrant>,
    token: Option<Token>,
    pane: Pane,
    chosen: usize,
    /// The tie-break that is explained, among those of the format.
    tie_break: usize,
    /// The pairings of all rounds, as far as they were asked for.
    pairings: Vec<PairingView>,
    /// True if this person enters once it is followed.
    enters: bool,
    /// True if a table leads back to the page.
    pub(super) returns: bool,
    /// The room of the last game of this person.
    table: Option<RoomId>,
    /// The time at which that game ended; `None` once a key was pressed.
    pub(super) ended: Option<Millis>,
    /// The time at which the list of the lobby was asked for.
    listed: Millis,
    /// The tournament if another server has it, and the connection stays with a room at this one.
    elsewhere: Option<RoomId>,
    /// The saved tournaments of all servers.
    saved: Vec<SavedTournament>,
}

/// A part of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pane {
    /// The round, beside the standings if there is room.
    #[default]
    Round,
    /// The standings with everything in them.
    Standings,
    /// All games: a cross table, a bracket, or a list.
    Games,
}

/// A rule that decides between equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TieBreak {
    Buchholz,
    SonnebornBerger,
    Direct,
    Wins,
}

impl TieBreak {
    fn all(format: &Format) -> &'static [Self] {
        match format {
            Format::Swiss { .. } => &[
                Self::Buchholz,
                Self::SonnebornBerger,
                Self::Direct,
                Self::Wins,
            ],
            Format::RoundRobin { .. } => &[Self::SonnebornBerger, Self::Direct, Self::Wins],
            Format::Knockout { .. } | Format::Arena { .. } => &[Self::Wins],
        }
    }

    /// The head of the column, and the explanation.
    fn words(self) -> [String; 2] {
        match self {
            Self::Buchholz => [say!("tournament-b"), say!("tournament-about-b")],
            Self::SonnebornBerger => [say!("tournament-sb"), say!("tournament-about-sb")],
            Self::Direct => [say!("tournament-d"), say!("tournament-about-d")],
            Self::Wins => [say!("tournament-w"), say!("tournament-about-w")],
        }
    }

    fn of(self, line: &Standing, is_ascii: bool) -> String {
        let (number, parts) = match self {
            Self::Buchholz => (line.buchholz, 2),
            Self::SonnebornBerger => (line.sonneborn_berger, 4),
            Self::Direct => (line.direct, 2),
            Self::Wins => (line.wins.into(), 1),
        };
        words::points(number, parts, is_ascii)
    }
}

impl Tournament {
    fn me(&self) -> Option<&EntrantView> {
        let view = self.view.as_ref()?;
        view.entrants.get(usize::from(self.entrant?))
    }

    /// The pairing of this person in the round.
    fn own(&self) -> Option<&PairingView> {
        let me = self.entrant?;
        let is_own = |it: &&PairingView| it.first == me || it.second == Some(me);
        self.view.as_ref()?.pairings.iter().find(is_own)
    }

    /// The pairings on the page, in the order of the lines.
    fn listed(&self) -> Vec<&PairingView> {
        match (&self.view, self.pane) {
            (Some(view), Pane::Round) => view.pairings.iter().chain(&view.next).collect(),
            (_, Pane::Games) => self.pairings.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn lines(&self) -> usize {
        match (&self.view, self.pane) {
            (Some(view), Pane::Standings) => view.standings.len(),
            _ => self.listed().len(),
        }
    }

    /// The rooms in which games are played now.
    pub(super) fn running(&self) -> Vec<RoomId> {
        let pairings = self.view.iter().flat_map(|view| &view.pairings);
        let games = pairings.flat_map(|pairing| &pairing.games);
        let running = games.filter(|game| game.score.is_none());
        running.filter_map(|game| game.room).collect()
    }

    /// True if a room has a game of the tournament.
    pub(super) fn has(&self, room: RoomId) -> bool {
        let mut games = self.pairings.iter().flat_map(|pairing| &pairing.games);
        self.table == Some(room) || games.any(|game| game.room == Some(room))
    }

    /// The time that is left on the countdown.
    fn countdown(&self, now: Millis) -> Option<Millis> {
        let view = self.view.as_ref().filter(|view| !view.held)?;
        view.countdown.map(|left| left - (now - self.heard))
    }

    /// Forgets everything but what is saved: the connection is given up.
    pub(super) fn forget(&mut self) {
        let saved = std::mem::take(&mut self.saved);
        *self = Self {
            saved,
            ..Self::default()
        };
    }

    /// Takes pairings of a tournament, and asks for more of them.
    pub(super) fn on_pairings(
        &mut self,
        tournament: RoomId,
        pairings: Vec<PairingView>,
        more: Option<u32>,
    ) -> Option<Action> {
        if self.code != Some(tournament) {
            return None;
        }
        self.take_pairings(pairings);
        more.map(|from| Action::Send(ClientMsg::ListPairings { from }))
    }

    /// Notes the end of a game of this person in the tournament.
    pub(super) fn note_game_over(&mut self, room: RoomId, now: Millis) {
        if self.table == Some(room) {
            self.ended = Some(now);
        }
    }

    fn take_pairings(&mut self, new: Vec<PairingView>) {
        for pairing in new {
            let mut known = self.pairings.iter_mut();
            match known.find(|it| it.pairing == pairing.pairing) {
                Some(known) => *known = pairing,
                None => self.pairings.push(pairing),
            }
        }
        self.pairings.sort_by_key(|it| it.pairing);
    }
}

impl Component for Tournament {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' '), Char('w') => Intent::Choose, id!("keys-watch"), shown;
        Char('e') => Intent::Tournament(TournamentKey::EnterTournament), id!("keys-enter-tournament"), shown;
        Char('r') => Intent::Tournament(TournamentKey::Ready), id!("keys-ready"), shown;
        Char('p') => Intent::Tournament(TournamentKey::Pause), id!("keys-pause"), shown;
        Char('c'), Char('g') => Intent::Tournament(TournamentKey::NextPane), id!("keys-next-pane"), shown;
        Char('x') => Intent::Tournament(TournamentKey::Withdraw), id!("keys-withdraw"), shown;
        Char('n') => Intent::Tournament(TournamentKey::NextRound), id!("keys-next-round"), shown;
        Char('o') => Intent::Tournament(TournamentKey::Hold), id!("keys-hold"), shown;
        Char('a') => Intent::Tournament(TournamentKey::Add), id!("keys-add"), shown;
        Char('d') => Intent::Tournament(TournamentKey::TakeOut), id!("keys-take-out"), shown;
        Char('u') => Intent::Tournament(TournamentKey::Correct), id!("keys-correct"), shown;
        Char('z') => Intent::Tournament(TournamentKey::End), id!("keys-end-tournament"), shown;
    };

    fn update(&mut self, _: &Around<'_>, intent: Intent) -> Vec<Effect> {
        match intent {
            Intent::Left | Intent::Right => {
                let by = if intent == Intent::Left { -1 } else { 1 };
                let all = self.view.as_ref();
                let all = all.map_or(1, |view| TieBreak::all(&view.spec.format).len());
                self.tie_break = (self.tie_break + all).saturating_add_signed(by) % all;
            }
            Intent::Choose => {
                let pairing = self.listed().get(self.chosen).copied();
                let games = pairing.map(|it| &it.games[..]).unwrap_or_default();
                let room = games.iter().rev().find_map(|game| game.room);
                let none = || Effect::Say(say!("tournament-no-game"));
                return vec![room.map_or_else(none, Effect::Watch)];
            }
            Intent::Back => {
                self.returns = false;
                return vec![Effect::EnterLobby];
            }
            Intent::Tournament(key) if self.is_key(key) => {
                return self.on_key(key).into_iter().collect();
            }
            intent => {
                let lines = self.lines();
                step(&mut self.chosen, intent, lines);
            }
        }
        Vec::new()
    }

    fn can(&self, _: &Around<'_>, intent: Intent) -> bool {
        match intent {
            Intent::Tournament(key) => self.is_key(key),
            Intent::Choose => self.lines() > 0,
            _ => true,
        }
    }

    fn click(&self, was_chosen: bool) -> Option<Intent> {
        was_chosen.then_some(Intent::Choose)
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw::draw(app, scene.look, frame, area);
    }

    fn target_at(&self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        draw::target_at(app, look, area, at)
    }
}

impl App {
    /// Follows a tournament, and opens its page; with the token of the last time, as the same entrant.
    pub(super) fn follow(&mut self, tournament: RoomId) -> Vec<Action> {
        let known = self.tournament.code == Some(tournament);
        let saved = self.tournament.saved.iter();
        let saved = saved.filter(|it| Some(it.server) == self.server.id);
        let saved = { saved }.find(|it| it.tournament == tournament);
        let own = self.tournament.token.filter(|_| known);
        let token = own.or(saved.map(|it| it.token));
        if !known {
            self.tournament.forget();
            self.tournament.code = Some(tournament);
        }
        self.tournament.returns = true;
        vec![Action::Send(ClientMsg::FollowTournament {
            tournament,
            token,
        })]
    }

    /// Follows a tournament, and enters it as soon as the server says what this person is there.
    pub(super) fn enter_tournament(&mut self, tournament: RoomId) -> Vec<Action> {
        self.screen = Screen::Tournament;
        let actions = self.follow(tournament);
        self.tournament.enters = true;
        actions
    }

    /// Follows the tournament of the last connection again, or the one that was saved for this server.
    pub(super) fn follow_again(&mut self) -> Vec<Action> {
        let saved = self.tournament.saved.iter();
        let saved = { saved }.rfind(|it| Some(it.server) == self.server.id);
        let saved = saved.filter(|_| self.server.has_tournaments());
        let code = self.tournament.code.or(saved.map(|it| it.tournament));
        let returns = self.tournament.returns || self.tournament.code.is_none();
        let actions = code.map_or(Vec::new(), |code| self.follow(code));
        self.tournament.returns = returns && code.is_some();
        actions
    }

    /// Follows the tournament again that is at another server, once no room keeps the connection.
    pub(super) fn follow_elsewhere(&mut self) -> Vec<Action> {
        match self.tournament.elsewhere.take() {
            Some(_) => self.follow_again(),
            None => Vec::new(),
        }
    }

    /// Takes the tournaments that are saved.
    pub fn set_tournaments(&mut self, saved: Vec<SavedTournament>) {
        self.tournament.saved = saved;
    }

    /// Asks for the tournaments of the lobby, if the server has any.
    pub(super) fn ask_for_tournaments(&mut self) -> Vec<Action> {
        self.tournament.listed = self.now;
        let ask = self.server.has_tournaments();
        ask.then_some(Action::Send(ClientMsg::ListTournaments))
            .into_iter()
            .collect()
    }

    /// The time until the program does something by itself.
    pub(crate) fn next_of_tournament(&self, now: Millis) -> Option<Millis> {
        let is_seen = self.screen == Screen::Tournament || self.is_on_wall();
        let countdown = self.tournament.countdown(now).filter(|_| is_seen);
        let countdown = countdown.map(|left| Millis::from_millis(left.as_millis() % 1000 + 1));
        let end = self.tournament.ended.map(|ended| (ended + END) - now);
        let lists =
            self.screen == Screen::Lobby && self.server.is_up() && self.server.has_tournaments();
        let list = lists.then(|| (self.tournament.listed + LIST) - now);
        [countdown, end, list].into_iter().flatten().min()
    }

    pub(super) fn tick_tournament(&mut self) -> Vec<Action> {
        let is_due = |since: Millis, wait| self.now - since >= wait;
        if self.screen == Screen::Lobby
            && self.server.is_up()
            && is_due(self.tournament.listed, LIST)
        {
            return self.ask_for_tournaments();
        }
        let has_ended = self
            .tournament
            .ended
            .is_some_and(|ended| is_due(ended, END));
        if has_ended && self.screen == Screen::Table && self.prompt.is_none() {
            self.tournament.ended = None;
            return self.leave();
        }
        Vec::new()
    }

    pub(super) fn on_your_tournament(
        &mut self,
        tournament: RoomId,
        organiser: bool,
        entrant: Option<Entrant>,
        token: Option<Token>,
    ) -> Vec<Action> {
        if self.screen == Screen::TournamentForm && self.tournament.code != Some(tournament) {
            self.tournament.forget();
            (self.tournament.code, self.tournament.returns) = (Some(tournament), true);
            self.screen = Screen::Tournament;
        }
        let followed = &mut self.tournament;
        if followed.code != Some(tournament) {
            return Vec::new();
        }
        (followed.is_organiser, followed.entrant) = (organiser, entrant);
        followed.elsewhere = None;
        let is_new = followed.token != token;
        followed.token = token;
        let has_part = organiser || entrant.is_some();
        let saved = token.zip(self.server.id).filter(|_| is_new && has_part);
        let saved = saved.map(|(token, server)| SavedTournament {
            server,
            tournament,
            token,
        });
        let act = TournamentAct::Enter;
        let enters = std::mem::take(&mut followed.enters) && entrant.is_none();
        let enter = enters.then_some(Action::Send(ClientMsg::InTournament { act }));
        let saved = saved.map(Action::SaveTournament);
        saved.into_iter().chain(enter).collect()
    }

    pub(super) fn on_tournament(&mut self, view: Box<TournamentView>) -> Vec<Action> {
        let followed = &mut self.tournament;
        if followed.code != Some(view.tournament) {
            return Vec::new();
        }
        followed.heard = self.now;
        followed.take_pairings(view.pairings.clone());
        let is_over = view.phase == TournamentPhase::Over;
        let round = |view: &TournamentView| (view.round, view.phase);
        let is_next = followed.view.as_ref().map(|old| round(old)) != Some(round(&view));
        followed.view = Some(view);
        if is_next && followed.pane == Pane::Round {
            let own = followed.own().map(|own| own.pairing);
            let mut listed = followed.listed().into_iter();
            let at = own.and_then(|own| listed.position(|it| it.pairing == own));
            followed.chosen = at.unwrap_or_default();
        }
        followed.chosen = followed.chosen.min(followed.lines().saturating_sub(1));
        let token = followed.token.filter(|_| is_over);
        let mut actions = self.tune();
        actions.extend(token.map(Action::ForgetTournament));
        actions
    }

    /// Opens the table of this person's game, from whatever screen.
    pub(super) fn on_your_table(
        &mut self,
        tournament: RoomId,
        room: RoomId,
        token: Token,
    ) -> Vec<Action> {
        if self.tournament.code != Some(tournament) {
            return Vec::new();
        }
        (self.tournament.table, self.tournament.ended) = (Some(room), None);
        self.tournament.returns = true;
        if self.table().is_some_and(|table| table.room() == room) {
            return Vec::new();
        }
        let mut actions = self.close_tv(None);
        self.tv.returns = false;
        self.close_overlays();
        if let Some(view) = self.view.take() {
            if view.is_in_room {
                self.server.left_room = Some(view.table.room());
                actions.push(Action::Send(ClientMsg::Leave));
            }
            actions.push(Action::RejoinNothing);
            actions.extend(view.seat_action_on_leaving());
        }
        self.screen = Screen::Tournament;
        // What was asked for before is not what this person wants now.
        self.server.request = None;
        actions.extend(self.return_to(room, token));
        actions.extend(self.may_ring().then_some(Action::Bell));
        actions
    }

    /// Forgets a tournament that the server does not know. One of another server waits until the room is left.
    pub(super) fn note_lost_tournament(&mut self, refusal: &Refusal) -> Vec<Action> {
        if let Refusal::Elsewhere { room, .. } = refusal
            && self.tournament.code == Some(*room)
            && self.view.is_some()
        {
            self.tournament.elsewhere = Some(*room);
            self.say(say!("tournament-elsewhere"));
        }
        let Refusal::NoSuchTournament { tournament } = *refusal else {
            return Vec::new();
        };
        let saved = self.tournament.saved.iter();
        let is_it = |it: &&SavedTournament| {
            it.tournament == tournament && Some(it.server) == self.server.id
        };
        let saved = { saved }.find(is_it);
        let token = self.tournament.token.or(saved.map(|it| it.token));
        let mut actions: Vec<_> = token.map(Action::ForgetTournament).into_iter().collect();
        if self.tournament.code == Some(tournament) {
            self.tournament.forget();
            if self.screen == Screen::Tournament || self.is_on_wall() {
                actions.extend(self.close_tv(None));
                actions.extend(self.enter_lobby());
            }
        }
        actions
    }
}

impl Tournament {
    /// True if a key of the page does something now.
    pub(super) fn is_key(&self, key: TournamentKey) -> bool {
        let Some(view) = &self.view else {
            return false;
        };
        let (is_over, is_early) = (
            view.phase == TournamentPhase::Over,
            view.phase == TournamentPhase::Entries,
        );
        let state = self.me().map(|me| &me.state);
        let plays = matches!(state, Some(EntrantState::Playing | EntrantState::Paused));
        let is_open = is_early || view.spec.late_entries;
        let is_arena = matches!(view.spec.format, Format::Arena { .. });
        let is_round = view.phase == TournamentPhase::Round;
        match key {
            TournamentKey::NextPane => true,
            _ if is_over => false,
            TournamentKey::EnterTournament => {
                is_open && matches!(state, None | Some(EntrantState::Withdrawn))
            }
            TournamentKey::Withdraw => plays,
            TournamentKey::Pause => plays && !matches!(view.spec.format, Format::Knockout { .. }),
            TournamentKey::Ready => {
                let is_ready = self.me().is_some_and(|me| me.ready);
                view.phase == TournamentPhase::Pause && plays && !is_ready
            }
            _ if !self.is_organiser => false,
            TournamentKey::NextRound => !is_round,
            TournamentKey::Hold => is_arena || !is_round,
            TournamentKey::Correct => self
                .listed()
                .get(self.chosen)
                .is_some_and(|it| !it.games.is_empty()),
            TournamentKey::Add | TournamentKey::TakeOut => is_open,
            TournamentKey::End => true,
        }
    }

    fn on_key(&mut self, key: TournamentKey) -> Option<Effect> {
        let act = match key {
            TournamentKey::NextPane => {
                self.pane = match self.pane {
                    Pane::Round => Pane::Standings,
                    Pane::Standings => Pane::Games,
                    Pane::Games => Pane::Round,
                };
                self.chosen = 0;
                let ask = Effect::Do(Action::Send(ClientMsg::ListPairings { from: 0 }));
                return (self.pane == Pane::Games).then_some(ask);
            }
            TournamentKey::EnterTournament => TournamentAct::Enter,
            TournamentKey::Ready => TournamentAct::Ready,
            TournamentKey::Pause => {
                let me = self.me();
                let paused = me.is_some_and(|me| me.state != EntrantState::Paused);
                TournamentAct::Pause { paused }
            }
            TournamentKey::Add => return Some(Effect::Type(PromptKind::Add)),
            TournamentKey::TakeOut => return Some(Effect::Type(PromptKind::TakeOut)),
            TournamentKey::Correct => return Some(Effect::Type(PromptKind::Score)),
            TournamentKey::Withdraw
            | TournamentKey::NextRound
            | TournamentKey::Hold
            | TournamentKey::End => {
                return Some(Effect::Ask(Confirm::Tournament(key)));
            }
        };
        Some(Effect::Send(ClientMsg::InTournament { act }))
    }

    /// The question before an act.
    pub(super) fn question(&self, key: TournamentKey) -> String {
        let is_held = self.view.as_ref().is_some_and(|it| it.held);
        match key {
            TournamentKey::Withdraw => say!("tournament-ask-withdraw"),
            TournamentKey::NextRound => say!("tournament-ask-next-round"),
            TournamentKey::Hold if is_held => say!("tournament-ask-go-on"),
            TournamentKey::Hold => say!("tournament-ask-hold"),
            _ => say!("tournament-ask-end"),
        }
    }

    /// The act that was asked about.
    pub(super) fn act(&self, key: TournamentKey) -> TournamentAct {
        let is_held = self.view.as_ref().is_some_and(|it| it.held);
        match key {
            TournamentKey::Withdraw => TournamentAct::Withdraw,
            TournamentKey::NextRound => TournamentAct::NextRound,
            TournamentKey::Hold => TournamentAct::Hold { held: !is_held },
            _ => TournamentAct::End,
        }
    }

    /// The act that an organiser typed: a name or a bot to add or to take out, or the score of the chosen pairing.
    pub(super) fn read(&self, kind: PromptKind, text: &str) -> Result<TournamentAct, String> {
        match kind {
            PromptKind::Add => match text.strip_prefix("bot:") {
                Some(bot) => bot
                    .parse::<BotSpec>()
                    .map(|bot| TournamentAct::AddBot { bot })
                    .map_err(|problem| problem.to_string()),
                None => Name::clean(text)
                    .map(|name| TournamentAct::AddPerson { name })
                    .ok_or_else(super::prompt::no_name),
            },
            PromptKind::TakeOut => self.entrant_named(text),
            _ => self.correction(text),
        }
    }

    fn entrant_named(&self, text: &str) -> Result<TournamentAct, String> {
        let view = self.view.as_ref();
        let count = view.map_or(0, |view| view.entrants.len() as Entrant);
        let is_meant = |at: &Entrant| view.is_some_and(|view| words::is_called(view, *at, text));
        let entrant = (0..count).rfind(is_meant);
        let act = entrant.map(|entrant| TournamentAct::Remove { entrant });
        act.ok_or_else(|| say!("tournament-no-entrant", name = text))
    }

    /// Reads `1-0`, with the number of the game before it if that is not the last one: `1: 1-0`.
    fn correction(&self, text: &str) -> Result<TournamentAct, String> {
        let listed = self.listed();
        let pairing = listed.get(self.chosen);
        let (game, score) = match text.split_once(':') {
            Some((game, score)) => (game.trim().parse::<u8>().ok(), score.trim()),
            None => (pairing.map(|it| it.games.len() as u8), text),
        };
        let score = match score {
            "1-0" => Some((2, 0)),
            "0-1" => Some((0, 2)),
            "½-½" | "1/2-1/2" | "=" => Some((1, 1)),
            _ => None,
        };
        let score = score.map(|(first, second)| BySide { first, second });
        let game = game.and_then(|game| game.checked_sub(1));
        let number = pairing.and_then(|it| it.pairing);
        match (number, game, score) {
            (Some(pairing), Some(game), Some(score)) => Ok(TournamentAct::Correct {
                pairing,
                game,
                score,
            }),
            _ => Err(say!("tournament-no-score")),
        }
    }
}
