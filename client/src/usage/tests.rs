use std::ffi::OsString;

use clap::error::ErrorKind;

use super::*;
use crate::args;
use crate::language::{Language, within};

/// The problem of these arguments in each language, and its kind for clap.
fn explained_in_each(arguments: &[OsString]) -> ([String; 3], ErrorKind) {
    let mut kind = None;
    let said = Language::ALL.map(|language| {
        within(language, || {
            let error = args::command().try_get_matches_from(arguments);
            let error = error.unwrap_err();
            kind = Some(error.kind());
            explained(&error)
        })
    });
    (said, kind.unwrap())
}

#[test]
fn each_kind_of_fault_is_told_in_each_language() {
    use ErrorKind::{
        ArgumentConflict, InvalidSubcommand, InvalidValue, MissingRequiredArgument, TooManyValues,
        UnknownArgument, ValueValidation,
    };
    for (line, kind, expected) in [
        (
            "rooms --frob",
            UnknownArgument,
            [
                "unexpected argument '--frob' found",
                "no se esperaba el argumento '--frob'",
                "nieoczekiwany argument '--frob'",
            ],
        ),
        (
            "--nme x",
            UnknownArgument,
            [
                "unexpected argument '--nme' found; a similar one exists: '--name'",
                "no se esperaba el argumento '--nme'; hay algo parecido: '--name'",
                "nieoczekiwany argument '--nme'; podobne: '--name'",
            ],
        ),
        (
            "rename --frob",
            UnknownArgument,
            [
                "unexpected argument '--frob' found; to pass it as a value, write '-- --frob'",
                "no se esperaba el argumento '--frob'; para darlo como valor, escribe '-- --frob'",
                "nieoczekiwany argument '--frob'; aby podać go jako wartość, napisz '-- --frob'",
            ],
        ),
        (
            "--repeet new",
            UnknownArgument,
            [
                "unexpected argument '--repeet' found; a similar one exists: 'new --repeat'",
                "no se esperaba el argumento '--repeet'; hay algo parecido: 'new --repeat'",
                "nieoczekiwany argument '--repeet'; podobne: 'new --repeat'",
            ],
        ),
        (
            "-- rooms",
            UnknownArgument,
            [
                "unexpected argument 'rooms' found; the subcommand 'rooms' exists; remove the '--' before it",
                "no se esperaba el argumento 'rooms'; la orden 'rooms' existe; quita el '--' de delante",
                "nieoczekiwany argument 'rooms'; polecenie 'rooms' istnieje; usuń '--' przed nim",
            ],
        ),
        (
            "dance",
            InvalidSubcommand,
            [
                "unrecognized subcommand 'dance'",
                "no hay ninguna orden 'dance'",
                "nie ma polecenia 'dance'",
            ],
        ),
        (
            "romos",
            InvalidSubcommand,
            [
                "unrecognized subcommand 'romos'; a similar one exists: 'rooms'",
                "no hay ninguna orden 'romos'; hay algo parecido: 'rooms'",
                "nie ma polecenia 'romos'; podobne: 'rooms'",
            ],
        ),
        (
            "help dance",
            InvalidSubcommand,
            [
                "unrecognized subcommand 'dance'",
                "no hay ninguna orden 'dance'",
                "nie ma polecenia 'dance'",
            ],
        ),
        (
            "--name",
            InvalidValue,
            [
                "a value is required for '--name <NAME>' but none was supplied",
                "falta el valor de '--name <NOMBRE>'",
                "brak wartości dla '--name <NAZWA>'",
            ],
        ),
        (
            "--ground",
            InvalidValue,
            [
                "a value is required for '--ground <GROUND>' but none was supplied [possible values: auto, dark, light]",
                "falta el valor de '--ground <FONDO>' [valores posibles: auto, dark, light]",
                "brak wartości dla '--ground <TŁO>' [możliwe wartości: auto, dark, light]",
            ],
        ),
        (
            "--ground darc",
            InvalidValue,
            [
                "invalid value 'darc' for '--ground <GROUND>' [possible values: auto, dark, light]; a similar one exists: 'dark'",
                "el valor 'darc' no sirve para '--ground <FONDO>' [valores posibles: auto, dark, light]; hay algo parecido: 'dark'",
                "zła wartość 'darc' dla '--ground <TŁO>' [możliwe wartości: auto, dark, light]; podobne: 'dark'",
            ],
        ),
        (
            "rooms --patience 604801",
            ValueValidation,
            [
                "invalid value '604801' for '--patience <SECONDS>': 604801 is not in 0..=604800",
                "el valor '604801' no sirve para '--patience <SEGUNDOS>': 604801 no está entre 0 y 604800",
                "zła wartość '604801' dla '--patience <SEKUNDY>': 604801 nie mieści się w zakresie od 0 do 604800",
            ],
        ),
        (
            "analyse --seconds 99999999999 K7QM2X",
            ValueValidation,
            [
                "invalid value '99999999999' for '--seconds <SECONDS>': 99999999999 is not in 1..=3600",
                "el valor '99999999999' no sirve para '--seconds <SEGUNDOS>': 99999999999 no está entre 1 y 3600",
                "zła wartość '99999999999' dla '--seconds <SEKUNDY>': 99999999999 nie mieści się w zakresie od 1 do 3600",
            ],
        ),
        (
            "analyse --seconds 1.5 K7QM2X",
            ValueValidation,
            [
                "invalid value '1.5' for '--seconds <SECONDS>': \"1.5\" is no whole number; write one in 1..=3600",
                "el valor '1.5' no sirve para '--seconds <SEGUNDOS>': \"1.5\" no es un número entero; escribe uno de 1 a 3600",
                "zła wartość '1.5' dla '--seconds <SEKUNDY>': \"1.5\" nie jest liczbą całkowitą; napisz liczbę od 1 do 3600",
            ],
        ),
        (
            "rooms --quiet=yes",
            TooManyValues,
            [
                "unexpected value 'yes' for '--quiet' found; no more were expected",
                "sobra el valor 'yes' de '--quiet'",
                "zbędna wartość 'yes' dla '--quiet'",
            ],
        ),
        (
            "rename",
            MissingRequiredArgument,
            [
                "the following required arguments were not provided: <NAME>",
                "argumentos obligatorios que faltan: <NOMBRE>",
                "brak wymaganych argumentów: <NAZWA>",
            ],
        ),
        (
            "--name Ana --name Bo",
            ArgumentConflict,
            [
                "the argument '--name <NAME>' cannot be used multiple times",
                "el argumento '--name <NOMBRE>' solo puede darse una vez",
                "argument '--name <NAZWA>' może wystąpić tylko raz",
            ],
        ),
        (
            "rooms --plain --json",
            ArgumentConflict,
            [
                "the argument '--plain' cannot be used with '--json'",
                "el argumento '--plain' no puede ir con '--json'",
                "argumentu '--plain' nie można łączyć z '--json'",
            ],
        ),
    ] {
        let arguments = ["enlinea"].into_iter().chain(line.split(' '));
        let arguments: Vec<_> = arguments.map(OsString::from).collect();
        let (said, found) = explained_in_each(&arguments);
        assert_eq!(found, kind, "{line}");
        assert_eq!(said, expected, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_told_in_each_language() {
    use std::os::unix::ffi::OsStringExt;

    let name = OsString::from_vec(vec![b'A', 0xff]);
    let (said, kind) = explained_in_each(&["enlinea".into(), "--name".into(), name]);
    assert_eq!(kind, ErrorKind::InvalidUtf8);
    let expected = [
        "invalid UTF-8 was detected in one or more arguments",
        "hay argumentos que no son UTF-8 válido",
        "są argumenty, które nie są poprawnym UTF-8",
    ];
    assert_eq!(said, expected);
}

/// A kind that no command can cause yet is better told in English than not at all.
#[test]
fn a_kind_without_a_sentence_is_told_as_clap_does() {
    let command = clap::Command::new("x").subcommand_required(true);
    let command = command.subcommand(clap::Command::new("y"));
    let error = command.try_get_matches_from(["x"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingSubcommand);
    let said = explained(&error);
    assert!(said.starts_with("'x' requires a subcommand"), "{said}");
    assert!(!said.contains("Usage") && !said.contains('\n'), "{said}");
}
