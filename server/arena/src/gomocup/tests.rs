//! Whole conversations with a manager, without a process.

use super::*;

/// What the brain says to a script that is there at once.
fn told(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    run(&mut script.as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_game_is_played() {
    assert_eq!(
        told(
            "START 15\nBOARD\n0,0,1\n9,9,2\n1,0,1\n9,8,2\n2,0,1\n9,7,2\n3,0,1\n9,6,2\nDONE\nEND\n"
        ),
        ["OK", "4,0"]
    );
}
