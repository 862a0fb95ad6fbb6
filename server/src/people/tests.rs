use super::*;

const ANA: Option<TokenHash> = Some(TokenHash(1));
const BO: Option<TokenHash> = Some(TokenHash(2));
const NOW: Millis = Millis::from_millis(1_700_000_000_000);

fn people() -> People {
    People::new(["perfect", "carbon"].into_iter(), Vec::new())
}

/// Returns the name of whoever comes, or the suggestion.
fn enter(people: &People, wanted: &str, key: Option<TokenHash>) -> Result<String, String> {
    let wanted = (!wanted.is_empty()).then_some(wanted);
    match people.enter(wanted, key, NOW) {
        Ok(entered) => Ok(entered.name.to_string()),
        Err(Refusal::NameOwned { suggestion, .. }) => Err(suggestion.to_string()),
        Err(other) => panic!("{other}"),
    }
}

fn leave(people: &People, name: &str) {
    people.leave(&Name::clean(name).unwrap());
}

#[test]
fn a_name_in_use_gets_a_suffix_and_no_name_a_number() {
    let people = people();
    for (wanted, given) in [
        ("Ana", "Ana"),
        ("ana", "ana (2)"),
        ("Ana", "Ana (3)"),
        ("\u{430}na", "\u{430}na (4)"),
        ("", "guest-01"),
        ("\u{200b}", "guest-02"),
    ] {
        assert_eq!(enter(&people, wanted, None).as_deref(), Ok(given));
    }
    leave(&people, "guest-01");
    assert_eq!(enter(&people, "", None).as_deref(), Ok("guest-01"));
    assert_eq!(people.list().1, 6);
}

#[test]
fn a_name_is_its_owners_while_they_are_away() {
    let people = people();
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana"));
    leave(&people, "Ana");
    for (wanted, key) in [("Ana", None), ("\u{430}na", None), ("ANA", BO)] {
        let suggestion = enter(&people, wanted, key).unwrap_err();
        assert_eq!(suggestion, format!("{wanted} (2)"));
    }
    // Nobody who was refused is there, and the owner needs no name.
    assert_eq!(people.list().1, 0);
    assert_eq!(enter(&people, "", ANA).as_deref(), Ok("Ana"));
    // The suggestion is free, and can be owned.
    assert_eq!(enter(&people, "Ana (2)", BO).as_deref(), Ok("Ana (2)"));
    leave(&people, "Ana (2)");
    assert_eq!(enter(&people, "Ana", None).unwrap_err(), "Ana (3)");
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana (3)"));
}

#[test]
fn an_owner_is_not_renamed_and_renames_nobody() {
    let people = people();
    assert_eq!(enter(&people, "Ana", None).as_deref(), Ok("Ana"));
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana (2)"));
    leave(&people, "Ana");
    // It is theirs from then on.
    assert_eq!(enter(&people, "Ana", None).unwrap_err(), "Ana (3)");
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana"));
}

#[test]
fn names_of_bots_and_guests_are_refused_with_a_name_that_is_free() {
    let people = people();
    for (wanted, suggestion) in [
        ("perfect", "perfect (2)"),
        ("CARBON", "CARBON (2)"),
        ("guest-07", "player 1"),
        ("perfect:8", "player 1"),
    ] {
        for key in [None, ANA] {
            assert_eq!(enter(&people, wanted, key).unwrap_err(), suggestion);
            let taken = enter(&people, suggestion, None).unwrap();
            assert_eq!(taken, suggestion);
            leave(&people, &taken);
        }
    }
}
