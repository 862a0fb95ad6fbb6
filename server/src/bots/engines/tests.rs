use super::*;

#[test]
fn a_name_that_is_taken_or_no_word_is_refused() {
    let before = ["carbon=x".parse().unwrap()];
    for (name, expected) in [
        ("negamax", "a bot of this server"),
        ("carbon", "another engine"),
        ("Carbon", "small letters"),
        ("", "small letters"),
    ] {
        let problem = check_name(name, &before).unwrap_err();
        assert!(problem.contains(expected), "{name}: {problem}");
    }
    assert_eq!(check_name("pela", &before), Ok(()));
}

/// Returns a shell as an engine that says its name, and answers orders by `cases`, of which one has to be `START`.
#[cfg(unix)]
fn program(name: &str, cases: &str) -> EngineSpec {
    let command = format!(
        "sh -c 'while read order rest; do case $order in ABOUT) echo name=\\\"x\\\" ;; {cases} ;; \
         END) exit ;; esac; done'"
    );
    let name = name.to_owned();
    EngineSpec { name, command }
}

#[cfg(unix)]
fn started(engines: Vec<EngineSpec>, trusted: &[&str]) -> Engines {
    let engine_trust = trusted.iter().map(ToString::to_string).collect();
    Engines::start(&Config {
        engines,
        engine_trust,
        ..Config::default()
    })
    .unwrap()
}

#[cfg(unix)]
fn request<'a>(
    bot: &'a BotSpec,
    game: &'a Game,
    stop: &'a Stop,
    listener: &'a dyn Listener,
) -> EngineRequest<'a> {
    EngineRequest {
        seat: SeatKey {
            room: "K7QM2X".parse().unwrap(),
            side: Side::First,
        },
        bot,
        game,
        think: Duration::from_secs(1),
        stop,
        listener,
    }
}

/// An engine that answers `SWAP2BOARD`, and one that does not.
#[cfg(unix)]
#[test]
fn an_engine_opens_by_swap2_where_it_can() {
    use protocol::spec::OpeningChoice;

    let program = |name, swap2: &str| {
        let cases = format!(
            "START) echo OK ;; SWAP2BOARD) stones=; while read line; do \
             [ $line = DONE ] && break; stones=$stones$line; done; {swap2}"
        );
        program(name, &cases)
    };
    let able = r#"if [ "$stones" ]; then echo SWAP; else echo 0,0 1,0 2,1; fi"#;
    let engines = started(
        vec![program("able", able), program("plain", "echo UNKNOWN")],
        &[],
    );
    let listed = engines.list().iter();
    let listed: Vec<_> = listed
        .map(|bot| bot.knows_opening(OpeningRule::Swap2))
        .collect();
    assert_eq!(listed, [true, false]);

    let open = |bot: &str, moves: &[&str], to_place, choices: &[OpeningChoice]| {
        let moves = moves.iter().map(|square| square.parse().unwrap());
        let game = Game::after("gomoku-15".parse().unwrap(), moves).unwrap();
        let state = OpeningState {
            rule: OpeningRule::Swap2,
            to_act: Side::First,
            to_place,
            choices: choices.to_vec(),
            black: None,
            made: Vec::new(),
        };
        let (bot, stop) = (bot.parse().unwrap(), Stop::default());
        let request = request(&bot, &game, &stop, &|_: &str| {});
        engines.open(&request, &state)
    };
    assert!(open("threat", &[], 3, &[]).is_none());
    let squares = ["a1", "b1", "c2"].map(|square| square.parse().unwrap());
    let placed = open("able", &[], 3, &[]).unwrap().unwrap();
    assert_eq!(placed, OpeningMove::Stones(squares.into()));
    let sides = [OpeningChoice::Black, OpeningChoice::White];
    let chosen = open("able", &["a1", "b1", "c2"], 0, &sides).unwrap();
    assert_eq!(chosen.unwrap(), OpeningMove::Choice(OpeningChoice::Black));
    engines.end_all();
}

/// The news of a listener in its order, each with whether the engine was set up by then.
#[cfg(unix)]
struct Heard<'a> {
    heard: std::cell::RefCell<Vec<(String, bool)>>,
    /// File that the engine makes when it is told to start a game.
    started: &'a std::path::Path,
}

#[cfg(unix)]
impl Listener for Heard<'_> {
    fn message(&self, text: &str) {
        let is_set_up = self.started.exists();
        self.heard.borrow_mut().push((text.to_owned(), is_set_up));
    }

    fn setup_begins(&self) {
        self.message("begins");
    }

    fn setup_ends(&self) {
        self.message("ends");
    }
}

/// Its own clock ran while it was started anew, as it is between plies where more games go on than engines wait.
#[cfg(unix)]
#[test]
fn an_engine_is_set_up_before_it_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let started_file = folder.path().join("started");
    let cases = format!(
        "START) : > {}; echo OK ;; BEGIN) echo MESSAGE thinks; echo 7,7",
        started_file.display()
    );
    let engines = started(vec![program("slow", &cases)], &["slow"]);
    let bot: BotSpec = "slow".parse().unwrap();
    let heard = Heard {
        heard: std::cell::RefCell::default(),
        started: &started_file,
    };
    // It was asked for its part in an opening.
    std::fs::remove_file(&started_file).unwrap();
    let game = Game::new("gomoku-15".parse().unwrap());
    let stop = Stop::default();
    let chosen = engines.choose(&request(&bot, &game, &stop, &heard));
    assert_eq!(chosen.unwrap().unwrap().square, "h8".parse().unwrap());
    let expected = [("begins", false), ("ends", true), ("thinks", true)];
    let expected = expected.map(|(text, is_set_up)| (text.to_owned(), is_set_up));
    assert_eq!(heard.heard.into_inner(), expected);
    engines.end_all();
}
