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

/// An engine that answers `SWAP2BOARD`, and one that does not.
#[cfg(unix)]
#[test]
fn an_engine_opens_by_swap2_where_it_can() {
    use protocol::spec::OpeningChoice;

    let program = |swap2: &str| {
        format!(
            "sh -c 'while read order rest; do case $order in ABOUT) echo name=\\\"x\\\" ;; \
             START) echo OK ;; SWAP2BOARD) stones=; while read line; do \
             [ $line = DONE ] && break; stones=$stones$line; done; {swap2} ;; \
             END) exit ;; esac; done'"
        )
    };
    let able = program(r#"if [ "$stones" ]; then echo SWAP; else echo 0,0 1,0 2,1; fi"#);
    let spec = |name: &str, command| EngineSpec {
        name: name.to_owned(),
        command,
    };
    let engines = Engines::start(&Config {
        engines: vec![spec("able", able), spec("plain", program("echo UNKNOWN"))],
        ..Config::default()
    })
    .unwrap();
    let listed = engines.list().iter();
    let listed: Vec<_> = listed
        .map(|bot| bot.knows_opening(OpeningRule::Swap2))
        .collect();
    assert_eq!(listed, [true, false]);

    let seat = SeatKey {
        room: "K7QM2X".parse().unwrap(),
        side: Side::First,
    };
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
        let bot = bot.parse().unwrap();
        let think = Duration::from_secs(1);
        engines.open(
            seat,
            &bot,
            &game,
            &state,
            think,
            &Stop::default(),
            &|_: &str| {},
        )
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

/// What a listener heard, in its order.
#[cfg(unix)]
#[derive(Default)]
struct Heard(std::cell::RefCell<Vec<String>>);

#[cfg(unix)]
impl Listener for Heard {
    fn message(&self, text: &str) {
        self.0.borrow_mut().push(text.to_owned());
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
    let command = "sh -c 'while read order rest; do case $order in ABOUT) echo MESSAGE sets up; echo name=\"x\" ;; \
                   START) echo OK ;; BEGIN) echo MESSAGE thinks; echo 7,7 ;; END) exit ;; esac; done'";
    let engines = Engines::start(&Config {
        engines: vec![EngineSpec {
            name: "slow".to_owned(),
            command: command.to_owned(),
        }],
        ..Config::default()
    })
    .unwrap();
    let seat = SeatKey {
        room: "K7QM2X".parse().unwrap(),
        side: Side::First,
    };
    let (bot, heard) = ("slow".parse().unwrap(), Heard::default());
    let game = Game::new("gomoku-15".parse().unwrap());
    let think = Duration::from_secs(1);
    let chosen = engines.choose(seat, &bot, &game, think, &Stop::default(), &heard);
    assert_eq!(chosen.unwrap().unwrap().square, "h8".parse().unwrap());
    let heard = heard.0.into_inner();
    assert_eq!(heard, ["begins", "sets up", "ends", "thinks"]);
    engines.end_all();
}

/// Matches, charts and the command line of `enlinea-engine` are not part of a server.
#[test]
fn the_server_depends_on_external_and_not_on_arena() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, dependencies) = manifest.split_once("[dependencies]\n").unwrap();
    let names: Vec<&str> = dependencies
        .lines()
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .collect();
    assert!(names.contains(&"external"), "{names:?}");
    assert!(!names.contains(&"arena"), "{names:?}");
}
