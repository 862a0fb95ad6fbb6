//! Questions about the games that are over, by a connection of their own that only reads: no game waits for them.

use std::path::Path;

use protocol::game::Game;
use protocol::id::{GameNr, TokenHash};
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::square::Square;
use protocol::text::Name;
use protocol::view::{
    BotLevel, FORM, GameResult, HISTORY_PAGE, HistoryFilter, LEADERBOARD_PLACES, MANY_GAMES,
    Opponent, OpponentKind, Outcome, PastGame, PastPlayer, Place, PlayedMove, Profile, Rating,
    Score, VariantRating, VariantScore,
};
use rusqlite::types::Null;
use rusqlite::{Connection, Error, OptionalExtension as _, Row, ToSql, params};

use super::disk::DATABASE;
use super::finished::{COLUMNS, Fact, Party};
use super::{derived, people, source, stored};
use crate::base::skeleton::Skeletons;
use crate::history::level::{LEVELS, estimate};
use crate::history::position::{COUNTED, key};
use crate::history::rating::{Strength, rounded};

/// Rows that one question looks at: what a filter excludes is looked at too.
const MOST_ROWS: usize = 20_000;

/// Rows of an index that are counted for the total: twice the number that is told, since some are not for the asker.
const MOST_COUNTED: u32 = 2 * MANY_GAMES;

/// Games that are looked through for a position beyond those that are counted, the newest ones.
const LOOKED_THROUGH: usize = 5000;

/// Error of a question.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The question has no answer, which the one who asks is told.
    #[error("{0}")]
    Refused(Refusal),
    /// The database cannot be read.
    #[error("cannot read the games: {0}")]
    Failed(#[from] Error),
}

impl From<Refusal> for HistoryError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

type Result<T> = std::result::Result<T, HistoryError>;

/// A connection to the games that are over.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
}

/// One who asks, at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// Hash of their key, if they have one.
    pub key: Option<TokenHash>,
    /// The moment.
    pub now: Millis,
}

/// A page of games.
#[derive(Debug)]
pub struct Page<G> {
    /// The games, the newest first.
    pub games: Vec<G>,
    /// Number below which the older games are; none if there are none.
    pub older: Option<GameNr>,
    /// Number of games for which the filter holds, [`MANY_GAMES`] at most; counted with the first page only.
    pub total: Option<u32>,
}

impl<G> Page<G> {
    /// Returns the page with these in place of its games.
    fn of<H>(self, games: Vec<H>) -> Page<H> {
        let Self { older, total, .. } = self;
        Page {
            games,
            older,
            total,
        }
    }
}

impl Reader {
    /// Opens the database in `directory`.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn open(directory: &Path) -> std::result::Result<Self, Error> {
        Ok(Self::over(source::open(&directory.join(DATABASE))?))
    }

    /// Reads over a connection that only reads.
    pub(super) fn over(connection: Connection) -> Self {
        connection.set_prepared_statement_cache_capacity(64);
        Self { connection }
    }

    /// Returns the newest games for which the filter holds and which the asker may see.
    ///
    /// # Errors
    ///
    /// [`Refusal::NoSuchPerson`] for a name that has no owner, or the database cannot be read.
    pub fn history(
        &self,
        asker: Asker,
        filter: &HistoryFilter,
        before: Option<GameNr>,
    ) -> Result<Page<PastGame>> {
        let page = self.newest(asker, filter, before)?;
        let games = self.shown_all(&page.games, asker.now)?;
        Ok(page.of(games))
    }

    /// Returns the records of the games of [`history`](Self::history), without those that have lost their moves.
    ///
    /// # Errors
    ///
    /// As of [`history`](Self::history).
    pub fn records(
        &self,
        asker: Asker,
        filter: &HistoryFilter,
        before: Option<GameNr>,
    ) -> Result<Page<Record>> {
        let page = self.newest(asker, filter, before)?;
        let records = page.games.iter().map(|fact| self.record(fact));
        let records = records.filter_map(std::result::Result::transpose);
        let records = records.collect::<std::result::Result<_, _>>()?;
        Ok(page.of(records))
    }

    /// Calls `take` with the record of each game, listed or not, in the order in which they ended, until it returns
    /// false; with `None` for a game that has lost its moves.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn each_record(
        &self,
        mut take: impl FnMut(Option<Record>) -> bool,
    ) -> std::result::Result<(), Error> {
        let select = format!("SELECT {COLUMNS} FROM finished ORDER BY nr");
        let mut select = self.connection.prepare(&select)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()?
            && take(self.record(&Fact::read(row)?)?)
        {}
        Ok(())
    }

    fn newest(
        &self,
        asker: Asker,
        filter: &HistoryFilter,
        before: Option<GameNr>,
    ) -> Result<Page<Fact>> {
        let own = self.own(asker)?;
        let wanted = Wanted {
            own,
            player: self.person_of(filter.player.as_ref())?,
            opponent: self.person_of(filter.opponent.as_ref())?,
            filter,
            since: match filter.within {
                Some(within) => self.first_since(asker.now - within)?,
                None => 0,
            },
        };
        // One more than the page has shows that there is another page; what no index counts is counted here.
        let is_counted = before.is_none() && !wanted.is_of_index();
        let most = if is_counted {
            MANY_GAMES as usize
        } else {
            HISTORY_PAGE + 1
        };
        let (mut facts, mut found, mut seen) = (Vec::new(), 0, 0);
        let mut older = None;
        let first = before.map_or(i64::MAX, |GameNr(nr)| nr.into());
        self.newest_first(&wanted, first, |fact| {
            seen += 1;
            if seen > MOST_ROWS {
                older = older.or(Some(fact.nr + 1));
            } else if wanted.holds(&fact) {
                found += 1;
                if facts.len() < HISTORY_PAGE {
                    facts.push(fact);
                } else {
                    older = older.or(facts.last().map(|last: &Fact| last.nr));
                }
            }
            seen <= MOST_ROWS && found < most
        })?;
        let total = if is_counted {
            (seen <= MOST_ROWS).then_some(found as u32)
        } else if before.is_none() {
            self.count(&wanted)?
        } else {
            None
        };
        Ok(Page {
            games: facts,
            older: older.map(number),
            total,
        })
    }

    /// Counts the games for which an index alone says that they are wanted; `None` if too many of them are not for the
    /// asker to see.
    fn count(&self, wanted: &Wanted<'_>) -> Result<Option<u32>> {
        let mut total = None;
        let columns = "nr, listed OR first_person = ?4 OR second_person = ?4 AS is_visible";
        let counted = [
            "SELECT count(*), coalesce(sum(is_visible), 0) FROM (",
            &format!("LIMIT {MOST_COUNTED})"),
        ];
        self.select(wanted, i64::MAX, columns, counted, |row| {
            let (rows, visible): (u32, u32) = (row.get(0)?, row.get(1)?);
            total =
                (rows < MOST_COUNTED || visible >= MANY_GAMES).then_some(visible.min(MANY_GAMES));
            Ok(false)
        })?;
        Ok(total)
    }

    /// Returns a game.
    ///
    /// # Errors
    ///
    /// [`Refusal::NoSuchGame`] if there is none that the asker may see, or the database cannot be read.
    pub fn game(&self, asker: Asker, game: GameNr) -> Result<PastGame> {
        let own = self.own(asker)?;
        let fact = Fact::of(&self.connection, game.0.into())?;
        let fact = fact.filter(|fact| is_visible(fact, own));
        let fact = fact.ok_or(Refusal::NoSuchGame { game })?;
        Ok(self.shown(&fact, asker.now)?)
    }

    /// Returns the profile of the owner of a name; of the asker, if none is given.
    ///
    /// # Errors
    ///
    /// [`Refusal::NoSuchPerson`] if nobody owns the name, or the database cannot be read.
    pub fn profile(&self, asker: Asker, name: Option<&Name>) -> Result<Profile> {
        let person = match name {
            Some(_) => self.person_of(name)?,
            None => self.own(asker)?,
        };
        let person = person.ok_or(Refusal::NoSuchPerson { name: None })?;
        let (name, since): (String, i64) = self
            .connection
            .prepare_cached("SELECT name, since FROM person WHERE id = ?1")?
            .query_row([person], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let filter = HistoryFilter::default();
        let wanted = Wanted {
            own: Some(person),
            player: Some(person),
            ..Wanted::all(&filter)
        };
        let own = self.own(asker)?;
        let (mut form, mut games) = (Vec::new(), Vec::new());
        let mut seen = 0;
        self.newest_first(&wanted, i64::MAX, |fact| {
            seen += 1;
            if form.len() < FORM && fact.reason.counts() {
                form.push(result(&fact, person));
            }
            if games.len() < 10 && is_visible(&fact, own) {
                games.push(fact);
            }
            seen < 200 && (form.len() < FORM || games.len() < 10)
        })?;
        form.reverse();
        Ok(Profile {
            name: shown_name(&name),
            since: asker.now - Millis::from_millis(since.unsigned_abs()),
            ratings: self.ratings(person)?,
            results: self.results(person)?,
            form,
            levels: self.levels(person)?,
            best_wins: self.best_wins(person, own, asker.now)?,
            opponents: self.opponents(person)?,
            games: self.shown_all(&games, asker.now)?,
        })
    }

    /// Returns the players of a variant who have a place, by the rating that they have at least, and those who have
    /// none yet; `within` leaves out those without a rated game in this time.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn leaderboard(
        &self,
        asker: Asker,
        variant: Variant,
        within: Option<Millis>,
    ) -> Result<(Vec<Place>, Vec<Place>)> {
        let since = within
            .map(|within| self.first_since(asker.now - within))
            .transpose()?;
        let places = self.places(
            variant,
            since,
            "games >= 5 AND opponents >= 2 ORDER BY rating - 2 * deviation DESC",
        )?;
        let unplaced = self.places(
            variant,
            since,
            "(games < 5 OR opponents < 2) ORDER BY games DESC, rating DESC",
        )?;
        Ok((places, unplaced))
    }

    /// Returns the moves that were played in a position, in listed games.
    ///
    /// # Errors
    ///
    /// The refusal of a move that is not legal, or the database cannot be read.
    pub fn explore(&self, variant: Variant, moves: &[Square]) -> Result<Vec<PlayedMove>> {
        let game = Game::after(variant, moves.iter().copied())
            .map_err(|(_, illegal)| Refusal::from(illegal))?;
        let position = key(variant, game.plies());
        let mut played = Vec::new();
        if moves.len() < COUNTED {
            let mut select = self.connection.prepare_cached(
                "SELECT move, black, drawn, white FROM position WHERE variant = ?1 AND key = ?2",
            )?;
            let mut rows = select.query(params![variant.to_string(), position.number])?;
            while let Some(row) = rows.next()? {
                let square: String = row.get(0)?;
                let Ok(square) = square.parse() else { continue };
                let score = Score {
                    won: row.get(1)?,
                    drawn: row.get(2)?,
                    lost: row.get(3)?,
                };
                played.push((square, score));
            }
        } else {
            self.look_through(
                variant,
                game.plies().len(),
                position.number,
                &mut |square, black| {
                    add(&mut played, position.counted(square), black);
                },
            )?;
        }
        let is_black = game.side_to_move() == Side::First;
        let mut played: Vec<_> = played
            .into_iter()
            .map(|(square, score)| PlayedMove {
                square: position.shown(square),
                score: if is_black { score } else { reversed(score) },
            })
            .collect();
        played.sort_by_key(|played| (std::cmp::Reverse(played.score.games()), played.square));
        Ok(played)
    }

    fn own(&self, asker: Asker) -> std::result::Result<Option<i64>, Error> {
        match asker.key {
            Some(key) => people::of_key(&self.connection, key),
            None => Ok(None),
        }
    }

    fn person_of(&self, name: Option<&Name>) -> Result<Option<i64>> {
        let Some(name) = name else { return Ok(None) };
        let skeleton = Skeletons::new(name).folded;
        match people::of_skeleton(&self.connection, &skeleton)? {
            Some(person) => Ok(Some(person)),
            None => Err(Refusal::NoSuchPerson {
                name: Some(name.clone()),
            }
            .into()),
        }
    }

    /// Reads games below the number `before`, the newest first, until `take` returns false.
    fn newest_first(
        &self,
        wanted: &Wanted<'_>,
        before: i64,
        mut take: impl FnMut(Fact) -> bool,
    ) -> std::result::Result<(), Error> {
        self.select(wanted, before, COLUMNS, ["", ""], |row| {
            Ok(take(Fact::read(row)?))
        })
    }

    /// Selects columns of the games below the number `before`, the newest first, until `take` returns false; `around`
    /// stands around the statement.
    fn select(
        &self,
        wanted: &Wanted<'_>,
        before: i64,
        columns: &str,
        [begin, end]: [&str; 2],
        mut take: impl FnMut(&Row<'_>) -> std::result::Result<bool, Error>,
    ) -> std::result::Result<(), Error> {
        let variant = wanted.filter.variant.map(|variant| variant.to_string());
        // Each has an index in the order of the numbers, so that no row is sorted.
        let of =
            |from: &str| format!("SELECT {columns} FROM finished {from} AND nr < ?1 AND nr >= ?5");
        let (select, [one, other]): (String, [&dyn ToSql; 2]) =
            match (&wanted.player, &wanted.opponent, &variant) {
                (Some(player), Some(opponent), _) => (
                    of(
                        "INDEXED BY finished_pair WHERE first_person IS NOT NULL AND second_person IS NOT NULL
                             AND min(first_person, second_person) = min(?2, ?3)
                             AND max(first_person, second_person) = max(?2, ?3)",
                    ),
                    [player, opponent],
                ),
                (Some(person), None, _) | (None, Some(person), _) => (
                    format!(
                        "{} UNION ALL {}",
                        of("INDEXED BY finished_first WHERE first_person = ?2"),
                        of("INDEXED BY finished_second WHERE second_person = ?2 AND first_person IS NOT ?2"),
                    ),
                    [person, &Null],
                ),
                (None, None, Some(variant)) => (
                    of("INDEXED BY finished_variant WHERE variant = ?2"),
                    [variant, &Null],
                ),
                (None, None, None) => (of("WHERE true"), [&Null, &Null]),
            };
        let select = format!("{begin}{select} ORDER BY nr DESC {end}");
        let mut select = self.connection.prepare_cached(&select)?;
        let mut rows = select.query(params![before, one, other, wanted.own, wanted.since])?;
        while let Some(row) = rows.next()? {
            if !take(row)? {
                break;
            }
        }
        Ok(())
    }

    fn shown_all(&self, facts: &[Fact], now: Millis) -> Result<Vec<PastGame>> {
        let shown = facts.iter().map(|fact| self.shown(fact, now));
        Ok(shown.collect::<std::result::Result<_, _>>()?)
    }

    /// Returns the record of a game, with the day on which it ended in UTC; `None` if the game has lost its moves or
    /// if this release does not know its rules.
    fn record(&self, fact: &Fact) -> std::result::Result<Option<Record>, Error> {
        let date: Option<String> = self
            .connection
            .prepare_cached("SELECT strftime('%Y.%m.%d', ?1 / 1000, 'unixepoch')")?
            .query_row([fact.ended], |row| row.get(0))?;
        let game = self.shown(fact, Millis::from_millis(fact.ended.unsigned_abs()))?;
        Ok(Record::from_past_game(&game, date.as_deref()).ok())
    }

    fn shown(&self, fact: &Fact, now: Millis) -> std::result::Result<PastGame, Error> {
        let moves = fact.moves();
        let game = fact
            .variant()
            .zip(moves.as_ref())
            .and_then(|(variant, moves)| Game::after(variant, moves.iter().copied()).ok());
        let line = game.and_then(|game| Some(game.ending()?.line().to_vec()));
        Ok(PastGame {
            game: number(fact.nr),
            room: fact.room.as_deref().and_then(|room| room.parse().ok()),
            ended: now - Millis::from_millis(fact.ended.unsigned_abs()),
            variant: fact.variant.parse().expect("any text is a name"),
            clock: fact.clock.as_deref().and_then(|clock| clock.parse().ok()),
            opening: fact.rule(),
            players: BySide {
                first: self.player(&fact.players.first)?,
                second: self.player(&fact.players.second)?,
            },
            outcome: Outcome {
                winner: fact.winner,
                reason: fact.reason,
                line: line.unwrap_or_default(),
            },
            plies: fact.plies,
            moves,
            choices: fact.choices(),
            listed: fact.listed,
            ratings: derived::changes(&self.connection, fact)?,
        })
    }

    fn player(&self, party: &Party) -> std::result::Result<PastPlayer, Error> {
        if party.is_bot
            && let Ok(bot) = party.name.parse()
        {
            return Ok(PastPlayer::Bot { bot });
        }
        let known = match party.person {
            Some(person) => self.known(person)?,
            None => None,
        };
        let (name, profile) = known.unwrap_or_else(|| (party.name.clone(), false));
        Ok(PastPlayer::Human {
            name: shown_name(&name),
            profile,
        })
    }

    /// Returns the name of a person, and whether it leads to a profile.
    fn known(&self, person: i64) -> std::result::Result<Option<(String, bool)>, Error> {
        self.connection
            .prepare_cached(
                "SELECT name, EXISTS (SELECT 1 FROM person_key JOIN name_owner USING (hash)
                         WHERE person = id AND name_owner.name = person.name)
                     FROM person WHERE id = ?1",
            )?
            .query_row([person], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
    }

    fn ratings(&self, person: i64) -> Result<Vec<VariantRating>> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant, rating, deviation, volatility, games FROM rating WHERE person = ?1
                 ORDER BY games DESC, variant",
        )?;
        let mut ratings = Vec::new();
        let mut rows = select.query([person])?;
        while let Some(row) = rows.next()? {
            let variant: String = row.get(0)?;
            let mut select = self.connection.prepare_cached(
                "SELECT after FROM rating_change WHERE person = ?1 AND variant = ?2
                     ORDER BY nr DESC LIMIT 20",
            )?;
            let course =
                select.query_map(params![person, variant], |row| row.get(0).map(rounded))?;
            let mut course: Vec<u16> = course.collect::<std::result::Result<_, _>>()?;
            course.reverse();
            ratings.push(VariantRating {
                variant: variant.parse().expect("any text is a name"),
                rating: rating(row, 1)?,
                games: row.get(4)?,
                course,
            });
        }
        Ok(ratings)
    }

    fn results(&self, person: i64) -> Result<Vec<VariantScore>> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant, sum(won), sum(drawn), sum(lost) FROM tally WHERE person = ?1
                 GROUP BY variant ORDER BY sum(won + drawn + lost) DESC, variant",
        )?;
        let rows = select.query_map([person], |row| {
            let variant: String = row.get(0)?;
            Ok(VariantScore {
                variant: variant.parse().expect("any text is a name"),
                score: score(row, 1)?,
            })
        })?;
        Ok(rows.collect::<std::result::Result<_, _>>()?)
    }

    fn levels(&self, person: i64) -> Result<Vec<BotLevel>> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant, opponent, won, drawn, lost FROM tally
                 WHERE person = ?1 AND opponent BETWEEN ?2 AND ?3 ORDER BY variant",
        )?;
        let mut rows = select.query(params![
            person,
            derived::level_now(LEVELS as u8),
            derived::level_now(1)
        ])?;
        let mut of: Vec<(Variant, [Score; LEVELS])> = Vec::new();
        while let Some(row) = rows.next()? {
            let variant: String = row.get(0)?;
            let Ok(variant) = variant.parse() else {
                continue;
            };
            if of.last().is_none_or(|(last, _)| *last != variant) {
                of.push((variant, [Score::default(); LEVELS]));
            }
            let level = derived::level_now(0) - row.get::<_, i64>(1)?;
            let results = &mut of.last_mut().expect("just added").1;
            results[level as usize - 1] = score(row, 2)?;
        }
        let mut levels: Vec<_> = of
            .iter()
            .filter_map(|(variant, results)| level(*variant, results))
            .collect();
        levels.sort_by_key(|level| std::cmp::Reverse(level.games));
        Ok(levels)
    }

    fn best_wins(&self, person: i64, own: Option<i64>, now: Millis) -> Result<Vec<PastGame>> {
        let mut select = self.connection.prepare_cached(
            "SELECT nr FROM rating_change WHERE person = ?1 AND beaten IS NOT NULL
                 ORDER BY beaten DESC LIMIT 10",
        )?;
        let games = select.query_map([person], |row| row.get::<_, i64>(0))?;
        let mut best = Vec::new();
        for game in games {
            if let Some(fact) = Fact::of(&self.connection, game?)?
                && best.len() < 3
                && is_visible(&fact, own)
            {
                best.push(self.shown(&fact, now)?);
            }
        }
        Ok(best)
    }

    fn opponents(&self, person: i64) -> Result<Vec<Opponent>> {
        let mut select = self.connection.prepare_cached(
            "SELECT opponent, sum(won), sum(drawn), sum(lost) FROM tally WHERE person = ?1 AND opponent > 0
                 GROUP BY opponent ORDER BY sum(won + drawn + lost) DESC, opponent LIMIT 5",
        )?;
        let mut opponents = Vec::new();
        let mut rows = select.query([person])?;
        while let Some(row) = rows.next()? {
            let opponent: i64 = row.get(0)?;
            let Some((name, profile)) = self.known(opponent)? else {
                continue;
            };
            opponents.push(Opponent {
                name: shown_name(&name),
                profile,
                score: score(row, 1)?,
                form: self.form_between(person, opponent)?,
            });
        }
        Ok(opponents)
    }

    fn form_between(
        &self,
        person: i64,
        opponent: i64,
    ) -> std::result::Result<Vec<GameResult>, Error> {
        let filter = HistoryFilter::default();
        let wanted = Wanted {
            player: Some(person),
            opponent: Some(opponent),
            ..Wanted::all(&filter)
        };
        let mut form = Vec::new();
        self.newest_first(&wanted, i64::MAX, |fact| {
            if fact.reason.counts() {
                form.push(result(&fact, person));
            }
            form.len() < FORM
        })?;
        form.reverse();
        Ok(form)
    }

    /// Returns the number of the first game that ended since this moment. Games end in the order of their numbers.
    fn first_since(&self, since: Millis) -> std::result::Result<i64, Error> {
        let last: Option<i64> =
            self.connection
                .query_row("SELECT max(nr) FROM finished", [], |row| row.get(0))?;
        let (mut low, mut high) = (1, last.unwrap_or(0) + 1);
        while low < high {
            let middle = i64::midpoint(low, high);
            let ended: Option<i64> = self
                .connection
                .prepare_cached("SELECT ended FROM finished WHERE nr >= ?1 ORDER BY nr LIMIT 1")?
                .query_row([middle], |row| row.get(0))
                .optional()?;
            if ended.is_some_and(|ended| ended < stored(since)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn places(&self, variant: Variant, since: Option<i64>, which: &str) -> Result<Vec<Place>> {
        let variant = variant.to_string();
        let select = format!(
            "SELECT name, rating, deviation, volatility, games, form, id FROM rating
                 JOIN person ON person.id = rating.person WHERE variant = ?1 AND {which}"
        );
        let mut select = self.connection.prepare_cached(&select)?;
        let mut rows = select.query([&variant])?;
        let mut places = Vec::new();
        while let Some(row) = rows.next()?
            && places.len() < LEADERBOARD_PLACES
        {
            let name: String = row.get(0)?;
            let form: String = row.get(5)?;
            let (mut games, mut change) = (row.get(4)?, 0);
            if let Some(since) = since {
                let person: i64 = row.get(6)?;
                (games, change) = self
                    .connection
                    .prepare_cached(
                        "SELECT count(*), coalesce(sum(after - before), 0) FROM rating_change
                             WHERE person = ?1 AND variant = ?2 AND nr >= ?3",
                    )?
                    .query_row(params![person, variant, since], |row| {
                        Ok((row.get(0)?, row.get::<_, f64>(1)?.round() as i16))
                    })?;
                if games == 0 {
                    continue;
                }
            }
            places.push(Place {
                name: shown_name(&name),
                rating: rating(row, 1)?,
                games,
                change,
                form: form.chars().filter_map(result_of).collect(),
            });
        }
        Ok(places)
    }

    /// Calls `found` with the move and the result for black of each of the newest listed games that met the position.
    fn look_through(
        &self,
        variant: Variant,
        plies: usize,
        wanted: i64,
        found: &mut dyn FnMut(Square, Option<bool>),
    ) -> Result<()> {
        let filter = HistoryFilter {
            variant: Some(variant),
            ..HistoryFilter::default()
        };
        let mut seen = 0;
        self.newest_first(&Wanted::all(&filter), i64::MAX, |fact| {
            seen += 1;
            if fact.listed
                && fact.reason.counts()
                && usize::from(fact.plies) > plies
                && let Some(moves) = fact.moves()
                && key(variant, &moves[..plies]).number == wanted
            {
                found(
                    moves[plies],
                    fact.winner.map(|winner| winner == fact.black()),
                );
            }
            seen < LOOKED_THROUGH
        })?;
        Ok(())
    }
}

/// The games that are asked for.
struct Wanted<'a> {
    /// The one who asks.
    own: Option<i64>,
    player: Option<i64>,
    opponent: Option<i64>,
    filter: &'a HistoryFilter,
    /// Number of the first game.
    since: i64,
}

impl<'a> Wanted<'a> {
    /// All listed games for which the filter holds.
    fn all(filter: &'a HistoryFilter) -> Self {
        Self {
            own: None,
            player: None,
            opponent: None,
            filter,
            since: 0,
        }
    }

    /// True if an index finds these games, and no others that the asker may see.
    fn is_of_index(&self) -> bool {
        let filter = self.filter;
        let is_of_person = self.player.is_some() || self.opponent.is_some();
        !(is_of_person && filter.variant.is_some())
            && filter.result.is_none()
            && filter.least_plies.is_none()
            && filter.most_plies.is_none()
            && filter.against.is_none()
    }

    /// True if the game is one, as far as the index has not seen to it.
    fn holds(&self, fact: &Fact) -> bool {
        let HistoryFilter {
            variant,
            result: wanted,
            least_plies,
            most_plies,
            against,
            ..
        } = self.filter;
        let is_result = wanted.is_none_or(|wanted| match (self.player, wanted) {
            _ if !fact.reason.counts() => false,
            (Some(player), _) => result(fact, player) == wanted,
            (None, GameResult::Drawn) => fact.winner.is_none(),
            (None, _) => fact.winner.is_some(),
        });
        let has_bot = fact.players.first.is_bot || fact.players.second.is_bot;
        is_visible(fact, self.own)
            && variant.is_none_or(|variant| fact.variant() == Some(variant))
            && is_result
            && least_plies.is_none_or(|least| fact.plies >= least)
            && most_plies.is_none_or(|most| fact.plies <= most)
            && against.is_none_or(|kind| has_bot == (kind == OpponentKind::Bots))
    }
}

fn number(nr: i64) -> GameNr {
    GameNr(u32::try_from(nr).unwrap_or(u32::MAX))
}

/// True of listed games, and of those of the one who asks.
fn is_visible(fact: &Fact, own: Option<i64>) -> bool {
    let is_own = |side: Side| own.is_some() && fact.players[side].person == own;
    fact.listed || Side::BOTH.into_iter().any(is_own)
}

fn result(fact: &Fact, person: i64) -> GameResult {
    let own = if fact.players.first.person == Some(person) {
        Side::First
    } else {
        Side::Second
    };
    match fact.winner {
        Some(winner) if winner == own => GameResult::Won,
        Some(_) => GameResult::Lost,
        None => GameResult::Drawn,
    }
}

fn result_of(letter: char) -> Option<GameResult> {
    match letter {
        'w' => Some(GameResult::Won),
        'd' => Some(GameResult::Drawn),
        'l' => Some(GameResult::Lost),
        _ => None,
    }
}

fn score(row: &Row<'_>, at: usize) -> std::result::Result<Score, Error> {
    Ok(Score {
        won: row.get(at)?,
        drawn: row.get(at + 1)?,
        lost: row.get(at + 2)?,
    })
}

fn rating(row: &Row<'_>, at: usize) -> std::result::Result<Rating, Error> {
    let strength = Strength {
        rating: row.get(at)?,
        deviation: row.get(at + 1)?,
        volatility: row.get(at + 2)?,
    };
    Ok(strength.shown())
}

fn level(variant: Variant, results: &[Score; LEVELS]) -> Option<BotLevel> {
    let mut elo = [0.0; LEVELS];
    for (elo, level) in elo.iter_mut().zip(1..) {
        let depth = protocol::spec::Depth::new(level).ok();
        *elo = engine::ladder::elo(variant, "level", depth)?.into();
    }
    let found = estimate(elo, results);
    Some(BotLevel {
        variant: variant.to_string().parse().expect("any text is a name"),
        tenths: found.tenths,
        lowest: found.lowest,
        highest: found.highest,
        games: results.iter().map(Score::games).sum(),
    })
}

fn reversed(score: Score) -> Score {
    Score {
        won: score.lost,
        drawn: score.drawn,
        lost: score.won,
    }
}

fn add(played: &mut Vec<(Square, Score)>, square: Square, black: Option<bool>) {
    let at = played.iter().position(|(known, _)| *known == square);
    let at = at.unwrap_or_else(|| {
        played.push((square, Score::default()));
        played.len() - 1
    });
    let score = &mut played[at].1;
    match black {
        Some(true) => score.won += 1,
        Some(false) => score.lost += 1,
        None => score.drawn += 1,
    }
}

/// A name as it is stored; what is no name any more is shown as far as it is one.
fn shown_name(name: &str) -> Name {
    Name::clean(name).unwrap_or_else(|| Name::clean("someone").expect("a clean name"))
}
