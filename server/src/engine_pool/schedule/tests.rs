use super::*;

const LIMITS: Limits = Limits {
    running: 2,
    begun: 8,
    begun_by_person: 4,
    analyses: 1,
    analyses_by_person: 3,
};

/// One search at a time, as many as there are begun.
const ONE: Limits = Limits {
    running: 1,
    ..LIMITS
};

fn person(number: u8) -> Person {
    Person::at([192, 0, 2, number].into())
}

fn priority(class: PriorityClass, number: u8) -> Priority {
    Priority {
        class,
        person: person(number),
    }
}

/// A schedule, and the priority of each search that was added.
struct Trial {
    schedule: Schedule,
    /// Searches that run, the oldest first.
    running: Vec<u64>,
}

impl Trial {
    fn new(limits: Limits) -> Self {
        Self {
            schedule: Schedule::new(limits),
            running: Vec::new(),
        }
    }

    fn add(&mut self, class: PriorityClass, number: u8) -> u64 {
        let added = self.schedule.add(priority(class, number));
        added.expect("within the limits")
    }

    /// Lets all run that may, and returns them.
    fn run(&mut self) -> Vec<u64> {
        let begun: Vec<_> = std::iter::from_fn(|| self.schedule.next()).collect();
        self.running.extend(&begun);
        begun
    }

    /// Ends a search.
    fn end(&mut self, number: u64) {
        self.schedule.remove(number);
        self.running.retain(|running| *running != number);
    }

    /// Ends what runs, and returns what runs then.
    fn next(&mut self) -> Vec<u64> {
        for number in self.running.clone() {
            self.end(number);
        }
        self.run()
    }

    /// Pauses what runs, and returns what runs then.
    fn slice(&mut self) -> Vec<u64> {
        for number in std::mem::take(&mut self.running) {
            assert!(self.schedule.pause(number));
        }
        self.run()
    }
}

#[test]
fn players_go_before_matches_and_those_that_somebody_watches_before_others() {
    use PriorityClass::{Analysis, Player, Unwatched, Watched};
    let mut trial = Trial::new(ONE);
    let all = [Unwatched, Analysis, Watched, Player].map(|class| trial.add(class, 1));
    for number in all.into_iter().rev() {
        assert_eq!(trial.next(), [number]);
    }
    assert_eq!(trial.next(), [0; 0]);
}

#[test]
fn a_hundred_rooms_of_one_person_weigh_as_much_as_another_ones_one() {
    let mut trial = Trial::new(ONE);
    let many: Vec<_> = (0..100)
        .map(|_| trial.add(PriorityClass::Player, 1))
        .collect();
    assert_eq!(trial.next(), many[..1]);
    let few = [
        trial.add(PriorityClass::Player, 2),
        trial.add(PriorityClass::Player, 2),
    ];
    assert_eq!(trial.next(), few[..1]);
    assert_eq!(trial.next(), many[1..2]);
    assert_eq!(trial.next(), few[1..2]);
    assert_eq!(trial.next(), many[2..3]);
    assert_eq!(trial.next(), many[3..4]);
}

#[test]
fn a_search_that_pauses_lets_the_others_run_in_turn() {
    let mut trial = Trial::new(ONE);
    let [a, b] = [1, 1].map(|number| trial.add(PriorityClass::Player, number));
    let c = trial.add(PriorityClass::Player, 2);
    let order: Vec<_> = (0..8).flat_map(|_| trial.slice()).collect();
    assert_eq!(order, [a, c, b, c, a, c, b, c]);
    trial.end(c);
    let order: Vec<_> = (0..3).flat_map(|_| trial.slice()).collect();
    assert_eq!(order, [a, b, a]);
}

#[test]
fn a_class_that_waits_is_served_at_last_however_many_are_before_it() {
    let mut trial = Trial::new(ONE);
    let player = trial.add(PriorityClass::Player, 1);
    let unwatched = trial.add(PriorityClass::Unwatched, 2);
    let analysis = trial.add(PriorityClass::Analysis, 3);
    let order: Vec<_> = (0..180).flat_map(|_| trial.slice()).collect();
    let turns = |number| order.iter().filter(|ran| **ran == number).count();
    assert_eq!(
        [turns(player), turns(unwatched), turns(analysis)],
        [160, 10, 10]
    );
}

#[test]
fn one_person_and_unwatched_matches_leave_places_for_others() {
    let mut trial = Trial::new(LIMITS);
    for _ in 0..20 {
        trial.add(PriorityClass::Unwatched, 1);
        trial.add(PriorityClass::Player, 1);
        trial.add(PriorityClass::Player, 2);
    }
    for _ in 0..20 {
        trial.slice();
    }
    let begun = |class, number| {
        trial
            .schedule
            .begun_of(|begun| begun == priority(class, number))
    };
    assert_eq!(
        begun(PriorityClass::Player, 1) + begun(PriorityClass::Player, 2),
        6
    );
    assert!(begun(PriorityClass::Player, 1) <= 4);
    assert_eq!(
        begun(PriorityClass::Unwatched, 1),
        0,
        "six places are taken by players"
    );
    // The last quarter is for people of whom none has begun, whatever they are there for.
    let stranger = trial.add(PriorityClass::Player, 3);
    let another = trial.add(PriorityClass::Unwatched, 4);
    let ran: Vec<_> = (0..40).flat_map(|_| trial.slice()).collect();
    assert!(ran.contains(&stranger) && ran.contains(&another));
    assert_eq!(trial.schedule.begun.len(), LIMITS.begun);
}

#[test]
fn one_person_or_matches_without_others_begin_no_more_than_their_share() {
    for (class, share) in [(PriorityClass::Player, 4), (PriorityClass::Unwatched, 2)] {
        let mut trial = Trial::new(LIMITS);
        for _ in 0..20 {
            trial.add(class, 1);
        }
        for _ in 0..20 {
            trial.slice();
        }
        assert_eq!(trial.schedule.begun.len(), share, "{class:?}");
    }
}

#[test]
fn unwatched_matches_keep_no_room_of_the_same_person_from_beginning() {
    let mut trial = Trial::new(Limits {
        running: 4,
        ..LIMITS
    });
    let unseen = [0; 5].map(|_| trial.add(PriorityClass::Unwatched, 1));
    assert_eq!(trial.run(), unseen[..4], "as many as may run");
    let player = trial.add(PriorityClass::Player, 1);
    assert_eq!(trial.schedule.gives_way_to(player), Some(unseen[0]));
    assert!(trial.schedule.pause(unseen[0]));
    assert_eq!(trial.run(), [player]);
}

#[test]
fn analyses_have_places_of_their_own() {
    let mut trial = Trial::new(LIMITS);
    let asked = [1, 2, 3].map(|number| trial.add(PriorityClass::Analysis, number));
    assert_eq!(trial.run(), asked[..1]);
    let bots = [4, 5, 6].map(|number| trial.add(PriorityClass::Player, number));
    assert_eq!(trial.run(), bots[..1]);
    assert_eq!(trial.schedule.gives_way_to(bots[1]), Some(asked[0]));
    trial.end(bots[0]);
    trial.end(asked[0]);
    assert_eq!(trial.run(), bots[1..]);
}

#[test]
fn one_person_has_a_few_analyses_open_and_each_that_ends_makes_space() {
    let mut trial = Trial::new(LIMITS);
    let open = [1; 3].map(|number| trial.add(PriorityClass::Analysis, number));
    assert_eq!(trial.run(), open[..1]);
    assert_eq!(
        trial.schedule.add(priority(PriorityClass::Analysis, 1)),
        Err(TooMany)
    );
    trial.add(PriorityClass::Analysis, 2);
    trial.add(PriorityClass::Player, 1);
    // One that has begun, then one that has not.
    for number in [open[0], open[2]] {
        trial.end(number);
        trial.add(PriorityClass::Analysis, 1);
        assert_eq!(
            trial.schedule.add(priority(PriorityClass::Analysis, 1)),
            Err(TooMany)
        );
    }
}

#[test]
fn a_new_search_makes_one_give_way_that_is_of_a_later_class_or_of_a_person_with_more() {
    use PriorityClass::{Player, Unwatched, Watched};
    for (runs, new, gives_way) in [
        ([(Player, 1), (Unwatched, 1)], (Player, 1), Some(1)),
        ([(Unwatched, 1), (Watched, 1)], (Watched, 2), Some(0)),
        ([(Player, 1), (Player, 1)], (Player, 2), Some(0)),
        ([(Player, 1), (Player, 2)], (Player, 3), Some(0)),
        ([(Player, 1), (Player, 2)], (Player, 2), None),
        ([(Player, 1), (Player, 2)], (Watched, 3), None),
    ] {
        let mut trial = Trial::new(LIMITS);
        let under_way = runs.map(|(class, number)| trial.add(class, number));
        trial.run();
        // The first is the one that has run for longest, whatever its class.
        for number in under_way {
            assert!(trial.schedule.is_running(number));
        }
        let added = trial.add(new.0, new.1);
        assert_eq!(trial.run(), [0; 0]);
        let given = trial.schedule.gives_way_to(added);
        assert_eq!(given, gives_way.map(|at: usize| under_way[at]), "{new:?}");
        // The same one is not asked twice.
        assert!(given.is_none() || trial.schedule.gives_way_to(added) != given);
    }
}

#[test]
fn a_search_that_somebody_comes_to_see_goes_before_others_of_its_old_priority() {
    let mut trial = Trial::new(ONE);
    let [runs, first, second] = [0; 3].map(|_| trial.add(PriorityClass::Unwatched, 1));
    assert_eq!(trial.run(), [runs]);
    let watched = priority(PriorityClass::Watched, 1);
    trial.schedule.set_priority(second, watched);
    assert_eq!(trial.schedule.gives_way_to(second), Some(runs));
    assert_eq!(trial.slice(), [second]);
    // One that has begun changes its line as well, and none is lost.
    trial
        .schedule
        .set_priority(runs, priority(PriorityClass::Player, 2));
    assert_eq!(trial.slice(), [runs]);
    trial
        .schedule
        .set_priority(runs, priority(PriorityClass::Unwatched, 2));
    trial.end(second);
    assert_eq!(trial.next(), [first]);
    assert_eq!(trial.next(), [0; 0]);
    assert!(trial.schedule.searches.is_empty());
}

#[test]
fn a_search_that_is_removed_leaves_no_trace_wherever_it_was() {
    let mut trial = Trial::new(ONE);
    let [runs, queued, last] = [1, 2, 3].map(|number| trial.add(PriorityClass::Player, number));
    assert_eq!(trial.run(), [runs]);
    assert!(trial.schedule.is_contended());
    trial.end(queued);
    assert_eq!(trial.slice(), [last]);
    trial.end(runs);
    assert!(!trial.schedule.is_contended());
    trial.end(last);
    assert_eq!(trial.run(), [0; 0]);
    assert!(trial.schedule.searches.is_empty() && trial.schedule.begun.is_empty());
    assert!(!trial.schedule.pause(runs), "it is gone");
}
