use super::*;

/// Returns the complaint about these arguments.
fn refused(arguments: &str) -> String {
    let words = format!("enlinea-engine {arguments}");
    match read(words.split(' ').map(Into::into), None) {
        Err(Failure::Usage(problem)) => problem,
        _ => panic!("{arguments} was taken"),
    }
}

#[test]
fn a_time_of_more_than_a_day_is_refused_with_the_bounds() {
    for (arguments, expected) in [
        ("move --bot random --limit 86400001", "0..=86400000"),
        (
            "match random random --time-ms 18446744073709551615",
            "1..=86400000",
        ),
        (
            "match random random --tolerance-ms 18446744073709551615",
            "0..=86400000",
        ),
    ] {
        let problem = refused(arguments);
        assert!(problem.contains(expected), "{problem}");
        assert!(!problem.contains('\n'), "{problem}");
    }
}
