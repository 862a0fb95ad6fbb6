//! Messages of the server, and the goal that this client pursues there.

use protocol::id::{RoomId, Seq, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::text::Name;
use protocol::view::{BotOffer, Feature, LeftWhy, LobbyLine, RoomSummary, Seat, Snapshot};
use protocol::word::Named;

use super::app::{Ends, ServerKind};
use super::games::Games;
use super::past::Trail;
use super::{Action, App, Connection, Evaluated, Goal, Greeting, Lobby, Screen, Tv};
use crate::net::NetEvent;
use crate::past;
use crate::seats::SavedSeat;
use crate::text::plain;
use crate::unanswered::Unanswered;
use crate::words;

impl App {
    /// The state of a connection that is lost, in words.
    pub(super) fn lost_in_words(&self) -> String {
        if self.has_stopped {
            say!("dialogs-server-stopped")
        } else {
            say!("dialogs-line-broken")
        }
    }

    /// The name of this person on the server, with that of their seat where it was taken under another one; then what
    /// stands for it where there is less room: the name at this table alone.
    pub(super) fn names_here(&self, greeting: &Greeting) -> [String; 2] {
        let name = &greeting.name;
        let seat = self.table().and_then(|table| {
            let seat = &table.snapshot().seats[table.you()?];
            match seat {
                Seat::Human { name, .. } => Some(plain(name.as_str())),
                Seat::Open | Seat::Bot { .. } => None,
            }
        });
        match seat.filter(|seat| seat != name) {
            Some(seat) => {
                let both = say!(
                    "dialogs-name-in-game",
                    name = name.as_str(),
                    seat = seat.as_str()
                );
                [both, seat]
            }
            None => [name.clone(), name.clone()],
        }
    }

    pub(super) fn on_net_event(&mut self, event: NetEvent) -> Vec<Action> {
        match event {
            NetEvent::Message(message) => self.on_message(*message),
            // For scripts: the screens ask for none.
            NetEvent::Verbatim(_) => Vec::new(),
            NetEvent::Lost { why, retry_in, .. } => {
                // What the server said is truer than how its end looks from here.
                let why = if self.has_stopped {
                    say!("dialogs-server-stopped")
                } else {
                    why
                };
                let again_at = self.now + Millis::from_millis(retry_in.as_millis() as u64);
                if let Some(view) = &mut self.view {
                    view.is_in_room = false;
                }
                // The answer went down with the connection.
                self.home.returning = None;
                self.connection = Connection::Lost { why, again_at };
                Vec::new()
            }
            NetEvent::Security {
                security,
                about,
                notice,
            } => {
                self.is_eavesdroppable = !security.keeps_secrets();
                self.security = about;
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
                self.connection = Connection::Up(Some(time.as_millis() as u64));
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
        self.note_answer(&message);
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
            ServerMsg::Watching { snapshot } => self.on_watching(*snapshot),
            ServerMsg::Analysis {
                variant: Named::Known(variant),
                moves,
                columns,
                lines,
                ..
            } => self.on_analysis(variant, &moves, Evaluated { columns, lines }),
            ServerMsg::GameAnalysed { revision, .. } => self.on_game_analysed(revision),
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
            | ServerMsg::Explored { .. } => Vec::new(),
            ServerMsg::Tournaments { tournaments } => self.on_tournaments(tournaments),
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
            } => self.on_pairings(tournament, pairings, more),
            ServerMsg::LobbyChat { line } => self.on_lobby_chat(line),
            ServerMsg::Muted { names } => self.on_muted(names),
            ServerMsg::YourGames { games } => self.on_your_games(games),
            ServerMsg::RoomInfo { room } => self.on_room_info(room),
            ServerMsg::Announcement { text } => self.on_announcement(text),
            ServerMsg::History { games, older } => self.on_history(games, older),
            ServerMsg::Profile { profile } => self.on_profile(*profile),
            ServerMsg::Leaderboard {
                variant,
                places,
                unplaced,
            } => self.on_leaderboard(&variant, places, unplaced),
        }
    }

    /// Takes in the beginning of a connection: what was said of the last one ends, and its goal is pursued.
    fn on_welcome(&mut self, greeting: Greeting) -> Vec<Action> {
        self.left_room = None;
        self.home.has_just_begun = false;
        self.connection = Connection::Up(None);
        self.has_stopped = false;
        self.end_notice(Ends::Welcome);
        self.form.offers(&greeting.bots);
        self.form.set_owner(greeting.owns_name);
        let mut actions = self.note_known(&greeting);
        self.greeting = Some(greeting);
        actions.extend(self.mute_again());
        actions.extend(self.follow_again());
        actions.extend(self.pursue_goal());
        if self.server_kind == ServerKind::Hosted && self.screen == Screen::Lobby {
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
        if self.left_room == Some(snapshot.room) {
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
        self.left_room.take_if(|left| *left == room);
        self.on_tv_left(room)
    }

    fn on_room_event(&mut self, room: RoomId, seq: Seq, event: &RoomEvent) -> Vec<Action> {
        if matches!(event, RoomEvent::Over { .. }) {
            self.note_tournament_game_over(room);
        }
        if self.is_at(room) {
            self.on_table_event(seq, event)
        } else {
            self.on_tv_event(room, seq, event)
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
        self.has_stopped = true;
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
        let message = match self.goal.take() {
            // The connection came back by itself, and goes to its seat by itself.
            None if self.view.is_some() => return Vec::new(),
            None if self.is_on_past() => return self.ask_past_again(),
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
                self.open_wall();
                return self.follow(tournament);
            }
            Some(Goal::Tv) => {
                self.open_tv();
                return self.ask_for_lobby();
            }
            None | Some(Goal::Lobby) => return self.enter_lobby(),
            Some(Goal::Join(room)) => return self.enter_room(room),
            Some(Goal::Watch(room)) => ClientMsg::Join {
                room,
                role: Role::Spectator,
            },
            Some(Goal::Return(room, token)) => return self.return_to(room, token),
            Some(Goal::TakeOver(code)) => ClientMsg::TakeOver { code },
            Some(Goal::Quick(variant, clock, rating)) => ClientMsg::Quick {
                variant,
                clock,
                own_rooms: self.home.own_rooms(),
                rated: rating.or(self.owns_name()),
            },
            Some(Goal::New(room)) => {
                let bots = self
                    .greeting
                    .as_ref()
                    .map_or(&[][..], |greeting| &greeting.bots);
                match room.seats(bots) {
                    Ok(seats) => ClientMsg::Open {
                        spec: room.spec(false, self.owns_name()),
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
        vec![Action::Send(message)]
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
        self.ask_for_lobby()
    }

    pub(super) fn ask_for_lobby(&mut self) -> Vec<Action> {
        let mut actions = vec![Action::Send(ClientMsg::EnterLobby { boards: true })];
        actions.extend(self.ask_for_games());
        actions.extend(self.ask_for_tournaments());
        actions
    }

    fn refused(&mut self, refusal: &Refusal, message: &str) -> Vec<Action> {
        if self.ends_stay(refusal) {
            return self.leave_lost_room(refusal, message);
        }
        if *refusal == Refusal::NotInRoom && self.view.is_none() {
            self.left_room = None;
            // Something that was sent just before the room was left.
            return Vec::new();
        }
        if let Some(actions) = self.games_refused(refusal) {
            return actions;
        }
        if let Some(actions) = self.watch_instead(refusal) {
            return actions;
        }
        if self.is_tv_refusal(refusal) {
            return Vec::new();
        }
        self.entering = None;
        if let Some(view) = &mut self.view {
            view.unanswered
                .take_if(|_| !Unanswered::outlives_refusal(refusal));
            if *refusal == Refusal::HintsOff {
                (view.values, view.evaluation) = (None, None);
            }
        }
        self.note_refused_question(refusal);
        self.trail.waits = false;
        self.show_refusal(refusal, message);
        let mut actions = self.forget_dead_seat(refusal);
        actions.extend(self.note_lost_tournament(refusal));
        // A server that lets nobody in has no lobby to show, and the connection says so in its end.
        if self.screen == Screen::Home && self.is_up() {
            actions.extend(self.enter_lobby());
        }
        actions
    }

    fn show_refusal(&mut self, refusal: &Refusal, message: &str) {
        // Before the notice, which would end with what is written.
        self.write_refused_talk(refusal);
        match refusal {
            Refusal::NotAnalysed { .. } if self.view.is_some() => self.analysis_refused(),
            // Revisions are nothing to people.
            Refusal::Stale { .. } => self.say_until(say!("dialogs-stale"), Ends::Board),
            _ if self.screen == Screen::Table => self.say_until(message, Ends::Board),
            _ => self.say(message),
        }
    }

    /// Deletes the saved seat that this person was returning to, where the refusal says that its game is gone.
    fn forget_dead_seat(&mut self, refusal: &Refusal) -> Vec<Action> {
        // A refusal of something else ends the wait early, which deletes no seat.
        let returning = self.home.returning.take();
        let (Refusal::WrongToken { room } | Refusal::NoSuchRoom { room }) = refusal else {
            return Vec::new();
        };
        let Some((_, token)) = returning.filter(|(to, _)| to == room) else {
            return Vec::new();
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
        if self.server_kind != ServerKind::Remote {
            return Vec::new();
        }
        // It is listed by the one that answered, which may be any.
        let servers = self.here.clone();
        let known_as = greeting.owns_name.then_some(&*greeting.name);
        self.keep(|choices| {
            for server in &servers {
                choices.note_known(server, known_as);
            }
        })
    }

    /// True if the key of the person is shown to the server.
    fn shows_key(&self) -> bool {
        let me = &self.home.me;
        let has_key = matches!(self.server_kind, ServerKind::Remote | ServerKind::Hosted);
        has_key && me.key.is_some() && (me.key_in_clear || !self.is_eavesdroppable)
    }

    /// True if this person owns the name that the server knows them by.
    pub(super) fn owns_name(&self) -> bool {
        self.greeting
            .as_ref()
            .is_some_and(|greeting| greeting.owns_name)
    }

    pub(super) fn is_up(&self) -> bool {
        matches!(self.connection, Connection::Up(_))
    }

    /// True where a refusal says that this client is not in the room on the screen.
    pub(super) fn ends_stay(&self, refusal: &Refusal) -> bool {
        let Some(view) = self.view.as_ref().filter(|_| self.is_up()) else {
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
        self.connection = Connection::Down;
        self.goal = None;
        self.home.has_just_begun = false;
        self.home.returning = None;
        self.greeting = None;
        self.shared.clear();
        self.here.clear();
        self.entering = None;
        self.server_kind = ServerKind::Remote;
        self.games = Games::default();
        self.lobby = Lobby::default();
        self.tv = Tv::default();
        self.tournament.forget();
        *self.trail = Trail::default();
        self.muted.names.clear();
        self.server = None;
        self.has_stopped = false;
        self.unheard = None;
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
