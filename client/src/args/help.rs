//! Texts behind the options in the help and in the manual: exit statuses, and the lines of `--plain`.

use crate::language::Id;

/// The lines that may be typed at a table without a screen, and their meaning.
pub(crate) const TYPED: [(&str, Id); 20] = [
    ("4, h8", id!("options-typed-move")),
    ("black, white, two", id!("options-typed-choose")),
    ("resign", id!("options-typed-resign")),
    ("draw", id!("options-typed-draw")),
    ("accept, decline", id!("options-typed-answer")),
    ("takeback", id!("options-typed-takeback")),
    ("abort", id!("options-typed-abort")),
    ("claim", id!("options-typed-claim")),
    ("rematch", id!("options-typed-rematch")),
    ("say TEXT", id!("options-typed-say")),
    ("board", id!("options-typed-board")),
    ("last", id!("options-typed-last")),
    ("clocks", id!("options-typed-clocks")),
    ("moves", id!("options-typed-moves")),
    ("legal", id!("options-typed-legal")),
    ("who", id!("options-typed-who")),
    ("record", id!("options-typed-record")),
    ("analyse", id!("options-typed-analyse")),
    ("leave", id!("options-typed-leave")),
    ("help", id!("options-typed-help")),
];

/// The exit statuses, with their meaning.
pub(crate) const STATUSES: [(u8, Id); 7] = [
    (0, id!("options-status-done")),
    (1, id!("options-status-failed")),
    (2, id!("options-status-usage")),
    (3, id!("options-status-refused")),
    (4, id!("options-status-lost")),
    (101, id!("options-status-defect")),
    (130, id!("options-status-interrupted")),
];

/// The text behind the options of the program.
pub(super) fn after_help() -> String {
    let statuses = STATUSES.map(|(status, meaning)| format!("  {status:<5}{}\n", meaning.said()));
    format!(
        "{}\n{}\n{}\n\n{}",
        say!("options-statuses"),
        statuses.concat(),
        typed(),
        say!("options-without-command")
    )
}

/// The text behind the options of the commands that lead to a table.
pub(super) fn typed() -> String {
    let lines = TYPED.map(|(words, meaning)| format!("\n  {words:<19}{}", meaning.said()));
    format!("{}{}", say!("options-typed"), lines.concat())
}
