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
fn a_variant_for_which_nothing_could_be_done_is_refused() {
    for (arguments, expected) in [
        (
            "tune --work there --out it --variant connect-four",
            "does not play connect-four",
        ),
        ("positions --class L3_R3", "L3_R3 has no positions"),
    ] {
        let problem = refused(arguments);
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn an_argument_that_would_be_passed_over_is_refused() {
    for (arguments, expected) in [
        ("tune --work there --out it --threads 0", "1..=256"),
        ("book --verify --work there", "cannot be used with"),
        ("book --verify --out it", "cannot be used with"),
        ("book --verify --plies 8", "cannot be used with"),
        ("book --verify --threads 2", "cannot be used with"),
        ("book --verify --hash-mib 8", "cannot be used with"),
        ("match random negamax:3 --depth 4", "no bot here is without"),
        // No bot of a ladder would use these, and some know no opening with choices.
        ("ladder --opening swap2", "unexpected argument '--opening'"),
        ("ladder --depth 3", "unexpected argument '--depth'"),
        ("ladder --settle-ms 3", "unexpected argument '--settle-ms'"),
        (
            "ladder --memory-mib 3",
            "unexpected argument '--memory-mib'",
        ),
        (
            "ladder --engine-threads 3",
            "unexpected argument '--engine-threads'",
        ),
        (
            "ladder --engine-trust x",
            "unexpected argument '--engine-trust'",
        ),
    ] {
        let problem = refused(arguments);
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn who_is_no_other_program_cannot_be_trusted() {
    for (arguments, expected) in [
        (
            "match random lines --engine-trust foo",
            "--engine-trust foo: no other program takes part; leave it out",
        ),
        (
            "match random gomocup:x --engine-trust random",
            "--engine-trust random: no other program is called that; choose one of: x",
        ),
    ] {
        let problem = refused(arguments);
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn a_number_below_zero_is_told_with_its_option() {
    for (arguments, option) in [
        ("match random lines --seed -1", "--seed <N>"),
        ("match random lines --games -2", "--games <N>"),
        ("solve --threads -1", "--threads <N>"),
        ("positions --class L1_R1 --count -5", "--count <N>"),
    ] {
        let problem = refused(arguments);
        assert!(
            problem.contains("invalid value '-") && problem.contains(option),
            "{problem}"
        );
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
