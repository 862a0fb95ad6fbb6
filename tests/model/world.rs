//! The model of the whole server: who is connected, which rooms there are, and what each message brings.

use std::collections::{BTreeMap, BTreeSet};

use protocol::id::{HandOverCode, RoomId, Token};
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::spec::Repeat;
use protocol::text::{ChatText, Name};
use protocol::view::{BotOffer, LobbyLine, Phase, RoomSummary, YourGame};

use super::analysing::analysis;
use super::out::{Oracle, Out, Refused, What, YourSeat};
use super::question::Questions;
use super::table::Table;

/// Time in which a room of bots that were left alone does not close yet, in milliseconds.
const ALONE: u64 = 300_000;

/// A connected client.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) name: Name,
    pub(super) room: Option<RoomId>,
    pub(super) watched: BTreeSet<RoomId>,
    /// True if it wants the boards of the lobby, if it is there.
    pub(super) in_lobby: Option<bool>,
    /// Names whose chat it does not see, by the form in which names are compared.
    pub(super) muted: BTreeMap<String, Name>,
    /// Seats that the connection took or came back to.
    pub(super) seats: Vec<(RoomId, Token)>,
}

impl Client {
    pub(super) fn new(name: Name) -> Self {
        Self {
            name,
            room: None,
            watched: BTreeSet::new(),
            in_lobby: None,
            muted: BTreeMap::new(),
            seats: Vec::new(),
        }
    }
}

/// A seat that is offered to another device.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandOver {
    pub(super) code: HandOverCode,
    pub(super) room: RoomId,
    pub(super) token: Token,
    pub(super) until: u64,
}

/// Everything that the server knows, but what it chooses by itself.
pub(super) struct World {
    /// True if games that are over are gone with their rooms.
    forgets: bool,
    now: u64,
    pub(super) clients: Vec<Option<Client>>,
    /// The rooms, the oldest first.
    pub(super) tables: Vec<Table>,
    pub(super) bots: Vec<BotOffer>,
    /// Bots that play a variant, as far as somebody asked.
    pub(super) playing: Vec<(Variant, Vec<BotOffer>)>,
    /// The last lines of the lobby.
    pub(super) lobby_chat: Vec<LobbyLine>,
    pub(super) hand_overs: Vec<HandOver>,
    /// Codes that were used, or that another took the place of.
    pub(super) old_codes: Vec<HandOverCode>,
    pub(super) questions: Questions,
}

impl World {
    pub(super) fn new(clients: usize, forgets: bool) -> Self {
        Self {
            forgets,
            now: 0,
            clients: vec![None; clients],
            tables: Vec::new(),
            bots: Vec::new(),
            playing: Vec::new(),
            lobby_chat: Vec::new(),
            hand_overs: Vec::new(),
            old_codes: Vec::new(),
            questions: Questions::default(),
        }
    }

    pub(super) fn client(&self, who: usize) -> &Client {
        self.clients[who].as_ref().expect("is connected")
    }

    pub(super) fn client_mut(&mut self, who: usize) -> &mut Client {
        self.clients[who].as_mut().expect("is connected")
    }

    pub(super) fn table(&self, room: RoomId) -> Option<&Table> {
        self.tables.iter().find(|table| table.room == room)
    }

    pub(super) fn table_mut(&mut self, room: RoomId) -> Result<&mut Table, Refusal> {
        let found = self.tables.iter_mut().find(|table| table.room == room);
        found.ok_or(Refusal::NoSuchRoom { room })
    }

    /// The table of the room that a client is in.
    fn table_of(&mut self, who: usize) -> Result<&mut Table, Refusal> {
        let room = self.client(who).room.ok_or(Refusal::NotInRoom)?;
        self.table_mut(room)
    }

    /// Carries out a message, and returns what clients hear of it.
    pub(super) fn handle(
        &mut self,
        now: u64,
        who: usize,
        reference: u32,
        message: &ClientMsg,
        oracle: &Oracle,
    ) -> Out {
        let mut out = Out::new(now, Some((who, reference)));
        if let Err(refused) = self.carry_out(now, (who, reference), message, oracle, &mut out) {
            assert!(out.expected.is_empty(), "a refusal is alone");
            out.refuse(who, refused);
        }
        self.note_seat(who);
        self.hide_muted(&mut out);
        self.note_left(now, &out);
        self.tell_watchers(now, &mut out);
        out
    }

    /// Notes the seat on which a client is, if it is on one.
    fn note_seat(&mut self, who: usize) {
        let seat = self.client(who).room.and_then(|room| {
            let table = self.table(room)?;
            let person = table.person(table.side(who)?)?;
            Some((room, person.token))
        });
        if let Some(seat) = seat {
            let seats = &mut self.client_mut(who).seats;
            seats.retain(|(room, _)| *room != seat.0);
            seats.push(seat);
        }
    }

    /// The seats that a client has still, with the game of the one that it is on.
    fn your_games(&self, who: usize) -> Vec<YourSeat> {
        let seats = self.client(who).seats.iter();
        seats
            .filter_map(|(room, token)| {
                let table = self.table(*room)?;
                let side = table.side_of_token(*token)?;
                let is_here = table.client(side) == Some(who);
                Some(YourSeat {
                    room: *room,
                    side,
                    game: is_here.then(|| YourGame {
                        room: RoomSummary {
                            moves: None,
                            ..table.summary(self.now)
                        },
                        side,
                        your_turn: table.phase == Phase::Playing && table.to_move() == side,
                        ended: None,
                    }),
                })
            })
            .collect()
    }

    fn tell_watchers(&mut self, now: u64, out: &mut Out) {
        for table in &mut self.tables {
            table.tell_watchers(now, out);
        }
    }

    fn carry_out(
        &mut self,
        now: u64,
        (who, reference): (usize, u32),
        message: &ClientMsg,
        oracle: &Oracle,
        out: &mut Out,
    ) -> Result<(), Refused> {
        match message.clone() {
            ClientMsg::Act(act) => self.table_of(who)?.act(now, who, act, out)?,
            ClientMsg::Hello { .. } => return Err(Refusal::HelloExpected.into()),
            ClientMsg::EnterLobby { boards } => {
                self.client_mut(who).in_lobby = Some(boards);
                let chat = self.lobby_chat.clone();
                out.push(who, What::Lobby { boards, chat });
            }
            ClientMsg::LeaveLobby => self.client_mut(who).in_lobby = None,
            ClientMsg::Open {
                spec,
                seats,
                shuffle,
            } => {
                self.may_open(who, &spec, &seats)?;
                let entry = oracle.joined(who, reference).expect("a room is opened");
                let name = self.client(who).name.clone();
                let table = Table::opened(now, (who, name), &spec, &seats, shuffle, entry);
                self.enter_new(now, who, table, out);
            }
            ClientMsg::Join { room, role } => {
                let entry = oracle.joined(who, reference);
                self.join(now, who, (room, &role), entry, out)?;
            }
            ClientMsg::Quick {
                variant,
                clock,
                own_rooms,
                rated: _,
            } => {
                let entry = oracle.joined(who, reference);
                self.quick(now, who, (variant, clock), &own_rooms, entry, out)?;
            }
            ClientMsg::Leave => self.table_of(who)?.leave(now, who, true, out),
            ClientMsg::Chat { text } => self.chat(who, &text, out)?,
            ClientMsg::Resync => self.table_of(who)?.show(now, who, out),
            ClientMsg::Analyse { variant, moves } => {
                let room = self.client(who).room.and_then(|room| self.table(room));
                let answer = analysis(room, who, variant, &moves)?;
                self.questions.ask(now, who, reference, vec![answer]);
            }
            ClientMsg::AnalyseGame => {
                let answers = self.may_analyse(who)?.analysis_of_game(who)?;
                self.questions.ask(now, who, reference, answers);
            }
            ClientMsg::StopAnalysis => self.questions.end(now, who),
            ClientMsg::RoomInfo { room } => {
                let room = self.table_mut(room)?.summary(now);
                out.tell(who, ServerMsg::RoomInfo { room });
            }
            ClientMsg::Record { room } => self.record(now, who, room, out)?,
            // The answer to `ping` is looked at apart: it may overtake others.
            ClientMsg::Ping | ClientMsg::Pong | ClientMsg::FindRooms { .. } => {}
            ClientMsg::Watch { room } => {
                self.watch(now, who, room, oracle.joined(who, reference), out)?;
            }
            ClientMsg::Unwatch { room } => self.unwatch(now, who, room, out)?,
            ClientMsg::Who { room } => self.who(who, room, out)?,
            ClientMsg::ListBots { variant } => {
                let answer = oracle.bots(who, reference).expect("an answer");
                self.list_bots(who, variant, answer, out);
            }
            ClientMsg::LobbyChat { text } => self.say_in_lobby(who, &text, out)?,
            ClientMsg::Mute { name, muted } => self.mute(who, name, muted, out)?,
            ClientMsg::HandOver => {
                self.hand_over(now, who, oracle.code(who, reference), out)?;
            }
            ClientMsg::TakeOver { code } => {
                self.take_over(now, who, code, oracle.joined(who, reference), out)?;
            }
            ClientMsg::YourGames => out.push(who, What::YourGames(self.your_games(who))),
            ClientMsg::Lock { locked } => self.table_of(who)?.lock(who, locked, out)?,
            ClientMsg::Remove { name } => self.table_of(who)?.remove(now, who, &name, out)?,
            ClientMsg::CloseChat { closed } => {
                self.table_of(who)?.close_chat(who, closed, out)?;
            }
            // The games are in memory.
            ClientMsg::History { .. }
            | ClientMsg::PastGame { .. }
            | ClientMsg::Profile { .. }
            | ClientMsg::Leaderboard { .. }
            | ClientMsg::Explore { .. } => Err(Refusal::NoHistory)?,
            ClientMsg::ListTournaments
            | ClientMsg::OpenTournament { .. }
            | ClientMsg::FollowTournament { .. }
            | ClientMsg::UnfollowTournament
            | ClientMsg::InTournament { .. }
            | ClientMsg::ListPairings { .. } => Err(Refusal::NoTournament)?,
        }
        Ok(())
    }

    fn chat(&mut self, who: usize, text: &str, out: &mut Out) -> Result<(), Refused> {
        let text = ChatText::clean(text).ok_or(Refusal::NothingToSay)?;
        let name = self.client(who).name.clone();
        let table = self.table_of(who)?;
        let side = table.side(who);
        // A seat keeps the name of who took it, whoever comes back to it.
        let seated = side.and_then(|side| table.person(side));
        let name = seated.map_or(name, |person| person.name.clone());
        table.say(name, side, text, out)?;
        Ok(())
    }

    fn record(&mut self, now: u64, who: usize, room: RoomId, out: &mut Out) -> Result<(), Refused> {
        let table = self.table_mut(room)?;
        if !table.spec.spectators && table.side(who).is_none() {
            return Err(Refusal::NoSpectators.into());
        }
        let snapshot = Box::new(table.snapshot(now));
        out.push(who, What::Record(snapshot));
        Ok(())
    }

    fn may_analyse(&self, who: usize) -> Result<&Table, Refused> {
        let room = self.client(who).room.ok_or(Refusal::NotInRoom)?;
        Ok(self.table(room).expect("clients are in rooms that exist"))
    }

    /// The connection of a client ends.
    pub(super) fn disconnect(&mut self, now: u64, who: usize) -> Out {
        let mut out = Out::new(now, None);
        let client = self.clients[who].take().expect("is connected");
        self.questions.end(now, who);
        for table in &mut self.tables {
            table.owner.watcher = table.owner.watcher.filter(|owner| *owner != who);
        }
        for room in client.room.into_iter().chain(client.watched) {
            let table = self.table_mut(room).expect("exists");
            table.leave(now, who, false, &mut out);
            out.expected.retain(|expected| expected.who != who);
        }
        self.tell_watchers(now, &mut out);
        out
    }

    /// Lets time go by up to `until`, with what happens by itself.
    pub(super) fn pass(&mut self, until: u64, oracle: &Oracle) -> Out {
        let mut out = Out::new(until, None);
        self.now = until;
        while let Some((index, due)) = self.next_due(oracle)
            && due <= until
        {
            out.now = due;
            if self.tables[index].pass(due, self.forgets, oracle, &mut out) {
                let table = self.tables.remove(index);
                table.close(&mut out);
                self.note_left(due, &out);
            }
        }
        out
    }

    /// The room in which something happens by itself next, and when.
    fn next_due(&self, oracle: &Oracle) -> Option<(usize, u64)> {
        let dues = self.tables.iter().enumerate();
        dues.filter_map(|(index, table)| Some((index, table.due(oracle)?)))
            .min_by_key(|(_, due)| *due)
    }

    /// Returns true if something may happen at about this moment.
    pub(super) fn is_busy_at(&self, moment: u64) -> bool {
        self.tables.iter().any(|table| table.is_busy_at(moment))
    }

    /// Those who were told that they left are in no room.
    fn note_left(&mut self, now: u64, out: &Out) {
        for expected in &out.expected {
            if let What::Exactly(ServerMsg::Left { room, .. }) = &expected.what
                && let Some(client) = &mut self.clients[expected.who]
            {
                client.watched.remove(room);
                if client.room.take_if(|here| here == room).is_some() {
                    self.questions.end(now, expected.who);
                }
            }
        }
    }

    /// Checks the order of the rooms of a lobby.
    pub(super) fn check_order(&self, rooms: &[RoomSummary]) {
        // A room that left memory may stand where it came back.
        let stayed = |room| move |table: &Table| table.room == room && !table.unloaded;
        let age = |room| self.tables.iter().position(stayed(room));
        let ages = rooms.iter().filter_map(|room| age(room.room));
        assert!(
            ages.is_sorted_by(|one, next| one > next),
            "the newest first"
        );
    }

    /// Returns true if the state of a room is known, or how far bots may have come that were alone.
    pub(super) fn is_known(&self, table: &Table) -> bool {
        let is_plain = table.clock.is_none() && table.spec.repeat == Repeat::MIN;
        !table.adrift || is_plain && self.now < table.deserted + ALONE
    }

    /// Returns true if nothing happened by itself in a room since this moment.
    pub(super) fn is_quiet_since(&self, moment: u64) -> bool {
        self.tables.iter().all(|table| table.changed < moment)
    }

    /// Names of those connected, sorted.
    pub(super) fn names(&self) -> Vec<Name> {
        let names = self.clients.iter().flatten();
        let mut names: Vec<_> = names.map(|client| client.name.clone()).collect();
        names.sort();
        names
    }
}
