//! TV: as many running games as fit on one screen, the most watched largest; it goes on by itself.
//!
//! the lobby's list -> [`Tv::tune`] -> `watch` and `unwatch` -> a [`Replica`] for each game -> `tv/draw.rs`
//!
//! Games are watched rather than taken from the lobby's boards: only those who watch are told clocks and results, and
//! a connection may watch as many as a large screen holds.

mod draw;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use protocol::id::{RoomId, Seq};
use protocol::message::{ClientMsg, MOST_WATCHED, RoomEvent};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::view::{Phase, RoomSummary, Snapshot};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::lobby::is_anyone_away;
use super::{
    Action, App, Around, Component, Effect, Scene, Screen, Target, Tournament, around, step,
};
use crate::board::Look;
use crate::input::{Binding, Intent, keys};

/// The games on the screen.
#[derive(Debug, Default)]
pub struct Tv {
    /// The games: those that stand still or miss a player last, and of these the most watched first.
    tiles: Vec<Tile>,
    /// Games that stood still and gave up their place, with their plies then.
    still: Vec<(RoomId, usize)>,
    /// Rooms whose `watch` was not answered yet.
    asked: Vec<RoomId>,
    /// Rooms that let nobody watch.
    refused: Vec<RoomId>,
    /// Those that let nobody watch until they are unlocked.
    locked: Vec<RoomId>,
    /// The game under the mouse or the choice, by its place.
    chosen: usize,
    /// True once somebody chose one: a projector shows no choice.
    is_choosing: bool,
    /// True at a table that was entered from here, and leads back.
    pub(super) returns: bool,
    /// True if it shows the games of the tournament that is followed, on a projector.
    wall: bool,
    /// The time before which no more rooms are asked for.
    not_before: Millis,
}

/// A game.
#[derive(Debug)]
struct Tile {
    table: Replica,
    /// The time at which it was seen to be over.
    ended: Option<Millis>,
    /// The time of the last move that was seen, or at which it was first seen; `None` if it has stood still since it
    /// gave up its place.
    moved: Option<Millis>,
}

/// Time without a move after which a game gives up its place to one that moves.
const STILL: Millis = Millis::from_secs(60);

/// Time for which a result is shown.
const RESULT: Millis = Millis::from_secs(8);

/// Time before the next attempt, where the server wants no more of them.
const PAUSE: Millis = Millis::from_secs(5);

impl Tile {
    fn new(table: Replica, now: Millis) -> Self {
        let ended = table.to_move().is_none().then_some(now);
        Self {
            table,
            ended,
            moved: Some(now),
        }
    }

    fn is_still(&self, now: Millis) -> bool {
        let waits = self.moved.is_none_or(|moved| now - moved >= STILL);
        waits && self.ended.is_none()
    }

    /// The rank on the screen, the smallest first.
    fn rank(&self, now: Millis) -> (bool, Reverse<u32>) {
        let waits = self.is_still(now) || is_anyone_away(&self.table.snapshot().seats);
        (waits, Reverse(self.watching()))
    }

    fn room(&self) -> RoomId {
        self.table.room()
    }

    fn watching(&self) -> u32 {
        self.table.snapshot().watching
    }
}

impl Tv {
    /// True if it shows a tournament.
    pub(super) fn is_wall(&self) -> bool {
        self.wall
    }

    fn tile(&mut self, room: RoomId) -> Option<&mut Tile> {
        self.tiles.iter_mut().find(|tile| tile.room() == room)
    }

    pub(super) fn knows(&self, room: RoomId) -> bool {
        let is_shown = self.tiles.iter().any(|tile| tile.room() == room);
        let lists = [&self.asked, &self.refused, &self.locked];
        is_shown || lists.iter().any(|rooms| rooms.contains(&room))
    }

    /// Puts the most watched game that moves first. The chosen one stays chosen.
    fn sort(&mut self, now: Millis) {
        let chosen = self.tiles.get(self.chosen).map(Tile::room);
        self.tiles.sort_by_key(|tile| tile.rank(now));
        let at = self
            .tiles
            .iter()
            .position(|tile| Some(tile.room()) == chosen);
        let last = self.tiles.len().saturating_sub(1);
        self.chosen = match at {
            // Until somebody chooses, the choice is the largest game.
            _ if !self.is_choosing => 0,
            Some(at) => at,
            None => self.chosen.min(last),
        };
    }

    /// Takes in what the lobby tells of a room: one that is unlocked may be watched again.
    pub(super) fn note_room(&mut self, room: &RoomSummary) {
        if !room.locked {
            self.locked.retain(|locked| *locked != room.room);
        }
    }

    pub(super) fn remove(&mut self, room: RoomId, now: Millis) {
        self.tiles.retain(|tile| tile.room() != room);
        self.asked.retain(|asked| *asked != room);
        self.sort(now);
    }

    /// True for a game that gave up its place, and that no move was made in since.
    fn stands_still(&self, room: RoomId, plies: usize) -> bool {
        self.still.contains(&(room, plies))
    }

    /// The time until the picture changes by itself, `None` where it does not.
    pub(crate) fn next_change(
        &self,
        now: Millis,
        clock: impl Fn(Millis) -> Millis,
    ) -> Option<Millis> {
        let results = self.tiles.iter().filter_map(|tile| tile.ended);
        let results = results.map(|ended| (ended + RESULT) - now);
        let clocks = self.tiles.iter().filter_map(|tile| {
            let side = tile.table.to_move()?;
            tile.table.left(side, now).map(&clock)
        });
        let still = self.tiles.iter().filter(|tile| !tile.is_still(now));
        let still = still.filter_map(|tile| Some((tile.moved? + STILL) - now));
        let pause = Some(self.not_before - now).filter(|wait| *wait > Millis::ZERO);
        results.chain(clocks).chain(still).chain(pause).min()
    }
}

/// True for a game that goes on and can be shown.
fn is_running(room: &RoomSummary) -> bool {
    room.phase == Phase::Playing && room.watchable && room.variant.known().is_some()
}

impl Component for Tv {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-watch"), shown;
    };

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let intent = match intent {
            Intent::Left => Intent::Up,
            Intent::Right => Intent::Down,
            other => other,
        };
        match intent {
            // The first key shows the choice, which is the largest.
            Intent::Up | Intent::Down | Intent::First | Intent::Last
                if !self.tiles.is_empty() && std::mem::replace(&mut self.is_choosing, true) =>
            {
                step(&mut self.chosen, intent, self.tiles.len());
            }
            Intent::Choose => {
                let at = if self.is_choosing { self.chosen } else { 0 };
                let room = self.tiles.get(at).map(Tile::room);
                return room.map(Effect::Watch).into_iter().collect();
            }
            Intent::Back if !around.server.is_up() => return vec![Effect::GoHome],
            Intent::Back => return vec![Effect::EnterLobby],
            _ => {}
        }
        Vec::new()
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        self.is_choosing = true;
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw::draw(app, scene, frame, area);
    }

    fn target_at(&self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        draw::target_at(app, look, area, at)
    }
}

impl Tv {
    /// The screen as it is opened, for the tournament that is followed if it is a `wall`; the answer of the lobby fills
    /// it.
    pub(super) fn new(wall: bool) -> Self {
        Self {
            wall,
            ..Self::default()
        }
    }

    /// Watches none of the games any more, but for one that is entered and leads back here.
    pub(super) fn close(&mut self, entered: Option<RoomId>) -> Vec<Action> {
        let returns = entered.is_some();
        let closed = Self {
            returns,
            ..Self::new(self.wall && returns)
        };
        let closed = std::mem::replace(self, closed);
        let shown = closed.tiles.iter().map(Tile::room);
        let rooms = shown.chain(closed.asked);
        let rooms = rooms.filter(|room| Some(*room) != entered);
        rooms.map(unwatch).collect()
    }

    /// Takes away the games that are over, and watches others in their place: of the rooms of the lobby, or of the
    /// tournament.
    pub(super) fn tune(
        &mut self,
        around: &Around<'_>,
        rooms: &[RoomSummary],
        tournament: &Tournament,
    ) -> Vec<Action> {
        let now = around.now;
        let is_done = |tile: &mut Tile| tile.ended.is_some_and(|ended| now - ended >= RESULT);
        let done: Vec<_> = self.tiles.extract_if(.., |tile| is_done(tile)).collect();
        self.sort(now);
        if !around.server.is_up() {
            // Watching ends with the connection.
            return Vec::new();
        }
        let mut actions: Vec<_> = done.iter().map(|tile| unwatch(tile.room())).collect();
        if now < self.not_before {
            return actions;
        }
        let mut waiting: Vec<_> = if self.wall {
            let rooms = tournament.running().into_iter();
            rooms.map(|room| (room, 0, 0, false)).collect()
        } else {
            let of = |room: &RoomSummary| {
                let is_left = is_anyone_away(&room.seats);
                (room.room, room.plies.into(), room.spectators, is_left)
            };
            rooms
                .iter()
                .filter(|room| is_running(room))
                .map(of)
                .collect()
        };
        waiting.retain(|(room, ..)| !self.knows(*room));
        let rank = |tv: &Self, (room, plies, spectators, is_left): (RoomId, usize, u32, bool)| {
            (is_left || tv.stands_still(room, plies), Reverse(spectators))
        };
        waiting.sort_by_key(|room| rank(self, *room));
        for room in waiting {
            if self.tiles.len() + self.asked.len() >= MOST_WATCHED {
                // This client is counted where it watches, so that two games do not change places for ever.
                let least = self.tiles.last();
                let least = least.filter(|tile| rank(self, room) < tile.rank(now));
                let Some(least) = least else {
                    break;
                };
                let (room, plies, is_still) =
                    (least.room(), least.table.plies().len(), least.is_still(now));
                self.still.retain(|(known, _)| *known != room);
                if is_still {
                    self.still.push((room, plies));
                }
                self.remove(room, now);
                actions.push(unwatch(room));
            }
            let (room, ..) = room;
            self.asked.push(room);
            actions.push(Action::Send(ClientMsg::Watch { room }));
        }
        actions
    }

    pub(super) fn on_watching(&mut self, now: Millis, snapshot: Snapshot) -> Vec<Action> {
        let room = snapshot.room;
        self.asked.retain(|asked| *asked != room);
        let Ok(table) = Replica::new(None, snapshot, now) else {
            self.refused.push(room);
            return vec![unwatch(room)];
        };
        let mut tile = Tile::new(table, now);
        let plies = tile.table.plies().len();
        if self.stands_still(room, plies) {
            tile.moved = None;
        }
        match self.tile(room) {
            // The whole room comes again after a gap: that is no move.
            Some(old) => {
                if old.table.plies().len() == plies {
                    tile.moved = old.moved;
                }
                *old = tile;
            }
            None => self.tiles.push(tile),
        }
        self.sort(now);
        Vec::new()
    }

    pub(super) fn on_event(
        &mut self,
        now: Millis,
        room: RoomId,
        seq: Seq,
        event: &RoomEvent,
    ) -> Vec<Action> {
        let Some(tile) = self.tile(room) else {
            return Vec::new();
        };
        if tile.table.apply(now, seq, event).is_err() {
            // Brings the whole room again.
            return vec![Action::Send(ClientMsg::Watch { room })];
        }
        match event {
            RoomEvent::Over { .. } => tile.ended = Some(now),
            RoomEvent::Started { .. } => (tile.ended, tile.moved) = (None, Some(now)),
            RoomEvent::Moved { .. } => tile.moved = Some(now),
            _ => {}
        }
        self.sort(now);
        Vec::new()
    }

    /// Handles a refusal of `watch`; false where it is about something else.
    pub(super) fn is_refused(
        &mut self,
        now: Millis,
        rooms: &[RoomSummary],
        refusal: &Refusal,
    ) -> bool {
        if self.asked.is_empty() {
            return false;
        }
        let room = match *refusal {
            Refusal::NoSuchRoom { room } => self.asked.iter().position(|asked| *asked == room),
            // They name no room, and are answered in turn.
            Refusal::NoSpectators | Refusal::Locked { .. } => Some(0),
            _ => None,
        };
        if let Some(at) = room {
            let room = self.asked.remove(at);
            // Whoever was sent out is refused so, too, while the room is open for others.
            let is_locked = |row: &RoomSummary| row.room == room && row.locked;
            if rooms.iter().any(is_locked) {
                self.locked.push(room);
            } else {
                self.refused.push(room);
            }
        } else {
            self.asked.clear();
            self.not_before = now + PAUSE;
        }
        true
    }
}

impl App {
    /// Opens the running games.
    pub(super) fn open_tv(&mut self) {
        self.tv = Tv::default();
        self.screen = Screen::Tv;
    }

    /// Opens the screen as it was.
    pub(super) fn open_tv_again(&mut self) {
        self.tv = Tv::new(self.tv.wall);
        self.screen = Screen::Tv;
    }

    /// True while a tournament has the whole screen.
    pub(super) fn is_on_wall(&self) -> bool {
        self.screen == Screen::Tv && self.tv.wall
    }

    /// Leaves the running games, if they are on the screen.
    pub(super) fn close_tv(&mut self, entered: Option<RoomId>) -> Vec<Action> {
        match self.screen {
            Screen::Tv => self.tv.close(entered),
            _ => Vec::new(),
        }
    }

    /// Brings the running games up to date, if they are on the screen.
    pub(super) fn tune(&mut self) -> Vec<Action> {
        match self.screen {
            Screen::Tv => self
                .tv
                .tune(around!(self), &self.lobby.rooms, &self.tournament),
            _ => Vec::new(),
        }
    }
}

fn unwatch(room: RoomId) -> Action {
    Action::Send(ClientMsg::Unwatch { room })
}
