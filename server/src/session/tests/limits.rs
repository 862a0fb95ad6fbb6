//! The limits of an address, and their table in the protocol.

use super::*;

#[test]
fn the_limits_grow_with_the_people_at_an_address() {
    let now = Millis::from_millis(1000);
    for (people, lines) in [(PEOPLE, 80), (2 * PEOPLE, 160), (1, 2)] {
        let chat = limits(people).chat;
        let said =
            (0..500).take_while(|_| chat.spend(Person::at([10, 0, 0, 1].into()), now).is_ok());
        assert_eq!(said.count(), lines, "{people}");
    }
}

/// The table of the protocol has what the constants say.
#[test]
fn the_table_of_the_protocol_has_these_limits() {
    let table = include_str!("../../../../protocol/PROTOCOL.md");
    for (limit, rate) in [
        ("lines of chat", CHAT),
        ("games begun", GAMES),
        ("analyses |", ANALYSES),
        ("KiB of long answers", ANSWERS),
        ("wrong codes and tokens", GUESSES),
        ("names bound", NAMES),
    ] {
        let row = table
            .lines()
            .find(|line| line.starts_with(&format!("| {limit}")));
        let row = row.unwrap_or_else(|| panic!("no row of {limit}"));
        let every = rate.every.as_millis();
        let size = if every <= 1000 {
            format!(
                "| address | {}, then {} a second |",
                rate.burst,
                1000 / every
            )
        } else {
            format!(
                "| address | {}, then {} a minute |",
                rate.burst,
                60_000 / every
            )
        };
        assert!(row.contains(&size), "{row} has not {size}");
    }
}
