//! A room under random commands of people, bots and time: what must hold after each of them.
//!
//! The generator and the checks are those of fuzzing (`tests/fuzz`), which looks for bytes by coverage instead.

use proptest::collection::vec;
use proptest::prelude::*;

#[expect(unreachable_pub, reason = "fuzzing reaches it as a library")]
#[path = "commands/table.rs"]
mod table;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_room_keeps_its_promises_under_any_commands(
        // Half of all openings are refused: this one is two people at a table.
        flags in any::<u8>(),
        variant in any::<u8>(),
        steps in vec(any::<u8>(), 0..600),
    ) {
        let mut bytes = vec![variant, flags, 0, 1, 0, 7];
        bytes.extend(steps);
        table::check(&bytes);
    }

    #[test]
    fn whatever_is_opened_keeps_its_promises(bytes in vec(any::<u8>(), 0..300)) {
        table::check(&bytes);
    }
}
