use super::*;

const ANA: Option<TokenHash> = Some(TokenHash(1));
const BO: Option<TokenHash> = Some(TokenHash(2));
const NOW: Millis = Millis::from_millis(1_700_000_000_000);

fn people() -> People {
    People::new(["perfect", "carbon"].into_iter(), Vec::new())
}

/// Returns a person who says hello, and whose key may get a name.
fn candidate(wanted: Option<&str>, key: Option<TokenHash>) -> Candidate<'_> {
    Candidate {
        wanted,
        key,
        may_bind: true,
    }
}

/// Returns the name of whoever comes, or the suggestion.
fn enter(people: &People, wanted: &str, key: Option<TokenHash>) -> Result<String, String> {
    let wanted = (!wanted.is_empty()).then_some(wanted);
    match people.enter(candidate(wanted, key), NOW, |_| None) {
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
fn a_guest_with_a_key_has_their_number_again_and_nobody_else_has_it_meanwhile() {
    let before = people();
    let guests = [(None, "guest-01"), (ANA, "guest-02"), (BO, "guest-03")];
    let mut owned = Vec::new();
    for (key, given) in guests {
        let entered = before.enter(candidate(None, key), NOW, |_| None).unwrap();
        assert_eq!(entered.name.as_str(), given);
        for change in entered.changes {
            match change {
                NameChange::Owned { owned: name, .. } => owned.push(name),
                NameChange::Freed(_) => {}
            }
        }
    }
    // After a restart they come in another order.
    let after = People::new(["perfect"].into_iter(), owned);
    for (key, given) in [
        (BO, "guest-03"),
        (None, "guest-01"),
        (None, "guest-04"),
        (ANA, "guest-02"),
        // Another device of the same person.
        (ANA, "guest-05"),
    ] {
        assert_eq!(enter(&after, "", key).as_deref(), Ok(given));
    }
    leave(&after, "guest-02");
    assert_eq!(enter(&after, "guest-02", BO).unwrap_err(), "player 1");
    assert_eq!(enter(&after, "", None).as_deref(), Ok("guest-06"));
    assert_eq!(enter(&after, "", ANA).as_deref(), Ok("guest-02"));
    // Whoever takes a name gives the number back, and so does time.
    leave(&after, "guest-03");
    assert_eq!(enter(&after, "Bo", BO).as_deref(), Ok("Bo"));
    assert_eq!(enter(&after, "", None).as_deref(), Ok("guest-03"));
    leave(&after, "guest-02");
    let week = NOW + Millis::from_millis(7 * 24 * 60 * 60 * 1000);
    let late = after.enter(candidate(None, None), week, |_| None).unwrap();
    assert_eq!(late.name.as_str(), "guest-02");
}

#[test]
fn a_name_is_its_owners_while_they_are_away() {
    let people = people();
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana"));
    leave(&people, "Ana");
    for (wanted, key) in [("Ana", None), ("\u{430}na", None), ("ANA", BO)] {
        let suggestion = enter(&people, wanted, key).unwrap_err();
        assert_eq!(suggestion, format!("{wanted} 2"));
    }
    // Nobody who was refused is there, and the owner needs no name.
    assert_eq!(people.list().1, 0);
    assert_eq!(enter(&people, "", ANA).as_deref(), Ok("Ana"));
    // The suggestion is free, and can be owned.
    assert_eq!(enter(&people, "Ana 2", BO).as_deref(), Ok("Ana 2"));
    leave(&people, "Ana 2");
    assert_eq!(enter(&people, "Ana", None).unwrap_err(), "Ana 3");
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana (2)"));
}

/// A stranger without a key was suggested the name that the second device of the owner has, and got it.
#[test]
fn nobody_else_has_the_name_of_another_device_of_an_owner() {
    let people = people();
    assert_eq!(enter(&people, "Paypal", ANA).as_deref(), Ok("Paypal"));
    for key in [None, BO] {
        for wanted in ["Paypal", "Paypal (2)", "Paypal (3)"] {
            assert_eq!(enter(&people, wanted, key).unwrap_err(), "Paypal 2");
        }
    }
    assert_eq!(enter(&people, "Paypal", ANA).as_deref(), Ok("Paypal (2)"));
}

#[test]
fn an_owner_is_not_renamed_and_renames_nobody() {
    let people = people();
    assert_eq!(enter(&people, "Ana", None).as_deref(), Ok("Ana"));
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana (2)"));
    leave(&people, "Ana");
    // It is theirs from then on.
    assert_eq!(enter(&people, "Ana", None).unwrap_err(), "Ana 2");
    assert_eq!(enter(&people, "Ana", ANA).as_deref(), Ok("Ana"));
}

#[test]
fn names_of_bots_and_guests_are_refused_with_a_name_that_is_free() {
    let people = people();
    for (wanted, suggestion) in [
        ("perfect", "perfect 2"),
        ("guest-07", "player 1"),
        ("\u{265b} host", "player 1"),
    ] {
        for key in [None, ANA] {
            assert_eq!(enter(&people, wanted, key).unwrap_err(), suggestion);
            let taken = enter(&people, suggestion, None).unwrap();
            assert_eq!(taken, suggestion);
            leave(&people, &taken);
        }
    }
}

#[test]
fn a_name_that_is_banned_is_got_neither_by_a_key_nor_by_a_number_nor_by_saying_none() {
    let people = people();
    let banned = |name: &Name| {
        let banned = ["Ana", "Bo (2)", "guest-01"].contains(&name.as_str());
        let reason = Some("shouted".to_owned());
        banned.then_some(Refusal::Banned { wait: None, reason })
    };
    let come = |wanted: Option<&str>, key| match people.enter(candidate(wanted, key), NOW, banned) {
        Ok(entered) => entered.name.to_string(),
        Err(refusal) => refusal.code().to_owned(),
    };
    enter(&people, "Ana", ANA).unwrap();
    leave(&people, "Ana");
    enter(&people, "Bo", None).unwrap();
    assert_eq!(come(Some("Ana"), ANA), "banned");
    assert_eq!(come(None, ANA), "banned", "it is the name of the key");
    assert_eq!(
        come(Some("Bo"), BO),
        "banned",
        "a number would be behind it"
    );
    assert_eq!(come(None, None), "banned");
    // Nobody is there who was refused, and their key owns nothing.
    assert_eq!(people.list().1, 1);
    leave(&people, "Bo");
    assert_eq!(come(Some("Bo"), None), "Bo");
}
