//! The commands `servers`, `rooms` and `bots`.

use protocol::message::{ClientMsg, ServerMsg};
use protocol::rules::{Family, Variant};
use protocol::side::Side;
use protocol::view::{BotOffer, BotOption, Phase, Preset, RoomSummary};
use protocol::word::Named;

use super::describe::{listed, seat_in_words};
use super::json_lines::ServerLine;
use super::output::{Mode, Output, warn};
use super::own_games::RoomList;
use super::runner::settings;
use crate::args::{Common, ServerUrl, levels};
use crate::discovery::{self, LISTEN};
use crate::failure::{Failure, Kind};
use crate::known_servers::KnownServers;
use crate::language::{self, Said, words};
use crate::net::{Link, NetEvent};
use crate::resolve;
use crate::seats::is_at;

/// Lists the servers on this machine and on the local network; where one was named, that one, which is asked for its
/// name.
pub(super) async fn servers(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let servers = match &common.server {
        Some(server) => {
            let name = answer_to(common, None, None, |message| match message {
                ServerMsg::Welcome { server, .. } => Some(server.clone()),
                _ => None,
            });
            let (name, urls) = (name.await?, vec![server.url.to_string()]);
            vec![ServerLine { name, urls }]
        }
        None => servers_around(common, output.mode()).await,
    };
    if servers.is_empty() {
        warn(&say!("script-no-server-found"));
    }
    for server in servers {
        match output.mode() {
            Mode::Plain => output.line(&format!("{}: {}", server.name, server.urls.join(", "))),
            Mode::Json => output.json_line(&server),
        }
    }
    Ok(())
}

/// The name of the server on this machine in JSON.
pub(super) const THIS_MACHINE: &str = "this machine";

async fn servers_around(common: &Common, mode: Mode) -> Vec<ServerLine> {
    let mut servers = Vec::new();
    if resolve::is_server_here().await {
        servers.push(ServerLine {
            name: match mode {
                Mode::Plain => say!("hosting-this-machine"),
                Mode::Json => THIS_MACHINE.to_owned(),
            },
            urls: vec![ServerUrl::here().to_string()],
        });
    }
    if !common.no_discovery {
        match discovery::find(LISTEN).await {
            Ok(found) => servers.extend(found.into_iter().map(|server| ServerLine {
                name: server.name,
                urls: server.urls,
            })),
            Err(problem) => warn(&problem),
        }
    }
    servers
}

/// Lists the games of this person, and the rooms in the lobby.
pub(super) async fn rooms(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server(common, &known).await?;
    let mut seats = super::open_seats(common);
    let mut here = seats.returnable();
    here.retain(|seat| is_at(seat, &urls));
    let mut list = RoomList::new(here);
    let question = Some(ClientMsg::YourGames);
    let listed = converse(
        common,
        (known, urls),
        Some(&mut *output),
        question,
        |message| list.on_message(message),
    )
    .await?;
    for token in listed.gone {
        if let Err(warning) = seats.forget(token) {
            warn(&warning.to_string());
        }
    }
    for line in listed.lines {
        output.line(&line);
    }
    if let Some(problem) = listed.problem {
        warn(&say!("script-own-untold", problem = problem));
    }
    Ok(())
}

/// Lists the bots, or those that play one game.
pub(super) async fn bots(
    common: &Common,
    game: Option<Variant>,
    output: &mut Output,
) -> Result<(), Failure> {
    let question = game.map(|variant| ClientMsg::ListBots { variant });
    ask(common, output, question, |message| {
        let bots: &[_] = match (message, game) {
            (ServerMsg::Welcome { bots, .. }, None) => bots,
            (ServerMsg::Bots { bots, .. }, Some(_)) => bots,
            _ => return None,
        };
        Some(bots.iter().map(bot_in_words).collect())
    })
    .await
}

/// Connects, sends `question`, and prints the lines that `answer` returns for the first message it accepts.
async fn ask(
    common: &Common,
    output: &mut Output,
    question: Option<ClientMsg>,
    answer: impl Fn(&ServerMsg) -> Option<Vec<String>>,
) -> Result<(), Failure> {
    let lines = answer_to(common, Some(output), question, answer).await?;
    for line in lines {
        output.line(&line);
    }
    Ok(())
}

/// Connects, sends `question`, and returns what `answer` has for the first message it accepts. In JSON the messages
/// are written to `output`, if there is one.
pub(super) async fn answer_to<T>(
    common: &Common,
    output: Option<&mut Output>,
    question: Option<ClientMsg>,
    answer: impl Fn(&ServerMsg) -> Option<T>,
) -> Result<T, Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server(common, &known).await?;
    converse(common, (known, urls), output, question, |message| {
        answer(message).map_or(Step::Pass, Step::Done)
    })
    .await
}

/// What follows from a message of the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step<T> {
    /// Nothing; a refusal ends the conversation as a failure.
    Pass,
    /// These questions are asked.
    Ask(Vec<ClientMsg>),
    /// The conversation ends with this.
    Done(T),
}

/// Connects to the first of these addresses that answers, sends `question`, and does what `step` says to each message,
/// from `Welcome` on, until the end of the conversation.
async fn converse<T>(
    common: &Common,
    (known, urls): (KnownServers, Vec<String>),
    mut output: Option<&mut Output>,
    question: Option<ClientMsg>,
    mut step: impl FnMut(&ServerMsg) -> Step<T>,
) -> Result<T, Failure> {
    let mode = output.as_ref().map_or(Mode::Plain, |output| output.mode());
    let mut settings = settings(common, urls, mode);
    settings.known = known;
    settings.identity = super::open_identity(common);
    let (link, mut events) = Link::open(settings);
    if let Some(question) = question {
        link.send(question);
    }
    let mut kind = Kind::Failed;
    let mut was_welcome = false;
    while let Some(event) = events.recv().await {
        match event {
            NetEvent::Verbatim(text) => {
                if let Some(output) = &mut output {
                    output.json(&text);
                }
            }
            NetEvent::Message(message) => {
                was_welcome |= matches!(*message, ServerMsg::Welcome { .. });
                // A refusal before that is of the hello, and the end of the connection says so.
                let next = if was_welcome {
                    step(&message)
                } else {
                    Step::Pass
                };
                match (next, &*message) {
                    (Step::Done(answer), _) => return Ok(answer),
                    (Step::Ask(questions), _) => {
                        for question in questions {
                            link.send(question);
                        }
                    }
                    (Step::Pass, ServerMsg::Refused { refusal, message }) => {
                        kind = Kind::Refused;
                        if was_welcome {
                            return Err(Failure::new(kind, language::refused(refusal, message)));
                        }
                    }
                    (Step::Pass, _) => {}
                }
            }
            NetEvent::Failed { why } => return Err(Failure::new(kind, why)),
            NetEvent::Lost { .. } => kind = Kind::Lost,
            // Beside the list, which a program may read.
            NetEvent::Security { notice, .. } | NetEvent::Notice(notice) => warn(&notice),
            // Nothing is said here.
            NetEvent::RoundTrip(_) | NetEvent::NotSaid { .. } => {}
        }
    }
    Err(Failure::new(kind, say!("script-answer-missing")))
}

pub(super) fn room_in_words(room: &RoomSummary) -> String {
    let clock = room.clock.map(|clock| clock.to_string());
    let phase = match &room.phase {
        Phase::Seating => say!("script-room-seating"),
        Phase::Playing => say!("script-room-playing", ply = room.plies),
        Phase::Over { .. } => say!("script-room-over"),
    };
    let watch = if room.watchable {
        say!("script-watch", count = room.spectators)
    } else {
        say!("script-no-spectators")
    };
    let against = say!(
        "script-against",
        first = seat_in_words(&room.seats[Side::First]),
        second = seat_in_words(&room.seats[Side::Second])
    );
    let facts = [
        Some(room.variant.said()),
        clock.map(|clock| say!("script-clock", clock = clock)),
        Some(against),
        Some(phase),
        Some(watch),
    ];
    format!("{}: {}", room.room, listed(facts.into_iter().flatten()))
}

fn bot_in_words(offer: &BotOffer) -> String {
    let depth = offer.default_depth.map(|depth| {
        say!(
            "script-bot-depth",
            levels = levels(offer),
            depth = depth.to_string()
        )
    });
    let options = (!offer.options.is_empty()).then(|| {
        let options = offer.options.iter().map(option_in_words);
        say!("script-bot-options", options = listed(options))
    });
    let openings = (!offer.openings.is_empty())
        .then(|| say!("script-bot-openings", openings = listed(&offer.openings)));
    let facts = [
        Some(words::about(offer.about.trim_end_matches('.'))),
        Some(say!(
            "script-bot-plays",
            games = boards_in_words(&offer.variants)
        )),
        openings,
        depth,
        strength_in_words(offer),
        options,
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    format!("bot:{}: {}", offer.kind, facts.join("; "))
}

/// The strength that was measured on the board in question: of each depth with a name, or of the bot.
fn strength_in_words(offer: &BotOffer) -> Option<String> {
    let of_preset = |preset: &Preset| Some(format!("{} {}", preset.name, preset.level?));
    let mut strength: Vec<_> = offer.presets.iter().filter_map(of_preset).collect();
    if strength.is_empty() {
        strength.push(offer.level?.to_string());
    }
    Some(say!("script-bot-strength", strength = listed(strength)))
}

fn option_in_words(option: &BotOption) -> String {
    let BotOption {
        name,
        least,
        most,
        default,
        ..
    } = option;
    say!(
        "script-bot-option",
        name = name.as_str(),
        least = *least,
        most = *most,
        default = *default
    )
}

/// The variants with a name that a bot plays; those where discs fall, or do not, in a word if it plays all of them.
fn boards_in_words(variants: &[Named<Variant>]) -> String {
    let plays = |variant| variants.contains(&Named::Known(variant));
    let falls = |variant: &Variant| match variant.family() {
        Family::Gravity => true,
        Family::Free | Family::Renju => false,
    };
    let (falling, placed): (Vec<_>, Vec<_>) = Variant::fixed().partition(falls);
    let plays_all = |games: &[Variant]| games.iter().all(|&variant| plays(variant));
    let plays_any = |games: &[Variant]| games.iter().any(|&variant| plays(variant));
    let is_known = variants.iter().all(|variant| variant.known().is_some());
    if is_known && plays_all(&falling) && plays_all(&placed) {
        say!("script-every-game")
    } else if is_known && plays_all(&falling) && !plays_any(&placed) {
        say!("script-falling-games")
    } else if is_known && plays_all(&placed) && !plays_any(&falling) {
        say!("script-placed-games")
    } else {
        listed(variants)
    }
}

#[cfg(test)]
mod tests {
    use protocol::side::BySide;
    use protocol::spec::{Depth, OpeningRule};
    use protocol::view::{Preset, Seat};

    use super::*;

    #[test]
    fn a_room_is_a_line() {
        let room = RoomSummary {
            room: "K7QM2X".parse().unwrap(),
            variant: Named::Known(Variant::named("connect-four").unwrap()),
            clock: Some("5m+3s".parse().unwrap()),
            seats: BySide {
                first: Seat::Bot {
                    bot: "negamax:4".parse().unwrap(),
                },
                second: Seat::Open,
            },
            phase: Phase::Seating,
            plies: 0,
            spectators: 2,
            watchable: true,
            locked: false,
            moves: None,
        };
        assert_eq!(
            room_in_words(&room),
            "K7QM2X: Connect Four, clock 5m+3s, negamax:4 against open seat, a seat is open, 2 watch"
        );
    }

    #[test]
    fn a_bot_is_a_line_with_its_levels() {
        let depth = |depth| Depth::new(depth).unwrap();
        let offer = BotOffer {
            kind: "minimax".to_owned(),
            about: "Looks ahead.".to_owned(),
            depths: Some((depth(1), depth(12))),
            default_depth: Some(depth(6)),
            presets: vec![Preset {
                name: "easy".to_owned(),
                depth: depth(4),
                level: None,
            }],
            variants: Variant::fixed()
                .filter(|variant| variant.family() == Family::Gravity)
                .map(Named::Known)
                .collect(),
            options: vec![BotOption {
                name: "temperature".to_owned(),
                about: "chance".to_owned(),
                least: 0,
                most: 100,
                default: 0,
            }],
            level: None,
            openings: vec![OpeningRule::Swap2],
        };
        assert_eq!(
            bot_in_words(&offer),
            "bot:minimax: Looks ahead; plays games where discs fall; openings: swap2; \
             a depth from 1 to 12, or one of: easy, 6 if not said; options: temperature 0 to 100 (0)"
        );
    }
    #[test]
    fn the_games_that_a_bot_plays_are_a_word_where_they_are_all_of_a_kind() {
        for (names, expected) in [
            ("connect-four connect-four-7x7", "games where discs fall"),
            (
                "gomoku gomoku-15 gomoku-standard renju",
                "games where they do not",
            ),
            (
                "connect-four connect-four-7x7 gomoku gomoku-15 gomoku-standard renju",
                "every game",
            ),
            (
                "gomoku gomoku-15 gomoku-standard",
                "gomoku, gomoku-15, gomoku-standard",
            ),
            ("connect-four", "connect-four"),
            (
                "connect-four connect-four-7x7 gomoku",
                "connect-four, connect-four-7x7, gomoku",
            ),
            (
                "gomoku gomoku-15 gomoku-standard renju hex-11",
                "gomoku, gomoku-15, gomoku-standard, renju, hex-11",
            ),
        ] {
            let names = names.split(' ').map(|name| name.parse().unwrap());
            let variants: Vec<Named<Variant>> = names.collect();
            assert_eq!(boards_in_words(&variants), expected);
        }
    }
}
