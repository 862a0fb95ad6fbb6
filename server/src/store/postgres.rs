//! Storage of rooms in `PostgreSQL`, which several servers share: each room is owned by one of them, and the events of
//! any other are refused.
//!
//! ```text
//! append    -> one statement for the batch (`append.rs`) -> commit
//! load      -> the room is this server's from then on, unless another one that is there has it
//! take_over -> the rooms of servers that are gone are this one's (`node.rs` finds out which are)
//! game ends -> a fact (`facts.rs`), from which each server makes its own history
//! ```
//!
//! A connection that breaks is opened again, and the batch is written again unless it is there: players do not
//! notice a database that is started again within the length of a lease.

mod append;
mod bulletin;
mod facts;
mod node;
mod schema;
mod session;
mod tls;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use protocol::id::{RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::text::Name;
use protocol::view::RatingChange;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_postgres::{Error, Row};
use tracing::{error, warn};

use self::node::Node;
use self::session::{Parameters, Session, Settings, is_broken, is_full, is_in_the_way, said};
use super::sqlite::copied::{Copy, Fact};
use super::sqlite::lock::Lock;
use super::uptime::{Run, Start, UptimeLog};
use super::{
    Amendment, Append, Kind, LiveRoom, NameChange, OpenError, OwnedName, Pruned, Pruning, Record,
    Rest, Store, StoreError, Stored,
};
use crate::cluster::{Cluster, Epoch};

/// Time for which a server owns its rooms without a sign of life.
pub const LEASE: Duration = Duration::from_secs(2);

/// Pause before a connection that broke is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// Rooms that one part of deleting old ones looks at.
const PRUNED_AT_ONCE: i64 = 64;

/// The reason why there is no store.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The text is not the URL of a database.
    #[error(
        "not the URL of a database: {}; write it as postgres://user@host/database, or keep games in a file: --store sqlite",
        said(.0)
    )]
    Url(Error),
    /// The TLS that the URL asks for is not possible.
    #[error("cannot use TLS to the database: {0}")]
    Tls(String),
    /// The database cannot be reached, or refuses.
    #[error("cannot open the store: {}; check the URL of --store, and what its user may do there", said(.0))]
    Failed(Error),
    /// The tables are those of another release.
    #[error(
        "the tables of the database have the schema of another release ({found}); use that release, or another database"
    )]
    OtherVersion {
        /// Version of the schema.
        found: i32,
    },
    /// The facts of the history cannot be read.
    #[error("{0}")]
    Facts(StoreError),
    /// There are other tables.
    #[error(
        "the database has tables of another program; make one for enlinea alone: createdb enlinea"
    )]
    Foreign,
    /// Another server uses the directory of this one.
    #[error(transparent)]
    Directory(#[from] OpenError),
    /// There can be no thread.
    #[error(
        "cannot start the threads of the store ({0}); allow the server more memory and more threads"
    )]
    Threads(#[from] std::io::Error),
}

// The sentence has the words of the database: there is no source to be said after it.
impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Rooms in a database that other servers use as well.
pub(super) struct Postgres {
    /// Of this thread: it drives the connection while something is asked.
    runtime: Option<Runtime>,
    link: Link,
    cluster: Cluster,
    /// Ends after everything is written, and then gives the rooms away.
    _node: Node,
    /// Lock of the directory in which the server keeps other things.
    _lock: Option<Lock>,
    uptime: UptimeLog,
    /// Number of the last fact that was read.
    upto: i64,
    /// The games that are over; none without a directory.
    copy: Option<Copy>,
    /// Changes of the owned names by other servers.
    learned: Vec<NameChange>,
}

/// The way to the database, which is opened again when it breaks.
struct Link {
    settings: Settings,
    session: Option<Session>,
    patience: Duration,
}

impl Link {
    /// Does the work; once more if the connection broke meanwhile: then the argument of `work` is true.
    async fn ask<T>(
        &mut self,
        work: impl AsyncFn(&Session, bool) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let end = Instant::now() + self.patience;
        let mut again = false;
        loop {
            let work = async {
                let session = match self.session.take() {
                    Some(session) => session,
                    None => Session::open(&self.settings, None).await?,
                };
                let done = work(&session, again).await?;
                // After anything else it may be in a transaction.
                self.session = Some(session);
                Ok(done)
            };
            let error: Error = match timeout_at(end, work).await {
                Ok(Ok(done)) => return Ok(done),
                Ok(Err(error)) => error,
                Err(_late) => {
                    let waited = self.patience.as_millis();
                    return Err(StoreError::Failed(format!(
                        "the database did not answer within {waited} ms"
                    )));
                }
            };
            let may_help = is_broken(&error) || is_in_the_way(&error);
            if !may_help || Instant::now() + PAUSE >= end {
                return Err(failed(&error));
            }
            again = true;
            sleep(PAUSE).await;
        }
    }
}

impl Postgres {
    /// Opens the database of this URL, and becomes one of its servers, which others reach at `address`.
    pub(super) fn open(
        url: &str,
        address: &str,
        lease: Duration,
        directory: Option<&Path>,
        lock: Option<Lock>,
    ) -> Result<Self, Problem> {
        let settings = session::settings(url, lease)?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (session, made) = runtime.block_on(async {
            let session = Session::open(&settings, None).await?;
            schema::prepare(&session.client).await?;
            let made = "SELECT made::text FROM enlinea";
            let made: String = session.client.query_one(made, &[]).await?.get(0);
            Ok::<_, Problem>((session, made))
        })?;
        let cluster = Cluster::new(lease);
        let node = Node::start(settings.clone(), address.to_owned(), cluster.clone())?;
        let copy = directory
            .map(|directory| Copy::open(directory, &made))
            .transpose()?;
        let mut store = Self {
            runtime: Some(runtime),
            link: Link {
                settings,
                session: Some(session),
                patience: lease,
            },
            cluster,
            _node: node,
            _lock: lock,
            uptime: UptimeLog::default(),
            upto: copy.as_ref().map_or(0, |copy| copy.upto),
            copy,
            learned: Vec::new(),
        };
        store.read_facts().map_err(Problem::Facts)?;
        // The owned names are read after this.
        store.learned.clear();
        Ok(store)
    }

    fn ask<T>(
        &mut self,
        work: impl AsyncFn(&Session, bool) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let runtime = self.runtime.as_ref().expect("it ends with the store");
        runtime.block_on(self.link.ask(work))
    }

    /// Does what one statement does, however often it is tried.
    fn execute(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<u64, StoreError> {
        self.ask(async |session, _| session.execute(sql, parameters).await)
    }

    fn query(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        self.ask(async |session, _| session.query(sql, parameters).await)
    }

    /// Reads the facts that are new, into the copy. Returns what became of the last change of the operator.
    fn read_facts(&mut self) -> Result<Option<Vec<Name>>, StoreError> {
        let mut amended = None;
        loop {
            let after = self.upto;
            let read = self.ask(async |session, _| facts::read(session, after).await)?;
            let Some(upto) = read.upto else {
                return Ok(amended);
            };
            self.upto = upto;
            let me = self.cluster.epoch();
            let of_others = read.facts.iter().filter(|(node, _)| *node != me);
            self.learned
                .extend(of_others.filter_map(|(_, fact)| fact.name_change()));
            if read.is_unknown {
                // A copy with a gap would have other numbers.
                self.copy = None;
            }
            let facts: Vec<_> = read.facts.into_iter().map(|(_, fact)| fact).collect();
            if let Some(copy) = &mut self.copy {
                match copy.add(&facts, upto) {
                    Ok(done) => amended = done.or(amended),
                    Err(error) => {
                        error!(%error, "the history of this server stands still until its next start");
                        self.copy = None;
                    }
                }
            }
        }
    }

    fn live_rooms(&self, rows: &[Row], now: Millis) -> Vec<LiveRoom> {
        let live = rows.iter().filter_map(|row| {
            let room = code(row)?;
            let left: Option<i64> = row.get(1);
            let left = left.map_or(now, |left| {
                self.uptime.brought_forward(millis(left)).min(now)
            });
            let due = left + millis(row.get(2));
            Some(LiveRoom { room, due })
        });
        let mut live: Vec<_> = live.collect();
        live.sort_by_key(|live| (live.due, live.room));
        live
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.link.session = None;
        if let Some(runtime) = self.runtime.take() {
            // A task may drop it, and must not wait.
            runtime.shutdown_background();
        }
    }
}

/// Takes all that servers have that are gone, in one statement, so that what belongs together comes to one server; the
/// players left at the moment `$2`, or before. The numbers of those servers are found first: of two servers that do so
/// at once, the second finds the owner changed and takes nothing.
const TAKE: &str = "
    WITH me AS (SELECT id FROM node WHERE id = $1 FOR KEY SHARE),
    taken AS (
        UPDATE room SET owner = me.id, left_at = least(coalesce(left_at, $2), $2) FROM me
        WHERE problem IS NULL AND owner = ANY(ARRAY(
            SELECT owner FROM room WHERE owner IS NOT NULL EXCEPT SELECT id FROM node))
        RETURNING room.id, left_at, wake_after, is_live AND kind = 0 AS is_played
    )
    SELECT id, left_at, wake_after FROM taken WHERE is_played";

impl Store for Postgres {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        let keep = "UPDATE enlinea SET id = coalesce(id, $1) RETURNING id";
        let rows = self.query(keep, &[&fresh.to_string()])?;
        let kept: Option<String> = rows.first().map(|row| row.get(0));
        kept.and_then(|id| id.parse().ok())
            .ok_or_else(|| StoreError::Failed("the id of the server is damaged".to_owned()))
    }

    fn start(&mut self, now: Millis) -> Result<(), StoreError> {
        let rows = self.query("SELECT began, last FROM uptime ORDER BY nr", &[])?;
        let runs = rows.iter().map(|row| Run {
            began: millis(row.get(0)),
            last: millis(row.get(1)),
        });
        let mut uptime = UptimeLog::new(runs.collect());
        let start = uptime.start(now);
        self.uptime = uptime;
        if start == Start::GoesOn {
            return self.alive(now);
        }
        let insert = "INSERT INTO uptime (began, last) VALUES ($1, $1)";
        self.execute(insert, &[&stored(now)]).map(drop)
    }

    fn alive(&mut self, now: Millis) -> Result<(), StoreError> {
        self.uptime.alive(now);
        let update = "
            UPDATE uptime SET last = greatest(last, $1) WHERE nr = (SELECT max(nr) FROM uptime)";
        self.execute(update, &[&stored(now)]).map(drop)
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        let rows = self.query("SELECT name, hash, used FROM name_owner ORDER BY name", &[])?;
        let owned = |row: &Row| {
            let name: Name = row.get::<_, &str>(0).parse().ok()?;
            let hash: [u8; 16] = row.get::<_, &[u8]>(1).try_into().ok()?;
            Some(OwnedName {
                owner: TokenHash(u128::from_be_bytes(hash)),
                name,
                used: self.uptime.brought_forward(millis(row.get(2))),
            })
        };
        let mut names: Vec<_> = rows.iter().filter_map(owned).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.used));
        Ok(names)
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        let me = self.cluster.epoch();
        let made = self.ask(async |session, _| {
            session.client.batch_execute("BEGIN").await?;
            facts::lock(session).await?;
            let mut made = Vec::new();
            for change in changes {
                let hash = &change.owner().0.to_be_bytes()[..];
                let free = "DELETE FROM name_owner WHERE hash = $1";
                session.execute(free, &[&hash]).await?;
                made.push(match change {
                    NameChange::Owned { owned, skeleton }
                        if bind(session, owned, skeleton).await? == 0 =>
                    {
                        NameChange::Freed(owned.owner)
                    }
                    change => change.clone(),
                });
            }
            let facts: Vec<_> = made.iter().map(Fact::from).collect();
            facts::write(session, me, &facts).await?;
            session.client.batch_execute("COMMIT").await?;
            Ok(made)
        })?;
        let lost = made.into_iter().zip(changes);
        let lost = lost.filter(|(made, wanted)| made != *wanted);
        self.learned.extend(lost.map(|(made, _)| made));
        Ok(())
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        let select = "
            SELECT room FROM seat WHERE key = $1 GROUP BY room ORDER BY max(taken) DESC, room LIMIT $2";
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let rows = self.query(select, &[&&key.0.to_be_bytes()[..], &most])?;
        Ok(rows.iter().filter_map(code).collect())
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let me = self.cluster.epoch();
        let appended =
            self.ask(async |session, again| append::append(session, me, batch, again).await);
        appended.unwrap_or_else(|error| batch.iter().map(|_| Err(error.clone())).collect())
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        let me = self.cluster.epoch();
        let loaded = self.ask(async |session, _| load(session, me, room).await)?;
        let stored = loaded.map(|mut stored| {
            let left = stored.left;
            stored.left = left.map(|left| self.uptime.brought_forward(left));
            stored
        });
        if let Err(StoreError::Damaged { problem, .. }) = &stored
            && let Err(error) = self.quarantine(room, problem)
        {
            // It is found to be damaged again when it is asked for again.
            warn!(%room, %error, "the room cannot be quarantined");
        }
        stored
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        let (me, at) = (self.cluster.epoch(), stored(start));
        self.query(TAKE, &[&me, &at])?;
        let note = "
            UPDATE room SET left_at = $2
            WHERE owner = $1 AND is_live AND kind = 0 AND problem IS NULL AND (left_at IS NULL OR left_at > $2)";
        self.execute(note, &[&me, &at])?;
        let select = "
            SELECT id, left_at, wake_after FROM room
            WHERE owner = $1 AND is_live AND kind = 0 AND problem IS NULL";
        let rows = self.query(select, &[&me])?;
        Ok(self.live_rooms(&rows, start))
    }

    fn take_over(&mut self, now: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        let rows = self.query(TAKE, &[&self.cluster.epoch(), &stored(now)])?;
        Ok(self.live_rooms(&rows, now))
    }

    fn tournaments(&mut self, most: usize) -> Result<Vec<RoomId>, StoreError> {
        let select = "
            (SELECT id FROM room WHERE owner = $1 AND kind = 1 AND is_live AND problem IS NULL)
            UNION ALL
            (SELECT id FROM room WHERE owner = $1 AND kind = 1 AND NOT is_live AND problem IS NULL
             ORDER BY last_at DESC LIMIT $2)";
        let (me, most) = (self.cluster.epoch(), i64::try_from(most));
        let rows = self.query(select, &[&me, &most.unwrap_or(i64::MAX)])?;
        Ok(rows.iter().filter_map(code).collect())
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        let codes: Vec<_> = rooms.iter().map(|rest| rest.room.as_str()).collect();
        let left: Vec<_> = rooms.iter().map(|rest| rest.left.map(stored)).collect();
        // The last note of a room counts. A room that is over goes to the next server that asks for it.
        let rest = "
            UPDATE room SET left_at = note.left_at, owner = CASE WHEN is_live THEN owner END
            FROM (SELECT DISTINCT ON (room) room, left_at
                  FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS note (room, left_at, nr)
                  ORDER BY room, nr DESC) AS note
            WHERE id = note.room AND owner = $1 AND problem IS NULL";
        self.execute(rest, &[&self.cluster.epoch(), &codes, &left])
            .map(drop)
    }

    fn quarantine(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        error!(%room, problem, "the room is damaged, and is quarantined");
        let insert = "
            INSERT INTO room (id, kind, seq, last_at, is_live, problem) VALUES ($1, 0, 0, 0, FALSE, $2)
            ON CONFLICT (id) DO UPDATE SET problem = coalesce(room.problem, excluded.problem)";
        self.execute(insert, &[&room.as_str(), &problem]).map(drop)
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        let me = self.cluster.epoch();
        let after = progress.room.as_ref().map_or("", RoomId::as_str).to_owned();
        let select = "
            SELECT id, last_at, NOT is_live AND kind = 0 AND problem IS NULL FROM room WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = self.query(select, &[&after, &PRUNED_AT_ONCE])?;
        let old = rows.iter().filter(|row| {
            let last = self.uptime.brought_forward(millis(row.get(1)));
            row.get(2) && last < before && code(row).is_some_and(|room| !spared.contains(&room))
        });
        let old: Vec<&str> = old.map(|row| row.get(0)).collect();
        let rooms = if old.is_empty() {
            0
        } else {
            let deleted = self.ask(async |session, _| {
                session.client.batch_execute("BEGIN").await?;
                let deleted = delete_rooms(session, me, &old).await?;
                session.client.batch_execute("COMMIT").await?;
                Ok(deleted)
            });
            deleted?
        };
        progress.room = rows.last().and_then(code).or(progress.room);
        Ok(Pruned {
            rooms,
            is_done: rows.is_empty(),
        })
    }

    fn ratings(
        &mut self,
        room: RoomId,
        game: u16,
    ) -> Result<Option<BySide<RatingChange>>, StoreError> {
        self.read_facts()?;
        match &mut self.copy {
            Some(copy) => copy.ratings(room, game),
            None => Ok(None),
        }
    }

    fn amend(&mut self, amendment: &Amendment) -> Result<Option<Vec<Name>>, StoreError> {
        self.read_facts()?;
        let rooms = match (amendment, &self.copy) {
            (Amendment::Forget(name), Some(copy)) => copy.rooms_of(name)?,
            _ => Vec::new(),
        };
        let rooms: Vec<_> = rooms.iter().map(String::as_str).collect();
        let me = self.cluster.epoch();
        let fact = Fact::Amended(amendment.clone());
        self.ask(async |session, _| {
            session.client.batch_execute("BEGIN").await?;
            delete_rooms(session, me, &rooms).await?;
            facts::lock(session).await?;
            facts::write(session, me, std::slice::from_ref(&fact)).await?;
            session.client.batch_execute("COMMIT").await
        })?;
        self.read_facts()
    }

    fn learned_names(&mut self) -> Result<Vec<NameChange>, StoreError> {
        self.read_facts()?;
        Ok(std::mem::take(&mut self.learned))
    }

    fn history(&self) -> Option<PathBuf> {
        self.copy.as_ref()?.directory()
    }

    fn cluster(&self) -> Cluster {
        self.cluster.clone()
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        // One row, which is replaced.
        self.execute("UPDATE enlinea SET version = version", &[])
            .map(drop)
    }
}

/// Binds a name to a key. Two servers may do so at the same moment: the first one has it, and the other binds none.
async fn bind(session: &Session, owned: &OwnedName, skeleton: &str) -> Result<u64, Error> {
    let insert = "
        INSERT INTO name_owner (skeleton, name, hash, used) VALUES ($1, $2, $3, $4)
        ON CONFLICT (skeleton) DO NOTHING";
    let hash = &owned.owner.0.to_be_bytes()[..];
    let (name, used) = (owned.name.as_str(), stored(owned.used));
    session
        .execute(insert, &[&skeleton, &name, &hash, &used])
        .await
}

/// Deletes those of the rooms that are over and in the memory of no other server, in a transaction. Returns how many.
async fn delete_rooms(session: &Session, me: Epoch, rooms: &[&str]) -> Result<usize, Error> {
    let delete = "
        WITH gone AS (
            DELETE FROM room WHERE id = ANY($1) AND NOT is_live AND problem IS NULL
                AND (owner = $2 OR NOT EXISTS (SELECT 1 FROM node WHERE node.id = owner)) RETURNING id
        ),
        events AS (DELETE FROM event USING gone WHERE event.room = gone.id),
        seats AS (DELETE FROM seat USING gone WHERE seat.room = gone.id)
        SELECT id FROM gone";
    let gone = session.query(delete, &[&rooms, &me]).await?;
    let gone: Vec<_> = gone.iter().filter_map(code).collect();
    if !gone.is_empty() {
        facts::lock(session).await?;
        let count = gone.len();
        facts::write(session, me, &[Fact::Deleted(gone)]).await?;
        return Ok(count);
    }
    Ok(0)
}

/// Loads the room, which this server owns from then on if no server did. The inner error is the fault of the room.
async fn load(
    session: &Session,
    me: Epoch,
    room: RoomId,
) -> Result<Result<Stored, StoreError>, Error> {
    let select = "
        SELECT room.owner, node.address, room.left_at, room.problem, room.seq, room.kind
        FROM room LEFT JOIN node ON node.id = room.owner WHERE room.id = $1";
    let claim = "
        WITH me AS (SELECT id FROM node WHERE id = $1 FOR KEY SHARE)
        UPDATE room SET owner = me.id FROM me WHERE room.id = $2 AND room.owner IS NULL";
    let code = room.as_str();
    let rows = session.query(select, &[&code]).await?;
    let Some(row) = rows.first() else {
        return Ok(Ok(Stored::default()));
    };
    if let Some(problem) = row.get(3) {
        return Ok(Err(damaged(room, problem)));
    }
    let (owner, address): (Option<Epoch>, Option<String>) = (row.get(0), row.get(1));
    // What a server owned that is gone is taken as a whole.
    let is_free = owner.is_none();
    if owner != Some(me) && !(is_free && session.execute(claim, &[&me, &code]).await? > 0) {
        return Ok(Err(StoreError::Elsewhere { room, address }));
    }
    let events = "SELECT seq, at, body FROM event WHERE room = $1 ORDER BY seq";
    let rows = session.query(events, &[&code]).await?;
    let Some(kind) = Kind::of_number(row.get::<_, i16>(5).into()) else {
        return Ok(Err(damaged(room, "its kind is unknown".to_owned())));
    };
    let mut stored = Stored {
        kind,
        events: Vec::with_capacity(rows.len()),
        left: row.get::<_, Option<i64>>(2).map(millis),
    };
    for (expected, row) in (1_i64..).zip(&rows) {
        if row.get::<_, i64>(0) != expected {
            return Ok(Err(damaged(room, format!("event {expected} is missing"))));
        }
        stored.events.push(Record {
            at: millis(row.get(1)),
            bytes: row.get(2),
        });
    }
    if row.get::<_, i64>(4) != rows.len() as i64 {
        let missing = rows.len() + 1;
        return Ok(Err(damaged(room, format!("event {missing} is missing"))));
    }
    Ok(Ok(stored))
}

fn damaged(room: RoomId, problem: String) -> StoreError {
    StoreError::Damaged {
        room,
        problem,
        quarantined: true,
    }
}

/// Returns the error of a server that owns no rooms now.
fn lost() -> StoreError {
    StoreError::Failed("another server has taken over the rooms of this one".to_owned())
}

fn failed(error: &Error) -> StoreError {
    let problem = format!("the database: {}", said(error));
    if is_full(error) {
        StoreError::Full(problem)
    } else {
        StoreError::Failed(problem)
    }
}

/// Returns the room in the first column; `None` if the text is not a code, which no server writes.
fn code(row: &Row) -> Option<RoomId> {
    row.get::<_, &str>(0).parse().ok()
}

fn stored(time: Millis) -> i64 {
    time.as_millis().cast_signed()
}

fn millis(stored: i64) -> Millis {
    Millis::from_millis(stored.max(0).cast_unsigned())
}

#[cfg(all(test, unix))]
mod tests;
