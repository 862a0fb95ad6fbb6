//! A person hosts a server in the program.

use super::{Pair, at, directory};
use crate::binaries::{Program, ServerProcess, code, enlinea, run};

#[test]
fn who_hosts_plays_a_friend_on_the_server_inside() {
    let [home, away] = [directory(), directory()];
    let host = [
        "host",
        "--listen",
        "127.0.0.1:0",
        "--name",
        "Ana",
        "--plain",
    ];
    let mut ana = Program::start(&mut enlinea(home.path(), &host));
    let room = code(&ana.until_begins("room "));
    let serving = ana.said("serving; others connect with: enlinea --server ");
    let url = serving.rsplit(' ').next().expect("an address").to_owned();
    let join = at(&url, "--plain", &["join", &room, "--name", "Bruno"]);
    let bruno = Program::start(&mut enlinea(away.path(), &join));
    ana.until_begins("your turn");
    let mut pair = Pair {
        first: ana,
        second: bruno,
        room,
        data: [home, away],
    };
    pair.play(1, "4141414");
    let [winner, loser] = pair.both_see("game over: ");
    assert!(
        winner.contains("you win") && loser.contains("Ana"),
        "{winner}, {loser}"
    );
    pair.second.say("leave");
    assert_eq!(pair.second.ended().code(), 0);
    pair.first.say("leave");
    assert_eq!(pair.first.ended().code(), 0);
}

/// They were let in, though the server with the same data keeps them out.
#[test]
fn who_is_banned_from_the_server_of_a_person_is_not_let_in_where_the_person_hosts() {
    let [home, away] = [directory(), directory()];
    let bruno = r#"[{"subject": {"name": "bruno"}, "until": null, "reason": "shouted"}]"#;
    std::fs::write(home.path().join("bans.json"), bruno).expect("is written");
    let host = ["host", "--listen", "127.0.0.1:0", "--plain"];
    let mut ana = Program::start(&mut enlinea(home.path(), &host));
    let room = code(&ana.until_begins("room "));
    let serving = ana.said("serving; others connect with: enlinea --server ");
    let url = serving.rsplit(' ').next().expect("an address").to_owned();
    let join = at(&url, "--plain", &["join", &room, "--name", "Bruno"]);
    let refused = run(&mut enlinea(away.path(), &join));
    assert_ne!(refused.code(), 0, "{refused:?}");
    assert!(refused.complaints.contains("shouted"), "{refused:?}");
}

/// The server had stopped with the program, and only the first screen started it again.
#[test]
fn who_hosted_returns_to_the_seat_by_the_code_of_the_room() {
    let home = directory();
    let bot = "bot:minimax:1";
    let host = [
        "host",
        "--listen",
        "127.0.0.1:0",
        "--second",
        bot,
        "--plain",
    ];
    let mut ana = Program::start(&mut enlinea(home.path(), &host));
    let room = code(&ana.until_begins("room "));
    ana.until_begins("your turn");
    ana.say("4");
    ana.until_begins("2. ");
    ana.say_no_more();
    ana.until_begins(&format!("the input has ended and it is your turn: leaving, and the server here stops; your seat is kept, come back with: enlinea join {room}"));
    assert_eq!(ana.ended().code(), 0);
    // Whoever hosts again is told of the game that waits.
    let mut ana = Program::start(&mut enlinea(home.path(), &host));
    let other = code(&ana.until_begins("room "));
    let waits = format!("a game of yours waits here; go back to it with: enlinea join {room}");
    ana.until_begins("your turn");
    ana.say("resign");
    ana.until_begins("game over: ");
    ana.say("leave");
    let ended = ana.ended();
    assert_eq!((ended.code(), other == room), (0, false));
    let output = format!("{}{}", ended.said.join("\n"), ended.complaints);
    assert!(output.contains(&waits), "{output}");
    let back = ["join", &room, "--plain"];
    let mut ana = Program::start(&mut enlinea(home.path(), &back));
    assert_eq!(code(&ana.until_begins("room ")), room);
    ana.until_begins("your turn");
    ana.say("resign");
    ana.until_begins("game over: ");
    ana.say("leave");
    assert_eq!(ana.ended().code(), 0);
}

/// The list of its rooms deleted the way back without a word.
#[test]
fn another_server_at_the_address_of_a_host_deletes_no_seat_of_theirs() {
    let [home, away] = [directory(), directory()];
    let bot = ["--second", "bot:minimax:1"];
    let host = [&["host", "--listen", "127.0.0.1:0", "--plain"][..], &bot].concat();
    let mut ana = Program::start(&mut enlinea(home.path(), &host));
    let room = code(&ana.until_begins("room "));
    ana.until_begins("your turn");
    let serving = ana.said("serving; others connect with: enlinea --server ");
    let address = serving.rsplit(' ').next().expect("an address").to_owned();
    ana.say_no_more();
    assert_eq!(ana.ended().code(), 0);
    let other = ServerProcess::at(&address, away.path());
    let list = run(&mut enlinea(
        home.path(),
        &at(&address, "--plain", &["rooms"]),
    ));
    assert_eq!(list.code(), 0, "{}", list.complaints);
    assert!(list.said.iter().all(|line| !line.contains(&room)));
    drop(other);
    let mut ana = Program::start(&mut enlinea(home.path(), &["join", &room, "--plain"]));
    assert_eq!(code(&ana.until_begins("room ")), room);
    ana.until_begins("your turn");
}
