//! The names that keys own: kept as long as the rooms are.

use super::*;

pub(super) fn owned(owner: u128, name: &str, used: u64) -> OwnedName {
    OwnedName {
        owner: TokenHash(owner),
        name: Name::clean(name).unwrap(),
        used: Millis::from_millis(used),
    }
}

pub(super) fn change(owned: &OwnedName) -> NameChange {
    NameChange::Owned {
        owned: owned.clone(),
        skeleton: owned.name.as_str().to_lowercase(),
    }
}

#[test]
fn every_storage_keeps_one_name_of_a_key() {
    with_each(|store| {
        assert_eq!(store.owned_names().unwrap(), []);
        let ana = owned(1, "Ana", 1000);
        let bo = owned(u128::MAX, "Łucja", 3000);
        store.change_names(&[change(&ana), change(&bo)]).unwrap();
        assert_eq!(store.owned_names().unwrap(), [bo.clone(), ana]);
        let cleo = owned(1, "Cleo", 2000);
        store.change_names(&[change(&cleo)]).unwrap();
        assert_eq!(store.owned_names().unwrap(), [bo.clone(), cleo]);
        let freed = NameChange::Freed(TokenHash(1));
        store.change_names(&[freed]).unwrap();
        assert_eq!(store.owned_names().unwrap(), [bo]);
    });
}

#[test]
fn a_name_in_the_words_of_sql_is_a_name() {
    with_each(|store| {
        let names = ["O'Hara", "x','1');--", "'; DELETE FROM x"];
        let names: Vec<_> = (1..)
            .zip(names)
            .map(|(owner, name)| owned(owner, name, 1000))
            .collect();
        let changes: Vec<_> = names.iter().map(change).collect();
        store.change_names(&changes).unwrap();
        let kept = store.owned_names().unwrap();
        assert_eq!(kept.len(), names.len());
        for name in names {
            assert!(kept.contains(&name), "{name:?}");
        }
    });
}

#[test]
fn a_database_has_the_names_at_every_start_whatever_is_damaged_beside_them() {
    let directory = tempfile::tempdir().unwrap();
    let ana = owned(1, "Ana", 1000);
    for expected in [vec![], vec![ana.clone()]] {
        let mut store = sqlite(directory.path()).unwrap();
        assert_eq!(store.owned_names().unwrap(), expected);
        let others = [
            change(&ana),
            change(&owned(2, "Bo", 1)),
            change(&owned(3, "Cleo", 2)),
        ];
        store.change_names(&others).unwrap();
        drop(store);
        tamper(
            directory.path(),
            "UPDATE name_owner SET hash = x'00' WHERE name = 'Bo';
             UPDATE name_owner SET name = ' ' WHERE name = 'Cleo';",
        );
    }
}
