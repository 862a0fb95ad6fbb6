//! The Gomocup protocol: the lines of an engine, as the server reads them, and those of a manager, as our engine does.

use std::ffi::OsString;

use external::{Answer, Info, Order};

/// Longest text that people are shown of what an engine says of itself, in characters.
const SHOWN: usize = 200;

/// Reads each line as an answer of an engine.
///
/// # Panics
///
/// An answer does not read back as it is written, or a name could move a cursor or fill a screen.
pub fn check_answers(data: &[u8]) {
    for line in String::from_utf8_lossy(data).split('\n') {
        match line.parse() {
            // The line of an engine about itself is kept as it is shown.
            Ok(Answer::About(about)) => {
                assert!(!about.name.is_empty(), "{line:?}");
                assert!(about.line.chars().count() <= SHOWN, "{line:?}");
                for text in [&about.line, &about.sentence()] {
                    assert!(!text.contains(char::is_control), "{text:?} of {line:?}");
                }
            }
            Ok(answer) => assert_eq!(answer.to_string().parse(), Ok(answer), "{line:?}"),
            Err(_no_answer) => {}
        }
    }
}

/// Reads each line as an order of a manager, and gives all of them to our engine, which must neither fall nor say
/// more than it is asked.
///
/// # Panics
///
/// An order does not read back as it is written, or the engine breaks the protocol.
pub fn check_orders(data: &[u8]) {
    // A search ends at once, and its table is the smallest one: making the usual one would take all the time.
    let mut script = b"INFO timeout_turn 0\nINFO max_memory 1\n".to_vec();
    let mut asked = 0;
    for bytes in data.split_inclusive(|&byte| byte == b'\n') {
        let order = String::from_utf8_lossy(bytes).parse::<Order>();
        if let Ok(order) = order
            && order != Order::Info(Info::Other)
        {
            assert_eq!(order.to_string().parse(), Ok(order), "{order:?}");
        }
        let is_silent = matches!(order, Ok(Order::Info(_)));
        asked += usize::from(!is_silent);
        if !is_silent || matches!(order, Ok(Order::Info(Info::Rule(_) | Info::Other))) {
            script.extend(bytes);
        }
    }
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["enlinea-engine", "gomocup"].map(OsString::from);
    let status = arena::run(arguments, None, &mut &*script, &mut output, &mut errors);
    assert_eq!((status, errors.as_slice()), (0, &b""[..]));
    let said = String::from_utf8(output).expect("answers are text");
    let answers = said.lines().filter(|line| !line.starts_with("MESSAGE "));
    let mut answered = 0;
    for line in answers {
        let answer = line.parse::<Answer>();
        assert!(answer.is_ok(), "{line:?} is no answer");
        answered += 1;
    }
    // Besides its own answer an order may bring the error of a position that it breaks off.
    assert!(
        answered <= 2 * asked,
        "{answered} answers to {asked} orders"
    );
}
