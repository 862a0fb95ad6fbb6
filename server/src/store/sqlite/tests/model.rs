//! Random appends, notes, starts and kills, with a short log, beside a model of what each room must be.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::Record;

/// The expected state of a room.
#[derive(Clone, Debug, Default)]
struct Model {
    stored: Stored,
    wake_after: Option<Millis>,
}

fn compare(store: &mut Sqlite, models: &[Model], when: &str) {
    for (number, model) in (0..).zip(models) {
        let stored = store.load(RoomId::from_draw(number)).unwrap();
        assert_eq!(stored, model.stored, "room {number} {when}");
    }
}

#[test]
fn nothing_is_lost_or_changed_whatever_is_compacted_when() {
    for seed in 0..4 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut directory = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open(directory.path()).unwrap();
        let mut models = vec![Model::default(); 8];
        for step in 0..250 {
            limit(&mut store, 30);
            let when = format!("at step {step} of seed {seed}");
            let number = rng.random_range(0..models.len());
            match rng.random_range(0..20) {
                0 => {
                    drop(store);
                    store = Sqlite::open(directory.path()).unwrap();
                    compare(&mut store, &models, &when);
                }
                1 => {
                    (directory, store) = after_a_kill(directory.path());
                    compare(&mut store, &models, &when);
                }
                2 => {
                    let start = Millis::from_millis(rng.random_range(0..1000));
                    let live = store.live(start).unwrap();
                    for model in models.iter_mut().filter(|model| model.wake_after.is_some()) {
                        let left = model.stored.left.unwrap_or(start).min(start);
                        model.stored.left = Some(left);
                    }
                    let due = |model: &Model| Some(model.stored.left? + model.wake_after?);
                    let mut wanted: Vec<_> = models.iter().filter_map(due).collect();
                    wanted.sort();
                    let found: Vec<_> = live.iter().map(|live| live.due).collect();
                    assert_eq!(found, wanted, "{when}");
                }
                3..5 => {
                    let left = rng
                        .random_bool(0.7)
                        .then(|| Millis::from_millis(rng.random_range(0..1000)));
                    let room = RoomId::from_draw(number as u64);
                    store.rest(&[Rest { room, left }]).unwrap();
                    if !models[number].stored.events.is_empty() {
                        models[number].stored.left = left;
                    }
                }
                _ => {
                    let mut batch = Vec::new();
                    for _ in 0..rng.random_range(1..5) {
                        let number = rng.random_range(0..models.len());
                        let model = &mut models[number];
                        let expected = Seq(model.stored.events.len() as u32);
                        let events =
                            vec![(Millis::from_millis(step), opened()); rng.random_range(1..4)];
                        let wake_after = rng
                            .random_bool(0.8)
                            .then(|| Millis::from_millis(rng.random_range(0..1000)));
                        model.stored.events.extend(events.iter().map(Record::from));
                        model.stored.left = None;
                        model.wake_after = wake_after;
                        let room = RoomId::from_draw(number as u64);
                        batch.push(Append::to_room(room, expected, &events, wake_after));
                    }
                    for answer in store.append(&batch) {
                        answer.unwrap();
                    }
                }
            }
        }
        compare(&mut store, &models, "at the end");
    }
}
