//! Running games side by side, as on a club's projector.

use termlens::Key;

use super::{directory, enlinea, leaves, press, shows};
use crate::binaries::{Program, ServerProcess, binary, code, command};

/// A room in which two bots play, with its code; it is watched by the program that opened it.
fn bots(server: &ServerProcess, arguments: &[&str]) -> (Program, String) {
    let url = server.url();
    let mut program = Program::start(
        command(binary("enlinea"))
            .args(["--plain", "--server", &url, "new"])
            .args(arguments),
    );
    let room = code(&program.until_begins("room "));
    (program, room)
}

#[test]
fn games_of_bots_are_shown_beside_each_other_and_a_result_makes_place() {
    let (data, own) = (directory(), directory());
    let server = ServerProcess::start(data.path());
    let mut tv = enlinea(own.path(), &["tv", "--server", &server.url()], &[]);
    shows(&mut tv, &["No game is running"]);
    let slow = [
        "--first",
        "bot:random",
        "--second",
        "bot:random",
        "--pace",
        "60000",
    ];
    let (_long, stays) = bots(&server, &[&slow[..], &["--game", "gomoku-15"]].concat());
    shows(
        &mut tv,
        &["Gomoku 15 x 15", &stays, "●  Bot, random", "●  Bot, random"],
    );
    // Three in a row is a win for who begins, which the search sees.
    let quick = [
        "--game",
        "custom:5x4x3:falls",
        "--first",
        "bot:negamax:6",
        "--second",
        "bot:random",
        "--pace",
        "400",
    ];
    let (_short, ends) = bots(&server, &quick);
    shows(
        &mut tv,
        &[&stays, &ends, "●  Bot negamax", "●  Bot, random"],
    );
    shows(&mut tv, &[&stays, "Bot negamax, depth 6 wins"]);
    tv.wait_until(|screen| screen.contains(&stays) && !screen.contains("negamax"))
        .expect("the game that is over goes");
    tv.send(Key::Enter).expect("is read");
    shows(&mut tv, &["watching: ", &stays]);
    tv.send(Key::Esc).expect("is read");
    shows(&mut tv, &["Enter watch", &stays]);
    for text in ["waiting for an opponent", "Join by address"] {
        press(&mut tv, 'q');
        shows(&mut tv, &[text]);
    }
    press(&mut tv, 'q');
    leaves(tv);
}
