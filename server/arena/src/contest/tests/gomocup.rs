//! Other programs, as scripts of a shell.

use super::*;

/// A program that answers every question for a move by `play`, commands of the shell, which find the stones on
/// the board in `$taken`. Beside its script it notes how often it was started, and what it was told of its limits.
fn program(folder: &Path, name: &str, play: &str) -> String {
    let script = folder.join(name);
    let text = format!(
        "echo started >> \"$0.starts\"\n\
         play() {{ {play}; }}\n\
         while read order rest; do case $order in\n\
         ABOUT) echo 'name=\"{name}\"' ;;\n\
         START) taken=; echo OK ;;\n\
         INFO) echo \"$rest\" >> \"$0.told\" ;;\n\
         BEGIN) play ;;\n\
         TURN) taken=\"$taken $rest \"; play ;;\n\
         BOARD) taken=\n\
         while read line; do [ \"$line\" = DONE ] && break; taken=\"$taken ${{line%,*}} \"; done\n\
         play ;;\n\
         END) exit ;;\n\
         esac; done\n"
    );
    fs::write(&script, text).unwrap();
    format!("{name}=gomocup:sh '{}'", script.display())
}

/// A match of `priority` against a program.
fn against_priority(program: &str, games: usize, file: &Path) -> (u8, String, String) {
    let options = format!(
        "--games {games} --time-ms 20 --tolerance-ms 500 --variant gomoku-15 --record {}",
        file.display()
    );
    let mut arguments = vec!["match", "priority", program];
    arguments.extend(options.split(' '));
    enlinea_engine(&arguments)
}

#[test]
fn a_program_is_started_once_for_all_its_games() {
    let folder = tempfile::tempdir().unwrap();
    // It plays along an edge of the board.
    let play = "column=0; \
        while case \"$taken\" in *\" $column,14 \"*) ;; *) false ;; esac; do column=$((column + 1)); done; \
        taken=\"$taken $column,14 \"; echo $column,14";
    let program = program(folder.path(), "edge", play);
    let games = folder.path().join("games");
    let (status, output, errors) = against_priority(&program, 6, &games);
    assert_eq!(status, 0, "{errors}");
    assert!(output.contains("priority against edge"), "{output}");
    for game in records(&games) {
        assert_eq!(game.tag("Termination"), None, "{errors}");
    }
    // And once before, to see whether it can be.
    let starts = fs::read_to_string(folder.path().join("edge.starts")).unwrap();
    assert_eq!(starts.lines().count(), 2);
}

#[test]
fn a_program_is_told_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let program = program(folder.path(), "told", "echo 99,99");
    let mut arguments = vec!["match", "random", &program];
    arguments.extend("--games 2 --time-ms 20 --variant gomoku-15".split(' '));
    arguments.extend("--memory-mib 20 --engine-threads 3 --nodes 60000".split(' '));
    enlinea_engine(&arguments);
    let told = fs::read_to_string(folder.path().join("told.told")).unwrap();
    for limit in ["max_memory 20971520", "thread_num 3", "max_node 60000"] {
        assert!(told.lines().any(|line| line == limit), "{told}");
    }
}

#[test]
fn a_program_that_fails_loses_and_the_reason_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (name, answer, expected) in [
        ("cheat", "echo 99,99", "99,99"),
        ("crash", "exit 3", "ended instead of answering"),
        ("mumbler", "echo hm", "hm"),
        ("sleeper", "read never", "did not answer"),
    ] {
        let file = folder.path().join(format!("{name}.games"));
        let program = program(folder.path(), name, answer);
        let (status, output, errors) = against_priority(&program, 2, &file);
        assert_eq!(status, 1, "{errors}");
        assert!(output.contains("games   2: 2 won"), "{output}{errors}");
        assert!(
            output.contains(&format!("forfeits 2 of {name}\n")),
            "{output}"
        );
        let verdict = format!("nothing was measured: {name} forfeited 2 of its 2 games");
        assert!(errors.contains(&verdict), "{errors}");
        for game in records(&file) {
            let reason = game.tag("Termination").unwrap();
            assert!(reason.contains(expected), "{reason}");
        }
        assert!(errors.contains(expected), "{errors}");
    }
}
