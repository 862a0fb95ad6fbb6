//! Looking back, through keys alone: at a game that goes on, and at one that the library has kept.

use termlens::Key;

use super::{Pair, directory, enlinea, leaves, press, shows};
use crate::binaries::ServerProcess;

#[test]
fn a_game_is_looked_through_while_it_goes_on_and_again_from_the_library() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    let text = shows(&mut pair.first, &["room "]).text();
    let (_, code) = text.split_once("room ").expect("was just seen");
    let code = &code[..6];
    pair.play("41414");
    shows(&mut pair.first, &["moves ─", "3. 4"]);
    press(&mut pair.first, ',');
    press(&mut pair.first, ',');
    shows(&mut pair.first, &["back to the game (3/5)"]);
    // The other's move is told, and the board stays.
    shows(&mut pair.second, &["your turn"]);
    press(&mut pair.second, '1');
    let told = shows(&mut pair.first, &["3. Bruno plays column 1; > goes there"]);
    assert!(told.contains("moves, 3 of 6"), "{told}");
    // The first key shows the game, the second plays.
    press(&mut pair.first, '4');
    shows(&mut pair.first, &["this is the current position: now play"]);
    press(&mut pair.first, '4');
    shows(&mut pair.first, &["You win with 4 in a row!"]);
    shows(&mut pair.second, &["Ana wins with 4 in a row"]);

    for player in &pair.data {
        let mut replay = enlinea(player.path(), &["replay", code], &[]);
        shows(
            &mut replay,
            &["Ana wins with 4 in a row", "move 7 of 7: column 4"],
        );
        for _ in 0..2 {
            replay.send(Key::Left).expect("is read");
        }
        shows(&mut replay, &["move 5 of 7: column 4"]);
        press(&mut replay, 'v');
        shows(&mut replay, &["column 4: "]);
        press(&mut replay, 'a');
        shows(&mut replay, &["column 4: ", "↑"]);
        press(&mut replay, 'c');
        shows(&mut replay, &["copied to the clipboard"]);
        replay.send(Key::Esc).expect("is read");
        leaves(replay);
    }
}
