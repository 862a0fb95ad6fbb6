use protocol::id::{RoomId, Seed};
use protocol::rules::Variant;
use protocol::spec::{OpeningRule, Pace, Repeat, ThinkTime};

use super::*;
use crate::language::Language;

fn line(text: &str) -> Result<CommandLine, clap::Error> {
    read(text.split(' ').map(Into::into), &Settings::default())
}

#[test]
fn the_definition_of_the_command_line_is_sound() {
    use clap::CommandFactory;
    CommandLine::command().debug_assert();
}

#[test]
fn options_for_every_command_may_stand_on_either_side_of_it() {
    for text in [
        "enlinea --server box --plain rooms",
        "enlinea rooms --server box --plain",
    ] {
        let line = line(text).unwrap();
        assert_eq!(line.common.server.unwrap().url.as_str(), "ws://box:4270/ws");
        assert!(line.common.plain && !line.common.json);
    }
}

#[test]
fn a_new_room_is_as_it_was_asked_for() {
    let line = line(
        "enlinea new --game gomoku-15 --first bot:priority --second me --clock 5m+3s --private \
         --seed 7 --no-takebacks --no-spectators --shuffle --opening swap2",
    )
    .unwrap();
    let Some(Command::New(room)) = line.command else {
        panic!("another command");
    };
    let spec = room.spec(true, false);
    assert_eq!(spec.variant.to_string(), "gomoku-15");
    assert_eq!(spec.clock.unwrap().to_string(), "5m+3s");
    assert_eq!(spec.seed, Some(Seed(7)));
    assert!(!spec.listed && !spec.takebacks && !spec.spectators && room.shuffle);
    assert_eq!(spec.opening, Some(OpeningRule::Swap2));
    assert_eq!(room.second, SeatArg::Me);
}

#[test]
fn a_clock_is_read_as_people_write_it() {
    for (text, expected) in [
        ("5+3", "5m+3s"),
        ("10+0", "10m"),
        ("5m+3s", "5m+3s"),
        ("90s", "90s"),
        ("1h", "1h"),
    ] {
        let clock = read_clock(text).unwrap();
        assert_eq!(clock, expected.parse().unwrap(), "{text}");
    }
    for wrong in ["5", "5+", "+3", "5+3+1", "five"] {
        assert!(read_clock(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn completions_offer_games_bots_and_themes() {
    let mut script = Vec::new();
    let shell = clap_complete::Shell::Bash;
    clap_complete::generate(shell, &mut command(), "enlinea", &mut script);
    let script = String::from_utf8(script).unwrap();
    for word in [" gomoku-15 ", " bot:level:9 ", " nightfall "] {
        assert!(script.contains(word), "{word}");
    }
}

#[test]
fn a_server_without_a_room_is_its_lobby() {
    for text in [
        "enlinea join 192.168.1.5",
        "enlinea watch http://192.168.1.5:4270/",
        "enlinea join 192.168.1.5 --server 192.168.1.5",
    ] {
        let line = line(text).unwrap();
        assert!(line.command.is_none(), "{text}");
        assert!(line.common.names_server, "{text}");
        assert_eq!(line.common.server.unwrap().url.short(), "192.168.1.5");
    }
    assert!(line("enlinea join 192.168.1.5 --server attic").is_err());
}

/// `--player` led to `--plain`, and `play` to `replay`.
#[test]
fn a_word_that_is_not_known_has_a_tip_that_helps_or_none() {
    for (text, tip) in [
        ("jion K7QM2X", Some("'join'")),
        ("new --prvate", Some("'--private'")),
        ("play", Some("enlinea new --game gomoku")),
        ("gomoku", Some("enlinea new --game gomoku")),
        ("history --player Ana", None),
        ("leaderboard --game chess", None),
        ("lobbies", None),
    ] {
        let error = line(&format!("enlinea {text}")).unwrap_err().to_string();
        let has_tip = error.contains("tip:") || error.contains("Usage: enlinea history --plain");
        assert_eq!(has_tip, tip.is_some(), "{error}");
        assert!(error.contains(tip.unwrap_or_default()), "{error}");
        assert!(!error.contains("replay"), "{error}");
    }
    assert!(matches!(
        line("enlinea lobby").unwrap().command,
        Some(Command::Rooms)
    ));
}

#[test]
fn others_are_given_the_server_that_they_would_not_find() {
    for (arguments, server, option) in [
        ("", "ws://127.0.0.1:4270/ws", ""),
        ("", "ws://192.168.1.5:4270/ws", ""),
        ("", "ws://127.0.0.1:4377/ws", " --server 127.0.0.1:4377"),
        ("--server 127.0.0.1", "ws://127.0.0.1:4270/ws", ""),
        (
            "--server box.example",
            "wss://box.example:443/ws",
            " --server wss://box.example:443",
        ),
    ] {
        let line = line(format!("enlinea {arguments}").trim()).unwrap();
        assert_eq!(line.common.server_option(server), option);
    }
}

#[test]
fn bots_play_as_many_rematches_as_were_asked_for() {
    let line = line("enlinea new --first bot:priority --second bot:priority --repeat 2").unwrap();
    let Some(Command::New(room)) = line.command else {
        panic!("another command");
    };
    assert_eq!(room.spec(true, false).repeat, Repeat::new(2).unwrap());
}

#[test]
fn a_link_names_the_server_and_the_room() {
    for command in ["join", "watch"] {
        let text = format!("enlinea {command} http://box:4270/#K7QM2X");
        let line = line(&text).unwrap();
        assert_eq!(line.common.server.unwrap().url.as_str(), "ws://box:4270/ws");
        let Some(Command::Join(room) | Command::Watch(room)) = line.command else {
            panic!("another command");
        };
        assert_eq!(room.room().as_str(), "K7QM2X");
    }
    let Err(error) = line("enlinea join http://box:4270/#K7Q") else {
        panic!("no code was taken");
    };
    assert!(error.to_string().contains("/#K7QM2X"), "{error}");
}

#[test]
fn a_link_and_a_server_that_was_typed_must_be_of_one_server() {
    let link = "join http://box:4270/#K7QM2X";
    for (server, expected) in [
        ("box", "ws://box:4270/ws"),
        ("Box:4270", "ws://box:4270/ws"),
        ("http://box:4270/#ABCDEF", "ws://box:4270/ws"),
        // Who asks for encryption has it.
        ("wss://box:4270", "wss://box:4270/ws"),
    ] {
        let line = line(&format!("enlinea --server {server} {link}")).unwrap();
        let url = line.common.server.unwrap().url;
        assert_eq!(url.as_str(), expected, "{server}");
    }
    for server in ["other", "box:4271", "http://box:4270/games/"] {
        for text in [
            format!("enlinea --server {server} {link}"),
            format!("enlinea {link} --server {server}"),
        ] {
            let Err(error) = line(&text) else {
                panic!("{text} was taken");
            };
            assert!(error.to_string().contains("leave out --server"), "{error}");
        }
    }
}

#[test]
fn the_link_of_the_page_is_an_address_of_the_server_and_leads_to_the_room_without_a_command() {
    let link = "--server http://box:4270/#K7QM2X";
    for (text, expected) in [
        (format!("enlinea {link} rooms"), None),
        (format!("enlinea bots {link}"), None),
        (format!("enlinea {link} watch ABCDEF"), Some("ABCDEF")),
        (format!("enlinea {link}"), Some("K7QM2X")),
        (format!("enlinea {link} join"), Some("K7QM2X")),
        (format!("enlinea watch {link}"), Some("K7QM2X")),
    ] {
        let line = line(&text).unwrap();
        let server = line.common.server.unwrap().url;
        assert_eq!(server.as_str(), "ws://box:4270/ws", "{text}");
        let room = match line.command {
            Some(Command::Join(room) | Command::Watch(room)) => Some(room.room()),
            Some(Command::Rooms | Command::Bots(_)) => None,
            _ => panic!("{text}: another command"),
        };
        assert_eq!(room.as_ref().map(RoomId::as_str), expected, "{text}");
    }
    let line = line("enlinea forget http://box:4270/#K7QM2X").unwrap();
    let Some(Command::Forget(known)) = line.command else {
        panic!("another command");
    };
    assert_eq!(known.host.authority(), "box:4270");
}

#[test]
fn a_port_alone_is_listened_to_on_every_address() {
    for (text, expected) in [
        ("--listen 4271", "[::]:4271"),
        ("--port 0", "[::]:0"),
        ("--listen 127.0.0.1:9", "127.0.0.1:9"),
        ("--listen [::1]:9", "[::1]:9"),
    ] {
        let line = line(&format!("enlinea host {text}")).unwrap();
        let Some(Command::Host(host)) = line.command else {
            panic!("another command");
        };
        assert_eq!(host.listen.to_string(), expected);
    }
}

#[test]
fn quiet_is_a_flag_of_every_command() {
    assert!(line("enlinea join K7QM2X --quiet").unwrap().common.quiet);
    assert!(!line("enlinea join K7QM2X").unwrap().common.quiet);
}

#[test]
fn the_look_is_chosen_by_flags() {
    let line =
        line("enlinea rooms --color 16 --ground light --theme nightfall --ascii --no-animation")
            .unwrap();
    let look = line.common.look.open().unwrap();
    assert_eq!(look.depth(), crate::board::Depth::Sixteen);
    assert!(look.glyphs.ascii && !look.animated);
    for (text, problem) in [
        ("enlinea --color 17", "16, 256, true, none"),
        ("enlinea --ground green", "auto, dark, light"),
    ] {
        let Err(error) = self::line(text) else {
            panic!("{text} was taken");
        };
        assert!(error.to_string().contains(problem), "{error}");
    }
    let line = self::line("enlinea --theme no/such").unwrap();
    let failure = line.common.look.open().unwrap_err();
    assert!(
        failure.to_string().contains("no/such is no theme"),
        "{failure}"
    );
}

#[test]
fn bots_hurry_where_nobody_looks_at_a_screen() {
    for (text, in_lines, expected) in [
        ("enlinea new", true, 0),
        ("enlinea new", false, 700),
        ("enlinea new --pace 250", true, 250),
        ("enlinea new --pace 0", false, 0),
    ] {
        let Some(Command::New(room)) = line(text).unwrap().command else {
            panic!("another command");
        };
        let expected = Pace::new(expected).unwrap();
        assert_eq!(room.spec(in_lines, false).pace, expected, "{text}");
    }
}

#[test]
fn a_time_to_think_is_asked_for_only_where_it_was_said() {
    for (text, expected) in [
        ("enlinea new", None),
        ("enlinea new --think-time 9999", Some(9999)),
    ] {
        let Some(Command::New(room)) = line(text).unwrap().command else {
            panic!("another command");
        };
        let said = room.spec(true, false).think_time;
        assert_eq!(said.map(ThinkTime::value), expected, "{text}");
    }
}

#[test]
fn wrong_usage_says_what_would_do() {
    for (text, expected) in [
        ("enlinea dance", "dance"),
        ("enlinea new --game chess", "connect-four, connect-four-7x7"),
        ("enlinea new --first you", "such as bot:minimax:hard"),
        ("enlinea new --clock 5", "such as 5m or 90s"),
        (
            "enlinea new --first me --second me",
            "one person has one seat",
        ),
        ("enlinea new --repeat 101", "0 to 100"),
        (
            "enlinea new --repeat 2 --second bot:priority",
            "a bot with --first and another with --second",
        ),
        ("enlinea rooms --patience 604801", "0..=604800"),
        ("enlinea host --listen 70000", "a port such as 4270"),
        ("enlinea host --listen box:4270", "192.168.1.5:4270"),
        ("enlinea new --think-time 4294977296", "10 to 60000"),
        ("enlinea new --pace 4294967297", "0 to 60000"),
        ("enlinea demo --pace 18446744073709551617", "0 to 60000"),
        (
            "enlinea host --clock 18446744073709552s",
            "such as 5m or 90s",
        ),
        ("enlinea host --clock 5124095576031h", "such as 5m or 90s"),
        ("enlinea new --game gomoku --opening pro", "one of: swap2"),
        (
            "enlinea new --opening swap2",
            "--game: gomoku, gomoku-15, gomoku-standard, renju",
        ),
        (
            "enlinea host --game custom:9x9x3:free --opening swap2",
            "4 or more in a row",
        ),
        ("enlinea join", "no room is named"),
        ("enlinea watch --server box:4270", "/#K7QM2X"),
        ("enlinea join 12345", "6 characters"),
        ("enlinea rooms --plain --json", "--json"),
        ("enlinea --server ftp://x rooms", "ws://host:port"),
        ("enlinea forget", "<HOST>"),
        ("enlinea --server [::1 rooms", "no address of a server"),
        ("enlinea new --grace 18014398509481984", "is not a time"),
        ("enlinea new --grace 18014398509481984s", "1s to 24h"),
        ("enlinea new --grace 18014398509481984h", "is not a time"),
    ] {
        let Err(error) = line(text) else {
            panic!("{text} was taken");
        };
        assert_eq!(error.exit_code(), 2, "{text}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn help_lists_the_exit_statuses() {
    let Err(help) = line("enlinea --help") else {
        panic!("no help");
    };
    let help = help.to_string();
    assert!(help.contains("  4    connection lost"), "{help}");
}

#[test]
fn a_demonstration_seats_two_bots_on_every_board() {
    for game in Variant::fixed() {
        let demo = DemoArgs {
            game,
            ..DemoArgs::default()
        };
        let room = demo.room();
        for seat in [&room.first, &room.second] {
            assert!(matches!(seat, SeatArg::Bot { .. }), "{game}");
        }
    }
}

#[test]
fn every_exit_status_is_in_the_table_of_the_help_and_of_the_manual() {
    let manual = include_str!("../../MANUAL.md");
    for (status, meaning) in help::STATUSES {
        let meaning = meaning.said();
        let row = format!("| {status} | {meaning} |");
        assert!(manual.contains(&row), "{row}");
        let help = command().render_long_help().to_string();
        assert!(help.contains(&format!("  {status:<5}{meaning}\n")));
    }
    for kind in [
        Kind::Failed,
        Kind::Usage,
        Kind::Refused,
        Kind::Lost,
        Kind::Interrupted,
    ] {
        let known = help::STATUSES
            .iter()
            .any(|(status, _)| *status == kind.status());
        assert!(known, "{kind:?}");
    }
}

#[test]
fn a_value_that_is_wrong_is_refused_in_the_language_in_force() {
    for (text, expected) in [
        ("new --clock 5", "\"5\" no es un tiempo"),
        ("new --game chess", "juego desconocido: \"chess\""),
        ("new --think-time 1", "de 10 a 60000, no 1"),
        ("new --seed x", "no es una semilla"),
        ("new --grace 2d", "no es un tiempo"),
        ("new --grace 25h", "de 1s a 24h"),
        ("join K7", "no es un código de sala"),
        ("host --listen box", "no es una dirección en la que"),
        ("export K7", "no es un código de sala"),
    ] {
        let read = crate::language::within(Language::Es, || line(&format!("enlinea {text}")));
        let Err(error) = read else {
            panic!("{text} was taken");
        };
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}
