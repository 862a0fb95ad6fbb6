//! Rows derived game by game are those derived again from all games.

use ::room::Player;
use proptest::prelude::*;
use protocol::id::GameNr;
use protocol::text::Name;
use protocol::view::{HistoryFilter, PastPlayer};
use rusqlite::types::Value;

use super::*;
use crate::store::{Amendment, Asker, NameChange, OwnedName, Reader};

const PEOPLE: [&str; 4] = ["Ana", "Bruno", "Kasia", "Tom"];

fn key(person: usize) -> TokenHash {
    TokenHash(person as u128 + 1)
}

fn name(person: usize) -> Name {
    Name::clean(PEOPLE[person]).unwrap()
}

/// A key takes a name.
fn take_name(store: &mut Sqlite, person: usize, name: &Name) {
    let owned = OwnedName {
        owner: key(person),
        name: name.clone(),
        used: Millis::from_millis(5),
    };
    store.change_names(&[NameChange::owned(owned)]).unwrap();
}

fn human(person: usize) -> Player {
    Player {
        name: PEOPLE[person].to_owned(),
        is_bot: false,
        owner: Some(key(person)),
    }
}

/// A change of the games that are over.
#[derive(Clone, Debug)]
enum Step {
    /// A game ends: the players, a bot in place of the second, the winner and the reason, the columns, rated or not.
    Ends(usize, usize, bool, Option<Side>, Reason, Vec<u8>, bool),
    Renames(usize),
    Releases(usize),
    Annuls(u32),
    Merges(usize, usize),
    Forgets(usize),
    Prunes,
}

fn step() -> impl Strategy<Value = Step> {
    let person = 0..PEOPLE.len();
    let winner = prop::sample::select(vec![None, Some(Side::First), Some(Side::Second)]);
    let reason = prop::sample::select(vec![
        Reason::Line,
        Reason::Resignation,
        Reason::Agreement,
        Reason::Aborted,
    ]);
    let columns = prop::collection::vec(0..7_u8, 0..20);
    prop_oneof![
        12 => (person.clone(), person.clone(), any::<bool>(), winner, reason, columns, any::<bool>()).prop_map(
            |(first, second, bot, winner, reason, columns, rated)| {
                Step::Ends(first, second, bot, winner, reason, columns, rated)
            }
        ),
        1 => person.clone().prop_map(Step::Renames),
        1 => person.clone().prop_map(Step::Releases),
        1 => (1..30_u32).prop_map(Step::Annuls),
        1 => (person.clone(), person.clone()).prop_map(|(one, other)| Step::Merges(one, other)),
        1 => person.prop_map(Step::Forgets),
        1 => Just(Step::Prunes),
    ]
}

/// Plays the columns that are free, so that every ply is legal until the game is won.
fn played_columns(columns: &[u8]) -> Vec<protocol::square::Square> {
    let variant = Variant::named("connect-four").unwrap();
    let mut game = protocol::game::Game::new(variant);
    for &column in columns {
        let _ = game.play(protocol::square::Square::new(column, 0).unwrap());
    }
    game.plies().to_vec()
}

fn take(store: &mut Sqlite, step: &Step, games: &mut u64) {
    match step {
        Step::Ends(first, second, bot, winner, reason, columns, rated) => {
            *games += 1;
            let level = format!("level:{}", second + 1);
            let bot = bot.then_some(Player {
                name: level,
                is_bot: true,
                owner: None,
            });
            let game = Finished {
                variant: Variant::named("connect-four").unwrap(),
                players: BySide {
                    first: human(*first),
                    second: bot.unwrap_or_else(|| human(*second)),
                },
                winner: *winner,
                reason: *reason,
                moves: played_columns(columns),
                rated: *rated,
                ..finished_game(1)
            };
            let append = Append {
                finished: Some(Box::new(game)),
                ..one(*games, 0, opened(), None)
            };
            store.append(&[append]).remove(0).unwrap();
        }
        Step::Renames(person) => {
            let new = Name::clean(&format!("{} II", PEOPLE[*person])).unwrap();
            take_name(store, *person, &new);
        }
        Step::Releases(person) => {
            let freed = NameChange::Freed(key(*person));
            store.change_names(&[freed]).unwrap();
        }
        Step::Annuls(game) => amend(store, &Amendment::Annul(GameNr(*game))),
        Step::Merges(one, other) => amend(store, &Amendment::Merge(name(*one), name(*other))),
        Step::Forgets(person) => amend(store, &Amendment::Forget(name(*person))),
        Step::Prunes => {
            prune(store, |_| {});
        }
    }
}

fn amend(store: &mut Sqlite, amendment: &Amendment) {
    store.amend(amendment).unwrap();
}

/// All rows of what is derived.
fn derived_rows(store: &Sqlite) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for table in ["rating", "rating_change", "tally", "position"] {
        let mut select = store
            .connection
            .prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2, 3"))
            .unwrap();
        let columns = select.column_count();
        let rows = select.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
        all.extend(rows.unwrap().map(Result::unwrap));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_derived_again_is_bit_for_bit_what_was_derived(steps in prop::collection::vec(step(), 1..40)) {
        let (directory, mut store) = new();
        for person in 0..PEOPLE.len() {
            take_name(&mut store, person, &name(person));
        }
        let mut games = 0;
        for step in &steps {
            take(&mut store, step, &mut games);
        }
        let before = derived_rows(&store);
        drop(store);
        prop_assert_eq!(rebuild(directory.path()).unwrap(), games);
        let store = Sqlite::open(directory.path()).unwrap();
        prop_assert_eq!(before, derived_rows(&store));
    }
}

/// A game between two people, rated unless it cannot be.
fn ends(first: usize, second: usize, winner: Option<Side>) -> Step {
    let columns = vec![3, 2, 3, 2, 3, 2, 3];
    Step::Ends(first, second, false, winner, Reason::Line, columns, true)
}

#[test]
fn a_person_is_the_same_under_a_later_name_and_someone_when_forgotten() {
    let (directory, mut store) = new();
    for person in 0..PEOPLE.len() {
        take_name(&mut store, person, &name(person));
    }
    let mut games = 0;
    take(&mut store, &ends(0, 1, Some(Side::First)), &mut games);
    take(&mut store, &Step::Renames(0), &mut games);
    let reader = Reader::open(directory.path()).unwrap();
    let now = Millis::from_millis(1000);
    let asker = Asker { key: None, now };
    let names = |reader: &Reader| {
        let page = reader
            .history(asker, &HistoryFilter::default(), None)
            .unwrap();
        let players = page.games[0].players.clone();
        [players.first, players.second].map(|player| match player {
            PastPlayer::Human { name, profile } => format!("{name} {profile}"),
            PastPlayer::Bot { bot } => bot.to_string(),
        })
    };
    assert_eq!(names(&reader), ["Ana II true", "Bruno true"]);
    let renamed = Name::clean("Ana II").unwrap();
    let profile = reader
        .profile(asker, Some(&"ana ii".parse().unwrap()))
        .unwrap();
    assert_eq!(
        (profile.results[0].score.won, profile.best_wins.len()),
        (1, 1)
    );
    assert!(profile.ratings[0].rating.rating > 1500);
    assert!(
        reader.profile(asker, Some(&name(0))).is_err(),
        "the name of before"
    );
    amend(&mut store, &Amendment::Forget(renamed.clone()));
    assert_eq!(names(&reader), ["someone false", "Bruno true"]);
    assert!(reader.profile(asker, Some(&renamed)).is_err());
    assert_eq!(
        reader.profile(asker, Some(&name(1))).unwrap().opponents[0].name,
        "someone".parse().unwrap()
    );
}

#[test]
fn an_annulled_game_counts_for_no_rating_and_two_joined_people_are_one() {
    let (directory, mut store) = new();
    for person in 0..PEOPLE.len() {
        take_name(&mut store, person, &name(person));
    }
    let mut games = 0;
    for step in [
        ends(0, 1, Some(Side::First)),
        ends(0, 1, None),
        ends(2, 0, None),
    ] {
        take(&mut store, &step, &mut games);
    }
    let reader = Reader::open(directory.path()).unwrap();
    let now = Millis::from_millis(1000);
    let asker = Asker { key: None, now };
    let of = |person| reader.profile(asker, Some(&name(person))).unwrap();
    assert_eq!(of(0).ratings[0].games, 3);
    assert!(store.amend(&Amendment::Annul(GameNr(1))).unwrap().is_some());
    assert!(
        store.amend(&Amendment::Annul(GameNr(1))).unwrap().is_none(),
        "once"
    );
    assert!(
        store.amend(&Amendment::Annul(GameNr(9))).unwrap().is_none(),
        "no such game"
    );
    assert_eq!((of(0).ratings[0].games, of(0).results[0].score.won), (2, 1));
    assert!(
        store
            .amend(&Amendment::Merge(name(1), name(2)))
            .unwrap()
            .is_some()
    );
    assert_eq!(
        (of(1).ratings[0].games, of(1).results[0].score.games()),
        (2, 3)
    );
    assert_eq!(of(2).name, name(1), "both names lead to the one person");
    let mut freed = store.amend(&Amendment::Forget(name(2))).unwrap().unwrap();
    freed.sort();
    assert_eq!(freed, [name(1), name(2)], "and a forgotten one frees both");
}

#[test]
fn listed_games_are_for_all_and_others_for_their_players() {
    let (directory, mut store) = new();
    take_name(&mut store, 0, &name(0));
    for number in 1..=25 {
        let game = Finished {
            players: BySide {
                first: human(0),
                second: finished_game(1).players.second,
            },
            listed: number % 5 == 0,
            ..finished_game(1)
        };
        let append = Append {
            finished: Some(Box::new(game)),
            ..one(number, 0, opened(), None)
        };
        store.append(&[append]).remove(0).unwrap();
    }
    let reader = Reader::open(directory.path()).unwrap();
    let now = Millis::from_millis(1000);
    let (stranger, ana) = (
        Asker { key: None, now },
        Asker {
            key: Some(key(0)),
            now,
        },
    );
    let numbers = |asker, before| {
        let page = reader
            .history(asker, &HistoryFilter::default(), before)
            .unwrap();
        let games = page
            .games
            .iter()
            .map(|game| game.game.0)
            .collect::<Vec<_>>();
        (games, page.older)
    };
    assert_eq!(numbers(stranger, None), (vec![25, 20, 15, 10, 5], None));
    let (first, older) = numbers(ana, None);
    assert_eq!((first.len(), older), (20, Some(GameNr(6))));
    assert_eq!(numbers(ana, older), (vec![5, 4, 3, 2, 1], None));
    assert!(reader.game(ana, GameNr(1)).is_ok());
    assert!(reader.game(stranger, GameNr(1)).is_err());
}
