//! Handling of a client's message: an effect at once, or the operation that it begins.

use std::sync::{Arc, Mutex};

use protocol::act::Act;
use protocol::id::{HandOverCode, RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::spec::{ClockSpec, GameSpec, SeatSpec};
use protocol::text::{ChatText, Name};
use protocol::view::LobbyLine;
use protocol::word::Named;
use room::Command;

use super::handshake::no_place;
use super::pending::Done;
use super::rooms::Membership;
use super::{Session, Visitor};
use crate::bots;
use crate::config::rate::Rate;
use crate::people;
use crate::rooms::actor::{Part, Request, Retired, RoomHandle};
use crate::rooms::directory::{NewRoom, QuickWish};

/// Lines of chat, in rooms and in the lobby: each goes to everybody there, and those of a room are kept.
pub(super) const CHAT: Rate = Rate::per_second(80, 8);

/// Games begun: rooms opened, seats taken and rematches asked for, also those that come to nothing. Each is stored, and
/// a bot plays some at once. Forty people begin two each at once, and play for 20 s on average.
pub(super) const GAMES: Rate = Rate::per_second(100, 2);

/// Rooms that are looked through at the cost of a KiB of answers.
const ROOMS_OF_ONE_ANSWER: usize = 100;

impl Session {
    /// Carries out a message that needs nobody else, or begins the operation of one that does.
    pub(super) fn handle(&mut self, at: Millis, message: ClientMsg) -> Result<(), Refusal> {
        if self.must_return_by.is_some() && !is_allowed_while_returning(&message) {
            return Err(no_place());
        }
        self.check_limits(at, &message)?;
        let who = self.who;
        match message {
            ClientMsg::Hello { .. } => return Err(Refusal::HelloExpected),
            ClientMsg::EnterLobby { boards } => self.enter_lobby(boards),
            ClientMsg::LeaveLobby => self.leave_lobby(),
            ClientMsg::Open {
                spec,
                seats,
                shuffle,
            } => self.open(at, spec, seats, shuffle)?,
            ClientMsg::Join { room, role } => self.join(at, room, role)?,
            ClientMsg::Quick {
                variant,
                clock,
                own_rooms,
                rated,
            } => self.quick(at, (variant, clock), rated, own_rooms)?,
            ClientMsg::Leave => self.leave(at)?,
            ClientMsg::Analyse { variant, moves } => self.analyse(at, variant, &moves)?,
            ClientMsg::AnalyseGame => self.analyse_game(at)?,
            ClientMsg::StopAnalysis => self.stop_analysis(),
            ClientMsg::Resync => {
                let reference = self.reference;
                self.ask(Request::Resync { who, reference })?;
            }
            ClientMsg::Ping => self.answer(ServerMsg::Pong),
            ClientMsg::RoomInfo { room } => self.look(room),
            ClientMsg::Record { room } => self.record(room),
            ClientMsg::Watch { room } => self.watch(room)?,
            ClientMsg::Unwatch { room } => self.unwatch(at, room)?,
            ClientMsg::Who { room } => self.who_watches(room)?,
            ClientMsg::LobbyChat { text } => self.lobby_chat(at, &text)?,
            ClientMsg::Mute { name, muted } => self.mute(name, muted)?,
            ClientMsg::HandOver => self.hand_over()?,
            ClientMsg::TakeOver { code } => self.take_over(at, code)?,
            ClientMsg::ListBots { variant } => self.list_bots(variant),
            ClientMsg::YourGames => self.your_games(),
            ClientMsg::FindRooms { words } => self.find_rooms(words),
            question @ (ClientMsg::History { .. }
            | ClientMsg::PastGame { .. }
            | ClientMsg::Profile { .. }
            | ClientMsg::Leaderboard { .. }
            | ClientMsg::Explore { .. }) => self.ask_history(question)?,
            message @ (ClientMsg::ListTournaments
            | ClientMsg::OpenTournament { .. }
            | ClientMsg::FollowTournament { .. }
            | ClientMsg::UnfollowTournament
            | ClientMsg::InTournament { .. }
            | ClientMsg::ListPairings { .. }) => self.in_tournaments(at, message)?,
            ClientMsg::Lock { locked } => self.command(at, Command::Lock { who, locked })?,
            ClientMsg::Remove { name } => self.command(at, Command::Remove { who, name })?,
            ClientMsg::CloseChat { closed } => {
                self.command(at, Command::CloseChat { who, closed })?;
            }
            // Its arrival is all that counts.
            ClientMsg::Pong => {}
            ClientMsg::Act(act) => {
                if matches!(act, Act::Rematch) {
                    self.begin_game(at)?;
                }
                let round_trip = self.pings.round_trip();
                let command = Command::Act {
                    who,
                    act,
                    round_trip,
                };
                self.command(at, command)?;
            }
            ClientMsg::Chat { text } => {
                let text = self.may_chat(at, &text)?;
                self.command(at, Command::Chat { who, text })?;
            }
        }
        Ok(())
    }

    /// Sends the room of the session a command that arrived at the moment `at`.
    fn command(&mut self, at: Millis, command: Command) -> Result<(), Refusal> {
        self.ask(Request::Do {
            who: self.who,
            at,
            command,
            reference: self.reference,
        })
    }

    /// Answers the message that is carried out.
    pub(super) fn answer(&self, answer: ServerMsg) {
        self.outbox.send_one(answer, self.reference);
    }

    fn enter_lobby(&mut self, boards: bool) {
        let outbox = self.outbox.clone();
        self.shared
            .lobby
            .enter(self.who, outbox, boards, self.reference);
    }

    fn leave_lobby(&mut self) {
        self.shared.lobby.leave(self.who);
    }

    fn stop_analysis(&mut self) {
        self.analysis = None;
    }

    /// Begins to look at a room from outside.
    fn look(&mut self, room: RoomId) {
        let directory = Arc::clone(&self.directory);
        self.pending.begin(async move {
            let room = directory.look(room).await?;
            Ok(Done::Answered(ServerMsg::RoomInfo { room }))
        });
    }

    /// Begins to fetch the game of a room as text.
    fn record(&mut self, room: RoomId) {
        let directory = Arc::clone(&self.directory);
        let who = self.who;
        self.pending.begin(async move {
            let text = directory.record(room, who).await?;
            Ok(Done::Answered(ServerMsg::Record { room, text }))
        });
    }

    fn list_bots(&self, variant: Variant) {
        let bots = bots::that_play(self.shared.engines.list(), variant);
        let variant = Named::Known(variant);
        self.answer(ServerMsg::Bots { variant, bots });
    }

    fn open(
        &mut self,
        at: Millis,
        spec: GameSpec,
        seats: BySide<SeatSpec>,
        shuffle: bool,
    ) -> Result<(), Refusal> {
        self.rooms.ensure_in_no_other(None)?;
        self.begin_game(at)?;
        let seated = seats.iter().any(|(_, seat)| *seat == SeatSpec::Me);
        let part = if seated {
            Part::Player(Token(self.shared.random.draw()))
        } else {
            Part::Spectator
        };
        let directory = Arc::clone(&self.directory);
        let visitor = self.next_visitor();
        self.pending.begin(async move {
            let opened = directory.open(NewRoom {
                spec,
                seats,
                shuffle,
                persistent: true,
                opener: Some(visitor.entry(part)),
            });
            let handle = opened.await?;
            Ok(Done::Entered(visitor.membership_of(handle)))
        });
        Ok(())
    }

    /// Enters a room, or takes another part in the room that the session is in.
    fn join(&mut self, at: Millis, room: RoomId, role: Role) -> Result<(), Refusal> {
        self.rooms.ensure_in_no_other(Some(room))?;
        if matches!(role, Role::Player) {
            self.begin_game(at)?;
        }
        let directory = Arc::clone(&self.directory);
        let visitor = self.next_visitor();
        self.pending.begin(async move {
            let entry = |part| visitor.entry(part);
            let handle = directory.enter(room, &role, entry).await?;
            Ok(Done::Entered(visitor.membership_of(handle)))
        });
        Ok(())
    }

    fn quick(
        &mut self,
        at: Millis,
        (variant, clock): (Variant, Option<ClockSpec>),
        rated: bool,
        own_rooms: Vec<RoomId>,
    ) -> Result<(), Refusal> {
        self.rooms.ensure_in_no_other(None)?;
        self.begin_game(at)?;
        let wish = QuickWish {
            variant,
            clock,
            rated,
            // With a guest the game of a rated room counts for nobody.
            joins_rated: rated || !self.key.is_some_and(|key| key.owns_name()),
        };
        let directory = Arc::clone(&self.directory);
        let visitor = self.next_visitor();
        self.pending.begin(async move {
            let entry = |part| visitor.entry(part);
            let handle = directory.quick(wish, &own_rooms, entry).await?;
            Ok(Done::Entered(visitor.membership_of(handle)))
        });
        Ok(())
    }

    fn leave(&mut self, at: Millis) -> Result<(), Refusal> {
        self.analysis = None;
        let handle = self.rooms.here()?.clone();
        let (who, reference) = (self.who, self.reference);
        self.pending.begin(async move {
            let left = handle.leave(who, at, false, reference).await;
            left.map_err(|Retired| Refusal::NotInRoom)??;
            Ok(Done::Left)
        });
        Ok(())
    }

    /// Watches a room, or has its snapshot sent again.
    pub(super) fn watch(&mut self, room: RoomId) -> Result<(), Refusal> {
        self.rooms.ensure_may_watch(room)?;
        let directory = Arc::clone(&self.directory);
        // Also for a room that is watched: it may have been closed and loaded again.
        let visitor = self.next_visitor();
        self.pending.begin(async move {
            let entry = || visitor.entry(Part::Watcher);
            let handle = directory.let_in(room, entry).await?;
            Ok(Done::Watched(visitor.membership_of(handle)))
        });
        Ok(())
    }

    /// Watches a room no more.
    pub(super) fn unwatch(&mut self, at: Millis, room: RoomId) -> Result<(), Refusal> {
        let membership = self.rooms.watched(room)?.clone();
        let (who, reference) = (self.who, self.reference);
        self.pending.begin(async move {
            let left = membership.handle.leave(who, at, false, reference).await;
            match left.unwrap_or(Err(Refusal::NotInRoom)) {
                Ok(()) => Ok(Done::Unwatched(membership.entry)),
                Err(Refusal::NotInRoom) => Ok(Done::AlreadyOut(
                    membership.entry,
                    Refusal::NotWatching { room },
                )),
                Err(refusal) => Err(refusal),
            }
        });
        Ok(())
    }

    /// Asks a room who watches it.
    pub(super) fn who_watches(&mut self, room: RoomId) -> Result<(), Refusal> {
        let membership = self.rooms.any(room)?.clone();
        let who = self.who;
        self.pending.begin(async move {
            let asked = membership.handle.ask(|reply| Request::Who { who, reply });
            match asked.await {
                Ok(Ok((spectators, watching))) => Ok(Done::Answered(ServerMsg::Who {
                    room,
                    spectators,
                    watching,
                })),
                Ok(Err(refusal)) => Ok(Done::AlreadyOut(membership.entry, refusal)),
                Err(Retired) => Ok(Done::AlreadyOut(membership.entry, Refusal::NotInRoom)),
            }
        });
        Ok(())
    }

    /// Says something to those who have entered the lobby.
    pub(super) fn lobby_chat(&mut self, at: Millis, text: &str) -> Result<(), Refusal> {
        if !self.shared.lobby.has(self.who) {
            return Err(Refusal::NotInLobby);
        }
        let line = LobbyLine {
            text: self.may_chat(at, text)?,
            name: self.name.clone(),
        };
        self.shared.lobby.chat(self.who, line, self.reference);
        Ok(())
    }

    /// Mutes a name or no more, and answers with all that are muted. The session's own name is passed over.
    pub(super) fn mute(&mut self, name: Name, muted: bool) -> Result<(), Refusal> {
        if !muted {
            self.muted.remove(&name);
        } else if people::key(&name) != people::key(&self.name) {
            self.muted.add(name)?;
        }
        let names = self.muted.names();
        self.answer(ServerMsg::Muted { names });
        Ok(())
    }

    /// Answers with the rooms that have all of these words. To look through many costs more than the answer's bytes.
    fn find_rooms(&self, words: String) {
        let (rooms, looked_at) = self.shared.lobby.find(&words);
        let now = self.shared.time.now();
        let looked_at = (looked_at / ROOMS_OF_ONE_ANSWER) as u64;
        self.shared
            .limits
            .answers
            .charge(self.person, now, looked_at);
        self.answer(ServerMsg::RoomsFound { words, rooms });
    }

    /// Begins to look for the games in which the person has a seat.
    pub(super) fn your_games(&mut self) {
        let directory = Arc::clone(&self.directory);
        let key = self.key.map(|key| key.hash());
        let seats = self.rooms.seats();
        self.pending.begin(async move {
            let games = directory.your_games(key, seats).await?;
            Ok(Done::Answered(ServerMsg::YourGames { games }))
        });
    }

    /// Begins to offer the seat of the session to another device.
    pub(super) fn hand_over(&mut self) -> Result<(), Refusal> {
        let handle = self.rooms.here()?.clone();
        let directory = Arc::clone(&self.directory);
        let who = self.who;
        self.pending.begin(async move {
            let token = handle.ask(|reply| Request::SeatToken { who, reply });
            let token = token.await.map_err(|Retired| Refusal::NotInRoom)??;
            let (code, expires_in) = directory.hand_over(handle.room(), token)?;
            Ok(Done::Answered(ServerMsg::HandedOver { code, expires_in }))
        });
        Ok(())
    }

    /// Begins to take over the seat that another device offers by this code.
    pub(super) fn take_over(&mut self, at: Millis, code: HandOverCode) -> Result<(), Refusal> {
        self.rooms.ensure_in_no_other(None)?;
        let redeemed = self.directory.redeem(at, code)?;
        let directory = Arc::clone(&self.directory);
        let visitor = self.next_visitor();
        self.pending.begin(async move {
            let taken_over = directory.take_over(redeemed, |part| visitor.entry(part));
            let handle = taken_over.await?;
            Ok(Done::Entered(visitor.membership_of(handle)))
        });
        Ok(())
    }

    /// Cleans a line of chat, and checks that the address may say it.
    pub(super) fn may_chat(&mut self, at: Millis, text: &str) -> Result<ChatText, Refusal> {
        let text = ChatText::clean(text).ok_or(Refusal::NothingToSay)?;
        self.shared.limits.chat.spend(self.person, at)?;
        Ok(text)
    }

    /// Sends the room of the session a request whose answer comes through the outbox.
    fn ask(&mut self, request: Request) -> Result<(), Refusal> {
        let handle = self.rooms.here()?;
        let Err(request) = handle.try_send(request) else {
            return Ok(());
        };
        let handle = handle.clone();
        self.pending.begin(async move {
            let sent = handle.send(request).await;
            sent.map_err(|Retired| Refusal::NotInRoom)?;
            Ok(Done::Delivered)
        });
        Ok(())
    }

    /// Checks that the address may begin a game.
    fn begin_game(&self, at: Millis) -> Result<(), Refusal> {
        self.shared.limits.games.spend(self.person, at)
    }

    /// Returns the session as a visitor of a room, with a new entry number.
    pub(super) fn next_visitor(&mut self) -> Visitor {
        Visitor {
            who: self.who,
            person: self.person,
            name: self.name.clone(),
            key: self.key,
            seat: Mutex::default(),
            outbox: self.outbox.clone(),
            number: self.rooms.next_entry(),
            reference: self.reference,
        }
    }
}

impl Visitor {
    pub(super) fn membership_of(&self, handle: RoomHandle) -> Membership {
        Membership {
            handle,
            entry: self.number,
            seat: *self.seat.lock().expect("no holder panics"),
        }
    }
}

/// Returns true for the messages of a client that still has to come back to its seat.
fn is_allowed_while_returning(message: &ClientMsg) -> bool {
    match message {
        ClientMsg::Join { role, .. } => matches!(role, Role::Seat { .. }),
        ClientMsg::TakeOver { .. } | ClientMsg::Ping | ClientMsg::Pong => true,
        _ => false,
    }
}
