//! The actions that the screens ask for.

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;
use protocol::id::{RoomId, Token};
use protocol::rules::Variant;
use protocol::word::Named;

use super::evaluation::Search;
use super::{EventLoop, terminal};
use crate::args::{RoomLink, ServerUrl};
use crate::language;
use crate::net::Link;
use crate::resolve::first_with;
use crate::seats::{OwnSeat, SavedSeat, unix_time};
use crate::ui::{Action, Event, Setting};

impl EventLoop {
    /// Carries out actions in order; true ends the program.
    pub(super) async fn carry_out(&mut self, actions: Vec<Action>) -> bool {
        for action in actions {
            match action {
                Action::Quit => return true,
                Action::Connect(urls) => self.connect(urls).await,
                Action::FindRoom(link) => self.find_room(link),
                Action::Disconnect => self.disconnect().await,
                Action::StopServer => self.stop_server().await,
                Action::Send(message) => self.send(message),
                Action::SitOpposite(room) => self.sit_opposite(room),
                Action::Keep { game, tell } => {
                    let kept = self.keep(&game);
                    if tell || kept.is_err() {
                        // The loop that reads it is the one that runs this.
                        let _ = self.outcome_sender.send(Event::Saved(kept));
                    }
                }
                Action::Save { name, record } => {
                    let saved = self.save(&name, *record);
                    let _ = self.outcome_sender.send(Event::Saved(saved));
                }
                Action::Evaluate { game, order } => {
                    self.search = Some(Search::start(*game, order, &self.outcome_sender));
                }
                Action::Copy { record, dated } => {
                    let record = if dated { self.dated(*record) } else { *record };
                    let text = record.to_string();
                    let _ = execute!(std::io::stdout(), CopyToClipboard::to_clipboard_from(text));
                }
                Action::CopyText(text) => {
                    let _ = execute!(std::io::stdout(), CopyToClipboard::to_clipboard_from(text));
                }
                Action::Host { scope, listen } => {
                    // Before the keys that were pressed meanwhile: they are pressed on what comes of it.
                    let mut outcome = self.host(scope, listen).await;
                    if matches!(outcome, Event::Failed(_) | Event::PortTaken(_))
                        && let Some(room) = self.app.goal_room()
                        && let Some(urls) = self.server_with(room).await
                    {
                        outcome = Event::ServedElsewhere(urls);
                    }
                    let actions = self.app.update(self.now(), outcome);
                    if Box::pin(self.carry_out(actions)).await {
                        return true;
                    }
                }
                Action::Remember {
                    room,
                    token,
                    variant,
                    own,
                } => self.remember_seat(room, token, variant, own),
                Action::Forget(token) => self.forget_seat(token),
                Action::Release(token) => {
                    self.seats.release(token);
                    self.list_seats();
                }
                Action::SaveTournament(saved) => {
                    let kept = self.seats.save_tournament(saved);
                    self.warn(kept);
                }
                Action::ForgetTournament(token) => {
                    let kept = self.seats.forget_tournament(token);
                    self.warn(kept);
                }
                Action::RejoinSeat(room, token) => {
                    self.with_link(|link| link.set_seat(Some((room, token))));
                }
                Action::RejoinAsSpectator(room) => {
                    self.with_link(|link| link.set_watching(room));
                }
                Action::RejoinNothing => self.with_link(|link| link.set_seat(None)),
                Action::TakeName(name) => self.name = name,
                Action::Set(setting) => match setting {
                    Setting::Look => self.set_look(),
                    Setting::Language(language) => language::choose(Some(language)),
                },
                Action::KeepChoices(choices) => self.keep_choices(*choices),
                // To the terminal itself: it may be in another window.
                Action::Bell => {
                    terminal::call();
                    self.called = true;
                }
            }
        }
        false
    }

    /// The servers that may have a room: those on the network, on this machine, and those of the saved seats in it.
    fn servers_that_may_have(&self, room: RoomId) -> Vec<Vec<String>> {
        let seats = self.seats.returnable().into_iter();
        let of_seats = seats.filter(|seat| seat.room == room);
        let of_seats = of_seats.map(|seat| seat.servers.clone());
        let found = self.app.home.found.iter().map(|found| found.urls.clone());
        let here = vec![ServerUrl::here().to_string()];
        let all = of_seats.chain(found).chain([here]);
        all.filter(|urls| !urls.is_empty()).collect()
    }

    /// The addresses of a server that has the room.
    async fn server_with(&self, room: RoomId) -> Option<Vec<String>> {
        first_with(room, self.servers_that_may_have(room), &self.known).await
    }

    /// Looks for the server of a room beside everything else.
    fn find_room(&mut self, link: RoomLink) {
        let servers = self.servers_that_may_have(link.room);
        let (known, outcomes) = (self.known.clone(), self.outcome_sender.clone());
        tokio::spawn(async move {
            let urls = first_with(link.room, servers, &known).await;
            // The program may have ended meanwhile.
            let _ = outcomes.send(Event::RoomFound(link, urls));
        });
    }

    /// True where the server is in this program and keeps its games in memory: it takes the seats with it.
    fn seats_end_with_server(&self) -> bool {
        (self.is_private && !self.keeps_own)
            || (self.hosted_here().is_some() && !self.app.home.here.is_kept)
    }

    /// Gives an order to the connection, where there is one.
    fn with_link(&self, order: impl FnOnce(&Link)) {
        if let Some(link) = &self.link {
            order(link);
        }
    }

    /// Saves a seat, which the connection returns to if it is lost.
    fn remember_seat(
        &mut self,
        room: RoomId,
        token: Token,
        variant: Variant,
        own: Option<OwnSeat>,
    ) {
        self.with_link(|link| link.set_seat(Some((room, token))));
        let (listen, announced) = self.hosted_here().unzip();
        let seat = SavedSeat {
            // The server of a game of one's own is another one each time.
            servers: self
                .servers
                .iter()
                .filter(|_| own.is_none())
                .cloned()
                .collect(),
            room,
            token,
            variant: Named::Known(variant),
            when: unix_time(),
            hosted: listen.is_some(),
            listen,
            announced: announced.map(str::to_owned),
            server_id: self.app.server,
            own,
        };
        if self.seats_end_with_server() {
            self.temporary_seats
                .retain(|other| other.token != seat.token);
            self.temporary_seats.push(seat);
        } else {
            let kept = self.seats.remember(seat);
            self.warn(kept);
        }
        self.list_seats();
    }

    fn forget_seat(&mut self, token: Token) {
        self.temporary_seats.retain(|seat| seat.token != token);
        // A server that keeps nothing knows nothing of what is saved.
        if !self.seats_end_with_server() {
            let server = self.app.server;
            let server = server.filter(|_| !self.app.serves_kept_games());
            let forgotten = self.seats.forget(token, server);
            self.warn(forgotten);
        }
        self.list_seats();
    }

    /// Gives the seats to return to to the screens.
    pub(super) fn list_seats(&mut self) {
        let mut seats = self.temporary_seats.clone();
        seats.extend(self.seats.returnable());
        self.app.set_seats(seats);
        self.app.set_tournaments(self.seats.tournaments());
    }
}
