//! Texts after the options in the help and in the manual: examples, exit statuses, and the lines of `--plain`.

use clap::Command;

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

/// Examples of the program without a command.
const OF_PROGRAM: &[&str] = &[
    "enlinea",
    "enlinea join 192.168.1.5",
    "enlinea join K7QM2X",
    "enlinea --plain new --second bot:level:3",
];

/// Examples of commands.
const OF_COMMANDS: &[(&str, &[&str])] = &[
    ("bots", &["enlinea bots --game renju"]),
    (
        "host",
        &[
            "enlinea host",
            "enlinea host --clock 5+3",
            "enlinea host --listen 9000 --game gomoku",
        ],
    ),
    (
        "new",
        &[
            "enlinea new --clock 5+3",
            "enlinea new --second bot:level:4",
            "enlinea new --game renju --first open --second me --private",
        ],
    ),
    (
        "join",
        &[
            "enlinea join K7QM2X",
            "enlinea join 192.168.1.5",
            "enlinea join http://192.168.1.5:4270/#K7QM2X",
        ],
    ),
    ("watch", &["enlinea watch K7QM2X"]),
    ("quick", &["enlinea quick --game gomoku --clock 10+5"]),
    ("demo", &["enlinea demo --game gomoku-15"]),
    ("forget", &["enlinea forget 192.168.1.5"]),
    ("rename", &["enlinea rename Ana"]),
    (
        "import-key",
        &[
            "enlinea import-key ana.key",
            "enlinea export-key | ssh laptop enlinea import-key",
        ],
    ),
    (
        "history",
        &[
            "enlinea history",
            "enlinea history Ana Bruno connect-four won 30d",
            "enlinea history Ana --export games.txt",
        ],
    ),
    ("profile", &["enlinea profile Ana"]),
    ("leaderboard", &["enlinea leaderboard renju --today"]),
    (
        "tournament",
        &[
            "enlinea tournament new Friday --clock 5+3 --starts-in 15m",
            "enlinea tournament list",
            "enlinea tournament show FR7K2M --csv",
        ],
    ),
    (
        "export",
        &["enlinea export K7QM2X", "enlinea export K7QM2X-3 game.txt"],
    ),
    (
        "replay",
        &[
            "enlinea replay game.txt",
            "enlinea replay K7QM2X-3",
            "enlinea replay - --boards < game.txt",
        ],
    ),
    (
        "analyse",
        &[
            "enlinea analyse game.txt --seconds 10",
            "enlinea analyse --moves \"4 4 3\"",
        ],
    ),
    (
        "completions",
        &["enlinea completions bash > ~/.local/share/bash-completion/completions/enlinea"],
    ),
    (
        "man",
        &[
            "enlinea man | man -l -",
            "enlinea man ~/.local/share/man/man1",
        ],
    ),
];

/// The commands that lead to a table.
const AT_TABLES: [&str; 5] = ["host", "new", "join", "watch", "quick"];

/// Returns the command line with the texts after the options of each command.
pub(super) fn with_texts(command: Command) -> Command {
    let of_program = examples(OF_PROGRAM);
    let command = command
        .after_long_help(after_help(&of_program))
        .after_help(of_program);
    OF_COMMANDS.iter().fold(command, |command, (name, lines)| {
        command.mut_subcommand(name, |command| {
            let examples = examples(lines);
            let is_at_table = AT_TABLES.contains(name);
            let long = is_at_table.then(|| format!("{examples}\n\n{}", typed()));
            let long = long.unwrap_or_else(|| examples.clone());
            command.after_long_help(long).after_help(examples)
        })
    })
}

/// Command lines to learn from.
fn examples(lines: &[&str]) -> String {
    let title = say!("options-examples");
    let lines = [title.as_str()].into_iter().chain(lines.iter().copied());
    lines.collect::<Vec<_>>().join("\n  ")
}

/// The text after the options of the program.
fn after_help(examples: &str) -> String {
    let statuses = STATUSES.map(|(status, meaning)| format!("  {status:<5}{}\n", meaning.said()));
    format!(
        "{examples}\n\n{}\n\n{}\n{}\n{}",
        typed(),
        say!("options-statuses"),
        statuses.concat(),
        say!("options-without-command")
    )
}

/// The lines that may be typed at a table.
fn typed() -> String {
    let lines = TYPED.map(|(words, meaning)| format!("\n  {words:<19}{}", meaning.said()));
    format!("{}{}", say!("options-typed"), lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    #[test]
    fn every_example_is_understood() {
        let of_commands = OF_COMMANDS.iter().flat_map(|(_, lines)| lines.iter());
        for example in OF_PROGRAM.iter().chain(of_commands) {
            let line = example.split(['|', '>', '<']).next().unwrap().trim();
            let line = line.replace("\"4 4 3\"", "443");
            let line = line.split_whitespace().map(Into::into);
            let read = args::read(line, &args::settings::Settings::default());
            assert!(read.is_ok(), "{example}: {}", read.unwrap_err());
        }
    }
}
