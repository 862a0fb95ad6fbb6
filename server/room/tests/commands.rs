//! A room under random commands of people, bots and time: what must hold after each of them.
//!
//! The generator and the checks are those of fuzzing (`tests/fuzz`), which looks for bytes by coverage instead.

use proptest::collection::vec;
use proptest::prelude::*;

#[expect(unreachable_pub, reason = "fuzzing reaches it as a library")]
#[path = "commands/table.rs"]
mod table;

/// The bytes of a step: mostly a legal ply of one of the two players, or a short wait.
fn step() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        6 => (0..2_u8, 0..200_u8).prop_map(|(who, square)| vec![4, who, 0, 0, square]),
        2 => (0..3_u8, any::<u8>()).prop_map(|(unit, count)| vec![0, unit, count]),
        4 => vec(any::<u8>(), 5),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_room_keeps_its_promises_under_any_commands(
        flags in any::<u8>(),
        variant in any::<u8>(),
        steps in vec(step(), 0..120),
    ) {
        // Two people: the second sits down with the first step.
        let mut bytes = vec![variant, flags, 0, 1, 0, 7, 6, 1, 0, 0];
        bytes.extend(steps.concat());
        table::check(&bytes);
    }

    #[test]
    fn whatever_is_opened_keeps_its_promises(bytes in vec(any::<u8>(), 0..300)) {
        table::check(&bytes);
    }
}
