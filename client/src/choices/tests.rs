use super::*;

#[test]
fn what_was_chosen_is_there_at_the_next_start_and_keeps_what_another_client_chose() {
    let directory = tempfile::tempdir().unwrap();
    let none = Choices::read(directory.path());
    assert_eq!(none, Choices::default());
    let mut named = none.clone();
    named.name = Some("Ana".to_owned());
    named.write(&none, directory.path()).unwrap();
    // A client that was started before plays a game.
    let mut played = none.clone();
    played.game = Some("gomoku".to_owned());
    played.write(&none, directory.path()).unwrap();
    let kept = Choices::read(directory.path());
    assert_eq!(kept.name.as_deref(), Some("Ana"));
    assert_eq!(kept.game.as_deref(), Some("gomoku"));
    let mut offered = kept.clone();
    offered.ascii_offered = true;
    offered.write(&kept, directory.path()).unwrap();
    played.write(&none, directory.path()).unwrap();
    assert!(Choices::read(directory.path()).ascii_offered);
}

#[test]
fn a_file_that_cannot_be_read_is_no_choice() {
    let directory = tempfile::tempdir().unwrap();
    for text in ["", "{", "{\"name\": 3}", "[]"] {
        fs::write(directory.path().join(FILE), text).unwrap();
        assert_eq!(Choices::read(directory.path()), Choices::default());
    }
    fs::write(
        directory.path().join(FILE),
        "{\"later\": 1, \"name\": \"Bo\"}",
    )
    .unwrap();
    let kept = Choices::read(directory.path());
    assert_eq!(kept.name.as_deref(), Some("Bo"));
}

#[test]
fn servers_that_know_the_key_are_forgotten_when_they_do_not_any_more() {
    let mut choices = Choices::default();
    choices.note_known("ws://a", Some("Ana"));
    assert_eq!(choices.known_as["ws://a"], "Ana");
    choices.note_known("ws://a", None);
    assert!(choices.known_as.is_empty());
    for number in 0..30 {
        choices.note_known(&format!("ws://{number}"), Some("Ana"));
    }
    assert_eq!(choices.known_as.len(), SERVERS);
}
