//! Owned names on their way to the storage.

use super::*;

fn owned(owner: u128, name: &str) -> OwnedName {
    OwnedName {
        owner: TokenHash(owner),
        name: name.parse().unwrap(),
        used: NOW,
    }
}

fn change(owner: u128, name: &str) -> NameChange {
    NameChange::Owned {
        owned: owned(owner, name),
        skeleton: name.to_owned(),
    }
}

/// An append that succeeds ended the failure, and no name that waited was tried again.
#[test]
fn names_that_could_not_be_stored_are_stored_when_the_store_works_again() {
    type Recover = fn(&mut Writer);
    let by_probe: Recover = |writer| writer.probe().unwrap();
    let by_append: Recover = |writer| {
        let write = Write::Append(append(1), oneshot::channel().0);
        writer.serve(std::iter::once(write.into()));
    };
    for recover in [by_probe, by_append] {
        let (store, fault) = failing(crate::store::memory());
        fault.begin();
        let (mut writer, mut health) = Writer::new(store, || NOW);
        // The last change of a key is the one that counts.
        for (owner, name) in [(1, "Ana"), (2, "Bo"), (1, "Cleo")] {
            let write = Write::Names(vec![change(owner, name)]);
            writer.serve(std::iter::once(write.into()));
        }
        assert_eq!(writer.store.owned_names().unwrap(), []);
        fault.end();
        recover(&mut writer);
        assert_eq!(health.latest(), Health::Working);
        let mut names = writer.store.owned_names().unwrap();
        names.sort_unstable_by_key(|owned| owned.owner);
        assert_eq!(names, [owned(1, "Cleo"), owned(2, "Bo")]);
    }
}

/// They ended with the server.
#[tokio::test]
async fn names_that_could_not_be_stored_are_tried_once_more_at_the_end() {
    let data = tempfile::tempdir().unwrap();
    let (store, fault) = failing(crate::store::sqlite(data.path()).unwrap());
    fault.begin();
    let (handle, writer) = spawn(store, || NOW, Duration::from_hours(1)).unwrap();
    let stored = handle.store_names(vec![change(1, "Ana")]).await;
    assert!(matches!(stored, Err(StoreError::Failed(_))), "{stored:?}");
    fault.end();
    drop(handle);
    writer.join().unwrap();
    let mut store = crate::store::sqlite(data.path()).unwrap();
    assert_eq!(store.owned_names().unwrap(), [owned(1, "Ana")]);
}
