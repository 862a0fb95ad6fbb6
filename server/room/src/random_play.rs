//! Property tests: random commands of people, bots and time, and what must hold after each of them.

use proptest::prelude::*;
use protocol::act::Act;
use protocol::id::{PlayerId, Revision, RoomId, Seq};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::square::Square;
use protocol::text::ChatText;
use protocol::turn_order::OpeningMove;

use crate::presence::Deserted;
use crate::seats::{Presence, Seat};
use crate::testing::{
    ANA, BO, CLEO, DAN, TestRoom, TestRoomSpec, act, hash_of, name_of, thought_of,
};
use crate::{Command, Event, KeyHolder, Phase, Room};

/// A step of a random game, described without knowledge of the room.
#[derive(Clone, Debug)]
enum Step {
    /// Lets this number of milliseconds pass.
    Wait(u64),
    /// Waits exactly until the room's next deadline.
    WaitForDeadline,
    /// Gives this command.
    Give(Command),
    /// Delays the application of every later command by this number of milliseconds.
    DelayStore(u64),
    /// Holds the clock from this number of milliseconds ago.
    HoldClockSince(u64),
    /// Plays the legal move of the second number, with the present revision less the first.
    Move(PlayerId, u32, usize),
    /// Makes this choice of the opening with the present revision.
    Choose(PlayerId, OpeningChoice),
    /// Plays the legal move of this number for a bot, or puts stones and chooses by it where an opening asks for that.
    Bot(usize),
    /// Restarts the server, after an orderly stop or a kill.
    Restart { orderly: bool },
}

fn person() -> impl Strategy<Value = PlayerId> {
    prop_oneof![4 => Just(ANA), 4 => Just(BO), 1 => Just(CLEO), 1 => Just(DAN)]
}

fn command() -> impl Strategy<Value = Command> {
    (person(), any::<bool>(), 0..14_u8).prop_map(|(who, yes, which)| match which {
        0 => Command::Sit {
            who,
            name: name_of(who),
            hash: hash_of(who),
            holder: yes.then(|| KeyHolder {
                key: hash_of(who),
                nonce: 7,
            }),
        },
        1 => Command::Return {
            who,
            hash: hash_of(who),
        },
        2 => Command::Watch {
            who,
            name: name_of(who),
            key: yes.then(|| hash_of(who)),
        },
        3 => Command::Leave { who, lost: yes },
        4 => act(who, Act::Resign),
        5 => act(who, Act::OfferDraw),
        6 => act(who, Act::AnswerDraw { accept: yes }),
        7 => act(who, Act::AskTakeback),
        8 => act(who, Act::AnswerTakeback { accept: yes }),
        9 => act(who, Act::Abort),
        10 => act(who, Act::Claim),
        11 => act(who, Act::Rematch),
        12 => act(who, Act::AnswerRematch { accept: yes }),
        _ => Command::Chat {
            who,
            text: ChatText::clean("hello").unwrap(),
        },
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (0..70_000_u64).prop_map(Step::Wait),
        1 => Just(Step::WaitForDeadline),
        4 => command().prop_map(Step::Give),
        8 => (person(), 0..20_u32, 0..30_usize)
            .prop_map(|(who, late, number)| Step::Move(who, late / 19, number)),
        2 => (person(), choice()).prop_map(|(who, choice)| Step::Choose(who, choice)),
        6 => (0..30_usize).prop_map(Step::Bot),
        1 => any::<bool>().prop_map(|orderly| Step::Restart { orderly }),
        1 => prop_oneof![Just(0), 0..5_000_u64].prop_map(Step::DelayStore),
        1 => prop_oneof![Just(0), 0..5_000_u64].prop_map(Step::HoldClockSince),
        2 => Just(Step::Give(Command::ReleaseClock)),
    ]
}

fn choice() -> impl Strategy<Value = OpeningChoice> {
    prop_oneof![
        Just(OpeningChoice::Black),
        Just(OpeningChoice::White),
        Just(OpeningChoice::PlaceTwo)
    ]
}

fn spec() -> impl Strategy<Value = TestRoomSpec> {
    let variants = prop_oneof![
        Just("connect-four"),
        Just("gomoku-15"),
        Just("custom:3x3x3:free")
    ];
    let seats = prop_oneof![
        3 => Just(("me", "open")),
        1 => Just(("me", "bot:random")),
        1 => Just(("bot:random", "bot:random")),
    ];
    let openings = any::<bool>();
    (variants, seats, any::<bool>(), openings, 0..3_u8).prop_map(
        |(variant, (first, second), clock, opens, times)| {
            let spec = spec_of(variant).seats(first, second).repeat(times);
            let spec = if clock { spec.clock("20s+1s") } else { spec };
            let can = OpeningRule::Swap2.is_played_in(spec.opening.spec.variant);
            if opens && can { spec.swap2() } else { spec }
        },
    )
}

fn spec_of(variant: &str) -> TestRoomSpec {
    let mut spec = TestRoomSpec::new("connect-four");
    spec.opening.spec.variant = variant.parse().unwrap();
    spec
}

fn legal(room: &Room, number: usize) -> Option<Square> {
    let legal: Vec<Square> = room.play.game().legal().collect();
    (!legal.is_empty()).then(|| legal[number % legal.len()])
}

fn run(table: &mut TestRoom, step: &Step) {
    match step {
        Step::Wait(millis) => {
            table.wait(*millis);
        }
        Step::WaitForDeadline => {
            if let Some(deadline) = table.room.deadline() {
                table.now = table.now.max(deadline);
                give_or_assert_unchanged(table, Command::Tick);
            }
        }
        Step::Give(command) => give_or_assert_unchanged(table, command.clone()),
        Step::DelayStore(millis) => table.store_takes = Millis::from_millis(*millis),
        Step::HoldClockSince(ago) => {
            table.give_at(table.now - Millis::from_millis(*ago), &Command::HoldClock);
        }
        Step::Move(who, late, number) => {
            if let Some(act) = move_of(&table.room, *late, *number) {
                give_or_assert_unchanged(table, slow_act(*who, act));
            }
        }
        Step::Choose(who, choice) => {
            let revision = table.room.revision();
            let choice = *choice;
            give_or_assert_unchanged(table, slow_act(*who, Act::Choose { revision, choice }));
        }
        Step::Bot(number) => match bot_command(&table.room, *number) {
            // An answer in an opening always fits.
            Some(command @ Command::BotOpen { .. }) => {
                table.give(command);
            }
            Some(command) => give_or_assert_unchanged(table, command),
            None => {}
        },
        Step::Restart { orderly } => restart(table, *orderly),
    }
}

/// Gives the command; a refusal must change nothing.
fn give_or_assert_unchanged(table: &mut TestRoom, command: Command) {
    let before = table.room.clone();
    if table.try_give(command).is_err() {
        assert_eq!(table.room, before, "a refusal changes nothing");
    }
}

/// Returns the command of an act by somebody with a slow connection.
fn slow_act(who: PlayerId, act: Act) -> Command {
    let round_trip = Millis::from_millis(300);
    Command::Act {
        who,
        act,
        round_trip,
    }
}

/// Returns the legal move of this number; none if there is none.
fn move_of(room: &Room, late: u32, number: usize) -> Option<Act> {
    let revision = Revision(room.revision().0.saturating_sub(late));
    legal(room, number).map(|square| Act::Move { revision, square })
}

/// Returns the answer of the bot that is to move; none if there is no such bot.
fn bot_command(room: &Room, number: usize) -> Option<Command> {
    let thinking = room.thinking()?;
    let revision = thinking.revision;
    if let Some(opening) = &thinking.opening {
        let answer = match opening.choices.as_slice() {
            [] => OpeningMove::Stones(
                (0..usize::from(opening.to_place))
                    .filter_map(|next| legal(room, number + next))
                    .collect(),
            ),
            choices => OpeningMove::Choice(choices[number % choices.len()]),
        };
        let answer = Ok(answer);
        return Some(Command::BotOpen { revision, answer });
    }
    let ply = thinking.game.plies().len() as u16 + 1;
    let thought =
        legal(room, number).map(|square| thought_of(thinking.side, ply, &[&square.to_string()]));
    Some(Command::BotPlay {
        revision,
        thought: thought.ok_or_else(|| "no ply is left".parse().unwrap()),
    })
}

/// Restarts the server, after an orderly stop or a kill.
fn restart(table: &mut TestRoom, orderly: bool) {
    if orderly {
        table.give(Command::Stop);
    }
    let deserted = table.room.deserted();
    table.room = replayed(table);
    if let Some(since) = deserted {
        table.room.set_deserted(since);
    }
    give_or_assert_unchanged(table, Command::Resume);
}

fn replayed(table: &TestRoom) -> Room {
    let log = table.log.iter().map(|(at, event)| (*at, event));
    Room::replay(RoomId::from_draw(1), log).unwrap()
}

fn do_what_is_due(table: &mut TestRoom) {
    for _ in 0..4 {
        let due = |deadline: Millis| deadline <= table.now;
        if table.room.deadline().is_some_and(due) {
            table.give(Command::Tick);
        }
    }
}

/// Returns the room after a restart: without presence, spectators and search information, else unchanged.
fn after_restart(mut room: Room, now: Millis) -> Room {
    for who in [ANA, BO, CLEO, DAN] {
        if room.has(who) {
            for event in room
                .decide(now, &Command::Leave { who, lost: true })
                .unwrap()
            {
                room.apply(now, &event);
            }
        }
    }
    room.searches = crate::bots::Searches::default();
    room.retired = false;
    room.deserted = Deserted::Since(now);
    // A span that begins with an event begins when it is applied, and in a replay when it was recorded.
    room.play.resume(now, BySide::default());
    if let Phase::Over { at, .. } = &mut room.phase {
        *at = now;
    }
    // A room that is over has nothing to resume, and keeps the moment at which each player left.
    for side in Side::BOTH {
        if let Seat::Human { presence, .. } = &mut room.seats[side] {
            *presence = Presence::Away(now);
        }
    }
    room.spectators = crate::presence::Spectators::default();
    room.owner.forget_watchers();
    for event in room.decide(now, &Command::Resume).unwrap() {
        room.apply(now, &event);
    }
    room
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_room_replayed_from_its_events_is_the_room(
        spec in spec(),
        steps in prop::collection::vec(step(), 0..120),
    ) {
        let mut table = spec.open();
        for step in &steps {
            run(&mut table, step);
            prop_assert_eq!(table.room.seq(), Seq(table.log.len() as u32));
        }
        // A player who leaves at a moment at which something is due brings it about, and only players who are
        // present leave: so what is due happens before, in both rooms.
        do_what_is_due(&mut table);
        if matches!(table.room.phase, Phase::Over { .. }) {
            let face = |room: &Room| room.play.clock().map(|clock| clock.face(table.now));
            prop_assert_eq!(face(&table.room), face(&replayed(&table)));
        }
        let live = after_restart(table.room.clone(), table.now);
        let stored = after_restart(replayed(&table), table.now);
        prop_assert_eq!(live, stored);
    }

    #[test]
    fn an_orderly_stop_loses_no_time_of_anybody(
        spec in spec(),
        steps in prop::collection::vec(step(), 0..120),
    ) {
        let mut table = spec.clock("20s+1s").open();
        for step in &steps {
            run(&mut table, step);
        }
        table.store_takes = Millis::ZERO;
        do_what_is_due(&mut table);
        let before = table.left();
        table.give(Command::Stop);
        prop_assert_eq!(table.left(), before);
        prop_assert_eq!(table.wait(1_000_000).resumed().left(), before);
    }

    #[test]
    fn nobody_has_more_time_than_their_plies_earned(
        spec in spec(),
        steps in prop::collection::vec(step(), 0..120),
    ) {
        let mut table = spec.clock("20s+1s").open();
        for step in &steps {
            run(&mut table, step);
            let turns = table.room.play.turns();
            let plies = usize::from(table.room.play.ply_count());
            let acts = |side| {
                let plies = (0..plies).filter(|&ply| turns.of_ply(ply) == side).count();
                plies + turns.made().len()
            };
            let (first, second) = table.left();
            prop_assert!(first <= 20_000 + acts(Side::First) as u64 * 1_000);
            prop_assert!(second <= 20_000 + acts(Side::Second) as u64 * 1_000);
        }
    }

    #[test]
    fn time_never_stands_still(
        spec in spec(),
        steps in prop::collection::vec(step(), 0..120),
    ) {
        let mut table = spec.open();
        for step in &steps {
            run(&mut table, step);
            // A few ticks at one moment carry out all that is due: the room never keeps its task busy for
            // nothing.
            do_what_is_due(&mut table);
            let deadline = table.room.deadline();
            let retired = table.room.is_retired() || table.room.is_closed();
            prop_assert!(retired || deadline.is_none_or(|deadline| deadline > table.now));
        }
    }

    #[test]
    fn who_only_watches_never_changes_the_game(
        spec in spec(),
        steps in prop::collection::vec(step(), 0..60),
        commands in prop::collection::vec(command(), 0..20),
    ) {
        let mut table = spec.open();
        for step in &steps {
            run(&mut table, step);
        }
        let board = |table: &TestRoom| (table.room.play.game().clone(), table.room.revision());
        let before = board(&table);
        let stranger = PlayerId(99);
        for command in commands {
            let command = match command {
                Command::Act { act: their, .. } => act(stranger, their),
                _ => Command::Watch { who: stranger, name: name_of(DAN), key: None },
            };
            let brought = table.try_give(command);
            let harmless = |event: &Event| !event.is_durable();
            // The time of a player may run out meanwhile; that ends the game, and changes no stone.
            prop_assert!(brought.is_err() || brought.unwrap().iter().all(harmless) || before == board(&table));
        }
        prop_assert_eq!(before, board(&table));
    }
}
