//! What stands behind the options in the help and in the manual: exit statuses, and the lines of `--plain`.

/// The lines that may be typed at a table without a screen, and their meaning.
pub(crate) const TYPED: [(&str, &str); 20] = [
    ("4, h8", "plays there"),
    (
        "black, white, two",
        "chooses a colour in the opening, or to place two more stones",
    ),
    ("resign", "gives the game up"),
    ("draw", "offers a draw, or takes the one that is offered"),
    ("accept, decline", "answers what your opponent offers"),
    ("takeback", "asks for your last ply back"),
    ("abort", "ends the game before both sides have moved"),
    ("claim", "claims the game of an opponent who stays away"),
    ("rematch", "offers another game, or agrees to it"),
    ("say TEXT", "says something to those present"),
    ("board", "shows the board"),
    ("last", "says the last move, and whose turn it is"),
    ("clocks", "says the time of both players"),
    ("moves", "says every move"),
    ("legal", "says the moves that there are"),
    ("who", "says who is at the table and who watches"),
    ("record", "shows the game as text, to keep"),
    (
        "analyse",
        "says what the moves of the position are worth, now or after the number of plies that follows",
    ),
    ("leave", "leaves; your seat in a game is kept"),
    ("help", "shows this"),
];

/// The exit statuses, with their meaning.
pub(crate) const STATUSES: [(u8, &str); 7] = [
    (0, "done"),
    (1, "failed: something did not work"),
    (
        2,
        "wrong usage: the arguments or the settings make no sense",
    ),
    (3, "refused by the server"),
    (
        4,
        "connection lost, and not come back within --patience seconds",
    ),
    (
        101,
        "a defect of the program, which wrote a report into the state directory",
    ),
    (130, "interrupted, by Ctrl-C or by the system"),
];

/// The text behind the options of the program.
pub(super) fn after_help() -> String {
    let statuses = STATUSES.map(|(status, meaning)| format!("  {status:<5}{meaning}\n"));
    format!(
        "Exit status:\n{}\n{}\n\n\
         Without a command the screens open; where standard output is no terminal, `demo --plain` runs instead.",
        statuses.concat(),
        typed()
    )
}

/// The text behind the options of the commands that lead to a table.
pub(super) fn typed() -> String {
    let lines = TYPED.map(|(words, meaning)| format!("\n  {words:<19}{meaning}"));
    format!(
        "With --plain, at a table, standard input takes a line each of:{}",
        lines.concat()
    )
}
