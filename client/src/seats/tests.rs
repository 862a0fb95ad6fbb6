use super::*;
use crate::language::{Language, within};

/// A seat at Connect Four on a server.
pub(crate) fn seat_at(url: &str, room: RoomId, token: u128) -> SavedSeat {
    SavedSeat {
        servers: vec![url.to_owned()],
        room,
        token: Token(token),
        variant: Named::Known(Variant::named("connect-four").unwrap()),
        when: Millis::from_millis(1),
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
        own: None,
    }
}

fn seat(number: u8) -> SavedSeat {
    SavedSeat {
        when: Millis::from_millis(u64::from(number)),
        ..seat_at(
            "ws://box:4270/ws",
            RoomId::from_draw(u64::from(number)),
            u128::from(number) + 1,
        )
    }
}

fn opened(directory: &Path) -> Seats {
    let (seats, warning) = Seats::open(Some(directory.to_owned()));
    assert_eq!(warning, None);
    seats
}

#[test]
fn a_client_that_ended_finds_its_seats_again_the_latest_first() {
    let directory = tempfile::tempdir().unwrap();
    let mut seats = opened(directory.path());
    seats.remember(seat(1)).unwrap();
    seats.remember(seat(2)).unwrap();
    drop(seats);
    let seats = opened(directory.path());
    assert_eq!(seats.returnable(), [seat(2), seat(1)]);
    let servers = [String::from("ws://other/ws"), seat(1).servers[0].clone()];
    assert_eq!(seats.saved_seat(&servers, seat(1).room), Some(seat(1)));
    assert_eq!(seats.saved_seat(&servers[..1], seat(1).room), None);
    let encrypted = servers[1].replace("ws://", "wss://");
    assert_eq!(seats.saved_seat(&[encrypted], seat(1).room), Some(seat(1)));
    assert_eq!(seats.saved_seat(&servers, seat(3).room), None);
}

/// A host on loopback alone served every network after the way back.
#[test]
fn the_server_of_a_seat_listens_where_it_did_and_on_loopback_where_that_was_not_saved() {
    let directory = tempfile::tempdir().unwrap();
    let mut seats = opened(directory.path());
    let hosted = |listen: &str| SavedSeat {
        servers: vec!["ws://127.0.0.1:24290/ws".to_owned()],
        hosted: true,
        listen: Some(listen.parse().unwrap()),
        announced: Some("Ana on vm".to_owned()),
        ..seat(1)
    };
    for listen in ["127.0.0.1:24290", "[::]:24290", "[::1]:24290"] {
        seats.remember(hosted(listen)).unwrap();
        seats.release(seat(1).token);
        let saved = &seats.returnable()[0];
        assert_eq!(saved.listen().to_string(), listen);
        assert_eq!(saved.announced.as_deref(), Some("Ana on vm"));
    }
    let file = directory.path().join("seats.json");
    let text = std::fs::read_to_string(&file).unwrap();
    for (server, expected) in [
        ("ws://127.0.0.1:24290/ws", "127.0.0.1:24290"),
        ("ws://192.168.1.5:80/ws", "192.168.1.5:80"),
        ("ws://box/ws", "127.0.0.1:4270"),
    ] {
        let mut saved: serde_json::Value = serde_json::from_str(&text).unwrap();
        let old = saved["seats"][0].as_object_mut().unwrap();
        old.remove("listen").unwrap();
        old.remove("announced").unwrap();
        old["servers"] = serde_json::json!([server]);
        std::fs::write(&file, saved.to_string()).unwrap();
        assert_eq!(seats.returnable()[0].listen().to_string(), expected);
    }
}

#[test]
fn a_seat_in_use_is_not_offered_until_its_client_lets_go() {
    let directory = tempfile::tempdir().unwrap();
    let mut playing = opened(directory.path());
    playing.remember(seat(1)).unwrap();
    let mut other = opened(directory.path());
    assert_eq!(other.returnable(), []);
    assert_eq!(playing.returnable(), []);
    playing.release(seat(1).token);
    assert_eq!(other.returnable(), [seat(1)]);
    other.remember(seat(1)).unwrap();
    assert_eq!(playing.returnable(), []);
    drop(other);
    assert_eq!(playing.returnable(), [seat(1)]);
}

#[test]
fn two_clients_keep_their_seats_in_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let mut one = opened(directory.path());
    let mut two = opened(directory.path());
    one.remember(seat(1)).unwrap();
    two.remember(seat(2)).unwrap();
    one.forget(seat(1).token, None).unwrap();
    drop((one, two));
    assert_eq!(opened(directory.path()).returnable(), [seat(2)]);
}

#[test]
fn a_seat_that_this_program_serves_is_deleted_by_no_other_server() {
    let directory = tempfile::tempdir().unwrap();
    let mut seats = opened(directory.path());
    let on = |number, hosted| SavedSeat {
        hosted,
        server_id: Some(ServerId(7)),
        ..seat(number)
    };
    for number in 1..=2 {
        seats.remember(on(number, number == 1)).unwrap();
        seats.forget(seat(number).token, Some(ServerId(8))).unwrap();
    }
    assert_eq!(seats.returnable(), [on(1, true)]);
    seats.forget(seat(1).token, Some(ServerId(7))).unwrap();
    assert_eq!(seats.returnable(), []);
}

#[test]
fn two_clients_in_one_room_keep_a_seat_each() {
    let directory = tempfile::tempdir().unwrap();
    let mut one = opened(directory.path());
    let mut two = opened(directory.path());
    let other = SavedSeat {
        room: seat(1).room,
        ..seat(2)
    };
    one.remember(seat(1)).unwrap();
    two.remember(other.clone()).unwrap();
    drop(one);
    let saved = two.saved_seat(&seat(1).servers, seat(1).room);
    assert_eq!(saved, Some(seat(1)));
    drop(two);
    assert_eq!(opened(directory.path()).returnable(), [other, seat(1)]);
}

/// The title was saved in the language of the day.
#[test]
fn a_file_has_the_variant_of_a_seat_in_no_language() {
    let directory = tempfile::tempdir().unwrap();
    let mut seats = opened(directory.path());
    within(Language::Pl, || seats.remember(seat(1))).unwrap();
    let text = std::fs::read(directory.path().join("seats.json")).unwrap();
    let saved: serde_json::Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(saved["seats"][0]["variant"], "connect-four");
}

#[test]
fn only_the_latest_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let mut seats = opened(directory.path());
    for number in 0..30 {
        seats.remember(seat(number)).unwrap();
        seats.release(seat(number).token);
        seats.visited(&format!("ws://{number}/ws")).unwrap();
    }
    seats.visited("ws://27/ws").unwrap();
    let kept = seats.returnable();
    assert_eq!((kept.len(), &kept[0]), (SEATS, &seat(29)));
    let expected = [27, 29, 28, 26, 25].map(|number| format!("ws://{number}/ws"));
    assert_eq!(seats.recent_servers(), expected);
}

#[test]
fn a_seat_that_cannot_be_understood_is_set_aside_and_the_others_stay() {
    let directory = tempfile::tempdir().unwrap();
    let mut seats = opened(directory.path());
    for number in 1..=3 {
        seats.remember(seat(number)).unwrap();
    }
    seats.visited("ws://box:4270/ws").unwrap();
    drop(seats);
    let file = directory.path().join("seats.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let token = serde_json::to_string(&seat(2).token).unwrap();
    let broken = text.replace(&token, "\"no token\"");
    assert_ne!(text, broken);
    std::fs::write(&file, &broken).unwrap();

    let (mut seats, warning) = Seats::open(Some(directory.path().to_owned()));
    let warning = warning.unwrap().to_string();
    assert!(warning.contains("1 entry of "), "{warning}");
    assert!(warning.contains("seats.json.broken"), "{warning}");
    let aside = std::fs::read_to_string(directory.path().join("seats.json.broken")).unwrap();
    assert_eq!(aside, broken);
    assert_eq!(seats.returnable(), [seat(3), seat(1)]);
    assert_eq!(seats.recent_servers(), ["ws://box:4270/ws"]);
    seats.remember(seat(4)).unwrap();
    drop(seats);
    assert_eq!(
        opened(directory.path()).returnable(),
        [seat(4), seat(3), seat(1)]
    );
}

#[test]
fn a_file_that_cannot_be_understood_is_moved_aside() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("seats.json"), "{\"seats\": 3").unwrap();
    let (mut seats, warning) = Seats::open(Some(directory.path().to_owned()));
    let warning = warning.unwrap().to_string();
    assert!(warning.contains("seats.json.broken"), "{warning}");
    assert!(directory.path().join("seats.json.broken").exists());
    seats.remember(seat(1)).unwrap();
    drop(seats);
    assert_eq!(opened(directory.path()).returnable(), [seat(1)]);
}

/// The next seat was written in the place of all others.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_left_alone_until_it_can_be() {
    let directory = tempfile::tempdir().unwrap();
    let (file, elsewhere) = (
        directory.path().join("seats.json"),
        directory.path().join("elsewhere"),
    );
    let mut seats = opened(directory.path());
    seats.remember(seat(1)).unwrap();
    drop(seats);
    std::fs::rename(&file, &elsewhere).unwrap();
    // For every user, unlike a file without permissions.
    std::os::unix::fs::symlink(&file, &file).unwrap();
    let (mut seats, warning) = Seats::open(Some(directory.path().to_owned()));
    let warning = warning.unwrap().to_string();
    assert!(warning.contains("seats.json cannot be read"), "{warning}");
    let unkept = seats.remember(seat(2)).unwrap_err().to_string();
    assert!(unkept.contains("cannot be saved"), "{unkept}");
    assert!(file.is_symlink());
    std::fs::rename(&elsewhere, &file).unwrap();
    seats.remember(seat(3)).unwrap();
    drop(seats);
    assert_eq!(opened(directory.path()).returnable(), [seat(3), seat(1)]);
}

#[test]
fn play_goes_on_where_nothing_can_be_kept() {
    let directory = tempfile::tempdir().unwrap();
    let blocked = directory.path().join("a file");
    std::fs::write(&blocked, "").unwrap();
    let (mut seats, warning) = Seats::open(Some(blocked));
    assert!(warning.unwrap().to_string().contains("--data"));
    seats.remember(seat(1)).unwrap();
    assert_eq!(seats.returnable(), []);
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let mut seats = opened(directory.path());
    seats.remember(seat(1)).unwrap();
    let file = std::fs::metadata(directory.path().join("seats.json")).unwrap();
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
}
