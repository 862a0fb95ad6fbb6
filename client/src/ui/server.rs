//! Messages of the server, and the goal that this client pursues there.

use protocol::id::{RoomId, Seq, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::ClockSpec;
use protocol::text::Name;
use protocol::view::{BotOffer, Feature, LeftWhy, LobbyLine, RoomSummary, Snapshot};
use protocol::word::Named;

use super::{
    Action, App, Connection, Effect, Ends, Evaluated, Goal, Greeting, Lobby, RoomRequest, Screen,
    Server, ServerKind, Tv, around, invitation,
};
use crate::discovery::HERE;
use crate::net::NetEvent;
use crate::past;
use crate::seats::SavedSeat;
use crate::text::plain;
use crate::unanswered::Unanswered;
use crate::words;

impl App {
    /// The state of a connection that is lost, in words.
    pub(super) fn lost_in_words(&self) -> String {
        if self.server.has_stopped {
            say!("dialogs-server-stopped")
        } else {
            say!("dialogs-line-broken")
        }
    }

    pub(super) fn on_net_event(&mut self, event: NetEvent) -> Vec<Action> {
        match event {
            NetEvent::Message(message) => self.on_message(*message),
            // For scripts: the screens ask for none.
            NetEvent::Verbatim(_) => Vec::new(),
            NetEvent::Lost { why, retry_in, .. } => {
                // What the server said is truer than how its end looks from here.
                let why = if self.server.has_stopped {
                    say!("dialogs-server-stopped")
                } else {
                    why
                };
                let again_at = self.now + Millis::from_millis(retry_in.as_millis() as u64);
                if let Some(view) = &mut self.view {
                    view.is_in_room = false;
                }
                // The answer went down with the connection.
                self.server.request = None;
                if !self.server.is_lost() {
                    self.server.unsent = None;
                }
                self.server.connection = Connection::Lost { why, again_at };
                Vec::new()
            }
            NetEvent::Security {
                security,
                about,
                notice,
            } => {
                self.server.is_eavesdroppable = !security.keeps_secrets();
                self.server.security = about;
                if let Some(notice) = notice {
                    self.say_quietly(notice);
                }
                Vec::new()
            }
            NetEvent::Notice(notice) => {
                self.say_until(notice, Ends::Time);
                Vec::new()
            }
            NetEvent::RoundTrip(time) => {
                self.server.connection = Connection::Up(Some(time.as_millis() as u64));
                Vec::new()
            }
            NetEvent::Failed { why } => {
                let actions = self.go_home();
                self.say(why);
                actions
            }
        }
    }

    fn on_message(&mut self, message: ServerMsg) -> Vec<Action> {
        match message {
            ServerMsg::Welcome {
                server,
                name,
                bots,
                addresses,
                features,
                id,
                ..
            } => {
                self.remember_muted(id);
                let greeting = Greeting {
                    server: plain(&server),
                    name: name.to_string(),
                    bots: bots.to_vec(),
                    addresses,
                    owns_name: self.shows_key() && past::owns_name(&name, &features),
                    finds_rooms: features.contains(&Feature::FindRooms),
                    has_history: features.contains(&Feature::History),
                    has_tournaments: features.contains(&Feature::Tournament),
                };
                self.on_welcome(greeting)
            }
            ServerMsg::Refused { refusal, message } => {
                let message = words::refused(&refusal, &message);
                self.refused(&refusal, &message)
            }
            ServerMsg::Lobby {
                rooms,
                players,
                present,
                chat,
            } => self.on_lobby(rooms, players, present, chat),
            ServerMsg::LobbyRoom { room } => self.on_lobby_room(room),
            ServerMsg::RoomsFound { rooms, .. } => {
                self.lobby.add_found(rooms);
                Vec::new()
            }
            ServerMsg::LobbyRoomRemoved { room } => self.on_lobby_room_removed(room),
            ServerMsg::LobbyPlayers { players, present } => self.on_lobby_players(players, present),
            ServerMsg::Joined {
                you,
                token,
                snapshot,
                owner,
            } => self.on_joined(you, token, owner, *snapshot),
            ServerMsg::Left { room, why } => self.on_left(room, why),
            ServerMsg::Event { room, seq, event } => self.on_room_event(room, seq, &event),
            ServerMsg::Watching { snapshot } => match self.screen {
                Screen::Tv => self.tv.on_watching(self.now, *snapshot),
                _ => Vec::new(),
            },
            ServerMsg::Analysis {
                variant: Named::Known(variant),
                moves,
                columns,
                lines,
                ..
            } => self.at_table(|view, _| {
                view.on_analysis(variant, &moves, Evaluated { columns, lines });
                Vec::new()
            }),
            ServerMsg::GameAnalysed { revision, .. } => {
                self.at_table(|view, _| view.on_game_analysed(revision))
            }
            ServerMsg::Bots { variant, bots } => self.on_bots(&variant, bots),
            ServerMsg::ShuttingDown => self.on_shutting_down(),
            // The connection answers the first; the screens ask for none of the others.
            ServerMsg::Ping
            | ServerMsg::Pong
            | ServerMsg::Record { .. }
            | ServerMsg::Who { .. }
            | ServerMsg::Analysis { .. }
            | ServerMsg::HandedOver { .. }
            | ServerMsg::PastGame { .. }
            | ServerMsg::Explored {
                variant: Named::Unknown(_),
                ..
            } => Vec::new(),
            ServerMsg::Tournaments { tournaments } => {
                self.lobby.set_tournaments(tournaments);
                Vec::new()
            }
            ServerMsg::YourTournament {
                tournament,
                organiser,
                entrant,
                token,
            } => self.on_your_tournament(tournament, organiser, entrant, token),
            ServerMsg::Tournament { view } => self.on_tournament(view),
            ServerMsg::YourTable {
                tournament,
                room,
                token,
                ..
            } => self.on_your_table(tournament, room, token),
            ServerMsg::TournamentPairings {
                tournament,
                pairings,
                more,
            } => {
                let more = self.tournament.on_pairings(tournament, pairings, more);
                more.into_iter().collect()
            }
            ServerMsg::LobbyChat { line } => self.on_lobby_chat(line),
            ServerMsg::Muted { names } => self.on_muted(names),
            ServerMsg::YourGames { games } => self.on_your_games(games),
            ServerMsg::RoomInfo { room } => self.on_room_info(room),
            ServerMsg::Announcement { text } => self.on_announcement(text),
            ServerMsg::History {
                games,
                older,
                total,
            } => {
                let around = around!(self);
                let effect = self.history.on_answer(games, older, total, around);
                self.carry_out(effect.into_iter().collect())
            }
            ServerMsg::Explored {
                variant: Named::Known(variant),
                moves,
                played,
            } => {
                if let Some(replay) = &mut self.replay {
                    replay.on_explored(variant, moves, played);
                }
                Vec::new()
            }
            ServerMsg::Profile { profile } => {
                self.profile.on_answer(*profile, &self.clock);
                Vec::new()
            }
            ServerMsg::Leaderboard {
                variant,
                places,
                unplaced,
            } => {
                self.leaderboard.on_answer(&variant, places, unplaced);
                Vec::new()
            }
        }
    }

    /// Takes in the beginning of a connection: what was said of the last one ends, and its goal is pursued.
    fn on_welcome(&mut self, greeting: Greeting) -> Vec<Action> {
        (self.server.left_room, self.server.request) = (None, None);
        self.home.has_just_begun = false;
        self.server.connection = Connection::Up(None);
        self.server.has_stopped = false;
        self.end_notice(Ends::Welcome);
        self.form.offers(&greeting.bots);
        self.form.set_owner(greeting.owns_name);
        let mut actions = self.note_known(&greeting);
        self.server.greeting = Some(greeting);
        actions.extend(self.mute_again());
        actions.extend(self.follow_again());
        actions.extend(self.pursue_goal());
        if self.server.kind == ServerKind::Hosted && self.screen == Screen::Lobby {
            self.tell_how_others_join();
        }
        actions
    }

    fn on_lobby(
        &mut self,
        rooms: Vec<RoomSummary>,
        players: Vec<Name>,
        present: u32,
        chat: Vec<LobbyLine>,
    ) -> Vec<Action> {
        self.note_changed_lobby(&rooms);
        self.lobby.chat = chat;
        self.lobby.set_all(rooms, players, present);
        self.tune()
    }

    fn on_lobby_room(&mut self, room: RoomSummary) -> Vec<Action> {
        self.note_changed_game(&room);
        self.tv.note_room(&room);
        self.lobby.set_room(room);
        self.tune()
    }

    fn on_lobby_room_removed(&mut self, room: RoomId) -> Vec<Action> {
        self.lobby.remove_room(room);
        self.tune()
    }

    fn on_lobby_players(&mut self, players: Vec<Name>, present: u32) -> Vec<Action> {
        self.lobby.set_players(players, present);
        Vec::new()
    }

    fn on_joined(
        &mut self,
        you: Option<Side>,
        token: Option<Token>,
        owner: bool,
        snapshot: Snapshot,
    ) -> Vec<Action> {
        self.server.request = None;
        if self.server.left_room == Some(snapshot.room) {
            // Sent before the server knew that this person leaves.
            return Vec::new();
        }
        let mut actions = self.close_tv(Some(snapshot.room));
        actions.extend(self.enter_table(you, token, owner, snapshot));
        actions
    }

    fn on_left(&mut self, room: RoomId, why: LeftWhy) -> Vec<Action> {
        if self.is_at(room) {
            return self.on_table_left(why);
        }
        // A connection may watch rooms beside the one on the screen.
        self.server.left_room.take_if(|left| *left == room);
        if self.screen != Screen::Tv || !self.tv.knows(room) {
            return Vec::new();
        }
        self.tv.remove(room, self.now);
        self.tune()
    }

    fn on_room_event(&mut self, room: RoomId, seq: Seq, event: &RoomEvent) -> Vec<Action> {
        if matches!(event, RoomEvent::Over { .. }) {
            self.tournament.note_game_over(room, self.now);
        }
        if self.is_at(room) {
            if let RoomEvent::ChatPosted { line } = event {
                self.note_heard(&line.text);
            }
            let actions = self.at_table(|view, around| view.on_event(around, seq, event));
            if let RoomEvent::ChatPosted { line } = event
                && let Some(notice) = self.talk_notice(line)
            {
                self.say_until(notice, Ends::Talk);
            }
            actions
        } else {
            self.tv.on_event(self.now, room, seq, event)
        }
    }

    fn on_bots(&mut self, variant: &Named<Variant>, bots: Vec<BotOffer>) -> Vec<Action> {
        if let Some(variant) = variant.known() {
            self.form.answer(*variant, bots);
        }
        Vec::new()
    }

    fn on_announcement(&mut self, text: Option<String>) -> Vec<Action> {
        if let Some(text) = text {
            self.say(say!("dialogs-host-says", text = plain(&text)));
        }
        Vec::new()
    }

    /// Says that the server stops, and what becomes of a seat.
    fn on_shutting_down(&mut self) -> Vec<Action> {
        self.server.has_stopped = true;
        let has_seat = self.table().is_some_and(|table| table.you().is_some());
        let said = if has_seat {
            say!("dialogs-server-stopped-seat")
        } else {
            say!("dialogs-server-stopped-back")
        };
        self.say_until(said, Ends::Welcome);
        Vec::new()
    }

    fn is_at(&self, room: RoomId) -> bool {
        let view = self.view.as_ref();
        view.is_some_and(|view| view.table.room() == room)
    }

    /// Pursues the goal of the connection.
    fn pursue_goal(&mut self) -> Vec<Action> {
        let message = match self.server.goal.take() {
            // The connection came back by itself, and goes to its seat by itself.
            None if self.view.is_some() => return Vec::new(),
            None if self.is_on_page() => return self.screen.ask(self),
            None if matches!(
                self.screen_below_rules(),
                Screen::Form | Screen::TournamentForm
            ) =>
            {
                return self.ask_for_lobby();
            }
            // Watching ended with the connection.
            None if self.screen == Screen::Tv => {
                self.open_tv_again();
                return self.ask_for_lobby();
            }
            Some(Goal::Wall(tournament)) => {
                (self.tv, self.screen) = (Tv::new(true), Screen::Tv);
                return self.follow(tournament);
            }
            Some(Goal::Enter(tournament)) => return self.enter_tournament(tournament),
            Some(Goal::Tv) => {
                return self.carry_out_one(Effect::ShowTv);
            }
            None | Some(Goal::Lobby) => return self.enter_lobby(),
            Some(Goal::Join(room)) => return self.enter_room(room),
            Some(Goal::Watch(room)) => {
                return self.ask_for_room(room, Role::Spectator, RoomRequest::Other);
            }
            Some(Goal::Return(room, token)) => return self.return_to(room, token),
            Some(Goal::TakeOver(code)) => ClientMsg::TakeOver { code },
            Some(Goal::Quick(variant, clock, rating)) => {
                self.quick(variant, clock, rating.or(self.server.owns_name()))
            }
            Some(Goal::New(room)) => {
                let bots = self
                    .server
                    .greeting
                    .as_ref()
                    .map_or(&[][..], |greeting| &greeting.bots);
                match room.seats(bots) {
                    Ok(seats) => ClientMsg::Open {
                        spec: room.spec(false, self.server.owns_name()),
                        seats,
                        shuffle: room.shuffle,
                    },
                    Err(failure) => {
                        self.say(failure.message);
                        return self.enter_lobby();
                    }
                }
            }
        };
        self.send(message)
    }

    /// A request for another person with the same wish.
    pub(super) fn quick(
        &self,
        variant: Variant,
        clock: Option<ClockSpec>,
        rated: bool,
    ) -> ClientMsg {
        ClientMsg::Quick {
            variant,
            clock,
            own_rooms: self.home.own_rooms(),
            rated,
        }
    }

    /// Tells the addresses and the key of the server in this program, or how the connection to another is protected.
    pub(super) fn tell_how_others_join(&mut self) {
        let security = Some(self.server.security.clone());
        let words = invitation::words(self);
        if let Some(words) = words.or(security.filter(|words| !words.is_empty())) {
            self.say(words);
        }
    }

    pub(super) fn enter_lobby(&mut self) -> Vec<Action> {
        if self.tv.returns {
            self.open_tv_again();
        } else if self.tournament.returns {
            self.screen = Screen::Tournament;
        } else {
            self.screen = Screen::Lobby;
            self.lobby.begin();
        }
        let mut actions = self.ask_for_lobby();
        actions.extend(self.follow_elsewhere());
        actions
    }

    pub(super) fn ask_for_lobby(&mut self) -> Vec<Action> {
        let mut actions = vec![Action::Send(ClientMsg::EnterLobby { boards: true })];
        actions.extend(self.ask_for_games());
        actions.extend(self.ask_for_tournaments());
        actions
    }

    fn refused(&mut self, refusal: &Refusal, message: &str) -> Vec<Action> {
        if self.ends_stay(refusal) {
            self.server.request = None;
            return self.leave_lost_room(refusal, message);
        }
        if *refusal == Refusal::NotInRoom && self.view.is_none() {
            self.server.left_room = None;
            // Something that was sent just before the room was left.
            return Vec::new();
        }
        if let Some(actions) = self.games_refused(refusal) {
            return actions;
        }
        let request = self.server.request.take();
        if let Some(actions) = self.watch_instead(request, refusal) {
            return actions;
        }
        let may_be_of_tv = self.screen == Screen::Tv && request.is_none();
        let (tv, rooms) = (&mut self.tv, &self.lobby.rooms);
        if may_be_of_tv && tv.is_refused(self.now, rooms, refusal) {
            return Vec::new();
        }
        let now = self.now;
        if let Some(view) = &mut self.view {
            view.note_refused_question(now, refusal);
            view.unanswered
                .take_if(|_| !Unanswered::outlives_refusal(refusal));
            if *refusal == Refusal::HintsOff {
                (view.values, view.evaluation) = (None, None);
            }
        }
        self.history.waits = false;
        self.profile.waits = false;
        self.leaderboard.waits = false;
        self.show_refusal(refusal, message);
        let mut actions = self.forget_dead_seat(request, refusal);
        actions.extend(self.note_lost_tournament(refusal));
        // A server that lets nobody in has no lobby to show, and the connection says so in its end.
        if self.screen == Screen::Home && self.server.is_up() {
            actions.extend(self.enter_lobby());
        }
        actions
    }

    fn show_refusal(&mut self, refusal: &Refusal, message: &str) {
        // Before the notice, which would end with what is written.
        self.write_refused_talk(refusal);
        match refusal {
            Refusal::NotAnalysed { .. } if self.view.is_some() => {
                self.at_table(|view, around| view.analysis_refused(around.keymap));
            }
            // Revisions are nothing to people.
            Refusal::Stale { .. } => self.say_until(say!("dialogs-stale"), Ends::Board),
            _ if self.screen == Screen::Table => self.say_until(message, Ends::Board),
            _ => self.say(message),
        }
    }

    /// Deletes the saved seat that this person was returning to, where the refusal says that its game is gone.
    /// A refusal of something else ends the wait early, which deletes no seat.
    fn forget_dead_seat(&mut self, request: Option<RoomRequest>, refusal: &Refusal) -> Vec<Action> {
        let (Refusal::WrongToken { room } | Refusal::NoSuchRoom { room }) = refusal else {
            return Vec::new();
        };
        let token = match request {
            Some(RoomRequest::Return(to, token)) if to == *room => token,
            _ => return Vec::new(),
        };
        let mut seats = self.home.seats.iter();
        let seat = seats.find(|seat| seat.token == token);
        // One that this program serves comes back with its server.
        let is_elsewhere = |seat: &SavedSeat| seat.hosted && self.is_elsewhere(seat);
        if !self.serves_kept_games() && seat.is_some_and(is_elsewhere) {
            return Vec::new();
        }
        let mut seats = std::mem::take(&mut self.home.seats);
        seats.retain(|seat| seat.token != token);
        self.set_seats(seats);
        vec![Action::Forget(token)]
    }

    /// Notes the name by which the server knows this person's key, for the list of servers; none where the key was
    /// not shown to it.
    fn note_known(&mut self, greeting: &Greeting) -> Vec<Action> {
        let servers = match self.server.kind {
            // It is listed by the one that answered, which may be any.
            ServerKind::Remote => self.server.urls.clone(),
            ServerKind::Hosted => vec![HERE.to_owned()],
            _ => return Vec::new(),
        };
        let known_as = greeting.owns_name.then_some(&*greeting.name);
        let kept = self.home.keep(|choices| {
            for server in &servers {
                choices.note_known(server, known_as);
            }
        });
        kept.into_iter().collect()
    }

    /// True if the key of the person is shown to the server.
    fn shows_key(&self) -> bool {
        let me = &self.home.me;
        let has_key = matches!(self.server.kind, ServerKind::Remote | ServerKind::Hosted);
        has_key && me.key.is_some() && (me.key_in_clear || !self.server.is_eavesdroppable)
    }

    /// True where a refusal says that this client is not in the room on the screen.
    pub(super) fn ends_stay(&self, refusal: &Refusal) -> bool {
        let Some(view) = self.view.as_ref().filter(|_| self.server.is_up()) else {
            return false;
        };
        match refusal {
            // The connection that comes back will ask again.
            Refusal::ShuttingDown => false,
            Refusal::NotInRoom => true,
            // The first answer on a connection that came back is that to the return.
            _ => !view.is_in_room,
        }
    }

    /// Leaves a room that is gone, or does not let this person back in, for the lobby.
    pub(super) fn leave_lost_room(&mut self, refusal: &Refusal, message: &str) -> Vec<Action> {
        let Some(view) = self.view.take() else {
            return Vec::new();
        };
        let room = view.table.room();
        let mut actions = vec![Action::RejoinNothing];
        let is_dead = matches!(
            refusal,
            Refusal::NotInRoom | Refusal::WrongToken { .. } | Refusal::NoSuchRoom { .. }
        );
        actions.extend(view.token.map(|token| {
            if is_dead {
                Action::Forget(token)
            } else {
                Action::Release(token)
            }
        }));
        self.close_overlays();
        actions.extend(self.enter_lobby());
        self.say(match refusal {
            Refusal::NotInRoom | Refusal::NoSuchRoom { .. } => {
                say!("dialogs-room-gone", room = room.to_string())
            }
            _ => say!(
                "dialogs-out-of-room",
                room = room.to_string(),
                reason = message
            ),
        });
        actions
    }

    /// Goes back to the first screen.
    pub(super) fn go_home(&mut self) -> Vec<Action> {
        let seat = self
            .view
            .take()
            .and_then(|view| view.seat_action_on_leaving());
        self.screen = Screen::Home;
        self.server = Server {
            muted: std::mem::take(&mut self.server.muted),
            ..Server::default()
        };
        self.home.has_just_begun = false;
        self.lobby = Lobby::default();
        self.tv = Tv::default();
        self.tournament.forget();
        self.server.muted.names.clear();
        self.close_overlays();
        // The seats are listed anew by the end of the connection.
        seat.into_iter().chain([Action::Disconnect]).collect()
    }

    /// Closes what lies over the screen and belongs to it.
    pub(super) fn close_overlays(&mut self) {
        self.confirm = None;
        self.prompt = None;
        self.help = None;
    }
}
