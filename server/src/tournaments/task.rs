//! The task of one tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use protocol::id::{PlayerId, RoomId, Token};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource};
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;
use protocol::tournament::{Decision, Entrant, TournamentAct};
use protocol::view::{Outcome, Phase, Reason, RoomSummary, Seat};
use room::{Command as RoomCommand, Occupant};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tournament::{Command, Event, Part, Player, Running, Table, Ticket, Tournament};
use tracing::{debug, error, info, warn};

use super::{Follower, Request, append, ticket};
use crate::base::time::until;
use crate::bots;
use crate::cluster::Epoch;
use crate::outbox::{EndReason, Frame, refused};
use crate::people::person::Person;
use crate::rooms::directory::Directory;
use crate::rooms::tournament_list::{Line, SharedLine};
use crate::store::{StoreError, tournament_of};

/// Least time between two views: with 256 entrants one has some 100 KiB.
const VIEW_EVERY: Duration = Duration::from_secs(1);

/// Time after which a room or a write that failed is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// Plies after which both players have come.
const BOTH_CAME: u16 = 2;

/// The end of a game.
struct Ended {
    room: RoomId,
    table: Table,
    score: BySide<u8>,
    decision: Decision,
}

type GameEnd = Pin<Box<dyn Future<Output = Ended> + Send>>;

/// An event that a tournament waits for.
enum Wake {
    Ended(Ended),
    Request(Request),
    Due,
}

/// A connection that follows, and what its person is here.
struct Here {
    follower: Follower,
    part: Part,
}

/// A tournament with those who follow it.
pub(super) struct TournamentTask {
    it: Tournament,
    directory: Arc<Directory>,
    /// Its line in the list.
    line: SharedLine,
    /// Number of the server when it took the tournament.
    epoch: Epoch,
    /// Cancelled if another server has it.
    lost: CancellationToken,
    followers: BTreeMap<PlayerId, Here>,
    /// Entries from each address since the start of the server.
    entries: BTreeMap<Person, u32>,
    /// The ends to come of the games under way.
    ends: FuturesUnordered<GameEnd>,
    /// Rooms whose ends are waited for.
    watched: BTreeSet<RoomId>,
    /// True if the followers have not seen the last change.
    changed: bool,
    next_view: Instant,
    /// Moment before which nothing that failed is tried again.
    not_before: Option<Instant>,
}

impl TournamentTask {
    pub(super) fn new(it: Tournament, directory: Arc<Directory>, line: SharedLine) -> Self {
        Self {
            it,
            epoch: directory.shared().cluster.epoch(),
            lost: directory.lost(),
            directory,
            line,
            followers: BTreeMap::new(),
            entries: BTreeMap::new(),
            ends: FuturesUnordered::new(),
            watched: BTreeSet::new(),
            changed: false,
            next_view: Instant::now(),
            not_before: None,
        }
    }

    /// Serves the tournament until `stop`, or until another server has it.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Request>, stop: CancellationToken) {
        loop {
            if self.may_try() {
                self.not_before = None;
                self.open_games().await;
            }
            self.watch_games();
            let due = self.due();
            let wake = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = self.lost.cancelled() => break,
                Some(ended) = self.ends.next(), if !self.ends.is_empty() => Wake::Ended(ended),
                request = inbox.recv() => match request {
                    Some(request) => Wake::Request(request),
                    None => return,
                },
                () = until(due) => Wake::Due,
            };
            let is_here = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                is_here = self.directory.shared().cluster.may_send(self.epoch) => is_here,
            };
            if !is_here {
                break;
            }
            match wake {
                Wake::Ended(ended) => self.on_ended(ended).await,
                Wake::Request(request) => self.handle(request).await,
                Wake::Due => self.on_due().await,
            }
        }
        drop(inbox);
        self.let_go();
    }

    /// Lets go of a tournament that another server has, or may have: the connections of the followers end, and they
    /// come back to it.
    fn let_go(self) {
        info!(tournament = %self.it.id(), "another server has it");
        for here in self.followers.values() {
            here.follower.outbox.end(EndReason::RoomBroke);
        }
        let lobby = &self.directory.shared().lobby;
        lobby.tournaments.remove(self.it.id());
        lobby.tournaments_changed();
        // It may be this one again.
        self.directory.note_taken_over();
    }

    fn now(&self) -> Millis {
        self.directory.shared().time.now()
    }

    /// Returns true unless something failed a moment ago.
    fn may_try(&self) -> bool {
        self.not_before
            .is_none_or(|moment| moment <= Instant::now())
    }

    /// Returns the moment at which something is due.
    fn due(&self) -> Option<Instant> {
        let time = &self.directory.shared().time;
        let (tables, later) = self.it.games_to_open(time.now());
        let waiting = (!tables.is_empty()).then(Instant::now);
        let moments = [self.it.deadline(), later].map(|moment| moment.map(|at| time.instant(at)));
        let work = moments.into_iter().chain([waiting]).flatten().min();
        let work = work.map(|moment| {
            self.not_before
                .map_or(moment, |earliest| earliest.max(moment))
        });
        let view = self.changed.then_some(self.next_view);
        [work, view].into_iter().flatten().min()
    }

    async fn on_due(&mut self) {
        if self.changed && self.next_view <= Instant::now() {
            self.send_view();
        }
        let now = self.now();
        let is_due = self.it.deadline().is_some_and(|due| due <= now);
        if is_due && self.may_try() {
            self.carry_out_or_retry(&Command::Tick).await;
        }
    }

    /// Carries out a command that the rules allow, and tries it again if the store fails.
    async fn carry_out_or_retry(&mut self, command: &Command) {
        if let Err(refusal) = self.carry_out(command).await {
            warn!(tournament = %self.it.id(), %refusal, "tried again later");
            self.not_before = Some(Instant::now() + RETRY);
        }
    }

    /// Decides, stores and applies.
    async fn carry_out(&mut self, command: &Command) -> Result<(), Refusal> {
        let now = self.now();
        let events = self.it.decide(now, command)?;
        if events.is_empty() {
            return Ok(());
        }
        let durable: Vec<_> = events.iter().filter(|event| event.is_durable()).collect();
        if !durable.is_empty() {
            let is_over = self.it.is_over() || durable.iter().any(|event| **event == Event::Over);
            let append = append(self.it.id(), self.it.seq(), now, durable, is_over);
            if let Err(error) = self.directory.shared().store.append(append).await {
                match error {
                    StoreError::Conflict { .. } => self.load_again().await,
                    StoreError::Elsewhere { .. } => self.lost.cancel(),
                    _ => {}
                }
                return Err(error.to_refusal(self.directory.shared().random.draw()));
            }
        }
        for event in &events {
            self.it.apply(now, event);
        }
        self.changed = true;
        self.write_line();
        Ok(())
    }

    fn write_line(&self) {
        let mut line = self.line.lock().expect("no holder panics");
        *line = Line::new(&self.it, self.now(), line.opener);
        drop(line);
        self.directory.shared().lobby.tournaments_changed();
    }

    /// An append that seemed to fail is on the disk: the store knows what there is.
    async fn load_again(&mut self) {
        let code = self.it.id();
        let stored = self.directory.shared().store.load(code).await;
        match stored.and_then(|stored| tournament_of(code, &stored)) {
            Ok(Some(tournament)) => {
                self.it = tournament;
                self.write_line();
            }
            Ok(None) => {}
            Err(error) => {
                error!(tournament = %code, %error, "the tournament cannot be loaded again");
            }
        }
    }

    /// Opens the rooms of the games that are to begin.
    async fn open_games(&mut self) {
        let (tables, _) = self.it.games_to_open(self.now());
        for table in tables {
            let spec = self.it.spec();
            let usual = if spec.rated {
                GameSpec::new_rated(spec.variant)
            } else {
                GameSpec::new(spec.variant)
            };
            let game = GameSpec {
                clock: spec.clock,
                opening: spec.opening,
                listed: spec.listed,
                takebacks: false,
                ..usual
            };
            let (late, players) = (
                spec.late,
                table.seats.map(|entrant| occupant(self.it.player(entrant))),
            );
            let pairing = table.pairing;
            let opener = self.line.lock().expect("no holder panics").opener;
            let opened = match self.directory.arrange(game, late, players, opener).await {
                Ok(handle) => {
                    let room = handle.room();
                    let opened = self.carry_out(&Command::Opened { pairing, room }).await;
                    if opened.is_err() {
                        close(&self.directory, room).await;
                    }
                    opened.map(|()| room)
                }
                Err(refusal) => Err(refusal),
            };
            match opened {
                Ok(room) => self.tell_table(table, room),
                Err(refusal) => {
                    warn!(tournament = %self.it.id(), %refusal, "a game cannot begin now");
                    self.not_before = Some(Instant::now() + RETRY);
                    return;
                }
            }
        }
    }

    /// Waits for the ends of the games under way, and closes the rooms of those that were decided without it.
    fn watch_games(&mut self) {
        let running = self.it.games_under_way();
        let rooms: BTreeSet<_> = running.iter().map(|game| game.room).collect();
        for room in self.watched.difference(&rooms) {
            let (directory, room) = (Arc::clone(&self.directory), *room);
            tokio::spawn(async move { close(&directory, room).await });
        }
        for game in running
            .into_iter()
            .filter(|game| !self.watched.contains(&game.room))
        {
            let late = self.it.spec().late;
            self.ends
                .push(Box::pin(end_of(Arc::clone(&self.directory), game, late)));
        }
        self.watched = rooms;
    }

    async fn on_ended(&mut self, ended: Ended) {
        let Table { pairing, game, .. } = ended.table;
        let command = Command::Score {
            pairing,
            game,
            score: ended.score,
            decision: ended.decision,
        };
        match self.carry_out(&command).await {
            // It is not closed as one that was decided otherwise, unless it goes on.
            Ok(()) if ended.decision != Decision::Forfeit => drop(self.watched.remove(&ended.room)),
            Ok(()) => {}
            Err(refusal) => {
                warn!(tournament = %self.it.id(), %refusal, "a result is stored later");
                self.ends.push(Box::pin(async move {
                    sleep(RETRY).await;
                    ended
                }));
            }
        }
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Follow {
                follower,
                reference,
            } => self.follow(follower, reference),
            Request::Unfollow(who) => {
                self.changed |= self
                    .followers
                    .remove(&who)
                    .is_some_and(|here| here.part.entrant.is_some());
            }
            Request::Act {
                who,
                act,
                reference,
            } => {
                let done = self.act(who, act).await;
                self.changed = true;
                match (done, self.followers.get(&who)) {
                    (Ok(()), _) => self.tell_part(who, reference),
                    (Err(refusal), Some(here)) => {
                        debug!(tournament = %self.it.id(), %refusal, "refused");
                        here.follower.outbox.send_one(refused(refusal), reference);
                    }
                    (Err(_), None) => {}
                }
            }
            Request::Host(act, reply) => {
                let done = self.organise(act).await;
                let _ = reply.send(done);
            }
            Request::Pairings(from, most, reply) => {
                let _ = reply.send(self.it.pairings(from, most));
            }
            Request::View(reply) => {
                let _ = reply.send(self.view());
            }
        }
    }

    fn follow(&mut self, mut follower: Follower, reference: Option<u32>) {
        let (token, key) = (follower.token.map(Token::hash), follower.key);
        let part = self.it.part_of(token, key.map(|key| key.hash()));
        let mine = self.it.ticket(part);
        follower.token = match (mine, key) {
            (Some(ticket), _) if Some(ticket.hash) == token => follower.token,
            (
                Some(Ticket {
                    holder: Some(holder),
                    ..
                }),
                Some(key),
            ) => Some(key.seat_token(holder.nonce)),
            _ => None,
        };
        let who = follower.who;
        self.changed |= part.entrant.is_some();
        self.followers.insert(who, Here { follower, part });
        self.tell_part(who, reference);
        let view = ServerMsg::Tournament {
            view: Box::new(self.view()),
        };
        self.followers[&who]
            .follower
            .outbox
            .send(&Frame::new(view), reference);
        for Running { table, room } in self.it.games_under_way() {
            self.tell_table_to(who, table, room);
        }
    }

    async fn act(&mut self, who: PlayerId, act: TournamentAct) -> Result<(), Refusal> {
        let here = self.followers.get(&who).ok_or(Refusal::NoTournament)?;
        let (part, follower) = (here.part, &here.follower);
        let entrant = part.entrant.ok_or(Refusal::NotEntered);
        match act {
            TournamentAct::Enter => {
                // The organiser has a ticket already.
                let (token, ticket) = match (self.it.ticket(part), follower.token) {
                    (Some(ticket), Some(token)) => {
                        let name = follower.name.clone();
                        let renamed = Ticket {
                            name,
                            ..ticket.clone()
                        };
                        (token, renamed)
                    }
                    _ => ticket(&self.directory, &follower.name, follower.key),
                };
                let (hash, person) = (ticket.hash, follower.person);
                let entries = self.entries.get(&person).copied().unwrap_or_default();
                let most = self.directory.shared().config.people_per_address;
                if part.entrant.is_none() && entries >= most {
                    let what = Resource::Entrants;
                    let most = Some(most);
                    return Err(Refusal::Full { what, most });
                }
                self.carry_out(&Command::Enter { ticket }).await?;
                if part.entrant.is_none() {
                    *self.entries.entry(person).or_default() += 1;
                }
                let here = self.followers.get_mut(&who).ok_or(Refusal::NoTournament)?;
                here.follower.token = Some(token);
                here.part = self.it.part_of(Some(hash), None);
                Ok(())
            }
            TournamentAct::Withdraw => {
                self.carry_out(&Command::Withdraw { entrant: entrant? })
                    .await
            }
            TournamentAct::Pause { paused } => {
                let entrant = entrant?;
                self.carry_out(&Command::Pause { entrant, paused }).await
            }
            TournamentAct::Ready => self.carry_out(&Command::Ready { entrant: entrant? }).await,
            act if part.organiser => self.organise(act).await,
            _ => Err(Refusal::NotOrganiser),
        }
    }

    /// Carries out an act of the organiser or of the operator.
    async fn organise(&mut self, act: TournamentAct) -> Result<(), Refusal> {
        let command = match act {
            TournamentAct::Hold { held } => Command::Hold { held },
            TournamentAct::NextRound => Command::NextRound,
            TournamentAct::Correct {
                pairing,
                game,
                score,
            } => Command::Correct {
                pairing,
                game,
                score,
            },
            TournamentAct::AddBot { bot } => {
                let spec = self.it.spec();
                let list = self.directory.shared().engines.list();
                let bot = bots::check(list, &bot, spec.variant, spec.opening)?;
                Command::AddBot { bot }
            }
            TournamentAct::AddPerson { name } => return self.add_person(name).await,
            TournamentAct::Remove { entrant } => Command::Withdraw { entrant },
            TournamentAct::End => Command::End,
            TournamentAct::Enter
            | TournamentAct::Withdraw
            | TournamentAct::Pause { .. }
            | TournamentAct::Ready => return Err(Refusal::NotEntered),
        };
        self.carry_out(&command).await
    }

    /// Enters a person who is connected, who follows the tournament from then on.
    async fn add_person(&mut self, name: protocol::text::Name) -> Result<(), Refusal> {
        let found = self.directory.shared().host.connected.find(&name);
        let (who, outbox) = found.ok_or(Refusal::UnknownPlayer { name: name.clone() })?;
        let (token, ticket) = ticket(&self.directory, &name, None);
        self.carry_out(&Command::Enter { ticket }).await?;
        let follower = Follower {
            who,
            // Who was added enters no more.
            person: Person::default(),
            name,
            outbox,
            key: None,
            token: Some(token),
        };
        self.follow(follower, None);
        Ok(())
    }

    fn view(&self) -> protocol::tournament::TournamentView {
        let present: BTreeSet<_> = self
            .followers
            .values()
            .filter_map(|here| here.part.entrant)
            .collect();
        self.it
            .view(self.now(), |entrant| present.contains(&entrant))
    }

    fn send_view(&mut self) {
        self.changed = false;
        self.next_view = Instant::now() + VIEW_EVERY;
        if self.followers.is_empty() {
            return;
        }
        let view = Box::new(self.view());
        let frame = Frame::new(ServerMsg::Tournament { view });
        for here in self.followers.values() {
            here.follower.outbox.send(&frame, None);
        }
    }

    fn tell_part(&self, who: PlayerId, reference: Option<u32>) {
        let Some(Here { follower, part }) = self.followers.get(&who) else {
            return;
        };
        let message = ServerMsg::YourTournament {
            tournament: self.it.id(),
            organiser: part.organiser,
            entrant: part.entrant,
            token: follower.token,
        };
        follower.outbox.send_one(message, reference);
    }

    fn tell_table(&self, table: Table, room: RoomId) {
        info!(tournament = %self.it.id(), %room, "a game begins");
        for who in self.followers.keys() {
            self.tell_table_to(*who, table, room);
        }
    }

    fn tell_table_to(&self, who: PlayerId, table: Table, room: RoomId) {
        let Here { follower, part } = &self.followers[&who];
        let side = part
            .entrant
            .and_then(|entrant| table.seats.find(|seat: &Entrant| *seat == entrant));
        if let (Some(side), Some(token)) = (side, follower.token) {
            let message = ServerMsg::YourTable {
                tournament: self.it.id(),
                room,
                side,
                token,
                late: self.it.spec().late,
            };
            follower.outbox.send_one(message, None);
        }
    }
}

fn occupant(player: &Player) -> Occupant {
    match player {
        Player::Person(ticket) => Occupant::person(&ticket.name, ticket.hash, ticket.holder),
        Player::Bot(bot) => Occupant::Bot(bot.clone()),
    }
}

/// Closes a room whose game was decided without it.
async fn close(directory: &Arc<Directory>, room: RoomId) {
    if let Ok(handle) = directory.find_for_host(room).await {
        // One that is over, or gone, needs no closing.
        if handle
            .look()
            .await
            .is_ok_and(|room| room.phase == Phase::Playing)
        {
            let _ = handle.host(RoomCommand::HostClose).await;
        }
    }
}

/// Waits for the end of a game: by the room, or because somebody has not come in time.
async fn end_of(directory: Arc<Directory>, game: Running, late: Millis) -> Ended {
    let Running { table, room } = game;
    let ended = |score, decision| Ended {
        room,
        table,
        score: if table.game % 2 == 1 {
            BySide::swapped(score)
        } else {
            score
        },
        decision,
    };
    let draw = BySide {
        first: 1,
        second: 1,
    };
    let patience = Duration::from_millis(late.as_millis());
    let mut both_came = false;
    loop {
        let handle = match directory.find(room).await {
            Ok(handle) => handle,
            Err(Refusal::NoSuchRoom { .. }) => return ended(draw, Decision::Void),
            Err(_) => {
                sleep(RETRY).await;
                continue;
            }
        };
        let is_over = tokio::select! {
            biased;
            finished = handle.finished() => finished,
            () = sleep(patience), if !both_came => true,
        };
        if !is_over {
            handle.gone().await;
            continue;
        }
        let Ok(summary) = handle.look().await else {
            handle.gone().await;
            continue;
        };
        match &summary.phase {
            Phase::Over { outcome } => {
                let (score, decision) = result(outcome, &summary, late);
                return ended(score, decision);
            }
            Phase::Seating | Phase::Playing => {}
        }
        both_came = summary.plies >= BOTH_CAME;
        let absent = BySide::from_fn(|side| !both_came && is_absent(&summary, side, late));
        if absent.first || absent.second {
            return ended(forfeit(absent), Decision::Forfeit);
        }
    }
}

/// Returns true if a player has been away for all the time in which to come.
fn is_absent(summary: &RoomSummary, side: Side, late: Millis) -> bool {
    matches!(summary.seats[side], Seat::Human { away: Some(away), .. } if away >= late)
}

/// Returns the score of a game that those who are absent lose.
fn forfeit(absent: BySide<bool>) -> BySide<u8> {
    BySide::from_fn(|side: Side| {
        if !absent[side] && absent[side.other()] {
            2
        } else {
            0
        }
    })
}

/// Returns the score of a game that is over, by its sides.
fn result(outcome: &Outcome, summary: &RoomSummary, late: Millis) -> (BySide<u8>, Decision) {
    if outcome.reason == Reason::NoFirstMove {
        // The first act of the first side comes first.
        let absent = if summary.plies == 0 {
            Side::First
        } else {
            Side::Second
        };
        let absent = BySide::from_fn(|side| side == absent || is_absent(summary, side, late));
        return (forfeit(absent), Decision::Forfeit);
    }
    let decision = if outcome.counts() {
        Decision::Played
    } else {
        Decision::Void
    };
    let score = BySide::from_fn(|side| match outcome.winner {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    });
    (score, decision)
}
